/** "Answer the last days too": a rule answers comments that were written before it. First a count, then the action. */
import { Type } from 'typebox';
import type { Comment, CommentedPost } from '../../../adapters/port/comments.ts';
import type { AccessProblem, Missing, Page } from '../../../adapters/port/read.ts';
import type { CommentRuleEvent } from '../../../machines/comment-rule.ts';
import { listActiveRules, type RuleRow } from '../../../store/comment-rules.ts';
import {
  findAdsOf,
  findCommentedPosts,
  findCommentsSince,
  findWatchedPosts,
  sweepAgain,
} from '../../../store/comment-sweeps.ts';
import { readPlacedComments, type PlacedComment } from '../../../store/comments.ts';
import type { Db } from '../../../store/connect.ts';
import { findMatched, findReserved } from '../../../store/private-replies.ts';
import { idempotent } from '../../api/idempotent.ts';
import { workspaceOf } from '../../api/principal.ts';
import { Problem } from '../../api/problem.ts';
import { closed, idParams, instant, workspaceField } from '../../api/schemas.ts';
import { factOf, readAs, takeFacts } from '../comments/index.ts';
import type { Turn } from '../../engine/turn.ts';
import { chooseRule } from '../../base/matching/index.ts';
import { isoOf } from '../../base/time.ts';
import { byTime, comparedOf, preparedRules, rulesAt } from './answer-comments.ts';
import { type RulesContext, operation } from './context.ts';
import { personOf } from './count-near-misses.ts';
import { KEYED_ERRORS, lockRule, ruleIn, ruleViews } from './operations.ts';
import { Rule, ruleExample } from './views.ts';
import { listSoon, watchesEvery } from './sweep-accounts.ts';
import { DAY_MS } from '../../base/durations.ts';

/** Networks take private answers for 7 days. */
const MAX_DAYS = 7;
/** Calls that a count makes at most, and how long it waits for them, ms. */
const MAX_CALLS = 25;
const READ_MS = 20_000;
/** Comments that a count compares at most. */
const MAX_COMMENTS = 5_000;

const days = Type.Integer({ minimum: 1, maximum: MAX_DAYS, description: 'How many days back, up to now.' });
const count = (description: string) => Type.Integer({ minimum: 0, description });
const path = '/v1/comment-dm-rules/{id}/past-comments';
const STATE_ERRORS = {
  404: 'There is no such rule in the workspace',
  409: 'The rule is paused, or waits for its post',
};

export const previewPastComments = operation({
  id: 'previewPastComments',
  accountLimit: 'followed',
  rest: { method: 'get', path },
  tag: 'Comment-to-DM rules',
  summary: 'Count what a rule would answer of the last days',
  description:
    'Reads the comments of the last days below the posts of the rule, and says how many messages it would send if it were asked to answer them. Nothing is sent. Comments that a rule has answered, or that another rule answers first, do not count.',
  params: idParams('comment_rule'),
  query: Type.Object({ days, ...workspaceField }, closed),
  result: Type.Object({
    since: instant('Comments written since this count.'),
    comments: count('Comments of other people, those that a rule has matched included.'),
    matching: count('Those that this rule would answer or skip.'),
    messages: count('Messages that it would send: one for each person.'),
    skipped: Type.Object({
      duplicate: count('Their authors have had the message, or wrote several comments.'),
      answered: count('They were answered with a direct message before.'),
    }),
    incomplete: Type.Boolean({
      description: 'There are more comments than were read, or a post could not be read.',
    }),
  }),
  errors: STATE_ERRORS,
  example: {
    params: { id: ruleExample.id },
    query: { days: 3 },
    result: {
      since: '2026-05-01T08:00:00.000Z',
      comments: 120,
      matching: 14,
      messages: 12,
      skipped: { duplicate: 2, answered: 0 },
      incomplete: false,
    },
  },
  handle: async (call) => {
    const { context } = call;
    const { sql } = context;
    const workspace = workspaceOf(call, call.query.workspace);
    const rule = await ruleIn(sql, { id: call.params.id, workspace });
    insistOnActive(rule);
    const since = call.now - call.query.days * DAY_MS;
    const isWhole = await readPast(context, rule, since);
    const posts = await postsOf(sql, rule, null, since);
    const networkPostIds = watchesEvery(rule) ? null : posts;
    const find = { accountId: rule.accountId, networkPostIds, since, limit: MAX_COMMENTS };
    const ids = await findCommentsSince(sql, find);
    const counted = await countPast(sql, { rule: { ...rule, answersSince: since }, ids, now: call.now });
    return {
      body: { since: isoOf(since), ...counted, incomplete: !isWhole || ids.length === MAX_COMMENTS },
    };
  },
});

export const answerPastComments = operation({
  id: 'answerPastComments',
  accountLimit: 'followed',
  rest: { method: 'post', path },
  scope: 'answer',
  tag: 'Comment-to-DM rules',
  summary: 'Answer comments of the last days too',
  description:
    'The comments of the last days below the posts of the rule are read and compared with it, within the next minutes; what matches goes through the same queue as new comments, once for each person. Pausing the rule ends it. Count first: `GET` of the same address.',
  params: idParams('comment_rule'),
  body: Type.Object({ days, ...workspaceField }, closed),
  result: Type.Object({ rule: Rule, since: instant('Comments written since this are answered too.') }),
  errors: { ...KEYED_ERRORS, ...STATE_ERRORS },
  example: {
    params: { id: ruleExample.id },
    body: { days: 3 },
    result: { rule: ruleExample, since: '2026-05-01T08:00:00.000Z' },
  },
  handle: async (call) => {
    const { id } = call.params;
    const workspace = workspaceOf(call, call.body.workspace);
    await ruleIn(call.context.sql, { id, workspace });
    return idempotent(call, async (tx, turn: Turn) => {
      const actor = await lockRule(tx, turn, { id, workspace });
      const rule = await ruleIn(tx, { id, workspace });
      insistOnActive(rule);
      const since = turn.now - call.body.days * DAY_MS;
      const event: CommentRuleEvent = { type: 'reach_back', since };
      turn.deliver(actor, event);
      const { accountId } = rule;
      await listSoon(tx, turn, { id: accountId, workspaceId: workspace.id }, 0);
      const networkPostIds = watchesEvery(rule) ? null : await postsOf(tx, rule, null, since);
      await sweepAgain(tx, { accountId, networkPostIds, now: turn.now });
      const [view] = await ruleViews(tx, [rule]);
      return { result: { rule: view!, since: isoOf(since) } };
    });
  },
});

/** @throws Problem when a rule answers nothing now */
function insistOnActive({ active, nextPostSince }: RuleRow): void {
  if (!active)
    throw new Problem('not_accepted', 'the rule is paused: resume it first, with active true', {
      values: { reason: 'rule_paused' },
    });
  if (nextPostSince !== null)
    throw new Problem('not_accepted', 'the rule waits for the next post, which has no comments yet', {
      values: { reason: 'waits_for_post' },
    });
}

/** The posts of a rule with the ads that show them. @param latest of the account, for a rule over every post */
async function postsOf(
  db: Db,
  rule: RuleRow,
  latest: readonly CommentedPost[] | null,
  since: number,
): Promise<string[]> {
  const { id, accountId } = rule;
  const named = (await findWatchedPosts(db, [id])).map(({ networkPostId }) => networkPostId);
  const every = watchesEvery(rule)
    ? [
        ...(latest ?? []).map(({ networkPostId }) => networkPostId),
        ...(await findCommentedPosts(db, { accountId, since, limit: MAX_CALLS })),
      ]
    : [];
  const posts = [...new Set([...named, ...every])];
  return [...new Set([...posts, ...(await findAdsOf(db, { accountId, networkPostIds: posts }))])];
}

/** Reads the comments below the posts of a rule, and stores them. @returns whether all of them came */
async function readPast(context: RulesContext, rule: RuleRow, since: number): Promise<boolean> {
  const { accountId } = rule;
  const signal = AbortSignal.timeout(READ_MS);
  let calls = 0;
  let isWhole = true;
  const latest = watchesEvery(rule)
    ? await readAs<Page<CommentedPost> | Missing>(
        context,
        { accountId, signal },
        async ({ port, ...call }) => {
          calls += 1;
          return (await port.posts?.({ ...call, cursor: null })) ?? { kind: 'missing', reason: 'no list' };
        },
      )
    : null;
  if (latest !== null && latest.kind !== 'page') isWhole = false;
  const items = latest?.kind === 'page' ? latest.items : [];
  const posts = await postsOf(
    context.sql,
    rule,
    items.filter(({ comments }) => comments !== 0),
    since,
  );
  for (const networkPostId of posts) {
    let cursor: string | null = null;
    do {
      if (calls >= MAX_CALLS) return false;
      calls += 1;
      const page: Page<Comment> | Missing | AccessProblem = await readAs<Page<Comment> | Missing>(
        context,
        { accountId, signal },
        ({ port, ...call }) => port.list({ ...call, networkPostId, cursor }),
      );
      if (page.kind !== 'page') {
        isWhole &&= page.kind === 'missing';
        break;
      }
      await store(context, accountId, page.items);
      isWhole &&= page.incomplete !== true;
      const last = page.items.findLast(({ parentId }) => parentId === null);
      cursor = last !== undefined && last.createdAt < since ? null : page.cursor;
    } while (cursor !== null);
  }
  return isWhole;
}

async function store(
  { node, clock, onArrived }: RulesContext,
  accountId: string,
  comments: readonly Comment[],
): Promise<void> {
  const facts = comments.toReversed().map((comment) => factOf(comment, clock()));
  await node.command(async (tx, turn: Turn) => {
    const { feed, ...intake } = await takeFacts(tx, turn, { id: accountId, receivingSince: null }, { facts });
    await onArrived(tx, turn, { accountId, ...intake });
    return { result: undefined, feed };
  });
}

/** What a rule would do with comments, oldest first. */
async function countPast(db: Db, { rule, ids, now }: { rule: RuleRow; ids: readonly string[]; now: number }) {
  const { accountId } = rule;
  const others = (await listActiveRules(db, accountId)).filter(({ id }) => id !== rule.id);
  const matched = new Set(await findMatched(db, accountId, ids));
  const comments = (await readPlacedComments(db, { accountId, ids: ids as string[] }))
    .filter(({ isOwn, deletedAt }) => !isOwn && deletedAt === null)
    .sort(byTime);
  const matching = comments.filter((comment) => !matched.has(comment.id) && wins(rule, others, comment, now));
  const people = new Set(await findReserved(db, rule.id, [...new Set(matching.map(personOf))]));
  const skipped = { duplicate: 0, answered: 0 };
  let messages = 0;
  for (const comment of matching) {
    const person = personOf(comment);
    if (comment.privateReplyAt !== null) skipped.answered += 1;
    else if (people.has(person)) skipped.duplicate += 1;
    else messages += 1;
    if (comment.privateReplyAt === null) people.add(person);
  }
  return { comments: comments.length, matching: matching.length, messages, skipped };
}

function wins(rule: RuleRow, others: readonly RuleRow[], comment: PlacedComment, now: number): boolean {
  if (comment.createdAt === null || comment.createdAt < rule.answersSince!) return false;
  const verdict = chooseRule(
    preparedRules(rulesAt([rule, ...others], comment.createdAt ?? now)),
    comparedOf(comment),
  );
  return verdict.kind === 'matched' && verdict.ruleId === rule.id;
}
