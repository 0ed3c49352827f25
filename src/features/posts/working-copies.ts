/**
 * Working copies: what a person is writing in the dashboard and has not saved as a post. One for each post that is edited, and one for
 * the new post of each person. Nothing else of the service reads them: a scheduled post goes out as it was last saved.
 */
import { Type } from 'typebox';
import type { Sql } from '../../../store/connect.ts';
import { readNames } from '../../../store/keys.ts';
import {
  deleteWorkingCopy,
  findWorkingCopy,
  insertWorkingCopy,
  replaceWorkingCopy,
  type WorkingCopyRow,
} from '../../../store/working-copies.ts';
import { type Call } from '../../api/operation.ts';
import { insistOnSession, workspaceOf } from '../../api/principal.ts';
import { notFound, Problem } from '../../api/problem.ts';
import { closed, instant, nullable, resourceId, text, workspaceField } from '../../api/schemas.ts';
import { newId } from '../../base/ids.ts';
import { operation, type PostsContext } from './context.ts';
import { within } from '../../api/held.ts';
import { postToChange } from './limited.ts';

/** Of the JSON of a copy: the longest text that a post may have fits four times. */
const MAX_BYTES = 512 * 1024;

const postId = Type.Optional(
  resourceId('post', { description: 'The post that is edited. Absent means your new post.' }),
);
const revision = Type.String({
  maxLength: 64,
  description: 'Changes with each save. It does not come back, also after the copy was deleted.',
});
const Content = Type.Record(Type.String(), Type.Unknown(), { description: 'As the dashboard sent it.' });
const Copy = Type.Object({
  revision,
  content: Content,
  savedAt: instant('When it was saved.'),
  by: Type.Object({
    id: text('The user who saved it.'),
    name: nullable(text('Their name; null if the user was deleted.')),
  }),
});
const example = {
  revision: 'copy_01JD0000000000000000000001',
  content: { content: 'Our rye is back' },
  savedAt: '2026-05-04T08:00:00.000Z',
  by: { id: 'usr_01HV2ZK5J8Q2M4R6T8W0Y1A3C5', name: 'Mia' },
};
const missing = { 404: 'There is no such post in the workspace' };
const changed = 'The copy has another revision: `current` is what is there now, null if it was deleted';

export const readWorkingCopy = operation({
  id: 'readWorkingCopy',
  accountLimit: 'followed',
  dashboard: { method: 'get', path: '/app/api/working-copies' },
  tag: 'Posts',
  summary: 'Read what is being written',
  query: Type.Object({ postId, ...workspaceField }, closed),
  result: Type.Object({ copy: nullable(Copy) }),
  errors: missing,
  example: { result: { copy: example } },
  handle: async (call) => {
    const place = await placeOf(call, call.query);
    return { body: { copy: await copyView(call, await findWorkingCopy(call.context.sql, place)) } };
  },
});

export const saveWorkingCopy = operation({
  id: 'saveWorkingCopy',
  accountLimit: 'followed',
  dashboard: { method: 'put', path: '/app/api/working-copies' },
  scope: 'draft',
  audit: 'nothing',
  tag: 'Posts',
  summary: 'Save what is being written',
  description: 'Replaces the copy whose revision it names, and no other one.',
  body: Type.Object(
    {
      postId,
      replaces: nullable(
        Type.String({
          maxLength: 64,
          description: '`revision` as it was read; null means that there was no copy.',
        }),
      ),
      content: Content,
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ revision, savedAt: instant('When it was saved.') }),
  errors: { ...missing, 409: changed, 413: `The copy has more than ${MAX_BYTES / 1024} KiB` },
  example: {
    body: { replaces: null, content: example.content },
    result: { revision: example.revision, savedAt: example.savedAt },
  },
  handle: async (call) => {
    const { replaces, content } = call.body;
    const bytes = Buffer.byteLength(JSON.stringify(content));
    if (bytes > MAX_BYTES)
      throw new Problem(
        'body_too_large',
        `what is written has ${Math.ceil(bytes / 1024)} KiB, and a working copy up to ${MAX_BYTES / 1024} KiB`,
        { values: { limit: `${MAX_BYTES / 1024} KiB` } },
      );
    const place = await placeOf(call, call.body);
    const save = {
      ...place,
      content,
      revision: newId('copy', call.now),
      savedBy: call.principal.userId,
    };
    const { sql } = call.context;
    const isSaved =
      replaces === null
        ? await insertWorkingCopy(sql, save, call.now)
        : await replaceWorkingCopy(sql, { ...save, replaces }, call.now);
    if (!isSaved) throw conflict(await copyView(call, await findWorkingCopy(sql, place)));
    return { body: { revision: save.revision, savedAt: new Date(call.now).toISOString() } };
  },
});

export const discardWorkingCopy = operation({
  id: 'discardWorkingCopy',
  accountLimit: 'followed',
  dashboard: { method: 'delete', path: '/app/api/working-copies' },
  scope: 'draft',
  audit: 'nothing',
  tag: 'Posts',
  summary: 'Discard what is being written',
  description: 'Deletes the copy of this revision. If there is none at all, nothing happens.',
  query: Type.Object({ postId, revision, ...workspaceField }, closed),
  result: Type.Object({ deleted: Type.Literal(true) }),
  errors: { ...missing, 409: changed },
  example: { query: { revision: example.revision }, result: { deleted: true } },
  handle: async (call) => {
    const place = await placeOf(call, call.query);
    const { sql } = call.context;
    const isDeleted = await deleteWorkingCopy(sql, { ...place, revision: call.query.revision });
    const other = isDeleted ? undefined : await findWorkingCopy(sql, place);
    if (other !== undefined) throw conflict(await copyView(call, other));
    return { body: { deleted: true as const } };
  },
});

/** @throws Problem for a caller with an API key, and for a post that is not in the workspace */
async function placeOf(
  call: Pick<Call<PostsContext>, 'principal' | 'context'>,
  input: { postId?: string; workspace?: string },
): Promise<{ workspaceId: string; about: string }> {
  const { userId } = call.principal;
  insistOnSession(call.principal, 'what is being written is shown in the dashboard alone');
  const workspace = workspaceOf(call, input.workspace);
  const { id: workspaceId } = workspace;
  if (input.postId === undefined) return { workspaceId, about: userId };
  // what is being written may have texts for every account of the post
  const post =
    workspace.heldTo === null
      ? await call.context.posts.findPost({ id: input.postId, ...within(workspace) })
      : await postToChange(call.context.sql, { id: input.postId, workspace });
  if (post === undefined) throw notFound('post', input.postId);
  return { workspaceId, about: post.id };
}

const conflict = (current: object | null) =>
  new Problem('conflict', 'what is being written was saved elsewhere in between', {
    current,
    values: { reason: 'changed' },
  });

async function copyView({ context }: { context: { directory: Sql } }, row: WorkingCopyRow | undefined) {
  if (row === undefined) return null;
  const { savedBy, ...copy } = row;
  const names = await readNames(context.directory, { userIds: [savedBy], keyIds: [] });
  return { ...copy, by: { id: savedBy, name: names.get(savedBy) ?? null } };
}
