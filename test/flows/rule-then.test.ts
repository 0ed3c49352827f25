/** A rule whose `then` names an automation: it starts with the person's first answer to the rule's message. */
import t from 'tap';
import { withRule } from '../comments/with-rule.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';

/** A rule for `link` whose answers start the automation `then`, and an automation for any other message. */
async function withThen(t: Parameters<typeof withRule>[0], reentry: 'once' | 'always' = 'always') {
  const world = await withRule(t, { publicReplies: [] });
  const { call, accounts, sandbox } = world.running;
  const make = async (name: string, trigger: object, text: string) => {
    const made = await call('POST', '/v1/dm-automations', {
      accountId: accounts['instagram'],
      name,
      trigger,
      steps: [{ type: 'message', text }],
      reentry,
      cooldownHours: 0,
    });
    t.equal(made.status, 200, JSON.stringify(made.body));
    return made.body.automation;
  };
  const named = await make('then', { type: 'keyword', keywords: ['nobody writes this'] }, 'You answered');
  const any = await make('any', { type: 'any_message' }, 'You wrote');
  const path = `/v1/comment-dm-rules/${world.rule.id}` as const;
  const patched = await call('PATCH', path, { then: { automationId: named.id } });
  t.match(patched, { status: 200, body: { rule: { then: { automationId: named.id } } } });
  const say = (username: string, words: string) =>
    controlOf(sandbox)('people', { network: 'instagram', person: { username }, act: { say: words } });
  const runsOf = async ({ id }: { id: string }) =>
    (await call('GET', `/v1/dm-automations/${id}/runs`)).body.runs;
  const ended = (automation: { id: string }, count: number) =>
    eventually(async () => {
      const runs = await runsOf(automation);
      return runs.filter(({ status }) => status === 'ended').length === count;
    });
  const answered = async (username: string) => {
    const entry = await world.entry(await world.comment(username, 'link'), (one) => one.status === 'sent');
    await eventually(async () => {
      const [row] = await world.running.service.sql`
        select from comments where id = ${entry.comment.id} and recipient_id is not null`;
      return row !== undefined;
    });
  };
  const stats = async () => (await call('GET', '/v1/comment-dm-rules')).body.rules[0].stats;
  return { ...world, named, any, path, say, runsOf, ended, answered, stats };
}

void t.test('the first answer starts it, before every trigger; the next one does not', async (t) => {
  const { answered, say, ended, runsOf, named, any, stats } = await withThen(t);
  await answered('ann');
  t.equal((await stats()).answered, 0);
  await say('ann', 'thank you');
  await ended(named, 1);
  t.strictSame(await runsOf(any), [], 'the trigger that matches too was not asked');
  t.equal((await stats()).answered, 1);
  await say('ann', 'one more question');
  await ended(any, 1);
  t.equal((await runsOf(named)).length, 1);
  t.equal((await stats()).answered, 1, 'she is counted once for the message');

  // somebody who got no message of the rule
  await say('bob', 'hello');
  await ended(any, 2);
  t.equal((await runsOf(named)).length, 1);
  t.equal((await stats()).answered, 1);
});

void t.test('where it does not take the person again, the triggers apply', async (t) => {
  const { answered, say, ended, runsOf, named, any, running, rule, stats } = await withThen(t, 'once');
  await answered('ann');
  await say('ann', 'thank you');
  await ended(named, 1);
  await running.call('POST', `/v1/comment-dm-rules/${rule.id}/forget`, { username: 'ann' });
  await running.service.sql`delete from rule_people`;
  await answered('ann');
  await say('ann', 'thanks again');
  await ended(any, 1);
  t.equal((await runsOf(named)).length, 1);
  t.equal((await stats()).answered, 2);
});

void t.test('the activity and the numbers say who has seen the message, and who wrote back', async (t) => {
  const { answered, say, ended, named, stats, events, running } = await withThen(t);
  await answered('ann');
  await answered('bob');
  t.match(await stats(), { seen: 0, answered: 0 });
  const people = controlOf(running.sandbox);
  await people('people', { network: 'instagram', person: { username: 'bob' }, act: { read: true } });
  await eventually(async () => (await stats()).seen === 1);
  await say('ann', 'thank you');
  await ended(named, 1);
  t.match(await stats(), { seen: 2, answered: 1 });
  t.match(await events(), [
    { comment: { from: { username: 'bob' } }, seenAt: String, answeredAt: null },
    { comment: { from: { username: 'ann' } }, seenAt: String, answeredAt: String },
  ]);
});

void t.test('testers start it and are not counted', async (t) => {
  const { answered, say, ended, named, running, stats } = await withThen(t);
  await running.call('PUT', '/v1/comment-dm-rules/settings', {
    accountId: running.accounts['instagram'],
    testers: ['tess'],
  });
  await answered('tess');
  await say('tess', 'thank you');
  await ended(named, 1);
  t.equal((await stats()).answered, 0);
});

void t.test('pausing or deleting the automation names its rules, which go on without it', async (t) => {
  const { answered, say, ended, runsOf, named, any, path, running, rule } = await withThen(t);
  const { call } = running;
  const warning = { code: 'rules_go_on', path: '/active', message: new RegExp(`${rule.id} .“link”`) };
  const paused = await call('PATCH', `/v1/dm-automations/${named.id}`, { active: false });
  t.match(
    paused.body.warnings.filter(({ code }) => code === 'rules_go_on'),
    [warning],
  );
  await answered('ann');
  await say('ann', 'thank you');
  await ended(any, 1);
  t.strictSame(await runsOf(named), []);
  const deleted = await call('DELETE', `/v1/dm-automations/${named.id}`);
  t.match(deleted, { status: 200, body: { id: named.id, deleted: true, warnings: [warning] } });
  const shown = async () => (await call('GET', '/v1/comment-dm-rules')).body.rules[0].then;
  t.equal(await shown(), null);
  t.equal((await call('PATCH', path, { keywords: ['other'] })).status, 200);
  t.equal(await shown(), null);
  const other = await call('DELETE', `/v1/dm-automations/${any.id}`);
  t.strictSame(other.body.warnings, []);
});

void t.test('what `then` refuses', async (t) => {
  const { call, path, running } = await withThen(t).then((world) => ({ ...world, call: world.running.call }));
  const unknown = 'dma_01JD0000000000000000000009';
  for (const [method, to, body] of [
    ['PATCH', path, {}],
    [
      'POST',
      '/v1/comment-dm-rules',
      { accountId: running.accounts['instagram'], keywords: ['a'], dmText: 'b' },
    ],
  ] as const) {
    t.match(await call(method, to, { ...body, then: { automationId: unknown } }), {
      status: 404,
      body: { param: '/then/automationId' },
    });
    t.match(await call(method, to, { ...body, then: {} }), { status: 400, body: { param: '/then' } });
    t.match(await call(method, to, { ...body, then: 'flow' }), { status: 400, body: { param: '/then' } });
  }
  const none = await call('PATCH', path, { then: null });
  t.match(none, { status: 200, body: { rule: { then: null } } });
});
