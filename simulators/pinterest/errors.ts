/** Errors as Pinterest writes them. */

export function refusal(status: number, code: number, message: string): Response {
  return Response.json({ code, message }, { status });
}

export function error(status: number, retryAfterSeconds: number | undefined): Response {
  if (status === 401) return refusal(401, 2, 'Authentication failed.');
  if (status === 403) return refusal(403, 7, 'Not authorized to access board or Pin.');
  if (status !== 429) return refusal(status, status, 'Something went wrong on our end. Sorry about that.');
  const headers = {
    'x-ratelimit-limit': '100, 100;w=1;name="safety_net"',
    'x-ratelimit-remaining': '0',
    ...(retryAfterSeconds === undefined ? {} : { 'x-ratelimit-reset': String(retryAfterSeconds) }),
  };
  const message = 'This request exceeded a rate limit. Slow down your requests.';
  return Response.json({ code: 8, message }, { status, headers });
}
