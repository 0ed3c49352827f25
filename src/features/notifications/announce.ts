/** Opens notifications for what actors announce, in the transaction of the announcement: none is lost, and none is about something that was rolled back. */
import type { NotificationCause } from '../../../machines/notification.ts';
import type { Tx } from '../../../store/connect.ts';
import { lockNotifications, readEndedDeliveries } from '../../../store/notifications.ts';
import type { Announce } from '../../engine/take.ts';
import type { Announcement, Turn } from '../../engine/turn.ts';
import { notification as kind, notificationIdOf } from '../../kinds/notification.ts';

/** Announcements of which people are notified. */
const ANNOUNCED: ReadonlySet<string> = new Set(['account.needs_reconnect', 'post.needs_attention']);

interface Occurrence {
  id: string;
  workspaceId: string;
  cause: NotificationCause;
  accountId: string | null;
}

export const notificationAnnouncer: Announce = {
  wanted: (_, announcements) => Promise.resolve(announcements.filter(({ event }) => ANNOUNCED.has(event))),
  async tell(tx, announcements, next) {
    const occurrences = await occurrencesOf(tx, announcements);
    const known = await lockNotifications(tx, [...new Set(occurrences.map(({ id }) => id))]);
    for (const occurrence of occurrences) tellOf(next, occurrence, known);
  },
};

function tellOf(next: Turn, { id, workspaceId, cause, accountId }: Occurrence, known: Set<string>): void {
  if (known.has(id)) return next.tell(workspaceId, { to: id, event: { type: 'occurred' } });
  known.add(id);
  next.start({ kind: kind.name, id, workspaceId, input: { notificationId: id, cause, accountId } });
}

async function occurrencesOf(tx: Tx, announcements: readonly Announcement[]): Promise<Occurrence[]> {
  const wanted = announcements.filter(({ event }) => ANNOUNCED.has(event));
  const deliveryIds = wanted.flatMap(({ event, actorId }) =>
    event === 'post.needs_attention' && actorId.startsWith('dlv_') ? [actorId] : [],
  );
  const rows = deliveryIds.length === 0 ? [] : await readEndedDeliveries(tx, deliveryIds);
  const deliveries = new Map(rows.map((row) => [row.id, row]));
  return wanted.map(({ event, actorId, workspaceId }) => {
    const about = aboutOf(event, actorId, deliveries);
    return { id: notificationIdOf(workspaceId, about), workspaceId, ...about };
  });
}

function aboutOf(
  event: string,
  actorId: string,
  deliveries: ReadonlyMap<string, { accountId: string; state: string }>,
): Pick<Occurrence, 'cause' | 'accountId'> {
  if (event === 'account.needs_reconnect') return { cause: 'account_needs_reconnect', accountId: actorId };
  const delivery = deliveries.get(actorId);
  if (delivery === undefined) return { cause: 'post_awaits_approval', accountId: null };
  const cause = delivery.state === 'unresolved' ? 'post_may_be_live' : 'post_failed';
  return { cause, accountId: delivery.accountId };
}

/** Several announcers as one: each gets what it wants. */
export function announceAll(announcers: readonly Announce[]): Announce {
  return {
    wanted: async (db, announcements, now) => {
      const all = await Promise.all(announcers.map((one) => one.wanted(db, announcements, now)));
      const wanted = new Set(all.flat());
      return announcements.filter((one) => wanted.has(one));
    },
    async tell(tx, announcements, next) {
      for (const one of announcers) {
        // oxlint-disable-next-line no-await-in-loop -- in one transaction
        await one.tell(tx, announcements, next);
      }
    },
  };
}
