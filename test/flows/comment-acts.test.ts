/** Comments are answered, hidden and deleted over the real service and the sandbox: once, whatever goes wrong. */
import t from 'tap';
import { people, type People, PLATFORMS } from '../comments/people.ts';
import { eventually } from '../support/eventually.ts';

/** A comment as the sandbox shows it. */
interface Seen {
  id: string;
  text: string;
  replies: Seen[];
}

/** The replies to a comment, as a person sees them at the network. */
async function repliesTo(world: People, platform: string, id: string): Promise<string[]> {
  const { posts }: { posts: { comments: Seen[] }[] } = await world.look(platform);
  const all = (comments: Seen[]): Seen[] => comments.flatMap((comment) => [comment, ...all(comment.replies)]);
  const found = all(posts.flatMap((post) => post.comments)).find((one) => one.id === id);
  return (found?.replies ?? []).map((reply) => reply.text);
}

const reply = ({ running: { call, accounts } }: People, platform: string, commentId: string, more = {}) =>
  call('POST', '/v1/comments/reply', {
    accountId: accounts[platform],
    platform,
    commentId,
    message: 'Yes, from eight.',
    ...more,
  });

void t.test('a reply is made at the network and stored, on every network', async (t) => {
  const world = await people(t);
  const { call, accounts } = world.running;
  for (const platform of PLATFORMS) {
    const id = await world.comment(platform, 'rosa', 'Open on Sunday?');
    await call('GET', `/v1/posts/${world.post.id}/comments`);
    const { status, body } = await reply(world, platform, id);
    t.equal(status, 200, JSON.stringify(body));
    t.match(body.comment, {
      accountId: accounts[platform],
      platform,
      text: 'Yes, from eight.',
      parentId: id,
      isOwn: true,
      done: true,
      postId: world.post.id,
    });
    t.strictSame(await repliesTo(world, platform, id), ['Yes, from eight.']);
    const listed = await call('GET', `/v1/comments?platform=${platform}`);
    t.match(listed.body.comments, [{ id, replies: [{ id: body.comment.id, text: 'Yes, from eight.' }] }]);
  }
  const { body } = await call('GET', `/v1/posts/${world.post.id}/comments`);
  for (const one of body.comments) t.match(one.replies, [{ isOwn: true }], one.platform);
});

void t.test('a reply is not sent when there is one that its writer has not seen', async (t) => {
  const world = await people(t);
  const { accounts } = world.running;
  for (const platform of PLATFORMS) {
    const id = await world.comment(platform, 'rosa', 'Open on Sunday?');
    const first = await reply(world, platform, id, { after: null });
    t.equal(first.status, 200, platform);
    const { id: seen } = first.body.comment;
    const late = await reply(world, platform, id, { after: null, message: 'No, on Monday.' });
    t.match(late, { status: 409, body: { code: 'answered_meanwhile', param: '/after' } });
    t.match(late.body.error, seen, 'it names the reply');
    t.strictSame(await repliesTo(world, platform, id), ['Yes, from eight.']);
    const informed = await reply(world, platform, id, { after: seen, message: 'And until noon.' });
    t.equal(informed.status, 200, JSON.stringify(informed.body));
    t.equal((await reply(world, platform, id, { after: seen, message: 'Hello?' })).status, 409);
    t.equal(
      (await reply(world, platform, id, { message: 'Bye.' })).status,
      200,
      'without it nothing is checked',
    );
  }
  const id = await world.comment('instagram', 'mia', 'And on Monday?');
  t.match(await reply(world, 'instagram', id, { after: 'nothing' }), { status: 404 });
  await reply(world, 'instagram', id);
  const secret = { accountId: accounts['instagram'], message: 'Hello', after: null };
  t.match(await world.app(`comments/${id}/private-reply`, secret), {
    status: 409,
    body: { code: 'answered_meanwhile' },
  });
});

void t.test('a reply whose response is lost is found and not sent again', async (t) => {
  const world = await people(t);
  for (const platform of PLATFORMS) {
    const id = await world.comment(platform, 'rosa', 'Open on Sunday?');
    world.fail(platform, { kind: 'lost_answer' });
    const { status, body } = await reply(world, platform, id);
    t.equal(status, 200, `${platform} ${JSON.stringify(body)}`);
    t.strictSame(await repliesTo(world, platform, id), ['Yes, from eight.'], platform);
  }
});

void t.test('an error response is repeated after a look', async (t) => {
  const world = await people(t);
  const id = await world.comment('facebook', 'rosa', 'Open on Sunday?');
  world.fail('facebook', { kind: 'status', status: 503 });
  const asked = reply(world, 'facebook', id);
  await untilWaiting(world, 'waiting');
  world.running.advance(10_000);
  t.match(await asked, { status: 200 });
  t.strictSame(await repliesTo(world, 'facebook', id), ['Yes, from eight.']);
});

void t.test('the network refuses: its words, and the field where we refuse', async (t) => {
  const world = await people(t);
  const { accounts } = world.running;
  const refused = await reply(world, 'instagram', '17999999999999999');
  t.equal(refused.status, 502);
  t.match(refused.body, { code: 'network_refused', accountId: accounts['instagram'], error: /\w+/ });
  const wrong: [object, number, object][] = [
    [{ platform: 'facebook' }, 400, { param: '/platform', error: /instagram/ }],
    [{ platform: 'mastodon' }, 400, { param: '/platform' }],
    [{ message: '  ' }, 400, { param: '/message' }],
    [{ message: undefined }, 400, { param: '/message' }],
    [{ commentId: '' }, 400, { param: '/commentId' }],
    [{ accountId: 'acc_none' }, 404, { code: 'not_found' }],
    [{ workspace: 'nowhere' }, 403, { param: '/workspace' }],
    [{ nope: 1 }, 400, { param: '/nope' }],
  ];
  for (const [more, status, body] of wrong) {
    const answer = await reply(world, 'instagram', '1', more);
    t.equal(answer.status, status, JSON.stringify(more));
    t.match(answer.body, body, JSON.stringify(more));
  }
});

void t.test('without a plan comments can be read, and not answered, hidden or deleted', async (t) => {
  const world = await people(t);
  const { call, accounts, service } = world.running;
  const id = await world.comment('instagram', 'rosa', 'Hello');
  await service.directory`update workspaces set plan = 'none'`;
  service.context.forgetPrincipals();
  const accountId = accounts['instagram'];
  t.match((await call('GET', '/v1/comments')).body.comments, [{ id }]);
  t.equal((await call('POST', `/v1/comments/${id}/done`, { accountId })).status, 200);
  for (const answer of [
    await reply(world, 'instagram', id),
    await call('DELETE', `/v1/comments/${id}?accountId=${accountId}`),
    await world.app(`comments/${id}/hide`, { accountId }),
    await world.app(`comments/${id}/private-reply`, { accountId, message: 'Hello' }),
  ])
    t.match(answer, { status: 403, body: { code: 'plan_required' } });
});

void t.test('deleting: done, missing, not supported', async (t) => {
  const world = await people(t);
  const { call, accounts } = world.running;
  const remove = (platform: string, id: string) =>
    call('DELETE', `/v1/comments/${id}?accountId=${accounts[platform]}`);
  for (const platform of ['instagram', 'facebook']) {
    const id = await world.comment(platform, 'rosa', 'Buy followers!');
    await call('GET', `/v1/posts/${world.post.id}/comments`);
    t.match(await remove(platform, id), { status: 200, body: { id, deleted: true } }, platform);
    t.strictSame((await call('GET', `/v1/comments?platform=${platform}`)).body.comments, [], platform);
    t.match(await remove(platform, id), { status: 404, body: { code: 'not_found' } }, platform);
    const other = await world.comment(platform, 'rosa', 'Buy more followers!');
    world.fail(platform, { kind: 'lost_answer' }, 'delete');
    const asked = remove(platform, other);
    await untilWaiting(world, 'waiting');
    world.running.advance(10_000);
    t.match(await asked, { status: 200 }, `${platform}: its response was lost`);
  }
  const id = await world.comment('threads', 'rosa', 'Hello');
  t.match(await remove('threads', id), { status: 400, body: { code: 'not_supported' } });
  t.match(await call('DELETE', `/v1/comments/${id}`), { status: 400, body: { param: '/accountId' } });
});

void t.test('hiding and showing again, and a private answer, from the dashboard', async (t) => {
  const world = await people(t);
  const { accounts } = world.running;
  for (const platform of PLATFORMS) {
    const id = await world.comment(platform, 'rosa', 'Hello');
    const hide = (hidden?: boolean) =>
      world.app(`comments/${id}/hide`, {
        accountId: accounts[platform],
        ...(hidden !== undefined && { hidden }),
      });
    await world.running.call('GET', `/v1/posts/${world.post.id}/comments`);
    t.match(await hide(), { status: 200, body: { comment: { id, hidden: true } } }, platform);
    t.match(await hide(false), { status: 200, body: { comment: { id, hidden: false } } }, platform);
  }
  for (const platform of ['instagram', 'facebook']) {
    const id = await world.comment(platform, 'rosa', 'Price?');
    await world.running.call('GET', `/v1/posts/${world.post.id}/comments`);
    const answer = (message: string) =>
      world.app(`comments/${id}/private-reply`, { accountId: accounts[platform], message });
    t.match(await answer('é'.repeat(5_000)), { status: 400, body: { param: '/message' } }, platform);
    const { status, body } = await answer('Three euros.');
    t.equal(status, 200, `${platform} ${JSON.stringify(body)}`);
    t.match(
      body,
      { messageId: /.+/, comment: { can: { privateReply: false }, answeredPrivatelyAt: /T/ } },
      platform,
    );
    t.match(
      await answer('Or four.'),
      { status: 409, body: { code: 'already_answered', error: /answered with a direct message before/ } },
      platform,
    );
  }
});

void t.test('a key gives the settled answer again, and is free only after a failure', async (t) => {
  const world = await people(t);
  const { call, accounts } = world.running;
  const id = await world.comment('instagram', 'rosa', 'Open on Sunday?');
  const body = { accountId: accounts['instagram'], platform: 'instagram', commentId: id, message: 'Yes' };
  const send = (key: string) => call('POST', '/v1/comments/reply', body, { 'idempotency-key': key });
  const first = await send('one');
  const again = await send('one');
  t.equal(again.headers.get('idempotent-replayed'), 'true');
  t.strictSame(again.body, first.body);
  t.strictSame(await repliesTo(world, 'instagram', id), ['Yes']);

  world.fail('instagram', { kind: 'status', status: 400 });
  t.equal((await send('two')).status, 502);
  t.equal((await send('two')).status, 200, 'it failed, so the key is free');
  t.strictSame(await repliesTo(world, 'instagram', id), ['Yes', 'Yes']);
});

/** Until the actor of a reply has looked once and waits for its second look. */
async function untilWaiting({ running: { service } }: People, state = 'waiting_to_look'): Promise<void> {
  await eventually(async () => {
    const [act] = await service.sql`
      select from actors where kind = 'comment_act' and snapshot ->> 'value' = ${state}`;
    return act;
  });
}

void t.test('a reply that never arrived is looked for twice, a minute apart, and sent again', async (t) => {
  const world = await people(t);
  const { call, accounts, advance, idle } = world.running;
  const id = await world.comment('instagram', 'rosa', 'Open on Sunday?');
  await call('GET', `/v1/posts/${world.post.id}/comments`);
  world.fail('instagram', { kind: 'cut' });
  const body = { accountId: accounts['instagram'], platform: 'instagram', commentId: id, message: 'Yes' };
  const send = () => call('POST', '/v1/comments/reply', body, { 'idempotency-key': 'one' });
  const first = send();
  await untilWaiting(world);
  t.match(await send(), { status: 409, body: { code: 'idempotency_in_progress' } }, 'the key is busy');
  advance(50_000);
  await idle();
  t.strictSame(await repliesTo(world, 'instagram', id), [], 'not before a minute');
  advance(11_000);
  t.match(await first, { status: 200, body: { comment: { text: 'Yes' } } });
  t.match(await send(), { status: 200, body: { comment: { text: 'Yes' } } }, 'the settled answer');
  t.strictSame(await repliesTo(world, 'instagram', id), ['Yes']);
});

void t.test('with hold a reply that is not there has failed, and is not sent again by itself', async (t) => {
  const world = await people(t);
  const { call, accounts, advance } = world.running;
  const accountId = accounts['facebook'];
  await call('PATCH', `/v1/accounts/${accountId}`, { onUnknown: 'hold' });
  const id = await world.comment('facebook', 'rosa', 'Open on Sunday?');
  await call('GET', `/v1/posts/${world.post.id}/comments`);
  world.fail('facebook', { kind: 'cut' });
  const body = { accountId, platform: 'facebook', commentId: id, message: 'Yes' };
  const send = () => call('POST', '/v1/comments/reply', body, { 'idempotency-key': 'one' });
  const first = send();
  await untilWaiting(world);
  advance(61_000);
  t.match(await first, {
    status: 503,
    body: { code: 'network_busy', accountId, error: /did not answer, and the reply is not there/ },
  });
  t.strictSame(await repliesTo(world, 'facebook', id), []);
  t.equal((await send()).status, 200, 'it failed, so the key is free');
});
