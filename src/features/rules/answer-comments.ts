/**
 * Compares new comments with the rules of their account, and starts an answer for each that matches, in the transaction that
 * stores the comments. The words are compared by src/base/matching; the answer is an actor (machines/private-reply.ts).
 */
import { randomInt } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { withinBytes } from '../../../machines/flow/fill.ts';
import type { PrivateReplyInput, SkipReason } from '../../../machines/private-reply.ts';
import { readAccounts } from '../../../store/accounts.ts';
import { readAnswering } from '../../../store/answering.ts';
import { findBroadcasts, type BroadcastState } from '../../../store/broadcasts.ts';
import {
  findRuleState,
  judgesSince,
  listRulesSince,
  type RuleRow,
  saveUsedReplies,
} from '../../../store/comment-rules.ts';
import { readPlacedComments, type PlacedComment } from '../../../store/comments.ts';
import type { Tx } from '../../../store/connect.ts';
import { findOptedOut } from '../../../store/opt-outs.ts';
import {
  findMatched,
  insertPrivateReplies,
  type NewPrivateReply,
  type Reservation,
  reservePerson,
} from '../../../store/private-replies.ts';
import { insertLinks, type NewLink } from '../../../store/links.ts';
import { findReceived } from '../../../store/received-comments.ts';
import { queueIdOf } from '../../../store/reply-queue.ts';
import { insertUnplaced } from '../../../store/unplaced-comments.ts';
import { tellReceiver } from '../accounts/index.ts';
import { type OnArrived, PRIVATE_ANSWER_WITHIN_MS } from '../comments/index.ts';
import type { Turn } from '../../engine/turn.ts';
import { newActorId } from '../../base/ids.ts';
import { privateReply } from '../../kinds/private-reply.ts';
import { receivedId } from '../../kinds/views/comment-received.ts';
import { trackLinks } from '../links/index.ts';
import { allows } from '../../base/plans/plan.ts';
import {
  chooseRule,
  type Comment,
  prepareKeywords,
  type PreparedRules,
  prepareRules,
} from '../../base/matching/index.ts';
import { watchBroadcasts } from './broadcasts.ts';
import { countNearMisses, type Judged, personOf } from './count-near-misses.ts';
import { OWN } from './views.ts';

/** How much earlier than its rule a comment may have been made: the network's clock is another one, and counts seconds. */
const CLOCK_SKEW_MS = 5_000;

interface Answering {
  workspaceId: string;
  accountId: string;
  /** The queue of private replies of the account. */
  queueId: string;
  /** The account's setting for replies whose outcome nobody knows. */
  onUnknown: 'retry' | 'hold';
  /** Whether the plan of the workspace includes rules. */
  isIncluded: boolean;
  /** Handles of the account's testers, in lower case. */
  testers: ReadonlySet<string>;
  /** Comments of people who asked for no more messages. */
  optedOut: ReadonlySet<PlacedComment>;
  /** What is known of live broadcasts, by the network's id. */
  broadcasts: ReadonlyMap<string, BroadcastState>;
  /** Ids of the answers that this transaction has started. */
  started: string[];
  /** Picks among this many, from 0. */
  pick: (count: number) => number;
  /** The address in front of `/l/`, without a trailing slash. */
  linkBase: string;
}

interface AnswerOptions {
  /** The address in front of `/l/`, without a trailing slash. */
  linkBase: string;
  /** Picks a public reply among this many, from 0. Default: at random. */
  pick?: Answering['pick'];
}

/** Which comments are to be compared with the rules. */
interface Compared {
  accountId: string;
  /** Those that a rule matched before are left out. */
  ids: readonly string[];
  /** Those of them that were not known before. Absent means none. */
  arrived?: readonly string[];
  /** Comments whose post was looked up: they no longer wait for that. */
  isLookedUp?: boolean;
  /** They may have been compared before: only rules that reach back to them may answer. */
  isRepeat?: boolean;
}

/**
 * What hears of comments in the transaction that stores them: of those that are new, and of those whose text has changed.
 * @param linkBase the address in front of `/l/`, without a trailing slash; read late
 */
export const answersWith =
  (linkBase: () => string): OnArrived =>
  async (tx, turn, { accountId, arrived, changed }) => {
    if (arrived.length > 0) {
      for (const { id, workspaceId } of await findReceived(tx, { accountId, ids: arrived }))
        turn.announcements.push({
          workspaceId,
          actorId: receivedId(accountId, id),
          event: 'comment.received',
        });
    }
    const ids = [...arrived, ...changed];
    await answerComments(tx, turn, { accountId, ids, arrived }, { linkBase: linkBase() });
  };

export async function answerComments(
  tx: Tx,
  turn: Turn,
  { accountId, ids, arrived = [], isLookedUp = false, isRepeat = false }: Compared,
  { linkBase, pick = (count) => randomInt(count) }: AnswerOptions,
): Promise<void> {
  if (ids.length === 0) return;
  const found = await listRulesSince(tx, accountId, turn.now - PRIVATE_ANSWER_WITHIN_MS);
  const rules = isRepeat ? found.filter(({ active }) => active) : found;
  const [first] = rules;
  if (!first) return;
  const [[account], state] = await Promise.all([readAccounts(tx, [accountId]), findRuleState(tx, first.id)]);
  if (!account || !state) return;
  const { workspaceId } = account;
  const isIncluded = allows(state, 'rules', turn.now);
  const matchedIds = new Set(await findMatched(tx, accountId, ids));
  const visible = await readPlacedComments(tx, { accountId, ids: ids as string[] });
  const comments = visible
    .filter(({ id, isOwn, deletedAt }) => !isOwn && deletedAt === null && !matchedIds.has(id))
    .sort(byTime);
  countOwn(
    turn,
    rules,
    visible.filter(({ id }) => arrived.includes(id)),
  );
  const answering = await answeringOf(tx, { account, isIncluded, comments, pick, linkBase });
  const chosen = compare(turn, { rules, comments, isLookedUp, isRepeat });
  const answers = await answerAll(tx, turn, chosen.matched, answering);
  await insertUnplaced(tx, { id: accountId, workspaceId }, chosen.unplaced, turn.now);
  if (chosen.unplaced.length > 0) await tellReceiver(tx, turn, accountId, { type: 'place' });
  await insertPrivateReplies(tx, { workspaceId, accountId }, answers.replies, turn.now);
  await insertLinks(tx, answers.links, turn.now);
  watchBroadcasts(turn, { accountId, workspaceId }, answers.watched, answering.broadcasts);
  await countNearMisses(tx, { workspaceId, accountId }, chosen.judged, turn.now);
}

/** Reads what answers to some comments of an account depend on. */
async function answeringOf(
  tx: Tx,
  {
    account,
    comments,
    ...given
  }: Pick<Answering, 'isIncluded' | 'pick' | 'linkBase'> & {
    account: Awaited<ReturnType<typeof readAccounts>>[number];
    comments: PlacedComment[];
  },
): Promise<Answering> {
  const { id: accountId, workspaceId, onUnknown } = account;
  const live = comments.flatMap(({ isLive, networkPostId }) => (isLive ? (networkPostId ?? []) : []));
  const [{ testers }, optedOut, broadcasts] = await Promise.all([
    readAnswering(tx, accountId),
    findOptedOut(tx, accountId, comments),
    findBroadcasts(tx, { accountId, networkPostIds: live }),
  ]);
  const ofAccount = { workspaceId, accountId, queueId: queueIdOf(account), onUnknown, started: [] };
  return { ...given, ...ofAccount, testers: new Set(testers), optedOut, broadcasts };
}

interface Chosen {
  matched: Matched[];
  /** What the rules say of each comment that is new. */
  judged: Judged[];
  /** Ids of those whose place has to be looked up first. */
  unplaced: string[];
}

/** Compares comments with the rules that were active when they were written. */
function compare(
  turn: Turn,
  {
    rules,
    comments,
    isLookedUp,
    isRepeat,
  }: { rules: RuleRow[]; comments: PlacedComment[]; isLookedUp: boolean; isRepeat: boolean },
): Chosen {
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const chosen: Chosen = { matched: [], judged: [], unplaced: [] };
  for (const comment of comments) {
    const candidates = activeAt(rules, comment.createdAt ?? turn.now);
    if (!isLookedUp && waitsForPlace(candidates, comment)) {
      chosen.unplaced.push(comment.id);
      continue;
    }
    const verdict = chooseRule(preparedRulesOf(candidates), comparedOf(comment));
    if (!isRepeat) chosen.judged.push({ comment, verdict });
    if (verdict.kind !== 'matched') continue;
    const rule = byId.get(verdict.ruleId)!;
    if (!isRepeat || reachesBack(rule, comment))
      chosen.matched.push({ rule, comment, keyword: verdict.keyword });
  }
  return chosen;
}

/** Starts an answer for each comment, one after the other: each takes the person, and the next public reply. */
async function answerAll(
  tx: Tx,
  turn: Turn,
  matched: readonly Matched[],
  answering: Answering,
): Promise<{ replies: NewPrivateReply[]; links: NewLink[]; watched: Set<string> }> {
  const replies: NewPrivateReply[] = [];
  const links: NewLink[] = [];
  /** The broadcasts in which somebody gets a message. */
  const watched = new Set<string>();
  for (const one of matched) {
    const { isLive, networkPostId } = one.comment;
    const answered = await answer(tx, turn, one, answering);
    answering.started.push(answered.reply.id);
    replies.push(answered.reply);
    links.push(...answered.links);
    if (isLive && answered.isToSend && networkPostId !== null) watched.add(networkPostId);
  }
  return { replies, links, watched };
}

/**
 * Counts the comments of the account itself that have a keyword: rules do not answer them. Answers below comments, which rules
 * and people write, do not count.
 */
function countOwn(turn: Turn, rules: readonly RuleRow[], arrived: readonly PlacedComment[]): void {
  for (const comment of arrived) {
    if (!comment.isOwn || comment.parentId !== null || comment.deletedAt !== null) continue;
    const candidates = activeAt(rules, comment.createdAt ?? turn.now);
    const verdict = chooseRule(preparedRulesOf(candidates), comparedOf(comment));
    if (verdict.kind !== 'matched') continue;
    turn.count({ ownerId: verdict.ruleId, name: OWN, workspaceId: comment.workspaceId, by: 1 });
  }
}

/**
 * The rules that a comment is compared with: those that were active when it was written, and those that reach back to it. One that
 * is paused counts since it was made, for those who try it. @param writtenAt epoch ms
 */
export const rulesAt = (rules: readonly RuleRow[], writtenAt: number): RuleRow[] =>
  rules.filter((rule) => (judgesSince(rule) ?? Date.parse(rule.createdAt)) <= writtenAt + CLOCK_SKEW_MS);

/** Networks count whole seconds: what is written in the second of a pause comes after it. */
const wholeSecond = (at: number): number => at - (at % 1_000);

/** Of these, the rules that were active when a comment was written, also if they were paused since. @param writtenAt epoch ms */
const activeAt = (rules: readonly RuleRow[], writtenAt: number): RuleRow[] =>
  rulesAt(rules, writtenAt).filter(
    ({ active, lastActive }) =>
      active ||
      (lastActive !== null &&
        lastActive.since <= writtenAt + CLOCK_SKEW_MS &&
        writtenAt < wholeSecond(lastActive.until)),
  );

/** Networks count whole seconds: within one, the order of arrival. */
export const byTime = (one: PlacedComment, other: PlacedComment): number =>
  (one.createdAt ?? 0) - (other.createdAt ?? 0) || Number(one.seq) - Number(other.seq);

/** A comment as src/base/matching compares it. */
export const comparedOf = (comment: PlacedComment): Comment => ({
  text: comment.text,
  isReply: comment.parentId !== null,
  mediaIds: watchedIds(comment),
});

/**
 * An event may name an item of a carousel, or a post that a rule waits for. Until that is looked up nobody knows whether a
 * rule for the post comes before those for every post.
 */
function waitsForPlace(rules: readonly RuleRow[], comment: PlacedComment): boolean {
  const { isPlaced, oursSince, networkPostId } = comment;
  const waiting = rules.flatMap(({ nextPostSince }) => nextPostSince ?? []);
  const isOlder = oursSince !== null && waiting.every((since) => oursSince < since);
  if (isPlaced || isOlder) return false;
  if (rules.some(({ mediaId }) => mediaId !== null && mediaId === networkPostId)) return false;
  return waiting.length > 0 || rules.some(({ mediaId, postId }) => mediaId !== null || postId !== null);
}

const reachesBack = ({ answersSince }: RuleRow, { createdAt }: PlacedComment) =>
  answersSince !== null && createdAt !== null && createdAt >= answersSince;

interface Matched {
  rule: RuleRow;
  comment: PlacedComment;
  keyword: string | null;
}

async function answer(
  tx: Tx,
  turn: Turn,
  { rule, comment, keyword }: Matched,
  answering: Answering,
): Promise<{ reply: NewPrivateReply; links: NewLink[]; isToSend: boolean }> {
  const { workspaceId, accountId, queueId, onUnknown, pick, linkBase } = answering;
  const id = newActorId(privateReply, turn.now);
  const isTest = answering.testers.has(comment.fromUsername?.toLowerCase() ?? '');
  const match = { id, rule, comment, isTest, now: turn.now };
  const ownSkip = skipOf(match, answering);
  // a tester gets the message for each of their comments
  const reservation = ownSkip !== null || isTest ? 'reserved' : await reserveFor(tx, match, answering);
  const skip = ownSkip ?? (reservation === 'had' ? 'duplicate' : null);
  // Instagram accepts no public reply to a comment on a live video
  const publicText = skip === null && !comment.isLive ? await nextPublicReply(tx, rule, pick) : null;
  const message = filled(rule.dmText, comment.fromUsername);
  const owner = { workspaceId, ownerId: isTest ? null : rule.id, messageId: id };
  const { text, links } =
    rule.trackLinks && skip === null
      ? trackLinks(message, { ...owner, base: linkBase })
      : { text: message, links: [] };
  const dmText = withinBytes(text);
  const input: PrivateReplyInput = {
    replyId: id,
    ruleId: rule.id,
    accountId,
    platform: rule.platform,
    commentId: comment.id,
    place: { networkPostId: comment.networkPostId, parentId: comment.parentId },
    dmText,
    publicReply: publicText === null ? null : filled(publicText, comment.fromUsername),
    commentedAt: comment.createdAt ?? turn.now,
    onUnknown,
    skip,
    isBehind: reservation === 'waits',
    isLive: comment.isLive,
    isTest,
    publicReplyLateMinutes: rule.publicReplyLateMinutes,
    isTracked: links.length > 0,
    queueId,
  };
  turn.start({ kind: privateReply.name, id, workspaceId, input });
  const reply: NewPrivateReply = {
    id,
    ruleId: rule.id,
    commentId: comment.id,
    keyword,
    text: comment.text,
    mediaId: comment.networkPostId,
    fromId: comment.fromId,
    fromUsername: comment.fromUsername,
    dmText,
    publicText: input.publicReply,
    isTest,
  };
  return { reply, links, isToSend: skip === null };
}

interface Match {
  id: string;
  rule: RuleRow;
  comment: PlacedComment;
  isTest: boolean;
  now: number;
}

/** Why a comment that matched gets no message, whatever its person got before; null if it may get one. */
function skipOf(
  { rule, comment, now }: Match,
  { isIncluded, optedOut, broadcasts }: Answering,
): SkipReason | null {
  if (!rule.active) return 'paused';
  if (!isIncluded) return 'plan';
  if (optedOut.has(comment)) return 'opted_out';
  if (now - (comment.createdAt ?? now) > PRIVATE_ANSWER_WITHIN_MS) return 'too_old';
  if (comment.privateReplyAt !== null) return 'answered';
  // a later comment shows that the broadcast is still live
  const overAt = comment.isLive ? (broadcasts.get(comment.networkPostId ?? '')?.overAt ?? null) : null;
  return overAt !== null && (comment.createdAt ?? 0) <= overAt ? 'live_over' : null;
}

const reserveFor = (
  tx: Tx,
  { id, rule, comment }: Match,
  { workspaceId, started }: Answering,
): Promise<Reservation> =>
  reservePerson(tx, { ruleId: rule.id, person: personOf(comment), workspaceId, replyId: id }, started);

/** One of the public replies that had no turn yet; null means the rule has none. */
async function nextPublicReply(tx: Tx, rule: RuleRow, pick: Answering['pick']): Promise<string | null> {
  const { publicReplies, usedReplies } = rule;
  if (publicReplies.length === 0) return null;
  const unused = publicReplies.map((_, index) => index).filter((index) => !usedReplies.includes(index));
  const left = unused.length > 0 ? unused : publicReplies.map((_, index) => index);
  const chosen = left[pick(left.length)]!;
  rule.usedReplies = unused.length > 1 ? [...usedReplies, chosen] : unused.length === 1 ? [] : [chosen];
  await saveUsedReplies(tx, rule.id, rule.usedReplies);
  return publicReplies[chosen]!;
}

/** A text with the handle of the commenter. Unknown: the space before it goes too. */
export function filled(text: string, username: string | null): string {
  return username === null
    ? text.replaceAll(/ ?\{username\}/gu, '')
    : text.replaceAll('{username}', () => username);
}

/** How many prepared rules are kept, of all accounts together: about 13 kB each with 20 keywords. */
const MAX_KEPT = 2_000;
const cache = new LRUCache<string, PreparedRules>({ maxSize: MAX_KEPT });

/** As `preparedRules`, made once for each version of the rules: preparing costs more than many comparisons. */
function preparedRulesOf(rules: readonly RuleRow[]): PreparedRules {
  const key = rules.map(({ id, rev }) => `${id} ${rev}`).join();
  const cached = cache.get(key);
  if (cached) return cached;
  const prepared = preparedRules(rules);
  cache.set(key, prepared, { size: Math.max(1, rules.length) });
  return prepared;
}

/** The rules in the form in which comments are compared. */
export function preparedRules(rules: readonly RuleRow[]): PreparedRules {
  return prepareRules(
    rules.map(({ id, createdAt, mediaId, postId, nextPostSince, keywords, match }) => ({
      id,
      createdAt: Date.parse(createdAt),
      watches: watchedBy({ mediaId, postId, nextPostSince }),
      keywords: prepareKeywords(keywords, match),
    })),
  );
}

/** A rule may name one of our posts by its id here, because the post may not be published yet. */
const ownId = (postId: string) => `post ${postId}`;

function watchedBy({
  mediaId,
  postId,
  nextPostSince,
}: Pick<RuleRow, 'mediaId' | 'postId' | 'nextPostSince'>) {
  if (mediaId !== null) return { mediaId };
  if (postId !== null) return { mediaId: ownId(postId) };
  return nextPostSince === null ? ('every' as const) : ('none' as const);
}

/** The posts that a comment belongs to: its post, the post that an ad shows or the carousel of an item, and our own post. */
export const watchedIds = ({
  networkPostId,
  originalPostId,
  postId,
}: Pick<PlacedComment, 'networkPostId' | 'originalPostId' | 'postId'>): string[] =>
  [networkPostId, originalPostId, postId === null ? null : ownId(postId)].filter((id) => id !== null);
