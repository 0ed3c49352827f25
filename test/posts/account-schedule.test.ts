/** Posting schedules of single accounts (docs/contract.md, Scheduling): which posts take their slots. */
import t from 'tap';
import { startService } from '../support/service.ts';
import { join, newMate } from '../support/team.ts';

const running = await startService(t, { platforms: ['telegram', 'discord', 'mastodon'] });
const { call, accounts, workspaceId } = running;
const [telegram, discord, mastodon] = ['telegram', 'discord', 'mastodon'].map((one) => accounts[one]!);
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const daily = (time: string) => DAYS.map((day) => ({ day, time }));
const save = (slots: object[], accountId?: string) =>
  call('PUT', `/v1/posting-schedule${accountId === undefined ? '' : `?accountId=${accountId}`}`, { slots });
const read = async (accountId: string) =>
  (await call('GET', `/v1/posting-schedule?accountId=${accountId}`)).body.slots;
const post = async (accountIds: unknown[]) =>
  (await call('POST', '/v1/posts', { content: `Post ${Math.random()}`, accountIds, useNextSlot: true })).body
    .post;
const nextSlot = (accountIds: unknown[]) => call('GET', `/v1/next-slot?accountIds=${accountIds.join(',')}`);
const clockOf = ({ scheduledLocal }: { scheduledLocal: string }) => scheduledLocal.slice(11, 16);

void t.test(
  'a post takes the slots that all its accounts have as their own, else the workspace’s',
  async (t) => {
    t.equal((await save(daily('09:00'))).status, 200);
    t.same(await read(telegram!), [], 'it has none of its own');
    t.match(await save(daily('21:30'), telegram), { status: 200, body: { slots: daily('21:30') } });
    t.same(await read(telegram!), daily('21:30'));
    t.same(await read(discord!), []);

    t.equal(clockOf(await post([telegram])), '21:30');
    t.equal(clockOf(await post([discord])), '09:00');
    t.equal(clockOf(await post([telegram, discord])), '09:00', 'one of them has none');
    await save(daily('21:30').toReversed(), discord);
    t.equal(clockOf(await post([telegram, discord])), '21:30', 'the order of the slots says nothing');
    await save(daily('22:00'), discord);
    t.equal(clockOf(await post([telegram, discord])), '09:00', 'theirs are different');
    t.same((await save([], discord)).body.slots, []);
    t.same(await read(discord!), [], 'an empty list takes it away');
    t.equal(clockOf(await post([discord])), '09:00');
  },
);

void t.test('a slot of an account is taken by posts of this account alone', async (t) => {
  await save(daily('23:00'), telegram);
  await save(daily('23:00'), mastodon);
  const [first, other, second] = [await post([telegram]), await post([mastodon]), await post([telegram])];
  t.equal(first.scheduledAt, other.scheduledAt, 'posts of two accounts at the same time');
  t.ok(Date.parse(second.scheduledAt) > Date.parse(first.scheduledAt));
  const both = await post([telegram, mastodon]);
  t.ok(Date.parse(both.scheduledAt) > Date.parse(second.scheduledAt), 'taken where one of its accounts is');
  const { body } = await call('POST', '/v1/posts/validate', {
    content: 'What if',
    accountIds: [mastodon],
    useNextSlot: true,
  });
  t.equal(body.scheduledAt, second.scheduledAt, 'validate says the same');
  const draft = await call('POST', '/v1/posts', { content: 'Draft', accountIds: [mastodon], draft: true });
  const moved = await call('PATCH', `/v1/posts/${draft.body.post.id}`, { useNextSlot: true });
  t.equal(moved.body.post.scheduledAt, second.scheduledAt, 'and so does a change');
  const together = await Promise.all(Array.from({ length: 4 }, () => post([mastodon])));
  t.equal(new Set(together.map(({ scheduledAt }) => scheduledAt)).size, 4, 'at once, each its own');
});

void t.test('the next slot of accounts is the one that their post takes', async (t) => {
  for (const ids of [[telegram], [mastodon], [discord], [telegram, mastodon], [telegram, discord]]) {
    const slot = await nextSlot(ids);
    const { scheduledAt, scheduledLocal } = await post(ids);
    t.match(slot, { status: 200, body: { scheduledAt, scheduledLocal } }, ids.join());
    t.not((await nextSlot(ids)).body.scheduledAt, scheduledAt, 'and then it is taken');
  }
  t.match(await call('GET', '/v1/next-slot?accountIds='), { status: 400, body: { param: '/accountIds' } });
  const many = Array.from({ length: 101 }, (_, index) => `acc_${index}`);
  t.match(await nextSlot(many), { status: 400, body: { param: '/accountIds' } });
});

void t.test('accounts of other workspaces and of other people are not there', async (t) => {
  const neighbour = await running.neighbour();
  const theirs = neighbour.accounts['telegram']!;
  t.match(await save(daily('10:00'), theirs), { status: 404 });
  t.match(await call('GET', `/v1/posting-schedule?accountId=${theirs}`), { status: 404 });
  t.match(await nextSlot([telegram, theirs]), { status: 404 });
  const headers = { authorization: `Bearer ${neighbour.key}` };
  t.match(await call('GET', `/v1/posting-schedule?accountId=${theirs}`, undefined, headers), {
    body: { slots: [] },
  });
  const maya = await newMate(running, 'Maya');
  await join(running, workspaceId, { userId: maya.userId, role: 'editor' });
  t.match(await maya.ask('PUT', `/v1/posting-schedule?accountId=${telegram}`, { slots: [] }), {
    status: 403,
    body: { code: 'insufficient_role' },
  });
  await running.service.directory`
    update members set account_ids = ${[telegram!]} where user_id = ${maya.userId}`;
  running.service.context.forgetPrincipals();
  t.match(await maya.ask('GET', `/v1/posting-schedule?accountId=${telegram}`), { status: 200 });
  t.match(await maya.ask('GET', `/v1/posting-schedule?accountId=${mastodon}`), { status: 404 });
  t.match(await maya.ask('GET', `/v1/next-slot?accountIds=${telegram}`), { status: 200 });
  t.match(await maya.ask('GET', `/v1/next-slot?accountIds=${telegram},${mastodon}`), { status: 404 });
  await running.service.directory`
    update members set account_ids = ${[telegram!, mastodon!]} where user_id = ${maya.userId}`;
  running.service.context.forgetPrincipals();
  t.match(await maya.ask('GET', `/v1/next-slot?accountIds=${telegram},${mastodon}`), { status: 200 });
});
