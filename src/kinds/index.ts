/** Every kind of actor. A new kind is a machine, a file beside this one, and its name in this list. */
import type { Db } from '../../store/connect.ts';
import { type Announced, type HandlersFor, type KindTable, kindTable } from '../engine/kind.ts';
import { account } from './account.ts';
import { automation } from './automation.ts';
import { broadcast } from './broadcast.ts';
import { commentAct } from './comment-act.ts';
import { commentRule } from './comment-rule.ts';
import { conversation } from './conversation.ts';
import { delivery } from './delivery.ts';
import { dmRun } from './dm-run.ts';
import { feed } from './feed.ts';
import { imports } from './import.ts';
import { mail } from './mail.ts';
import { mediaCopy } from './media-copy.ts';
import { messageSend } from './message-send.ts';
import { metrics } from './metrics.ts';
import { notification } from './notification.ts';
import { notificationDigest } from './notification-digest.ts';
import { push } from './push.ts';
import { replyQueue } from './reply-queue.ts';
import { post } from './post.ts';
import { privateReply } from './private-reply.ts';
import { receiver } from './receiver.ts';
import { series } from './series.ts';
import { stream } from './stream.ts';
import { webhookSend } from './webhook-send.ts';

export const kinds = kindTable(
  post,
  delivery,
  account,
  webhookSend,
  series,
  feed,
  commentAct,
  conversation,
  messageSend,
  mediaCopy,
  imports,
  mail,
  notification,
  notificationDigest,
  push,
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

/** An event for webhook endpoints. Several kinds may announce it, each about its own actors. */
export interface OutgoingEvent extends Announced {
  name: string;
}

/**
 * The catalogue of outgoing events: all events that the kinds of a table announce. An event that several kinds announce is about actors,
 * and `read` takes the ids of all of them.
 */
export function outgoingEvents(table: KindTable): OutgoingEvent[] {
  const announced = Object.values(table).flatMap(({ idPrefix, announcements }) =>
    Object.entries(announcements).map(([name, event]) => ({ name, idPrefix, event })),
  );
  return [...Map.groupBy(announced, ({ name }) => name)].map(([name, sources]) => ({
    ...sources[0]!.event,
    name,
    read: (db, ids, announcement) => readEach(sources, { db, ids }, announcement),
  }));
}

type Source = { idPrefix: string; event: Announced };

/** Each kind reads the bodies for its own actors. What a kind alone announces may be about something else, such as a comment. */
async function readEach(
  sources: readonly Source[],
  { db, ids }: { db: Db; ids: string[] },
  announcement: { event: string; now: number },
): Promise<Map<string, object>> {
  const bodies = new Map<string, object>();
  for (const { idPrefix, event } of sources) {
    const own = sources.length === 1 ? ids : ids.filter((id) => id.startsWith(`${idPrefix}_`));
    if (own.length === 0) continue;
    // oxlint-disable-next-line no-await-in-loop -- in one transaction
    for (const [id, body] of await event.read(db, own, announcement)) bodies.set(id, body);
  }
  return bodies;
}
