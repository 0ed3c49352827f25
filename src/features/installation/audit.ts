/** What operators changed of the installation, for all of them (docs/people.md, Operators). */
import { type Static, Type } from 'typebox';
import { listInstallationEntries } from '../../../store/installation-entries.ts';
import { nextOf, pageFields } from '../../api/paging.ts';
import { choice, closed, instant, nullable, text } from '../../api/schemas.ts';
import { isoOf } from '../../base/time.ts';
import { COMMAND_LINE } from '../audit/index.ts';
import { ofInstallation, operation } from './context.ts';

const PAGE = 20;
const MAX_PAGE = 100;

const InstallationEntry = Type.Object({
  id: Type.String(),
  at: instant('When it was done.'),
  person: Type.Object({ id: Type.String(), name: text('At that time.') }),
  by: choice(['session', 'command'], 'The dashboard, or a command at the host, where nobody is signed in.'),
  operation: Type.String(),
  action: text('What the operation does.'),
  object: Type.Object({
    kind: text('`operator`, `mail_server` or `network_app`.'),
    id: nullable(text('Of the person, or the platform of the app; null for the mail server.')),
    name: nullable(text('Of the person now; null if it is no person, or they are not here any more.')),
  }),
  fields: Type.Array(Type.String(), {
    description: 'Names of the fields that the call set, never what they were set to.',
  }),
  address: nullable(text('IP address of the caller; null for a command, and after 30 days.')),
  requestId: Type.String(),
});

const example: Static<typeof InstallationEntry> = {
  id: 'aud_01JD0000000000000000000001',
  at: '2026-05-04T08:00:00.000Z',
  person: { id: 'usr_01JD0000000000000000000001', name: 'Rosa' },
  by: 'session',
  operation: 'addOperator',
  action: 'Make somebody an operator',
  object: { kind: 'operator', id: 'usr_01JD0000000000000000000002', name: 'Maya' },
  fields: ['email'],
  address: '203.0.113.7',
  requestId: 'req_01JD0000000000000000000001',
};

export const listInstallationAudit = operation({
  ...ofInstallation,
  id: 'listInstallationAudit',
  dashboard: { method: 'get', path: '/app/api/installation/audit' },
  summary: 'List what operators changed',
  description:
    'Every change of the installation, newest first: by an operator, or by a command at the host. Written in the transaction of the change. Kept for 365 days, addresses for 30.',
  query: Type.Object(
    {
      before: Type.Optional(Type.String({ maxLength: 64, description: '`next` of the page before.' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, default: PAGE })),
    },
    closed,
  ),
  result: Type.Object({ entries: Type.Array(InstallationEntry), ...pageFields }),
  example: { result: { entries: [example], next: null } },
  handle: async ({ context, query }) => {
    const page = { before: query.before ?? null, limit: query.limit ?? PAGE };
    const rows = await listInstallationEntries(context.directory, page);
    const entries = rows.map(({ userId, userName, keyId, objectKind, objectId, objectName, ...row }) => ({
      id: row.id,
      at: isoOf(row.at),
      person: { id: userId, name: userName },
      by: keyId === COMMAND_LINE.keyId ? ('command' as const) : ('session' as const),
      operation: row.operation,
      action: context.summaryOf(row.operation),
      object: { kind: objectKind, id: objectId, name: objectName },
      fields: row.fields,
      address: row.address,
      requestId: row.requestId,
    }));
    return { body: { entries, next: nextOf(rows, page) } };
  },
});
