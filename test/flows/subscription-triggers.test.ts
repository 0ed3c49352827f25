/**
 * What makes the service ask whether a network still reports: each trigger alone, while no read of conversations comes to its
 * end. The network has ended the subscription and says nothing of it.
 */
import t from 'tap';
import { people, type People } from '../comments/people.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';

const MINUTE = 60_000;
const ENDED = /The network had ended the subscription and reported nothing from .* to .*\. It reports again/;

/** An instagram account whose messages cannot be read, and what ends its subscription. */
async function deafened(world: People) {
  const { sandbox, call, advance, service } = world.running;
  const control = controlOf(sandbox);
  sandbox.sandbox.faults.add({ kind: 'status', status: 503, network: 'instagram', call: 'conversations' });
  const receiving = async () => {
    const { accounts } = (await call('GET', '/v1/accounts')).body;
    return accounts.find(({ platform }) => platform === 'instagram').receiving;
  };
  const isSubscribed = async () => (await control('webhooks?network=instagram')).accounts.length > 0;
  /** Webhooks fail for an hour, of which the sandbox makes a minute. What is reported meanwhile is lost. */
  const endSubscription = async (lost: () => Promise<unknown>) => {
    await control('webhooks', { network: 'instagram', wrongSecret: true });
    await lost();
    await eventually(async () => {
      advance(10_000);
      await sandbox.sandbox.webhooks.settled();
      return !(await isSubscribed());
    });
    await control('webhooks', { network: 'instagram', wrongSecret: false });
  };
  /** When the subscription was checked last, epoch ms. */
  const checkedAt = async () => {
    const [row] = await service.sql<{ at: number }[]>`
      select (receiving ->> 'checkedAt')::float8 as at from accounts where platform = 'instagram'`;
    return row!.at;
  };
  return { receiving, isSubscribed, endSubscription, checkedAt };
}

void t.test('a sweep that finds a comment that no event brought asks the network', async (t) => {
  const world = await people(t, { subscribes: true });
  const { call, accounts, advance, service } = world.running;
  const { receiving, isSubscribed, endSubscription, checkedAt } = await deafened(world);
  const rule = { accountId: accounts['instagram'], keywords: ['link'], dmText: 'Here it is' };
  t.match(await call('POST', '/v1/comment-dm-rules', rule), { status: 200 });
  const before = await checkedAt();
  await endSubscription(() => world.act('instagram', 'ann', { say: 'nobody hears this' }));
  // a sweep that comes within minutes of a comment proves nothing: then the next comment does
  while (!(await isSubscribed())) {
    const id = await world.comment('instagram', 'ann', 'the link please');
    advance(6 * MINUTE);
    await eventually(async () => {
      advance(MINUTE / 2);
      return (await service.sql`select from comments where id = ${id}`).length > 0 || isSubscribed();
    });
  }
  t.ok((await checkedAt()) < before + 12 * 60 * MINUTE, 'long before the check of each day');
  t.match(await eventually(async () => (await receiving()).problem), ENDED);
  t.match(await receiving(), { summary: { missing: ENDED } });
});

void t.test('an account that is silent for an unusual time asks the network', async (t) => {
  const world = await people(t, { subscribes: true });
  const { advance, service } = world.running;
  const { receiving, isSubscribed, endSubscription, checkedAt } = await deafened(world);
  // somebody writes every minute, until that is usual
  for (let count = 1; count <= 25; count += 1) {
    await world.act('instagram', 'ann', { say: `message ${count}` });
    await eventually(
      async () => (await service.sql`select from direct_messages where text = ${`message ${count}`}`).length,
    );
    advance(MINUTE + 1_000);
  }
  const before = await checkedAt();
  await endSubscription(() => world.act('instagram', 'ann', { say: 'nobody hears this' }));
  const [quiet] = await service.sql<{ forMs: number }[]>`
    select (receiving ->> 'quietAt')::float8 - (receiving ->> 'lastEventAt')::float8 as "forMs"
    from accounts where platform = 'instagram'`;
  t.ok(quiet!.forMs < 6 * 60 * MINUTE, `${quiet!.forMs} ms of silence are unusual`);
  advance(quiet!.forMs);
  await eventually(isSubscribed);
  t.ok((await checkedAt()) < before + 12 * 60 * MINUTE, 'long before the check of each day');
  t.match(await eventually(async () => (await receiving()).problem), ENDED);
  t.match(await receiving(), { summary: { missing: ENDED } });
});
