/** What of each post was approved last. */
import type { Db } from './connect.ts';
import type { PostExtras } from './post-extras.ts';

/** As the row of the post had it. */
export interface ApprovedPlan {
  content: string;
  accountIds: string[];
  media: string[];
  options: { [name: string]: unknown };
  extras: PostExtras;
}

/** Stores what was approved, in place of what was before. @param plannedAt, now epoch ms */
export async function saveApprovedPlan(
  db: Db,
  save: { postId: string; workspaceId: string; plan: ApprovedPlan; plannedAt: number | null },
  now: number,
) {
  return db`
    insert into approved_plans (post_id, workspace_id, content, planned_at, approved_at)
    values (${save.postId}, ${save.workspaceId}, ${JSON.stringify(save.plan)}::text::json,
            to_timestamp(${save.plannedAt}::float8 / 1000), to_timestamp(${now}::float8 / 1000))
    on conflict (post_id) do update
    set content = excluded.content, planned_at = excluded.planned_at, approved_at = excluded.approved_at`;
}

/** What was approved last, and when (epoch ms); undefined if nothing was. */
export async function findApprovedPlan(
  db: Db,
  find: { postId: string; workspaceId: string },
): Promise<{ plan: ApprovedPlan; plannedAt: number | null; approvedAt: number } | undefined> {
  const [row] = await db<{ plan: ApprovedPlan; plannedAt: number | null; approvedAt: number }[]>`
    select content as plan, (extract(epoch from planned_at) * 1000)::float8 as "plannedAt",
      (extract(epoch from approved_at) * 1000)::float8 as "approvedAt"
    from approved_plans where post_id = ${find.postId} and workspace_id = ${find.workspaceId}`;
  return row;
}

export async function deleteApprovedPlan(db: Db, find: { postId: string; workspaceId: string }) {
  return db`delete from approved_plans where post_id = ${find.postId} and workspace_id = ${find.workspaceId}`;
}
