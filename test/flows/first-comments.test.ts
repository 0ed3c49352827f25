/** The first comment below a post (docs/contract.md, First comments). */
import t from 'tap';
import { rowsToPlay } from '../support/long.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { networks } from '../../adapters/networks.ts';
import type { CommentsPort } from '../../adapters/port/comments.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { withRule } from '../comments/with-rule.ts';
import { commentsBelow, COMMENTED, type CommentedPlatform } from '../support/first-comments.ts';
import { type RunningService, startService } from '../support/service.ts';

interface Shown {
  status: string;
  networkCommentId: string | null;
  error: string | null;
}
interface Delivery {
  platform: string;
  accountId: string;
  status: string;
  networkPostId: string | null;
  firstComment: Shown | null;
}
interface Post {
  id: string;
  status: string;
  firstComment: string | null;
  warnings: string[];
  deliveries: Delivery[];
}

const WORDS = 'The recipe is on our page';
const MINUTE = 60_000;
const isCommented = ({ status, deliveries }: Post) =>
  status === 'published' && deliveries.every(({ firstComment }) => firstComment?.status !== 'pending');
const PLATFORMS = Object.keys(COMMENTED) as CommentedPlatform[];

/** A post with a first comment on the account of a network. */
async function commentOn(running: RunningService, platform: CommentedPlatform, more: object = {}) {
  const { call, accounts, sandbox } = running;
  const created = await call('POST', '/v1/posts', {
    ...COMMENTED[platform].post(sandbox.url),
    accountIds: [accounts[platform]!],
    firstComment: WORDS,
    publishNow: true,
    ...more,
  });
  if (created.status !== 200) throw new Error(JSON.stringify(created.body));
  return created.body.post as Post;
}
const textsBelow = (running: RunningService, platform: CommentedPlatform, post: Post) =>
  commentsBelow(running, platform, post.deliveries[0]!.networkPostId!).map(({ text }) => text);

/** One whose comments can be looked up, and one whose cannot. */
const isPlayed = (platform: CommentedPlatform) => platform === 'mastodon' || platform === 'linkedin';

for (const platform of rowsToPlay(PLATFORMS, isPlayed)) {
  void t.test(`${platform} gets the first comment below the post, once`, async (t) => {
    const running = await startService(t, { platforms: [platform] });
    const { call, until } = running;
    const created = await commentOn(running, platform);
    t.equal(created.firstComment, WORDS);
    t.match(created.deliveries, [{ firstComment: { status: 'pending', networkCommentId: null } }]);
    const post: Post = await until(created.id, isCommented, { advancesMs: 5_000 });
    const [delivery] = post.deliveries;
    const comments = commentsBelow(running, platform, delivery!.networkPostId!);
    t.same(
      comments.map(({ text }) => text),
      [WORDS],
      JSON.stringify(delivery),
    );
    t.same(delivery!.firstComment, { status: 'sent', networkCommentId: comments[0]!.id, error: null });
    const explained = await call('GET', `/v1/posts/${post.id}/explain`);
    t.match(explained.body.summary, new RegExp(`The first comment on ${platform} .*is done`));
    t.equal(explained.body.deliveries.length, 1, 'the comment is no delivery');
  });

  void t.test(`${platform}: a disturbed call makes no second comment`, async (t) => {
    const running = await startService(t, { platforms: [platform] });
    const { faults } = running.sandbox.sandbox;
    const { call, skip } = COMMENTED[platform];
    for (const kind of ['lost_answer', 'cut', 'error_after_accept', 'status'] as const) {
      faults.add({ kind, status: 503, network: platform, call, times: 1, skip });
      const text = `${WORDS} (${kind})`;
      const { id } = await commentOn(running, platform, { content: `Bread, ${kind}`, firstComment: text });
      const post: Post = await running.until(id, isCommented, { advancesMs: 30_000 });
      t.same(faults.list(), [], `${kind} took place`);
      const { status } = post.deliveries[0]!.firstComment!;
      const there = textsBelow(running, platform, post);
      if (platform === 'linkedin') {
        t.equal(status, 'unknown', `${kind}: no comment can be looked up`);
        t.equal(there.length, kind === 'cut' || kind === 'status' ? 0 : 1, kind);
        continue;
      }
      t.same(there, [text], kind);
      t.equal(status, 'sent', `${kind}: ${JSON.stringify(post.deliveries)}`);
    }
  });

  void t.test(`${platform}: the service stops between the post and its comment`, async (t) => {
    const running = await startService(t, { platforms: [platform], restarts: true });
    const { faults } = running.sandbox.sandbox;
    const { call, skip } = COMMENTED[platform];
    for (const kind of ['slow', 'held'] as const) {
      faults.add({ kind, network: platform, call, times: 1, skip, delayMs: 600_000 });
      const text = `${WORDS} (${kind})`;
      const { id } = await commentOn(running, platform, { content: `Bread, ${kind}`, firstComment: text });
      await eventually(() => {
        running.advance(2_000);
        return Promise.resolve(faults.list().length === 0);
      });
      if (kind === 'slow') await eventually(() => Promise.resolve(hasComment(running, platform, text)));
      await running.restart();
      const post: Post = await running.until(id, isCommented, { advancesMs: 30_000 });
      const { status } = post.deliveries[0]!.firstComment!;
      if (platform === 'linkedin') t.equal(status, 'unknown');
      else {
        t.same(textsBelow(running, platform, post), [text], kind);
        t.equal(status, 'sent', `${kind}: ${JSON.stringify(post.deliveries)}`);
      }
    }
  });
}

function hasComment({ sandbox: { sandbox } }: RunningService, platform: CommentedPlatform, text: string) {
  if (platform === 'instagram' || platform === 'facebook')
    return sandbox.people
      .scene({ network: platform })
      .posts.some(({ comments }) => comments.some((one) => one.text === text));
  return sandbox.ledger.entries({ network: platform }).some((one) => one.text === text);
}

void t.test(
  'an account that was connected without the permission is refused, and stays healthy',
  async (t) => {
    const running = await startService(t, { platforms: ['youtube', 'facebook', 'bluesky'] });
    const { call, accounts, sandbox, service } = running;
    const video = { content: 'Bread', media: [`${sandbox.url}/samples/clip.mp4`], publishNow: true };
    const validate = async (platform: string) => {
      const answer = await call('POST', '/v1/posts/validate', {
        ...video,
        accountIds: [accounts[platform]!],
        firstComment: WORDS,
      });
      return answer.body.accounts[0].refusals;
    };
    t.same(await validate('youtube'), []);
    t.same(await validate('facebook'), [], 'what is not known is not refused');
    for (const [platform, scopes] of [
      ['youtube', null],
      ['youtube', ['https://www.googleapis.com/auth/youtube.upload']],
      ['facebook', ['pages_manage_posts']],
    ] as const) {
      await service.sql`update accounts set scopes = ${scopes as string[] | null}::text[] where id = ${accounts[platform]!}`;
      t.match(
        await validate(platform),
        [
          {
            code: 'permission_missing',
            param: '/firstComment',
            message: /connect again to allow first comments/,
          },
        ],
        `${platform} ${JSON.stringify(scopes)}`,
      );
    }
    const both = { ...video, accountIds: [accounts['youtube']!, accounts['bluesky']!], firstComment: WORDS };
    t.match(await call('POST', '/v1/posts', both), {
      status: 400,
      body: { code: 'permission_missing', param: '/firstComment', accountId: accounts['youtube'] },
    });
    const own = [{ platforms: ['youtube'], firstComment: null }];
    t.match(await call('POST', '/v1/posts', { ...both, overrides: own, draft: true, publishNow: false }), {
      status: 200,
    });
    const skipped = await call('POST', '/v1/posts', { ...both, skipRefused: true });
    t.match(skipped.body.post, {
      accountIds: [accounts['bluesky']],
      skipped: [{ platform: 'youtube', code: 'permission_missing', param: '/firstComment' }],
    });
    const { accounts: listed } = (await call('GET', '/v1/accounts')).body;
    t.ok(listed.every(({ status }) => status === 'healthy'));
  },
);

void t.test(
  'a refused comment changes nothing of the post, and a retry of the post writes none',
  async (t) => {
    const running = await startService(t, { platforms: ['mastodon', 'bluesky'] });
    const { call, accounts, sandbox, until } = running;
    const { faults } = sandbox.sandbox;
    faults.add({
      kind: 'status',
      status: 403,
      network: 'mastodon',
      call: 'POST /api/v1/statuses',
      times: 1,
      skip: 1,
    });
    faults.add({
      kind: 'status',
      status: 400,
      network: 'bluesky',
      call: 'com.atproto.repo.putRecord',
      times: 1,
    });
    const created = await call('POST', '/v1/posts', {
      content: 'Bread',
      accountIds: [accounts['mastodon']!, accounts['bluesky']!],
      firstComment: WORDS,
      publishNow: true,
    });
    const { id } = created.body.post;
    const half = await until(
      id,
      ({ status, deliveries }: Post) =>
        status === 'published' && deliveries[0]!.firstComment?.status === 'failed',
    );
    t.match(half, {
      partial: true,
      deliveries: [
        {
          status: 'published',
          error: null,
          firstComment: {
            error: /outside the authorized scopes\. Connect the account again/,
            networkCommentId: null,
          },
        },
        { status: 'failed', firstComment: { status: 'pending' } },
      ],
    });
    t.notMatch(half.error, accounts['mastodon']!, 'the post has no error for it');
    t.equal((await call('POST', `/v1/posts/${id}/retry`, {})).status, 200);
    const whole: Post = await until(id, (post: Post) => post.deliveries[1]!.firstComment?.status === 'sent');
    t.match(whole.deliveries[0], { firstComment: { status: 'failed' } });
    t.match((await call('POST', `/v1/posts/${id}/retry`, {})).status, 409);
    t.same(commentsBelow(running, 'mastodon', whole.deliveries[0]!.networkPostId!), []);
    t.equal(commentsBelow(running, 'bluesky', whole.deliveries[1]!.networkPostId!).length, 1);
    const { accounts: listed } = (await call('GET', '/v1/accounts')).body;
    t.ok(listed.every(({ status }) => status === 'healthy'));
  },
);

void t.test('a post that was deleted meanwhile gets no comment', async (t) => {
  const running = await startService(t, { platforms: ['mastodon'] });
  const { call, sandbox, until, service } = running;
  const { faults } = sandbox.sandbox;
  faults.add({
    kind: 'status',
    status: 429,
    network: 'mastodon',
    call: 'POST /api/v1/statuses',
    times: 1,
    skip: 1,
  });
  const { id } = await commentOn(running, 'mastodon');
  const post: Post = await until(id, ({ status }: Post) => status === 'published');
  const state = async () => {
    const [act] = await service.sql<{ value: string; status: string }[]>`
      select snapshot ->> 'value' as value, status from actors where kind = 'comment_act' and parent_id = ${id}`;
    return act?.value ?? act?.status;
  };
  await eventually(async () => (await state()) === 'waiting');
  t.equal((await call('DELETE', `/v1/posts/${id}`)).status, 200);
  running.advance(MINUTE);
  await eventually(async () => (await state()) === 'failed');
  t.same(textsBelow(running, 'mastodon', post), []);
});

void t.test('an override has its own comment or none; a network that takes none says so', async (t) => {
  const running = await startService(t, { platforms: ['mastodon', 'bluesky', 'telegram'] });
  const { call, accounts, until } = running;
  const request = {
    content: 'Bread',
    accountIds: [accounts['mastodon']!, accounts['bluesky']!, accounts['telegram']!],
    firstComment: WORDS,
    overrides: [
      { platforms: ['mastodon'], firstComment: 'Only here' },
      { accountIds: [accounts['bluesky']!], firstComment: null },
    ],
    publishNow: true,
  };
  const { accounts: planned } = (await call('POST', '/v1/posts/validate', request)).body;
  t.match(planned, [
    { firstComment: { text: 'Only here', length: { used: 9, limit: 500, unit: 'weight' } }, refusals: [] },
    { firstComment: null, warnings: [] },
    {
      firstComment: null,
      refusals: [],
      warningDetails: [{ code: 'first_comment_ignored', param: '/firstComment' }],
      warnings: [/Telegram takes no first comment/],
    },
  ]);
  const created = await call('POST', '/v1/posts', request);
  t.match(created.body.post.warnings, [/Telegram takes no first comment/]);
  const post: Post = await until(
    created.body.post.id,
    ({ status, deliveries }: Post) =>
      status === 'published' && deliveries[0]!.firstComment?.status === 'sent',
  );
  t.match(
    post.deliveries.map(({ firstComment }) => firstComment?.status ?? null),
    ['sent', null, null],
  );
  t.same(
    commentsBelow(running, 'mastodon', post.deliveries[0]!.networkPostId!).map(({ text }) => text),
    ['Only here'],
  );
  t.same(commentsBelow(running, 'bluesky', post.deliveries[1]!.networkPostId!), []);
});

void t.test('bad input is refused with the name of the field', async (t) => {
  const { call, accounts } = await startService(t, { platforms: ['mastodon'] });
  const base = { content: 'Bread', accountIds: [accounts['mastodon']!], draft: true };
  const long = 'a'.repeat(501);
  for (const [more, param] of [
    [{ firstComment: '' }, '/firstComment'],
    [{ firstComment: '  ' }, '/firstComment'],
    [{ firstComment: 7 }, '/firstComment'],
    [{ firstComment: 'a'.repeat(10_001) }, '/firstComment'],
    [{ overrides: [{ platforms: ['mastodon'], firstComment: ' ' }] }, '/overrides/0/firstComment'],
    [{ draft: false, publishNow: true, firstComment: long }, '/firstComment'],
    [
      { draft: false, publishNow: true, overrides: [{ platforms: ['mastodon'], firstComment: long }] },
      '/overrides/0/firstComment',
    ],
  ] as const)
    t.match(
      await call('POST', '/v1/posts', { ...base, ...more }),
      { status: 400, body: { param } },
      JSON.stringify(more).slice(0, 90),
    );
  const { id } = (await call('POST', '/v1/posts', { ...base, firstComment: WORDS })).body.post;
  t.match((await call('PATCH', `/v1/posts/${id}`, { content: 'Buns' })).body.post, { firstComment: WORDS });
  t.match((await call('PATCH', `/v1/posts/${id}`, { firstComment: 'Other' })).body.post, {
    firstComment: 'Other',
  });
  t.match((await call('PATCH', `/v1/posts/${id}`, { firstComment: null })).body.post, {
    firstComment: null,
    deliveries: [{ firstComment: null }],
  });
});

void t.test(
  'the comment of a thread stands below its first part, and a part is not taken for it',
  async (t) => {
    const running = await startService(t, { platforms: ['x', 'threads', 'bluesky', 'mastodon'] });
    const { faults } = running.sandbox.sandbox;
    for (const platform of ['x', 'threads', 'bluesky', 'mastodon'] as const) {
      const { call, skip } = COMMENTED[platform];
      // the parts have the words of the comment, and its response is lost
      const thread = [{ content: WORDS }, { content: `${WORDS}!` }];
      const isLost = platform !== 'x'; // x takes the same words once
      if (isLost) faults.add({ kind: 'lost_answer', network: platform, call, times: 1, skip: skip + 2 });
      const text = isLost ? WORDS : `${WORDS}, again`;
      const { id } = await commentOn(running, platform, { thread, firstComment: text });
      const post: Post = await running.until(id, isCommented, { advancesMs: 5_000 });
      t.same(textsBelow(running, platform, post), [WORDS, text], platform);
      const below = commentsBelow(running, platform, post.deliveries[0]!.networkPostId!);
      t.match(post.deliveries[0]!.firstComment, { status: 'sent', networkCommentId: below[1]!.id }, platform);
    }
  },
);

void t.test('the own comment is answered by no rule, and is no open comment', async (t) => {
  const world = await withRule(t);
  const { running } = world;
  const { id } = await commentOn(running, 'instagram', { firstComment: 'The LINK is in our profile' });
  const post: Post = await running.until(id, isCommented, { advancesMs: 2_000 });
  await running.idle();
  t.match(textsBelow(running, 'instagram', post), [/LINK/]);
  const { comments } = (await running.call('GET', '/v1/comments')).body;
  t.same(comments, [], 'it is in no list of what people wrote');
  const below = (await running.call('GET', `/v1/posts/${id}/comments`)).body.comments;
  t.match(below, [{ isOwn: true, done: true, text: 'The LINK is in our profile', parentId: null }]);
  t.equal(below.length, 1, 'the event of the network is the same comment');
  const { rules } = (await running.call('GET', '/v1/comment-dm-rules')).body;
  t.match(rules, [{ stats: { triggered: 0, sent: 0 } }]);
});

void t.test('another workspace sees nothing of it', async (t) => {
  const running = await startService(t, { platforms: ['mastodon'] });
  const { id } = await commentOn(running, 'mastodon');
  await running.until(id, isCommented);
  const [act] = await running.service.sql<{ id: string }[]>`
    select id from actors where kind = 'comment_act' and parent_id = ${id}`;
  const { key } = await running.neighbour();
  const headers = { authorization: `Bearer ${key}` };
  t.equal((await running.call('GET', `/v1/actors/${act!.id}`, undefined, headers)).status, 404);
  t.equal((await running.call('GET', `/v1/posts/${id}`, undefined, headers)).status, 404);
  const own = await running.call('GET', `/v1/actors/${act!.id}`);
  t.match(own, { status: 200, body: { actor: { parentId: id } } });
  const journal = await running.call('GET', `/v1/actors/${act!.id}/journal`);
  t.match(JSON.stringify(journal.body), 'acted.done', 'its steps are in the journal');
});

void t.test('a comment that is being written holds no report of the post up', async (t) => {
  const running = await startService(t, { platforms: ['mastodon', 'bluesky'] });
  const { call, accounts, sandbox, until, service } = running;
  const { faults } = sandbox.sandbox;
  faults.add({
    kind: 'slow',
    network: 'mastodon',
    call: 'POST /api/v1/statuses',
    times: 1,
    skip: 1,
    delayMs: 600_000,
  });
  faults.add({ kind: 'status', status: 503, network: 'bluesky', times: 1 });
  const created = await call('POST', '/v1/posts', {
    content: 'Bread',
    accountIds: [accounts['mastodon']!, accounts['bluesky']!],
    firstComment: WORDS,
    publishNow: true,
  });
  const { id } = created.body.post;
  await until(id, ({ deliveries }: Post) => deliveries[1]!.status === 'retrying');
  await eventually(() => Promise.resolve(hasComment(running, 'mastodon', WORDS)));
  running.advance(5 * MINUTE);
  const post: Post = await until(id, ({ status }: Post) => status === 'published');
  t.equal(post.deliveries[0]!.firstComment!.status, 'pending', 'its call is still under way');
  const steps = await service.sql<{ at: Date; actor: string | null; type: string }[]>`
    select p.at, s.actor, s.event ->> 'type' as type from journal_pages p
    cross join lateral json_to_recordset(p.steps::json) s(actor text, event json) where p.family = ${id}`;
  const at = (wanted: string, isPost: boolean) =>
    steps
      .filter(({ type, actor }) => type === wanted && (actor === null) === isPost)
      .map((step) => step.at.getTime());
  t.equal(
    at('delivery.ended', true).at(-1),
    at('outcome.published', false).at(-1),
    'the post took the end in the turn in which the delivery ended',
  );
});

/** X whose lists show what the account wrote later: so many lookups find nothing. */
function lagging() {
  const { x } = networks;
  const lag = { lookups: 0 };
  const list: CommentsPort['list'] = async (step) => {
    const page = await x.comments!.list(step);
    lag.lookups -= 1;
    return lag.lookups >= 0 && page.kind === 'page' ? { ...page, items: [] } : page;
  };
  const adapters: { [platform: string]: Manifest } = {
    ...networks,
    x: {
      ...x,
      comments: { ...x.comments!, list },
      firstComment: { ...x.firstComment!, list: (step) => list(step) },
    },
  };
  return { lag, adapters };
}

for (const [lookups, status] of [
  [3, 'sent'],
  [100, 'unknown'],
] as const) {
  void t.test(`x lists a comment ${lookups} lookups later and refuses a second one: ${status}`, async (t) => {
    const { lag, adapters } = lagging();
    const running = await startService(t, { platforms: ['x'], adapters });
    const { faults } = running.sandbox.sandbox;
    lag.lookups = lookups;
    faults.add({ kind: 'lost_answer', network: 'x', call: 'POST /2/tweets', times: 1, skip: 1 });
    const { id } = await commentOn(running, 'x');
    const post: Post = await running.until(id, isCommented, { advancesMs: MINUTE });
    t.equal(post.deliveries[0]!.firstComment!.status, status, JSON.stringify(post.deliveries));
    t.same(textsBelow(running, 'x', post), [WORDS]);
  });

  void t.test(`x lists a reply ${lookups} lookups later and refuses a second one: ${status}`, async (t) => {
    const { lag, adapters } = lagging();
    const running = await startService(t, { platforms: ['x'], adapters });
    const { call, accounts, sandbox, until, service, advance } = running;
    const { body } = await call('POST', '/v1/posts', {
      content: 'Bread',
      accountIds: [accounts['x']!],
      publishNow: true,
    });
    const post: Post = await until(body.post.id, ({ status: at }: Post) => at === 'published');
    const control = controlOf(sandbox);
    const { commentId } = await control('people', {
      network: 'x',
      person: { username: 'rosa' },
      act: { comment: { text: '@home open on Sunday?', mediaId: post.deliveries[0]!.networkPostId } },
    });
    await call('GET', `/v1/posts/${post.id}/comments`);
    lag.lookups = lookups;
    sandbox.sandbox.faults.add({ kind: 'lost_answer', network: 'x', call: 'POST /2/tweets', times: 1 });
    const request = { accountId: accounts['x'], platform: 'x', commentId, message: 'From eight' };
    const asked = call('POST', '/v1/comments/reply', request);
    const state = async () => {
      const [act] = await service.sql<{ value: string }[]>`
        select snapshot ->> 'value' as value from actors where kind = 'comment_act'`;
      return act?.value;
    };
    await eventually(async () => {
      advance(MINUTE);
      return ['done', 'unknown', 'failed'].includes((await state()) ?? '');
    });
    t.equal(await state(), status === 'sent' ? 'done' : status);
    t.match(await asked, { status: status === 'sent' ? 200 : 504 });
    const { posts } = await control('people?network=x');
    const replies = posts.flatMap(({ comments }: { comments: object[] }) => comments);
    t.match(JSON.stringify(replies).match(/From eight/g), { length: 1 }, 'once');
  });
}
