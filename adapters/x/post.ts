/** The post itself: one call without an idempotency key. */
import type { AccountAccess } from '../port/account.ts';
import type { PublishStep } from '../port/publish.ts';
import { ask, textAt } from '../lib/http.ts';
import type { Outcome } from '../../machines/outcome.ts';
import { isDuplicate, messageOf, readPublishError } from './errors.ts';
import { postRequest } from './request.ts';
import { progress, type Work } from './checkpoint.ts';

export async function createPost(step: PublishStep, work: Work): Promise<Outcome> {
  const { account, fetch, signal } = step;
  const answer = await ask(fetch, createRequest(step, work), signal);
  if (answer.kind === 'response') {
    const id = answer.status < 300 ? textAt(answer.json, 'data', 'id') : null;
    if (id !== null) return { kind: 'published', networkPostId: id, url: postAddress(account, id) };
    // refused as a duplicate, perhaps of an earlier attempt of ours: then that one arrived and can be found
    if (isDuplicate(answer) && work.triedBefore) {
      return progress({ ...work, duplicate: messageOf(answer, step) });
    }
  }
  return readPublishError(answer, step);
}

function createRequest({ account, parent }: PublishStep, { text, files }: Work): Request {
  return postRequest(account, '/2/tweets', {
    ...(text !== '' && { text }),
    ...(files.length > 0 && { media: { media_ids: files.map(({ id }) => id) } }),
    ...(parent && { reply: { in_reply_to_tweet_id: parent.parentId } }),
  });
}

export function postAddress(account: AccountAccess, id: string): string {
  return `${account.endpoints['site']}/${encodeURIComponent(account.username)}/status/${id}`;
}
