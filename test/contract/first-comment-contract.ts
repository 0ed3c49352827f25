/** What adapters must do about the first comment below a post: each network takes one, or takes none by name. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { Test } from 'tap';
import type { AccountAccess } from '../../adapters/port/account.ts';
import type { CommentOutcome } from '../../adapters/port/comments.ts';
import type { FirstCommentPort, FirstCommentStep } from '../../adapters/port/first-comment.ts';
import type { PostContent } from '../../adapters/port/publish.ts';
import { planComment } from '../../src/features/posts/first-comment.ts';
import { drive, setScene, type Scene, type SceneFacts } from './drive.ts';

/** The networks that take one, with the most that a comment may have there, in the network's own count. */
const LIMITS: { [platform: string]: number } = {
  instagram: 2_200,
  facebook: 8_000,
  linkedin: 1_250,
  youtube: 10_000,
  reddit: 10_000,
  x: 280,
  threads: 500,
  bluesky: 300,
  mastodon: 500,
};
/** A comment cannot be read there. */
const UNREAD = ['linkedin'];
const WORDS = 'The recipe is on our page';

export async function firstCommentContract(
  t: Test,
  make: () => SceneFacts & { posts: { [name: string]: PostContent } },
): Promise<void> {
  const { adapter } = make();
  const limit = LIMITS[adapter.platform];
  if (limit === undefined) {
    await t.test('takes no first comment, and says so', async () => {
      equal(adapter.firstComment, undefined);
      const { account } = setScene(make());
      const plan = planComment(adapter, { firstComment: WORDS }, account);
      deepEqual([plan.comment, plan.refusals], [null, []]);
      const [warning] = plan.warnings;
      match(warning!.message, new RegExp(`${adapter.name} takes no first comment`));
      deepEqual([warning!.code, warning!.param], ['first_comment_ignored', '/firstComment']);
    });
    return;
  }
  await limits(t, make, limit);
  await calls(t, make);
}

async function limits(t: Test, make: () => SceneFacts, limit: number): Promise<void> {
  const { adapter } = make();
  await t.test(`a first comment has ${limit} characters at most`, async () => {
    const { account } = setScene(make());
    const granted: AccountAccess = { ...account, scopes: adapter.firstComment?.scopes ?? null };
    const planned = (length: number) => planComment(adapter, { firstComment: 'a'.repeat(length) }, granted);
    deepEqual(planned(limit).refusals, []);
    equal(planned(limit).comment?.length.limit, limit);
    const [refusal] = planned(limit + 1).refusals;
    deepEqual([refusal?.code, refusal?.param], ['text_too_long', '/firstComment']);
  });
  await t.test('an account without the permission is refused, where one is needed', async () => {
    const { account } = setScene(make());
    const lacking = planComment(adapter, { firstComment: WORDS }, { ...account, scopes: ['something_else'] });
    deepEqual(
      lacking.refusals.map(({ code }) => code),
      adapter.firstComment?.scopes ? ['permission_missing'] : [],
    );
    for (const { message } of lacking.refusals) match(message, /connect again to allow first comments/);
  });
}

async function calls(
  t: Test,
  make: () => SceneFacts & { posts: { [name: string]: PostContent } },
): Promise<void> {
  const { platform } = make().adapter;
  await t.test('a first comment stands below the post and is found there by its text', async () => {
    const scene = setScene(make());
    const port = scene.adapter.firstComment!;
    const below = await stepFor(scene, make());
    const outcome = await port.send(below);
    ok(outcome.kind === 'done' && outcome.id !== undefined, JSON.stringify(outcome));
    if (UNREAD.includes(platform)) return equal(port.list, undefined);
    const found = await listed(port, below);
    deepEqual(
      found.map(({ id, text, isOwn, parentId }) => ({ id, text: text.trim(), isOwn, parentId })),
      [{ id: outcome.id, text: WORDS, isOwn: true, parentId: null }],
    );
    deepEqual(
      await listed(port, { ...below, ...(await otherPost(scene, make())) }),
      [],
      'and not below another post',
    );
  });

  await t.test('a lost response is unknown, and no response leaves no comment unsaid', async () => {
    const scene = setScene(make());
    const port = scene.adapter.firstComment!;
    const below = await stepFor(scene, make());
    const dropped = await port.send({ ...below, fetch: dropping(below.fetch, 'after') });
    equal(dropped.kind, 'unknown', JSON.stringify(dropped));
    if (UNREAD.includes(platform)) return;
    equal((await listed(port, below)).length, 1, 'it is there all the same');
    const unsent: CommentOutcome = await port.send({ ...below, fetch: dropping(below.fetch, 'before') });
    equal(unsent.kind, 'retry', 'no connection: nothing was sent');
  });

  await t.test('a post that is not there takes none', async () => {
    const scene = setScene(make());
    const below = await stepFor(scene, make());
    const { networkPostId } = below;
    const gone = networkPostId.replace(/\w{3}$/, networkPostId.endsWith('222') ? '333' : '222');
    const outcome = await scene.adapter.firstComment!.send({ ...below, networkPostId: gone });
    ok(outcome.kind === 'missing' || outcome.kind === 'rejected', JSON.stringify(outcome));
    ok(outcome.reason !== '');
  });
}

/** What an adapter is given to comment below a post that was just published. */
async function stepFor(
  scene: Scene,
  { posts }: { posts: { [name: string]: PostContent } },
): Promise<FirstCommentStep> {
  const { networkPostId } = await drive(scene, { post: Object.values(posts)[0]! });
  ok(networkPostId);
  return {
    account: scene.account,
    fetch: scene.sandbox.fetch,
    signal: AbortSignal.timeout(60_000),
    now: scene.clock.now,
    networkPostId,
    text: WORDS,
    key: 'act_1',
    askedAt: scene.clock.now,
  };
}

async function otherPost(scene: Scene, { posts }: { posts: { [name: string]: PostContent } }) {
  const first = Object.values(posts)[0]!;
  const { networkPostId } = await drive(scene, {
    post: { ...first, text: `${first.text} again` },
    deliveryId: 'delivery-2',
  });
  ok(networkPostId);
  return { networkPostId, key: 'act_2' };
}

async function listed(port: FirstCommentPort, step: FirstCommentStep) {
  const page = await port.list!({ ...step, cursor: null });
  if (page.kind !== 'page') throw new Error(JSON.stringify(page));
  return page.items;
}

/** Writing calls get no response, or no connection; reading calls pass. */
function dropping(fetch: typeof globalThis.fetch, when: 'before' | 'after'): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    if (request.method === 'GET') return fetch(request);
    if (when === 'after') await fetch(request);
    const code = when === 'before' ? 'ECONNREFUSED' : 'ECONNRESET';
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
  };
}
