/** Templates of posts: keep what a post says under a name, and make drafts from it (docs/contract.md, Templates of posts). */
import { Type } from 'typebox';
import type { Db, Tx } from '../../../../store/connect.ts';
import {
  deletePostTemplate,
  findPostTemplate,
  insertPostTemplate,
  isTemplateNameTaken,
  listPostTemplates,
  lockPostTemplates,
  type PostTemplateRow,
  updatePostTemplate,
} from '../../../../store/post-templates.ts';
import { within } from '../../../api/held.ts';
import { idempotent } from '../../../api/idempotent.ts';
import { insistOnListedAccounts } from '../../../api/named-accounts.ts';
import { type Membership, workspaceOf } from '../../../api/principal.ts';
import { notFound, Problem } from '../../../api/problem.ts';
import { recordedIn } from '../../../api/recorded.ts';
import {
  closed,
  Deleted,
  idParams,
  notBlank,
  resourceId,
  workspaceField,
  workspaceQuery,
} from '../../../api/schemas.ts';
import { newId } from '../../../base/ids.ts';
import { postExample } from '../../../kinds/views/post.ts';
import { Post } from '../../../kinds/views/post-schemas.ts';
import { operation } from '../context.ts';
import { attempt, draftOf } from '../create-operations.ts';
import { copyOf } from '../duplicate.ts';
import { MAX_ACCOUNTS } from '../fields.ts';
import { postToChange } from '../limited.ts';
import { PostTemplate, publicTemplate, templateExample } from './view.ts';

const MAX_TEMPLATES = 200;

const oneTemplate = Type.Object({ postTemplate: PostTemplate });
const name = notBlank(60, 'Each name once in a workspace, whatever its case.');
const source = resourceId('post', {
  description:
    'The post whose text, accounts, media, options, overrides, thread, first comment and labels are kept. It may be in any state.',
});
const notThere = 'There is no such template or post in the workspace';
const anotherHasName = 'The workspace has another template of this name';

export const listTemplates = operation({
  id: 'listPostTemplates',
  accountLimit: 'followed',
  rest: { method: 'get', path: '/v1/post-templates' },
  tag: 'Posts',
  summary: 'List templates of posts',
  description: `All of the workspace, by name: ${MAX_TEMPLATES} at most. Who is held to some accounts is shown those whose accounts they all reach.`,
  query: workspaceQuery,
  result: Type.Object({ postTemplates: Type.Array(PostTemplate) }),
  example: { result: { postTemplates: [templateExample] } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const rows = await listPostTemplates(call.context.sql, within(workspace));
    return { body: { postTemplates: rows.map(publicTemplate) } };
  },
});

export const createTemplate = operation({
  id: 'createPostTemplate',
  audit: { kind: 'post_template', id: '/result/postTemplate/id' },
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/post-templates' },
  scope: 'draft',
  tag: 'Posts',
  summary: 'Keep a post as a template',
  description: 'Keeps what the post says now. The template does not change when the post does.',
  body: Type.Object({ name, postId: source, ...workspaceField }, closed),
  result: oneTemplate,
  errors: {
    403: 'The workspace has as many as it may, or the post goes to accounts that you do not reach',
    404: 'There is no such post in the workspace',
    409: `${anotherHasName}; or the first request with this Idempotency-Key is still running`,
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    body: { name: templateExample.name, postId: postExample.id },
    result: { postTemplate: templateExample },
  },
  handle: (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    return idempotent(call, async (tx, { now }) => {
      const count = await lockPostTemplates(tx, workspace.id);
      const words = {
        name: call.body.name.trim(),
        ...(await contentOfPost(tx, call.body.postId, workspace)),
      };
      await insistOnFreeName(tx, { workspaceId: workspace.id, name: words.name, otherThan: null });
      if (count >= MAX_TEMPLATES)
        throw new Problem(
          'post_template_limit',
          `a workspace has up to ${MAX_TEMPLATES} templates of posts: delete one first`,
          { values: { limit: MAX_TEMPLATES } },
        );
      const template = { id: newId('template', now), ...words };
      await insertPostTemplate(tx, { ...template, workspaceId: workspace.id }, now);
      return { result: { postTemplate: publicTemplate({ ...template, updatedAt: new Date(now) }) } };
    });
  },
});

export const updateTemplate = operation({
  id: 'updatePostTemplate',
  accountLimit: 'followed',
  rest: { method: 'patch', path: '/v1/post-templates/{id}' },
  scope: 'draft',
  tag: 'Posts',
  summary: 'Change a template of posts',
  description: 'Renames it, or keeps what another post says. Posts that were made from it stay as they are.',
  params: idParams('post_template'),
  body: Type.Object({ name: Type.Optional(name), postId: Type.Optional(source), ...workspaceField }, closed),
  result: oneTemplate,
  errors: { 403: 'The post goes to accounts that you do not reach', 404: notThere, 409: anotherHasName },
  example: {
    params: { id: templateExample.id },
    body: { name: 'Monthly offer' },
    result: { postTemplate: { ...templateExample, name: 'Monthly offer' } },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { name: newName, postId } = call.body;
    const postTemplate = await recordedIn(call.context.sql, call, async (tx) => {
      await lockPostTemplates(tx, workspace.id);
      const before = await templateOf(tx, call.params.id, workspace);
      const template = {
        ...before,
        ...(newName !== undefined && { name: newName.trim() }),
        ...(postId !== undefined && (await contentOfPost(tx, postId, workspace))),
      };
      await insistOnFreeName(tx, {
        workspaceId: workspace.id,
        name: template.name,
        otherThan: template.id,
      });
      await updatePostTemplate(tx, template, call.now);
      return publicTemplate({ ...template, updatedAt: new Date(call.now) });
    });
    return { body: { postTemplate } };
  },
});

export const deleteTemplate = operation({
  id: 'deletePostTemplate',
  accountLimit: 'followed',
  rest: { method: 'delete', path: '/v1/post-templates/{id}' },
  scope: 'draft',
  tag: 'Posts',
  summary: 'Delete a template of posts',
  description: 'Posts that were made from it stay as they are.',
  params: idParams('post_template'),
  query: workspaceQuery,
  result: Deleted,
  errors: { 404: 'There is no such template in the workspace' },
  example: { params: { id: templateExample.id }, result: { id: templateExample.id, deleted: true } },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    await recordedIn(call.context.sql, call, async (tx) => {
      await lockPostTemplates(tx, workspace.id);
      await templateOf(tx, id, workspace);
      await deletePostTemplate(tx, id);
    });
    return { body: { id, deleted: true as const } };
  },
});

export const createPostFromTemplate = operation({
  id: 'createPostFromTemplate',
  audit: { kind: 'post', id: '/result/post/id' },
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/post-templates/{id}/posts' },
  scope: 'draft',
  tag: 'Posts',
  summary: 'Make a draft from a template',
  description:
    'The draft says what the template says, for its accounts or for `accountIds`. Accounts of the template that were disconnected since are left out; if all were, it is refused with `unknown_account`.',
  params: idParams('post_template'),
  body: Type.Object(
    {
      accountIds: Type.Optional(
        Type.Array(resourceId('account'), {
          minItems: 1,
          maxItems: MAX_ACCOUNTS,
          uniqueItems: true,
          description: 'In place of the accounts of the template. Overrides for other accounts are left out.',
        }),
      ),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ post: Post }),
  errors: {
    404: 'There is no such template in the workspace',
    409: 'The first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    params: { id: templateExample.id },
    body: {},
    result: {
      post: { ...postExample, content: templateExample.post.content, labels: ['offer'], status: 'draft' },
    },
  },
  handle: async (call) => {
    const { posts, sql } = call.context;
    const workspace = workspaceOf(call, call.body.workspace);
    const { accountIds } = call.body;
    const post = await attempt(async () => {
      const template = await templateOf(sql, call.params.id, workspace);
      if (accountIds !== undefined) await insistOnListedAccounts(sql, workspace, { accountIds });
      const of = { ...template.content, accountIds: accountIds ?? template.accountIds };
      const what = { name: 'template', workspaceId: workspace.id } as const;
      return draftOf(call, workspace, await copyOf(of, what, posts.readAccounts), {
        kind: 'draft',
        at: null,
      });
    });
    return posts.createPost({ call, post });
  },
});

/** @throws Problem 404 for a template of which the caller does not reach all accounts, as for none */
async function templateOf(db: Db, id: string, workspace: Membership): Promise<PostTemplateRow> {
  const row = await findPostTemplate(db, { id, ...within(workspace) });
  if (!row) throw notFound('template', id);
  return row;
}

/** What a template keeps of a post. @throws Problem 404, or 403 when the caller does not reach all of its accounts */
async function contentOfPost(
  tx: Tx,
  postId: string,
  workspace: Membership,
): Promise<Pick<PostTemplateRow, 'accountIds' | 'content'>> {
  const { accountIds, content, media, options, extras, labels } = await postToChange(tx, {
    id: postId,
    workspace,
  });
  return { accountIds, content: { content, media, options, extras, labels } };
}

/** @throws Problem 409 when another template of the workspace has the name */
async function insistOnFreeName(
  db: Db,
  find: { workspaceId: string; name: string; otherThan: string | null },
): Promise<void> {
  if (await isTemplateNameTaken(db, find))
    throw new Problem('name_taken', `there is a template "${find.name}" already; choose another name`, {
      values: { name: find.name },
      param: '/name',
    });
}
