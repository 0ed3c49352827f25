/**
 * Comments of the accounts of a workspace. They are written by one transaction of a workspace at a time, under the lock of
 * its counter of arrivals: read, merged (src/features/comments/merge.ts), written.
 */
import { batch } from './batch.ts';
import type { Db, Fragment, Tx } from './connect.ts';
import { ofReached, type Within } from './held.ts';

/** A comment as it is stored. Times are epoch ms. */
export interface StoredComment {
  accountId: string;
  /** The network's own id. */
  id: string;
  networkPostId: string | null;
  parentId: string | null;
  text: string;
  fromId: string | null;
  fromUsername: string | null;
  fromName: string | null;
  isOwn: boolean;
  rating: number | null;
  hidden: boolean;
  done: boolean;
  likes: number | null;
  /** Pictures, videos and stickers. */
  attachments: { type: string; url: string | null }[];
  says: NetworkSays | null;
  createdAt: number | null;
  /** Its place in the order of arrival; null means only a change of it has arrived so far, so lists do not show it. */
  seq: string | null;
  textAt: number | null;
  hiddenAt: number | null;
  deletedAt: number | null;
  privateReplyAt: number | null;
  /** The actor that wrote it for us. */
  madeBy: string | null;
  /** A sweep found it, and no event of the network has reported it since. */
  swept: boolean;
}

/** What a network says may be done with a comment, and a sentence for what may not. An absent field: it does not say. */
interface NetworkSays {
  can?: { [action: string]: boolean };
  cannot?: { [action: string]: string };
}

/** What storing comments needs of their account. */
interface CommentedAccount {
  id: string;
  workspaceId: string;
  platform: string;
  username: string;
  /** Since when it receives, or else was connected; epoch ms. */
  since: number;
}

/**
 * Locks the writing of a workspace's comments until the transaction ends, and keeps the account from being deleted.
 * @returns undefined when the account was disconnected
 */
export async function lockComments(db: Db, accountId: string): Promise<CommentedAccount | undefined> {
  const [row] = await db<CommentedAccount[]>`
    select a.id, a.workspace_id as "workspaceId", a.platform, a.username,
           coalesce((a.receiving ->> 'since')::float8, extract(epoch from a.connected_at) * 1000)::float8 as since
    from accounts a join feed_heads h on h.workspace_id = a.workspace_id
    where a.id = ${accountId} for key share of a for no key update of h`;
  return row;
}

const ms = (db: Db, name: string) => db`(extract(epoch from ${db.unsafe(`c.${name}`)}) * 1000)::float8`;

const columns = (db: Db) => db`
  c.account_id as "accountId", c.id, c.network_post_id as "networkPostId", c.parent_id as "parentId", c.text,
  c.from_id as "fromId", c.from_username as "fromUsername", c.from_name as "fromName", c.is_own as "isOwn", c.rating,
  c.hidden, c.done, c.likes, c.attachments, c.says, c.seq, c.made_by as "madeBy", c.swept, ${ms(db, 'created_at')} as "createdAt",
  ${ms(db, 'text_at')} as "textAt", ${ms(db, 'hidden_at')} as "hiddenAt", ${ms(db, 'deleted_at')} as "deletedAt",
  ${ms(db, 'private_reply_at')} as "privateReplyAt"`;

/** Comments by id, those that have not arrived and those that are gone included. */
export async function readComments(
  db: Db,
  find: { accountId: string; ids: string[] },
): Promise<StoredComment[]> {
  return db<StoredComment[]>`
    select ${columns(db)} from comments c where c.account_id = ${find.accountId} and c.id = any(${find.ids}::text[])`;
}

/** Keeps a comment as it is until the transaction ends. */
export async function shareComment(tx: Tx, find: { accountId: string; id: string }): Promise<void> {
  await tx`select from comments where account_id = ${find.accountId} and id = ${find.id} for share`;
}

/** Which of these comments are of people who are forgotten. */
export async function findForgottenComments(
  db: Db,
  find: { accountId: string; ids: string[] },
): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    select id from comments where account_id = ${find.accountId} and id = any(${find.ids}::text[]) and forgotten`;
  return new Set(rows.map(({ id }) => id));
}

/** Ids of the comments of a post that arrived before `before` (epoch ms of the network) and are not known to be gone. */
export async function readCommentIdsOfPost(
  db: Db,
  find: { accountId: string; networkPostId: string; before: number },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from comments
    where account_id = ${find.accountId} and network_post_id = ${find.networkPostId} and seq is not null
      and deleted_at is null and created_at < to_timestamp(${find.before}::float8 / 1000)`;
  return rows.map(({ id }) => id);
}

/**
 * Writes comments whole. Those with `arrives` get the next numbers of the workspace's counter of arrivals, in their order.
 * The caller holds the lock of `lockComments`.
 * @returns how many have arrived
 */
export async function writeComments(
  db: Db,
  { workspaceId, platform }: Pick<CommentedAccount, 'workspaceId' | 'platform'>,
  comments: readonly (StoredComment & { arrives: boolean })[],
): Promise<number> {
  if (comments.length === 0) return 0;
  let arrived = 0;
  const rows = comments.map(({ arrives, ...comment }) => ({
    ...comment,
    place: arrives ? (arrived += 1) : null,
  }));
  await db`
    with head as (
      update feed_heads set arrivals = arrivals + ${arrived}::bigint
      where workspace_id = ${workspaceId} and ${arrived}::bigint > 0 returning arrivals
    )
    insert into comments (account_id, id, workspace_id, platform, network_post_id, parent_id, text, from_id, from_username,
                          from_name, is_own, rating, hidden, done, likes, attachments, says, created_at, seq, text_at, hidden_at,
                          deleted_at, private_reply_at, made_by, swept)
    select d."accountId", d.id, ${workspaceId}, ${platform}, d."networkPostId", d."parentId", d.text, d."fromId",
           d."fromUsername", d."fromName", d."isOwn", d.rating, d.hidden, d.done, d.likes, d.attachments, d.says,
           to_timestamp(d."createdAt" / 1000),
           case when d.place is null then d.seq else (select arrivals from head) - ${arrived}::bigint + d.place end,
           to_timestamp(d."textAt" / 1000), to_timestamp(d."hiddenAt" / 1000), to_timestamp(d."deletedAt" / 1000),
           to_timestamp(d."privateReplyAt" / 1000), d."madeBy", d.swept
    from json_to_recordset(${batch(rows)}::text::json) d(
      "accountId" text, id text, "networkPostId" text, "parentId" text, text text, "fromId" text, "fromUsername" text,
      "fromName" text, "isOwn" boolean, rating smallint, hidden boolean, done boolean, likes integer, attachments json, says json,
      "createdAt" float8, seq bigint, place bigint, "textAt" float8, "hiddenAt" float8, "deletedAt" float8,
      "privateReplyAt" float8, "madeBy" text, swept boolean)
    order by d."accountId", d.id
    on conflict (account_id, id) do update set
      network_post_id = excluded.network_post_id, parent_id = excluded.parent_id, text = excluded.text,
      from_id = excluded.from_id, from_username = excluded.from_username, from_name = excluded.from_name,
      is_own = excluded.is_own, rating = excluded.rating, hidden = excluded.hidden, done = excluded.done,
      likes = excluded.likes, attachments = excluded.attachments, says = excluded.says, created_at = excluded.created_at, seq = excluded.seq,
      text_at = excluded.text_at, hidden_at = excluded.hidden_at, deleted_at = excluded.deleted_at,
      private_reply_at = excluded.private_reply_at, made_by = excluded.made_by, swept = excluded.swept`;
  return arrived;
}

/** A comment with what it stands below: what responses and live events are made of. */
export interface PlacedComment extends StoredComment {
  platform: string;
  workspaceId: string;
  /** Our own post; null if it was made elsewhere, or removed here. */
  postId: string | null;
  isAd: boolean;
  /** It is a live broadcast. */
  isLive: boolean;
  /** The post that the ad shows, or the carousel whose item it is; null if it is neither, or the network does not say. */
  originalPostId: string | null;
  /** It was looked up which post it stands below. */
  isPlaced: boolean;
  /** Since when it is known that the post is ours, epoch ms; null if it is not. */
  oursSince: number | null;
  postText: string | null;
  postUrl: string | null;
  postThumbnailUrl: string | null;
}

/** Comments with their posts. A post is ours where one of our deliveries made it, made what an ad shows, or the carousel
 * whose item it is. */
function selectPlaced(db: Db, from: Fragment) {
  return db`
    select ${columns(db)}, c.platform, c.workspace_id as "workspaceId", s.id as "postId",
      coalesce(k.is_ad, false) as "isAd", coalesce(k.is_live, false) as "isLive", k.original_post_id as "originalPostId",
      coalesce(k.placed, false) as "isPlaced", (extract(epoch from n.held_since) * 1000)::float8 as "oursSince",
      coalesce(k.text, p.content) as "postText",
      coalesce(k.url, v.snapshot #>> '{context,url}') as "postUrl",
      coalesce(k.thumbnail_url, (
        select m.url from unnest(p.media) with ordinality m(url, place)
        where m.url ~* '\\.(jpe?g|png|webp|gif)([?#]|$)' order by m.place limit 1)) as "postThumbnailUrl"
    from ${from}
    join accounts a on a.id = c.account_id
    left join commented_posts k on k.account_id = c.account_id and k.network_post_id = c.network_post_id
    left join network_posts n on n.platform = a.platform and n.remote_id = a.remote_id
      and n.network_post_id = coalesce(k.original_post_id, c.network_post_id)
    left join actors v on v.id = n.delivery_id and v.workspace_id = c.workspace_id
    left join actors s on s.id = v.parent_id and s.shown <> 'removed'
    left join posts p on p.id = s.id`;
}

/** Comments by id, as they are shown. */
export async function readPlacedComments(
  db: Db,
  find: { accountId: string; ids: string[] },
): Promise<PlacedComment[]> {
  return db<PlacedComment[]>`
    ${selectPlaced(db, db`comments c`)}
    where c.account_id = ${find.accountId} and c.id = any(${find.ids}::text[]) and c.seq is not null`;
}

/** What other people wrote to a workspace, the newest arrival first. */
export async function listComments(
  db: Db,
  list: Within & {
    platform: string | null;
    accountId: string | null;
    done: boolean | null;
    /** Only those that the account has answered, in public or privately, or has not; null means both. */
    answered: boolean | null;
    /** Only reviews, which have a rating, or only comments; null means both. */
    rated: boolean | null;
    /** Only comments that arrived before this place; null starts with the newest. */
    before: string | null;
    limit: number;
  },
): Promise<PlacedComment[]> {
  const { workspaceId, heldTo, platform, accountId, done, answered, rated, before, limit } = list;
  const isAnswered = answered === null ? null : answeredHere(db);
  return db<PlacedComment[]>`
    ${selectPlaced(
      db,
      db`(
        select * from comments l
        where workspace_id = ${workspaceId} and seq is not null and deleted_at is null and not is_own
          ${accountId === null ? db`` : db`and account_id = ${accountId}`}
          ${ofReached(db, 'account_id', heldTo)}
          ${platform === null ? db`` : db`and platform = ${platform}`}
          ${done === null ? db`` : done ? db`and done` : db`and not done`}
          ${isAnswered === null ? db`` : answered ? db`and ${isAnswered}` : db`and not ${isAnswered}`}
          ${rated === null ? db`` : rated ? db`and rating is not null` : db`and rating is null`}
          ${before === null ? db`` : db`and seq < ${before}::bigint`}
        order by seq desc limit ${limit}
      ) c`,
    )}
    order by c.seq desc`;
}

/**
 * Whether a comment `l` has an answer: a private one, a reply of the account below it, or one in the same thread after it,
 * since networks with one level of replies put an answer to a reply below its parent.
 */
const answeredHere = (db: Db) => db`(
  l.private_reply_at is not null
  or exists (select from comments r
             where r.account_id = l.account_id and r.parent_id = l.id and r.is_own and r.deleted_at is null)
  or exists (select from comments r
             where r.account_id = l.account_id and r.parent_id = l.parent_id and r.is_own and r.deleted_at is null
               and r.created_at >= l.created_at))`;

/** The account's own replies directly below these comments, the oldest first. */
export async function readOwnReplies(
  db: Db,
  below: readonly { accountId: string; id: string }[],
): Promise<PlacedComment[]> {
  if (below.length === 0) return [];
  return db<PlacedComment[]>`
    ${selectPlaced(
      db,
      db`comments c join json_to_recordset(${batch(below.map(({ accountId, id }) => ({ accountId, id })))}::text::json)
         d("accountId" text, id text) on d."accountId" = c.account_id and d.id = c.parent_id`,
    )}
    where c.is_own and c.deleted_at is null and c.seq is not null order by c.created_at, c.id`;
}

/**
 * Marks a comment done, or not.
 * @returns false when there is no such comment
 */
export async function saveDone(
  db: Db,
  save: { accountId: string; id: string; done: boolean },
): Promise<boolean> {
  const result = await db`
    update comments set done = ${save.done}
    where account_id = ${save.accountId} and id = ${save.id} and seq is not null and deleted_at is null`;
  return result.count === 1;
}

/** Keeps who got the private answer to a comment. @param sent.personId as direct messages name the person */
export async function saveRecipient(
  db: Db,
  sent: { accountId: string; commentId: string; personId: string },
): Promise<void> {
  await db`
    update comments set recipient_id = ${sent.personId}
    where account_id = ${sent.accountId} and id = ${sent.commentId}`;
}

/** The account's own replies below these comments that no request of ours has made, made since `since` (epoch ms). */
export async function findOwnReplies(
  db: Db,
  find: { accountId: string; parentIds: string[]; since: number },
): Promise<{ id: string; text: string }[]> {
  return db<{ id: string; text: string }[]>`
    select id, text from comments
    where account_id = ${find.accountId} and parent_id = any(${find.parentIds}::text[]) and is_own and deleted_at is null
      and made_by is null and created_at >= to_timestamp(${find.since}::float8 / 1000)
    order by created_at, id`;
}

/** When the account replied last below each of these comments, epoch ms, by comment. Those without a reply are left out. */
export async function readOwnReplyTimes(
  db: Db,
  find: { accountId: string; parentIds: string[] },
): Promise<Map<string, number>> {
  const rows = await db<{ parentId: string; at: number }[]>`
    select parent_id as "parentId", (extract(epoch from max(created_at)) * 1000)::float8 as at from comments
    where account_id = ${find.accountId} and parent_id = any(${find.parentIds}::text[]) and is_own and deleted_at is null
      and created_at is not null
    group by parent_id`;
  return new Map(rows.map(({ parentId, at }) => [parentId, at]));
}

/** How many open comments below some others are read. */
const MAX_OPEN_BELOW = 500;

/** Comments of other people below these that are not done. */
export async function readOpenBelow(
  db: Db,
  find: { accountId: string; parentIds: string[] },
): Promise<StoredComment[]> {
  return db<StoredComment[]>`
    select ${columns(db)} from comments c
    where c.account_id = ${find.accountId} and c.parent_id = any(${find.parentIds}::text[]) and not c.is_own and not c.done
      and c.deleted_at is null and c.seq is not null
    limit ${MAX_OPEN_BELOW}`;
}

/**
 * The newest of the account's own replies directly below a comment that arrived after another one.
 * @param find after: the id of one of the account's replies; null if none was seen
 * @returns replyId: null when there is none. undefined when the account has no reply `after`
 */
export async function findReplyAfter(
  db: Db,
  find: { accountId: string; commentId: string; after: string | null },
): Promise<{ replyId: string | null } | undefined> {
  const [row] = await db<{ replyId: string | null }[]>`
    select (select r.id from comments r
            where r.account_id = ${find.accountId} and r.parent_id = ${find.commentId} and r.is_own
              and r.deleted_at is null and r.seq > coalesce(seen.seq, 0)
            order by r.seq desc limit 1) as "replyId"
    from (values (${find.after}::text)) given (id)
    left join comments seen on seen.account_id = ${find.accountId} and seen.id = given.id and seen.is_own
    where given.id is null or seen.id is not null`;
  return row;
}
