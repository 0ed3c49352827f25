/** Errors as Ghost writes them. */

const TYPES: { [status: number]: [type: string, message: string] } = {
  401: ['UnauthorizedError', 'Unknown Admin API Key'],
  403: ['NoPermissionError', 'You do not have permission to perform this action'],
  404: ['NotFoundError', 'Resource not found error, cannot read post.'],
  413: ['RequestEntityTooLargeError', 'Request was too big for the server to handle.'],
  429: ['TooManyRequestsError', 'Too many requests, try again later.'],
  500: ['InternalServerError', 'The server has encountered an error.'],
  503: ['MaintenanceError', 'Ghost is currently in maintenance, please wait a moment then retry.'],
};

export function error(status: number, retryAfterSeconds: number | undefined): Response {
  const known = TYPES[status];
  const headers: { [name: string]: string } =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  return known ? refusal(status, known[0], known[1], null, null, headers) : page(status, headers);
}

export function invalid(property: string, context: string): Response {
  return Response.json(
    {
      errors: [
        {
          message: 'Validation error, cannot save post.',
          context,
          type: 'ValidationError',
          details: null,
          property,
          help: null,
          code: null,
          id: 'sandbox',
          ghostErrorCode: null,
        },
      ],
    },
    { status: 422 },
  );
}

export function refusal(
  status: number,
  type: string,
  message: string,
  code: string | null = null,
  context: string | null = null,
  headers: { [name: string]: string } = {},
): Response {
  const rest = { details: null, property: null, help: null, id: 'sandbox', ghostErrorCode: null };
  return Response.json({ errors: [{ message, context, type, code, ...rest }] }, { status, headers });
}

/** What a proxy in front of the site, or a place without a site, answers. */
export function page(status: number, headers: { [name: string]: string } = {}): Response {
  return new Response(`<html><body>${status}</body></html>`, {
    status,
    headers: { ...headers, 'content-type': 'text/html' },
  });
}
