/** The effects of the kind `notification`: mails to the people whom it concerns, and whether its cause is still there. */
import { readWorkspaceName } from '../../../store/directory.ts';
import { hashOf } from '../../../store/hashed-id.ts';
import { listMembers } from '../../../store/members.ts';
import { listMailTimings } from '../../../store/notification-settings.ts';
import { isCauseThere, readNotifiedAccount } from '../../../store/notifications.ts';
import type { NotificationHandlers } from '../../kinds/notification.ts';
import type { NotificationDigestHandlers } from '../../kinds/notification-digest.ts';
import type { Letter } from '../mail/index.ts';
import { concerns, wordsOf } from './causes.ts';
import { type Deps, MAIL_VALID_MS } from './deps.ts';
import { planDigests, queueDigest } from './digest.ts';

type Notice = Parameters<NotificationHandlers['notifyPeople']>[0];

/** The handlers of notifications and of daily mails (machines/notification.ts, machines/notification-digest.ts). */
export function notificationHandlers(deps: Deps): NotificationHandlers & NotificationDigestHandlers {
  return {
    notifyPeople: async (notice, { effect: { workspaceId } }) => {
      if (await deps.mailer.canSend()) await mailPeople(deps, workspaceId, notice);
      return { type: 'people.notified' };
    },
    lookAtCause: async ({ cause, accountId, count }, { effect: { workspaceId } }) =>
      (await isCauseThere(deps.sql, { workspaceId, cause, accountId, now: deps.clock() }))
        ? { type: 'cause.holds' }
        : { type: 'cause.gone', count },
    queueDigest: queueDigest(deps),
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
  const { notificationId, round, isReminder } = notice;
  await deps.node().command(async (tx, turn) => {
    for (const { userId, email } of atOnce) {
      const id = `mail_${hashOf(`${notificationId} ${round} ${isReminder ? 'reminder' : 'first'} ${userId}`)}`;
      // oxlint-disable-next-line no-await-in-loop -- in one transaction
      await deps.mailer.queue(tx, turn, { id, to: email, letter, expiresAt: clock() + MAIL_VALID_MS });
    }
    const userIds = daily.map(({ userId }) => userId);
    await planDigests(tx, turn, { workspaceId, timezone: workspace.timezone, userIds });
    return { result: undefined };
  });
}

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
async function letterOf(
  { sql, adapters, publicUrl }: Deps,
  { workspaceId, workspace, notice }: About,
): Promise<Letter> {
  const { cause, accountId, count, isReminder } = notice;
  const found = accountId === null ? undefined : await readNotifiedAccount(sql, { workspaceId, accountId });
  const account = found
    ? `${found.name} on ${adapters[found.platform]?.name ?? found.platform}`
    : 'an account';
  const { subject, sentence } = wordsOf(cause, { account, count });
  return {
    about: 'notification',
    subject: `${isReminder ? 'Still: ' : ''}${subject} · ${workspace.name}`,
    paragraphs: [sentence],
    link: { label: 'Open Home', url: `${publicUrl()}/app/w/${workspace.slug}/` },
    footer: `You get this because you are a member of ${workspace.name}. You can switch these mails off there under Settings → Notifications.`,
  };
}
