/** Who did what in a workspace: the list for its owners (docs/people.md, Who did what). */
import { type Static, Type } from 'typebox';
import type { AuditEntryRow } from '../../../store/audit-entries.ts';
import { nextOf, pageFields } from '../../api/paging.ts';
import { workspaceOf } from '../../api/principal.ts';
import { choice, closed, instant, model, nullable, text, workspaceField } from '../../api/schemas.ts';
import { isoOf } from '../../base/time.ts';
import { operation } from './context.ts';
import { readEntries, typeOfKey } from './entries.ts';
import { OTHER_ACTIONS } from './own-entries.ts';

const PAGE = 50;
const MAX_PAGE = 1_000;

const AuditEntry = model(
  'AuditEntry',
  Type.Object({
    id: Type.String(),
    at: instant('When it was done.'),
    person: Type.Object({
      id: text('Of a client, who has no account here, the id of the link.'),
      name: text('At that time; of a client, as it was given on the page of the link.'),
    }),
    by: Type.Object({
      type: choice(
        ['session', 'key', 'app', 'link', 'command'],
        'The dashboard, an API key, a connected app, a link by which a client decides on a post, or a command at the host, where nobody is signed in.',
      ),
      id: Type.String(),
      name: nullable(text('Of the key or the app at that time; null for a session and a command.')),
      tool: nullable(text('The tool that was called; null if it was no call of a tool.')),
    }),
    operation: text(
      'As in the description of the API. Those of the dashboard alone are not described there.',
    ),
    action: text('What the operation does.'),
    object: Type.Object({
      kind: text('Such as `post`, `conversation`, `member` or `workspace`.'),
      id: nullable(text('null if it has none.')),
    }),
    fields: Type.Array(Type.String(), {
      description: 'Names of the fields that the call set, never what they were set to.',
    }),
    address: nullable(text('IP address of the caller; null after 30 days.')),
    requestId: text('As in the header X-Request-Id of the response.'),
  }),
);

const example = {
  id: 'aud_01JD0000000000000000000001',
  at: '2026-05-04T08:00:00.000Z',
  person: { id: 'usr_01JD0000000000000000000001', name: 'Maya' },
  by: { type: 'session', id: 'ses_01JD0000000000000000000001', name: null, tool: null },
  operation: 'updatePost',
  action: 'Edit, schedule, retry a post, or make it a draft',
  object: { kind: 'post', id: 'post_01JD0000000000000000000001' },
  fields: ['scheduledAt'],
  address: '203.0.113.7',
  requestId: 'req_01JD0000000000000000000001',
};

/** Headings of the CSV. */
const COLUMNS = [
  'at',
  'person',
  'by',
  'key',
  'tool',
  'action',
  'operation',
  'object',
  'objectId',
  'fields',
  'address',
  'requestId',
];

const moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));

export const listAudit = operation({
  id: 'listAudit',
  accountLimit: 'refused',
  rest: { method: 'get', path: '/v1/audit' },
  scope: 'manage',
  roles: ['owner'],
  tag: 'Audit',
  summary: 'List who did what',
  description:
    'Every call that changed something in the workspace, newest first: by whom, with what, which operation, on what, and which fields it set. Written in the same transaction as the change. Kept for 365 days, addresses for 30.',
  query: Type.Object(
    {
      ...workspaceField,
      person: Type.Optional(Type.String({ maxLength: 64, description: 'Id of the person who did it.' })),
      operation: Type.Optional(Type.String({ maxLength: 64, description: 'Such as `updatePost`.' })),
      object: Type.Optional(Type.String({ maxLength: 256, description: 'Id of what it was done to.' })),
      from: moment('Done at this instant or later.'),
      to: moment('Done before this instant.'),
      before: Type.Optional(Type.String({ maxLength: 64, description: '`next` of the page before.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: PAGE })),
    },
    closed,
  ),
  result: Type.Object({ entries: Type.Array(AuditEntry), ...pageFields }),
  csv: ({ entries }) => [
    COLUMNS,
    ...entries.map(({ person, by, object, ...entry }) => [
      entry.at,
      person.name,
      by.type,
      by.name,
      by.tool,
      entry.action,
      entry.operation,
      object.kind,
      object.id,
      entry.fields.join(' '),
      entry.address,
      entry.requestId,
    ]),
  ],
  example: { query: { operation: 'updatePost' }, result: { entries: [example], next: null } },
  handle: async (call) => {
    const { id: workspaceId } = workspaceOf(call, call.query.workspace);
    const { person = null, operation: id = null, object = null, from, to } = call.query;
    const range = { before: call.query.before ?? null, limit: call.query.limit ?? PAGE };
    const rows = await readEntries(call.context, {
      workspaceId,
      userId: person,
      operation: id,
      objectId: object,
      from: from === undefined ? null : Date.parse(from),
      to: to === undefined ? null : Date.parse(to),
      ...range,
    });
    const entries = rows.map((row) => entryView(row, call.context.summaryOf));
    return { body: { entries, next: nextOf(rows, range) } };
  },
});

function entryView(row: AuditEntryRow, summaryOf: (id: string) => string): Static<typeof AuditEntry> {
  const { id, userId, userName, keyId, keyName, tool, fields, address, requestId } = row;
  return {
    id,
    at: isoOf(row.at),
    person: { id: userId, name: userName },
    by: { type: typeOfKey(keyId), id: keyId, name: keyName, tool },
    operation: row.operation,
    action: OTHER_ACTIONS[row.operation] ?? summaryOf(row.operation),
    object: { kind: row.objectKind, id: row.objectId },
    fields,
    address,
    requestId,
  };
}
