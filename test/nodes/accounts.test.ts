/** An expiring token is refreshed once over all nodes, even if one of them dies. */
// Long test: it starts and kills several nodes; test/machines/account.test.ts and test/flows/accounts.test.ts guard a refresh at every change.
import t from 'tap';
import { longTest } from '../support/long.ts';
import { allPublished, pair, publish, until } from '../support/pair.ts';

const HOUR = 3_600_000;
const PUT_RECORD = 'com.atproto.repo.putRecord';
const REFRESH = 'com.atproto.server.refreshSession';

longTest('50 posts on two nodes find an expired token at once, and it is refreshed once', async (t) => {
  const { nodes, sandbox, sql, calls, accounts, networksAhead } = await pair(t);
  networksAhead(3 * HOUR); // an access token is valid for two
  // each call is sent with the old token before the first response
  sandbox.faults.add({ kind: 'held', network: 'bluesky', call: PUT_RECORD, delayMs: 4_000, times: 50 });
  const ids = await Promise.all(
    Array.from({ length: 50 }, (_, n) => publish(nodes[n % 2]!, accounts['bluesky']!, `Post ${n}`)),
  );
  await allPublished(sql, ids);
  const refused = sandbox.calls
    .entries({ network: 'bluesky' })
    .filter(({ call, status }) => call === PUT_RECORD && status === 400).length;
  t.equal(refused, 50, 'each was refused once');
  t.equal(calls('bluesky', REFRESH), 1);
  t.equal(calls('bluesky', 'com.atproto.server.createSession'), 0);
  const texts = sandbox.ledger.entries({ network: 'bluesky' }).map(({ text }) => text);
  t.equal(texts.length, 50);
  t.equal(new Set(texts).size, 50, 'nothing twice');
  const [row] = await sql<{ version: number; tries: number }[]>`
    select credentials_version as version, refresh_tries as tries from accounts where platform = 'bluesky'`;
  t.strictSame(row, { version: 2, tries: 0 });
});

void t.test('killed between the network’s response and the commit of a token that works once', async (t) => {
  const { nodes, sandbox, sql, calls, accounts, networksAhead } = await pair(t);
  const [first, second] = nodes;
  networksAhead(3 * HOUR);
  sandbox.faults.add({ kind: 'slow', network: 'bluesky', call: REFRESH, delayMs: 300_000, times: 1 });
  const id = await publish(first, accounts['bluesky']!, 'Hello');
  const [owner] = await until('the right to ask is committed before the call', async () => {
    const rows = await sql<
      { node: string }[]
    >`select refresh_by as node from accounts where refresh_by is not null`;
    return rows.length > 0 && rows;
  });
  t.ok(owner!.node);
  await until('the network has handed out new tokens', () => sandbox.faults.list().length === 0);
  await first.kill();
  // the lease of the dead node ends, and the other node asks again: the old token is used up, the app password is not
  await allPublished(sql, [id]);
  t.ok(calls('bluesky', REFRESH) >= 1);
  t.equal(calls('bluesky', 'com.atproto.server.createSession'), 1);
  t.equal(sandbox.ledger.entries({ network: 'bluesky' }).length, 1);
  const { accounts: shown } = await second.call('GET', '/v1/accounts');
  t.match(
    shown.find(({ platform }: { platform: string }) => platform === 'bluesky'),
    { status: 'healthy', warning: null },
  );
});
