/** The effect of the kind `notification_digest`: one mail about all that is open for a person. */
import type { Sql, Tx } from '../../../store/connect.ts';
import { readWorkspaceName } from '../../../store/directory.ts';
import { hashOf } from '../../../store/hashed-id.ts';
import { findMember } from '../../../store/members.ts';
import { readMailTiming } from '../../../store/notification-settings.ts';
import { listNotifications, lockNotifications, type NotificationRow } from '../../../store/notifications.ts';
import { nextTimeOfDay } from '../../base/time.ts';
import type { Turn } from '../../engine/turn.ts';
import {
  digestIdOf,
  notificationDigest as kind,
  type NotificationDigestHandlers,
} from '../../kinds/notification-digest.ts';
import type { Letter } from '../mail/index.ts';
import { causesFor, GROUPS, wordsOf } from './causes.ts';
import { accountNameOf, type Deps, NOTICE_VALID_MS } from './deps.ts';

/** The hour at which the mail is due, on the clock of the workspace. */
export const DIGEST_HOUR = 8;
/** More than a person reads in a mail. What is left out is counted. */
const MAX_LISTED = 100;

/** Plans the next daily mail of these people. Part of the transaction in which a notification is reported to people. */
export async function planDigests(
  tx: Tx,
  turn: Turn,
  { workspaceId, timezone, userIds }: { workspaceId: string; timezone: string; userIds: readonly string[] },
): Promise<void> {
  const dueAt = nextTimeOfDay(timezone, DIGEST_HOUR, turn.now);
  const people = userIds.map((userId) => ({ userId, id: digestIdOf(workspaceId, userId) }));
  const storedIds = await lockNotifications(
    tx,
    people.map(({ id }) => id),
  );
  for (const { id, userId } of people) {
    if (storedIds.has(id)) turn.tell(workspaceId, { to: id, event: { type: 'opened', dueAt } as never });
    else turn.start({ kind: kind.name, id, workspaceId, input: { digestId: id, userId, dueAt } });
  }
}

/** The handler of a digest. A second run after a crash queues the same mail by the same id, so the person gets one. */
export const queueDigest =
  (deps: Deps): NotificationDigestHandlers['queueDigest'] =>
  async ({ digestId, userId, round }, { effect: { workspaceId } }) => {
    const { directory, mailer, clock } = deps;
    const [member, workspace, mails] = await Promise.all([
      findMember(directory, { workspaceId, userId }),
      readWorkspaceName(directory, workspaceId),
      readMailTiming(directory, { workspaceId, userId }),
    ]);
    // a person who wants the mails at once since then is still owed this one
    if (!member || !workspace || member.email === null || mails === 'off') return { type: 'digest.queued' };
    const open = await listOpen(deps.sql, { workspaceId, member });
    if (open.length === 0) return { type: 'digest.queued' };
    const letter = letterOf(deps, { workspace, open });
    const id = `mail_${hashOf(`${digestId} ${round}`)}`;
    await deps.node().command(async (tx, turn) => {
      await mailer.queue(tx, turn, { id, to: member.email, letter, expiresAt: clock() + NOTICE_VALID_MS });
      return { result: undefined };
    });
    return { type: 'digest.queued' };
  };

type Member = NonNullable<Awaited<ReturnType<typeof findMember>>>;

/** What is open and concerns a member. */
async function listOpen(
  sql: Sql,
  { workspaceId, member: { role, accountIds } }: { workspaceId: string; member: Member },
): Promise<NotificationRow[]> {
  const causes = causesFor(role);
  const rows = await listNotifications(sql, { workspaceId, heldTo: accountIds, causes, limit: MAX_LISTED });
  return rows.filter(({ status }) => status === 'open');
}

/** No text of a post is in the mail. */
function letterOf(
  deps: Deps,
  { workspace, open }: { workspace: { slug: string; name: string }; open: readonly NotificationRow[] },
): Letter {
  const lineOf = ({ context: { cause, count }, platform, accountName }: NotificationRow) => {
    const found = platform === null ? undefined : { platform, name: accountName ?? '' };
    return wordsOf(cause, { account: accountNameOf(deps, found), count }).subject;
  };
  const byCause = Map.groupBy(open, ({ context: { cause } }) => cause);
  const things = open.length === 1 ? '1 thing needs' : `${open.length} things need`;
  return {
    about: 'notification_digest',
    subject: `${things} a person · ${workspace.name}`,
    paragraphs: [`This is open in ${workspace.name}:`],
    lists: [...byCause].map(([cause, rows]) => ({ heading: GROUPS[cause], items: rows.map(lineOf) })),
    link: { label: 'Open Home', url: `${deps.publicUrl()}/app/w/${workspace.slug}/` },
    footer: `You get this at most once a day because you are a member of ${workspace.name}. You can change that there under Settings → Notifications.`,
  };
}
