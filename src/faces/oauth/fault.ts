/** Why a request of an app is refused, in the terms of OAuth (RFC 6749, sections 4.1.2.1 and 5.2; RFC 7591, 3.2.2; RFC 8707, 2). */

type OAuthCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'access_denied'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'temporarily_unavailable';

export class OAuthFault extends Error {
  override readonly name = 'OAuthFault';
  readonly code: OAuthCode;
  /** After how many seconds it may be tried again; undefined: it need not be. */
  readonly retryAfterSeconds: number | undefined;

  /** @param message a sentence for the person who made the app */
  constructor(code: OAuthCode, message: string, retryAfterSeconds?: number) {
    super(message);
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Of a response that is not a redirect. */
  get status(): number {
    if (this.retryAfterSeconds !== undefined) return 429;
    return this.code === 'invalid_client' ? 401 : 400;
  }
}
