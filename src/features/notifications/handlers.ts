/** The effects of the kind `notification`: mails to the people whom it concerns, and whether its cause is still there. */
import { readWorkspaceName } from '../../../store/directory.ts';
import { hashOf } from '../../../store/hashed-id.ts';
import { listMembers } from '../../../store/members.ts';
import { listMailTimings } from '../../../store/notification-settings.ts';
import { listPushReceivers } from '../../../store/push-subscriptions.ts';
import { isCauseThere, readNotifiedAccount } from '../../../store/notifications.ts';
import type { NotificationHandlers } from '../../kinds/notification.ts';
import type { NotificationDigestHandlers } from '../../kinds/notification-digest.ts';
import type { PushHandlers } from '../../kinds/push.ts';
import type { Letter } from '../mail/index.ts';
import { concerns, wordsOf } from './causes.ts';
import { accountNameOf, type Deps, NOTICE_VALID_MS } from './deps.ts';
import { planDigests, queueDigest } from './digest.ts';
import { queuePush, sendPush } from './push.ts';

type Notice = Parameters<NotificationHandlers['notifyPeople']>[0];

/** The handlers of notifications, daily mails and pushes (machines/notification.ts, notification-digest.ts, push.ts). */
export function notificationHandlers(
  deps: Deps,
): NotificationHandlers & NotificationDigestHandlers & PushHandlers {
  return {
    notifyPeople: async (notice, { effect: { workspaceId } }) => {
      if (await deps.mailer.canSend()) await mailPeople(deps, workspaceId, notice);
      await pushToPeople(deps, workspaceId, notice);
      return { type: 'people.notified' };
    },
    lookAtCause: async ({ cause, accountId, count }, { effect: { workspaceId } }) =>
      (await isCauseThere(deps.sql, { workspaceId, cause, accountId, now: deps.clock() }))
        ? { type: 'cause.holds' }
        : { type: 'cause.gone', count },
    queueDigest: queueDigest(deps),
    sendPush: sendPush(deps),
  };
}

/**
 * Queues the mails of people who want them at once, and plans those of people who get one a day. A second run after a crash queues the
 * same mails by the same ids, so each person gets one.
 */
async function mailPeople(deps: Deps, workspaceId: string, notice: Notice): Promise<void> {
  const { directory, clock } = deps;
  const [members, timings, workspace] = await Promise.all([
    listMembers(directory, workspaceId),
    listMailTimings(directory, workspaceId),
    readWorkspaceName(directory, workspaceId),
  ]);
  const receivers = members.filter(
    ({ userId, email, role, accountIds }) =>
      email !== null && timings.get(userId) !== 'off' && concerns(notice, { role, heldTo: accountIds }),
  );
  if (workspace === undefined || receivers.length === 0) return;
  const [daily, atOnce] = partition(receivers, ({ userId }) => timings.get(userId) === 'daily');
  const letter = await letterOf(deps, { workspaceId, workspace, notice });
  await deps.node().command(async (tx, turn) => {
    for (const { userId, email } of atOnce) {
      const id = `mail_${hashOf(`${occasionOf(notice)} ${userId}`)}`;
      // oxlint-disable-next-line no-await-in-loop -- in one transaction
      await deps.mailer.queue(tx, turn, { id, to: email, letter, expiresAt: clock() + NOTICE_VALID_MS });
    }
    const userIds = daily.map(({ userId }) => userId);
    await planDigests(tx, turn, { workspaceId, timezone: workspace.timezone, userIds });
    return { result: undefined };
  });
}

/** Queues a push to each browser of the people whom it concerns. A second run after a crash queues the same ones. */
async function pushToPeople(deps: Deps, workspaceId: string, notice: Notice): Promise<void> {
  const { directory } = deps;
  const browsers = await listPushReceivers(directory, { workspaceId, now: deps.clock() });
  if (browsers.size === 0) return;
  const members = await listMembers(directory, workspaceId);
  const receivers = members.filter(
    ({ userId, role, accountIds }) => browsers.has(userId) && concerns(notice, { role, heldTo: accountIds }),
  );
  if (receivers.length === 0) return;
  const { notificationId } = notice;
  await deps.node().command(async (tx, turn) => {
    for (const { userId } of receivers)
      for (const subscriptionId of browsers.get(userId)!) {
        const id = `push_${hashOf(`${occasionOf(notice)} ${subscriptionId} ${userId}`)}`;
        // oxlint-disable-next-line no-await-in-loop -- in one transaction
        await queuePush(tx, turn, { id, workspaceId, subscriptionId, userId, notificationId });
      }
    return { result: undefined };
  });
}

/** What people are notified of once. */
const occasionOf = ({ notificationId, round, isReminder }: Notice): string =>
  `${notificationId} ${round} ${isReminder ? 'reminder' : 'first'}`;

const partition = <T>(list: readonly T[], fits: (one: T) => boolean): [T[], T[]] => [
  list.filter((one) => fits(one)),
  list.filter((one) => !fits(one)),
];

interface About {
  workspaceId: string;
  workspace: { slug: string; name: string };
  notice: Notice;
}

/** No text of a post is in a mail. */
async function letterOf(deps: Deps, { workspaceId, workspace, notice }: About): Promise<Letter> {
  const { sql, publicUrl } = deps;
  const { cause, accountId, count, isReminder } = notice;
  const found = accountId === null ? undefined : await readNotifiedAccount(sql, { workspaceId, accountId });
  const account = accountNameOf(deps, found);
  const { subject, sentence } = wordsOf(cause, { account, count });
  return {
    about: 'notification',
    subject: `${isReminder ? 'Still: ' : ''}${subject} · ${workspace.name}`,
    paragraphs: [sentence],
    link: { label: 'Open Home', url: `${publicUrl()}/app/w/${workspace.slug}/` },
    footer: `You get this because you are a member of ${workspace.name}. You can switch these mails off there under Settings → Notifications.`,
  };
}
