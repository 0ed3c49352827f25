/** What the Fastify server starts with: its tables, a key, and as many posts in the same statuses as ours. */
import { createHash, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { type HttpServerInput, STATUSES } from '../http/posts.ts';
import { keySql } from '../rows/keys.ts';

const SCHEMA = `
  create table api_keys (hash text primary key, workspaces text[] not null);
  create table posts (
    id text primary key, workspace text not null, content text not null, status text not null,
    scheduled_at timestamptz, published_at timestamptz, error text, account_ids text[] not null, media text[] not null,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now()
  );
  create index on posts (workspace, id desc);
  create index on posts (workspace, status, id desc);
  create table deliveries (
    post_id text not null references posts (id), account_id text not null, platform text not null, status text not null,
    network_post_id text, url text, error text, primary key (post_id, account_id)
  );
  create table jobs (id bigint generated always as identity primary key, post_id text not null, run_at timestamptz not null);
  create index on jobs (run_at);
  create table idempotency_keys (key_hash text, key text, request_hash text not null, response json not null, primary key (key_hash, key));`;

/** As long as an account's id is. */
export const ACCOUNT = `acc_${'0'.repeat(26)}`;

/** @returns the key that reaches all workspaces */
export async function seed(pool: Pool, { posts, workspaces }: HttpServerInput): Promise<string> {
  const key = `key_${randomUUID()}`;
  const slugs = Array.from({ length: workspaces }, (_, index) => `bench-${index}`);
  await pool.query(SCHEMA);
  await pool.query('insert into api_keys values ($1, $2)', [hashOf(key), slugs]);
  await pool.query(
    `insert into posts (id, workspace, content, status, scheduled_at, published_at, error, account_ids, media)
     select 'post_' || ${keySql('n')}, ($1::text[])[((n - 1) % ($3::int * $4::int)) / $4::int + 1],
            'Hello from one of the posts of the bench' || repeat(' and more words', 9), s.status,
            case when s.status = 'scheduled' then now() + interval '90 days' end, case when s.status = 'published' then now() end,
            case when s.status = 'failed' then 'mastodon: no' end, array[$6::text], '{}'
     from generate_series(1, $5::int) n cross join lateral (select ($2::text[])[(n - 1) % $4::int + 1] as status) s`,
    [slugs, [...STATUSES], workspaces, STATUSES.length, posts, ACCOUNT],
  );
  await pool.query(
    `insert into deliveries (post_id, account_id, platform, status, network_post_id, error)
     select id, account_ids[1], 'mastodon', case status when 'scheduled' then 'pending' when 'draft' then 'pending' else status end,
            case when status = 'published' then 'dlv_' || substr(id, 6) || substr(account_ids[1], 5) end,
            case when status = 'failed' then 'no' end
     from posts`,
  );
  await pool.query('vacuum analyze');
  return key;
}

/** Keys are stored and looked up by their hashes, as ours are. */
export const hashOf = (value: string): string => createHash('sha256').update(value).digest('base64');
