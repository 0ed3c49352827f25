/** Posts that have a text, and go out near a time. */
import { column } from './batch.ts';
import type { Db } from './connect.ts';
import type { PostExtras } from './post-extras.ts';

export interface TextLookup {
  workspaceId: string;
  text: string;
  /** Epoch ms. */
  from: number;
  /** Epoch ms; included. */
  to: number;
}

/** A post that is planned, on its way or live. Its own text, or one of its overrides, may be the text of the lookup. */
export interface PostOfText {
  id: string;
  content: string;
  accountIds: string[];
  extras: PostExtras;
  /** Accounts of the post that did not get it. */
  failedOn: string[];
}

/** Of one text only so many of the newest posts are looked at, and as many posts with overrides. */
const MAX_POSTS = 20;

/**
 * Finds the posts for each lookup with one statement.
 * @returns in the order of the lookups; a list may have a post twice
 */
export async function findPostsOfTexts(db: Db, lookups: readonly TextLookup[]): Promise<PostOfText[][]> {
  const numbered = lookups.map((lookup, place) => ({ ...lookup, place }));
  const rows = await db<(PostOfText & { place: number })[]>`
    select l.place, p.id, p.content, p.account_ids as "accountIds", p.extras,
      array(select d.snapshot #>> '{context,accountId}' from actors d
        where d.parent_id = p.id and d.kind = 'delivery' and d.snapshot ->> 'value' = 'failed') as "failedOn"
    from unnest(
      ${column(numbered, 'place')}::int[], ${column(numbered, 'workspaceId')}::text[], ${column(numbered, 'text')}::text[],
      ${column(numbered, 'from')}::float8[], ${column(numbered, 'to')}::float8[]
    ) l(place, workspace_id, text, earliest, latest)
    cross join lateral (
      (select p.* from posts p
        where p.workspace_id = l.workspace_id and hashtextextended(p.content, 0) = hashtextextended(l.text, 0)
        order by p.id desc limit ${MAX_POSTS})
      union all
      (select p.* from posts p
        where p.workspace_id = l.workspace_id and p.extras -> 'overrides' is not null
        order by p.id desc limit ${MAX_POSTS})
    ) p
    join actors a on a.id = p.id and a.shown in ('scheduled', 'publishing', 'published')
      and coalesce(a.reached_at, a.planned_at) between to_timestamp(l.earliest / 1000) and to_timestamp(l.latest / 1000)
    order by l.place, p.id desc`;
  const found: PostOfText[][] = lookups.map(() => []);
  for (const { place, ...post } of rows) found[place]!.push(post);
  return found;
}
