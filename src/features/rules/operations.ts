/** Comment-to-DM rules: list, make, change and delete them (docs/contract.md, Comment-to-DM rules). */
import { Type } from 'typebox';
import type { CommentRuleContext, CommentRuleEvent, RuleTerms } from '../../../machines/comment-rule.ts';
import { type AccountRow, readAccounts } from '../../../store/accounts.ts';
import {
  countRules,
  deleteRule,
  findLiveMediaId,
  findRule,
  insertRule,
  listRules,
  lockRuleCount,
  type RuleRow,
  updateRule,
} from '../../../store/comment-rules.ts';
import { readWatches } from '../../../store/comment-sweeps.ts';
import { lockComments } from '../../../store/comments.ts';
import type { Db, Tx } from '../../../store/connect.ts';
import { findAutomation } from '../../../store/dm-automations.ts';
import { findPost } from '../../../store/posts.ts';
import { readCounters } from '../../../store/counters.ts';
import { insistOnAccount } from '../../api/named-accounts.ts';
import { idempotent } from '../../api/idempotent.ts';
import { type Membership, workspaceOf } from '../../api/principal.ts';
import { invalid, notFound, Problem } from '../../api/problem.ts';
import {
  closed,
  Deleted,
  idParams,
  nullable,
  resourceId,
  workspaceField,
  workspaceQuery,
} from '../../api/schemas.ts';
import { recorded } from '../../api/recorded.ts';
import { lockInto } from '../../engine/take.ts';
import type { Turn } from '../../engine/turn.ts';
import { newActorId } from '../../base/ids.ts';
import { commentRule } from '../../kinds/comment-rule.ts';
import { trackedLength } from '../links/index.ts';
import { operation, type RulesContext } from './context.ts';
import { checkedKeywords } from './keywords.ts';
import {
  MAX_DM_CHARS,
  MAX_RULES,
  mediaIdOf,
  publicRule,
  Rule,
  RULE_PLATFORM,
  ruleExample,
  ruleFields,
} from './views.ts';
import { stopQueued } from './stop-queued.ts';
import { FIRST_LIST_AFTER_MS, listSoon } from './sweep-accounts.ts';
import { RuleWarning, ruleWarnings } from './warnings.ts';
import { reaches, within } from '../../api/held.ts';

export const KEYED_ERRORS = {
  409: 'The first request with this Idempotency-Key is still running',
  422: 'The Idempotency-Key was used with another request',
};
const watched = {
  mediaId: Type.Optional(
    nullable(mediaIdOf({ minLength: 1, description: "The network's id of the post that is watched." })),
  ),
  postId: Type.Optional(
    nullable(
      resourceId('post', {
        description: 'A post of this service, instead of `mediaId`; also one that is not out yet.',
      }),
    ),
  ),
  nextPost: Type.Optional(
    Type.Boolean({
      description:
        'true: it waits for the next post of the account, wherever that is made, instead of `mediaId`.',
    }),
  ),
};

export const listCommentRules = operation({
  id: 'listCommentRules',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/comment-dm-rules' },
  tool: { name: 'list_comment_dm_rules' },
  tag: 'Comment-to-DM rules',
  summary: 'List comment-to-DM rules',
  description: 'Newest first, each with the counts of its activity.',
  query: Type.Object(
    {
      accountId: Type.Optional(resourceId('account', { description: 'Only of this account.' })),
      mediaId: Type.Optional(mediaIdOf({ description: 'Only those that watch this post.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 100 })),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ rules: Type.Array(Rule) }),
  errors: { 404: 'There is no such account in the workspace' },
  example: { query: {}, result: { rules: [ruleExample] } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { accountId = null, mediaId = null, limit = MAX_RULES } = call.query;
    await insistOnAccount(call.context.sql, workspace, accountId);
    const rows = await listRules(call.context.sql, { ...within(workspace), accountId, mediaId, limit });
    return { body: { rules: await ruleViews(call.context.sql, rows) } };
  },
});

const warned = Type.Object({
  rule: Rule,
  warnings: Type.Array(RuleWarning, { description: 'What works and is probably not meant.' }),
});

export const createRuleBody = Type.Object(
  {
    accountId: resourceId('account'),
    platform: Type.Optional(
      Type.String({ maxLength: 32, description: 'Taken back as a record shows it: `instagram`.' }),
    ),
    ...watched,
    keywords: Type.Optional(ruleFields.keywords),
    match: Type.Optional(ruleFields.match),
    dmText: ruleFields.dmText,
    publicReplies: Type.Optional(ruleFields.publicReplies),
    publicReplyLateMinutes: Type.Optional(ruleFields.publicReplyLateMinutes),
    trackLinks: Type.Optional({ ...ruleFields.trackLinks, default: false }),
    then: Type.Optional(ruleFields.then),
    active: Type.Optional(Type.Boolean({ default: true, description: 'false makes it paused.' })),
    ...workspaceField,
  },
  closed,
);

export const createCommentRule = operation({
  id: 'createCommentRule',
  audit: { kind: 'comment_rule', id: '/result/rule/id' },
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/comment-dm-rules' },
  tool: { name: 'create_comment_dm_rule' },
  scope: 'answer',
  tag: 'Comment-to-DM rules',
  summary: 'Make a comment-to-DM rule',
  description:
    'Everyone who comments one of the keywords gets the message, once for each person and rule. Without `mediaId`, `postId` and `nextPost` it watches every post of the account.',
  body: createRuleBody,
  result: warned,
  errors: {
    ...KEYED_ERRORS,
    403: 'The workspace has 100 rules: `rule_limit`',
    404: 'There is no such account, post or automation in the workspace',
  },
  example: {
    body: { accountId: ruleExample.accountId, keywords: ['link'], dmText: ruleExample.dmText },
    result: { rule: ruleExample, warnings: [] },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const account = await ruleAccount(call.context, workspace, call.body);
    const { platform = account.platform, active = true } = call.body;
    if (platform !== account.platform)
      throw invalid('/platform', `platform must be ${account.platform}, the network of the account`);
    const { mediaId = null, postId = null, nextPost = false } = call.body;
    const keywords = checkedKeywords(call.body.keywords ?? []);
    const { match = 'contains', dmText, publicReplies = [], publicReplyLateMinutes = null } = call.body;
    const { trackLinks = false, then = null } = call.body;
    const nextPostSince = nextPost ? call.now : null;
    const texts = { dmText, publicReplies, publicReplyLateMinutes, trackLinks, then };
    const terms: RuleTerms = { mediaId, postId, nextPostSince, keywords, match, ...texts };
    insistOnTerms(terms, call.context);
    return idempotent(call, async (tx, turn: Turn) => {
      await lockRuleCount(tx, workspace.id);
      await call.agreed?.(tx);
      if ((await countRules(tx, workspace.id)) >= MAX_RULES)
        throw new Problem('rule_limit', `a workspace has at most ${MAX_RULES} rules; delete one first`, {
          values: { limit: MAX_RULES },
        });
      const id = newActorId(commentRule, turn.now);
      const input = { ruleId: id, accountId: account.id, active, ...terms };
      await insertRule(tx, { id, workspaceId: workspace.id, accountId: account.id, ...terms }, turn.now);
      turn.start({ kind: commentRule.name, id, workspaceId: workspace.id, input });
      if (active) {
        await lockComments(tx, account.id);
        await listSoon(tx, turn, { id: account.id, workspaceId: workspace.id }, FIRST_LIST_AFTER_MS);
      }
      const liveMediaId =
        postId === null ? null : await findLiveMediaId(tx, { postId, accountId: account.id });
      const row = { ...rowOf({ id, workspace, account, active, now: turn.now }, terms), liveMediaId };
      return { result: { rule: publicRule(row), warnings: await ruleWarnings(tx, row) } };
    });
  },
});

export const updateCommentRule = operation({
  id: 'updateCommentRule',
  accountLimit: 'followed',
  rest: { method: 'patch', path: '/v1/comment-dm-rules/{id}' },
  tool: { name: 'update_comment_dm_rule' },
  scope: 'answer',
  tag: 'Comment-to-DM rules',
  summary: 'Change a comment-to-DM rule, pause or resume it',
  description: 'Messages that wait keep their text. Pausing skips those that wait, with the reason `paused`.',
  params: idParams('comment_rule'),
  body: Type.Object(
    {
      ...watched,
      keywords: Type.Optional(ruleFields.keywords),
      match: Type.Optional(ruleFields.match),
      dmText: Type.Optional(ruleFields.dmText),
      publicReplies: Type.Optional(ruleFields.publicReplies),
      publicReplyLateMinutes: Type.Optional(ruleFields.publicReplyLateMinutes),
      trackLinks: Type.Optional(ruleFields.trackLinks),
      then: Type.Optional(ruleFields.then),
      active: Type.Optional(Type.Boolean({ description: 'false pauses, true resumes.' })),
      ...workspaceField,
    },
    closed,
  ),
  result: warned,
  errors: { 404: 'There is no such rule, post or automation in the workspace' },
  example: {
    params: { id: ruleExample.id },
    body: { active: false },
    result: { rule: { ...ruleExample, active: false }, warnings: [] },
  },
  handle: async (call) => {
    const { id } = call.params;
    const { workspace: slug, active, nextPost, ...rest } = call.body;
    if (rest.keywords) rest.keywords = checkedKeywords(rest.keywords);
    const workspace = workspaceOf(call, slug);
    const { postId, then } = rest;
    const { accountId } = await ruleIn(call.context.sql, { id, workspace });
    await ruleAccount(call.context, workspace, { accountId, postId, then });
    await recorded(call, async (tx, turn: Turn) => {
      const rule = await lockRule(tx, turn, { id, workspace });
      await call.agreed?.(tx);
      const before = await ruleIn(tx, { id, workspace });
      // a client that sends a rule back as it read it names the post twice: `postId` counts
      if (rest.mediaId != null && rest.postId === before.postId && rest.mediaId === before.liveMediaId)
        delete rest.mediaId;
      // and such a rule does not wait for a next post again
      const nextPostSince = nextPost === true ? (before.nextPostSince ?? call.now) : null;
      const changes = { ...rest, ...(nextPost !== undefined && { nextPostSince }) };
      const terms = termsWith(before, changes);
      insistOnTerms(terms, call.context);
      const tell = (event: CommentRuleEvent) => turn.deliver(rule, event);
      if (Object.keys(changes).length > 0) {
        tell({ type: 'edit', changes: terms });
        await updateRule(tx, { id, ...terms });
      }
      if (active !== undefined && active !== before.active) tell({ type: active ? 'resume' : 'pause' });
      if (active ?? before.active)
        await listSoon(tx, turn, { id: accountId, workspaceId: workspace.id }, FIRST_LIST_AFTER_MS);
      return { result: null };
    });
    if (active === false) await stopQueued(call.context, id);
    const row = await ruleIn(call.context.sql, { id, workspace });
    const [rule] = await ruleViews(call.context.sql, [row]);
    return { body: { rule: rule!, warnings: await ruleWarnings(call.context.sql, row) } };
  },
});

export const deleteCommentRule = operation({
  id: 'deleteCommentRule',
  accountLimit: 'followed',
  rest: { method: 'delete', path: '/v1/comment-dm-rules/{id}' },
  tool: { name: 'delete_comment_dm_rule' },
  scope: 'answer',
  tag: 'Comment-to-DM rules',
  summary: 'Delete a comment-to-DM rule and its activity',
  description: 'Messages that wait are not sent. What was sent stays in the conversations.',
  params: idParams('comment_rule'),
  query: workspaceQuery,
  result: Deleted,
  errors: { 404: 'There is no such rule in the workspace' },
  example: { params: { id: ruleExample.id }, result: { id: ruleExample.id, deleted: true } },
  handle: async (call) => {
    const { id } = call.params;
    const workspace = workspaceOf(call, call.query.workspace);
    await ruleIn(call.context.sql, { id, workspace });
    // pause first, so that no new comment matches while waiting replies are stopped
    await call.context.node.command(async (tx, turn: Turn) => {
      const rule = await lockRule(tx, turn, { id, workspace });
      await call.agreed?.(tx);
      turn.deliver(rule, { type: 'pause' });
      return { result: null };
    });
    await stopQueued(call.context, id);
    await recorded(call, async (tx, turn: Turn) => {
      const rule = await lockRule(tx, turn, { id, workspace });
      turn.deliver(rule, { type: 'delete' });
      await deleteRule(tx, id);
      return { result: null };
    });
    return { body: { id, deleted: true as const } };
  },
});

/** Rules with what they did and what is received of their posts, in the same order. */
export async function ruleViews(db: Db, rows: readonly RuleRow[]) {
  const ids = rows.map(({ id }) => id);
  const [counters, watches] = await Promise.all([readCounters(db, ids), readWatches(db, ids)]);
  return rows.map((row) => publicRule(row, counters.get(row.id), watches.get(row.id)));
}

/**
 * The account of a rule.
 * @throws Problem 404 when the workspace has no such account, post or automation; 400 when its network has no rules
 */
export async function ruleAccount(
  { sql }: Pick<RulesContext, 'sql'>,
  workspace: Membership,
  {
    accountId,
    postId = null,
    then = null,
  }: {
    accountId: string;
    postId?: string | null | undefined;
    then?: { automationId: string } | null | undefined;
  },
): Promise<AccountRow> {
  const [account] = await readAccounts(sql, [accountId]);
  if (account?.workspaceId !== workspace.id) throw absent('account', accountId, '/accountId');
  const post = postId === null ? null : await findPost(sql, { id: postId, ...within(workspace) });
  if (post === undefined) throw absent('post', postId!, '/postId');
  const automation =
    then === null ? null : await findAutomation(sql, { id: then.automationId, ...within(workspace) });
  if (automation === undefined) throw absent('automation', then!.automationId, '/then/automationId');
  if (account.platform !== RULE_PLATFORM)
    throw invalid(
      '/accountId',
      `comment-to-DM rules exist for ${RULE_PLATFORM} only; this account is of ${account.platform}`,
      { code: 'not_supported', accountId },
    );
  if (post && !post.accountIds.includes(account.id))
    throw invalid('/postId', 'postId must be a post that goes to the account of the rule');
  if (automation && automation.accountId !== account.id)
    throw invalid('/then/automationId', 'then must name an automation of the account of the rule');
  return account;
}

const absent = (what: string, id: string, param: string) =>
  new Problem('not_found', `there is no ${what} ${id} in this workspace`, { param });

/** @throws Problem 404 when the workspace has no such rule */
export async function ruleIn(
  db: Db,
  { id, workspace }: { id: string; workspace: Membership },
): Promise<RuleRow> {
  const row = await findRule(db, { id, ...within(workspace) });
  if (!row) throw notFound('rule', id);
  return row;
}

/**
 * Locks a rule, and the writing of its account's comments: comments that come in are stored first and change their rule then,
 * so a change of the rule that took its row first would wait for them while they wait for it.
 * @throws Problem 404 when the workspace has no such rule
 */
export async function lockRule(tx: Tx, turn: Turn, find: { id: string; workspace: Membership }) {
  const actor = await lockInto(tx, turn, find.id);
  if (!actor || actor.workspaceId !== find.workspace.id || actor.status === 'done')
    throw notFound('rule', find.id);
  const { accountId } = actor.snapshot.context as CommentRuleContext;
  if (!reaches(find.workspace.heldTo, accountId)) throw notFound('rule', find.id);
  await lockComments(tx, accountId);
  return actor;
}

type Changes = { [Field in keyof RuleTerms]?: RuleTerms[Field] | undefined };

/** What a rule says after changes. Naming one way to choose the post drops the other. */
export function termsWith(before: RuleTerms, changes: Changes): RuleTerms {
  const { mediaId, postId, nextPostSince, keywords, match, dmText, publicReplies } = before;
  const { publicReplyLateMinutes, trackLinks, then } = before;
  const fields = Object.fromEntries(
    Object.entries(changes).filter(([, value]) => value !== undefined),
  ) as Partial<RuleTerms>;
  const choosesPost = [fields.mediaId, fields.postId, fields.nextPostSince].some((way) => way != null);
  const dropped = choosesPost && { mediaId: null, postId: null, nextPostSince: null };
  const texts = { dmText, publicReplies, publicReplyLateMinutes, trackLinks, then };
  const terms = { mediaId, postId, nextPostSince, keywords, match, ...texts };
  return { ...terms, ...dropped, ...fields };
}

/** @throws Problem that names the field */
function insistOnTerms(terms: RuleTerms, { linkBase }: Pick<RulesContext, 'linkBase'>): void {
  const { mediaId, postId, nextPostSince, dmText, publicReplies, trackLinks } = terms;
  if (nextPostSince !== null && (mediaId !== null || postId !== null))
    throw invalid('/nextPost', 'nextPost chooses the post; send it without mediaId and postId');
  if (mediaId !== null && postId !== null)
    throw invalid('/postId', 'postId and mediaId both choose the post; send one of them');
  if (dmText.trim() === '')
    throw invalid('/dmText', 'dmText must not be empty', { values: { reason: 'empty' } });
  const length = trackLinks ? trackedLength(dmText, linkBase) : 0;
  if (length > MAX_DM_CHARS)
    throw invalid(
      '/dmText',
      `dmText has ${length} characters with tracked links; at most ${MAX_DM_CHARS}. Shorten it, or switch trackLinks off`,
      { values: { reason: 'too_long_with_links', length, limit: MAX_DM_CHARS } },
    );
  const blank = publicReplies.findIndex((reply) => reply.trim() === '');
  if (blank >= 0)
    throw invalid(`/publicReplies/${blank}`, `publicReplies[${blank}] must not be empty`, {
      values: { reason: 'empty' },
    });
}

function rowOf(
  {
    id,
    workspace,
    account,
    active,
    now,
  }: { id: string; workspace: Membership; account: AccountRow; active: boolean; now: number },
  terms: RuleTerms,
): RuleRow {
  const ids = { id, workspaceId: workspace.id, accountId: account.id, platform: account.platform };
  const since = { activeSince: active ? now : null, answersSince: null, lastActive: null };
  const made = { createdAt: new Date(now).toISOString(), rev: '0', usedReplies: [], liveMediaId: null };
  return { ...ids, ...terms, ...since, ...made, active };
}
