/** The request that becomes a WebSocket: its fields, who sends it, and how it is refused. */
import type { HttpRequest, HttpResponse } from 'uWebSockets.js';
import { isOriginOfHost } from '../../features/auth/sessions.ts';
import { answerProblem, apiHeaders } from '../http/response.ts';
import type { Header, RawRoute } from '../../api/exchange.ts';
import { requestIdOf } from '../http/request-id.ts';
import { statusOf } from '../http/status.ts';
import { Problem } from '../../api/problem.ts';

/** Copied at once, because the library reuses its request when the call returns. */
export interface UpgradeRequest {
  requestId: string;
  webSocketKey: string;
  extensions: string;
  authorization: string;
  origin: string;
  host: string;
  cookies: string;
  /** Without the question mark. */
  query: string;
}

export function readUpgrade(req: HttpRequest): UpgradeRequest {
  return {
    requestId: requestIdOf(req.getHeader('x-request-id')),
    webSocketKey: req.getHeader('sec-websocket-key'),
    extensions: req.getHeader('sec-websocket-extensions'),
    authorization: req.getHeader('authorization'),
    origin: req.getHeader('origin'),
    host: req.getHeader('host'),
    cookies: req.getHeader('cookie'),
    query: req.getQuery() ?? '',
  };
}

/**
 * The key in the header, or the session of a dashboard page; null means the request does not say who sends it.
 * @param rules origin: of this service; sessionIn: reads the session token from the headers of a request; what: name of the
 * endpoint for the sentence
 * @throws Problem 401 for a header that holds no key, 403 for a page of another origin that sends no header
 */
export function tokenOf(
  { authorization, origin, host, cookies }: UpgradeRequest,
  rules: {
    origin: string;
    sessionIn?: ((header: (name: string) => string) => string | null) | undefined;
    what: string;
  },
): string | null {
  if (authorization === '') {
    // A browser cannot set the header, and sends the origin of its page.
    if (origin !== '' && origin !== rules.origin && !isOriginOfHost(origin, host))
      throw new Problem('foreign_origin', `pages of ${origin.slice(0, 200)} cannot use ${rules.what}`);
    // only a page of this service may use the cookie, because the browser sends it with sockets of any page
    if (!isOriginOfHost(origin, host)) return null;
    const headers: { [name: string]: string } = { host, cookie: cookies };
    return rules.sessionIn?.((name) => headers[name] ?? '') ?? null;
  }
  const key = /^Bearer +([\x21-\x7e]+) *$/i.exec(authorization)?.[1];
  if (key === undefined)
    throw unauthorized('send your API key in the header: Authorization: Bearer <API_KEY>');
  return key;
}

/** @param headers of every response: `apiHeaders` */
export function refuseUpgrade(
  res: HttpResponse,
  { headers, requestId, problem }: { headers: readonly Header[]; requestId: string; problem: Problem },
): void {
  const { message, code, param, retryAfterSeconds } = problem;
  const status = statusOf(problem);
  res.cork(() => {
    res.writeStatus(STATUS[status] ?? String(status));
    for (const [name, value] of headers) res.writeHeader(name, value);
    if (status === 401) res.writeHeader('www-authenticate', 'Bearer');
    if (retryAfterSeconds !== undefined) res.writeHeader('retry-after', String(retryAfterSeconds));
    res.writeHeader('x-request-id', requestId);
    res.end(JSON.stringify({ error: message, code, param, requestId }));
  });
}

/** The response to a request that is not a WebSocket handshake, which the library leaves to the other routes. */
export function upgradeRequired(path: string, baseUrl: string, message: string): RawRoute {
  const headers = apiHeaders(baseUrl);
  const problem = new Problem('upgrade_required', message);
  return {
    method: 'GET',
    path,
    handle: (exchange) => answerProblem(exchange, headers, problem, [['upgrade', 'websocket']]),
  };
}

export const WRONG_KEY = 'this API key is unknown: it is mistyped, or it was revoked';
export const unauthorized = (message: string): Problem => new Problem('unauthorized', message);

const STATUS: { [status: number]: string } = {
  400: '400 Bad Request',
  401: '401 Unauthorized',
  403: '403 Forbidden',
  404: '404 Not Found',
  429: '429 Too Many Requests',
  503: '503 Service Unavailable',
};
