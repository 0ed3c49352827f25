/** Stores new facts about the comments of an account, in the transaction of the caller. */
import type { InboundEvent } from '../../../adapters/port/inbound.ts';
import { type CommentedPostRow, saveCommentedPosts } from '../../../store/commented-posts.ts';
import {
  findForgottenComments,
  lockComments,
  readComments,
  readPlacedComments,
  type PlacedComment,
  type StoredComment,
  writeComments,
} from '../../../store/comments.ts';
import type { Tx } from '../../../store/connect.ts';
import { findOwnPosts } from '../../../store/network-posts.ts';
import { deleteNearMisses } from '../../../store/near-misses.ts';
import { findCutoffs } from '../../../store/person-cutoffs.ts';
import type { FeedEvent } from '../../engine/feed-event.ts';
import { storable } from '../../engine/storable.ts';
import { isoOf } from '../../base/time.ts';
import { type CommentFact, merged } from './merge.ts';
import { reopened } from './reopen.ts';
import { answered } from './answered.ts';
import { publicComment } from './comment-view.ts';

/** The account whose comments come in. */
interface ReceivingAccount {
  id: string;
  /** Since when it receives, epoch ms: what is older is history. null means as its row says, or since it was connected. */
  receivingSince: number | null;
}

/**
 * Stores events of comments. The same events may come again, in any order, and from webhooks, polls and reads: each
 * comment is stored once. Events of other kinds are left to others. A comment that is history or the account's own is stored
 * as done; a new reply of somebody else reopens what it answers.
 *
 * It locks the workspace's counter of arrivals until the transaction ends. A transaction calls it after it has locked its
 * actors, and for several workspaces in the order of their ids.
 * @param turn its instant says when live events happened
 * @returns the live events, for the turn's feed, and what has arrived: none of history
 */
export async function takeComments(
  tx: Tx,
  turn: { now: number },
  account: ReceivingAccount,
  events: readonly InboundEvent[],
): Promise<CommentChanges> {
  const intake = { facts: events.flatMap(factsOf), posts: events.flatMap(postsOf) };
  return takeFacts(tx, turn, account, intake);
}

/** The result of storing facts. */
interface CommentChanges {
  feed: FeedEvent[];
  /** Ids of the comments that were not known before, without history. */
  arrived: string[];
  /** Ids of the comments that were known and have another text now, without history. */
  changed: string[];
}

const NOTHING: CommentChanges = { feed: [], arrived: [], changed: [] };

/** As `takeComments`, for what was read at the network or done there. */
export async function takeFacts(
  tx: Tx,
  { now }: { now: number },
  { id: accountId, receivingSince }: ReceivingAccount,
  intake: { facts: readonly CommentFact[]; posts?: readonly CommentedPostRow[] },
): Promise<CommentChanges> {
  const { facts: all, posts = [] } = storable(intake) as typeof intake;
  if (all.length === 0 && posts.length === 0) return NOTHING;
  const account = await lockComments(tx, accountId);
  if (!account) return NOTHING;
  const others = await withoutParts(tx, { accountId, username: account.username }, all);
  const facts = await withoutForgotten(tx, accountId, others);
  await saveCommentedPosts(tx, account, posts);

  const ids = [...new Set(facts.map(({ id }) => id))];
  const stored = new Map((await readComments(tx, { accountId, ids })).map((row) => [row.id, row]));
  const line = {
    accountId,
    username: account.username,
    since: receivingSince ?? account.since,
  };
  const next = new Map<string, StoredComment>(stored);
  for (const fact of facts) next.set(fact.id, merged(next.get(fact.id) ?? null, fact, line));

  const arrives = ({ seq, createdAt }: StoredComment) => seq === null && createdAt !== null;
  const arriving = [...next.values()].filter(arrives);
  for (const row of await answered(tx, { stored, next }, arriving)) next.set(row.id, row);
  const isAnswer = (row: StoredComment) =>
    arrives(row) && !row.isOwn && !row.done && row.deletedAt === null && row.createdAt! >= line.since;
  const answers = [...next.values()].filter(isAnswer);
  for (const row of await reopened(tx, { stored, next }, answers)) next.set(row.id, row);

  const written = [...next.values()].filter((row) => row !== stored.get(row.id));
  await writeComments(
    tx,
    account,
    written.map((row) => ({ ...row, arrives: arrives(row) })),
  );
  const gone = written.filter(
    ({ id, deletedAt }) => deletedAt !== null && stored.get(id)?.deletedAt === null,
  );
  if (gone.length > 0) await deleteNearMisses(tx, { accountId, commentIds: gone.map(({ id }) => id) });
  const isNews = (row: StoredComment) => !arrives(row) || (row.createdAt ?? 0) >= line.since;
  const news = written.filter(isNews);
  const comments = await readPlacedComments(tx, { accountId, ids: news.map(({ id }) => id) });
  const isKnown = ({ id }: { id: string }) => (stored.get(id)?.seq ?? null) !== null;
  const feed = comments.map((row) =>
    isKnown(row) ? updated(row, now) : { ...updated(row, now), type: 'comment.created' },
  );
  const arrived = comments.filter((row) => !isKnown(row)).map(({ id }) => id);
  const hasChanged = ({ id, text, deletedAt, createdAt }: PlacedComment) =>
    deletedAt === null && text !== stored.get(id)!.text && (createdAt ?? 0) >= line.since;
  const changed = comments.filter((row) => isKnown(row) && hasChanged(row)).map(({ id }) => id);
  return { feed, arrived, changed };
}

/** Without the parts of the account's own threads, which networks show as replies: they are posts. */
async function withoutParts(
  tx: Tx,
  { accountId, username }: { accountId: string; username: string },
  facts: readonly CommentFact[],
): Promise<readonly CommentFact[]> {
  const isOwn = (fact: CommentFact) =>
    fact.kind === 'seen' && (fact.comment.isOwn || fact.comment.from.username === username);
  const networkPostIds = facts.filter(isOwn).map(({ id }) => id);
  if (networkPostIds.length === 0) return facts;
  const parts = await findOwnPosts(tx, { accountId, networkPostIds });
  return parts.size === 0 ? facts : facts.filter(({ id }) => !parts.has(id));
}

/** Without what is said of people who were forgotten since. */
async function withoutForgotten(
  tx: Tx,
  accountId: string,
  facts: readonly CommentFact[],
): Promise<readonly CommentFact[]> {
  const forgotten = await findForgottenComments(tx, {
    accountId,
    ids: [...new Set(facts.map(({ id }) => id))],
  });
  const people = facts.flatMap((fact) => (fact.kind === 'seen' ? (fact.comment.from.id ?? []) : []));
  const cutoffs = await findCutoffs(tx, accountId, [...new Set(people)]);
  if (forgotten.size === 0 && cutoffs.size === 0) return facts;
  return facts.filter((fact) => {
    if (forgotten.has(fact.id)) return false;
    if (fact.kind !== 'seen') return true;
    const forgottenAt = cutoffs.get(fact.comment.from.id ?? '')?.forgottenAt ?? null;
    return forgottenAt === null || fact.comment.createdAt > forgottenAt;
  });
}

/** The live event of a comment that has changed. @param now epoch ms */
export function updated(row: PlacedComment, now: number): FeedEvent {
  return {
    workspaceId: row.workspaceId,
    type: 'comment.updated',
    resource: { type: 'comment', id: row.id },
    ...(row.postId !== null && { postId: row.postId }),
    at: isoOf(now),
    data: { ...publicComment(row, { now }), deleted: row.deletedAt !== null },
  };
}

function factsOf(event: InboundEvent): CommentFact[] {
  const { at } = event;
  if (event.kind === 'comment_changed')
    return [{ kind: event.change, id: event.commentId, at, text: event.text }];
  if (event.kind !== 'comment') return [];
  const { id, networkPostId, parentId, text, from, isOwn, rating, attachments, can, cannot } = event.comment;
  const row = {
    networkPostId,
    parentId,
    text,
    from,
    isOwn,
    rating,
    ...(attachments && { attachments }),
    ...(can && { can }),
    ...(cannot && { cannot }),
  };
  const comment = { ...row, createdAt: at, hidden: null, likes: null, madeBy: null };
  return [{ kind: 'seen', id, isRead: false, at, comment }];
}

function postsOf(event: InboundEvent): CommentedPostRow[] {
  if (event.kind !== 'comment') return [];
  const { networkPostId, originalPostId, postKind, postUrl = null } = event.comment;
  const isAd = postKind === 'ad';
  const isLive = postKind === 'live';
  if (networkPostId === null || (!isAd && !isLive && postUrl === null)) return [];
  const original = isAd ? originalPostId : null;
  // an item of a carousel looks like a post in an event
  const isPlaced = original !== null;
  const post = { text: null, url: postUrl, thumbnailUrl: null };
  return [{ networkPostId, isAd, isLive, originalPostId: original, isPlaced, ...post }];
}
