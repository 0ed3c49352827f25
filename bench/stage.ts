/** The Postgres that every program is measured on: embedded and durable, with databases that are cloned from templates. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/install/embedded/postgres.ts';
import { connect, type Sql } from '../store/connect.ts';
import { migrate } from '../store/migrate.ts';

export interface Slow {
  calls: number;
  ms: number;
  planMs: number;
  rows: number;
  walBytes: number;
  query: string;
}

export interface Stage {
  postmasterPid: number;
  /** `PostgreSQL 18.1`. */
  version: string;
  /** The server's settings for durability. */
  durability: string;
  /** Makes an empty database, or one with our schema. @returns its address */
  create(name: string, options?: { migrated?: boolean }): Promise<string>;
  /** After seeding: updates statistics and writes everything to disk. */
  settle(url: string): Promise<void>;
  /** Makes a copy for one run. @returns its address */
  clone(name: string): Promise<string>;
  drop(url: string): Promise<void>;
  /** How many bytes the server has written to its write-ahead log so far. */
  walBytes(): Promise<number>;
  /** The statements that took longest since the last call, when profiling. */
  slowest(limit: number): Promise<Slow[]>;
  stop(): Promise<void>;
}

/** @param options.profile collect pg_stat_statements, which slows every program down a little */
export async function openStage(options: { profile: boolean }): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'troupe-bench-'));
  const server = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    settings: {
      max_connections: '300',
      ...(options.profile && {
        shared_preload_libraries: 'pg_stat_statements',
        'pg_stat_statements.track': 'all', // those inside functions too
        'pg_stat_statements.track_planning': 'on',
      }),
    },
  });
  const admin = connect(server.url, {
    applicationName: 'bench admin',
    maxConnections: 1,
    statementTimeoutMs: 0,
  });
  const [facts] = await admin<{ version: string; fsync: string; commit: string; pages: string }[]>`
    select split_part(version(), ' on ', 1) as version, current_setting('fsync') as fsync,
           current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages`;
  if (options.profile) await admin`create extension pg_stat_statements`;
  return {
    postmasterPid: server.pid,
    version: facts!.version,
    durability: `fsync ${facts!.fsync}, synchronous_commit ${facts!.commit}, full_page_writes ${facts!.pages}`,
    ...databases(admin, server.url),
    walBytes: () => walBytes(admin),
    slowest: async (limit) => (options.profile ? slowest(admin, limit) : []),
    async stop() {
      await admin.end({ timeout: 5 });
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function databases(admin: Sql, serverUrl: string): Pick<Stage, 'create' | 'settle' | 'clone' | 'drop'> {
  let clones = 0;
  const addressOf = (name: string) => {
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    return url.href;
  };
  return {
    async create(name, { migrated = false } = {}) {
      await admin`create database ${admin(name)} template template0`;
      const url = addressOf(name);
      if (migrated) await using(url, (sql) => migrate(sql));
      return url;
    },
    settle: (url) =>
      using(url, async (sql) => {
        await sql`vacuum analyze`;
        await sql`checkpoint`;
      }),
    async clone(name) {
      clones += 1;
      const copy = `${name}_run_${clones}`;
      await admin`create database ${admin(copy)} template ${admin(name)} strategy file_copy`;
      await admin`checkpoint`;
      return addressOf(copy);
    },
    async drop(url) {
      await admin`drop database ${admin(new URL(url).pathname.slice(1))} with (force)`;
    },
  };
}

/** The statements that took longest since the last call. */
async function slowest(admin: Sql, limit: number): Promise<Slow[]> {
  const rows = await admin<Slow[]>`
    select sum(calls)::int as calls, sum(total_exec_time)::float8 as ms, sum(total_plan_time)::float8 as "planMs", sum(rows)::int as rows,
           sum(wal_bytes)::float8 as "walBytes",
           min(regexp_replace(query, '\\s+', ' ', 'g')) as query
    from pg_stat_statements where query !~* '^(create|drop|vacuum|checkpoint)' group by query order by 2 desc limit ${limit}`;
  await admin`select pg_stat_statements_reset()`;
  return rows;
}

/** How many bytes the server has written to its write-ahead log so far. */
export async function walBytes(sql: Sql): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as bytes`;
  return row!.bytes;
}

async function using(url: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const sql = connect(url, { applicationName: 'bench', maxConnections: 1, statementTimeoutMs: 0 });
  try {
    await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
