/**
 * Rows of a workspace for its export, page by page, in the order of a key that never changes: what is written meanwhile moves no row
 * from one page to another. Times are ISO strings in UTC.
 */
import type { AccountNumbersRow } from './account-numbers.ts';
import type { Db } from './connect.ts';

/** The first rows after a key. */
interface Rows<Key> {
  workspaceId: string;
  /** The key of the last row of the page before; null means the first page. */
  after: Key | null;
  limit: number;
}

const iso = (db: Db, name: string) =>
  db`to_char(${db.unsafe(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

interface ExportedFile {
  id: string;
  /** Of the file in the store: the last part of its address. */
  name: string;
  contentType: string;
  bytes: number;
  width: number | null;
  height: number | null;
  fileName: string | null;
  altText: string | null;
  createdAt: string;
}

/** Hosted files, by name. */
export async function exportFiles(db: Db, { workspaceId, after, limit }: Rows<{ name: string }>) {
  return db<ExportedFile[]>`
    select id, name, content_type as "contentType", bytes::float8 as bytes, width, height,
      file_name as "fileName", alt_text as "altText", ${iso(db, 'created_at')} as "createdAt"
    from media where workspace_id = ${workspaceId} and name > ${after?.name ?? ''} order by name limit ${limit}`;
}

interface ExportedCopy {
  messageId: string;
  place: number;
  name: string;
}

/** Copies of files in messages, by message. */
export async function exportCopies(
  db: Db,
  { workspaceId, after, limit }: Rows<{ messageId: string; place: number }>,
) {
  return db<ExportedCopy[]>`
    select c.message_id as "messageId", c.place::int as place, c.name
    from message_copies c join direct_messages m on m.id = c.message_id
    where m.workspace_id = ${workspaceId} and c.kept_at is not null and not c.gone and c.name is not null
      and (c.message_id, c.place) > (${after?.messageId ?? ''}, ${after?.place ?? 0}::smallint)
    order by c.message_id, c.place limit ${limit}`;
}

interface ExportedPostNote {
  id: string;
  postId: string;
  author: string;
  byLink: boolean;
  text: string;
  createdAt: string;
}

/** Notes of the team about posts, by id. */
export async function exportPostNotes(db: Db, { workspaceId, after, limit }: Rows<{ id: string }>) {
  return db<ExportedPostNote[]>`
    select id, post_id as "postId", author_name as author, by_link as "byLink", content as text, ${iso(db, 'created_at')} as "createdAt"
    from post_notes where workspace_id = ${workspaceId} and id > ${after?.id ?? ''} order by id limit ${limit}`;
}

interface ExportedConversationNote {
  id: string;
  conversationId: string;
  author: string;
  text: string;
  createdAt: string;
}

/** Notes of the team about conversations, by id. */
export async function exportConversationNotes(db: Db, { workspaceId, after, limit }: Rows<{ id: string }>) {
  return db<ExportedConversationNote[]>`
    select id, conversation_id as "conversationId", author_name as author, content as text, ${iso(db, 'created_at')} as "createdAt"
    from conversation_notes where workspace_id = ${workspaceId} and id > ${after?.id ?? ''} order by id limit ${limit}`;
}

interface ExportedPostNumbers {
  key: string;
  postId: string | null;
  accountId: string;
  platform: string;
  networkPostId: string;
  url: string | null;
  text: string;
  publishedAt: string;
  views: number | null;
  likes: number | null;
  comments: number | null;
  shares: number | null;
  /** Everything the network said. */
  allCounts: unknown;
  state: string;
  fetchedAt: string | null;
}

/** What networks said last of posts, also of posts that were published elsewhere; by key. */
export async function exportPostNumbers(db: Db, { workspaceId, after, limit }: Rows<{ key: string }>) {
  return db<ExportedPostNumbers[]>`
    select post_key::text as key, post_id as "postId", account_id as "accountId", platform, network_post_id as "networkPostId",
      url, text, ${iso(db, 'published_at')} as "publishedAt", views::float8 as views, likes::float8 as likes,
      comments::float8 as comments, shares::float8 as shares, all_counts as "allCounts", state, ${iso(db, 'fetched_at')} as "fetchedAt"
    from tracked_posts
    where workspace_id = ${workspaceId} and post_key > ${after?.key ?? '00000000-0000-0000-0000-000000000000'}::uuid
    order by post_key limit ${limit}`;
}

interface ExportedSample {
  key: string;
  at: string;
  views: number | null;
  likes: number | null;
  comments: number | null;
  shares: number | null;
}

/** How the numbers of posts grew, by post and time. */
export async function exportPostSamples(
  db: Db,
  { workspaceId, after, limit }: Rows<{ key: string; at: string }>,
) {
  return db<ExportedSample[]>`
    select post_key::text as key, ${iso(db, 'bucket')} as at, views::float8 as views, likes::float8 as likes,
      comments::float8 as comments, shares::float8 as shares
    from post_samples
    where workspace_id = ${workspaceId} and (post_key, bucket) >
      (${after?.key ?? '00000000-0000-0000-0000-000000000000'}::uuid, ${after?.at ?? '0001-01-01T00:00:00Z'}::timestamptz)
    order by post_key, bucket limit ${limit}`;
}

interface ExportedDay {
  accountId: string;
  metric: string;
  day: string;
  value: number;
}

/** Numbers of accounts by day; by account, metric and day. */
export async function exportAccountDays(
  db: Db,
  { workspaceId, after, limit }: Rows<{ accountId: string; metric: string; day: string }>,
) {
  return db<ExportedDay[]>`
    select account_id as "accountId", metric, to_char(day, 'YYYY-MM-DD') as day, value::float8 as value
    from account_days
    where workspace_id = ${workspaceId} and (account_id, metric, day) >
      (${after?.accountId ?? ''}, ${after?.metric ?? ''}, ${after?.day ?? '0001-01-01'}::date)
    order by account_id, metric, day limit ${limit}`;
}

type ExportedAccountNumbers = Omit<AccountNumbersRow, 'fetchedAt'> & { fetchedAt: string };

/** What networks said last of accounts, by account. */
export async function exportAccountNumbers(
  db: Db,
  { workspaceId, after, limit }: Rows<{ accountId: string }>,
) {
  return db<ExportedAccountNumbers[]>`
    select account_id as "accountId", followers::float8 as followers, views::float8 as views, reach::float8 as reach,
      engagement::float8 as engagement, profile_views::float8 as "profileViews", ${iso(db, 'fetched_at')} as "fetchedAt"
    from account_numbers where workspace_id = ${workspaceId} and account_id > ${after?.accountId ?? ''}
    order by account_id limit ${limit}`;
}
