/**
 * What the part `insights` of every network must do: one suite, run on the network's simulator, whose posts have numbers that
 * grow. A network without a call leaves its tests out.
 */
import { deepEqual, equal, ok } from 'node:assert/strict';
import t, { type Test } from 'tap';
import type { AccountAccess } from '../../adapters/port/account.ts';
import type { CommonNumbers, InsightsPort, PostCounts, PostNumbers } from '../../adapters/port/insights.ts';
import { createSandbox, type Sandbox } from '../../simulators/sandbox.ts';
import type { Fault, SimulatedNetwork } from '../../simulators/simulator.ts';
import { readPage } from '../../src/features/numbers/refused.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export interface InsightsFacts {
  port: InsightsPort;
  network: SimulatedNetwork<unknown>;
  /** Numbers that the network never gives. */
  never?: (keyof CommonNumbers)[];
  /** The simulator's names of calls that are disturbed. */
  calls: { posts?: string; account?: string };
  /** A metric that the network drops in the middle of a run, and what is lost with it. */
  drops?: { metric: string; loses: keyof CommonNumbers; refuses: 'by name' | 'without a name' | 'never' };
  /** How the network says that the permission for numbers is missing. */
  forbids?: Pick<Fault, 'status' | 'code'>;
  /** What an access token that has ended leads to; null: numbers need none. */
  endedToken: 'expired' | 'reauthorize' | null;
  /** How many posts the history of the tests has. More than fit on a page. */
  posts?: number;
  /** Numbers may fall (scores are votes for less votes against). */
  mayFall?: true;
}

interface Scene {
  sandbox: Sandbox;
  account: AccountAccess;
  clock: { now: number };
  step(): { account: AccountAccess; fetch: typeof fetch; signal: AbortSignal; now: number; without: [] };
  fault(fault: Omit<Fault, 'network'>): void;
}

export function sceneOf({ network }: Pick<InsightsFacts, 'network'>, posts: number): Scene {
  const { platform } = network;
  const clock = { now: Date.UTC(2026, 10, 2, 9) };
  const sandbox = createSandbox({
    baseUrl: 'http://sandbox.test',
    networks: [network],
    now: () => clock.now,
    fetch: () => Promise.reject(new Error('numbers fetch nothing from elsewhere')),
  });
  const made = sandbox.connect(platform, 'Cafe Luna');
  sandbox.numbers.makeHistory(platform, made.remoteId, { days: 90, posts });
  const { remoteId, username, endpoints, credentials, limits } = made;
  const account = { id: 'acc_1', platform, remoteId, username, endpoints, credentials, limits };
  const signal = new AbortController().signal;
  return {
    sandbox,
    account,
    clock,
    step: () => ({ account, fetch: sandbox.fetch, signal, now: clock.now, without: [] }),
    fault: (fault) => sandbox.faults.add({ network: platform, ...fault }),
  };
}

/** Every post, page by page. */
export async function allPosts(port: InsightsPort, scene: Scene): Promise<PostNumbers[]> {
  const items: PostNumbers[] = [];
  ok(port.posts);
  for (let cursor: string | null = null; ;) {
    const page = await port.posts.read({ ...scene.step(), cursor });
    ok(page.kind === 'page', JSON.stringify(page));
    ok(page.items.length <= Math.max(port.posts.perPage, port.posts.more?.perPage ?? 0));
    items.push(...page.items);
    cursor = page.cursor;
    if (cursor === null) return items;
  }
}

const COMMON = ['views', 'likes', 'comments', 'shares'] as const;
const common = (numbers: CommonNumbers) => COMMON.map((name) => numbers[name]);

export function insightsContract(platform: string, facts: InsightsFacts): void {
  const scene = (posts = 12) => sceneOf(facts, posts);
  void t.test(`${platform} meets the contract for numbers`, async (t) => {
    if (facts.port.posts) await listing(t, facts, scene);
    if (facts.port.byId) await asking(t, facts, scene);
    if (facts.port.post) await detailing(t, facts, scene);
    if (facts.port.account) await summing(t, facts, scene);
    if (facts.port.daily) await dating(t, facts, scene);
    await failing(t, facts, scene);
  });
}

type MakeScene = (posts?: number) => Scene;

async function listing(t: Test, facts: InsightsFacts, scene: MakeScene) {
  const { port, never = [] } = facts;
  await t.test('pages are followed to the last post, with no more calls than the port says', async () => {
    const made = scene(facts.posts ?? 130);
    ok(port.posts);
    const items = await allPosts(port, made);
    ok(items.length >= (facts.posts ?? 130), String(items.length));
    equal(new Set(items.map(({ networkPostId }) => networkPostId)).size, items.length);
    const calls = made.sandbox.calls.entries().length;
    const most = Math.ceil(items.length / port.posts.perPage) * port.posts.requests;
    const second = port.posts.more ? Math.ceil(items.length / port.posts.more.perPage) : 0;
    // a cursor may lead to one empty page
    ok(calls <= most + second + port.posts.requests, `${calls} calls for ${items.length} posts`);
  });

  await t.test('posts say what they are, newest first', async () => {
    const made = scene();
    const page = await port.posts?.read({ ...made.step(), cursor: null });
    ok(page?.kind === 'page' && page.items.length > 0);
    const times = page.items.map(({ publishedAt }) => publishedAt);
    deepEqual(
      times,
      times.toSorted((one, other) => other - one),
    );
    for (const post of page.items) {
      ok(post.networkPostId !== '' && post.publishedAt <= made.clock.now);
      ok(post.url === null || URL.canParse(post.url), String(post.url));
      for (const name of COMMON) {
        const value = post[name];
        ok(value === null || Number.isSafeInteger(value), `${name}: ${value}`);
        if (never.includes(name)) equal(value, null, `${name} is never given`);
      }
    }
    for (const name of COMMON) {
      if (!never.includes(name))
        ok(
          page.items.some((post) => post[name] !== null),
          `${name} is given`,
        );
    }
  });

  await t.test('numbers grow, the same at the same instant', async () => {
    const made = scene();
    const before = await allPosts(port, made);
    deepEqual(await allPosts(port, made), before);
    // less than an access token lives
    made.clock.now += HOUR - 20 * 60_000;
    const after = new Map((await allPosts(port, made)).map((post) => [post.networkPostId, post]));
    for (const post of before) {
      const later = after.get(post.networkPostId);
      ok(later);
      if (facts.mayFall) continue;
      for (const name of COMMON) ok((later[name] ?? Infinity) >= (post[name] ?? 0), name);
    }
  });

  const { drops } = facts;
  if (!drops) return;
  await t.test('a metric that is dropped in the middle of a run is lost alone', async () => {
    const made = scene();
    ok(port.posts);
    const before = await allPosts(port, made);
    made.sandbox.numbers.dropMetric(made.account.platform, drops.metric);
    const refused = await port.posts.read({ ...made.step(), cursor: null });
    if (drops.refuses === 'never') equal(refused.kind, 'page');
    else {
      ok(refused.kind === 'metric_refused', JSON.stringify(refused));
      equal(refused.metric, drops.refuses === 'by name' ? drops.metric : null);
      ok(refused.metrics.includes(drops.metric));
    }
    const { answer, without } = await readPage(port.posts, { ...made.step(), cursor: null });
    ok(answer.kind === 'page', JSON.stringify(answer));
    const was = new Map(before.map((post) => [post.networkPostId, post]));
    for (const post of answer.items) {
      equal(post[drops.loses], null);
      if (drops.refuses === 'without a name') continue; // all that was asked is left out
      for (const name of COMMON) {
        if (name !== drops.loses) equal(post[name], was.get(post.networkPostId)?.[name], name);
      }
    }
    const calls = () => made.sandbox.calls.entries().length;
    const count = calls();
    const again = await readPage(port.posts, { ...made.step(), cursor: null, without });
    equal(again.answer.kind, 'page');
    equal(calls() - count, port.posts.requests, 'what was learnt is not asked again');
  });
}

async function asking(t: Test, { port }: InsightsFacts, scene: MakeScene) {
  await t.test('posts by their ids have the numbers of the list, and a deleted one is gone', async () => {
    const made = scene();
    const { byId } = port;
    ok(byId);
    const listed = (await allPosts(port, made)).slice(0, Math.min(5, byId.perCall));
    const networkPostIds = listed.map(({ networkPostId }) => networkPostId);
    const found = await byId.read({ ...made.step(), networkPostIds });
    ok(found.kind === 'counts', JSON.stringify(found));
    deepEqual(found.gone, []);
    for (const post of listed) {
      const one: PostCounts | undefined = found.items.find(
        ({ networkPostId }) => networkPostId === post.networkPostId,
      );
      ok(one);
      deepEqual(common(one), common(post));
    }
    const [first = ''] = networkPostIds;
    const gone = `${first.slice(0, -3)}${first.endsWith('999') ? '998' : '999'}`;
    const missing = await byId.read({ ...made.step(), networkPostIds: [gone] });
    // some networks refuse the whole batch: it is halved, and a single one is gone
    if (missing.kind === 'counts') deepEqual([missing.items, missing.gone], [[], [gone]]);
    else ok(['gone', 'page_refused'].includes(missing.kind), JSON.stringify(missing));
  });
}

async function detailing(t: Test, { port }: InsightsFacts, scene: MakeScene) {
  await t.test('everything of one post contains the numbers of the list', async () => {
    const made = scene();
    const listed = (await allPosts(port, made)).slice(0, 4);
    for (const { networkPostId, mediaKind, publishedAt, ...post } of listed) {
      const detail = await port.post?.({ ...made.step(), networkPostId, mediaKind, publishedAt });
      ok(detail?.kind === 'post', JSON.stringify(detail));
      for (const name of ['views', 'likes', 'comments'] as const) equal(detail[name], post[name], name);
      for (const [name, value] of Object.entries(post.all)) equal(detail.all[name], value, name);
      deepEqual(detail.lacks, undefined);
    }
    const gone = { networkPostId: '18012345678901234', mediaKind: null, publishedAt: null };
    const missing = await port.post?.({ ...made.step(), ...gone });
    equal(missing?.kind, 'gone');
  });
}

async function summing(t: Test, { port }: InsightsFacts, scene: MakeScene) {
  await t.test('an account has followers, alone and together with others', async () => {
    const made = scene();
    const account = await port.account?.read(made.step());
    ok(account?.kind === 'account', JSON.stringify(account));
    equal(account.lacks, undefined);
    if (account.followers !== null) ok(Number.isSafeInteger(account.followers) && account.followers >= 0);
    const sums = [account.views, account.reach, account.engagement, account.profileViews];
    equal(
      sums.some((sum) => sum !== null),
      port.account?.sums === true,
      'sums are there where the port says so',
    );
    if (!port.followers) return;
    const { remoteId } = made.account;
    const together = await port.followers.read({ ...made.step(), remoteIds: [remoteId] });
    ok(together.kind === 'followers', JSON.stringify(together));
    deepEqual(
      together.items.map((item) => [item.remoteId, item.followers]),
      [[remoteId, account.followers]],
    );
  });
}

async function dating(t: Test, { port }: InsightsFacts, scene: MakeScene) {
  await t.test('days are in order, within what was asked, and none is from the future', async () => {
    const made = scene();
    const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10);
    const [from, to] = [dayAt(made.clock.now - 20 * DAY), dayAt(made.clock.now)];
    const read = await port.daily?.read({ ...made.step(), from, to });
    ok(read?.kind === 'daily', JSON.stringify(read));
    ok(read.series.length > 0);
    ok(port.daily);
    const surely = dayAt(made.clock.now - (port.daily.lateDays + 1) * DAY);
    for (const { metric, days } of read.series) {
      const dates = days.map(({ day }) => day);
      deepEqual(dates, [...new Set(dates)].toSorted(), metric);
      ok(
        dates.every((day) => day >= from && day <= to),
        metric,
      );
      ok(dates.includes(from) && dates.includes(surely), `${metric}: ${dates.join()}`);
      ok(days.every(({ value }) => Number.isFinite(value)));
    }
  });
}

async function failing(t: Test, facts: InsightsFacts, scene: MakeScene) {
  const { port, calls, endedToken, forbids } = facts;
  /** The call that is disturbed. */
  const read = (made: Scene) =>
    port.posts
      ? port.posts.read({ ...made.step(), cursor: null })
      : (port.account?.read(made.step()) ??
        port.daily?.read({ ...made.step(), from: '2026-10-20', to: '2026-10-25' }));
  const call = calls.posts ?? calls.account;

  await t.test('too many calls, a fault and a lost connection are told apart', async () => {
    const made = scene();
    made.fault({ kind: 'status', status: 429, retryAfterSeconds: 90, call, times: 1 });
    const limited = await read(made);
    equal(limited?.kind, 'rate_limited', JSON.stringify(limited));
    made.fault({ kind: 'status', status: 503, call, times: 1 });
    equal((await read(made))?.kind, 'network_down');
    made.fault({ kind: 'cut', call, times: 1 });
    equal((await read(made))?.kind, 'network_down');
    const fine = await read(made);
    ok(fine && ['page', 'account', 'daily'].includes(fine.kind), JSON.stringify(fine));
  });

  await t.test('an ended access token asks for a renewal, a missing permission for nothing', async () => {
    const made = scene();
    if (endedToken !== null) {
      made.fault({ kind: 'expired_token', call, times: 1 });
      equal((await read(made))?.kind, endedToken);
    }
    if (!forbids) return;
    made.fault({ kind: 'status', ...forbids, call, times: 1 });
    const refused = await read(made);
    ok(refused?.kind === 'needs_permission', JSON.stringify(refused));
    ok(refused.scope !== '');
  });

  await t.test('no answer contains a credential', async () => {
    const made = scene();
    for (const status of [200, 401, 403]) {
      if (status !== 200) made.fault({ kind: 'status', status, call, times: 1 });
      const text = JSON.stringify(await read(made));
      for (const secret of Object.values(made.account.credentials)) {
        // handles and ids of clients are no secrets
        if (secret.length >= 20 && secret !== made.account.remoteId) ok(!text.includes(secret));
      }
    }
  });
}
