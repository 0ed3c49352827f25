/** Input, pages and refusals as WordPress and the web server in front of it write them. */
import type { Json } from '../../machines/outcome.ts';
import type { Exchange } from '../exchange.ts';

/** Parameters of a JSON body. */
export type Input = { [name: string]: Json };

export async function inputOf(request: Request): Promise<Input> {
  try {
    return (await request.json()) as Input;
  } catch {
    return {}; // a body that cannot be read holds no parameters
  }
}

export function page(status: number, content: string, headers: { [name: string]: string } = {}): Response {
  return new Response(`<!doctype html>\n<html lang="en"><meta charset="utf-8">\n${content}\n</html>\n`, {
    status,
    headers: {
      'content-type': 'text/html; charset=UTF-8',
      'content-security-policy': "default-src 'none'; img-src 'self'; media-src 'self'",
      ...headers,
    },
  });
}

/** A page of a list, with the totals in headers. An offset takes the place of the page. */
export function listed(rows: Json[], { url }: Exchange): Response {
  const query = url.searchParams;
  const perPage = Math.min(100, Number(query.get('per_page') ?? 10));
  const page = Number(query.get('page') ?? 1);
  const from = query.has('offset') ? Number(query.get('offset')) : (page - 1) * perPage;
  const pages = Math.ceil(rows.length / perPage);
  if (page > Math.max(1, pages)) {
    return refusal(
      400,
      'rest_post_invalid_page_number',
      'The page number requested is larger than the number of pages available.',
    );
  }
  const headers = { 'x-wp-total': String(rows.length), 'x-wp-totalpages': String(pages) };
  return Response.json(
    rows.slice(from, from + perPage).map((row) => withFields(row, query.get('_fields'))),
    { headers },
  );
}

/** Only what was asked for. */
function withFields(row: Json, fields: string | null): Json {
  if (fields === null || typeof row !== 'object' || row === null || Array.isArray(row)) return row;
  const wanted = fields.split(',');
  return Object.fromEntries(Object.entries(row).filter(([name]) => wanted.includes(name)));
}

export function refusal(
  status: number,
  code: string,
  message: string,
  more: { [name: string]: Json } = {},
): Response {
  return Response.json({ code, message, data: { status, ...more } }, { status });
}

export function noRoute(): Response {
  return refusal(404, 'rest_no_route', 'No route was found matching the URL and request method.');
}

/** Said to a caller who is not signed in, with the code of what nobody may do. */
export function signedOut(code: keyof typeof FORBIDDEN): Response {
  return refusal(401, code, FORBIDDEN[code]);
}

const FORBIDDEN = {
  rest_not_logged_in: 'You are not currently logged in.',
  rest_cannot_create: 'Sorry, you are not allowed to create posts as this user.',
  rest_cannot_edit: 'Sorry, you are not allowed to edit this post.',
  rest_cannot_delete: 'Sorry, you are not allowed to delete this post.',
  rest_forbidden_context: 'Sorry, you are not allowed to edit posts in this post type.',
};

/** A list that was asked for statuses that nobody sees: a faulty parameter, with the real error among its details. */
export function forbiddenStatus(): Response {
  const message = 'Status is forbidden.';
  return refusal(400, 'rest_invalid_param', 'Invalid parameter(s): status', {
    params: { status: message },
    details: { status: { code: 'rest_forbidden_status', message, data: { status: 401 } } },
  });
}

/** WordPress answers 500 itself; what is beyond or in front of it answers with pages. */
export function error(status: number, retryAfterSeconds: number | undefined): Response {
  const response = errorBody(status);
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds));
  return response;
}

function errorBody(status: number): Response {
  if (status === 401) return signedOut('rest_cannot_create');
  if (status === 500) {
    return refusal(500, 'internal_server_error', '<p>There has been a critical error on this website.</p>');
  }
  if (status === 503)
    return page(503, 'Briefly unavailable for scheduled maintenance. Check back in a minute.');
  return page(status, `<h1>${status}</h1>`);
}
