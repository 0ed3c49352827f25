/**
 * The daily budget of an account for what a network charges to read: polling and lists spend from it, on all nodes
 * together. When it is used up they read nothing until the next UTC day, and the account says so (`receiving.problem`).
 * Lookups after a lost response are not held back, since they keep a message from being sent twice.
 */
import type { AccountAccess, CallContext } from '../../../../adapters/port/account.ts';
import type { CommentsPort } from '../../../../adapters/port/comments.ts';
import type { Manifest } from '../../../../adapters/port/manifest.ts';
import type { MessagesPort } from '../../../../adapters/port/messages.ts';
import type { AccessProblem, ReadLimit } from '../../../../adapters/port/read.ts';
import type { ReceiverEvent } from '../../../../machines/receiver.ts';
import type { Sql } from '../../../../store/connect.ts';
import { giveBackReads, takeReads } from '../../../../store/paid-reads.ts';
import { pauseReading } from '../../../../store/receiving.ts';
import { newId } from '../../../base/ids.ts';
import { receiverIdOf } from '../../../kinds/receiver.ts';
import { DAY_MS } from '../../../base/durations.ts';

type Adapters = { [platform: string]: Manifest };
type Step = Pick<CallContext, 'now'> & ReadLimit & { account: AccountAccess };
type Answer = { kind: string; items?: unknown[]; reads?: number } | { id: string };

/** The adapters with the budgets of the settings, things a day by platform. */
export function withReadsPerDay(adapters: Adapters, perDay: { [platform: string]: number }): Adapters {
  return Object.fromEntries(
    Object.entries(adapters).map(([platform, adapter]) => {
      const own = perDay[platform];
      const { paidReads } = adapter;
      return [
        platform,
        paidReads && own !== undefined ? { ...adapter, paidReads: { ...paidReads, perDay: own } } : adapter,
      ];
    }),
  );
}

/** The comments of a network, with reads that spend from the budget. The port itself where reading costs nothing. */
export function meteredComments(sql: Sql, adapter: Manifest): CommentsPort | undefined {
  const { comments, paidReads } = adapter;
  if (!comments || !paidReads) return comments;
  const metered: CommentsPort = {
    ...comments,
    list: (step) => spend(sql, adapter, step, (limited) => comments.list(limited)),
  };
  if (comments.read)
    metered.read = (step) =>
      spend(sql, adapter, { ...step, maxReads: 1 }, (limited) => comments.read!(limited));
  if (comments.posts)
    metered.posts = (step) => spend(sql, adapter, step, (limited) => comments.posts!(limited));
  return metered;
}

/** The same for direct messages. Looking for a message that was sent (`messages`, `message`) is not held back. */
export function meteredMessages(sql: Sql, adapter: Manifest): MessagesPort | undefined {
  const { messages, paidReads } = adapter;
  if (!messages || !paidReads) return messages;
  const metered: MessagesPort = {
    ...messages,
    conversations: (step) => spend(sql, adapter, step, (limited) => messages.conversations(limited)),
  };
  if (messages.recent)
    metered.recent = (step) => spend(sql, adapter, step, (limited) => messages.recent!(limited));
  if (messages.profile)
    metered.profile = (step) =>
      spend(sql, adapter, { ...step, maxReads: 1 }, (limited) => messages.profile!(limited));
  return metered;
}

/** Takes what a call may read, makes the call, and gives back what it did not read. */
async function spend<Given extends Step, Result extends Answer>(
  sql: Sql,
  { platform, name, paidReads }: Manifest,
  step: Given,
  call: (step: Given) => Promise<Result>,
): Promise<Result | AccessProblem> {
  const { perDay, least, perCall } = paidReads!;
  const { account, now } = step;
  const budget = { platform, remoteId: account.remoteId, day: new Date(now).toISOString().slice(0, 10) };
  const requestedReads = Math.min(step.maxReads ?? perCall, perCall);
  const allowed = await takeReads(sql, { ...budget, wanted: requestedReads, most: perDay, least });
  if (allowed === 0) {
    const until = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
    const reason =
      perDay === 0
        ? `${platform.toUpperCase()}_READS_PER_DAY is 0, so nothing is read on ${name}`
        : `the budget of ${perDay} paid reads a day is used up: reading on ${name} pauses until midnight UTC`;
    const event: ReceiverEvent = { type: 'pause.over' };
    const message = { id: newId('msg', now), receiverId: receiverIdOf(account.id), event };
    await pauseReading(sql, account.id, { until, reason }, message);
    return { kind: 'retry', reason, afterMs: until - now, isBudget: true };
  }
  const answer = await call({ ...step, maxReads: allowed });
  const reads = readsOf(answer);
  if (reads < allowed) await giveBackReads(sql, { ...budget, reads: allowed - reads });
  return answer;
}

/** What the network charges for the answer: a page or one thing; refusals are free. */
function readsOf(answer: Answer): number {
  if (!('kind' in answer)) return 1;
  if (answer.kind === 'page') return answer.reads ?? answer.items?.length ?? 0;
  return answer.kind === 'profile' ? 1 : 0;
}
