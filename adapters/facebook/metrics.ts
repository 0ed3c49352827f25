/**
 * Names of metrics of Pages and posts (Graph API, "Insights"; removals of 15 November 2025 and 15 June 2026). A removed name
 * fails the whole call. Videos are asked without names, since those died too.
 */
import type { MetricName } from '../port/insights.ts';

const ALWAYS = { since: null, until: null };
const names = (of: MetricName['of'], more: Partial<MetricName>, ...list: string[]): MetricName[] =>
  list.map((name) => ({ of, name, ...ALWAYS, ...more }));

export const metrics: MetricName[] = [
  ...names(
    'post',
    { inList: true },
    'post_media_view',
    'post_total_media_view_unique',
    'post_clicks',
    'post_reactions_by_type_total',
  ),
  ...names('post', {}, 'post_activity_by_action_type'),
  ...names('post', { kinds: ['added_video'] }, 'post_video_views', 'post_video_avg_time_watched'),
  ...names(
    'post',
    { until: '2025-11-15' },
    'post_impressions',
    'post_impressions_unique',
    'post_engaged_users',
  ),
  ...names('post', { until: '2026-06-15' }, 'post_impressions_organic', 'post_impressions_paid'),
  ...names(
    'account',
    {},
    'page_media_view',
    'page_total_media_view_unique',
    'page_post_engagements',
    'page_views_total',
  ),
  ...names('account', { until: '2025-11-15' }, 'page_impressions', 'page_fans'),
  ...names(
    'daily',
    {},
    'page_media_view',
    'page_post_engagements',
    'page_follows',
    'page_daily_follows_unique',
    'page_views_total',
  ),
  ...names('daily', { until: '2025-11-15' }, 'page_impressions', 'page_fan_adds', 'page_fans'),
];

/** What `/video_insights` is known to give. */
export const VIDEO_NAMES = [
  'blue_reels_play_count',
  'fb_reels_total_plays',
  'fb_reels_replay_count',
  'post_impressions_unique',
  'post_video_avg_time_watched',
  'post_video_view_time',
  'post_video_followers',
  'post_video_likes_by_reaction_type',
  'post_video_social_actions',
  'post_video_retention_graph',
  'total_video_views',
  'total_video_avg_time_watched',
  'total_video_view_total_time',
];
