/** Messages as rows, and what the list of conversations shows of them. Pure. */
import type { InboundMessage } from '../../../adapters/port/inbound.ts';
import type { AutomationOutcome, MessageDetails, NewMessage } from '../../../store/direct-messages.ts';
import { isoOf } from '../../base/time.ts';

/** Characters of a message in lists. */
const PREVIEW_CHARS = 200;

export function detailsOf(
  message: InboundMessage,
  { standby, outcome }: { standby: boolean; outcome: AutomationOutcome | null },
): MessageDetails | null {
  const { tap, storyReply, storyMention, replyTo, ref, referral, isUnsupported } = message;
  const details: MessageDetails = {
    ...(tap && { tap }),
    ...(storyReply && { story: { kind: 'reply' as const, url: storyReply.url } }),
    ...(storyMention && { story: { kind: 'mention' as const, url: storyMention.url } }),
    ...(replyTo !== null && { replyTo }),
    ...(ref !== null && { ref }),
    ...(referral && { referral }),
    ...(isUnsupported && { unsupported: true as const }),
    ...(standby && { standby: true as const }),
    ...(outcome && { automation: outcome }),
  };
  return Object.keys(details).length > 0 ? details : null;
}

/** The newest message of each conversation, by the network's time. */
export function newestOf(stored: readonly NewMessage[]): Map<string, NewMessage> {
  const newest = new Map<string, NewMessage>();
  for (const message of stored) {
    const before = newest.get(message.conversationId);
    if (!before || message.at >= before.at) newest.set(message.conversationId, message);
  }
  return newest;
}

/** What the list of conversations shows of its newest message. */
export function lineOf({ id, conversationId, direction, text, attachments, details, at, seq }: NewMessage) {
  const types = [...attachments.map(({ type }) => type), ...(details?.opened === true ? ['referral'] : [])];
  const kinds = types.map((type) => `(${type})`).join(' ');
  const lastMessage = { id, direction, text: (text || kinds).slice(0, PREVIEW_CHARS), createdAt: isoOf(at) };
  return { id: conversationId, seq, at, lastMessage };
}

/** What a person uploads. Stories and what is shared belong to others and are shown by their addresses only. */
const UPLOADED = new Set(['image', 'video', 'audio', 'file']);

export function filesOf({ id, direction, attachments }: NewMessage) {
  if (direction === 'out') return [];
  return attachments.flatMap(({ type, url }, place) =>
    UPLOADED.has(type) && url !== null ? { messageId: id, place } : [],
  );
}
