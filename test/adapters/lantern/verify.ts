import { textAt } from '../../../adapters/lib/http.ts';
import type { PublishStep } from '../../../adapters/port/publish.ts';
import type { Finding } from '../../../machines/outcome.ts';
import { wordsOf } from './errors.ts';
import { call } from './request.ts';

/** Reads the key. */
export async function verify(step: PublishStep): Promise<Finding> {
  const answer = await call(step.account, step, { method: 'GET', path: `/lights/${step.deliveryId}` });
  if (answer.kind === 'lost') return { kind: 'retry', reason: answer.reason };
  if (answer.status === 404) return { kind: 'absent' };
  if (answer.status !== 200) return { kind: 'retry', reason: wordsOf(answer) };
  return { kind: 'live', networkPostId: step.deliveryId, url: textAt(answer.json, 'url') };
}
