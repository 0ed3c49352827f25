/** Every kind of actor. A new kind is a machine, a file beside this one, and its name in this list. */
import { type Announced, type HandlersFor, type Kind, type KindTable, kindTable } from '../engine/kind.ts';
import { account } from './account.ts';
import { automation } from './automation.ts';
import { broadcast } from './broadcast.ts';
import { commentAct } from './comment-act.ts';
import { commentRule } from './comment-rule.ts';
import { conversation } from './conversation.ts';
import { delivery } from './delivery.ts';
import { dmRun } from './dm-run.ts';
import { mail } from './mail.ts';
import { mediaCopy } from './media-copy.ts';
import { messageSend } from './message-send.ts';
import { metrics } from './metrics.ts';
import { replyQueue } from './reply-queue.ts';
import { post } from './post.ts';
import { privateReply } from './private-reply.ts';
import { receiver } from './receiver.ts';
import { stream } from './stream.ts';
import { webhookSend } from './webhook-send.ts';

export const kinds = kindTable(
  post,
  delivery,
  account,
  webhookSend,
  commentAct,
  conversation,
  messageSend,
  mediaCopy,
  mail,
  commentRule,
  privateReply,
  broadcast,
  replyQueue,
  automation,
  dmRun,
  metrics,
  receiver,
  stream,
);

export type KindName = keyof typeof kinds;
/** The handlers of the effects of all kinds. */
export type EffectHandlers = HandlersFor<typeof kinds>;

/** An event for webhook endpoints, with the kind that announces it. */
export interface OutgoingEvent extends Announced {
  name: string;
  kind: Kind;
}

/** The catalogue of outgoing events: all events that the kinds of a table announce. */
export function outgoingEvents(table: KindTable): OutgoingEvent[] {
  return Object.values(table).flatMap((kind) =>
    Object.entries(kind.announcements).map(([name, announced]) => ({ name, kind, ...announced })),
  );
}
