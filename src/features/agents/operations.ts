/** The audit list for the pages of the dashboard (docs/mcp.md). */
import { Type } from 'typebox';
import type { Core } from '../../api/context.ts';
import { operationsWith } from '../../api/operation.ts';
import { listGrants } from '../../../store/grants.ts';
import { listKeys, readNames } from '../../../store/keys.ts';
import { latestToolCalls, listToolCalls, type ToolCallRow } from '../../../store/tool-calls.ts';
import { nextOf, pageFields, pages } from '../../api/paging.ts';
import { insistOnSession, workspaceOf } from '../../api/principal.ts';
import { choice, closed, instant, nullable, resourceId, text, workspaceField } from '../../api/schemas.ts';
import { isoOf } from '../../base/time.ts';

const operation = operationsWith<Core>();

const page = pages(50);

const ToolCall = Type.Object({
  id: Type.String(),
  at: instant('When it was called.'),
  tool: text('The name of the tool, or a method of the protocol: initialize, server/discover, tools/list.'),
  changes: Type.Boolean({ description: 'Whether the tool may change something.' }),
  outcome: choice(['done', 'refused', 'failed'], 'The outcome of the call.'),
  code: nullable(text('Of the error.')),
  arguments: Type.Object({}, { additionalProperties: true, description: 'Without the texts in them.' }),
  resourceId: nullable(text('What it made, changed or removed.')),
  confirmedBy: nullable(
    text(
      'Who agreed to it: `call`, the caller by a second call, or the name of a person. null if nobody had to.',
    ),
  ),
  keyId: Type.String(),
  keyName: text('Of the API key, or of the connected app.'),
  client: nullable(text('What the program calls itself.')),
  requestId: Type.String(),
});

const example = {
  id: 'call_01JD0000000000000000000001',
  at: '2026-05-04T08:00:00.000Z',
  tool: 'create_post',
  changes: true,
  outcome: 'done',
  code: null,
  arguments: { accountIds: ['acc_01JD0000000000000000000001'], content: '(20 characters)', publishNow: true },
  resourceId: 'post_01JD0000000000000000000001',
  confirmedBy: 'Rosa',
  keyId: 'key_01JD0000000000000000000001',
  keyName: 'Claude Code',
  client: 'claude-code 2.1.0',
  requestId: 'req_01JD0000000000000000000001',
};

const listCalls = operation({
  id: 'listToolCalls',
  accountLimit: 'refused',
  dashboard: { method: 'get', path: '/app/api/tool-calls' },
  tag: 'Agents',
  summary: 'List the calls of tools',
  description: 'What agents did in the workspace, newest first. Kept for 90 days.',
  query: Type.Object(
    {
      ...page.fields,
      keyId: Type.Optional(resourceId('api_key', { description: 'Only calls with this key.' })),
      changes: Type.Optional(Type.Boolean({ description: 'true: without those that only read.' })),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ calls: Type.Array(ToolCall), ...pageFields }),
  example: { query: { changes: true }, result: { calls: [example], next: null } },
  handle: async (call) => {
    const { id: workspaceId } = workspaceOf(call, call.query.workspace);
    const { keyId = null, changes = false } = call.query;
    const range = page.read(call.query);
    const rows = await listToolCalls(call.context.sql, {
      workspaceId,
      keyId,
      changesOnly: changes,
      ...range,
    });
    const calls = await toolCallViews(call.context, rows);
    return { body: { calls, next: nextOf(rows, range) } };
  },
});

const listLatest = operation({
  id: 'listLatestToolCalls',
  accountLimit: 'refused',
  dashboard: { method: 'get', path: '/app/api/tool-calls/latest' },
  tag: 'Agents',
  summary: 'The last call with each key, and of each connected app',
  description: 'Of the person who is signed in, in all workspaces, newest first.',
  result: Type.Object({ calls: Type.Array(ToolCall) }),
  example: { result: { calls: [example] } },
  handle: async ({ context, principal }) => {
    insistOnSession(principal, 'what your keys did is shown to you in the dashboard alone');
    const { userId, workspaces } = principal;
    const [keys, grants] = await Promise.all([
      listKeys(context.directory, { userId }),
      listGrants(context.directory, userId),
    ]);
    const rows = await latestToolCalls(context.sql, {
      keyIds: [...keys, ...grants].map(({ id }) => id),
      workspaceIds: workspaces.map(({ id }) => id),
    });
    return { body: { calls: await toolCallViews(context, rows) } };
  },
});

async function toolCallViews({ directory }: Core, rows: readonly ToolCallRow[]) {
  const userIds = [...new Set(rows.flatMap(({ confirmedBy }) => confirmedBy ?? []))].filter(
    (by) => by !== 'call',
  );
  const names = userIds.length === 0 ? new Map() : await readNames(directory, { userIds, keyIds: [] });
  return rows.map((row) => toolCallView(row, names));
}

function toolCallView(row: ToolCallRow, names: ReadonlyMap<string, string>) {
  const {
    id,
    at,
    tool,
    changes,
    outcome,
    code,
    resourceId: resource,
    keyId,
    keyName,
    client,
    confirmedBy,
  } = row;
  return {
    id,
    at: isoOf(at),
    tool,
    changes,
    outcome,
    code,
    arguments: row.arguments,
    resourceId: resource,
    confirmedBy: confirmedBy === null ? null : (names.get(confirmedBy) ?? confirmedBy),
    keyId,
    keyName,
    client,
    requestId: row.requestId,
  };
}

export const auditOperations = [listCalls, listLatest];
