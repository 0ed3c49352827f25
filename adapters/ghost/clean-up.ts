/**
 * After a permanent refusal the draft of this delivery is deleted, so that nothing of a failed post stays on the
 * site.
 */
import type { Outcome } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { ask, brief, type Lost, type NetworkResponse } from '../lib/http.ts';
import { refusalCode, refusalOf } from '../lib/kept-refusal.ts';
import { progress, type Work } from './checkpoint.ts';
import { call } from './request.ts';
import { editAddress, readPost } from './verify.ts';

/** Stores the refusal before anything is deleted, so that a crash in between does not lose its message. `answer`: what refused it. */
export function refusedOr(outcome: Outcome, work: Work, answer?: NetworkResponse | Lost): Outcome {
  const isClean = work.draft === null && work.pictures.length === 0;
  if (outcome.kind !== 'rejected' || isClean) return outcome;
  return progress({ ...work, ...refusalOf(outcome.reason, answer) });
}

/** Deletes the draft. A post that has become public in between is left alone: it was published. */
export async function cleanUp(step: PublishStep, work: Work, reason: string): Promise<Outcome> {
  const left: string[] = [];
  if (work.draft !== null) {
    const { account, fetch, signal, now } = step;
    const path = `/posts/${encodeURIComponent(work.draft.id)}/`;
    const post = await readPost(step, path);
    if (!('kind' in post) && post.status !== 'draft') {
      return { kind: 'published', networkPostId: post.id, url: post.url };
    }
    const isDraft = !('kind' in post);
    const deleted = isDraft ? await ask(fetch, call(account, now, 'DELETE', path), signal) : null;
    const isGone =
      ('kind' in post && post.kind === 'missing') ||
      (deleted?.kind === 'response' && (deleted.status < 300 || deleted.status === 404));
    if (!isGone)
      left.push(`Its draft is still on the site, delete it there: ${editAddress(account, work.draft.id)}`);
  }
  if (work.pictures.length > 0) {
    left.push('The pictures that were uploaded stay on the site, Ghost has no call that deletes them');
  }
  return { kind: 'rejected', reason: [brief(reason), ...left].join('. '), ...refusalCode(work) };
}
