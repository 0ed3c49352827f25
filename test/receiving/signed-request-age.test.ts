/** Meta's signed requests expire, at both addresses and for each of its networks. */
import { createHmac } from 'node:crypto';
import t from 'tap';
import { ageFault } from '../../src/features/receiving/removal-routes.ts';
import { startService } from '../support/service.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOW = Date.UTC(2026, 10, 27, 9);

void t.test('the age of a signed request is between 36 hours and 5 minutes ahead', async (t) => {
  const cases: [number | null, RegExp | null][] = [
    [NOW, null],
    [NOW - 36 * HOUR_MS, null],
    [NOW - 36 * HOUR_MS - 1, /^signed_request has expired: it was issued more than 36 hours ago$/],
    [NOW + 5 * MINUTE_MS, null],
    [NOW + 5 * MINUTE_MS + 1, /^signed_request was issued more than 5 minutes in the future/],
    [null, /^signed_request has no issued_at/],
  ];
  for (const [issuedAt, fault] of cases)
    if (fault === null) t.equal(ageFault(issuedAt, NOW), null);
    else t.match(ageFault(issuedAt, NOW), fault);
});

void t.test('a signed request that is too old, too new or without a time changes nothing', async (t) => {
  const platforms = ['instagram', 'facebook', 'threads'];
  const { baseUrl, sandbox, service } = await startService(t, { platforms });
  const { sql } = service;
  await sql`update accounts set login_id = 'person-1'`;
  const send = async (platform: string, kind: string, issuedAt: number | null) => {
    const { app } = sandbox.sandbox.networks().find((one) => one.platform === platform)!;
    const facts = {
      algorithm: 'HMAC-SHA256',
      user_id: 'person-1',
      ...(issuedAt !== null && { issued_at: Math.floor(issuedAt / 1000) }),
    };
    const payload = Buffer.from(JSON.stringify(facts)).toString('base64url');
    const signature = createHmac('sha256', app!.clientSecret).update(payload).digest('base64url');
    const response = await fetch(`${baseUrl}/inbound/${platform}/${kind}`, {
      method: 'POST',
      body: new URLSearchParams({ signed_request: `${signature}.${payload}` }),
    });
    return { status: response.status, body: await response.text() };
  };
  const stateOf = () => sql`
    select accounts.platform, actors.status from accounts join actors on actors.id = accounts.id order by 1`;
  const before = await stateOf();
  for (const platform of platforms)
    for (const kind of ['deauthorize', 'deletion']) {
      const at = `${platform}, ${kind}`;
      t.match(
        await send(platform, kind, Date.now() - 37 * HOUR_MS),
        { status: 401, body: /has expired/ },
        at,
      );
      t.match(await send(platform, kind, Date.now() + HOUR_MS), { status: 401, body: /in the future/ }, at);
      t.match(await send(platform, kind, null), { status: 401, body: /no issued_at/ }, at);
    }
  t.same(await stateOf(), before);
  t.equal((await send('threads', 'deletion', Date.now() - 35 * HOUR_MS)).status, 200);
  t.equal((await stateOf()).length, before.length - 1);
});
