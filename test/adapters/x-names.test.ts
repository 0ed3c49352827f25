/** X's names of posts (since August 2026) and its names of tweets before: requests use the new ones, and every read works with both. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import type { PostNumbers } from '../../adapters/port/insights.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { manifest } from '../../adapters/x/manifest.ts';
import { listRequest, verify } from '../../adapters/x/verify.ts';
import { createSandbox } from '../../simulators/sandbox.ts';
import { x } from '../../simulators/x/index.ts';
import { casesOf } from './insights-cases.ts';

const NEW_ONLY =
  /tweet\.fields|retweet_count|tweet_count|note_tweet|referenced_tweets|edit_history_tweet_ids/;

const { comments, messages, insights }: Manifest = manifest;
ok(comments && messages && insights);
const ports = { comments, messages, insights };

/** A sandbox of its own address, since the adapter remembers what an address takes. */
function sceneOf(names: 'new' | 'old', host: string) {
  const network = names === 'new' ? x : { ...x, initial: () => ({ ...x.initial(), names }) };
  const now = Date.UTC(2026, 10, 2, 9);
  const asked: { url: URL; status: number }[] = [];
  const sandbox = createSandbox({
    baseUrl: `http://${host}`,
    networks: [network],
    now: () => now,
    fetch: () => Promise.reject(new Error('nothing is elsewhere')),
  });
  const made = sandbox.connect('x', 'Cafe Luna');
  const account = { id: 'acc_1', platform: 'x', ...made };
  const place = { network: 'x', account: made.remoteId };
  sandbox.numbers.makeHistory('x', made.remoteId, { days: 20, posts: 12 });
  sandbox.people.act(place, { username: 'rosa' }, { kind: 'say', text: 'Open on Sunday?', replyTo: null });
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const response = await sandbox.fetch(request);
    asked.push({ url: new URL(request.url), status: response.status });
    return response;
  };
  const postId = sandbox.people.scene(place).posts[0]!.id;
  sandbox.people.act(
    place,
    { username: 'rosa' },
    { kind: 'comment', mediaId: postId, text: 'Rye & wheat?', parentId: null },
  );
  const step = { account, fetch, signal: new AbortController().signal, now };
  return { step, asked, postId };
}

/** Every call that reads posts or messages. */
async function readAll({ step, postId }: ReturnType<typeof sceneOf>) {
  const { insights, comments, messages } = ports;
  const without: [] = [];
  const posts = await insights.posts!.read({ ...step, without, cursor: null });
  ok(posts.kind === 'page' && posts.items.length >= 12, JSON.stringify(posts));
  const listed = await comments.list({ ...step, networkPostId: postId, cursor: null });
  ok(listed.kind === 'page' && listed.items.length === 1, JSON.stringify(listed));
  const recent = await messages.recent!({ ...step, cursor: null });
  ok(recent.kind === 'page' && recent.items.length === 1, JSON.stringify(recent));
  const [message] = recent.items;
  const [{ text, publishedAt }] = posts.items as [PostNumbers];
  const checkpoint = {
    text,
    files: [],
    since: publishedAt,
    triedAt: publishedAt,
    triedBefore: false,
    duplicate: null,
    processing: null,
    reuploads: 0,
  };
  return {
    posts,
    listed,
    recent,
    byId: await insights.byId!.read({ ...step, without, networkPostIds: [postId] }),
    post: await insights.post!({
      ...step,
      without,
      networkPostId: postId,
      mediaKind: null,
      publishedAt: step.now,
    }),
    account: await insights.account!.read({ ...step, without }),
    followers: await insights.followers!.read({ ...step, without, remoteIds: [step.account.remoteId] }),
    own: await comments.posts!({ ...step, cursor: null }),
    few: await comments.posts!({ ...step, cursor: null, maxReads: 2 }),
    reply: await comments.read!({ ...step, commentId: listed.items[0]!.id }),
    conversations: await messages.conversations({ ...step, cursor: null }),
    messages: await messages.messages({
      ...step,
      conversation: { id: message!.conversationId },
      cursor: null,
    }),
    withPerson: await messages.messages({
      ...step,
      conversation: { personId: message!.personId },
      cursor: null,
    }),
    message: await messages.message!({ ...step, messageId: message!.id }),
    profile: await messages.profile!({ ...step, personId: message!.personId }),
    found: await verify({ ...step, checkpoint, heldIds: () => Promise.resolve(new Set()) } as never),
  };
}

/** Kinds of what came; a comment and a message have none. */
const READ = ['page', 'counts', 'post', 'account', 'followers', 'profile', 'live'];
const BEFORE = { repost_count: 'retweet_count', post_count: 'tweet_count' };
const byOldNames = (read: unknown): unknown =>
  JSON.parse(
    JSON.stringify(read)
      .replaceAll(/repost_count|post_count/g, (name) => BEFORE[name as keyof typeof BEFORE])
      .replaceAll('new-names.test', 'old-names.test'),
  );
const sorted = (read: unknown): unknown =>
  JSON.parse(JSON.stringify(read), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );

void t.test('every read works with both names and gives the same', async () => {
  const now = sceneOf('new', 'new-names.test');
  const before = sceneOf('old', 'old-names.test');
  const read = await readAll(now);
  const shares = read.posts.items.map((post) => post.shares);
  ok(shares.some((count) => count !== null && count > 0));
  equal(read.found.kind, 'live', JSON.stringify(read.found));
  for (const [name, answer] of Object.entries<{ kind?: string; id?: unknown }>(read))
    ok(answer.kind === undefined || READ.includes(answer.kind), `${name}: ${JSON.stringify(answer)}`);
  deepEqual(sorted(await readAll(before)), sorted(byOldNames(read)));
  deepEqual(
    now.asked.filter(({ status }) => status === 400),
    [],
    'no request of the adapter has a parameter or value that is not known',
  );
  for (const { url } of now.asked) ok(!NEW_ONLY.test(decodeURIComponent(url.search)), url.href);
  equal(
    before.asked.filter(({ status }) => status === 400).length,
    1,
    'what the address takes is remembered',
  );
});

void t.test('an address that changes its names is asked once more, and only then', async () => {
  const { step, asked } = sceneOf('old', 'changing-names.test');
  const read = () => ports.insights.posts!.read({ ...step, without: [], cursor: null });
  equal((await read()).kind, 'page');
  equal(asked.length, 2);
  const renewed = sceneOf('new', 'changing-names.test');
  const again = await ports.insights.posts!.read({ ...renewed.step, without: [], cursor: null });
  equal(again.kind, 'page');
  deepEqual(
    renewed.asked.map(({ status }) => status),
    [400, 200],
  );
});

void t.test('a 400 that names no parameter is not repeated', async () => {
  const { step } = sceneOf('new', 'other-400.test');
  let calls = 0;
  const fetch = () => {
    calls += 1;
    const errors = [{ message: 'The `max_results` query parameter value [3] is not between 5 and 100' }];
    return Promise.resolve(Response.json({ errors, title: 'Invalid Request' }, { status: 400 }));
  };
  const answer = await ports.insights.posts!.read({ ...step, fetch, without: [], cursor: null });
  equal(answer.kind, 'not_available');
  equal(calls, 1);
});

void t.test('requests have the old names in one place alone', async () => {
  const root = new URL('../../adapters/x/', import.meta.url);
  for (const file of readdirSync(root).filter((name) => name !== 'names.ts')) {
    const code = readFileSync(new URL(file, root), 'utf8');
    ok(!code.includes('tweet.fields'), file);
  }
  for (const { name, asks } of casesOf('x'))
    for (const one of asks) ok(!NEW_ONLY.test(one), `${name}: ${one}`);
  ok(!NEW_ONLY.test(listRequest(sceneOf('new', 'list.test').step.account, 0, null).url));
});
