/** Which comments rules answer beside those that just came: of the next post, of the last days; who answered first; and why not. */
import t from 'tap';
import { withRule } from '../comments/with-rule.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import type { ReadSchema } from '../support/typed-calls.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const isSent = ({ status }: ReadSchema<'CommentRuleActivity'>) => status === 'sent';

void t.test('whoever answers a comment privately first has it: a person or a rule', async (t) => {
  const world = await withRule(t, { publicReplies: [] });
  const { call, accounts, service } = world.running;
  const accountId = accounts['instagram']!;
  const byHand = (id: string) => world.app(`comments/${id}/private-reply`, { accountId, message: 'By hand' });
  const ruled = await world.comment('ann', 'link');
  await world.entry(ruled, isSent);
  t.match(await byHand(ruled), {
    status: 409,
    body: { code: 'already_answered', error: /answered with a direct message before, by hand or by a rule/ },
  });

  const other = await world.comment('bob', 'hello');
  await eventually(async () => {
    const { comments } = (await call('GET', '/v1/comments?platform=instagram')).body;
    return comments.some(({ id }) => id === other);
  });
  t.equal((await byHand(other)).status, 200);
  // nothing is known of it here any more, as in another workspace with the same account
  await service.sql`update comments set private_reply_at = null where id = ${other}`;
  await world.act('instagram', 'bob', { edit: { commentId: other, text: 'link' } });
  await eventually(async () => {
    world.running.advance(MINUTE);
    return (await world.events()).length === 2;
  });
  t.match(await world.entry(other), { status: 'skipped', reason: 'answered', dm: null });
});

void t.test('an answer that has failed leaves the comment to a person', async (t) => {
  const world = await withRule(t, { publicReplies: [] });
  const { accounts } = world.running;
  world.fail('instagram', { kind: 'status', status: 400 }, 'messages');
  const id = await world.comment('ann', 'link');
  t.match(await world.entry(id), { status: 'failed' });
  const byHand = { accountId: accounts['instagram'], message: 'By hand' };
  t.match(await world.app(`comments/${id}/private-reply`, byHand), { status: 200 });
});

void t.test('endpoints hear of every comment of others, whether a rule matches or not', async (t) => {
  const world = await withRule(t);
  const { call, service, sandbox, accounts } = world.running;
  const url = `${sandbox.url}/hook`;
  t.equal((await call('POST', '/v1/webhooks', { url, events: ['comment.received'] })).status, 200);
  const matching = await world.comment('ann', 'link');
  // the account's own public reply is told to nobody
  await world.entry(matching, (one) => isSent(one) && one.publicReply?.id);
  const other = await world.act('instagram', 'bob', {
    comment: { text: 'nice', mediaId: world.mediaOf('instagram'), parentId: matching },
  });
  const bodies = await eventually(async () => {
    const rows = await service.sql<{ body: string }[]>`
      select body::text as body from webhook_sends order by created_at, id`;
    return rows.length >= 2 && rows.map(({ body }) => JSON.parse(body));
  });
  const about = {
    event: 'comment.received',
    timestamp: String,
    workspace: 'home',
    account: { id: accounts['instagram'], platform: 'instagram', displayName: String },
  };
  const mediaId = world.mediaOf('instagram');
  t.match(bodies, [
    {
      ...about,
      comment: {
        id: matching,
        text: 'link',
        mediaId,
        parentId: null,
        from: { username: 'ann' },
        createdAt: String,
      },
    },
    {
      ...about,
      comment: { id: other.commentId, text: 'nice', parentId: matching, from: { username: 'bob' } },
    },
  ]);
  t.equal(bodies.length, 2);
});

void t.test('a rule for the next post waits for it, and watches it from then on', async (t) => {
  const world = await withRule(t, { keywords: ['none of these'] });
  const { call, accounts, advance, until, sandbox } = world.running;
  const accountId = accounts['instagram']!;
  const terms = { accountId, keywords: ['link'], dmText: 'The new one' };
  const made = await call('POST', '/v1/comment-dm-rules', { ...terms, nextPost: true });
  t.match(made, { status: 200, body: { rule: { nextPost: true, mediaId: null, postId: null } } });
  const path = `/v1/comment-dm-rules/${made.body.rule.id}` as const;
  const events = async () => (await call('GET', `${path}/events?queued=true`)).body.events;
  const shown = async () =>
    (await call('GET', '/v1/comment-dm-rules')).body.rules.find(
      ({ id }: { id: string }) => id === made.body.rule.id,
    );
  t.match(await call('PATCH', path, { nextPost: true, mediaId: '1' }), {
    status: 400,
    body: { param: '/nextPost' },
  });
  t.match(await call('POST', '/v1/comment-dm-rules', { ...terms, nextPost: true, postId: world.post.id }), {
    status: 400,
    body: { param: '/nextPost' },
  });
  t.match(await call('POST', '/v1/comment-dm-rules', { ...terms, postId: 'post_none' }), {
    status: 404,
    body: { param: '/postId' },
  });
  const older = await world.comment('ann', 'link');
  advance(2_000);
  const { body } = await call('POST', '/v1/posts', {
    content: 'Out now',
    media: [`${sandbox.url}/samples/photo.jpg`],
    accountIds: [accountId],
    publishNow: true,
  });
  const post = await until(body.post.id, ({ status }) => status === 'published', { advancesMs: 1_000 });
  const mediaId = post.deliveries[0].networkPostId;
  // it comes within seconds, before the posts are listed again
  const { commentId } = await world.act('instagram', 'bob', { comment: { text: 'link', mediaId } });
  await eventually(async () => (await events())[0]?.status === 'sent');
  t.match(await events(), [{ comment: { id: commentId, mediaId }, dm: { text: 'The new one' } }]);
  t.match(await shown(), { nextPost: false, mediaId });
  t.notOk((await events()).some(({ comment }) => comment.id === older));
});

void t.test('a rule for a post that is not out yet answers below it', async (t) => {
  const world = await withRule(t, { keywords: ['none of these'] });
  const { call, accounts, until, sandbox } = world.running;
  const accountId = accounts['instagram']!;
  const { body } = await call('POST', '/v1/posts', {
    content: 'Soon',
    media: [`${sandbox.url}/samples/photo.jpg`],
    accountIds: [accountId],
    draft: true,
  });
  const { rule } = (
    await call('POST', '/v1/comment-dm-rules', {
      accountId,
      postId: body.post.id,
      keywords: ['link'],
      dmText: 'Here',
    })
  ).body;
  await call('PATCH', `/v1/posts/${body.post.id}`, { publishNow: true });
  const post = await until(body.post.id, ({ status }) => status === 'published', { advancesMs: 1_000 });
  const mediaId = post.deliveries[0].networkPostId;
  await world.comment('ann', 'link');
  await world.act('instagram', 'bob', { comment: { text: 'link', mediaId } });
  const events = async () =>
    (await call('GET', `/v1/comment-dm-rules/${rule.id}/events?queued=true`)).body.events;
  await eventually(async () => (await events())[0]?.status === 'sent');
  t.match(await events(), [{ comment: { from: { username: 'bob' } } }]);
  t.equal((await events()).length, 1);
});

void t.test(
  'comments of the last days are counted first, and then answered once for each person',
  async (t) => {
    const world = await withRule(t, { keywords: ['none of these'] });
    const { call, accounts, advance, sandbox } = world.running;
    const control = controlOf(sandbox);
    await control('webhooks', { network: 'instagram', lose: true });
    const old = await world.comment('zoe', 'link');
    advance(49 * HOUR);
    const first = await world.comment('ann', 'link');
    await world.comment('ann', 'link, please');
    await world.comment('bob', 'linkedin');
    const second = await world.comment('cleo', 'LINK');
    advance(2 * HOUR);
    const { rule } = (
      await call('POST', '/v1/comment-dm-rules', {
        accountId: accounts['instagram'],
        mediaId: world.mediaOf('instagram'),
        keywords: ['link'],
        dmText: 'For you',
      })
    ).body;
    const path = `/v1/comment-dm-rules/${rule.id}` as const;
    const events = async () => (await call('GET', `${path}/events?queued=true`)).body.events;
    for (const days of [0, 8]) {
      t.match(await call('GET', `${path}/past-comments?days=${days}`), {
        status: 400,
        body: { param: '/days' },
      });
      t.match(await call('POST', `${path}/past-comments`, { days }), {
        status: 400,
        body: { param: '/days' },
      });
    }
    t.match(await call('GET', `${path}/past-comments?days=2`), {
      status: 200,
      body: {
        comments: 4,
        matching: 3,
        messages: 2,
        skipped: { duplicate: 1, answered: 0 },
        incomplete: false,
      },
    });
    t.match(await call('GET', `${path}/past-comments?days=7`), { body: { comments: 5, messages: 3 } });
    advance(10 * MINUTE);
    t.strictSame(await events(), [], 'nothing is answered unless it is asked for');
    t.match(await call('POST', `${path}/past-comments`, { days: 2 }), {
      status: 200,
      body: { since: String },
    });
    await eventually(async () => {
      advance(MINUTE);
      return (await events()).length === 3;
    });
    await eventually(async () => (await events()).every(({ status }) => status !== 'queued'));
    const told = Object.fromEntries(
      (await events()).map((one) => [one.comment.id, one.reason ?? one.status]),
    );
    t.match(told, { [first]: 'sent', [second]: 'sent' });
    t.equal(Object.values(told).filter((said) => said === 'duplicate').length, 1);
    t.notOk(old in told);
    t.match(await call('GET', `${path}/past-comments?days=2`), {
      body: { comments: 4, matching: 0, messages: 0 },
    });
    await call('PATCH', path, { active: false });
    t.match(await call('POST', `${path}/past-comments`, { days: 2 }), {
      status: 409,
      body: { code: 'not_accepted', error: /paused/ },
    });
  },
);

void t.test('it is explained why a person got nothing', async (t) => {
  const world = await withRule(t, { publicReplies: [] });
  const { call, accounts } = world.running;
  const accountId = accounts['instagram']!;
  const explain = (id: string) =>
    call('GET', `/v1/comment-dm-rules/explain?accountId=${accountId}&commentId=${id}`);
  const known = (id: string) =>
    eventually(async () => {
      const found = await explain(id);
      return found.status === 200 && found.body;
    });
  const sent = await world.comment('ann', 'link');
  await world.entry(sent, isSent);
  t.match(await known(sent), {
    commentId: sent,
    status: 'sent',
    ruleId: world.rule.id,
    explanation: /was sent.*message requests/,
  });
  const again = await world.comment('ann', 'link');
  await world.entry(again);
  t.match(await known(again), {
    status: 'skipped',
    explanation: /this person has had the message of this rule/,
  });
  const near = await world.comment('bob', 'links');
  t.match(await known(near), {
    status: 'unmatched',
    ruleId: null,
    explanation: /“links” is close to “link”/,
    compared: [{ ruleId: world.rule.id, explanation: /“links” is close to the keyword “link”/ }],
  });
  const path = `/v1/comment-dm-rules/${world.rule.id}` as const;
  await call('PATCH', path, { active: false });
  const paused = await world.comment('cleo', 'link');
  t.match(await known(paused), { status: 'unmatched', explanation: 'The account has no active rule.' });
  world.running.advance(5 * MINUTE);
  await call('PATCH', path, { active: true });
  t.match(await known(paused), { explanation: /was not active when it was written/ });
  t.match(await explain('nope'), { status: 404, body: { code: 'not_found' } });
});
