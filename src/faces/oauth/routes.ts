/** The routes for apps (docs/mcp.md, Apps): metadata, registration, authorization, tokens. None needs a key. */
import { createRateLimiter } from '../../base/rate.ts';
import type { Exchange, Header, RawRoute } from '../../api/exchange.ts';
import { answerJson, apiHeaders } from '../http/response.ts';
import { authorize } from './authorize.ts';
import type { OAuthContext } from './context.ts';
import { OAuthFault } from './fault.ts';
import { RESOURCE_METADATA, resourceMetadata, serverMetadata } from './metadata.ts';
import { faultPage, PAGE_POLICY, strangerPage } from './pages.ts';
import { formOf } from './parameters.ts';
import { register } from './register.ts';
import { toolsAddress } from './resource.ts';
import { revoke } from './revoke.ts';
import { exchangeToken } from './token.ts';

/** Requests from one address in ten minutes, on each node. */
export const LIMITS = { register: 60, authorize: 300, token: 1_200 };
const WINDOW_SECONDS = 600;

export function oauthRoutes(context: OAuthContext): RawRoute[] {
  const limits = {
    register: limiter('register', context),
    authorize: limiter('authorize', context),
    token: limiter('token', context),
  };
  const json = (exchange: Exchange, status: number, body: unknown, more: readonly Header[] = []) =>
    answerJson(exchange, apiHeaders(context.baseUrl()), { status, body, more });
  const document = (path: string, of: (baseUrl: string) => object): RawRoute => ({
    method: 'GET',
    path,
    handle: (exchange) => json(exchange, 200, of(context.baseUrl())),
  });
  const endpoint = (
    path: string,
    limit: (exchange: Exchange) => void,
    run: (exchange: Exchange) => Promise<readonly [status: number, body: unknown]>,
  ): RawRoute => ({
    method: 'POST',
    path,
    async handle(exchange) {
      try {
        limit(exchange);
        json(exchange, ...(await run(exchange)));
      } catch (error) {
        if (!(error instanceof OAuthFault)) throw error;
        json(
          exchange,
          error.status,
          { error: error.code, error_description: error.message },
          retryAfter(error),
        );
      }
    },
  });
  return [
    document(RESOURCE_METADATA, (baseUrl) => resourceMetadata(baseUrl, baseUrl)),
    document(`${RESOURCE_METADATA}/mcp`, (baseUrl) => resourceMetadata(baseUrl, toolsAddress(baseUrl))),
    document('/.well-known/oauth-authorization-server', serverMetadata),
    endpoint('/oauth/register', limits.register, async (exchange) => [
      201,
      await register(exchange, context),
    ]),
    endpoint('/oauth/token', limits.token, async (exchange) => [
      200,
      await exchangeToken(await formOf(exchange), context),
    ]),
    endpoint('/oauth/revoke', limits.token, async (exchange) => {
      await revoke(await formOf(exchange), context);
      return [200, {}];
    }),
    authorizeRoute(context, limits),
  ];
}

/** Where an app sends people to allow it. */
function authorizeRoute(
  context: OAuthContext,
  limits: { authorize: (exchange: Exchange) => void },
): RawRoute {
  return {
    method: 'GET',
    path: '/oauth/authorize',
    async handle(exchange) {
      try {
        limits.authorize(exchange);
        const sent = await authorize(exchange, context);
        if ('to' in sent) return sendTo(exchange, sent.to, context.baseUrl());
        show(exchange, strangerPage(sent), sent.fault, context.baseUrl());
      } catch (error) {
        if (!(error instanceof OAuthFault)) throw error;
        show(exchange, faultPage(error), error, context.baseUrl());
      }
    },
  };
}

/** @returns a function that throws OAuthFault when there were too many requests from an address */
function limiter(
  what: keyof typeof LIMITS,
  { addressOf, clock }: OAuthContext,
): (exchange: Exchange) => void {
  const take = createRateLimiter({ requests: LIMITS[what], windowSeconds: WINDOW_SECONDS });
  return (exchange) => {
    const { allowed, retryAfterSeconds } = take(addressOf(exchange), clock());
    if (allowed) return;
    const message = `too many requests from this address: try again in ${retryAfterSeconds} s`;
    throw new OAuthFault('temporarily_unavailable', message, retryAfterSeconds);
  };
}

const retryAfter = ({ retryAfterSeconds }: OAuthFault): Header[] =>
  retryAfterSeconds === undefined ? [] : [['retry-after', String(retryAfterSeconds)]];

/** An answer without JSON. */
const plainHeaders = (baseUrl: string): Header[] =>
  apiHeaders(baseUrl).filter(([name]) => name !== 'content-type');

function sendTo(exchange: Exchange, address: string, baseUrl: string): void {
  exchange.answer({ status: 302, headers: [...plainHeaders(baseUrl), ['location', address]], body: '' });
}

function show(exchange: Exchange, page: string, fault: OAuthFault, baseUrl: string): void {
  const headers = plainHeaders(baseUrl).filter(([name]) => name !== 'content-security-policy');
  const own: Header[] = [
    ['content-type', 'text/html; charset=utf-8'],
    ['content-security-policy', PAGE_POLICY],
  ];
  exchange.answer({ status: fault.status, headers: [...headers, ...own, ...retryAfter(fault)], body: page });
}
