/** When a person should try again, as words for a page: the time the network gives, or a minute if it gives none. */
import { retryAfterMs } from './http.ts';

/** @param headers of the response. A date in `Retry-After` is compared with the network's own clock (`Date`). */
export function tryAgain(headers: Headers): string {
  const clock = Date.parse(headers.get('date') ?? '');
  const afterMs = retryAfterMs(headers, clock);
  return tryAgainIn(afterMs === undefined || Number.isNaN(afterMs) ? undefined : afterMs / 1000);
}

/** @param afterSeconds as the network says; undefined if it does not */
export function tryAgainIn(afterSeconds: number | undefined): string {
  const seconds = afterSeconds === undefined ? 60 : Math.ceil(afterSeconds);
  if (seconds === 60) return 'try again in a minute';
  if (seconds < 1) return 'try again now';
  if (seconds < 120) return `try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `try again in ${minutes} minutes` : `try again in ${Math.ceil(minutes / 60)} hours`;
}
