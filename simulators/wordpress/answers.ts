/** Input, pages and refusals as WordPress and the web server in front of it write them. */
import type { Json } from '../../machines/outcome.ts';
import type { Exchange } from '../simulator.ts';

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

/** A page of a list, with the totals in headers. */
export function listed(rows: Json[], { url }: Exchange): Response {
  const perPage = Math.min(100, Number(url.searchParams.get('per_page') ?? 10));
  const page = Number(url.searchParams.get('page') ?? 1);
  const pages = Math.ceil(rows.length / perPage);
  if (page > Math.max(1, pages)) {
    return refusal(
      400,
      'rest_post_invalid_page_number',
      'The page number requested is larger than the number of pages available.',
    );
  }
  const headers = { 'x-wp-total': String(rows.length), 'x-wp-totalpages': String(pages) };
  return Response.json(rows.slice((page - 1) * perPage, page * perPage), { headers });
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

export function wrongPassword(): Response {
  return refusal(401, 'incorrect_password', 'The provided password is an invalid application password.');
}

/** WordPress answers 500 itself; what is beyond or in front of it answers with pages. */
export function error(status: number, retryAfterSeconds: number | undefined): Response {
  const response = errorBody(status);
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds));
  return response;
}

function errorBody(status: number): Response {
  if (status === 401) return wrongPassword();
  if (status === 500) {
    return refusal(500, 'internal_server_error', '<p>There has been a critical error on this website.</p>');
  }
  if (status === 503)
    return page(503, 'Briefly unavailable for scheduled maintenance. Check back in a minute.');
  return page(status, `<h1>${status}</h1>`);
}
