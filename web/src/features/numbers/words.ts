/** Numbers and their names in words. Pure, but for the names of networks. */
import type { Count, Source } from './shapes.ts';
import { language } from '../../base/language/language.ts';
import { t } from '../../base/language/text.ts';

export const COUNT_NAMES: { [count in Count]: string } = {
  views: t('Views'),
  likes: t('Likes'),
  comments: t('Comments'),
  shares: t('Shares'),
};

const METRIC_NAMES: { [metric: string]: string } = {
  ...COUNT_NAMES,
  reach: t('Reach'),
  engagement: t('Interactions'),
  followers: t('Followers'),
  followersGained: t('Followers gained'),
  profileViews: t('Views of the profile'),
};

/** A metric of ours by its name, one of a network from its own: `post_media_view` is `Post media view`. */
export function metricName(metric: string): string {
  const name = METRIC_NAMES[metric];
  if (name !== undefined) return name;
  const words = metric
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Such as `1,234`, or `3.25` where a fraction still says something; null is a dash. */
export const countText = (value: number | null): string =>
  value === null
    ? '–'
    : value.toLocaleString(language.locale, { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 });

/** Such as `1.2K`, where there is little room. */
const shortCount = (value: number): string =>
  value.toLocaleString(language.locale, { notation: 'compact', maximumFractionDigits: 1 });

/** How an axis names its numbers: short, unless two of them would be the same. */
export const axisText = (ticks: readonly number[]): ((tick: number) => string) =>
  new Set(ticks.map(shortCount)).size === ticks.length ? shortCount : countText;

/** Such as `+12`. */
export const changeText = (value: number): string =>
  value === 0 ? t('no change') : `${value > 0 ? '+' : '−'}${countText(Math.abs(value))}`;

/** Why the numbers of an account are old or missing. */
export const STATE_WORDS: { [state in Source['state']]: string } = {
  ok: t('up to date'),
  budget: t('paused by a budget'),
  rate_limited: t('the network asks to wait'),
  needs_permission: t('the account has not given the permission for numbers: connect it again'),
  not_available: t('the network gives no numbers of this account'),
  network_down: t('the network does not respond'),
  policy: t('the network does not allow to keep them'),
};

/** Older than this, numbers are named with their time. */
const STALE_MS = 2 * 3_600_000;

/** Whether the numbers of an account need a word: something is missing, or they are old. @param now epoch ms */
export function isStale({ state, fetchedAt, reason }: Source, now: number): boolean {
  return state !== 'ok' || reason !== null || fetchedAt === null || now - Date.parse(fetchedAt) > STALE_MS;
}
