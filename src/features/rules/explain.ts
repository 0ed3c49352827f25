/** Answers "Why did this person get nothing?" for one comment, also where no rule matched it. */
import { Type } from 'typebox';
import type { SkipReason } from '../../../machines/private-reply.ts';
import { judgesSince, listActiveRules, type RuleRow } from '../../../store/comment-rules.ts';
import { readPlacedComments, type PlacedComment } from '../../../store/comments.ts';
import { findReceivingSince } from '../../../store/received-comments.ts';
import { findReceiving } from '../../../store/receiving.ts';
import type { Db } from '../../../store/connect.ts';
import { type ActivityRow, findActivityOf } from '../../../store/private-replies.ts';
import { isUnplaced } from '../../../store/unplaced-comments.ts';
import { workspaceOf } from '../../api/principal.ts';
import { Problem } from '../../api/problem.ts';
import { choice, closed, networkId, nullable, resourceId, text, workspaceField } from '../../api/schemas.ts';
import { failedSentence, SKIPPED } from '../../kinds/private-reply.ts';
import { WAITS } from '../../kinds/reply-queue.ts';
import { missingInWords } from '../../kinds/views/receiving.ts';
import { chooseRule, compareRules, explainComparison, explainVerdict } from '../../base/matching/index.ts';
import { redactText } from '../../base/redact.ts';
import { localTime } from '../../base/time.ts';
import { comparedOf, preparedRules, rulesAt } from './answer-comments.ts';
import { operation } from './context.ts';
import { ruleAccount } from './operations.ts';
import { readPlaces, type PlaceView } from './queue-views.ts';
import { ruleExample } from './views.ts';

interface Explained {
  status: 'queued' | 'sent' | 'failed' | 'skipped' | 'unmatched' | 'waiting';
  ruleId: string | null;
  explanation: string;
}

export const explainComment = operation({
  id: 'explainCommentRules',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/comment-dm-rules/explain' },
  tag: 'Comment-to-DM rules',
  summary: 'Explain what rules did with a comment',
  description:
    'Why its author got a message or got nothing, in a sentence; and how each rule that is active now compares with the comment.',
  query: Type.Object(
    {
      accountId: resourceId('account'),
      commentId: networkId('id of GET /v1/comments', { minLength: 1, description: "The network's own id." }),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({
    commentId: text('The comment.'),
    status: choice(
      ['queued', 'sent', 'failed', 'skipped', 'unmatched', 'waiting'],
      '`waiting`: it is being looked up which post the comment stands below.',
    ),
    ruleId: nullable(text('The rule that matched; null if none did.')),
    explanation: text('Why, in a sentence.'),
    compared: Type.Array(
      Type.Object({ ruleId: text('A rule that is active now.'), explanation: text('How it compares.') }),
    ),
  }),
  errors: { 404: 'The workspace has no such account, or the account no such comment' },
  example: {
    query: { accountId: ruleExample.accountId, commentId: '17858893269000001' },
    result: {
      commentId: '17858893269000001',
      status: 'unmatched',
      ruleId: null,
      explanation: 'The comment has no keyword of a rule for this post, but “links” is close to “link”.',
      compared: [
        {
          ruleId: ruleExample.id,
          explanation: '“links” is close to the keyword “link”, but not the same.',
        },
      ],
    },
  },
  handle: async (call) => {
    const { sql } = call.context;
    const workspace = workspaceOf(call, call.query.workspace);
    const { accountId, commentId } = call.query;
    await ruleAccount(call.context, workspace, { accountId });
    const [comment] = await readPlacedComments(sql, { accountId, ids: [commentId] });
    if (!comment) throw await unknownComment(sql, { accountId, commentId });
    const rules = await listActiveRules(sql, accountId);
    const activity = await findActivityOf(sql, { accountId, commentId });
    const rows = activity ? [activity] : [];
    const places = await readPlaces(call.context, { accountId, rows, now: call.now });
    const explained = activity
      ? answered(activity, { place: places.get(activity.id), timezone: workspace.timezone })
      : await unanswered(sql, { comment, rules, now: call.now });
    const prepared = preparedRules(rules);
    const winner = chooseRule(prepared, comparedOf(comment));
    const chosen = winner.kind === 'matched' ? winner.ruleId : null;
    const compared = compareRules(prepared, comparedOf(comment)).map((comparison) => ({
      ruleId: comparison.ruleId,
      explanation: explainComparison(comparison, chosen),
    }));
    return { body: { commentId, ...explained, compared } };
  },
});

/** The 404, with what of the account has not arrived: the comment may be part of that. */
async function unknownComment(
  sql: Db,
  { accountId, commentId }: { accountId: string; commentId: string },
): Promise<Problem> {
  const receiving = await findReceiving(sql, accountId);
  const missing = receiving ? missingInWords(receiving) : '';
  const sentence = `there is no comment ${commentId} of this account`;
  return missing === ''
    ? new Problem('not_found', sentence, { values: { reason: 'comment' } })
    : new Problem('not_found', `${sentence}. ${missing}`, { values: { reason: 'missed_comment', missing } });
}

/** What became of a comment that a rule matched. */
function answered(
  { ruleId, status, reason, nextAt, networkCode }: ActivityRow,
  { place, timezone }: { place: PlaceView | undefined; timezone: string },
): Explained {
  const cause = redactText(reason ?? 'it gave no reason');
  const explanation = {
    sent: 'The message was sent; somebody who does not follow the account finds it among the message requests.',
    failed: failedSentence({ reason, networkCode }),
    skipped: `A rule matched, and this comment got no message: ${SKIPPED[reason as SkipReason] ?? cause}.`,
    queued: place
      ? queuedSentence(place, timezone)
      : `The message waits${nextAt === null ? '' : ` until ${nextAt}`}${reason === null ? '' : `: "${cause}"`}.`,
  }[status];
  return { status, ruleId, explanation };
}

/** Where a message is in the queue, about when it is sent, and why not now. */
function queuedSentence({ place, at, because, fault }: PlaceView, timezone: string): string {
  const before = place === 1 ? 'next' : `number ${place}; ${place - 1} before it`;
  if (because === null)
    return `The message waits in the queue of the account: ${before}. It is about to be sent.`;
  const time = `${localTime(at, timezone).slice(0, 16).replace('T', ' ')} (${timezone})`;
  const why = because === 'held' && fault !== null ? `${WAITS.held}: "${redactText(fault)}"` : WAITS[because];
  return `The message waits in the queue of the account: ${before}. It is sent about ${time}, because ${why}.`;
}

/** Why no rule matched a comment. */
async function unanswered(
  sql: Db,
  { comment, rules, now }: { comment: PlacedComment; rules: readonly RuleRow[]; now: number },
): Promise<Explained> {
  const none = (explanation: string): Explained => ({ status: 'unmatched', ruleId: null, explanation });
  const { id: commentId, accountId, isOwn, deletedAt, createdAt } = comment;
  if (isOwn) return none('The account wrote this comment itself; rules answer other people.');
  if (deletedAt !== null) return none('The comment was deleted, and no rule had matched it before.');
  if (await isUnplaced(sql, { accountId, commentId }))
    return {
      ...none('It is being looked up which post this comment stands below; then it is compared.'),
      status: 'waiting',
    };
  if (rules.length === 0) return none('The account has no active rule.');
  const since = await findReceivingSince(sql, accountId);
  const reaches = rules.some(
    (rule) => rule.answersSince !== null && (judgesSince(rule) ?? now) <= (createdAt ?? 0),
  );
  if (createdAt !== null && createdAt < since && !reaches)
    return none(
      'The comment was written before the account received comments here; a rule reaches it only when it is asked to answer the last days too.',
    );
  const active = rulesAt(rules, comment.createdAt ?? now);
  const verdict = chooseRule(preparedRules(active), comparedOf(comment));
  const later = chooseRule(preparedRules(rules), comparedOf(comment));
  if (verdict.kind === 'unmatched' && later.kind === 'matched')
    return none(
      'Its words match a rule that was not active when it was written; ask that rule to answer the last days too.',
    );
  if (verdict.kind === 'matched')
    return none('Its words match a rule as that is now, and did not when the comment was compared.');
  return none(explainVerdict(verdict));
}
