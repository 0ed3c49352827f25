/**
 * Gives each account that can receive the actor of what it receives (machines/receiver.ts), and sends it what happens to the account.
 * The effects are in `features/receiving`.
 */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { ReceiverEvent, ReceiverInput } from '../../../machines/receiver.ts';
import type { Tx } from '../../../store/connect.ts';
import { findReceiver } from '../../../store/receiving.ts';
import { lockInto } from '../../engine/take.ts';
import type { Turn } from '../../engine/turn.ts';
import { receiver as receiverKind, receiverIdOf } from '../../kinds/receiver.ts';

/** Whether accounts of a network receive what people write: it reports that, or the accounts are read for it. */
export const canReceive = (adapter: Manifest | undefined): boolean =>
  adapter !== undefined && (adapter.inbound !== undefined || adapter.readsCommentsEvery !== undefined);

/** Starts the actor of an account that has none. Part of a turn. @param earlier of an account that received before */
export function startReceiver(
  turn: Turn,
  { accountId, workspaceId }: { accountId: string; workspaceId: string },
  earlier?: ReceiverInput['known'],
): void {
  const input: ReceiverInput = { accountId, ...(earlier && { known: earlier }) };
  turn.start({ kind: receiverKind.name, id: receiverIdOf(accountId), workspaceId, input });
}

/** Sends the actor of an account an event. An account that cannot receive has none, and then nothing is sent. Part of a turn. */
export async function tellReceiver(
  tx: Tx,
  turn: Pick<Turn, 'tell'>,
  accountId: string,
  event: ReceiverEvent,
): Promise<void> {
  const found = await findReceiver(tx, receiverIdOf(accountId));
  if (found) turn.tell(found.workspaceId, { to: found.id, event });
}

/** Ends the actor of an account that leaves. Part of the turn that deletes the account, and before it does. */
export async function endReceiver(tx: Tx, turn: Turn, accountId: string): Promise<void> {
  const actor = await lockInto(tx, turn, receiverIdOf(accountId));
  const event: ReceiverEvent = { type: 'disconnect' };
  if (actor) turn.deliver(actor, event);
}
