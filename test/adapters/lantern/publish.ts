import { retryAfterMs, textAt } from '../../../adapters/lib/http.ts';
import type { PublishStep, Repeatable } from '../../../adapters/port/publish.ts';
import type { Outcome } from '../../../machines/outcome.ts';
import { wordsOf } from './errors.ts';
import { call } from './request.ts';

/** One call, with a key that stays the same for the post on this account. */
export async function publish(step: PublishStep): Promise<Outcome> {
  const body = { words: step.plan.text, color: step.options['lanternColor'] ?? 'red' };
  const answer = await call(step.account, step, { method: 'PUT', path: `/lights/${step.deliveryId}`, body });
  if (answer.kind === 'lost') return { kind: answer.sent ? 'unknown' : 'retry', reason: answer.reason };
  if (answer.status === 429) {
    const afterMs = retryAfterMs(answer.headers, step.now);
    return { kind: 'retry', reason: wordsOf(answer), ...(afterMs !== undefined && { afterMs }) };
  }
  if (answer.status === 401) return { kind: 'reauthorize', reason: wordsOf(answer) };
  if (answer.status >= 500) return { kind: 'unknown', reason: wordsOf(answer) };
  if (answer.status !== 200) return { kind: 'rejected', reason: wordsOf(answer) };
  const url = textAt(answer.json, 'url');
  if (url === null) return { kind: 'unknown', reason: 'Lantern did not name the light' };
  return { kind: 'published', networkPostId: step.deliveryId, url };
}

/** Because of the key, any number of runs creates one light. */
export const repeatable = (): Repeatable => 'yes';
