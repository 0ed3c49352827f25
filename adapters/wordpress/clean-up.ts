/**
 * After a permanent refusal the draft and the files of this delivery are deleted, so that nothing of a failed post
 * stays on the site. The error names what the site does not let us delete.
 */
import type { Outcome } from '../../machines/outcome.ts';
import type { PublishStep } from '../port/publish.ts';
import { ask, brief, type Lost, type NetworkResponse } from '../lib/http.ts';
import { refusalCode, refusalOf } from '../lib/kept-refusal.ts';
import { progress, type Work } from './checkpoint.ts';
import { deleteRequest } from './site.ts';

/**
 * Stores a refusal in the checkpoint before anything is deleted, so that a crash in between does not lose its
 * message. If there is nothing to delete, the refusal is the outcome.
 */
export function refusedOr(outcome: Outcome, work: Work, answer?: NetworkResponse | Lost): Outcome {
  const isClean = work.postId === null && filesOf(work).length === 0;
  if (outcome.kind !== 'rejected' || isClean) return outcome;
  return progress({ ...work, ...refusalOf(outcome.reason, answer) });
}

/** Deletes the draft and the files, once: if the site refuses now, it also refuses five minutes later. */
export async function cleanUp(step: PublishStep, work: Work, reason: string): Promise<Outcome> {
  const left: string[] = [];
  if (work.postId !== null && !(await isDeleted(step, `/wp/v2/posts/${work.postId}`))) {
    left.push(`the draft ${work.postId}`);
  }
  for (const { id } of filesOf(work)) {
    if (!(await isDeleted(step, `/wp/v2/media/${id}`))) left.push(`the file ${id}`);
  }
  const hint = left.length === 0 ? '' : `. On the site remain ${left.join(', ')}: delete them there`;
  return { kind: 'rejected', reason: `${brief(reason)}${hint}`, ...refusalCode(work) };
}

function filesOf({ files, unfinished }: Work) {
  return unfinished === null ? files : [...files, unfinished.file];
}

/**
 * Deletes permanently, without the trash, which files do not have. @returns true if it is gone, by this call or
 * before it
 */
async function isDeleted({ account, fetch, signal }: PublishStep, path: string): Promise<boolean> {
  const answer = await ask(fetch, deleteRequest(account, path, { force: 'true' }), signal);
  return (
    answer.kind === 'response' && (answer.status < 300 || answer.status === 404 || answer.status === 410)
  );
}
