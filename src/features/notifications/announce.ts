/** Opens notifications for what actors announce, in the transaction of the announcement: none is lost, and none is about something that was rolled back. */
import type { NotificationCause } from '../../../machines/notification.ts';
import type { Tx } from '../../../store/connect.ts';
import { lockNotifications, readEndedDeliveries, readRunAccounts } from '../../../store/notifications.ts';
import type { Announce } from '../../engine/take.ts';
import type { Announcement, Turn } from '../../engine/turn.ts';
import { notification as kind, notificationIdOf } from '../../kinds/notification.ts';

/** Announcements of which people are notified. */
const ANNOUNCED: ReadonlySet<string> = new Set([
  'account.needs_reconnect',
  'post.needs_attention',
  'series.paused',
  'feed.failed',
  'dm_automation.handoff',
]);

type Subject = { cause: NotificationCause; accountId: string | null };

interface Occurrence extends Subject {
  id: string;
  workspaceId: string;
}

export const notificationAnnouncer: Announce = {
  wanted: (_, announcements) => Promise.resolve(announcements.filter(({ event }) => ANNOUNCED.has(event))),
  async tell(tx, announcements, next) {
    await reportAll(tx, next, await occurrencesOf(tx, announcements));
  },
};

/**
 * Opens the notification of a cause, or counts in it that it happened again. Part of the transaction in which it happened.
 * @param occurrence.accountId null if it is about no single account
 */
export async function reportOccurrence(
  tx: Tx,
  turn: Turn,
  { workspaceId, ...subject }: Subject & { workspaceId: string },
): Promise<void> {
  await reportAll(tx, turn, [{ id: notificationIdOf(workspaceId, subject), workspaceId, ...subject }]);
}

async function reportAll(tx: Tx, turn: Turn, occurrences: readonly Occurrence[]): Promise<void> {
  const storedIds = await lockNotifications(tx, [...new Set(occurrences.map(({ id }) => id))]);
  for (const occurrence of occurrences) tellOf(turn, occurrence, storedIds);
}

function tellOf(next: Turn, { id, workspaceId, cause, accountId }: Occurrence, storedIds: Set<string>): void {
  if (storedIds.has(id)) return next.tell(workspaceId, { to: id, event: { type: 'occurred' } });
  storedIds.add(id);
  next.start({ kind: kind.name, id, workspaceId, input: { notificationId: id, cause, accountId } });
}

async function occurrencesOf(tx: Tx, announcements: readonly Announcement[]): Promise<Occurrence[]> {
  const relevant = announcements.filter(({ event }) => ANNOUNCED.has(event));
  const idsOf = (name: string) => relevant.flatMap(({ event, actorId }) => (event === name ? [actorId] : []));
  // posts announce the same as their deliveries
  const deliveryIds = idsOf('post.needs_attention').filter((id) => id.startsWith('dlv_'));
  const runIds = idsOf('dm_automation.handoff');
  const rows = deliveryIds.length === 0 ? [] : await readEndedDeliveries(tx, deliveryIds);
  const runs = runIds.length === 0 ? [] : await readRunAccounts(tx, runIds);
  const deliveries = new Map(rows.map((row) => [row.id, row]));
  const accountOfRun = new Map(runs.map(({ id, accountId }) => [id, accountId]));
  return relevant.flatMap(({ event, actorId, workspaceId }) => {
    const subject = subjectOf({ event, actorId }, { deliveries, accountOfRun });
    return subject === null ? [] : [{ id: notificationIdOf(workspaceId, subject), workspaceId, ...subject }];
  });
}

/** @returns null if what it is about was deleted meanwhile */
function subjectOf(
  { event, actorId }: { event: string; actorId: string },
  {
    deliveries,
    accountOfRun,
  }: {
    deliveries: ReadonlyMap<string, { accountId: string; state: string }>;
    accountOfRun: ReadonlyMap<string, string>;
  },
): Subject | null {
  if (event === 'account.needs_reconnect') return { cause: 'account_needs_reconnect', accountId: actorId };
  if (event === 'series.paused') return { cause: 'series_paused', accountId: null };
  if (event === 'feed.failed') return { cause: 'feed_failed', accountId: null };
  if (event === 'dm_automation.handoff') {
    const accountId = accountOfRun.get(actorId);
    return accountId === undefined ? null : { cause: 'conversation_handed_over', accountId };
  }
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
      const relevant = new Set(all.flat());
      return announcements.filter((one) => relevant.has(one));
    },
    async tell(tx, announcements, next) {
      for (const one of announcers) {
        // oxlint-disable-next-line no-await-in-loop -- in one transaction
        await one.tell(tx, announcements, next);
      }
    },
  };
}
