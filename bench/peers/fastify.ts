/**
 * The same requests on Fastify 5 and pg, written plainly: schemas for input and output, prepared statements, keys
 * remembered in memory as ours are, and a create that is one transaction (the post, its targets, the job that will
 * publish it).
 */
import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { Pool, type PoolClient } from 'pg';
import { type HttpServerInput, STATUSES } from '../http/posts.ts';
import { program } from '../program.ts';
import { ACCOUNT, hashOf, seed } from './fastify-seed.ts';

const text = { type: 'string' } as const;
const maybe = { type: ['string', 'null'] } as const;
const post = {
  type: 'object',
  properties: {
    id: text,
    content: text,
    status: text,
    scheduledAt: maybe,
    publishedAt: maybe,
    error: maybe,
    accountIds: { type: 'array', items: text },
    media: { type: 'array', items: text },
    deliveries: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          accountId: text,
          platform: text,
          status: text,
          networkPostId: maybe,
          url: maybe,
          error: maybe,
        },
      },
    },
    createdAt: text,
    updatedAt: text,
  },
} as const;
const one = { type: 'object', properties: { post } } as const;

const COLUMNS = `
  p.id, p.content, p.status, p.scheduled_at as "scheduledAt", p.published_at as "publishedAt", p.error,
  p.account_ids as "accountIds", p.media, p.created_at as "createdAt", p.updated_at as "updatedAt",
  coalesce((select json_agg(json_build_object('accountId', d.account_id, 'platform', d.platform, 'status', d.status,
                                              'networkPostId', d.network_post_id, 'url', d.url, 'error', d.error))
            from deliveries d where d.post_id = p.id), '[]') as deliveries`;

interface NewPost {
  content: string;
  accountIds: string[];
  scheduledAt: string;
}
/** What a request is allowed to see, and the hash of its key. */
interface Caller {
  workspaces: string[];
  keyHash: string;
}
type WithCaller = { caller: Caller };

const FORBIDDEN = { error: 'not a member of this workspace' };

await program(async (input: HttpServerInput, parent) => {
  const pool = new Pool({ connectionString: input.url, max: 10 });
  const key = await seed(pool, input);
  const app = Fastify();
  authenticate(app, pool);
  readRoutes(app, pool);
  writeRoutes(app, pool);
  await app.listen({ port: 0, host: '127.0.0.1' });
  parent.hello({ port: (app.server.address() as { port: number }).port, key, account: ACCOUNT });
  await parent.finished;
  await app.close();
  return {};
});

function authenticate(app: FastifyInstance, pool: Pool): void {
  const known = new Map<string, string[]>();
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request, reply) => {
    const keyHash = hashOf(request.headers.authorization?.replace('Bearer ', '') ?? '');
    let workspaces = known.get(keyHash);
    if (workspaces === undefined) {
      const { rows } = await pool.query<{ workspaces: string[] }>(
        'select workspaces from api_keys where hash = $1',
        [keyHash],
      );
      workspaces = rows[0]?.workspaces;
      if (workspaces === undefined) return reply.code(401).send({ error: 'unknown key' });
      known.set(keyHash, workspaces);
    }
    (request as unknown as WithCaller).caller = { workspaces, keyHash };
  });
}

/** The caller's workspace of this name, or the first; undefined when it is not the caller's. */
function workspaceOf(request: unknown, name: string | undefined): string | undefined {
  const { workspaces } = (request as WithCaller).caller;
  return name === undefined ? workspaces[0] : workspaces.find((one) => one === name);
}

function readRoutes(app: FastifyInstance, pool: Pool): void {
  app.get<{ Params: { id: string }; Querystring: { workspace?: string } }>(
    '/v1/posts/:id',
    { schema: { querystring: { type: 'object', properties: { workspace: text } }, response: { 200: one } } },
    async (request, reply) => {
      const workspace = workspaceOf(request, request.query.workspace);
      if (workspace === undefined) return reply.code(403).send(FORBIDDEN);
      const { rows } = await pool.query({
        name: 'get',
        text: `select ${COLUMNS} from posts p where p.id = $1 and p.workspace = $2`,
        values: [request.params.id, workspace],
      });
      return rows.length === 0 ? reply.code(404).send({ error: 'not found' }) : { post: rows[0] };
    },
  );
  const schema = {
    querystring: {
      type: 'object',
      properties: {
        workspace: text,
        status: { type: 'string', enum: ['all', ...new Set(STATUSES)], default: 'all' },
        before: text,
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 25 },
      },
    },
    response: { 200: { type: 'object', properties: { posts: { type: 'array', items: post } } } },
  } as const;
  // the second is the list of the dashboard, with pages
  for (const path of ['/v1/posts', '/app/api/posts'])
    app.get<{ Querystring: List }>(path, { schema }, async (request, reply) => {
      const workspace = workspaceOf(request, request.query.workspace);
      if (workspace === undefined) return reply.code(403).send(FORBIDDEN);
      const { rows } = await pool.query(listQuery(workspace, request.query));
      return { posts: rows };
    });
}

interface List {
  workspace?: string;
  status: string;
  before?: string;
  limit: number;
}

/** A statement for each combination of filters, so that each has the plan of its index. */
function listQuery(workspace: string, { status, before, limit }: List) {
  const values: unknown[] = [workspace, limit];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const byStatus = status === 'all' ? '' : `and p.status = ${parameter(status)}`;
  const byPage = before === undefined ? '' : `and p.id < ${parameter(before)}`;
  return {
    name: `list${byStatus === '' ? '' : ' status'}${byPage === '' ? '' : ' page'}`,
    text: `select ${COLUMNS} from posts p where p.workspace = $1 ${byStatus} ${byPage} order by p.id desc limit $2`,
    values,
  };
}

function writeRoutes(app: FastifyInstance, pool: Pool): void {
  app.patch<{ Params: { id: string }; Body: { content: string; workspace?: string } }>(
    '/v1/posts/:id',
    {
      schema: {
        body: {
          type: 'object',
          required: ['content'],
          properties: { content: { type: 'string', maxLength: 100_000 }, workspace: text },
        },
        response: { 200: one },
      },
    },
    async (request, reply) => {
      const workspace = workspaceOf(request, request.body.workspace);
      if (workspace === undefined) return reply.code(403).send(FORBIDDEN);
      const { rows } = await pool.query({
        name: 'edit',
        text: `update posts p set content = $3, updated_at = now() where p.id = $1 and p.workspace = $2
               and p.status in ('draft', 'scheduled', 'failed') returning ${COLUMNS}`,
        values: [request.params.id, workspace, request.body.content],
      });
      return rows.length === 0 ? reply.code(404).send({ error: 'not found' }) : { post: rows[0] };
    },
  );
  app.post<{ Body: NewPost }>(
    '/v1/posts',
    {
      schema: {
        body: {
          type: 'object',
          required: ['content', 'accountIds', 'scheduledAt'],
          properties: {
            content: { type: 'string', maxLength: 100_000 },
            accountIds: { type: 'array', items: text, minItems: 1, maxItems: 100 },
            scheduledAt: { type: 'string', format: 'date-time' },
          },
        },
        response: { 201: one },
      },
    },
    async (request, reply) => {
      const { keyHash, workspaces } = (request as unknown as WithCaller).caller;
      const key = request.headers['idempotency-key'];
      const keyed =
        typeof key === 'string' ? { key, keyHash, requestHash: hashOf(JSON.stringify(request.body)) } : null;
      const { status, body } = await inTransaction(pool, (client) =>
        create(client, { workspace: workspaces[0]!, post: request.body, keyed }),
      );
      return reply.code(status).send(body);
    },
  );
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (fault) {
    await client.query('rollback');
    throw fault;
  } finally {
    client.release();
  }
}

interface Keyed {
  key: string;
  keyHash: string;
  requestHash: string;
}

/** A create. Under a key that was used before, the response of then. */
async function create(
  client: PoolClient,
  { workspace, post, keyed }: { workspace: string; post: NewPost; keyed: Keyed | null },
): Promise<{ status: number; body: object }> {
  if (keyed === null) return { status: 201, body: { post: await insertPost(client, workspace, post) } };
  const { key, keyHash, requestHash } = keyed;
  const { rows } = await client.query<{ hash: string; response: object }>({
    name: 'read key',
    text: 'select request_hash as hash, response from idempotency_keys where key_hash = $1 and key = $2',
    values: [keyHash, key],
  });
  const [known] = rows;
  if (known)
    return known.hash === requestHash
      ? { status: 201, body: known.response }
      : { status: 422, body: { error: 'the key was used with another request' } };
  const body = { post: await insertPost(client, workspace, post) };
  await client.query({
    name: 'keep key',
    text: 'insert into idempotency_keys values ($1, $2, $3, $4)',
    values: [keyHash, key, requestHash, JSON.stringify(body)],
  });
  return { status: 201, body };
}

async function insertPost(client: PoolClient, workspace: string, post: NewPost): Promise<object> {
  const { content, accountIds, scheduledAt } = post;
  const id = `post_${randomUUID()}`;
  const { rows } = await client.query({
    name: 'insert post',
    text: `insert into posts (id, workspace, content, status, scheduled_at, account_ids, media)
           values ($1, $2, $3, 'scheduled', $4, $5, '{}') returning created_at as "createdAt", updated_at as "updatedAt"`,
    values: [id, workspace, content, scheduledAt, accountIds],
  });
  await client.query({
    name: 'insert deliveries',
    text: `insert into deliveries (post_id, account_id, platform, status)
           select $1, a, 'mastodon', 'pending' from unnest($2::text[]) a`,
    values: [id, accountIds],
  });
  await client.query({
    name: 'insert job',
    text: 'insert into jobs (post_id, run_at) values ($1, $2)',
    values: [id, scheduledAt],
  });
  const deliveries = accountIds.map((accountId) => ({ accountId, platform: 'mastodon', status: 'pending' }));
  return { id, content, status: 'scheduled', scheduledAt, accountIds, media: [], deliveries, ...rows[0] };
}
