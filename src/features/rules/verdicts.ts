/** What rules would do with comments, one after the other. Pure: the caller reads everything that it needs. */
import { withinBytes } from '../../../machines/flow/fill.ts';
import type { RuleRow } from '../../../store/comment-rules.ts';
import type { PostFacts } from '../../../store/commented-posts.ts';
import { PRIVATE_ANSWER_WITHIN_MS } from '../comments/index.ts';
import { SKIPPED } from '../../kinds/private-reply.ts';
import {
  type Comparison,
  chooseRule,
  compareRules,
  explainComparison,
  explainVerdict,
} from '../../base/matching/index.ts';
import { filled, preparedRules, rulesAt, watchedIds } from './answer-comments.ts';

/** A comment that somebody might write. */
export interface TriedComment {
  text: string;
  /** The handle of its author. */
  from: string;
  /** The network's id of its post; absent means one that every rule watches. */
  mediaId?: string | undefined;
  isReply?: boolean | undefined;
  /** Epoch ms. */
  at: number;
}

export interface VerdictFacts {
  /** The handles of the accounts, by their ids. */
  usernames: ReadonlyMap<string, string>;
  /** What is known of the posts. */
  posts: readonly PostFacts[];
  /** Epoch ms. */
  now: number;
}

/** What becomes of a comment. */
export interface TriedVerdict {
  ruleId: string | null;
  status: 'sent' | 'skipped' | 'unmatched';
  reason: 'duplicate' | 'too_old' | 'own' | null;
  explanation: string;
  dm: string | null;
  publicReply: string | null;
  nearMiss: { wrote: string; keyword: string } | null;
  compared: {
    ruleId: string;
    keyword: string | null;
    matched: boolean;
    watches: boolean;
    explanation: string;
  }[];
}

/** @param comments in the order in which they are judged: the second one of a person is a duplicate */
export function verdictsOf(
  rules: readonly RuleRow[],
  comments: readonly TriedComment[],
  facts: VerdictFacts,
): TriedVerdict[] {
  /** Which people have received the message of which rule, and how many messages each rule has sent. */
  const answered = new Set<string>();
  const sent = new Map<string, number>();
  return comments.map((comment) => {
    const older = rulesAt(rules, comment.at);
    const prepared = preparedRules(older);
    const query = {
      text: comment.text,
      isReply: comment.isReply ?? false,
      mediaIds: postIdsOf(comment, rules, facts.posts),
    };
    const verdict = chooseRule(prepared, query);
    const chosen = verdict.kind === 'matched' ? verdict.ruleId : null;
    const compared = compareRules(prepared, query).map((one) => comparisonView(one, chosen));
    const explanation = explainVerdict(verdict);
    const none = { reason: null, dm: null, publicReply: null, nearMiss: null, compared };
    if (verdict.kind !== 'matched') {
      const [miss] = verdict.nearMisses;
      const nearMiss = miss ? { wrote: miss.wrote, keyword: miss.keyword } : null;
      return { ...none, ruleId: null, status: 'unmatched', explanation, nearMiss };
    }
    const rule = older.find(({ id }) => id === verdict.ruleId)!;
    const person = comment.from.replace(/^@/u, '').toLowerCase();
    const reason = skipOf({ rule, person, at: comment.at }, answered, facts);
    if (reason !== null)
      return {
        ...none,
        ruleId: rule.id,
        status: 'skipped',
        reason,
        explanation: `${explanation} ${WHY[reason]}`,
      };
    answered.add(`${rule.id} ${person}`);
    const count = sent.get(rule.id) ?? 0;
    sent.set(rule.id, count + 1);
    const from = comment.from.replace(/^@/u, '');
    const publicReply = rule.publicReplies[count % rule.publicReplies.length];
    return {
      ...none,
      ruleId: rule.id,
      status: 'sent',
      explanation,
      dm: withinBytes(filled(rule.dmText, from)),
      publicReply: publicReply === undefined ? null : filled(publicReply, from),
    };
  });
}

type Reason = NonNullable<TriedVerdict['reason']>;

const WHY: { [reason in Reason]: string } = {
  own: 'It gets no message: the account itself wrote it.',
  too_old: `It gets no message: ${SKIPPED.too_old}.`,
  duplicate: `It gets no message: ${SKIPPED.duplicate}.`,
};

/** Why a comment that matches gets no message; null if it gets one. In the order in which the service asks. */
function skipOf(
  { rule, person, at }: { rule: RuleRow; person: string; at: number },
  answered: ReadonlySet<string>,
  { usernames, now }: VerdictFacts,
): Reason | null {
  if (usernames.get(rule.accountId)?.toLowerCase() === person) return 'own';
  if (now - at > PRIVATE_ANSWER_WITHIN_MS) return 'too_old';
  return answered.has(`${rule.id} ${person}`) ? 'duplicate' : null;
}

/** All ids of the post of a comment, of whatever account it is; without a post, those that any rule watches. */
function postIdsOf(
  { mediaId }: TriedComment,
  rules: readonly RuleRow[],
  posts: readonly PostFacts[],
): string[] {
  const about =
    mediaId === undefined
      ? rules.map((rule) => ({ networkPostId: rule.mediaId, originalPostId: null, postId: rule.postId }))
      : [
          { networkPostId: mediaId, originalPostId: null, postId: null },
          ...posts.filter(({ networkPostId }) => networkPostId === mediaId),
        ];
  return [...new Set(about.flatMap(watchedIds))];
}

const comparisonView = (comparison: Comparison, chosen: string | null): TriedVerdict['compared'][number] => {
  const { ruleId, keyword, matched, watches } = comparison;
  return { ruleId, keyword, matched, watches, explanation: explainComparison(comparison, chosen) };
};
