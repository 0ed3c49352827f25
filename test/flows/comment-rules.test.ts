/** Comment-to-DM rules over the real service and the sandbox: a keyword in a comment sends a private message. */
import t from 'tap';
import { lockInto } from '../../src/engine/take.ts';
import { saveUsedReplies } from '../../store/comment-rules.ts';
import { lockComments } from '../../store/comments.ts';
import { people, type People } from '../comments/people.ts';
import { withRule } from '../comments/with-rule.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { eventually } from '../support/eventually.ts';

/** The direct messages that a person received, oldest first. */
async function received({ running: { sandbox } }: People, username: string): Promise<string[]> {
  const { messages } = await controlOf(sandbox)(`people?network=instagram&username=${username}`);
  return messages
    .filter(({ byAccount }: { byAccount: boolean }) => byAccount)
    .map(({ text }: { text: string }) => text);
}

void t.test(
  'a keyword sends one message and one public reply; the second comment is a duplicate',
  async (t) => {
    const world = await withRule(t);
    const { comment, entry, rule } = world;
    const first = await comment('ann', 'The LINK please!');
    const sent = await entry(first, (one) => one.status === 'sent' && one.publicReply?.id);
    t.match(sent, {
      status: 'sent',
      reason: null,
      keyword: 'link',
      comment: { text: 'The LINK please!', from: { username: 'ann' } },
      dm: { text: 'Hi ann, here it is', messageId: String },
      publicReply: { text: /Sent!|Look/, error: null },
    });
    const second = await comment('ann', 'link again');
    t.match(await entry(second), { status: 'skipped', reason: 'duplicate', dm: null });
    const other = await comment('bob', 'linkedin is not a link?');
    t.match(await entry(other), { status: 'sent' });
    await comment('cleo', 'linkedin');
    await world.running.idle();
    t.strictSame(await received(world, 'ann'), ['Hi ann, here it is'], 'one message for two comments');
    t.strictSame(await received(world, 'cleo'), [], 'a word that only begins with a keyword');
    const { rules } = (await world.running.call('GET', '/v1/comment-dm-rules')).body;
    t.match(rules, [
      { id: rule.id, active: true, stats: { triggered: 3, sent: 2, skipped: 1, failed: 0, queued: 0 } },
    ]);
  },
);

void t.test('the conversation with the person who got the message is known', async (t) => {
  const world = await withRule(t);
  const commentId = await world.comment('ann', 'link');
  await world.entry(commentId, (one) => one.status === 'sent');
  await controlOf(world.running.sandbox)('people', {
    network: 'instagram',
    person: { username: 'ann' },
    act: { say: 'thank you' },
  });
  const { id } = await eventually(async () => {
    const { conversations } = (await world.running.call('GET', '/v1/inbox')).body;
    return conversations.find(({ unread }) => unread === 1);
  });
  t.match(await world.entry(commentId), { conversationId: id });
});

void t.test('a paused rule matches nothing, and a deleted one is gone with its activity', async (t) => {
  const world = await withRule(t, { publicReplies: [] });
  const { call } = world.running;
  const path = `/v1/comment-dm-rules/${world.rule.id}` as const;
  t.match(await call('PATCH', path, { active: false }), { status: 200, body: { rule: { active: false } } });
  const missed = await world.comment('ann', 'link');
  await eventually(async () => {
    const { comments } = (await call('GET', '/v1/comments?platform=instagram')).body;
    return comments.some(({ id }) => id === missed);
  });
  t.strictSame(await world.events(), []);
  t.match(await call('PATCH', path, { active: true, keywords: ['recipe'], match: 'exact' }), {
    body: {
      rule: { active: true, keywords: ['recipe'], match: 'exact', dmText: 'Hi {username}, here it is' },
    },
  });
  t.match(await world.entry(await world.comment('ann', 'Recipe!')), { status: 'sent', publicReply: null });
  t.match(await call('DELETE', path), { status: 200, body: { id: world.rule.id, deleted: true } });
  t.equal((await call('GET', `${path}/events`)).status, 404);
  t.strictSame((await call('GET', '/v1/comment-dm-rules')).body, { rules: [] });
  t.equal((await call('DELETE', path)).status, 404);
});

void t.test('without a plan a match is skipped, and a comment answered by hand is too', async (t) => {
  const world = await withRule(t);
  const { service, accounts, call } = world.running;
  const byHand = await world.comment('ann', 'Hello');
  await call('GET', `/v1/posts/${world.post.id}/comments`);
  const answered = await world.app(`comments/${byHand}/private-reply`, {
    accountId: accounts['instagram'],
    message: 'By hand',
  });
  t.equal(answered.status, 200);
  await service.sql`update workspaces set plan = 'none'`;
  t.match(await world.entry(await world.comment('bob', 'link')), { status: 'skipped', reason: 'plan' });
});

void t.test('the person refuses messages: failed with words, and a later comment may have it', async (t) => {
  const world = await withRule(t, { publicReplies: [] });
  world.fail('instagram', { kind: 'status', status: 400 }, 'messages');
  const failed = await world.entry(await world.comment('ann', 'link'));
  t.match(failed, { status: 'failed', reason: String });
  t.match(await world.entry(await world.comment('ann', 'link?')), { status: 'sent' });
  const { commentId } = await controlOf(world.running.sandbox)('people', {
    network: 'instagram',
    person: { username: 'zoe', disallowsMessages: true },
    act: { comment: { text: 'link', mediaId: world.mediaOf('instagram') } },
  });
  t.match(await world.entry(commentId), {
    status: 'failed',
    reason: /^this person takes no messages from this account: /,
  });
});

void t.test('a person whose message may have arrived gets no second one', async (t) => {
  const world = await withRule(t, { publicReplies: [] });
  for (let times = 3; times > 0; times -= 1) world.fail('instagram', { kind: 'cut' }, 'messages');
  const id = await world.comment('ann', 'link');
  const failed = await eventually(async () => {
    world.running.advance(10_000);
    return (await world.events()).find(({ status }) => status === 'failed');
  });
  t.match(failed, { comment: { id }, reason: String });
  t.match(await world.entry(await world.comment('ann', 'link?')), { status: 'skipped', reason: 'duplicate' });
});

void t.test('a rule can be changed and deleted while comments come in', async (t) => {
  const world = await withRule(t);
  const { call, service, accounts } = world.running;
  const path = `/v1/comment-dm-rules/${world.rule.id}` as const;
  const requests = [() => call('PATCH', path, { keywords: ['recipe'] }), () => call('DELETE', path)];
  for (const request of requests) {
    // as comments are stored: their workspace is locked first, and the rule is changed then
    const asked = await service.sql.begin(async (tx) => {
      await lockComments(tx, accounts['instagram']!);
      const asked = request();
      await eventually(async () => {
        const [waiting] = await service.sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
        return waiting !== undefined;
      });
      await saveUsedReplies(tx, world.rule.id, [0]);
      return { asked };
    });
    t.match(await asked.asked, { status: 200 });
  }
});

void t.test(
  'a message has at most the bytes that the network takes, and its addresses stay whole',
  async (t) => {
    const address = 'https://example.com/bread';
    const dmText = `${'й'.repeat(480)} {username} ${'ж'.repeat(400)} ${address}`; // 918 characters, over 1,700 bytes
    const world = await withRule(t, { publicReplies: [] });
    const { call, accounts } = world.running;
    const made = await call('PATCH', `/v1/comment-dm-rules/${world.rule.id}`, { dmText });
    t.equal(made.status, 200);
    t.match(made.body, {
      rule: { dmText },
      warnings: [{ code: 'too_long', path: '/dmText', message: /bytes/ }],
    });
    const draft = { accountId: accounts['instagram'], keywords: ['menu'], dmText };
    const other = await call('POST', '/v1/comment-dm-rules', draft);
    t.match(other.body, { warnings: [{ code: 'too_long', path: '/dmText' }] });
    const { warnings } = (
      await call('PATCH', `/v1/comment-dm-rules/${other.body.rule.id}`, { dmText: 'x'.repeat(1_000) })
    ).body;
    t.strictSame(warnings, []);
    const { dm } = await world.entry(await world.comment('ann', 'link'), ({ status }) => status === 'sent');
    t.ok(Buffer.byteLength(dm.text) <= 1_000, `${Buffer.byteLength(dm.text)} bytes`);
    t.ok(Buffer.byteLength(dm.text) > 990);
    t.match(dm.text, /^й+ ann ж* https:\/\/example\.com\/bread$/u);
    const { messages } = await controlOf(world.running.sandbox)('people?network=instagram&username=ann');
    t.equal(messages.at(-1).text, dm.text);
    const tried = await call('POST', '/v1/comment-dm-rules/simulate', {
      ruleId: world.rule.id,
      comments: [{ text: 'link', from: 'ann' }],
    });
    t.equal(tried.body.verdicts[0].dm, dm.text, 'a trial shows it as it is sent');
  },
);

void t.test('fields that are wrong are named', async (t) => {
  const world = await people(t);
  const { call, accounts } = world.running;
  const accountId = accounts['instagram'];
  const good = { accountId, dmText: 'Here' };
  const wrong: [object, number, object][] = [
    [{ dmText: 'Here' }, 400, { param: '/accountId' }],
    [{ accountId }, 400, { param: '/dmText' }],
    [{ ...good, dmText: 'x'.repeat(1_001) }, 400, { param: '/dmText' }],
    [{ ...good, dmText: '  ' }, 400, { param: '/dmText' }],
    [{ ...good, keywords: Array.from({ length: 21 }, (_, n) => `w${n}`) }, 400, { param: '/keywords' }],
    [{ ...good, keywords: ['ok', '\u200b'] }, 400, { param: '/keywords/1' }],
    [{ ...good, publicReplies: ['1', '2', '3', '4', '5', '6'] }, 400, { param: '/publicReplies' }],
    [{ ...good, match: 'fuzzy' }, 400, { param: '/match' }],
    [{ ...good, mediaId: '1', postId: world.post.id }, 400, { param: '/postId' }],
    [{ ...good, postId: 'post_none' }, 404, { code: 'not_found' }],
    [{ ...good, platform: 'facebook' }, 400, { param: '/platform' }],
    [{ ...good, nope: {} }, 400, { param: '/nope' }],
    [{ ...good, accountId: accounts['facebook'] }, 400, { code: 'not_supported', param: '/accountId' }],
    [{ ...good, accountId: 'acc_none' }, 404, { code: 'not_found' }],
  ];
  for (const [body, status, answer] of wrong) {
    const found = await call('POST', '/v1/comment-dm-rules', body);
    t.equal(found.status, status, JSON.stringify([body, found.body]));
    t.match(found.body, answer, JSON.stringify(body));
  }
  // a workspace has 100 rules at most
  const { rule } = (await call('POST', '/v1/comment-dm-rules', good)).body;
  await world.running.service.sql`
    insert into comment_rules
    select (jsonb_populate_record(r, jsonb_build_object('id', 'rule_copy' || n))).*
    from comment_rules r, generate_series(1, 98) n where r.id = ${rule.id}`;
  t.equal((await call('POST', '/v1/comment-dm-rules', good)).status, 200, 'the hundredth');
  const over = await call('POST', '/v1/comment-dm-rules', good);
  t.match([over.status, over.body.code], [403, 'rule_limit']);
  const { media } = (await call('GET', `/v1/comment-dm-rules/media?accountId=${accountId}`)).body;
  t.ok(media.some(({ postId }) => postId === world.post.id));
});

void t.test(
  'a rule on a post wins over one on every post, and what would happen is said first',
  async (t) => {
    const world = await withRule(t, { publicReplies: [] });
    const { call, accounts } = world.running;
    const own = {
      accountId: accounts['instagram'],
      postId: world.post.id,
      keywords: ['link'],
      dmText: 'For this post',
    };
    const { rule } = (await call('POST', '/v1/comment-dm-rules', own)).body;
    const tried = await call('POST', '/v1/comment-dm-rules/simulate', {
      all: true,
      comments: [
        { text: 'link', from: 'ann' },
        { text: 'Link!!', from: 'ann' },
        { text: 'links', from: 'bob' },
      ],
    });
    t.match(tried.body.verdicts, [
      { ruleId: rule.id, status: 'sent', dm: 'For this post' },
      { status: 'skipped', reason: 'duplicate' },
      { status: 'unmatched', nearMiss: { wrote: 'links', keyword: 'link' } },
    ]);
    await world.comment('ann', 'link');
    await eventually(async () => {
      const { events } = (await call('GET', `/v1/comment-dm-rules/${rule.id}/events?queued=true`)).body;
      return events[0]?.status === 'sent';
    });
    t.strictSame(await world.events(), []);
  },
);

void t.test('what waits for its place is skipped when the rule is paused', async (t) => {
  const world = await withRule(t, { publicReplies: [] });
  const { call, service, accounts } = world.running;
  const id = accounts['instagram']!;
  const [row] = await service.sql`select credentials_version as version from accounts where id = ${id}`;
  await service.context.node.command(async (tx, turn) => {
    const account = (await lockInto(tx, turn, id))!;
    const credentialsVersion = row!['version'];
    turn.deliver(account, { type: 'deauthorized', credentialsVersion, reason: 'removed' } as {
      type: string;
    });
    return { result: null };
  });
  const held = await world.comment('ann', 'link');
  t.match(await world.entry(held, ({ status, nextAt }) => status === 'queued' && nextAt !== null), {
    reason: String,
    dm: { messageId: null },
  });
  const listed = async (query: string) =>
    (await call('GET', `/v1/comment-dm-rules/${world.rule.id}/events${query}`)).body.events.length;
  t.strictSame(
    [await listed(''), await listed('?queued=false'), await listed('?queued=true')],
    [0, 0, 1],
    'what waits is listed when it is asked for',
  );
  await call('PATCH', `/v1/comment-dm-rules/${world.rule.id}`, { active: false });
  t.match(await world.entry(held), { status: 'skipped', reason: 'paused', nextAt: null });
  const { rules } = (await call('GET', '/v1/comment-dm-rules')).body;
  t.match(rules, [{ active: false, stats: { triggered: 1, queued: 0, skipped: 1 } }]);
});

void t.test('endpoints hear of messages that were sent and of those that were refused', async (t) => {
  const world = await withRule(t);
  const { call, service, accounts } = world.running;
  const events = ['comment_dm.sent', 'comment_dm.failed'];
  const url = `${world.running.sandbox.url}/hook`;
  t.equal((await call('POST', '/v1/webhooks', { url, events })).status, 200);
  const id = await world.comment('ann', 'link');
  await world.entry(id);
  world.fail('instagram', { kind: 'status', status: 400 }, 'messages');
  await world.entry(await world.comment('bob', 'link'));
  const bodies = await eventually(async () => {
    const rows = await service.sql<{ event: string; body: string }[]>`
      select event, body::text as body from webhook_sends order by created_at`;
    return rows.length === 2 && rows.map(({ body }) => JSON.parse(body));
  });
  const about = {
    workspace: 'home',
    rule: { id: world.rule.id },
    account: { id: accounts['instagram'], platform: 'instagram', displayName: String },
  };
  t.match(bodies, [
    {
      ...about,
      event: 'comment_dm.sent',
      comment: {
        id,
        text: 'link',
        mediaId: world.mediaOf('instagram'),
        from: { id: String, username: 'ann' },
      },
      dm: { messageId: String, text: 'Hi ann, here it is' },
      publicReply: { id: String, text: String },
    },
    { ...about, event: 'comment_dm.failed', dm: null, publicReply: null, error: String, networkCode: /^\d+/ },
  ]);
  // exactly the fields of the contract, in its order
  const fields = (value: object) => Object.keys(value).join(' ');
  const [sent, failed] = bodies;
  t.equal(fields(sent), 'event timestamp workspace rule comment account dm publicReply');
  t.equal(fields(failed), 'event timestamp workspace rule comment account dm publicReply error networkCode');
  for (const body of bodies) {
    t.equal(fields(body.rule), 'id');
    t.equal(fields(body.comment), 'id text mediaId from');
    t.equal(fields(body.comment.from), 'id username');
    t.equal(fields(body.account), 'id platform displayName');
  }
  t.equal(fields(sent.dm), 'messageId text');
  t.equal(fields(sent.publicReply), 'id text');
});

void t.test(
  'a rule that is deleted while its public reply is made leaves nothing that stands still',
  async (t) => {
    const world = await withRule(t, { publicReplies: ['Sent!'] });
    const { call, service, advance, sandbox } = world.running;
    const url = `${sandbox.url}/hook`;
    await call('POST', '/v1/webhooks', { url, events: ['comment_dm.sent'] });
    world.fail('instagram', { kind: 'status', status: 429 }, 'replies/post'); // it waits before it tries again
    const id = await world.comment('ann', 'link');
    await world.entry(id, ({ status }) => status === 'sent');
    // a public reply that has not started would be left out
    await eventually(async () => {
      const [act] = await service.sql`
        select from actors where kind = 'comment_act' and snapshot #>> '{context,action}' = 'reply'`;
      return act !== undefined;
    });
    t.equal((await call('DELETE', `/v1/comment-dm-rules/${world.rule.id}`)).status, 200);
    await eventually(async () => {
      advance(10_000);
      const [reply] = await service.sql`
      select from actors where kind = 'private_reply' and status = 'done' and shown = 'sent'`;
      return reply !== undefined;
    });
    const { posts } = await world.look('instagram');
    t.equal(JSON.stringify(posts).split('Sent!').length - 1, 1, 'one public reply');
  },
);
