/**
 * Creates posts. Those that are requested at the same moment are created with one statement: their rows, their actors, the
 * journal, the feed and the responses under their Idempotency-Keys. Where that cannot be one statement, or a key was taken
 * meanwhile, a transaction does the same.
 */
import type { Sql, Tx } from '../../../store/connect.ts';
import { insertPosts, type PostRow, postsInsert } from '../../../store/posts.ts';
import { approvalSide, post as postKind, projectPost } from '../../kinds/post.ts';
import type { Approval } from '../../../machines/approval.ts';
import type { Target } from '../../../machines/post.ts';
import { isoOrNull } from '../../base/time.ts';
import { gather } from '../../engine/batch.ts';
import type { Node } from '../../engine/node.ts';
import type { Turn } from '../../engine/turn.ts';
import { findReplies, type Keyed, keepReplies, readKeys, repliesInsert } from '../../api/idempotent.ts';
import type { Reply } from '../../api/operation.ts';
import type { Workspace } from '../../api/principal.ts';
import type { Content } from './content.ts';
import { publicPost, type PublicPost } from '../../kinds/views/post.ts';
import { Problem } from '../../api/problem.ts';
import { storedWords } from '../../kinds/views/post-words.ts';

/** A post as it was asked for and checked. */
export interface NewPost {
  id: string;
  workspace: Workspace;
  content: Content;
  targets: Target[];
  warnings: string[];
  /** Epoch ms; null for a draft without a place in the calendar. */
  dueAt: number | null;
  draft: boolean;
  /** Pages are to be read before it is sent. Absent means no. */
  linksToPages?: boolean;
  /** It waits for an approval. Absent means no. */
  approval?: Approval;
  /** The series that makes it. Absent means a person does. `at`: the instant for which it is made, epoch ms. */
  madeBy?: { seriesId: string; at: number };
}

export interface CreateRequest {
  call: Keyed;
  /** The post to create, or why it cannot be created. The problem is reported only if no response is stored for the call's Idempotency-Key. */
  post: NewPost | Problem;
}

export type CreatePost = (request: CreateRequest) => Promise<Reply<{ post: PublicPost }>>;
type Answer = Reply<{ post: PublicPost }>;

/** Posts of one transaction at most: a commit stays short, and so does the time the feed is held. */
const MAX_POSTS = 100;

type Maker = Pick<Node, 'command' | 'commandAtOnce'>;

/** @param sql connections of requests */
export function postCreator(sql: Sql, node: Maker): CreatePost {
  // one at a time: a second would only wait for the first one's hold on the feed
  return gather<CreateRequest, Answer>((requests) => createAll(sql, node, requests), {
    lanes: 1,
    most: MAX_POSTS,
  });
}

async function createAll(
  sql: Sql,
  node: Maker,
  requests: readonly CreateRequest[],
): Promise<(Answer | Problem)[]> {
  try {
    return (await createAtOnce(sql, node, requests)) ?? (await createInTransaction(node, requests));
  } catch (fault) {
    if (!isUndone(fault)) throw fault;
  }
  // a key was taken by a request that was faster, or Postgres refuses one of the posts
  return createApart(node, requests);
}

/**
 * Makes posts in one statement.
 * @returns null when it cannot be one
 * @throws as Postgres does when a key is taken meanwhile: nothing is made then
 */
async function createAtOnce(
  sql: Sql,
  node: Maker,
  requests: readonly CreateRequest[],
): Promise<(Answer | Problem)[] | null> {
  const replies = await findReplies<{ post: PublicPost }>(
    sql,
    requests.map(({ call }) => call),
  );
  const done = await node.commandAtOnce((turn, db) => {
    const { answers, rows, made } = startAll(turn, requests, replies);
    return {
      result: answers,
      beside:
        rows.length > 0
          ? [postsInsert(db, rows.map(withWords), turn.now), ...repliesInsert(db, made, turn.now)]
          : [],
    };
  });
  return done?.result ?? null;
}

function createInTransaction(node: Maker, requests: readonly CreateRequest[]): Promise<(Answer | Problem)[]> {
  return node.command(async (tx, turn) => {
    const replies = await readKeys<{ post: PublicPost }>(
      tx,
      requests.map(({ call }) => call),
    );
    const { answers, rows, made } = startAll(turn, requests, replies);
    if (rows.length === 0) return { result: answers };
    const alongside = Promise.all([
      insertPosts(tx, rows.map(withWords), turn.now),
      keepReplies(tx, made, turn.now),
    ]);
    return { result: answers, alongside };
  });
}

/** Makes each post by itself, so that the others do not pay for the one at fault. */
async function createApart(node: Maker, requests: readonly CreateRequest[]): Promise<(Answer | Problem)[]> {
  return Promise.all(
    requests.map(async (one) => {
      try {
        const [answer] = await createInTransaction(node, [one]);
        return answer!;
      } catch (own) {
        return own as Problem; // rejects this one alone, whatever it is
      }
    }),
  );
}

/** Starts the posts that are not refused and whose calls have no response yet. */
function startAll(
  turn: Turn,
  requests: readonly CreateRequest[],
  replies: readonly (Answer | Problem | null)[],
) {
  const made: { call: CreateRequest['call']; result: { post: PublicPost } }[] = [];
  const rows: PostRow[] = [];
  const answers = requests.map(({ call, post }, index): Answer | Problem => {
    const answer = replies[index] ?? (post instanceof Problem ? post : null);
    if (answer || post instanceof Problem) return answer ?? (post as Problem);
    const row = startPost(turn, post);
    rows.push(row);
    const result = { post: publicPost(row) };
    made.push({ call, result });
    return { body: result };
  });
  return { answers, rows, made };
}

/** Whether nothing of a transaction can have been committed: a lost connection leaves that open. */
function isUndone(fault: unknown): boolean {
  const { code } = fault as { code?: unknown };
  return code === undefined || (typeof code === 'string' && /^(22|23|40)...$/.test(code));
}

/** Makes one post in a transaction that holds more than the post, such as a slot of the schedule. */
export async function createPostIn(tx: Tx, turn: Turn, post: NewPost): Promise<PublicPost> {
  const [made] = await createPostsIn(tx, turn, [post]);
  return made!;
}

/** The same for several posts, with one statement. */
export async function createPostsIn(tx: Tx, turn: Turn, posts: readonly NewPost[]): Promise<PublicPost[]> {
  const rows = posts.map((post) => startPost(turn, post));
  await insertPosts(tx, rows.map(withWords), turn.now);
  return rows.map((row) => publicPost(row));
}

const withWords = (row: PostRow) => ({ ...row, words: storedWords(row) });

/** The times it tells are those that are stored: of the turn, not of the request that waited for it. */
function startPost(turn: Turn, post: NewPost): PostRow {
  const { id, workspace, content, targets, warnings, dueAt, draft } = post;
  const input = {
    postId: id,
    targets,
    dueAt,
    draft,
    ...(post.linksToPages && { linksToPages: true }),
    ...(post.approval && { approval: post.approval }),
  };
  const actor = turn.start({ kind: postKind.name, id, workspaceId: workspace.id, input });
  const view = projectPost(actor.snapshot);
  const at = new Date(turn.now).toISOString();
  return {
    id,
    workspaceId: workspace.id,
    ...content,
    platforms: targets.map((target) => target.platform),
    warnings,
    ...view,
    workspace: workspace.slug,
    timezone: workspace.timezone,
    scheduledAt: isoOrNull(view.scheduledAt),
    publishedAt: isoOrNull(view.publishedAt),
    createdAt: at,
    updatedAt: at,
    metrics: null,
    ...(post.madeBy && { madeBy: post.madeBy }),
    seriesId: post.madeBy?.seriesId ?? null,
    approval: approvalSide(actor.snapshot),
    deliveries: targets.flatMap(({ deliveryId }) => {
      const delivery = turn.actors.get(deliveryId);
      return delivery ? [delivery.snapshot] : [];
    }),
  };
}
