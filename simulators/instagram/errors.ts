/** Errors as the Graph API writes them. */
import { hash } from './hash.ts';

export function refusal(
  status: number,
  { code, subcode }: { code: number; subcode?: number },
  message: string,
  forUser?: { title: string; message: string },
): Response {
  const error = {
    message,
    type: code === 2 ? 'OAuthException' : 'IGApiException',
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    is_transient: code === 2 || code === 4,
    ...(forUser ? { error_user_title: forUser.title, error_user_msg: forUser.message } : {}),
    fbtrace_id: `A${hash(`${code} ${message}`).slice(0, 20)}`,
  };
  return Response.json({ error }, { status });
}

export function missing(id: string): Response {
  return refusal(
    400,
    { code: 100, subcode: 33 },
    `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
  );
}

export function notReady(): Response {
  return refusal(400, { code: 9007, subcode: 2207027 }, 'Media ID is not available', {
    title: 'Media not ready',
    message: 'The media is not ready for publishing, please wait for a moment.',
  });
}

export function unknownContainer(): Response {
  return refusal(400, { code: 24, subcode: 2207008 }, 'The media builder does not exist or has expired.');
}

export function unfetched(message: string): Response {
  return refusal(400, { code: 9004, subcode: 2207052 }, message, {
    title: 'Media download has failed',
    message: `The media could not be fetched from this URI. ${message}`,
  });
}

/** The error that a fault asks for: the usual one of a status, or one with these codes. */
export function error(
  status: number,
  retryAfterSeconds: number | undefined,
  codes?: { code: number; subcode?: number },
): Response {
  const response = codes
    ? refusal(status, codes, `(#${codes.code}) The request was refused.`)
    : errorBody(status);
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds));
  return response;
}

function errorBody(status: number): Response {
  if (status === 429) return refusal(status, { code: 4 }, 'Application request limit reached');
  if (status === 401) return refusal(status, { code: 190, subcode: 467 }, 'Invalid OAuth access token.');
  if (status === 403) {
    return refusal(status, { code: 4, subcode: 2207051 }, 'Application request limit reached', {
      title: 'Action is blocked',
      message: 'We restrict certain activity to protect our community.',
    });
  }
  if (status >= 500)
    return refusal(status, { code: 2 }, 'An unexpected error has occurred. Please retry later.');
  return refusal(status, { code: 100 }, 'Invalid parameter');
}
