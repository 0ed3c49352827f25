/** Runs the contract for numbers over every network that has some. */
import { ok } from 'node:assert/strict';
import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { networks as simulated } from '../../simulators/networks.ts';
import { insightsContract, type InsightsFacts } from './insights-contract.ts';

type Own = Omit<InsightsFacts, 'port' | 'network'>;
const META = { forbids: { status: 403, code: 10 }, endedToken: 'reauthorize' } as const;

const FACTS: { [platform: string]: Own } = {
  instagram: {
    ...META,
    calls: { posts: 'own_media' },
    drops: { metric: 'views', loses: 'views', refuses: 'by name' },
  },
  facebook: {
    ...META,
    calls: { posts: 'posts' },
    drops: { metric: 'post_media_view', loses: 'views', refuses: 'without a name' },
  },
  threads: {
    ...META,
    calls: { posts: 'own_threads' },
    drops: { metric: 'views', loses: 'views', refuses: 'by name' },
  },
  x: {
    calls: { posts: 'GET /2/users/:id/tweets' },
    drops: { metric: 'impression_count', loses: 'views', refuses: 'never' },
    endedToken: 'expired',
  },
  youtube: {
    calls: { posts: 'playlistItems.list' },
    never: ['shares'],
    drops: { metric: 'viewCount', loses: 'views', refuses: 'never' },
    endedToken: 'expired',
  },
  bluesky: {
    calls: { posts: 'app.bsky.feed.getAuthorFeed' },
    never: ['views'],
    drops: { metric: 'likeCount', loses: 'likes', refuses: 'never' },
    endedToken: 'expired',
  },
  mastodon: {
    calls: { posts: 'GET /api/v1/accounts/:id/statuses' },
    never: ['views'],
    drops: { metric: 'favourites_count', loses: 'likes', refuses: 'never' },
    endedToken: 'reauthorize',
  },
  reddit: {
    calls: { posts: 'GET /user/:name/submitted' },
    never: ['views'],
    drops: { metric: 'num_crossposts', loses: 'shares', refuses: 'never' },
    endedToken: 'expired',
    mayFall: true,
  },
  devto: {
    calls: { posts: 'GET /articles/me/:which' },
    never: ['shares'],
    drops: { metric: 'page_views_count', loses: 'views', refuses: 'never' },
    endedToken: null,
  },
  hashnode: {
    calls: { posts: 'publication.posts' },
    never: ['shares'],
    drops: { metric: 'views', loses: 'views', refuses: 'never' },
    endedToken: null,
  },
  tumblr: {
    calls: { posts: 'GET /v2/blog/:blog/posts' },
    never: ['views', 'likes', 'comments', 'shares'],
    drops: { metric: 'note_count', loses: 'likes', refuses: 'never' },
    endedToken: 'expired',
  },
  ghost: {
    calls: { posts: 'GET /posts/' },
    never: ['views', 'likes', 'comments', 'shares'],
    drops: { metric: 'clicks', loses: 'likes', refuses: 'never' },
    endedToken: null,
  },
  wordpress: {
    calls: { posts: 'GET /wp/v2/posts' },
    never: ['views', 'likes', 'shares'],
    drops: { metric: 'comments', loses: 'comments', refuses: 'never' },
    endedToken: null,
  },
  telegram: { calls: { account: 'getChatMemberCount' }, endedToken: null },
  tiktok: { calls: { account: 'user/info' }, endedToken: 'expired' },
  pinterest: { calls: { account: 'user_account/get' }, endedToken: 'expired' },
  google_business: {
    calls: { account: 'locations.fetchMultiDailyMetricsTimeSeries' },
    endedToken: 'expired',
  },
};

for (const [platform, { insights }] of Object.entries<Manifest>(networks)) {
  if (!insights) continue;
  const facts = FACTS[platform];
  const network = simulated.find((one) => one.platform === platform);
  ok(facts && network, `${platform} needs a row here, and a simulator`);
  insightsContract(platform, { port: insights, network, ...facts });
}

void t.test('each row is of a network that has numbers', async (t) => {
  for (const platform of Object.keys(FACTS)) {
    t.ok((networks as { [name: string]: Manifest })[platform]?.insights, platform);
  }
});
