/**
 * The effects of an account's receiver (machines/receiver.ts) that rules need. `sweepAccount` does what is due of listing and sweeping the posts that
 * its rules watch. When which post is due, and how far its sweep has come, is in rows.
 */
import {
  addSweptAccount,
  dropSweptAccount,
  nextSweepAt,
  readSweptAccount,
} from '../../../store/comment-sweeps.ts';
import type { ReceiverEvent } from '../../../machines/receiver.ts';
import type { ReceiverHandlers } from '../../kinds/receiver.ts';
import { placeDue } from './place-comments.ts';
import { FIRST_LIST_AFTER_MS, listPosts } from './sweep-accounts.ts';
import type { SweepDeps } from './sweep-calls.ts';
import { sweepDue } from './sweep-posts.ts';

/** What waits for events to be processed is looked at again after this, ms. */
const HELD_BACK_MS = 1_000;

export function sweepHandlers(deps: SweepDeps): Pick<ReceiverHandlers, 'sweepAccount' | 'placeComments'> {
  return {
    sweepAccount: ({ accountId }, { signal }) => sweepOnce(deps, accountId, signal),
    placeComments: ({ accountId }, { signal }) => placeDue(deps, accountId, signal),
  };
}

/** @throws if it was aborted: it then runs again, and keeps what it had stored */
async function sweepOnce(
  deps: SweepDeps,
  accountId: string,
  signal: AbortSignal,
): Promise<Extract<ReceiverEvent, { type: 'sweep.done' }>> {
  const { sql, clock } = deps;
  const now = clock();
  await dropSweptAccount(sql, accountId);
  await addSweptAccount(sql, { accountId, dueAt: now + FIRST_LIST_AFTER_MS });
  const account = await readSweptAccount(sql, accountId);
  if (!account) return { type: 'sweep.done', nextAt: null, problem: null };
  const isListed = account.dueAt <= now;
  const ofList = isListed ? await listPosts(deps, account, signal) : null;
  const swept = await sweepDue(deps, accountId, signal);
  const next = await nextSweepAt(sql, accountId);
  const worked = isListed || swept.count > 0;
  const nextAt = next === null || worked ? next : Math.max(next, clock() + HELD_BACK_MS);
  return { type: 'sweep.done', nextAt, problem: ofList ?? swept.problem };
}
