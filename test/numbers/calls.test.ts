/** How many calls a full refresh of 20 accounts with 5,000 posts takes, by network: as few as its documented batches allow. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { networks as simulated } from '../../simulators/networks.ts';
import { callsOfRefresh } from '../../src/features/numbers/calls.ts';
import { allPosts, sceneOf } from '../contract/insights-contract.ts';

const SIZE = { accounts: 20, postsPerAccount: 250 };

/** Calls for posts, and for figures of accounts and their days. */
const CALLS: { [platform: string]: [way: 'pages' | 'ids' | 'none', posts: number, accounts: number] } = {
  // 5 pages of 50 an account; followers, sums and reach by day
  instagram: ['pages', 100, 60],
  // 3 pages of 100 and one of reels; followers, figures of 28 days and days
  facebook: ['pages', 80, 60],
  // 3 pages of 100; sums, days and followers are one call
  threads: ['pages', 60, 20],
  // batches of 100 ids over all accounts; people by 100 ids
  x: ['ids', 50, 1],
  // batches of 50 ids over all channels; one call for subscribers, a report a channel
  youtube: ['ids', 100, 21],
  // 3 pages of 100; profiles by 25
  bluesky: ['pages', 60, 1],
  // 7 pages of 40; the account itself
  mastodon: ['pages', 140, 20],
  // batches of 100 ids over all accounts; the account itself
  reddit: ['ids', 50, 20],
  // 4 pages of 64, since the list contains the texts; followers are not counted
  devto: ['pages', 80, 0],
  // 13 pages of 20; the publication's followers
  hashnode: ['pages', 260, 20],
  // 13 pages of 20
  tumblr: ['pages', 260, 0],
  // 4 pages of 64, since the list contains the texts
  ghost: ['pages', 80, 0],
  // 5 pages of 50 and their comments, 100 with a call; nobody follows a site
  wordpress: ['pages', 200, 0],
  // figures of the account alone
  telegram: ['none', 0, 20],
  tiktok: ['none', 0, 20],
  pinterest: ['none', 0, 20],
  google_business: ['none', 0, 20],
};

const ports = Object.entries<Manifest>(networks).flatMap(([platform, { insights }]) =>
  insights ? [{ platform, port: insights }] : [],
);

void t.test('each network has its number of calls', async () => {
  const found = ports.map(({ platform, port }) => {
    const { way, posts, accounts, total } = callsOfRefresh(port, SIZE);
    equal(total, posts + accounts);
    return [platform, [way, posts, accounts]];
  });
  deepEqual(Object.fromEntries(found), CALLS);
});

void t.test('pages take the calls that are counted', async () => {
  for (const { platform, port } of ports) {
    const network = simulated.find((one) => one.platform === platform);
    if (!port.posts) continue;
    ok(network);
    const made = sceneOf({ network }, SIZE.postsPerAccount);
    const posts = await allPosts(port, made);
    const inSecondList = port.posts.more ? posts.filter(({ otherIds }) => otherIds !== undefined).length : 0;
    const { byId: _batches, ...withPages } = port;
    const size = { accounts: 1, postsPerAccount: posts.length, inSecondList };
    const expected = callsOfRefresh(withPages, size);
    equal(made.sandbox.calls.entries().length, expected.posts, platform);
  }
});

void t.test('an account without posts costs one look, and a network without numbers none', async () => {
  equal(callsOfRefresh({ metrics: [], covers: 'own' }, SIZE).total, 0);
  const threads = (networks as { [name: string]: Manifest })['threads']?.insights;
  ok(threads);
  equal(callsOfRefresh(threads, { accounts: 1, postsPerAccount: 0 }).posts, 1);
});
