/** The effects of the kind `notification`: mails to the people whom it concerns, and whether its cause is still there. */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { Sql } from '../../../store/connect.ts';
import { readWorkspaceName } from '../../../store/directory.ts';
import { hashOf } from '../../../store/hashed-id.ts';
import { listMembers } from '../../../store/members.ts';
import { listWithoutMails } from '../../../store/notification-settings.ts';
import { isCauseThere, readNotifiedAccount } from '../../../store/notifications.ts';
import { DAY_MS } from '../../base/durations.ts';
import type { Node } from '../../engine/node.ts';
import type { NotificationHandlers } from '../../kinds/notification.ts';
import type { Letter, Mailer } from '../mail/index.ts';
import { concerns, wordsOf } from './causes.ts';

interface NotificationDeps {
  sql: Sql;
  directory: Sql;
  node: () => Pick<Node, 'command'>;
  mailer: Mailer;
  adapters: { [platform: string]: Manifest };
  clock: () => number;
  publicUrl: () => string;
}

type Notice = Parameters<NotificationHandlers['notifyPeople']>[0];

/** After this time a mail about it says nothing new. */
const MAIL_VALID_MS = DAY_MS;

/** The handlers of a notification (machines/notification.ts). */
export function notificationHandlers(deps: NotificationDeps): NotificationHandlers {
  return {
    notifyPeople: async (notice, { effect: { workspaceId } }) => {
      if (await deps.mailer.canSend()) await queueMails(deps, workspaceId, notice);
      return { type: 'people.notified' };
    },
    lookAtCause: async ({ cause, accountId, count }, { effect: { workspaceId } }) =>
      (await isCauseThere(deps.sql, { workspaceId, cause, accountId, now: deps.clock() }))
        ? { type: 'cause.holds' }
        : { type: 'cause.gone', count },
  };
}

/** A second run after a crash queues the same mails by the same ids, so each person gets one. */
async function queueMails(deps: NotificationDeps, workspaceId: string, notice: Notice): Promise<void> {
  const { directory, clock } = deps;
  const [members, without, workspace] = await Promise.all([
    listMembers(directory, workspaceId),
    listWithoutMails(directory, workspaceId),
    readWorkspaceName(directory, workspaceId),
  ]);
  const receivers = members.filter(
    ({ userId, email, role, accountIds }) =>
      email !== null && !without.has(userId) && concerns(notice, { role, heldTo: accountIds }),
  );
  if (workspace === undefined || receivers.length === 0) return;
  const letter = await letterOf(deps, { workspaceId, workspace, notice });
  const { notificationId, round, isReminder } = notice;
  await deps.node().command(async (tx, turn) => {
    for (const { userId, email } of receivers) {
      const id = `mail_${hashOf(`${notificationId} ${round} ${isReminder ? 'reminder' : 'first'} ${userId}`)}`;
      // oxlint-disable-next-line no-await-in-loop -- in one transaction
      await deps.mailer.queue(tx, turn, { id, to: email, letter, expiresAt: clock() + MAIL_VALID_MS });
    }
    return { result: undefined };
  });
}

interface About {
  workspaceId: string;
  workspace: { slug: string; name: string };
  notice: Notice;
}

/** No text of a post is in a mail. */
async function letterOf(
  { sql, adapters, publicUrl }: NotificationDeps,
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
