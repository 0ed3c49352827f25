/** The parts of a refresh fail apart: what the network says of some posts keeps neither the others nor the account from being read. */
import { randomUUID } from 'node:crypto';
import t, { type Test } from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { CountsOfPosts, InsightsPort, InsightsProblem } from '../../adapters/port/insights.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { trackPosts } from '../../store/tracked-posts.ts';
import { type RunningService, startService } from '../support/service.ts';

const DAY = 24 * 3_600_000;

/** Every kind of failure but those that end with a renewal of the access, which reads everything again. */
const PROBLEMS: InsightsProblem[] = [
  { kind: 'not_available', reason: '(#100) The ids query parameter is deprecated in v26.0+.' },
  { kind: 'network_down', reason: 'no response' },
  { kind: 'rate_limited', reason: 'too many calls' },
  { kind: 'budget', reason: 'no credits are left' },
  { kind: 'needs_permission', reason: 'forbidden.', scope: 'insights' },
  { kind: 'page_refused', reason: 'one of the posts is not known' },
];

type Read = NonNullable<InsightsPort['byId']>['read'];

async function started(t: Test, platform: string, read?: Read) {
  const manifest = (networks as { [name: string]: Manifest })[platform]!;
  const { insights } = manifest;
  const adapters = read
    ? {
        ...networks,
        [platform]: { ...manifest, insights: { ...insights!, byId: { ...insights!.byId!, read } } },
      }
    : networks;
  const running = await startService(t, { adapters, platforms: [platform] });
  const accountId = running.accounts[platform]!;
  const [row] = await running.service.sql<{ remoteId: string; workspaceId: string }[]>`
    select remote_id as "remoteId", workspace_id as "workspaceId" from accounts where id = ${accountId}`;
  running.sandbox.sandbox.numbers.makeHistory(platform, row!.remoteId, { days: 60, posts: 12 });
  return { running, accountId, ...row! };
}

/** Tracks posts that no list of the network has. */
async function track(
  { service }: RunningService,
  place: { workspaceId: string; accountId: string; platform: string },
  ids: readonly string[],
): Promise<void> {
  const posts = ids.map((networkPostId, index) => ({
    key: randomUUID(),
    networkPostId,
    postId: null as unknown as string,
    url: null,
    text: 'not on any list',
    publishedAt: Date.now() - DAY - index,
  }));
  await trackPosts(service.sql, place, posts);
}

async function statsOf({ call }: RunningService, accountId: string) {
  const { body } = await call('GET', `/v1/accounts/stats?accountId=${accountId}&refresh=true`);
  return body as {
    accounts: { followers: number | null }[];
    sources: { state: string; reason: string | null }[];
  };
}

const asking = Object.entries<Manifest>(networks).flatMap(([platform, { insights }]) =>
  insights?.byId ? [platform] : [],
);

void t.test('a failed read of posts by their ids keeps nobody from the numbers of the account', async (t) => {
  t.ok(asking.length >= 5, asking.join());
  for (const [index, platform] of asking.entries()) {
    const problem = PROBLEMS[index % PROBLEMS.length]!;
    await t.test(`${platform}: ${problem.kind}`, async (t) => {
      let asked = 0;
      const made = await started(t, platform, async () => {
        asked += 1;
        return problem;
      });
      await track(made.running, { ...made, platform }, ['102000000000001_7404', '102000000000001_7405']);
      const { accounts, sources } = await statsOf(made.running, made.accountId);
      t.ok(asked > 0);
      t.not(sources[0]!.state, 'ok', 'the failure is shown');
      t.match(sources[0]!.reason, problem.reason);
      t.type(accounts[0]!.followers, 'number');
    });
  }
});

const listing = Object.entries<Manifest>(networks).flatMap(([platform, { insights }]) =>
  insights?.posts && insights.price === undefined && (insights.account || insights.followers)
    ? [platform]
    : [],
);

void t.test('a refused list of posts keeps nobody from the numbers of the account', async (t) => {
  t.ok(listing.length >= 5, listing.join());
  const refused = { kind: 'not_available', reason: 'the list is refused' } as const;
  for (const platform of listing) {
    await t.test(platform, async (t) => {
      const manifest = (networks as { [name: string]: Manifest })[platform]!;
      const posts = { ...manifest.insights!.posts!, read: async () => refused };
      const adapters = {
        ...networks,
        [platform]: { ...manifest, insights: { ...manifest.insights!, posts } },
      };
      const running = await startService(t, { adapters, platforms: [platform] });
      const { accounts, sources } = await statsOf(running, running.accounts[platform]!);
      t.match(sources, [{ state: 'not_available', reason: refused.reason }]);
      t.type(accounts[0]!.followers, 'number');
    });
  }
});

void t.test('a post that was removed at Facebook is gone, and all else is read', async (t) => {
  const made = await started(t, 'facebook');
  const { remoteId, running } = made;
  const removed = [`${remoteId}_7404`, '8404'];
  await track(running, { ...made, platform: 'facebook' }, removed);
  const { accounts, sources } = await statsOf(running, made.accountId);
  t.match(sources, [{ state: 'ok', reason: null }]);
  t.type(accounts[0]!.followers, 'number');
  const states = await running.service.sql<{ state: string }[]>`
    select state from tracked_posts where network_post_id = any(${removed})`;
  t.strictSame(
    states.map(({ state }) => state),
    ['gone', 'gone'],
  );
  const byIds = () => running.sandbox.sandbox.calls.entries().filter(({ status }) => status === 400).length;
  t.equal(byIds(), 2, 'one call each');
  await statsOf(running, made.accountId);
  t.equal(byIds(), 2, 'they are not asked for again');
});

void t.test('one refused post is left out, and a refusal of all is no refusal of the posts', async (t) => {
  const known = (id: string): CountsOfPosts => ({
    kind: 'counts',
    items: [{ networkPostId: id, views: 7, likes: null, comments: null, shares: null, all: {} }],
    gone: [],
  });
  let bad = (id: string) => id.endsWith('_7405');
  let calls = 0;
  const made = await started(t, 'facebook', async ({ networkPostIds: [id = ''] }) => {
    calls += 1;
    return bad(id) ? { kind: 'not_available', reason: 'no such numbers' } : known(id);
  });
  const { running, remoteId } = made;
  const ids = ['7405', '7406', '7407', '7408', '7409'].map((id) => `${remoteId}_${id}`);
  await track(running, { ...made, platform: 'facebook' }, ids);
  const states = async () => {
    const rows = await running.service.sql<{ state: string; views: number | null }[]>`
      select state, views::float8 as views from tracked_posts where network_post_id = any(${ids}) order by network_post_id`;
    return rows.map(({ state, views }) => `${state} ${views}`);
  };
  bad = () => true;
  t.match((await statsOf(running, made.accountId)).sources, [
    { state: 'not_available', reason: 'no such numbers' },
  ]);
  t.equal(calls, 3, 'not every post is tried');
  t.strictSame(
    await states(),
    ids.map(() => 'ok null'),
  );
  bad = (id) => id.endsWith('_7405');
  t.match((await statsOf(running, made.accountId)).sources, [{ state: 'ok', reason: null }]);
  t.strictSame(await states(), ['not_available null', 'ok 7', 'ok 7', 'ok 7', 'ok 7']);
});
