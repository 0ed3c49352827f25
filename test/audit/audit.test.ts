/** Who did what: the list of a workspace's owner, and what operations of the dashboard leave in it. */
import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import { kinds } from '../../src/kinds/index.ts';
import { operations } from '../../src/service/operations.ts';
import { prune } from '../../src/service/retention.ts';
import { connectClient } from '../mcp/client.ts';
import { newApp } from '../oauth/app.ts';
import { entriesOf, expectedOf, writtenWith } from '../support/audited.ts';
import { begin, commentOf, draftOf, scheduledOf, words, type World } from '../support/furnished.ts';
import type { Call } from '../support/service.ts';
import { join, newMate } from '../support/team.ts';

const DAY = 86_400_000;

interface Request {
  params?: { [name: string]: string };
  body?: { [name: string]: unknown };
}

/** What the operations of the dashboard alone need, in the order in which they are called. */
const REQUESTS: { [operation: string]: (world: World, ask: Call) => Promise<Request> | Request } = {
  setWorkspaceConfirm: () => ({ body: { confirm: 'person' } }),
  decideConfirmation: async (world, ask) => {
    const tools = await connectClient(t, { baseUrl: world.baseUrl, key: world.key });
    await tools.call('delete_post', { id: await draftOf(world) });
    const { waiting } = (await ask('GET', '/app/api/confirmations')).body;
    await ask('PUT', '/app/api/confirmations', { confirm: 'none' });
    return { params: { id: waiting[0].id }, body: { decision: 'refused' } };
  },
  createKey: () => ({ body: { name: 'n8n', scopes: ['read'] } }),
  setKeyConfirm: async (_, ask) => ({ params: { id: await keyOf(ask) }, body: { confirm: 'call' } }),
  revokeKey: async (_, ask) => ({ params: { id: await keyOf(ask) } }),
  hideComment: async (world) => ({
    params: { commentId: await commentOf(world) },
    body: { accountId: world.accounts['instagram'] },
  }),
  answerCommentPrivately: async (world) => ({
    params: { commentId: await commentOf(world) },
    body: { accountId: world.accounts['instagram'], message: 'Here is the address.' },
  }),
  answerConsent: async (world) => {
    const app = await newApp(world);
    const { to } = await app.ask({}, { headers: world.session, ask: world.call });
    return {
      params: { request: new URLSearchParams(to!.search).get('request')! },
      body: { allow: true, scopes: ['read'] },
    };
  },
  endGrant: async (_, ask) => ({ params: { id: (await ask('GET', '/app/api/grants')).body.grants[0].id } }),
};

const keyOf = async (ask: Call): Promise<string> =>
  (await ask('GET', '/app/api/keys')).body.keys.find((one: { name: string }) => one.name === 'n8n').id;

void t.test('the audit of a workspace', async (t) => {
  const world = await begin(t);
  const { service, workspaceId, call } = world;
  const { sql, directory } = service;
  const { userId } = (await service.authenticate(world.key))!;
  const ask: Call = (method, path, body) => call(method, path, body, world.session);
  const audit = async (query = '') => (await ask('GET', `/v1/audit?${query}`)).body.entries;
  const newest = async (query = '') => (await audit(query))[0];

  await t.test('each operation that the dashboard alone has leaves one entry', async (t) => {
    const sent = { params: {}, body: {}, response: {}, workspaceId };
    const own = operations.filter((one) => one.rest === undefined && expectedOf(one, sent) !== null);
    t.strictSame(Object.keys(REQUESTS).toSorted(), own.map(({ id }) => id).toSorted());
    for (const [id, prepare] of Object.entries(REQUESTS)) {
      const operation = operations.find((one) => one.id === id)!;
      const { params = {}, body = {} } = await prepare(world, ask);
      const path = operation.dashboard!.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]!);
      const method = operation.dashboard!.method.toUpperCase();
      const answer = await ask(method, path, operation.body && body);
      t.equal(answer.status, 200, `${id}: ${JSON.stringify(answer.body)}`);
      const [grant] = id === 'answerConsent' ? (await ask('GET', '/app/api/grants')).body.grants : [];
      const expected = expectedOf(operation, {
        params,
        body,
        workspaceId,
        response: grant ? { grant } : answer.body,
      });
      const requestId = answer.headers.get('x-request-id')!;
      const entries = await entriesOf(world, workspaceId, requestId);
      t.strictSame(entries, [{ ...expected, userId, by: 'ses', address: '127.0.0.1' }], id);
      if (method !== 'DELETE')
        t.not((await writtenWith(world, requestId)).length, 0, `${id} is one transaction`);
    }
  });

  await t.test(
    'a tool is named, with the key or the app; what only reads or is refused leaves nothing',
    async (t) => {
      const app = await newApp(world);
      const token = (await app.connect({ headers: world.session, ask }, { scopes: ['read', 'draft'] }))
        .access_token;
      for (const [key, type, name] of [
        [world.key, 'key', 'test'],
        [token, 'app', 'A test'],
      ] as const) {
        const before = (await audit('limit=1000')).length;
        const tools = await connectClient(t, { baseUrl: world.baseUrl, key });
        await tools.call('list_posts');
        t.ok(
          (await tools.call('create_post', { ...words(world), accountIds: ['acc_none'], draft: true }))
            .isError,
        );
        const made = await tools.call('create_post', {
          ...words(world),
          draft: true,
          idempotencyKey: `one-${type}`,
        });
        const entries = await audit('limit=1000');
        t.equal(entries.length, before + 1, type);
        t.match(entries[0], {
          person: { id: userId },
          by: { type, name, tool: 'create_post' },
          action: 'Create a post',
          object: { kind: 'post', id: made.body.post.id },
          fields: ['content', 'accountIds', 'draft'],
        });
      }
    },
  );

  await t.test('a repeated request has the entry of the first one alone', async (t) => {
    const body = { name: 'Twice', text: 'Once' };
    const send = () => call('POST', '/v1/saved-replies', body, { 'idempotency-key': 'twice' });
    const { body: made } = await send();
    t.equal((await send()).headers.get('idempotent-replayed'), 'true');
    t.equal((await audit(`object=${made.savedReply.id}`)).length, 1);
  });

  await t.test(
    'entries of the cell and of the directory are one list, in pages and with filters',
    async (t) => {
      const from = new Date(world.service.context.clock()).toISOString();
      const { key } = await world.neighbour();
      const other = { authorization: `Bearer ${key}` };
      await call('POST', '/v1/saved-replies', { name: 'Theirs', text: 'Not ours' }, other);
      const id = await scheduledOf(world);
      await ask('POST', '/v1/invitations', { role: 'viewer' });
      await call('PATCH', `/v1/posts/${id}`, { content: 'A better text' });
      const names = (entries: { operation: string }[]) => entries.map(({ operation }) => operation);
      const all = await audit(`from=${from}`);
      t.strictSame(names(all), ['updatePost', 'createInvitation', 'createPost']);
      t.strictSame(names(await audit(`object=${id}`)), ['updatePost', 'createPost']);
      t.strictSame(names(await audit(`from=${from}&operation=createInvitation`)), ['createInvitation']);
      t.strictSame(await audit(`from=${from}&person=usr_none`), []);
      t.strictSame(names(await audit(`from=${from}&to=${all[1].at}`)), ['createPost']);
      const pages: string[] = [];
      for (let before = ''; pages.length < 3;) {
        const { entries, next } = (await ask('GET', `/v1/audit?limit=1${before}`)).body;
        pages.push(...names(entries));
        before = `&before=${next}`;
      }
      t.strictSame(pages, names(all));
      t.notOk(JSON.stringify(all).includes('better'), 'no text of a post is in it');
    },
  );

  await t.test('the same as CSV', async (t) => {
    const headers = { ...world.session, accept: 'text/csv' };
    const response = await fetch(`${world.baseUrl}/v1/audit?limit=2`, { headers });
    const [heading, ...rows] = (await response.text()).trim().split('\r\n');
    t.match(heading, /^at,person,by,key,tool,action,operation,object,objectId,fields,address,requestId$/);
    t.equal(rows.length, 2);
    t.match(rows[0], `,updatePost,post,`);
  });

  await t.test(
    'names of a person and of a key stay after both are gone, and only owners read the list',
    async (t) => {
      const mate = await newMate(world, 'Maya');
      await join(world, workspaceId, { userId: mate.userId, role: 'editor' });
      const made = await call('POST', '/v1/saved-replies', { name: 'Hours', text: 'Nine' }, mate.by.key);
      t.equal(made.status, 200);
      t.match(await call('GET', '/v1/audit', undefined, mate.by.key), {
        status: 403,
        body: { code: 'insufficient_role' },
      });
      const { keys } = (await mate.ask('GET', '/app/api/keys')).body;
      await mate.ask('DELETE', `/app/api/keys/${keys[0].id}`);
      await ask('DELETE', `/v1/members/${mate.userId}`);
      const entry = await newest(`person=${mate.userId}&operation=createSavedReply`);
      t.match(entry, { person: { name: 'Maya' }, by: { type: 'key', name: 'Maya’s key' } });
    },
  );

  await t.test('addresses are kept for 30 days, entries for 365', async (t) => {
    const kept = async () => {
      const rows = await Promise.all(
        [sql, directory].map(
          (db) => db`select address from audit_entries where workspace_id = ${workspaceId}`,
        ),
      );
      return rows.map((some) => [some.length > 0, some.some(({ address }) => address !== null)]);
    };
    const pruned = async (days: number) => {
      await prune({ sql, directory }, kinds, Date.now() + days * DAY, networks);
      return kept();
    };
    t.strictSame(await pruned(29), [
      [true, true],
      [true, true],
    ]);
    t.strictSame(await pruned(31), [
      [true, false],
      [true, false],
    ]);
    t.strictSame(await pruned(364), [
      [true, false],
      [true, false],
    ]);
    t.strictSame(await pruned(366), [
      [false, false],
      [false, false],
    ]);
  });
});
