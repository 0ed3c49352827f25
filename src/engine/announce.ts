/**
 * Tells the outside: for each webhook endpoint that chose the event, a send of its own. It happens in the transaction
 * of the turn that announced, so that an event is neither lost nor told of something that was rolled back.
 */
import type { Tx } from '../../store/connect.ts';
import { readAccountsWithWorkspace } from '../../store/accounts.ts';
import { readPosts } from '../../store/posts.ts';
import { endpointsFor, insertWebhookSends } from '../../store/webhooks.ts';
import { newId } from '../ids.ts';
import { accountEventBody, postEventBody } from '../webhooks/payload.ts';
import { type Announcement, Turn } from './turn.ts';

/** @returns the turn that starts the sends, to be written in the same transaction; null when nobody listens */
export async function announce(tx: Tx, told: Turn): Promise<Turn | null> {
  const { announcements, now } = told;
  const endpoints = await endpointsFor(tx, [...new Set(announcements.map((one) => one.workspaceId))]);
  const heard = announcements.flatMap((announcement) => {
    const listeners = endpoints.filter(
      ({ workspaceId, events }) =>
        workspaceId === announcement.workspaceId && events.includes(announcement.event),
    );
    return listeners.length > 0 ? [{ ...announcement, listeners }] : [];
  });
  if (heard.length === 0) return null;

  const bodyOf = await bodies(tx, heard, now);
  const sends = new Turn(now);
  const rows = heard.flatMap(({ workspaceId, actorId, event, listeners }) => {
    const eventId = newId('evt', now);
    const body = JSON.stringify(bodyOf(event, actorId));
    return listeners.map((endpoint) => {
      const sendId = newId('send', now);
      const input = { sendId, endpointId: endpoint.id, eventId, retries: endpoint.retries };
      sends.start({ kind: 'webhook_send', id: sendId, workspaceId, input });
      return { id: sendId, workspaceId, endpointId: endpoint.id, eventId, event, body };
    });
  });
  await insertWebhookSends(tx, rows, now);
  return sends;
}

/** What is told of each, by the event's resource: an account, else a post. */
async function bodies(
  tx: Tx,
  heard: Announcement[],
  now: number,
): Promise<(event: string, actorId: string) => object> {
  const [aboutAccounts, aboutPosts] = [true, false].map((wanted) =>
    heard.filter(({ event }) => event.startsWith('account.') === wanted).map((one) => one.actorId),
  );
  const accounts = aboutAccounts!.length > 0 ? await readAccountsWithWorkspace(tx, aboutAccounts!) : [];
  const posts = aboutPosts!.length > 0 ? await readPosts(tx, aboutPosts!) : [];
  return (event, actorId) =>
    event.startsWith('account.')
      ? accountEventBody(
          event,
          accounts.find(({ id }) => id === actorId)!,
          now,
        )
      : postEventBody(
          event,
          posts.find(({ id }) => id === actorId)!,
          now,
        );
}
