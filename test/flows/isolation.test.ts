/**
 * Nobody reaches resources of another workspace: every field that holds an id, in every operation of the table, is
 * given an id of another workspace, with an API key, with a session and as a tool. A new operation is tested because it is in the
 * table.
 */
import t from 'tap';
import { createKey } from '../../src/features/auth/keys.ts';
import { createSessions } from '../../src/features/auth/sessions.ts';
import { operations } from '../../src/service/operations.ts';
import type { Sql } from '../../store/connect.ts';
import { connectClient } from '../mcp/client.ts';
import { furnish, SECRET_WORDS } from '../support/one-of-each.ts';
import { type RunningService, startService } from '../support/service.ts';
import { argumentsWith, idFieldsOf, type Request, requestWith } from '../support/table-inputs.ts';

type Send = (request: Request) => Promise<{ status: number; text: string }>;

/** Fields of reads that filter the workspace's own resources: an id of another workspace matches nothing. */
const FILTERS = new Set(['readPostsById.ids', 'listToolCalls.keyId']);

void t.test('each field that looks like an id has a known owner', async (t) => {
  t.strictSame(
    operations.flatMap((operation) => idFieldsOf(operation).undeclared),
    [],
  );
  const fields = operations.flatMap((operation) => idFieldsOf(operation).fields);
  t.ok(fields.length > 60, `${fields.length} fields are tested`);
});

void t.test(
  'an id of another workspace is not found, by key and by session, and nothing changes',
  async (t) => {
    const running = await startService(t);
    const { service } = running;
    const neighbour = await running.neighbour();
    const own = await furnish(running, running.key, {
      slug: 'home',
      accounts: running.accounts,
      words: SECRET_WORDS,
    });
    const theirs = await furnish(running, neighbour.key, {
      slug: neighbour.slug,
      accounts: neighbour.accounts,
      words: SECRET_WORDS,
    });
    const held = await heldKey(running, neighbour.key);
    const callers: { [name: string]: Send } = {
      key: sendWith(running, { authorization: `Bearer ${running.key}` }),
      'a key held to the other workspace': sendWith(running, { authorization: `Bearer ${held}` }),
      session: sendWith(running, await sessionOf(running)),
    };
    const clients = [
      await connectClient(t, { ...running, allTools: true }),
      await connectClient(t, { ...running, key: held, allTools: true }),
    ];
    const marks = [neighbour.workspaceId, ...Object.values(theirs), ...Object.values(neighbour.accounts)];
    const rowsBefore = await rowsWith(service.sql, marks);

    for (const operation of operations) {
      for (const field of idFieldsOf(operation).fields) {
        if (operation.tool !== undefined) {
          const given = argumentsWith(operation, own, { field, id: theirs[field.kind] });
          for (const tools of clients) {
            const { isError, body, texts } = await tools.call(operation.tool.name, given);
            const where = `${operation.tool.name}: ${field.name}`;
            if (FILTERS.has(`${operation.id}.${field.name}`)) t.notOk(isError, where);
            else t.ok(isError && HIDDEN.has(body.code), `${where}: ${texts[0]!.slice(0, 200)}`);
            t.notOk(texts.join('\n').includes(SECRET_WORDS), `${where} shows nothing`);
          }
        }
        for (const [caller, send] of Object.entries(callers)) {
          for (const request of requestWith(operation, own, { field, id: theirs[field.kind] })) {
            const where = `${operation.id}: ${field.place} ${field.name}, by ${caller}`;
            const { status, text } = await send(request);
            if (FILTERS.has(`${operation.id}.${field.name}`)) t.equal(status, 200, where);
            // a list is of accounts to send to: which of them is wrong is said, or that the post cannot be sent now
            else if (field.isList)
              t.ok(
                status === 400 || status === 409 || LIST_HIDDEN.test(text),
                `${where}: ${status} ${text.slice(0, 200)}`,
              );
            else t.ok(status === 403 || status === 404, `${where}: ${status} ${text.slice(0, 200)}`);
            t.notOk(text.includes(SECRET_WORDS), `${where} shows nothing`);
          }
        }
      }
      if (routesChange(operation))
        t.strictSame(await rowsWith(service.sql, marks), rowsBefore, `${operation.id} changes nothing`);
    }
    t.strictSame(await rowsWith(service.sql, marks), rowsBefore);
  },
);

/** Errors about more than the list: that nobody but a person may call, and that what the path names is not there. */
const LIST_HIDDEN = /"code":"(session_required|not_found)"/;

/** Codes of errors that say of an id no more than that it is not there. */
const HIDDEN = new Set(['not_found', 'not_a_member', 'unknown_account']);

const routesChange = (operation: (typeof operations)[number]) =>
  [operation.rest, operation.dashboard].some((route) => route !== undefined && route.method !== 'get');

/** The owner of this key joins the running service's workspace. @returns a key of theirs that is held to it */
async function heldKey({ service, key }: RunningService, ofTheirs: string): Promise<string> {
  const [home] = (await service.authenticate(key))!.workspaces;
  const { userId } = (await service.authenticate(ofTheirs))!;
  await service.directory`
    insert into members (workspace_id, user_id, created_at) values (${home!.id}, ${userId}, now())`;
  const held = { userId, name: 'held', workspaceIds: [home!.id], now: Date.now() };
  return (await createKey(service.directory, held)).key;
}

/** Headers of a person who is signed in: the user behind the running service's key. */
async function sessionOf({ service, key, baseUrl }: RunningService): Promise<{ [name: string]: string }> {
  const { userId } = (await service.authenticate(key))!;
  const sessions = createSessions({ sql: service.directory, baseUrl: () => baseUrl, clock: Date.now });
  const [, cookie] = await sessions.begin(service.directory, userId);
  return { cookie: cookie.split(';')[0]!, 'sec-fetch-site': 'same-origin' };
}

function sendWith({ baseUrl }: RunningService, headers: { [name: string]: string }): Send {
  return async ({ route, path, body }) => {
    const method = route.method.toUpperCase();
    const init: RequestInit = { method, headers };
    if (path.startsWith('/v1/media/upload') || (method === 'POST' && path.startsWith('/v1/imports'))) {
      const form = new FormData();
      for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value));
      form.append('file', new Blob(['%PDF-1.4']), 'a.pdf');
      init.body = form;
    } else if (body !== undefined) {
      init.body = JSON.stringify(body);
      init.headers = { ...headers, 'content-type': 'application/json' };
    }
    const response = await fetch(`${baseUrl}${path}`, init);
    return { status: response.status, text: await response.text() };
  };
}

/**
 * Every row of every table that holds one of these texts, except the times at which keys were last used, which are
 * written later, and the caller's own audit list, which names the ids that were tried (test/mcp/audit.test.ts).
 */
async function rowsWith(sql: Sql, marks: string[]): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema like 'troupe_%' and table_type = 'BASE TABLE' and table_name <> 'tool_calls' order by table_schema, table_name`;
  const patterns = marks.map((mark) => `%${mark}%`);
  const rows = await Promise.all(
    tables.map(
      ({ schema, name }) => sql<{ row: string }[]>`
        select ${name}::text || ' ' || (to_jsonb(r) - 'last_used_at')::text as row from ${sql(schema)}.${sql(name)} r
        where to_jsonb(r)::text like any(${patterns}::text[]) order by 1`,
    ),
  );
  return rows.flat().map(({ row }) => row);
}
