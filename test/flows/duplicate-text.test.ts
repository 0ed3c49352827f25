/** An account that gets the same text twice within a day is named in a warning (docs/contract.md, Validate). */
import t from 'tap';
import { findPostsOfTexts } from '../../store/same-texts.ts';
import { testDatabase } from '../support/database.ts';
import { type RunningService, startService } from '../support/service.ts';

const HOUR = 3_600_000;
const PLATFORMS = ['telegram', 'discord'];

/** Creates a post on telegram alone, unless the body says otherwise. */
async function create({ call, accounts }: RunningService, body: object) {
  const answer = await call('POST', '/v1/posts', {
    content: 'Boats',
    accountIds: [accounts['telegram']],
    ...body,
  });
  t.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.post;
}

const inHours = (hours: number) => ({ scheduledAt: new Date(Date.now() + hours * HOUR).toISOString() });

void t.test(
  'a create, a PATCH and validate warn of the same text within 24 hours, before or after',
  async (t) => {
    const running = await startService(t, { platforms: PLATFORMS });
    const { call, accounts, until } = running;
    const first = await create(running, { publishNow: true });
    t.same(first.warnings, []);
    await until(first.id, ({ status }) => status === 'published');
    const warning = `${accounts['telegram']} (telegram): the account gets the same text within 24 hours from ${first.id}.`;
    const both = { accountIds: [accounts['telegram'], accounts['discord']] };
    t.same((await create(running, { ...inHours(23), ...both })).warnings, [warning], 'not for discord');
    t.same((await create(running, { ...inHours(60) })).warnings, []);
    t.match(
      (await create(running, inHours(48 + 35))).warnings,
      [/same text/],
      'a planned post counts, in the hours before it as in those after it',
    );
    t.same((await create(running, { content: 'boats', publishNow: true })).warnings, [], 'another text');
    t.same((await create(running, { draft: true })).warnings, [], 'a draft is not sent');

    const draft = await create(running, { content: 'Ships', draft: true });
    const path = `/v1/posts/${draft.id}` as const;
    t.same((await call('PATCH', path, inHours(30))).body.post.warnings, [], 'itself is no other post');
    t.match((await call('PATCH', path, { content: 'Boats', ...inHours(1) })).body.post.warnings, [
      /same text/,
    ]);
    t.same(
      (await call('PATCH', path, { content: 'Ferries' })).body.post.warnings,
      [],
      'the warning goes with its cause',
    );

    const { body } = await call('POST', '/v1/posts/validate', {
      content: 'Boats',
      ...both,
      publishNow: true,
    });
    t.ok(body.valid, 'it is never a refusal');
    t.match(body.accounts[0].warningDetails, [{ code: 'duplicate_text', param: '/content' }]);
    t.same(body.accounts[1].warnings.filter((line: string) => line.includes('same text within')).length, 1);
  },
);

void t.test('the text that counts is the one that the account gets', async (t) => {
  const running = await startService(t, { platforms: PLATFORMS });
  const { call, accounts } = running;
  const both = { accountIds: [accounts['telegram'], accounts['discord']], ...inHours(2) };
  await create(running, { ...both, overrides: [{ platforms: ['telegram'], content: 'For telegram' }] });
  t.same((await create(running, inHours(3))).warnings, [], 'telegram got its own text');
  t.match((await create(running, { content: 'For telegram', ...inHours(3) })).warnings, [/same text/]);
  const { body } = await call('POST', '/v1/posts/validate', {
    ...both,
    content: 'Other',
    overrides: [{ accountIds: [accounts['discord']], content: 'Boats' }],
  });
  t.match(body.accounts[1].warningDetails, [{ code: 'duplicate_text', param: '/overrides/0/content' }]);
  t.same(body.accounts[0].warningDetails, []);
});

void t.test('a post that failed on the account does not count', async (t) => {
  const running = await startService(t, { platforms: PLATFORMS });
  const { accounts, until, sandbox } = running;
  sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
  const both = { accountIds: [accounts['telegram'], accounts['discord']], publishNow: true };
  const partial = await create(running, both);
  await until(partial.id, ({ status }) => status === 'published');
  const { warnings } = await create(running, { accountIds: both.accountIds, ...inHours(1) });
  t.match(warnings, [/\(telegram\)/]);
  t.equal(warnings.length, 1, 'discord did not get it');
  sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
  const ships = { content: 'Ships', accountIds: [accounts['discord']], publishNow: true };
  const failed = await create(running, ships);
  await until(failed.id, ({ status }) => status === 'failed');
  t.same((await create(running, ships)).warnings, []);
});

void t.test('a post that takes the next slot is compared at the time of the slot', async (t) => {
  const running = await startService(t, { platforms: PLATFORMS });
  const first = await create(running, { useNextSlot: true });
  t.same(first.warnings, []);
  const slots = [];
  for (let count = 0; count < 3; count += 1) slots.push(await create(running, { useNextSlot: true }));
  const times = [first, ...slots].map(({ scheduledAt }) => Date.parse(scheduledAt));
  for (const [index, { warnings }] of slots.entries()) {
    const isNear = times.slice(0, index + 1).some((time) => Math.abs(time - times[index + 1]!) <= 24 * HOUR);
    t.equal(warnings.length, isNear ? 1 : 0, `slot ${index + 1}`);
  }
});

void t.test('another workspace with the same text is not looked at', async (t) => {
  const { url, sql } = await testDatabase(t);
  const post = await create(await startService(t, { platforms: PLATFORMS, databaseUrl: url }), inHours(2));
  const [row] = await sql<
    { workspaceId: string }[]
  >`select workspace_id as "workspaceId" from posts where id = ${post.id}`;
  const period = { text: 'Boats', from: Date.now(), to: Date.now() + 24 * HOUR };
  const found = await findPostsOfTexts(sql, [
    { workspaceId: 'ws_other', ...period },
    { workspaceId: row!.workspaceId, ...period },
  ]);
  t.same(
    found.map((posts) => posts.map(({ id }) => id)),
    [[], [post.id]],
  );
});
