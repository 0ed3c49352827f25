/** What polls read, as events: stored like a webhook's, under a key of their own. */
import type { Comment } from '../../../adapters/port/comments.ts';
import type { InboundEvent } from '../../../adapters/port/inbound.ts';
import type { Message } from '../../../adapters/port/messages.ts';

/** @param answered whether the account wrote to the person later */
export function messageEvent(remoteId: string, message: Message, answered: boolean): InboundEvent {
  const { id, direction, personId, text, attachments, createdAt, storyReply, storyMention } = message;
  return {
    kind: 'message',
    remoteId,
    dedupeKey: `poll ${id}`,
    at: createdAt,
    standby: false,
    found: { answered },
    raw: null,
    message: {
      id,
      personId,
      echo: direction === 'out' ? { appId: null, metadata: null } : null,
      text,
      attachments,
      tap: null,
      storyReply: storyReply ?? null,
      storyMention: storyMention ?? null,
      replyTo: null,
      ref: null,
      isUnsupported: message.isUnsupported ?? false,
    },
  };
}

export function commentEvent(remoteId: string, comment: Comment): InboundEvent {
  const { id, networkPostId, parentId, text, from, isOwn, rating, createdAt } = comment;
  const { attachments, can, cannot } = comment;
  return {
    kind: 'comment',
    remoteId,
    dedupeKey: `poll comment ${id}`,
    at: createdAt,
    standby: false,
    found: { answered: false },
    raw: null,
    comment: {
      id,
      networkPostId,
      originalPostId: null,
      postKind: 'post',
      parentId,
      text,
      from,
      isOwn,
      rating,
      ...(attachments && { attachments }),
      ...(can && { can }),
      ...(cannot && { cannot }),
    },
  };
}
