/** Pages that posts link to, as each workspace read them last (`link_previews`). */
import { batch } from './batch.ts';
import type { Db } from './connect.ts';
import type { Prune } from './retention.ts';

/** What a page says of itself, for the preview that networks show below a post. */
export interface PagePreview {
  title: string;
  description: string;
  /** Address of a picture; null if the page names none. */
  image: string | null;
}

/** What reading a page resulted in. `reason`: why there is no preview, in a sentence without the path of the address. */
export type PageReading = { preview: PagePreview } | { preview: null; reason: string };

/**
 * Reads what is known of pages.
 * @param since epoch ms: what was read earlier is left out
 * @returns by URL; pages that were not read since are absent
 */
export async function readPages(
  db: Db,
  { workspaceId, urls, since }: { workspaceId: string; urls: readonly string[]; since: number },
): Promise<Map<string, PageReading>> {
  if (urls.length === 0) return new Map();
  const rows = await db<
    { url: string; title: string | null; description: string; image: string | null; reason: string }[]
  >`
    select url, title, description, image, reason from link_previews
    where workspace_id = ${workspaceId} and url = any(${urls as string[]}::text[])
      and read_at >= to_timestamp(${since}::float8 / 1000)`;
  return new Map(
    rows.map(({ url, title, description, image, reason }) => [
      url,
      title === null ? { preview: null, reason } : { preview: { title, description, image } },
    ]),
  );
}

/** Stores what pages say, in place of what they said before. @param now epoch ms */
export async function storePages(
  db: Db,
  workspaceId: string,
  pages: ReadonlyMap<string, PageReading>,
  now: number,
): Promise<void> {
  const rows = [...pages]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([url, page]) => ({
      url,
      ...(page.preview ?? { reason: page.reason }),
    }));
  await db`
    insert into link_previews (workspace_id, url, title, description, image, reason, read_at)
    select ${workspaceId}, d.url, d.title, d.description, d.image, d.reason, to_timestamp(${now}::float8 / 1000)
    from json_to_recordset(${batch(rows)}::text::json) d(
      url text, title text, description text, image text, reason text)
    on conflict (workspace_id, url) do update set
      title = excluded.title, description = excluded.description, image = excluded.image,
      reason = excluded.reason, read_at = excluded.read_at`;
}

/** Deletes what was read long ago. @returns how many rows */
export async function prunePages(db: Db, { before, limit }: Prune): Promise<number> {
  const result = await db`
    delete from link_previews where ctid = any(array(
      select ctid from link_previews where read_at < to_timestamp(${before}::float8 / 1000) limit ${limit}))`;
  return result.count;
}
