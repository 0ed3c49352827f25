/** People and comment-to-DM rules: who asked for no more messages, testers, forgetting, and the pace of public replies. */
import type { Sql } from '../../store/connect.ts';
import t from 'tap';
import type { Test } from 'tap';
import { kinds } from '../../src/kinds/index.ts';
import { prune } from '../../src/service/retention.ts';
import { people } from '../comments/people.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { eventually } from '../support/eventually.ts';
import type { ReadSchema } from '../support/typed-calls.ts';

/** A service with a rule for `link`, and people who comment and write. */
async function withRule(t: Test, more: object = {}) {
  const world = await people(t, { subscribes: true });
  const { call, accounts } = world.running;
  const accountId = accounts['instagram']!;
  world.running.advance(2_000); // the network counts whole seconds: what was made in this one is history
  const made = await call('POST', '/v1/comment-dm-rules', {
    accountId,
    keywords: ['link'],
    dmText: 'Here it is',
    publicReplies: [],
    ...more,
  });
  t.equal(made.status, 200, JSON.stringify(made.body));
  const { rule } = made.body;
  const path = `/v1/comment-dm-rules/${rule.id}` as const;
  /** Somebody comments, and it is waited for what comes of it. */
  const comment = async (
    username: string,
    text: string,
    isWanted = (one: ReadSchema<'CommentRuleActivity'>) => one.status !== 'queued',
  ) => {
    const id = await world.comment('instagram', username, text);
    return entry(id, isWanted);
  };
  const entry = (id: string, isWanted: (one: ReadSchema<'CommentRuleActivity'>) => boolean) =>
    eventually(async () => {
      const { events } = (await call('GET', `${path}/events?queued=true`)).body;
      return events.find((one) => one.comment.id === id && isWanted(one));
    });
  const stats = async () => (await call('GET', '/v1/comment-dm-rules')).body.rules[0].stats;
  const conversation = (isWanted: (one: ReadSchema<'Conversation'>) => boolean) =>
    eventually(async () => {
      const { conversations } = (await call('GET', '/v1/inbox')).body;
      return conversations.find(isWanted);
    });
  const say = (username: string, text: string) => world.act('instagram', username, { say: text });
  return { ...world, accountId, path, comment, entry, stats, conversation, say, call };
}

void t.test('STOP ends the messages of rules to a person; START and a switch bring them back', async (t) => {
  const world = await withRule(t);
  const { comment, say, conversation, call } = world;
  await say('ann', 'Please do not stop baking');
  const { id } = await conversation(({ contact }) => contact.username === 'ann' || contact.id !== null);
  const state = (isOut: boolean) =>
    conversation((one) => one.id === id && (one.optedOutAt !== null) === isOut);
  t.equal((await state(false)).optedOutAt, null, 'only as the whole message');
  await say('ann', 'Stop!');
  t.match(await state(true), { optedOutAt: String });
  t.match(await comment('ann', 'link'), { status: 'skipped', reason: 'opted_out', dm: null });
  t.match(await comment('bob', 'link'), { status: 'sent' }, 'others get theirs');
  await say('ann', 'start');
  await state(false);
  t.match(await comment('ann', 'link again'), { status: 'sent' });

  const path = `/v1/inbox/${id}/opted-out` as const;
  t.match(await call('POST', path, {}), { status: 200, body: { conversation: { optedOutAt: String } } });
  t.match(await comment('ann', 'link'), { status: 'skipped', reason: 'opted_out' });
  t.match(await call('POST', path, { optedOut: false }), {
    body: { conversation: { optedOutAt: null } },
  });
  t.match(await comment('ann', 'the link'), { status: 'skipped', reason: 'duplicate' });

  await call('POST', path, {});
  t.equal((await call('DELETE', `/v1/inbox/${id}`)).status, 200);
  world.running.advance(2_000); // the network counts whole seconds: what was made in this one is deleted too
  t.match(await comment('ann', 'link, please'), { status: 'skipped', reason: 'opted_out' }, 'also forgotten');
});

void t.test(
  'a message that waits to be sent again ends with STOP, and says that it may have arrived',
  async (t) => {
    const world = await withRule(t);
    const { comment, say, conversation, running, entry } = world;
    await say('ann', 'hello');
    await conversation(({ contact }) => contact.id !== null);
    world.fail('instagram', { kind: 'status', status: 503 }, 'messages');
    const { comment: written } = await comment('ann', 'link', () => true);
    await eventually(async () => {
      const [act] = await running.service.sql`
      select from actors where kind = 'comment_act' and snapshot ->> 'value' = 'waiting'`;
      return act !== undefined;
    });
    await say('ann', 'STOP');
    await conversation(({ optedOutAt }) => optedOutAt !== null);
    const isOver = ({ status }: ReadSchema<'CommentRuleActivity'>) => status !== 'queued';
    const ended = await eventually(async () => {
      running.advance(10_000);
      const one = await entry(written.id, () => true);
      return isOver(one) && one;
    });
    t.match(ended, {
      status: 'failed',
      reason: /asked for no more messages; an earlier try may have arrived/,
    });
    const { messages } = await controlOf(running.sandbox)('people?network=instagram&username=ann');
    t.notOk(
      messages.some(({ byAccount }: { byAccount: boolean }) => byAccount),
      'nothing was sent again',
    );
  },
);

void t.test('the words are a setting of the workspace, and a wrong one is named', async (t) => {
  const { comment, say, conversation, call } = await withRule(t);
  const settings = { keepMessagesDays: null, copyFiles: true };
  t.match((await call('GET', '/v1/inbox-settings')).body, {
    stopWords: ['stop', /./],
    startWords: ['start', /./],
  });
  t.match(await call('PUT', '/v1/inbox-settings', { ...settings, stopWords: ['ok', '\u200b'] }), {
    status: 400,
    body: { param: '/stopWords/1' },
  });
  t.match(await call('PUT', '/v1/inbox-settings', { ...settings, stopWords: ['Genug'] }), {
    status: 200,
    body: { stopWords: ['Genug'], startWords: ['start', /./] },
  });
  await say('ann', 'stop');
  await say('bob', 'genug.');
  await conversation(({ optedOutAt }) => optedOutAt !== null);
  t.match(await comment('ann', 'link'), { status: 'sent' });
  t.match(await comment('bob', 'link'), { reason: 'opted_out' });
});

void t.test(
  'a tester gets every message, is marked, and is not counted; a person can be forgotten',
  async (t) => {
    const { comment, stats, call, accountId, path } = await withRule(t);
    const set = { accountId, testers: ['@Tess'] };
    t.match(await call('PUT', '/v1/comment-dm-rules/settings', set), {
      status: 200,
      body: { settings: { accountId, testers: ['tess'], evenPace: false, publicReplySeconds: 30 } },
    });
    t.match(await comment('tess', 'link'), { status: 'sent', test: true });
    t.match(await comment('tess', 'link once more'), { status: 'sent', test: true });
    t.match(await stats(), { triggered: 0, sent: 0, skipped: 0 });

    t.match(await comment('ann', 'link'), { status: 'sent', test: false });
    t.match(await comment('ann', 'link!'), { status: 'skipped', reason: 'duplicate' });
    t.match(await call('POST', `${path}/forget`, { person: 'nobody' }), { body: { forgotten: false } });
    t.match(await call('POST', `${path}/forget`, { person: '@Ann' }), {
      status: 200,
      body: { forgotten: true },
    });
    t.match(await comment('ann', 'link?'), { status: 'sent' });
    t.match(await stats(), { triggered: 3, sent: 2, skipped: 1 });
  },
);

void t.test('public replies are posted one after the other, and what is too late is left out', async (t) => {
  const world = await withRule(t, { publicReplies: ['Sent!'], publicReplyLateMinutes: 9 });
  const { comment, call, accountId, path, running } = world;
  await call('PUT', '/v1/comment-dm-rules/settings', { accountId, publicReplySeconds: 360 });
  const isSent = ({ status, publicReply }: ReadSchema<'CommentRuleActivity'>) =>
    status === 'sent' &&
    (publicReply.id !== null || publicReply.held !== null || publicReply.skipped !== null);
  t.match(await comment('ann', 'link', isSent), { publicReply: { id: String, held: null, skipped: null } });
  const second = await comment('bob', 'link', isSent);
  t.match(second, { publicReply: { id: null, held: 'paced', nextAt: String } });
  t.match(await comment('cleo', 'link', isSent), {
    publicReply: { id: null, skipped: 'late', nextAt: null },
  });
  // the second turn comes after 360 to 480 seconds, and a third one after 720 at least
  running.advance(482_000);
  const posted = await world.entry(second.comment.id, ({ publicReply }) => publicReply.id !== null);
  t.match(posted, { publicReply: { held: 'paced', error: null, nextAt: null } });
  t.match((await call('PATCH', path, { publicReplyLateMinutes: null })).body.rule, {
    publicReplyLateMinutes: null,
  });
});

void t.test('a reply that is taken for spam stops public replies for a day; messages go on', async (t) => {
  const world = await withRule(t, { publicReplies: ['Sent!'] });
  const { comment, call, accountId, running, service } = { ...world, service: world.running.service };
  await call('PUT', '/v1/comment-dm-rules/settings', { accountId, publicReplySeconds: 0 });
  const { faults } = running.sandbox.sandbox;
  faults.add({
    network: 'instagram',
    call: 'replies/post',
    kind: 'status',
    status: 400,
    code: 368,
    times: 1,
  });
  const failed = await comment('ann', 'link', ({ publicReply }) => publicReply?.error != null);
  t.match(failed, { status: 'sent', publicReply: { id: null, error: String } });
  const settings = () => call('GET', `/v1/comment-dm-rules/settings?accountId=${accountId}`);
  await eventually(async () => (await settings()).body.settings.publicRepliesOffUntil !== null);
  const held = await comment('bob', 'link', ({ publicReply }) => publicReply?.held === 'breaker');
  t.match(held, { status: 'sent', dm: { messageId: String }, publicReply: { id: null, nextAt: String } });
  const [row] = await service.sql`select public_replies_off_until as until from answering_settings`;
  t.ok(row!['until'], 'it is stored: a restart does not forget it');
  running.advance(24 * 3_600_000 + 1_000);
  await world.entry(held.comment.id, ({ publicReply }) => publicReply.id !== null);
  t.match((await settings()).body.settings, { publicRepliesOffUntil: null });
});

void t.test('message access that is switched off holds the queue, and one message tries again', async (t) => {
  const world = await withRule(t);
  const { comment, call, accountId, running } = world;
  const { faults } = running.sandbox.sandbox;
  const messages = { network: 'instagram', call: 'messages', kind: 'status' as const };
  faults.add({ ...messages, status: 403, code: 200, subcode: 2_534_041 });
  const isHeld = ({ status, reason, place }: ReadSchema<'CommentRuleActivity'>) =>
    status === 'queued' && reason !== null && place !== null;
  const [first, second] = [await comment('ann', 'link', isHeld), await comment('bob', 'link', isHeld)];
  t.match(first, { place: 1, nextAt: String });
  t.match(second, { place: 2, reason: first.reason });
  t.match((await call('GET', `/v1/comment-dm-rules/settings?accountId=${accountId}`)).body.settings, {
    heldReason: first.reason,
  });
  faults.clear('instagram');
  const isSent = ({ status }: ReadSchema<'CommentRuleActivity'>) => status === 'sent';
  running.advance(5 * 60_000 + 1_000);
  await eventually(async () => {
    const { sent } = await world.stats();
    return sent > 0;
  });
  running.advance(5 * 60_000 + 1_000);
  for (const { comment: of } of [first, second]) await world.entry(of.id, isSent);
  t.match(await world.stats(), { sent: 2, failed: 0, queued: 0 });
});

void t.test('a second comment of a person gets the message when the first one cannot', async (t) => {
  const world = await withRule(t);
  const { comment, running } = world;
  const { faults } = running.sandbox.sandbox;
  faults.add({
    network: 'instagram',
    call: 'messages',
    kind: 'status',
    status: 403,
    code: 200,
    subcode: 2_534_041,
  });
  const isQueued = ({ status }: ReadSchema<'CommentRuleActivity'>) => status === 'queued';
  const isHeld = (one: ReadSchema<'CommentRuleActivity'>) => isQueued(one) && one.reason !== null;
  const [taken, kept] = [await comment('ann', 'link', isHeld), await comment('bob', 'link', isHeld)];
  const [anns, bobs] = [
    await comment('ann', 'link please', isQueued),
    await comment('bob', 'link!', isQueued),
  ];
  t.match([anns, bobs], [{ place: null }, { place: null }], 'they take no places of others');
  await world.act('instagram', 'ann', { delete: { commentId: taken.comment.id } });
  faults.clear('instagram');
  const ended = (one: ReadSchema<'CommentRuleActivity'>) =>
    eventually(async () => {
      running.advance(60_000);
      const { events } = (await world.call('GET', `${world.path}/events?queued=true`)).body;
      return events.find((found) => found.id === one.id && found.status !== 'queued');
    });
  t.match(await ended(taken), { status: 'failed' });
  t.match(await ended(anns), { status: 'sent' });
  t.match(await ended(kept), { status: 'sent' });
  t.match(await ended(bobs), { status: 'skipped', reason: 'duplicate' });
  t.match(await world.stats(), { sent: 2, failed: 1, queued: 0, skippedBy: { duplicate: 1 } });
});

void t.test('disconnecting an account ends its rules, and what waits is not sent', async (t) => {
  const world = await withRule(t);
  const { comment, call, accountId, running } = world;
  const { sql } = running.service;
  const body = { accountId, keywords: ['menu'], dmText: 'The menu', publicReplies: [], active: false };
  t.equal((await call('POST', '/v1/comment-dm-rules', body)).status, 200, 'a rule that is paused');
  t.match(await comment('ann', 'link'), { status: 'sent' });
  running.sandbox.sandbox.faults.add({
    network: 'instagram',
    call: 'messages',
    kind: 'status',
    status: 403,
    code: 200,
    subcode: 2_534_041,
  });
  await comment('bob', 'link', ({ status, reason }) => status === 'queued' && reason !== null);
  t.match(await call('DELETE', `/v1/accounts/${accountId}`), { status: 200 });
  const rules = () => sql`select shown, status from actors where kind = 'comment_rule'`;
  const isEnded = async () => (await rules()).every(({ status }) => status === 'done');
  t.ok(await eventually(isEnded), 'both rules');
  t.strictSame(
    (await rules()).map(({ shown }) => shown),
    ['deleted', 'deleted'],
  );
  t.strictSame((await call('GET', '/v1/comment-dm-rules')).body, { rules: [] });
  running.sandbox.sandbox.faults.clear('instagram');
  running.advance(5 * 60_000 + 1_000);
  const answers = () =>
    sql`select shown from actors where kind = 'private_reply' and status = 'done' order by id`;
  await eventually(async () => (await answers()).length === 2);
  t.strictSame(
    (await answers()).map(({ shown }) => shown),
    ['sent', 'skipped'],
  );
  const pruneAt = (days: number) =>
    prune(
      { sql, directory: running.service.directory },
      kinds,
      running.service.context.clock() + days * 24 * 3_600_000,
    );
  t.match(await pruneAt(89), { deletedRules: 0 });
  t.match(await pruneAt(91), { deletedRules: 2 });
});

void t.test('what is known of a person is read beside the conversation', async (t) => {
  const world = await withRule(t);
  const { comment, say, conversation, call, accountId, post, running } = world;
  const { id: automationId } = (
    await call('POST', '/v1/dm-automations', {
      accountId,
      name: 'Opening hours',
      trigger: { type: 'keyword', keywords: ['hours'] },
      steps: [{ type: 'message', text: 'From 8 to 6.' }],
      active: true,
    })
  ).body.automation;
  await say('zoe', 'hello');
  const zoe = await conversation(({ contact }) => contact.username === 'zoe');
  const past = async (id: string) => (await call('GET', `/v1/inbox/${id}/person`)).body;
  const none = { comments: 0, runs: 0, ruleAnswers: 0 };
  t.strictSame(await past(zoe.id), { comments: [], runs: [], ruleAnswers: [], counts: none });

  const { comment: first, id: entryId } = await comment('zoe', 'the link please');
  const { id: secondEntry } = await comment('zoe', 'link again');
  await comment('bob', 'link for me');
  await say('zoe', 'hours');
  const read = await eventually(async () => {
    const body = await past(zoe.id);
    return body.runs[0]?.reason === 'completed' && body;
  });
  t.match(read.counts, { comments: 2, runs: 1, ruleAnswers: 2 });
  t.match(read.comments, [
    { text: 'link again', postId: post.id },
    { id: first.id, text: 'the link please', postId: post.id, networkPostId: world.mediaOf('instagram') },
  ]);
  t.match(read.ruleAnswers, [
    { id: secondEntry, status: 'skipped', reason: 'duplicate' },
    { id: entryId, status: 'sent', keyword: 'link', dmText: 'Here it is', commentId: first.id },
  ]);
  t.match(read.runs, [{ automationId, automationName: 'Opening hours' }]);

  const neighbour = await running.neighbour();
  const headers = { authorization: `Bearer ${neighbour.key}` };
  t.equal((await call('GET', `/v1/inbox/${zoe.id}/person`, undefined, headers)).status, 404);

  t.equal(
    (await call('DELETE', `/v1/inbox/${zoe.id}`)).body.comments,
    2,
    'they are forgotten with the person',
  );
  t.strictSame(
    await tablesWith(running.service.sql, 'the link please'),
    [],
    'nothing that they wrote is kept',
  );
});

/** Names of the tables of a cell in which a text stands in any column. */
async function tablesWith(sql: Sql, text: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' order by 1`;
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await sql`select from ${sql(name)} r where position(${text} in r::text) > 0 limit 1`;
      return rows.length > 0 ? [name] : [];
    }),
  );
  return found.flat();
}
