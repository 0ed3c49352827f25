/** What the inbox of a workspace keeps, and for how long. */
import { Type } from 'typebox';
import { readInboxSettings, saveInboxSettings } from '../../store/message-retention.ts';
import { workspaceOf } from '../api/principal.ts';
import { closed, model, nullable, workspaceField, workspaceQuery } from '../api/schemas.ts';
import { operation } from './context.ts';

const MAX_DAYS = 3_650;

const fields = {
  keepMessagesDays: nullable(
    Type.Integer({
      minimum: 1,
      maximum: MAX_DAYS,
      description:
        'Messages older than so many days are deleted, and conversations of which nothing is left. null: they are kept.',
    }),
  ),
  copyFiles: Type.Boolean({
    description:
      'Whether pictures, videos, sounds and files that people send are copied here, since networks delete theirs. Stories and shared posts never are.',
  }),
};
const InboxSettings = model('InboxSettings', Type.Object(fields));
const example = { keepMessagesDays: null, copyFiles: true };

export const getInboxSettings = operation({
  id: 'getInboxSettings',
  rest: { method: 'get', path: '/v1/inbox-settings' },
  tag: 'Inbox',
  summary: 'Read what the inbox keeps',
  query: workspaceQuery,
  result: InboxSettings,
  example: { result: example },
  handle: async (call) => {
    const { id } = workspaceOf(call, call.query.workspace);
    return { body: await readInboxSettings(call.context.sql, id) };
  },
});

export const setInboxSettings = operation({
  id: 'setInboxSettings',
  rest: { method: 'put', path: '/v1/inbox-settings' },
  tag: 'Inbox',
  summary: 'Set what the inbox keeps',
  description: 'Messages that are too old now are deleted within minutes. What was copied stays.',
  body: Type.Object({ ...fields, ...workspaceField }, closed),
  result: InboxSettings,
  example: { body: example, result: example },
  handle: async (call) => {
    const { id } = workspaceOf(call, call.body.workspace);
    const { keepMessagesDays, copyFiles } = call.body;
    await saveInboxSettings(call.context.sql, id, { keepMessagesDays, copyFiles });
    return { body: { keepMessagesDays, copyFiles } };
  },
});
