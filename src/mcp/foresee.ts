/** What a call of a tool would do, in words and facts: for who has to agree to it. The same call foresees the same. */
import { readAccounts } from '../../store/accounts.ts';
import { findRule } from '../../store/comment-rules.ts';
import { readShownComments } from '../../store/comments.ts';
import { findConversation } from '../../store/conversations.ts';
import { findAutomation } from '../../store/dm-automations.ts';
import { findPost } from '../../store/posts.ts';
import { type Principal, type Workspace } from '../api/principal.ts';
import { notFound } from '../api/problem.ts';
import type { JsonObject } from '../http/json-body.ts';
import {
  type ForeseenPost,
  foreseeCreate,
  foreseeDelete,
  foreseeUpdate,
  type PostsContext,
} from '../posts/index.ts';
import type { Tool } from './catalogue.ts';

/** A thing that the call is about. */
interface About {
  type: 'account' | 'post' | 'comment' | 'conversation' | 'rule' | 'automation';
  id: string;
  /** Its name, or how its text begins. */
  title: string;
}

export interface Foreseen {
  title: string;
  /** What changes, in a sentence or two. */
  changes: string;
  arguments: JsonObject;
  about: About[];
  /** What each account would be sent. */
  post?: ForeseenPost;
}

export interface ForeseeCall {
  context: PostsContext;
  principal: Principal;
  workspace: Workspace;
  now: number;
}

const MAX_TITLE = 200;
const titleOf = (text: string): string => (text.length > MAX_TITLE ? `${text.slice(0, MAX_TITLE)}…` : text);

/**
 * @param given the arguments, checked
 * @returns null: it would send nothing, so nobody has to agree
 * @throws Problem when the call would be refused, as far as that is known before
 */
export async function foresee(
  tool: Pick<Tool<never>, 'name' | 'guide'>,
  given: JsonObject,
  call: ForeseeCall,
): Promise<Foreseen | null> {
  const { id, ...body } = given;
  const post =
    tool.name === 'create_post'
      ? await foreseeCreate(call, given)
      : tool.name === 'update_post'
        ? await foreseeUpdate(call, id as string, body)
        : undefined;
  if (post === null) return null;
  if (tool.name === 'delete_post') await foreseeDelete(call, id as string, body);
  return {
    title: tool.guide.title,
    changes: tool.guide.changes ?? '',
    arguments: given,
    about: await aboutOf(tool.name, given, call),
    ...(post && { post }),
  };
}

/** @throws Problem when one of them is not there */
async function aboutOf(tool: string, given: JsonObject, call: ForeseeCall): Promise<About[]> {
  const { sql } = call.context;
  const find = { workspaceId: call.workspace.id };
  const about: About[] = [];
  const id = given['id'] as string;
  const accountId = given['accountId'] as string | undefined;
  const commentId = given['commentId'] as string | undefined;
  if (accountId !== undefined) {
    const [account] = await readAccounts(sql, [accountId]);
    if (account?.workspaceId !== call.workspace.id) throw notFound('account', accountId);
    about.push({ type: 'account', id: accountId, title: `${account.displayName} (${account.platform})` });
  }
  if (commentId !== undefined && accountId !== undefined) {
    const [comment] = await readShownComments(sql, { accountId, ids: [commentId] });
    if (comment)
      about.push({
        type: 'comment',
        id: commentId,
        title: titleOf(`${comment.fromUsername ?? 'somebody'}: ${comment.text}`),
      });
  }
  if (tool.endsWith('_post') && id !== undefined) {
    const post = await findPost(sql, { id, workspaceIds: [call.workspace.id] });
    if (!post) throw notFound('post', id);
    about.push({ type: 'post', id, title: titleOf(`${post.status}: ${post.content}`) });
  } else if (tool.endsWith('_comment_dm_rule') && id !== undefined) {
    const rule = await findRule(sql, { id, ...find });
    if (!rule) throw notFound('rule', id);
    about.push({
      type: 'rule',
      id,
      title: titleOf(`${rule.keywords.join(', ') || 'every comment'}: ${rule.dmText}`),
    });
  } else if (tool.endsWith('_dm_automation') && id !== undefined) {
    const automation = await findAutomation(sql, { id, ...find });
    if (!automation) throw notFound('automation', id);
    about.push({
      type: 'automation',
      id,
      title: titleOf(`${automation.name}, version ${automation.version}`),
    });
  } else if (tool === 'send_message') {
    const conversation = await findConversation(sql, { id, ...find });
    if (!conversation) throw notFound('conversation', id);
    const { name, username, platform } = conversation;
    about.push({ type: 'conversation', id, title: `${name ?? username ?? 'a person'} (${platform})` });
  }
  return about;
}
