/**
 * Turns the announcements of actors into webhook sends: one for each endpoint that chose the event. This happens in the
 * transaction of the turn that announced it. So an event is never lost, and never sent about something that was rolled
 * back.
 */
import type { Db, Tx } from '../../../store/connect.ts';
import { endpointsFor, insertWebhookSends } from '../../../store/webhooks.ts';
import type { KindTable } from '../../engine/kind.ts';
import type { Announce } from '../../engine/take.ts';
import type { Announcement } from '../../engine/turn.ts';
import { newActorId, newId } from '../../base/ids.ts';
import { allows } from '../../base/plans/plan.ts';
import { outgoingEvents } from '../../kinds/index.ts';
import { webhookSend } from '../../kinds/webhook-send.ts';

/** @param kinds the kinds whose announcements are sent */
export function webhookAnnouncer(kinds: KindTable): Announce {
  const catalogue = new Map(outgoingEvents(kinds).map((event) => [event.name, event]));
  /** Bodies by event and actor. */
  const readBodies = async (tx: Tx, announcements: readonly Announcement[], now: number) => {
    const bodies = new Map<string, object>();
    for (const [event, announced] of Map.groupBy(announcements, (one) => one.event)) {
      const ids = [...new Set(announced.map((one) => one.actorId))];
      const read = await catalogue.get(event)!.read(tx, ids, { event, now });
      for (const [id, body] of read) bodies.set(`${event} ${id}`, body);
    }
    return bodies;
  };

  const withListeners = async (db: Db, announcements: readonly Announcement[], now: number) => {
    const active = await endpointsFor(db, [...new Set(announcements.map((one) => one.workspaceId))]);
    const endpoints = active.filter((endpoint) => allows(endpoint, 'webhooks', now));
    return announcements.flatMap((announcement) => {
      const { event, workspaceId } = announcement;
      const listeners = endpoints.filter(
        (endpoint) => endpoint.workspaceId === workspaceId && endpoint.events.includes(event),
      );
      return listeners.length > 0 && catalogue.has(event) ? [{ announcement, listeners }] : [];
    });
  };

  const tell: Announce['tell'] = async (tx, announcements, next) => {
    const { now } = next;
    const subscribed = await withListeners(tx, announcements, now);
    if (subscribed.length === 0) return;

    const bodies = await readBodies(
      tx,
      subscribed.map(({ announcement }) => announcement),
      now,
    );
    const rows = subscribed.flatMap(({ announcement: { workspaceId, actorId, event }, listeners }) => {
      const found = bodies.get(`${event} ${actorId}`);
      // what it is about was deleted meanwhile, as a rule with its activity: nothing can be said of it
      if (!found) return [];
      const eventId = newId('evt', now);
      const body = JSON.stringify(found);
      return listeners.map((endpoint) => {
        const sendId = newActorId(webhookSend, now);
        const input = { sendId, endpointId: endpoint.id, eventId, retries: endpoint.retries };
        next.start({ kind: webhookSend.name, id: sendId, workspaceId, input });
        return { id: sendId, workspaceId, endpointId: endpoint.id, eventId, event, body };
      });
    });
    await insertWebhookSends(tx, rows, now);
  };

  return {
    wanted: async (db, announcements, now) =>
      (await withListeners(db, announcements, now)).map(({ announcement }) => announcement),
    tell,
  };
}
