/** People whom a post can mention: those who wrote to the accounts of a workspace or commented there, and texts that mentioned some. */
import type { Db } from './connect.ts';
import { ofReached, type Within } from './held.ts';

interface PersonRow {
  platform: string;
  /** As the network gave it, perhaps with `@`. */
  username: string;
  name: string | null;
  avatarUrl: string | null;
}

/** Of each account the latest so many comments, and conversations, are looked at. */
const MAX_OF_ACCOUNT = 200;
/** People of a workspace. */
const MAX_PEOPLE = 500;
/** The latest posts with texts for single networks that are looked at. */
const MAX_POSTS = 200;

/** The people, the latest first, each once for a network. @param find.platforms the networks whose people are wanted */
export async function listPeopleToMention(
  db: Db,
  { workspaceId, heldTo, platforms }: Within & { platforms: string[] },
): Promise<PersonRow[]> {
  return db<PersonRow[]>`
    select platform, (array_agg(username order by at desc))[1] as username,
           (array_agg(name order by at desc) filter (where name <> ''))[1] as name,
           (array_agg(avatar_url order by at desc) filter (where avatar_url is not null))[1] as "avatarUrl"
    from (
      select a.platform, p.username, p.name, p.avatar_url, p.at
      from accounts a cross join lateral (
        (select c.from_username as username, c.from_name as name, null::text as avatar_url, c.created_at as at
         from comments c
         where c.account_id = a.id and c.seq is not null and c.deleted_at is null and not c.is_own
         order by c.seq desc limit ${MAX_OF_ACCOUNT})
        union all
        (select v.username, v.name, v.avatar_url, v.updated_at from conversations v
         where v.account_id = a.id order by v.last_seq desc limit ${MAX_OF_ACCOUNT})
      ) p
      where a.workspace_id = ${workspaceId} and a.platform = any(${platforms}::text[]) and p.username <> ''
        ${ofReached(db, 'a.id', heldTo)}
    ) known
    group by platform, lower(ltrim(username, '@')) order by max(at) desc limit ${MAX_PEOPLE}`;
}

/** Texts that posts have for single networks, the latest first; only of posts whose accounts the caller reaches, all of them. */
export async function listNetworkTexts(
  db: Db,
  { workspaceId, heldTo }: Within,
): Promise<{ platforms: string[]; content: string }[]> {
  return db<{ platforms: string[]; content: string }[]>`
    select entry -> 'platforms' as platforms, entry ->> 'content' as content
    from (
      select id, extras from posts where workspace_id = ${workspaceId} and extras -> 'overrides' is not null
        ${heldTo === null ? db`` : db`and account_ids <@ ${heldTo as string[]}::text[]`}
      order by id desc limit ${MAX_POSTS}
    ) latest cross join lateral json_array_elements(latest.extras -> 'overrides') entry
    where entry -> 'platforms' is not null and entry ->> 'content' is not null
    order by latest.id desc`;
}
