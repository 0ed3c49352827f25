/** What rules would do with comments: no row, no network, no plan (docs/contract.md, Comment-to-DM rules). */
import { Type } from 'typebox';
import { readAccounts } from '../../../store/accounts.ts';
import { findPostFacts } from '../../../store/commented-posts.ts';
import { listRules, type RuleRow } from '../../../store/comment-rules.ts';
import type { Sql } from '../../../store/connect.ts';
import { idempotent } from '../../api/idempotent.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { invalid } from '../../api/problem.ts';
import { closed, nullable, resourceId, text, workspaceField } from '../../api/schemas.ts';
import { parseInstant } from '../../base/time.ts';
import { operation } from './context.ts';
import { insistOnCount } from './keywords.ts';
import { createRuleBody, ruleAccount, ruleIn } from './operations.ts';
import { MAX_DM_CHARS, mediaIdOf, RULE_PLATFORM, ruleFields } from './views.ts';
import { type TriedComment, verdictsOf } from './verdicts.ts';
import { within } from '../../api/held.ts';

const MAX_COMMENTS = 100;
const TRIED = 'rule_tried';

export const RuleDraft = Type.Object(
  {
    mediaId: Type.Optional(nullable(mediaIdOf())),
    keywords: Type.Optional(ruleFields.keywords),
    match: Type.Optional(ruleFields.match),
    dmText: Type.Optional(Type.String({ maxLength: MAX_DM_CHARS })),
    publicReplies: Type.Optional(ruleFields.publicReplies),
  },
  { ...closed, description: 'A rule that does not exist yet.' },
);

/** The body of a create, of which the rest does not matter here. */
const TriedRule = Type.Object(
  {
    ...createRuleBody.properties,
    ...RuleDraft.properties,
    accountId: Type.Optional(createRuleBody.properties.accountId),
  },
  {
    ...closed,
    description:
      'A rule that does not exist yet: the body of a create, of which every field may be left out.',
  },
);

const Verdict = Type.Object({
  ruleId: nullable(text('The rule that the comment matches; null if none, or the one that was sent.')),
  status: Type.Enum(['sent', 'skipped', 'unmatched'], { type: 'string' }),
  reason: nullable(
    text('Why it is skipped: `duplicate`, `too_old`, or `own` for the account itself; null if it is not.'),
  ),
  explanation: text('Why, in a sentence.'),
  dm: nullable(text('The message, filled in.')),
  publicReply: nullable(text('One of the public replies.')),
  nearMiss: nullable(
    Type.Object({ wrote: text('What the person wrote.'), keyword: text('The keyword it is close to.') }),
  ),
  compared: Type.Array(
    Type.Object({
      ruleId: nullable(text('The rule; null means the one that was sent.')),
      keyword: nullable(text('The keyword that matched, or is close.')),
      matched: Type.Boolean({ description: 'Whether the words match.' }),
      watches: Type.Boolean({ description: 'Whether the rule watches the post.' }),
      explanation: text('Why this rule answers, or does not.'),
    }),
  ),
});

export const simulateCommentRules = operation({
  id: 'simulateCommentRules',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/comment-dm-rules/simulate' },
  scope: 'read',
  isHarmless: true,
  audit: 'nothing',
  tag: 'Comment-to-DM rules',
  summary: 'Try comments on rules',
  description:
    'Says what would happen with each comment, in this order, and which words were compared. Nothing is sent and nothing is stored, and no plan is needed. Exactly one of `rule`, `ruleId` and `all` says which rules; a rule that is named is tried also while it is paused. People have had no message before.',
  body: Type.Object(
    {
      rule: Type.Optional(TriedRule),
      ruleId: Type.Optional(resourceId('comment_rule')),
      all: Type.Optional(
        Type.Literal(true, { description: 'The active rules of the workspace, or of `accountId`.' }),
      ),
      accountId: Type.Optional({
        ...resourceId('account'),
        description: 'With `all`: only rules of this account. A comment stands below a post of one account.',
      }),
      comments: Type.Array(
        Type.Object(
          {
            text: Type.String({ maxLength: 10_000 }),
            from: Type.String({ maxLength: 128, description: 'The handle of the commenter.' }),
            mediaId: Type.Optional(
              mediaIdOf({
                description:
                  "The network's id of the post it stands below. Absent means a post that all these rules watch.",
              }),
            ),
            at: Type.Optional(
              Type.String({
                maxLength: 40,
                description:
                  'When it was written, ISO date-time, in the time zone of the workspace unless it carries Z or an offset. Absent means now. Rules made later are not compared.',
                examples: ['2026-05-04T10:00:00Z'],
              }),
            ),
            isReply: Type.Optional(
              Type.Boolean({
                description: 'true: it replies to a comment, so the @names that begin it do not count.',
              }),
            ),
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
          compared: [
            {
              ruleId: null,
              keyword: 'link',
              matched: true,
              watches: true,
              explanation: 'The comment has the keyword “link”.',
            },
          ],
        },
      ],
    },
  },
  handle: async (call) => {
    const { rule, ruleId, all, accountId, comments } = call.body;
    const workspace = workspaceOf(call, call.body.workspace ?? rule?.workspace);
    const { sql } = call.context;
    const named = ruleId === undefined ? null : await ruleIn(sql, { id: ruleId, workspace });
    const account =
      accountId === undefined ? null : await ruleAccount(call.context, workspace, { accountId });
    if ([rule, ruleId, all].filter((one) => one !== undefined).length !== 1)
      throw invalid('/rule', 'send exactly one of rule, ruleId and all');
    if (accountId !== undefined && all === undefined)
      throw invalid('/accountId', 'accountId goes with all: a single rule has its account');
    insistOnCount(rule?.keywords ?? [], '/rule/keywords');
    if (rule?.accountId !== undefined)
      await ruleAccount(call.context, workspace, { ...rule, accountId: rule.accountId });
    const rows = rule
      ? [draftOf(rule)]
      : named === null
        ? (
            await listRules(sql, {
              ...within(workspace),
              accountId: account?.id ?? null,
              mediaId: null,
              limit: 100,
            })
          ).filter(({ active }) => active)
        : [named];
    const written = comments.map(({ at, ...comment }, index) => ({
      ...comment,
      at: at === undefined ? call.now : instantOf(at, { index, workspace }),
    }));
    const world = await readWorld(sql, rows, written);
    const verdicts = verdictsOf(rows, written, { ...world, now: call.now });
    const view = verdicts.map(({ ruleId, compared, ...verdict }) => ({
      ...verdict,
      ruleId: publicId(ruleId),
      compared: compared.map((one) => ({ ...one, ruleId: publicId(one.ruleId) })),
    }));
    // a repeated request with the same key gets the stored response, even if the rules have changed
    return idempotent(call, async () => ({ result: { verdicts: view } }));
  },
});

/** The rule that was sent has no id. */
const publicId = (id: string | null) => (id === TRIED ? null : id);

/** @throws Problem that names the field */
function instantOf(at: string, { index, workspace }: { index: number; workspace: Membership }): number {
  const instant = parseInstant(at, workspace.timezone);
  if (instant === null)
    throw invalid(
      `/comments/${index}/at`,
      `comments[${index}].at must be an ISO date-time such as 2026-05-04T10:00:00`,
    );
  return instant;
}

/** What is known of the accounts of the rules, and of the posts of the comments. */
async function readWorld(sql: Sql, rows: readonly RuleRow[], comments: readonly TriedComment[]) {
  const accountIds = [...new Set(rows.flatMap(({ accountId }) => (accountId === '' ? [] : accountId)))];
  const networkPostIds = [...new Set(comments.flatMap(({ mediaId }) => mediaId ?? []))];
  const [accounts, posts] = await Promise.all([
    readAccounts(sql, accountIds),
    findPostFacts(sql, { accountIds, networkPostIds }),
  ]);
  return { usernames: new Map(accounts.map(({ id, username }) => [id, username])), posts };
}

type DraftTerms = Partial<
  Pick<RuleRow, 'mediaId' | 'postId' | 'keywords' | 'match' | 'dmText' | 'publicReplies'>
>;

/** A rule that does not exist yet, as a row of an account without an id. */
export function draftOf(draft: { [Field in keyof DraftTerms]?: DraftTerms[Field] | undefined }): RuleRow {
  const {
    mediaId = null,
    postId = null,
    keywords = [],
    match = 'contains',
    dmText = '',
    publicReplies = [],
  } = draft;
  return {
    id: TRIED,
    workspaceId: '',
    accountId: '',
    createdAt: new Date(0).toISOString(),
    platform: RULE_PLATFORM,
    mediaId,
    postId,
    keywords,
    match,
    dmText,
    publicReplies,
    publicReplyLateMinutes: null,
    trackLinks: false,
    then: null,
    active: true,
    rev: '0',
    usedReplies: [],
    nextPostSince: null,
    activeSince: 0,
    answersSince: null,
    lastActive: null,
    liveMediaId: null,
  };
}
