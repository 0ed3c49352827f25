/** Who takes what networks send. */
import { randomBytes } from 'node:crypto';
import type { InboundEvent } from '../../adapters/port/inbound.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { Sql } from '../../store/connect.ts';
import { keepInstallationValue } from '../../store/installation.ts';
import { REPORTED_WITHIN_MS } from '../../store/receiving.ts';
import { tellReceiver } from '../features/accounts/index.ts';
import { type OnArrived, takeComments } from '../features/comments/index.ts';
import { readAutomations } from '../features/flows/index.ts';
import { MESSAGE_KINDS, noticeMessages, takeMessages } from '../features/inbox/index.ts';
import type { Receiver } from '../features/receiving/index.ts';

/**
 * @param hears.onArrived of comments, in the transaction that stores them; `onCommented`: which account has new ones, also where
 * that transaction fails afterwards
 */
export const receiversWith = (
  adapters: { [platform: string]: Manifest },
  { onArrived, onCommented }: { onArrived: OnArrived; onCommented: (accountId: string) => void },
): readonly Receiver[] => [
  {
    kinds: MESSAGE_KINDS,
    take: (tx, turn, account, events) => {
      const window = adapters[account.platform]?.messages?.window ?? null;
      return takeMessages(tx, turn, { ...account, window }, events, readAutomations);
    },
  },
  { kinds: new Set(['message_exists']), take: noticeMessages },
  // after the messages: it locks the workspace's counter of arrivals, and they lock actors
  {
    kinds: new Set(['comment', 'comment_changed']),
    take: async (tx, turn, account, events) => {
      const { feed, ...comments } = await takeComments(tx, turn, account, events);
      await onArrived(tx, turn, { accountId: account.id, ...comments });
      if (comments.arrived.length > 0) onCommented(account.id);
      const arrived = new Set(comments.arrived);
      const isUnreported = (event: InboundEvent) =>
        event.kind === 'comment' &&
        event.found !== undefined &&
        arrived.has(event.comment.id) &&
        event.at < turn.now - REPORTED_WITHIN_MS;
      if (events.some(isUnreported))
        await tellReceiver(tx, turn, account.id, { type: 'check', force: false });
      return { feed, early: [] }; // a change that comes before its comment is kept for it there
    },
  },
];

/** The token by which networks recognise this installation's addresses: made once. */
export async function keepVerifyToken(directory: Sql): Promise<string> {
  const made = Buffer.from(randomBytes(24).toString('base64url'));
  return Buffer.from(await keepInstallationValue(directory, 'inbound_verify_token', made)).toString();
}
