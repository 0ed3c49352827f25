/** LinkedIn's refusals, and the checks every `/rest` call goes through. */
import type { Json } from '../../machines/outcome.ts';
import type { World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import type { State } from './state.ts';

/** Versions that live, as of autumn 2026. */
const OLDEST_VERSION = '202511';
const NEWEST_VERSION = '202609';

export function refusal(
  status: number,
  code: string,
  message: string,
  more: { [name: string]: Json } = {},
): Response {
  return Response.json({ status, code, message, ...more }, { status });
}

/** A refusal of a field, or of the whole input. */
export function badInput(
  status: number,
  message: string,
  { code, description, field }: { code: string; description: string; field?: string },
): Response {
  const input = field === undefined ? {} : { inputPath: { fieldPath: field } };
  return refusal(status, status === 422 ? 'UNPROCESSABLE' : 'BAD_REQUEST', message, {
    serviceErrorCode: 0,
    errorDetailType: 'com.linkedin.common.error.BadRequest',
    errorDetails: { inputErrors: [{ description, input, code }] },
  });
}

/** The account a token is for. */
export function callerOf({ state }: World<State>, { request }: Exchange): string | null {
  return state.tokens[tokenIn(request)]?.sub ?? null;
}

/** Lets a call pass whose token lives and has the scope. */
export function withMember(
  world: World<State>,
  { request }: Exchange,
  scope: string,
  answer: (sub: string) => Response | Promise<Response>,
): Response | Promise<Response> {
  const token = world.state.tokens[tokenIn(request)];
  if (token === undefined) {
    return refusal(401, 'INVALID_ACCESS_TOKEN', 'Invalid access token', { serviceErrorCode: 65_600 });
  }
  if (token.until <= world.now()) return expiredToken();
  if (!token.scope.split(',').includes(scope)) return noPermission();
  return answer(token.sub);
}

/** The same for `/rest`, which wants a version and the protocol named. */
export function versioned(
  world: World<State>,
  exchange: Exchange,
  answer: (sub: string) => Response | Promise<Response>,
): Response | Promise<Response> {
  const version = exchange.request.headers.get('linkedin-version');
  if (version === null)
    return refusal(400, 'VERSION_MISSING', 'A version must be present. Please specify a version');
  if (!/^\d{6}$/.test(version) || version < OLDEST_VERSION || version > NEWEST_VERSION) {
    return refusal(426, 'NONEXISTENT_VERSION', `Requested version ${version} is not active`);
  }
  if (exchange.request.headers.get('x-restli-protocol-version') !== '2.0.0') {
    return refusal(400, 'INVALID_PROTOCOL', 'X-RestLi-Protocol-Version must be 2.0.0');
  }
  return withMember(world, exchange, 'w_member_social', answer);
}

export function expiredToken(): Response {
  return refusal(401, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired', {
    serviceErrorCode: 65_602,
  });
}

export function noPermission(): Response {
  return refusal(403, 'ACCESS_DENIED', 'Not enough permissions to access: posts.CREATE.20260801', {
    serviceErrorCode: 100,
  });
}

export function error(status: number, retryAfterSeconds: number | undefined): Response {
  const response = errorBody(status);
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds));
  return response;
}

function errorBody(status: number): Response {
  if (status === 401) return expiredToken();
  if (status === 403) return noPermission();
  if (status === 429) {
    const message = 'Resource level throttle limit for calls to this resource is reached.';
    return refusal(429, 'TOO_MANY_REQUESTS', message);
  }
  if (status >= 500) return refusal(status, 'INTERNAL_SERVER_ERROR', 'Unable to obtain activity');
  return refusal(status, 'BAD_REQUEST', 'The request could not be taken');
}

function tokenIn(request: Request): string {
  return /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
}
