/** Finds posts: the ids of lists, and how many there are. What they are is read by their ids, in posts.ts. */
import type { Db } from './connect.ts';
import { batch } from './batch.ts';
import { type Head, HEAD_COLUMNS } from './feed.ts';
import type { Within } from './held.ts';

export interface PostList extends Within {
  /** null means every status; `awaiting_approval`: drafts that wait for an approval. */
  status: string | null;
  /** With the status `failed`: also posts that failed on some of their accounts only. */
  orPartial?: boolean;
  /** Only posts with a smaller id; null or absent starts with the newest. */
  before?: string | null;
  limit: number;
  /** Epoch ms. */
  now: number;
}

/**
 * A limit as a part of the statement's text. Postgres assumes that a limit which is a parameter takes a tenth of all rows,
 * so it would plan the statement again and again, which takes longer than running it.
 */
export const fixed = (limit: number) => String(Math.trunc(limit));

/** The shelf of posts that wait for an approval (src/kinds/post.ts). As the status of a list it means those. */
export const AWAITED = 'awaiting_approval';

/** A list as a row of a statement's parameter. */
const ROW = `q(nth int, form text, "workspaceId" text, status text, before text, now float8)`;

/** After every id of a post, in the order of the column. */
const AFTER_ALL = 'post_~';

const rowOf = (list: Omit<PostList, 'limit' | 'heldTo'>, nth: number) => ({
  nth,
  form: formOf(list),
  workspaceId: list.workspaceId,
  status: list.status,
  before: list.before ?? AFTER_ALL,
  now: list.now,
});

/** How the posts of a list are found. */
function formOf({
  status,
  orPartial,
}: Pick<PostList, 'status' | 'orPartial'>): keyof ReturnType<typeof postsOf> {
  if (status === null) return 'all';
  if (orPartial) return 'failures';
  if (status === 'draft') return 'drafts';
  if (status === AWAITED) return 'awaited';
  // a post that is published at its time is not on its shelf
  return status === 'publishing' ? 'publishing' : 'resting';
}

/** The actors of the posts of `ROW`. */
const POSTS_OF_ANY_ID = `select * from actors where workspace_id = q."workspaceId" and kind = 'post'`;
const POSTS = `${POSTS_OF_ANY_ID} and id < q.before`;

/**
 * Actors of posts that are being published. One that is published at its time keeps the shelf of scheduled posts until it
 * has ended (`shown` in src/kinds/post.ts). There are few such posts, and they are found by their time: `offset 0` keeps
 * Postgres from looking through all scheduled posts by their ids instead. Statuses are parts of the text: with columns of
 * `ROW`, the statement would be planned again each time.
 */
const publishing = (limit: string) => `
  (${POSTS} and shelf = 'publishing' and shown = 'publishing' order by id desc limit ${limit})
  union all
  (select * from (
     ${POSTS_OF_ANY_ID} and shelf = 'scheduled' and shown = 'publishing' and planned_at <= to_timestamp(q.now / 1000) offset 0) s
   where id < q.before order by id desc limit ${limit})`;

/** Drafts are on two shelves: those that wait for an approval are found by themselves too. */
const drafts = (limit: string) => `
  (${POSTS} and shelf = 'draft' order by id desc limit ${limit})
  union all
  (${POSTS} and shelf = '${AWAITED}' order by id desc limit ${limit})`;

/** The posts of each form, not yet the newest ones only. */
const postsOf = (limit: string) => ({
  all: `select * from (${POSTS}) s where shown <> 'removed'`,
  resting: `select * from (${POSTS}) s where shelf = q.status and shown = q.status`,
  publishing: publishing(limit),
  drafts: drafts(limit),
  awaited: `${POSTS} and shelf = '${AWAITED}'`,
  // the condition of the index actors_failures
  failures: `${POSTS} and (shelf = 'failed' or shelf = 'published' and reason is not null)`,
});

/**
 * How many posts of a status a workspace has. Counting stops at `most`.
 * @param count.status null means every status; now: epoch ms
 */
export async function countPostsUpTo(
  db: Db,
  count: Omit<PostList, 'limit' | 'before' | 'heldTo'> & { most: number },
): Promise<number> {
  const limit = fixed(count.most);
  // a post that was removed has no shelf; whether it is shown as removed would be read from its row
  const counted = count.status === null ? `${POSTS} and shelf is not null` : postsOf(limit)[formOf(count)];
  const [row] = await db<{ count: number }[]>`
    select (select count(*) from (${db.unsafe(counted)} limit ${db.unsafe(limit)}) counted)::int as count
    from json_to_recordset(${batch([rowOf({ ...count, before: null }, 0)])}::text::json) ${db.unsafe(ROW)}`;
  return row!.count;
}

/** The posts of a list, newest first, and how far their workspace had come. */
interface ListedIds extends Head {
  ids: string[];
}

/**
 * The ids of the posts of each list. A statement costs more than its rows, in Postgres as in Node, so lists of the same length
 * share one. Those of posts that are being published have their own: few ask for them, and their part would cost the others too.
 */
export async function listPostIds(db: Db, lists: readonly PostList[]): Promise<ListedIds[]> {
  const listed = new Map<PostList, ListedIds>();
  await Promise.all(
    [...Map.groupBy(lists, textOf)].map(async ([text, alike]) => {
      const parameter = batch(alike.map(rowOf));
      const rows = await db.unsafe<({ ids: string | null } & Head)[]>(text, [parameter], { prepare: true });
      for (const [index, { ids, ...head }] of rows.entries())
        listed.set(alike[index]!, { ...head, ids: ids?.split(' ') ?? [] });
    }),
  );
  return lists.map((list) => listed.get(list)!);
}

/** The texts of the statements, by limit and form. They are made once, because the driver takes longer to join one from parts than to send it. */
const texts = new Map<string, string>();

/** The text of the statement that reads a list. */
function textOf(list: PostList): string {
  const limit = fixed(list.limit);
  const form = formOf(list);
  const name = `${limit} ${form === 'publishing'}`;
  let text = texts.get(name);
  if (text === undefined) {
    text = listStatement(limit, (one) => (one === 'publishing') === (form === 'publishing'));
    texts.set(name, text);
  }
  return text;
}

function listStatement(limit: string, isAsked: (form: string) => boolean): string {
  const forms = Object.entries(postsOf(limit))
    .filter(([form]) => isAsked(form))
    .map(
      // the ids of a list in one text: the driver would take longer to read 25 rows
      ([form, posts]) => `when '${form}' then (
        select string_agg(k.id, ' ' order by k.id desc) from (
          select id from (${posts}) s order by id desc limit ${limit}) k)`,
    );
  // each form has a plan of its own, and only that of the list runs
  return `
    select case q.form ${forms.join('\n')} end as ids, ${HEAD_COLUMNS}
    from json_to_recordset($1::text::json) ${ROW}
    left join feed_heads h on h.workspace_id = q."workspaceId"
    order by q.nth`;
}
