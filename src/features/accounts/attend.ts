/**
 * Gives each account its actor. Code that stores an account calls `attend` in the same transaction. When a service starts,
 * and from time to time after that, it finds accounts without an actor and starts one for each.
 */
import { createHash } from 'node:crypto';
import type { Credentials } from '../../../adapters/port/account.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { Access, AccountEvent, AccountInput } from '../../../machines/account.ts';
import type { ReceiverEvent } from '../../../machines/receiver.ts';
import {
  type AccountRow,
  type AccountSecrets,
  listAccountsNeedingApp,
  listUnattendedAccounts,
  lockUnattended,
} from '../../../store/accounts.ts';
import type { Node } from '../../engine/node.ts';
import type { Turn } from '../../engine/turn.ts';
import { account as accountKind } from '../../kinds/account.ts';
import { receiverIdOf } from '../../kinds/receiver.ts';
import type { Sealer } from '../../base/seal.ts';
import { startReceiver } from './receivers.ts';
import { isRenewable } from './refresh.ts';
import { accessOf } from './refresh-store.ts';

/** What connecting tells the account's actor. Times are epoch ms. */
interface ConnectedAccount extends Access {
  accountId: string;
  workspaceId: string;
  /** `isRenewable` of its credentials. */
  renewable: boolean;
  /** `canReceive` of its network. Absent means it does not, or its actor for that is started apart. */
  receives?: boolean;
  /** Its first credentials; else it was connected before, and these replace them. */
  isNew: boolean;
}

/**
 * An account was connected, for the first time or again: starts its actor, or tells it. Deliveries that waited go on.
 * Part of the turn whose transaction stores the account or replaces its credentials.
 */
export function attend(turn: Turn, connected: ConnectedAccount): void {
  const { accountId, workspaceId, renewable, receives, isNew } = connected;
  const { credentialsVersion, obtainedAt, expiresAt } = connected;
  const access = { credentialsVersion, obtainedAt, expiresAt };
  if (isNew) {
    const input: AccountInput = { accountId, renewable, jitter: jitterOf(accountId), ...access };
    turn.start({ kind: accountKind.name, id: accountId, workspaceId, input });
    if (receives) startReceiver(turn, { accountId, workspaceId });
  } else {
    const event: AccountEvent = { type: 'connected', renewable, ...access };
    turn.tell(workspaceId, { to: accountId, event });
    // other permissions, or another app: what it receives is checked again
    const again: ReceiverEvent = { type: 'connected' };
    if (receives) turn.tell(workspaceId, { to: receiverIdOf(accountId), event: again });
  }
}

/** An account leaves its workspace: what waits for it goes on, and fails. Part of the turn that deletes it. */
export function dismiss(turn: Turn, left: { accountId: string; workspaceId: string }): void {
  const event: AccountEvent = { type: 'disconnect' };
  turn.tell(left.workspaceId, { to: left.accountId, event });
}

/** From 0 to 1, the same for the same account: spreads renewals of accounts that were connected together. */
export function jitterOf(accountId: string): number {
  return createHash('sha256').update(accountId).digest().readUInt32BE(0) / 2 ** 32;
}

interface AttendDeps {
  node: Node;
  sealer: Sealer;
  adapters: { [platform: string]: Manifest };
}

/** Accounts that a transaction takes. */
const BATCH = 200;

/**
 * Starts an actor for every account that has none. Safe to call at any time, from any number of nodes.
 * @returns how many were started
 */
export async function attendAccounts({ node, sealer, adapters }: AttendDeps): Promise<number> {
  let started = 0;
  for (let after = ''; ;) {
    const rows = await node.command<(AccountRow & AccountSecrets)[]>(async (tx, turn) => {
      if (!(await lockUnattended(tx))) return { result: [] }; // another node is at it
      const unattended = await listUnattendedAccounts(tx, { after, limit: BATCH });
      for (const row of unattended) {
        attend(turn, connectedOf(row, sealer, adapters));
      }
      return { result: unattended };
    });
    started += rows.length;
    if (rows.length < BATCH) return started;
    after = rows.at(-1)!.id;
  }
}

/**
 * The settings have been read, or an operator changed an app: accounts that wait for the operator check at once whether they are fixed.
 * Part of a start.
 * @returns how many were notified
 */
export async function tellConfigured(node: Pick<Node, 'command'>): Promise<number> {
  let count = 0;
  for (let after = ''; ;) {
    const rows = await node.command(async (tx, turn) => {
      const waiting = await listAccountsNeedingApp(tx, { after, limit: BATCH });
      const event: AccountEvent = { type: 'configured' };
      for (const { id, workspaceId } of waiting) turn.tell(workspaceId, { to: id, event });
      return { result: waiting };
    });
    count += rows.length;
    if (rows.length < BATCH) return count;
    after = rows.at(-1)!.id;
  }
}

function connectedOf(
  row: AccountRow & AccountSecrets,
  sealer: Sealer,
  adapters: { [platform: string]: Manifest },
): ConnectedAccount {
  return {
    accountId: row.id,
    workspaceId: row.workspaceId,
    isNew: true,
    renewable: isRenewable(adapters[row.platform], credentialsOf(row, sealer)),
    credentialsVersion: row.credentialsVersion,
    obtainedAt: row.obtainedAt.getTime(),
    expiresAt: row.expiresAt?.getTime() ?? null,
  };
}

/** None where they do not open: its first step or refresh says so, and the other accounts go on. */
function credentialsOf(row: AccountRow & AccountSecrets, sealer: Sealer): Credentials {
  try {
    return accessOf(row, sealer).credentials;
  } catch {
    return {};
  }
}
