/** One address can register, ask and exchange only so often, however many apps it names. */
import t from 'tap';
import type { Answer, Exchange } from '../../src/api/exchange.ts';
import type { OAuthContext } from '../../src/faces/oauth/context.ts';
import { LIMITS, oauthRoutes } from '../../src/faces/oauth/routes.ts';

/** Requests that are refused before they need anything: what counts is that each is counted. */
async function send(
  routes: ReturnType<typeof oauthRoutes>,
  path: string,
  from: string,
): Promise<Answer & { retryAfter: string | undefined }> {
  const route = routes.find((one) => one.path === path)!;
  const sent: Answer[] = [];
  const exchange: Partial<Exchange> = {
    address: from,
    query: '',
    header: () => '',
    answer: (answer) => void sent.push(answer),
  };
  await route.handle(exchange as Exchange, []);
  const [answer] = sent;
  return { ...answer!, retryAfter: answer!.headers.find(([name]) => name === 'retry-after')?.[1] };
}

for (const [path, limit] of [
  ['/oauth/register', LIMITS.register],
  ['/oauth/authorize', LIMITS.authorize],
  ['/oauth/token', LIMITS.token],
  ['/oauth/revoke', LIMITS.token],
] as const)
  void t.test(`${path} takes ${limit} requests of one address in ten minutes`, async (t) => {
    let now = 0;
    const context: Partial<OAuthContext> = {
      clock: () => now,
      baseUrl: () => 'https://troupe.example',
      addressOf: ({ address }) => address,
    };
    const routes = oauthRoutes(context as OAuthContext);
    for (let count = 0; count < limit; count += 1)
      if ((await send(routes, path, '192.0.2.1')).status !== 400) t.fail(`request ${count + 1} was refused`);
    const refused = await send(routes, path, '192.0.2.1');
    t.equal(refused.status, 429);
    t.ok(Number(refused.retryAfter) > 0);
    t.match(refused.body, /too many requests from this address/);
    t.equal((await send(routes, path, '192.0.2.2')).status, 400, 'another address goes on');
    now = 600_000;
    t.equal((await send(routes, path, '192.0.2.1')).status, 400, 'ten minutes later');
  });

void t.test('tokens are asked for and revoked out of one budget', async (t) => {
  const context: Partial<OAuthContext> = {
    clock: () => 0,
    baseUrl: () => 'https://troupe.example',
    addressOf: () => '192.0.2.1',
  };
  const routes = oauthRoutes(context as OAuthContext);
  for (let count = 0; count < LIMITS.token; count += 1)
    await send(routes, count % 2 === 0 ? '/oauth/token' : '/oauth/revoke', '');
  t.equal((await send(routes, '/oauth/token', '')).status, 429);
  t.equal((await send(routes, '/oauth/revoke', '')).status, 429);
});
