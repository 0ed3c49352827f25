/**
 * Saved replies: texts that a workspace keeps for answers. `{username}` and `{first_name}` stand for the person. The client
 * fills them in, since a person reads and changes the text before it is sent.
 */
import { Type } from 'typebox';
import type { Db } from '../../../store/connect.ts';
import {
  deleteSavedReply,
  insertSavedReply,
  isReplyNameTaken,
  listSavedReplies,
  updateSavedReply,
} from '../../../store/saved-replies.ts';
import { idempotent } from '../../api/idempotent.ts';
import { workspaceOf } from '../../api/principal.ts';
import { notFound, Problem } from '../../api/problem.ts';
import {
  closed,
  Deleted,
  idParams,
  instant,
  model,
  notBlank,
  text,
  workspaceField,
  workspaceQuery,
} from '../../api/schemas.ts';
import { recordedIn } from '../../api/recorded.ts';
import { newId } from '../../base/ids.ts';
import { operation } from './context.ts';

const MAX_REPLIES = 500;

const SavedReply = model(
  'SavedReply',
  Type.Object(
    {
      id: text('Id of the saved reply.'),
      name: text('What it is found by.'),
      text: text('What it says, with its variables.'),
      updatedAt: instant('When it was changed last.'),
    },
    { description: 'A text that a workspace keeps for answers.' },
  ),
);
const oneReply = Type.Object({ savedReply: SavedReply });
const name = notBlank(60, 'Each name once in a workspace, whatever its case.');
const words = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: '`{username}` and `{first_name}` stand for the person.',
});
const example = {
  id: 'reply_01JD0000000000000000000001',
  name: 'Opening hours',
  text: 'Hello {first_name}, we open at 9.',
  updatedAt: '2026-05-04T08:00:00.000Z',
};
const errors = {
  404: 'There is no such saved reply in the workspace',
  409: 'The workspace has another saved reply of this name',
};

export const listReplies = operation({
  id: 'listSavedReplies',
  accountLimit: 'irrelevant',
  rest: { method: 'get', path: '/v1/saved-replies' },
  tag: 'Inbox',
  summary: 'List saved replies',
  description: `All of the workspace, by name: ${MAX_REPLIES} at most.`,
  query: workspaceQuery,
  result: Type.Object({ savedReplies: Type.Array(SavedReply) }),
  example: { result: { savedReplies: [example] } },
  handle: async (call) => {
    const { id } = workspaceOf(call, call.query.workspace);
    return { body: { savedReplies: await listSavedReplies(call.context.sql, id) } };
  },
});

export const createReply = operation({
  id: 'createSavedReply',
  audit: { kind: 'saved_reply', id: '/result/savedReply/id' },
  accountLimit: 'refused',
  rest: { method: 'post', path: '/v1/saved-replies' },
  scope: 'answer',
  tag: 'Inbox',
  summary: 'Save a reply',
  description: 'Keeps a text that people of the workspace send often, with a title by which they find it.',
  body: Type.Object({ name, text: words, ...workspaceField }, closed),
  result: oneReply,
  errors: {
    403: 'The workspace has as many as it may',
    409: 'The workspace has another saved reply of this name; or the first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
  },
  example: { body: { name: example.name, text: example.text }, result: { savedReply: example } },
  handle: async (call) => {
    const { id: workspaceId } = workspaceOf(call, call.body.workspace);
    return idempotent(call, async (tx) => {
      const { name: newName, text: newText } = call.body;
      const reply = {
        id: newId('reply', call.now),
        workspaceId,
        name: newName.trim(),
        text: newText,
        most: MAX_REPLIES,
      };
      const savedReply = await insertSavedReply(tx, reply, call.now);
      if (savedReply) return { result: { savedReply } };
      await insistOnFreeName(tx, { workspaceId, name: reply.name, otherThan: null });
      throw new Problem('saved_reply_limit', `a workspace holds up to ${MAX_REPLIES} saved replies`, {
        values: { limit: MAX_REPLIES },
      });
    });
  },
});

export const updateReply = operation({
  id: 'updateSavedReply',
  accountLimit: 'refused',
  rest: { method: 'patch', path: '/v1/saved-replies/{id}' },
  scope: 'answer',
  tag: 'Inbox',
  summary: 'Change a saved reply',
  description:
    'Changes the fields that the request has. Messages that were sent with the old text stay as they are.',
  params: idParams('saved_reply'),
  body: Type.Object({ name: Type.Optional(name), text: Type.Optional(words), ...workspaceField }, closed),
  result: oneReply,
  errors,
  example: { params: { id: example.id }, body: { text: example.text }, result: { savedReply: example } },
  handle: async (call) => {
    const { id: workspaceId } = workspaceOf(call, call.body.workspace);
    const { id } = call.params;
    const update = { id, workspaceId, name: call.body.name?.trim(), text: call.body.text };
    const savedReply = await recordedIn(call.context.sql, call, async (tx) => {
      if (update.name !== undefined)
        await insistOnFreeName(tx, { workspaceId, name: update.name, otherThan: id });
      const changed = await updateSavedReply(tx, update, call.now);
      if (!changed) throw notFound('saved reply', id);
      return changed;
    });
    return { body: { savedReply } };
  },
});

export const deleteReply = operation({
  id: 'deleteSavedReply',
  accountLimit: 'refused',
  rest: { method: 'delete', path: '/v1/saved-replies/{id}' },
  scope: 'answer',
  tag: 'Inbox',
  summary: 'Delete a saved reply',
  description: 'Removes the text from the list. Messages that were sent with it stay as they are.',
  params: idParams('saved_reply'),
  query: workspaceQuery,
  result: Deleted,
  errors: { 404: errors[404] },
  example: { params: { id: example.id }, result: { id: example.id, deleted: true } },
  handle: async (call) => {
    const { id: workspaceId } = workspaceOf(call, call.query.workspace);
    const { id } = call.params;
    await recordedIn(call.context.sql, call, async (tx) => {
      if (!(await deleteSavedReply(tx, { id, workspaceId }))) throw notFound('saved reply', id);
    });
    return { body: { id, deleted: true as const } };
  },
});

/** @throws Problem when another reply of the workspace has the name */
async function insistOnFreeName(
  db: Db,
  find: { workspaceId: string; name: string; otherThan: string | null },
): Promise<void> {
  if (await isReplyNameTaken(db, find))
    throw new Problem('name_taken', `there is a saved reply "${find.name}" already; choose another name`, {
      values: { name: find.name },
      param: '/name',
    });
}
