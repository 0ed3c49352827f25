/**
 * Names of Instagram's metrics (Instagram Platform, "Insights"; changes of 21 April 2025 and June 2026). A name that the
 * account's media do not support fails the whole call, so that only those that feed posts and reels share are in lists.
 */
import type { MetricName } from '../port/insights.ts';

const ALWAYS = { since: null, until: null };
const POST = { of: 'post' as const, ...ALWAYS };
const shared = (name: string): MetricName => ({ ...POST, name, inList: true, kinds: ['FEED', 'REELS'] });
const of = (kinds: string[], ...names: string[]): MetricName[] =>
  names.map((name) => ({ ...POST, name, kinds }));
const ended = (until: string, ...names: string[]): MetricName[] =>
  names.map((name) => ({ of: 'post', name, since: null, until }));

export const metrics: MetricName[] = [
  ...['views', 'reach', 'likes', 'comments', 'saved', 'shares', 'total_interactions'].map(shared),
  ...of(['FEED'], 'reposts', 'follows', 'profile_visits', 'profile_activity'),
  ...of(['REELS'], 'reposts', 'ig_reels_avg_watch_time', 'ig_reels_video_view_total_time', 'reels_skip_rate'),
  ...of(
    ['STORY'],
    'views',
    'reach',
    'replies',
    'shares',
    'navigation',
    'follows',
    'profile_visits',
    'profile_activity',
    'total_interactions',
    'reposts',
  ),
  ...of(['FEED', 'REELS'], 'total_views', 'total_likes', 'total_comments').map((metric): MetricName => ({
    ...metric,
    login: 'facebook',
  })),
  ...ended('2025-04-21', 'impressions', 'plays', 'video_views', 'clips_replays_count'),
  ...ended('2025-04-21', 'ig_reels_aggregated_all_plays_count', 'engagement'),
  ...[
    'views',
    'reach',
    'accounts_engaged',
    'total_interactions',
    'likes',
    'comments',
    'saves',
    'shares',
    'replies',
    'profile_links_taps',
  ].map((name): MetricName => ({ of: 'account', name, ...ALWAYS })),
  { of: 'account', name: 'profile_views', since: null, until: '2025-01-08' },
  { of: 'daily', name: 'reach', ...ALWAYS },
];
