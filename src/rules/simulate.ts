/** What rules would do with comments: no row, no network, no plan (docs/contract.md, Comment-to-DM rules). */
import { Type } from 'typebox';
import { listRules, type RuleRow } from '../../store/comment-rules.ts';
import { idempotent } from '../api/idempotent.ts';
import { workspaceOf } from '../api/principal.ts';
import { invalid } from '../api/problem.ts';
import { closed, nullable, resourceId, text, workspaceField } from '../api/schemas.ts';
import { chooseRule, compareRules, explainVerdict } from '../matching/index.ts';
import { filled, preparedRules } from './answer-comments.ts';
import { operation } from './context.ts';
import { ruleIn } from './operations.ts';
import { MAX_DM_CHARS, RULE_PLATFORM, ruleExample, ruleFields } from './shown.ts';

const MAX_COMMENTS = 100;
const TRIED = 'rule_tried';

const Draft = Type.Object(
  {
    mediaId: Type.Optional(nullable(Type.String({ maxLength: 128 }))),
    keywords: Type.Optional(ruleFields.keywords),
    match: Type.Optional(ruleFields.match),
    dmText: Type.Optional(Type.String({ maxLength: MAX_DM_CHARS })),
    publicReplies: Type.Optional(ruleFields.publicReplies),
  },
  { ...closed, description: 'A rule that does not exist yet.' },
);

const Verdict = Type.Object({
  ruleId: nullable(text('The rule that answers; null: none does, or it is the one that was sent.')),
  status: Type.Enum(['sent', 'skipped', 'unmatched'], { type: 'string' }),
  reason: nullable(text('Why it is skipped; null: it is not.')),
  explanation: text('Why, in a sentence.'),
  dm: nullable(text('The message, filled in.')),
  publicReply: nullable(text('One of the public replies.')),
  nearMiss: nullable(
    Type.Object({ wrote: text('What the person wrote.'), keyword: text('The keyword it is close to.') }),
  ),
  compared: Type.Array(
    Type.Object({
      ruleId: nullable(text('The rule; null: the one that was sent.')),
      keyword: nullable(text('The keyword that matched, or is close.')),
      matched: Type.Boolean(),
    }),
  ),
});

export const simulateCommentRules = operation({
  id: 'simulateCommentRules',
  rest: { method: 'post', path: '/v1/comment-dm-rules/simulate' },
  tag: 'Comment-to-DM rules',
  summary: 'Try comments on rules',
  description:
    'Says what would happen with each comment, in this order, and which words were compared. Nothing is sent and nothing is stored. Exactly one of `rule`, `ruleId` and `all` says which rules.',
  body: Type.Object(
    {
      rule: Type.Optional(Draft),
      ruleId: Type.Optional(resourceId('comment_rule')),
      all: Type.Optional(Type.Literal(true, { description: 'The active rules of the workspace.' })),
      comments: Type.Array(
        Type.Object(
          {
            text: Type.String({ maxLength: 10_000 }),
            from: Type.String({ maxLength: 128, description: 'The handle of the commenter.' }),
            mediaId: Type.Optional(Type.String({ maxLength: 128, description: 'The post it stands below.' })),
          },
          closed,
        ),
        { minItems: 1, maxItems: MAX_COMMENTS },
      ),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ verdicts: Type.Array(Verdict) }),
  errors: { 404: 'There is no such rule in the workspace' },
  example: {
    body: {
      rule: { keywords: ['link'], dmText: 'Here it is, {username}!' },
      comments: [{ text: 'Link please', from: 'ann' }],
    },
    result: {
      verdicts: [
        {
          ruleId: null,
          status: 'sent',
          reason: null,
          explanation: 'The comment has the keyword “link”.',
          dm: 'Here it is, ann!',
          publicReply: null,
          nearMiss: null,
          compared: [{ ruleId: null, keyword: 'link', matched: true }],
        },
      ],
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { rule, ruleId, all, comments } = call.body;
    const { sql } = call.context;
    const named = ruleId === undefined ? null : await ruleIn(sql, { id: ruleId, workspace });
    if ([rule, ruleId, all].filter((one) => one !== undefined).length !== 1)
      throw invalid('/rule', 'send exactly one of rule, ruleId and all');
    const rows = rule
      ? [draftOf(rule)]
      : named === null
        ? (
            await listRules(sql, { workspaceId: workspace.id, accountId: null, mediaId: null, limit: 100 })
          ).filter(({ active }) => active)
        : [named];
    // a repeated request with its key gets the same response, also when the rules have changed
    return idempotent(call, async () => ({ result: { verdicts: verdictsOf(rows, comments) } }));
  },
});

type Tried = { text: string; from: string; mediaId?: string };

function verdictsOf(rows: readonly RuleRow[], comments: readonly Tried[]) {
  const prepared = preparedRules(rows);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const shownId = (id: string) => (id === TRIED ? null : id);
  /** Who has had the message of which rule. */
  const answered = new Set<string>();
  return comments.map(({ text: words, from, mediaId }) => {
    // without a post it stands below one that every rule watches
    const mediaIds =
      mediaId === undefined
        ? rows.flatMap((row) => [row.mediaId ?? [], row.postId ? `post ${row.postId}` : []].flat())
        : [mediaId];
    const comment = { text: words, isReply: false, mediaIds };
    const verdict = chooseRule(prepared, comment);
    const compared = compareRules(prepared, comment).map(({ ruleId, keyword, matched }) => ({
      ruleId: shownId(ruleId),
      keyword,
      matched,
    }));
    const explanation = explainVerdict(verdict);
    if (verdict.kind !== 'matched') {
      const [miss] = verdict.nearMisses;
      const nearMiss = miss ? { wrote: miss.wrote, keyword: miss.keyword } : null;
      const none = { ruleId: null, reason: null, dm: null, publicReply: null };
      return { ...none, status: 'unmatched' as const, explanation, nearMiss, compared };
    }
    const row = byId.get(verdict.ruleId)!;
    const key = `${row.id} ${from.toLowerCase()}`;
    const isSecond = answered.has(key);
    answered.add(key);
    const [publicReply = null] = row.publicReplies;
    return {
      ruleId: shownId(row.id),
      status: isSecond ? ('skipped' as const) : ('sent' as const),
      reason: isSecond ? 'duplicate' : null,
      explanation,
      dm: isSecond ? null : filled(row.dmText, from),
      publicReply: isSecond || publicReply === null ? null : filled(publicReply, from),
      nearMiss: null,
      compared,
    };
  });
}

type DraftTerms = Partial<Pick<RuleRow, 'mediaId' | 'keywords' | 'match' | 'dmText' | 'publicReplies'>>;

function draftOf(draft: { [Field in keyof DraftTerms]?: DraftTerms[Field] | undefined }): RuleRow {
  const { mediaId = null, keywords = [], match = 'contains', dmText = '', publicReplies = [] } = draft;
  return {
    accountId: ruleExample.accountId,
    createdAt: ruleExample.createdAt,
    id: TRIED,
    workspaceId: '',
    platform: RULE_PLATFORM,
    mediaId,
    postId: null,
    keywords,
    match,
    dmText,
    publicReplies,
    active: true,
    rev: '0',
    usedReplies: [],
    nextPostSince: null,
    activeSince: 0,
    answersSince: null,
  };
}
