/** Errors as XRPC writes them. */

export function refusal(
  status: number,
  code: string,
  message: string,
  headers: { [name: string]: string } = {},
): Response {
  return Response.json({ error: code, message }, { status, headers });
}

const WORDS: { [status: number]: [code: string, message: string] } = {
  400: ['InvalidRequest', 'Invalid request'],
  401: ['AuthenticationRequired', 'Authentication Required'],
  403: ['Forbidden', 'Forbidden'],
  404: ['XRPCNotSupported', 'XRPCNotSupported'],
  413: ['PayloadTooLarge', 'request entity too large'],
  429: ['RateLimitExceeded', 'Rate Limit Exceeded'],
  500: ['InternalServerError', 'Internal Server Error'],
  502: ['UpstreamFailure', 'Upstream Failure'],
  503: ['NotEnoughResources', 'Not Enough Resources'],
  504: ['UpstreamTimeout', 'Upstream Timeout'],
};

/** @param now when given, a 429 says when its window ends, as the network does: in unix seconds */
export function error(status: number, retryAfterSeconds: number | undefined, now?: number): Response {
  const [code, message] = WORDS[status] ?? ['Unknown', `HTTP ${status}`];
  const headers: { [name: string]: string } = {};
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  if (status === 429) {
    Object.assign(headers, {
      'ratelimit-limit': '3000',
      'ratelimit-remaining': '0',
      'ratelimit-policy': '3000;w=300',
    });
    if (now !== undefined)
      headers['ratelimit-reset'] = String(Math.ceil(now / 1000) + (retryAfterSeconds ?? 300));
  }
  return refusal(status, code, message, headers);
}
