/** The post itself: one call, without a key by which X would know it again. */
import type { AccountAccess } from '../port/account.ts';
import type { PublishStep } from '../port/publish.ts';
import { ask, textAt } from '../lib/http.ts';
import type { Outcome } from '../../machines/outcome.ts';
import { isDuplicate, isServerTrouble, postRequest, readTrouble, wordsOf } from './errors.ts';
import { goOn, type Work } from './checkpoint.ts';

export async function createPost(step: PublishStep, work: Work): Promise<Outcome> {
  const { account, fetch, signal, now } = step;
  const answer = await ask(fetch, createRequest(account, work), signal);
  if (answer.kind === 'lost') return { kind: answer.sent ? 'unknown' : 'retry', reason: answer.reason };
  if (answer.status < 400) {
    const id = textAt(answer.json, 'data', 'id');
    if (id !== null) return { kind: 'published', networkPostId: id, url: postAddress(account, id) };
    return { kind: 'unknown', reason: `an answer (${wordsOf(answer)}) that does not name the post` };
  }
  if (isServerTrouble(answer)) return { kind: 'unknown', reason: wordsOf(answer) };
  // Refused for the words of an earlier try of our own, perhaps: then that one arrived, and is to be found.
  if (isDuplicate(answer) && work.triedBefore) return goOn({ ...work, duplicate: wordsOf(answer) });
  return readTrouble(answer, now);
}

export function createRequest(account: AccountAccess, { text, files }: Work): Request {
  return postRequest(account, '/2/tweets', {
    ...(text !== '' && { text }),
    ...(files.length > 0 && { media: { media_ids: files.map(({ id }) => id) } }),
  });
}

export function postAddress(account: AccountAccess, id: string): string {
  return `${account.endpoints['site']}/${encodeURIComponent(account.username)}/status/${id}`;
}
