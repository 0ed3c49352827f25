/**
 * What is named in the path and is not in the workspace: a request about it is 404, whatever else is wrong with it
 * (docs/contract.md, Errors).
 */
import type { Db } from '../../store/connect.ts';
import { hasGrant } from '../../store/grants.ts';
import { hasKey } from '../../store/keys.ts';
import { isInvitationOf } from '../../store/invitations.ts';
import { isMemberOf } from '../../store/members.ts';
import { listOperators } from '../../store/operators.ts';
import { findPosts } from '../../store/posts.ts';
import { isInWorkspaces, type WorkspaceTable } from '../../store/present.ts';
import type { Operation } from './operation.ts';
import type { Principal } from './principal.ts';
import { notFound, type Problem } from './problem.ts';
import { hasSubscription } from '../../store/push-subscriptions.ts';
import { hasSession } from '../../store/sessions.ts';
import type { ResourceKind } from './schemas.ts';
import { within } from './held.ts';

export interface Named {
  operation: Pick<Operation<never>, 'params'>;
  params: Readonly<Record<string, string>>;
  principal: Principal;
}

/** What callers call each kind, and the table that has it. A kind without one has a lookup of its own. */
const KINDS: { [kind in ResourceKind]?: [word: string, table: WorkspaceTable | null] } = {
  account: ['account', 'accounts'],
  account_group: ['group', 'account_groups'],
  actor: ['actor', 'actors'],
  api_key: ['API key', null],
  automation: ['automation', 'dm_automations'],
  comment_rule: ['rule', 'comment_rules'],
  confirmation: ['confirmation', 'confirmations'],
  connect_link: ['connect link', 'connect_links'],
  conversation: ['conversation', 'conversations'],
  dm_run: ['run', 'dm_runs'],
  feed: ['feed', 'feeds'],
  grant: ['grant', null],
  import: ['import', 'imports'],
  invitation: ['invitation', null],
  media: ['file', 'media'],
  member: ['member', null],
  operator: ['operator', null],
  post: ['post', null],
  report_link: ['report link', 'report_links'],
  push_browser: ['browser', null],
  saved_reply: ['saved reply', 'saved_replies'],
  post_template: ['template', 'post_templates'],
  series: ['series', 'series'],
  session: ['session', null],
  webhook: ['webhook', 'webhook_endpoints'],
};

/** Parameters of paths that name what the request is about. */
const NAMES = ['id', 'userId'];

/** @returns the 404 when none of the caller's workspaces has what the path names; null if it is there, or the path names nothing */
export async function findAbsent(
  from: { sql: Db; directory: Db },
  { operation, params, principal }: Named,
): Promise<Problem | null> {
  const name = NAMES.find((one) => one in params) ?? 'id';
  const id = params[name];
  const schema: { 'x-resource'?: ResourceKind } | undefined = operation.params?.properties[name];
  const kind = schema?.['x-resource'];
  const entry = kind === undefined ? undefined : KINDS[kind];
  if (id === undefined || entry === undefined) return null;
  const [word, table] = entry;
  return (await isThere(from, { kind: kind!, table, id, principal })) ? null : notFound(word, id);
}

async function isThere(
  { sql, directory }: { sql: Db; directory: Db },
  {
    kind,
    table,
    id,
    principal: { userId, workspaces, isOperator },
  }: { kind: ResourceKind; table: WorkspaceTable | null; id: string; principal: Principal },
): Promise<boolean> {
  const workspaceIds = workspaces.map((workspace) => workspace.id);
  const places = workspaces.map(within);
  if (kind === 'api_key') return hasKey(directory, { id, userId });
  if (kind === 'session') return hasSession(directory, { id, userId });
  if (kind === 'push_browser') return hasSubscription(directory, { id, userId });
  if (kind === 'invitation') return isInvitationOf(directory, { id, workspaceIds });
  if (kind === 'member') return isMemberOf(directory, { userId: id, workspaceIds });
  // nobody else learns who is an operator: they get the same 404 for every id
  if (kind === 'operator')
    return isOperator === true && (await listOperators(directory)).some((one) => one.userId === id);
  if (kind === 'grant') return hasGrant(directory, { id, userId });
  if (table !== null) return isInWorkspaces(sql, { table, id, places });
  const [post] = await findPosts(sql, [id], null);
  const heldTo = places.find(({ workspaceId }) => workspaceId === post?.workspaceId)?.heldTo;
  return heldTo !== undefined && (heldTo === null || post!.accountIds.some((one) => heldTo.includes(one)));
}
