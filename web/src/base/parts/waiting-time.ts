/** How long somebody has waited for an answer, in words. Pure. */
import { t } from '../language/text.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Shorter than this is not worth a word, ms. */
const WORTH_SAYING_MS = 5 * MINUTE;

/**
 * Such as `Waits 3 h`.
 * @param since ISO text
 * @param now epoch ms
 * @returns null for less than five minutes
 */
export function waitText(since: string, now: number): string | null {
  const ms = now - Date.parse(since);
  if (!(ms >= WORTH_SAYING_MS)) return null;
  if (ms < HOUR) return t('Waits {count} min', { count: Math.floor(ms / MINUTE) });
  if (ms < 2 * DAY) return t('Waits {count} h', { count: Math.floor(ms / HOUR) });
  return t('Waits {count} days', { count: Math.floor(ms / DAY) });
}
