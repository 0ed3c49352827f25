/** Where messages that wait are in their queue, for the activity of rules and its explanations. */
import type { WaitReason } from '../../../machines/reply-queue.ts';
import { readAccounts } from '../../../store/accounts.ts';
import { readAnswering } from '../../../store/answering.ts';
import type { ActivityRow } from '../../../store/private-replies.ts';
import type { Core } from '../../api/context.ts';
import { findExpected } from './queue-state.ts';

/** What is shown of the place of a message. */
export interface PlaceView {
  /** From 1. */
  place: number;
  /** About when it is sent, epoch ms. */
  at: number;
  /** Why it is not sent now; null if it is the next one. */
  because: WaitReason | null;
  /** Why its account cannot send, in the network's words; null if as far as is known it can. */
  fault: string | null;
}

/**
 * Reads the places of messages of an account, by the ids of those that wait in its queue.
 * @param find.now epoch ms
 */
export async function readPlaces(
  { sql, directory }: Pick<Core, 'sql' | 'directory'>,
  {
    accountId,
    rows,
    now,
  }: { accountId: string; rows: readonly Pick<ActivityRow, 'id' | 'isInQueue'>[]; now: number },
): Promise<Map<string, PlaceView>> {
  const messages = rows.filter(({ isInQueue }) => isInQueue);
  if (messages.length === 0) return new Map();
  const [[account], { heldReason }] = await Promise.all([
    readAccounts(sql, [accountId]),
    readAnswering(sql, accountId),
  ]);
  if (!account) return new Map();
  const { platform, remoteId, workspaceId, status, reason } = account;
  const find = { account: { platform, remoteId }, workspaceId, messages, now };
  const expected = await findExpected({ sql, directory }, find);
  const fault =
    status === 'needs_reconnect' ? (reason ?? 'the account has to be connected again') : heldReason;
  return new Map(
    [...expected].map(([id, one]) => [id, { ...one, fault: one.because === 'held' ? fault : null }]),
  );
}
