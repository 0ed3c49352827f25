/** Errors as Google writes them. */

export function refusal(status: number, reason: string, message: string, domain = 'youtube.video'): Response {
  return Response.json(
    { error: { code: status, message, errors: [{ message, domain, reason }] } },
    { status },
  );
}

export function unauthenticated(): Response {
  const message =
    'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.';
  const errors = [
    { message: 'Invalid Credentials', domain: 'global', reason: 'authError', location: 'Authorization' },
  ];
  return Response.json({ error: { code: 401, message, errors, status: 'UNAUTHENTICATED' } }, { status: 401 });
}

export function error(status: number, retryAfterSeconds: number | undefined): Response {
  const response = errorBody(status);
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds));
  return response;
}

function errorBody(status: number): Response {
  if (status === 401) return unauthenticated();
  if (status === 429) return refusal(429, 'rateLimitExceeded', 'Too many requests.', 'usageLimits');
  if (status === 403) {
    const message = 'The request cannot be completed because you have exceeded your quota.';
    return refusal(403, 'quotaExceeded', message, 'youtube.quota');
  }
  if (status >= 500) return refusal(status, 'backendError', 'Backend Error', 'global');
  return refusal(status, 'badRequest', 'Bad Request', 'global');
}
