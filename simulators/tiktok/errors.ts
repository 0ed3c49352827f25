/** Errors as TikTok writes them. */

export const OK = { code: 'ok', message: '', log_id: '20260504100000' };

export function ok(data: object): Response {
  return Response.json({ data, error: OK });
}

export function refusal(status: number, code: string, message: string): Response {
  return Response.json({ data: {}, error: { code, message, log_id: OK.log_id } }, { status });
}

export function invalidToken(): Response {
  const message =
    'The access token is invalid or not found in the request. For more information, visit the documentation.';
  return refusal(401, 'access_token_invalid', message);
}

export function missingScope(): Response {
  return refusal(
    401,
    'scope_not_authorized',
    'The user did not authorize the scope required for this request.',
  );
}

export function error(status: number, retryAfterSeconds: number | undefined): Response {
  const response = errorBody(status);
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds));
  return response;
}

function errorBody(status: number): Response {
  if (status === 401) return invalidToken();
  if (status === 403) {
    return refusal(403, 'spam_risk_too_many_posts', 'The daily post cap from the API is reached.');
  }
  if (status === 429) {
    return refusal(429, 'rate_limit_exceeded', 'The API rate limit was exceeded. Please try again later.');
  }
  if (status >= 500)
    return refusal(status, 'internal_error', 'Something went wrong. Please try again later.');
  return refusal(status, 'invalid_params', 'The request is invalid.');
}
