/**
 * Accounts join and leave a workspace: stored with their credentials sealed, told to webhooks. The same account of a
 * network is one account of a workspace however often it is connected: it keeps its id and gets the new credentials.
 */
import type { ConnectableAccount } from '../../../../adapters/port/connect.ts';
import type { Manifest } from '../../../../adapters/port/manifest.ts';
import type { CommentRuleEvent } from '../../../../machines/comment-rule.ts';
import type { FeedEvent } from '../../../../machines/feed.ts';
import type { SeriesEvent } from '../../../../machines/series.ts';
import { insertAccount, lockAccountByRemoteId, reconnectAccount } from '../../../../store/accounts.ts';
import { listRulesToEnd } from '../../../../store/comment-rules.ts';
import type { Tx } from '../../../../store/connect.ts';
import { deleteCounters } from '../../../../store/counters.ts';
import { leaveFeedsOfAccount } from '../../../../store/feeds.ts';
import { leaveSeriesOfAccount } from '../../../../store/series.ts';
import { holdWorkspace } from '../../../../store/workspaces.ts';
import { Problem } from '../../../api/problem.ts';
import { attend, dismiss } from '../attend.ts';
import { canReceive, endReceiver } from '../receivers.ts';
import { isRenewable } from '../refresh.ts';
import { newActorId } from '../../../base/ids.ts';
import { account as accountKind } from '../../../kinds/account.ts';
import type { Turn } from '../../../engine/turn.ts';
import type { Sealer } from '../../../base/seal.ts';

/** An account whose credentials are stored, in the transaction that stored them. */
interface Connected {
  accountId: string;
  workspaceId: string;
  platform: string;
  /** False: it was there before, and has new credentials. */
  isNew: boolean;
  /** Of the stored credentials; rises with each change. */
  credentialsVersion: number;
  /** When they were got, epoch ms. */
  obtainedAt: number;
  /** When they end unless something renews them, epoch ms; null where never. */
  expiresAt: number | null;
  /** Whether the network renews them without the person. */
  renewable: boolean;
  /** Whether the network reports what people write to the account, or it is read for that. */
  receives: boolean;
}

/**
 * The one place that every account passes whose credentials were just stored, new or again: it is told to webhooks.
 * What else depends on fresh credentials belongs here.
 */
async function accountConnected(_tx: Tx, turn: Turn, connected: Connected): Promise<void> {
  const { workspaceId, accountId } = connected;
  attend(turn, connected);
  turn.announcements.push({ workspaceId, actorId: accountId, event: 'account.connected' });
}

/**
 * The one place that every account passes that leaves, in the transaction that deletes it and before it does. Its
 * comment-to-DM rules end; their rows are deleted with the account. Its series and feeds go on with their other accounts, or end.
 */
export async function accountDisconnected(
  tx: Tx,
  turn: Turn,
  left: { accountId: string; workspaceId: string },
): Promise<void> {
  await endReceiver(tx, turn, left.accountId);
  dismiss(turn, left);
  const event: CommentRuleEvent = { type: 'delete' };
  for (const id of await listRulesToEnd(tx, left.accountId)) {
    turn.tell(left.workspaceId, { to: id, event });
    await deleteCounters(tx, id);
  }
  for (const { id, accountIds } of await leaveSeriesOfAccount(tx, left)) {
    const leave: SeriesEvent = { type: 'account.left', accountIds };
    turn.tell(left.workspaceId, { to: id, event: leave });
  }
  for (const { id, accountIds } of await leaveFeedsOfAccount(tx, left)) {
    const leave: FeedEvent = { type: 'account.left', accountIds };
    turn.tell(left.workspaceId, { to: id, event: leave });
  }
}

/**
 * Stores an account that was proved to be the person's.
 * @returns its id in the workspace
 * @throws Problem 409 if the workspace is being deleted
 */
export async function storeAccount(
  { tx, turn, sealer, adapter }: { tx: Tx; turn: Turn; sealer: Sealer; adapter: Manifest | undefined },
  place: { workspaceId: string; platform: string },
  account: ConnectableAccount,
): Promise<string> {
  const find = { ...place, remoteId: account.remoteId };
  if (!(await holdWorkspace(tx, place.workspaceId)))
    throw new Problem('conflict', 'the workspace is being deleted: no account is connected to it any more', {
      values: { reason: 'workspace_deleted' },
    });
  for (;;) {
    const before = await lockAccountByRemoteId(tx, find);
    const id = before?.id ?? newActorId(accountKind, turn.now);
    const row = { ...account, ...place, id, credentials: sealer.seal(account.credentials, id) };
    if (before) {
      await reconnectAccount(tx, row, turn.now);
    } else {
      const { count } = await insertAccount(tx, row, turn.now);
      if (count === 0) continue; // another sign-in of the same account was faster: it is there now
    }
    await accountConnected(tx, turn, {
      accountId: id,
      ...place,
      isNew: before === undefined,
      credentialsVersion: (before?.credentialsVersion ?? 0) + 1,
      obtainedAt: turn.now,
      expiresAt: account.expiresAt,
      renewable: isRenewable(adapter, account.credentials),
      receives: canReceive(adapter),
    });
    return id;
  }
}
