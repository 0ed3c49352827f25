/** Words that people wrote and that are close to a keyword of a rule, and adding one of them (docs/matching.md, Near misses). */
import { Type } from 'typebox';
import type { CommentRuleEvent } from '../../../machines/comment-rule.ts';
import { type RuleRow, updateRule } from '../../../store/comment-rules.ts';
import { listNearWords, type NearWord } from '../../../store/near-misses.ts';
import { idempotent } from '../../api/idempotent.ts';
import { workspaceOf } from '../../api/principal.ts';
import { invalid } from '../../api/problem.ts';
import { closed, idParams, instant, model, text, workspaceField } from '../../api/schemas.ts';
import type { Turn } from '../../engine/turn.ts';
import {
  chooseRule,
  distinctKeywords,
  fold,
  isKeyword,
  MAX_KEYWORDS,
  type PreparedRules,
} from '../../base/matching/index.ts';
import { preparedRules } from './answer-comments.ts';
import { operation } from './context.ts';
import { KEYED_ERRORS, lockRule, ruleIn, ruleViews, termsWith } from './operations.ts';
import { Rule, ruleExample, ruleFields } from './views.ts';

/** Words that are compared again with the keywords of now: more than rules usually have. */
const MAX_WORDS = 1_000;

const NearMissWord = model(
  'CommentRuleNearMiss',
  Type.Object({
    word: text('What people wrote, without capitals and accents.'),
    keyword: text('The keyword of the rule that it is close to.'),
    people: Type.Integer({ description: 'How many people wrote it.' }),
    comments: Type.Integer({ description: 'In how many comments.' }),
    lastAt: instant('When the newest of them was compared.'),
  }),
);

const nearMissExample = {
  word: 'links',
  keyword: 'link',
  people: 14,
  comments: 17,
  lastAt: '2026-05-04T08:00:00.000Z',
};

export const listNearMisses = operation({
  id: 'listCommentRuleNearMisses',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/comment-dm-rules/{id}/near-misses' },
  tag: 'Comment-to-DM rules',
  summary: 'List words that a rule nearly matched',
  description:
    'Words of comments that no rule answered, close to a keyword of this rule: a plural, a typing mistake, repeated letters. Those that most people wrote come first. A comment counts for 90 days, with its text of now; a word that has become a keyword is left out.',
  params: idParams('comment_rule'),
  query: Type.Object(
    { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })), ...workspaceField },
    closed,
  ),
  result: Type.Object({
    nearMisses: Type.Array(NearMissWord),
    more: Type.Integer({ description: 'How many words there are beside these.' }),
  }),
  errors: { 404: 'There is no such rule in the workspace' },
  example: { params: { id: ruleExample.id }, result: { nearMisses: [nearMissExample], more: 0 } },
  handle: async (call) => {
    const { id } = call.params;
    const { sql } = call.context;
    const workspace = workspaceOf(call, call.query.workspace);
    const rule = await ruleIn(sql, { id, workspace });
    const words = await listNearWords(sql, { ruleId: id, workspaceId: workspace.id, limit: MAX_WORDS });
    const prepared = preparedRules([{ ...rule, mediaId: null, postId: null, nextPostSince: null }]);
    const near = words.flatMap((word) => nearNow(prepared, word));
    const { limit = 25 } = call.query;
    return { body: { nearMisses: near.slice(0, limit), more: Math.max(0, near.length - limit) } };
  },
});

/** A word with the keyword it is close to now; nothing when it matches now, or is close to none any more. */
function nearNow(prepared: PreparedRules, nearWord: NearWord): NearWord[] {
  const verdict = chooseRule(prepared, { text: nearWord.word, isReply: false, mediaIds: [] });
  if (verdict.kind === 'matched') return [];
  return verdict.nearMisses.map(({ keyword }) => ({ ...nearWord, keyword }));
}

export const addKeyword = operation({
  id: 'addCommentRuleKeyword',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/comment-dm-rules/{id}/keywords' },
  scope: 'answer',
  tag: 'Comment-to-DM rules',
  summary: 'Add a keyword to a rule',
  description:
    'Adds one keyword and leaves the others as they are, also when somebody else adds one at the same time. A keyword that the rule has already, in capitals or with other accents, changes nothing.',
  params: idParams('comment_rule'),
  body: Type.Object({ keyword: ruleFields.keywords.items, ...workspaceField }, closed),
  result: Type.Object({ rule: Rule }),
  errors: { ...KEYED_ERRORS, 404: 'There is no such rule in the workspace' },
  example: {
    params: { id: ruleExample.id },
    body: { keyword: 'links' },
    result: { rule: { ...ruleExample, keywords: [...ruleExample.keywords, 'links'] } },
  },
  handle: async (call) => {
    const { id } = call.params;
    const { keyword } = call.body;
    const workspace = workspaceOf(call, call.body.workspace);
    await ruleIn(call.context.sql, { id, workspace });
    if (!isKeyword(keyword))
      throw invalid('/keyword', 'keyword has nothing to match: write a word or an emoji', {
        values: { reason: 'nothing_to_match' },
      });
    return idempotent(call, async (tx, turn: Turn) => {
      const rule = await lockRule(tx, turn, { id, workspace });
      const row = await ruleIn(tx, { id, workspace });
      const keywords = keywordsWith(row, keyword);
      if (keywords !== row.keywords) {
        const terms = termsWith(row, { keywords });
        const edit: CommentRuleEvent = { type: 'edit', changes: terms };
        turn.deliver(rule, edit);
        await updateRule(tx, { id, ...terms });
      }
      const [view] = await ruleViews(tx, [{ ...row, keywords }]);
      return { result: { rule: view! } };
    });
  },
});

/** @throws Problem when the rule takes no further keyword */
function keywordsWith({ keywords }: RuleRow, keyword: string): string[] {
  if (keywords.length === 0)
    throw invalid(
      '/keyword',
      'this rule has no keywords, so it answers every comment; a keyword would make it answer fewer. Change keywords with PATCH if you want that',
      { values: { reason: 'answers_all' } },
    );
  if (keywords.some((existing) => fold(existing) === fold(keyword))) return keywords;
  if (distinctKeywords(keywords).length >= MAX_KEYWORDS)
    throw invalid('/keyword', `a rule has at most ${MAX_KEYWORDS} keywords; remove one first`, {
      values: { reason: 'too_many', limit: MAX_KEYWORDS },
    });
  return [...keywords, keyword];
}
