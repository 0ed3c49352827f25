/** Tracked links: short addresses that count who opens them, and lead to one stored address each. */
import type { Db } from './connect.ts';

export interface NewLink {
  /** The last part of the short address. It says nothing about anybody. */
  code: string;
  workspaceId: string;
  /** Whose counters count its clicks: a rule, say. null if they are not counted. */
  ownerId: string | null;
  /** The message that it stands in: its clicks are one person's. */
  messageId: string;
  url: string;
}

export async function insertLinks(db: Db, links: readonly NewLink[], now: number): Promise<void> {
  if (links.length === 0) return;
  await db`
    insert into links (code, workspace_id, owner_id, message_id, url, created_at)
    select l.code, l."workspaceId", l."ownerId", l."messageId", l.url, to_timestamp(${now}::float8 / 1000)
    from json_to_recordset(${JSON.stringify(links)}::text::json)
      l(code text, "workspaceId" text, "ownerId" text, "messageId" text, url text)`;
}

/** Where a link leads, without counting. */
export async function findLink(db: Db, code: string): Promise<string | undefined> {
  const [row] = await db<{ url: string }[]>`select url from links where code = ${code}`;
  return row?.url;
}

/**
 * Counts a click, as `clicks` and, if it is the first, as `uniqueClicks` of the link's owner. A deleted owner counts nothing.
 * @param now epoch ms
 * @returns where the link leads, the message it stands in, and whether this is its first click; undefined: there is none
 */
export async function followLink(
  db: Db,
  code: string,
  now: number,
): Promise<{ url: string; messageId: string; isFirst: boolean } | undefined> {
  const [row] = await db<{ url: string; messageId: string; isFirst: boolean }[]>`
    with followed as (
      update links
      set clicks = clicks + 1, clicked_at = coalesce(clicked_at, to_timestamp(${now}::float8 / 1000))
      where code = ${code}
      returning owner_id, workspace_id, url, clicks, message_id
    ), counted as (
      insert into counters as c (owner_id, name, workspace_id, count)
      select f.owner_id, n.name, f.workspace_id, 1
      from followed f, (values ('clicks'), ('uniqueClicks')) n(name)
      where f.owner_id is not null and (n.name = 'clicks' or f.clicks = 1)
      order by 1, 2
      on conflict (owner_id, name) do update set count = c.count + 1
    )
    select url, message_id as "messageId", clicks = 1 as "isFirst" from followed`;
  return row;
}

/** Links of a deleted owner go on leading where they led, and are not counted any more. */
export async function releaseLinks(db: Db, ownerId: string): Promise<void> {
  await db`update links set owner_id = null where owner_id = ${ownerId}`;
}
