/** Events about messages as networks report them: who and what they are about, and what is news. Pure. */
import type { InboundEvent } from '../../../adapters/port/inbound.ts';
import type { ConversationContext } from '../../../machines/conversation.ts';
import { REPORTED_WITHIN_MS } from '../../../store/receiving.ts';
import type { Actor } from '../../engine/turn.ts';
import type { InboxAccount } from './conversations.ts';

export interface ReceivingAccount extends InboxAccount {
  /** What is older is history: shown, and nothing else. Epoch ms; null if nothing is. */
  receivingSince: number | null;
}

export type MessageEvent = Extract<InboundEvent, { kind: 'message' }>;

export const isMessage = (event: InboundEvent): event is MessageEvent => event.kind === 'message';

export function personOf(event: InboundEvent): string | null {
  if (event.kind === 'message') return event.message.personId;
  if (event.kind === 'reaction' || event.kind === 'referral') return event.personId;
  return null;
}

/** The people who wrote now. */
export const writersOf = (account: ReceivingAccount, events: readonly MessageEvent[]): string[] => [
  ...new Set(
    events.flatMap(({ message, at }) =>
      message.echo === null && !isHistory(account, at) ? message.personId : [],
    ),
  ),
];

/** Whether a person wrote something that was found by reading, and should have been reported before. */
export const isUnreported = (
  account: ReceivingAccount,
  events: readonly MessageEvent[],
  now: number,
): boolean =>
  events.some(
    ({ found, message, at }) =>
      found !== undefined &&
      message.echo === null &&
      !isHistory(account, at) &&
      at < now - REPORTED_WITHIN_MS,
  );

/** Whether the person did nothing later in the conversation. An event that is processed twice counts once. */
export function isNews({ snapshot }: Actor, at: number): boolean {
  return ((snapshot.context as ConversationContext).lastActAt ?? 0) < at;
}

/** Whether something is from before the account received: it is shown, and makes no live event and no unread message. */
export const isHistory = ({ receivingSince }: ReceivingAccount, at: number): boolean =>
  receivingSince !== null && at < receivingSince;
