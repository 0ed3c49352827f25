/** Who of a workspace wants no mails about what needs a person. In the directory, with the members. */
import type { Db } from './connect.ts';

/** Ids of the members who want no mails. */
export async function listWithoutMails(db: Db, workspaceId: string): Promise<Set<string>> {
  const rows = await db<{ userId: string }[]>`
    select user_id as "userId" from members where workspace_id = ${workspaceId} and not notification_mails`;
  return new Set(rows.map(({ userId }) => userId));
}

/** @returns whether the member wants mails; undefined if the person is no member */
export async function wantsMails(
  db: Db,
  of: { workspaceId: string; userId: string },
): Promise<boolean | undefined> {
  const [row] = await db<{ wants: boolean }[]>`
    select notification_mails as wants from members where workspace_id = ${of.workspaceId} and user_id = ${of.userId}`;
  return row?.wants;
}

export async function saveWantsMails(
  db: Db,
  save: { workspaceId: string; userId: string; wants: boolean },
): Promise<void> {
  await db`
    update members set notification_mails = ${save.wants}
    where workspace_id = ${save.workspaceId} and user_id = ${save.userId}`;
}
