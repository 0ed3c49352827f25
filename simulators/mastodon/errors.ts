/** Errors as Mastodon writes them. */

export function refusal(status: number, words: string, headers: { [name: string]: string } = {}): Response {
  return Response.json({ error: words }, { status, headers });
}

export function oauthRefusal(status: number, code: string): Response {
  return Response.json({ error: code, error_description: `The request was refused: ${code}.` }, { status });
}

const WORDS: { [status: number]: string } = {
  401: 'The access token is invalid',
  403: 'This action is outside the authorized scopes',
  404: 'Record not found',
  410: 'Gone',
  422: 'Validation failed',
  429: 'Too many requests',
  500: 'Something went wrong on our end',
  503: 'There was a temporary problem serving your request, please try again',
};

/** @param now when given, a 429 says when its window ends, as the network does: as an ISO timestamp */
export function error(status: number, retryAfterSeconds: number | undefined, now?: number): Response {
  const headers: { [name: string]: string } = {};
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
  if (status === 429) {
    Object.assign(headers, { 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '0' });
    if (now !== undefined) {
      headers['x-ratelimit-reset'] = new Date(now + (retryAfterSeconds ?? 300) * 1000).toISOString();
    }
  }
  const words = WORDS[status];
  if (words !== undefined) return refusal(status, words, headers);
  // A proxy in front of the server answers in HTML.
  return new Response(`<html><body>${status}</body></html>`, {
    status,
    headers: { ...headers, 'content-type': 'text/html' },
  });
}
