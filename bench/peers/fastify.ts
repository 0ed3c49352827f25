/**
 * The same three requests on Fastify 5 and pg, written plainly: schemas for input and output, prepared statements, keys
 * remembered in memory as ours are, and a create that is one transaction (the post, its targets, the job that will
 * publish it).
 */
import { createHash, randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import { Pool } from 'pg';
import { program } from '../program.ts';

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
      items: { type: 'object', properties: { accountId: text, platform: text, status: text, url: maybe } },
    },
    createdAt: text,
    updatedAt: text,
  },
} as const;

const SCHEMA = `
  create table api_keys (hash text primary key, workspace_id text not null);
  create table posts (
    id text primary key, workspace_id text not null, content text not null, status text not null,
    scheduled_at timestamptz, published_at timestamptz, error text, account_ids text[] not null, media text[] not null,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now()
  );
  create index on posts (workspace_id, id desc);
  create table deliveries (
    post_id text not null references posts (id), account_id text not null, platform text not null, status text not null, url text,
    primary key (post_id, account_id)
  );
  create table jobs (id bigint generated always as identity primary key, post_id text not null, run_at timestamptz not null);
  create index on jobs (run_at);`;

const COLUMNS = `
  p.id, p.content, p.status, p.scheduled_at as "scheduledAt", p.published_at as "publishedAt", p.error,
  p.account_ids as "accountIds", p.media, p.created_at as "createdAt", p.updated_at as "updatedAt",
  coalesce((select json_agg(json_build_object('accountId', d.account_id, 'platform', d.platform, 'status', d.status, 'url', d.url))
            from deliveries d where d.post_id = p.id), '[]') as deliveries`;

await program(async ({ url, posts }: { url: string; posts: number }, parent) => {
  const pool = new Pool({ connectionString: url, max: 10 });
  const key = `key_${randomUUID()}`;
  const workspaceId = 'ws_1';
  await pool.query(SCHEMA);
  await pool.query('insert into api_keys values ($1, $2)', [hashOf(key), workspaceId]);
  await pool.query(
    `insert into posts (id, workspace_id, content, status, scheduled_at, account_ids, media)
     select 'post_' || n, $1, 'Hello from post number ' || n || repeat(' and more words', 10), 'scheduled',
            now() + interval '90 days', '{acc_1}', '{}' from generate_series(1, $2::int) n`,
    [workspaceId, posts],
  );
  await pool.query(
    `insert into deliveries (post_id, account_id, platform, status) select id, 'acc_1', 'mastodon', 'pending' from posts`,
  );
  await pool.query('vacuum analyze');

  const known = new Map<string, string>();
  const app = Fastify();
  app.decorateRequest('workspaceId', '');
  app.addHook('onRequest', async (request, reply) => {
    const sent = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const hash = hashOf(sent);
    let workspace = known.get(hash);
    if (workspace === undefined) {
      const { rows } = await pool.query<{ workspace_id: string }>(
        'select workspace_id from api_keys where hash = $1',
        [hash],
      );
      workspace = rows[0]?.workspace_id;
      if (workspace === undefined) return reply.code(401).send({ error: 'unknown key' });
      known.set(hash, workspace);
    }
    (request as { workspaceId?: string }).workspaceId = workspace;
  });
  const workspaceOf = (request: object) => (request as { workspaceId: string }).workspaceId;

  app.get<{ Params: { id: string } }>(
    '/v1/posts/:id',
    { schema: { response: { 200: { type: 'object', properties: { post } } } } },
    async (request, reply) => {
      const { rows } = await pool.query({
        name: 'get',
        text: `select ${COLUMNS} from posts p where p.id = $1 and p.workspace_id = $2`,
        values: [request.params.id, workspaceOf(request)],
      });
      return rows.length === 0 ? reply.code(404).send({ error: 'not found' }) : { post: rows[0] };
    },
  );
  app.get<{ Querystring: { limit: number } }>(
    '/v1/posts',
    {
      schema: {
        querystring: {
          type: 'object',
          properties: { limit: { type: 'integer', minimum: 1, maximum: 100, default: 25 } },
        },
        response: { 200: { type: 'object', properties: { posts: { type: 'array', items: post } } } },
      },
    },
    async (request) => {
      const { rows } = await pool.query({
        name: 'list',
        text: `select ${COLUMNS} from posts p where p.workspace_id = $1 order by p.id desc limit $2`,
        values: [workspaceOf(request), request.query.limit],
      });
      return { posts: rows };
    },
  );
  app.post<{ Body: { content: string; accountIds: string[]; scheduledAt: string } }>(
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
        response: { 201: { type: 'object', properties: { post } } },
      },
    },
    async (request, reply) => {
      const { content, accountIds, scheduledAt } = request.body;
      const id = `post_${randomUUID()}`;
      const client = await pool.connect();
      try {
        await client.query('begin');
        const { rows } = await client.query({
          name: 'insert post',
          text: `insert into posts (id, workspace_id, content, status, scheduled_at, account_ids, media)
                 values ($1, $2, $3, 'scheduled', $4, $5, '{}') returning created_at as "createdAt", updated_at as "updatedAt"`,
          values: [id, workspaceOf(request), content, scheduledAt, accountIds],
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
        await client.query('commit');
        const deliveries = accountIds.map((accountId) => ({
          accountId,
          platform: 'mastodon',
          status: 'pending',
        }));
        return await reply.code(201).send({
          post: {
            id,
            content,
            status: 'scheduled',
            scheduledAt,
            accountIds,
            media: [],
            deliveries,
            ...rows[0],
          },
        });
      } catch (fault) {
        await client.query('rollback');
        throw fault;
      } finally {
        client.release();
      }
    },
  );

  await app.listen({ port: 0, host: '127.0.0.1' });
  parent.hello({ port: (app.server.address() as { port: number }).port, key, account: 'acc_1' });
  await parent.finished;
  await app.close();
  return {};
});

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64');
}
