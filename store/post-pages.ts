/** The pages that a post links to, as they were read for it (`pages` of `posts.extras`). */
import type { Json } from '../machines/outcome.ts';
import type { Db } from './connect.ts';
import type { PageReading } from './link-previews.ts';
import type { PostExtras } from './post-extras.ts';

/** What planning a post for its accounts needs. */
interface PostToPlan {
  workspaceId: string;
  accountIds: string[];
  content: string;
  media: string[];
  options: { [name: string]: Json };
  extras: PostExtras;
}

/** @returns null when there is no such post */
export async function readPostToPlan(db: Db, id: string): Promise<PostToPlan | null> {
  const [row] = await db<PostToPlan[]>`
    select workspace_id as "workspaceId", account_ids as "accountIds", content, media, options, extras
    from posts where id = ${id}`;
  return row ?? null;
}

/** Adds pages to those that are stored with a post. @param pages by URL; they replace what was stored of the same URL */
export async function storePostPages(db: Db, id: string, pages: { [url: string]: PageReading }) {
  await db`
    update posts set extras = (extras::jsonb || jsonb_build_object(
      'pages', coalesce(extras::jsonb -> 'pages', '{}') || ${JSON.stringify(pages)}::text::jsonb))::json
    where id = ${id}`;
}
