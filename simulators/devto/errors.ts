/** Errors as DEV writes them. */

const WORDS: { [status: number]: string } = {
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not found',
  429: 'Rate limit reached, try again in 30 seconds',
};

export function error(status: number, retryAfterSeconds: number | undefined): Response {
  const headers: { [name: string]: string } =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  const words = WORDS[status];
  if (words !== undefined) return refusal(status, words, headers);
  return new Response(`<html><body>${status}</body></html>`, {
    status,
    headers: { ...headers, 'content-type': 'text/html' },
  });
}

export function refusal(status: number, error: string, headers: { [name: string]: string } = {}): Response {
  return Response.json({ error, status }, { status, headers });
}
