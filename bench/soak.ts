/** `npm run soak`: mixed load at a steady rate for an hour. Each minute everything that could grow is measured. */
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { connect, type Sql } from '../store/connect.ts';
import { mailboxLag } from '../store/turns.ts';
import { processRss } from './postgres-cpu.ts';
import { startProgram } from './program.ts';
import { machineLine, table } from './report.ts';
import type { SoakLoadResult, SoakLoadInput } from './soak-load.ts';
import { openStage } from './stage.ts';

const USAGE = `Usage: npm run soak -- [--minutes 60] [--rate 40] [--every 60]

  --minutes  how long
  --rate     requests a second: a quarter publishes at once, the rest schedules, reads, lists, edits and deletes
  --every    seconds between two readings`;
const SUBSCRIBERS = 20;
/** The last posts become due up to two minutes after they are created. */
const LAST_DUE_MS = 130_000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '40' },
    every: { type: 'string', default: '60' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const [minutes, perSecond, every] = [values.minutes, values.rate, values.every].map(Number) as [
  number,
  number,
  number,
];
if (values.help || ![minutes, perSecond, every].every((number) => number > 0)) {
  say(USAGE);
  process.exit(values.help ? 0 : 2);
}

interface Reading {
  at: number;
  rssMb: number;
  heapMb: number;
  connections: number;
  lagMs: number;
  tables: { [name: string]: { rows: number; mb: number } };
  databaseMb: number;
}

const TABLES = ['posts', 'actors', 'due', 'claims', 'journal_pages', 'feed'] as const;
const stage = await openStage({ profile: false });
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void stage.stop().finally(() => process.exit(1)));
try {
  await soak();
} finally {
  await stage.stop();
}

async function soak(): Promise<void> {
  const url = await stage.create('soak', { migrated: true });
  const sql = connect(url, { applicationName: 'soak readings', maxConnections: 1 });
  const server = startProgram('soak-service.ts', { url });
  const { port, key, slug, account } = await server.hello;
  const input: SoakLoadInput = {
    port: Number(port),
    key: String(key),
    slug: String(slug),
    account: String(account),
    perSecond,
    minutes,
    subscribers: SUBSCRIBERS,
  };
  const load = startProgram<SoakLoadResult>('soak-load.ts', input);
  const readings: Reading[] = [];
  const startedAt = Date.now();
  const ended = load.result.then(() => true);
  say(['minute', 'rss', 'heap', 'connections', 'lag ms', 'journal pages'].join('\t'));
  for (let hasEnded = false; !hasEnded; hasEnded = await Promise.race([pause(every * 1000, false), ended])) {
    const reading = await readingOf(sql, { pid: server.pid, port: input.port, startedAt });
    readings.push(reading);
    say(
      [
        (reading.at / 60_000).toFixed(1),
        reading.rssMb.toFixed(0),
        reading.heapMb.toFixed(0),
        reading.connections,
        reading.lagMs.toFixed(0),
        reading.tables['journal_pages']!.rows,
      ].join('\t'),
    );
  }
  const total = await load.result;
  const isQuiet = await untilQuiet(sql);
  readings.push(await readingOf(sql, { pid: server.pid, port: input.port, startedAt }));
  const states = await sql<{ status: string; count: number }[]>`
    select status, count(*)::int as count from post_states group by status order by status`;
  server.finish();
  await server.result;
  await sql.end();

  const text = [
    '# Long run',
    '',
    `${new Date().toISOString().slice(0, 10)}, ${machineLine()}, ${stage.version} (${stage.durability}).  `,
    `${minutes} min at ${perSecond} requests/s, ${SUBSCRIBERS} subscribers of the live feed. Made by \`npm run soak\`.`,
    '',
    `${total.requests.toLocaleString('en-US')} requests, ${total.failed} failed, p50 ${total.p50Ms.toFixed(1)} ms, p99 ${total.p99Ms.toFixed(1)} ms; ${total.events.toLocaleString('en-US')} events delivered, ${total.holes} missing or repeated.  `,
    `Posts at the end: ${states.map(({ status, count }) => `${count} ${status}`).join(', ')}. ${isQuiet ? 'No due work was left.' : 'Work was left two minutes after the last request.'}`,
    '',
    ...table(
      [
        'minute',
        'rss MB',
        'heap MB',
        'connections',
        'lag ms',
        ...TABLES.map((name) => `${name}, rows (MB)`),
        'database MB',
      ],
      readings.map((reading) => [
        (reading.at / 60_000).toFixed(1),
        reading.rssMb.toFixed(0),
        reading.heapMb.toFixed(0),
        String(reading.connections),
        reading.lagMs.toFixed(0),
        ...TABLES.map((name) => {
          const { rows, mb } = reading.tables[name]!;
          return `${rows.toLocaleString('en-US')} (${mb.toFixed(1)})`;
        }),
        reading.databaseMb.toFixed(0),
      ]),
    ),
    '',
  ].join('\n');
  await writeFile(new URL('soak.md', import.meta.url), text);
  say(`\n${text}`);
}

async function readingOf(
  sql: Sql,
  { pid, port, startedAt }: { pid: number; port: number; startedAt: number },
): Promise<Reading> {
  const now = Date.now();
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const [row] = await sql<{ connections: number; bytes: string }[]>`
    select (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()) as connections,
           pg_database_size(current_database()) as bytes`;
  const sizes = await sql<{ name: string; bytes: string; rows: number }[]>`
    select relname as name, pg_total_relation_size(relid) as bytes, n_live_tup::int as rows
    from pg_stat_user_tables where relname = any(${[...TABLES]}::text[])`;
  const { lagMs } = await mailboxLag(sql, now);
  return {
    at: now - startedAt,
    rssMb: (processRss(pid) ?? NaN) / 1e6,
    heapMb: Number(/^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics)?.[1]) / 1e6,
    connections: row!.connections,
    lagMs,
    tables: Object.fromEntries(
      sizes.map(({ name, bytes, rows }) => [name, { rows, mb: Number(bytes) / 1e6 }]),
    ),
    databaseMb: Number(row!.bytes) / 1e6,
  };
}

/** Waits until all due work is done. @returns false when it was not done in time */
async function untilQuiet(sql: Sql): Promise<boolean> {
  const end = Date.now() + LAST_DUE_MS;
  while (Date.now() < end) {
    const [row] = await sql<{ left: number }[]>`
      select ((select count(*) from mailbox where due_at < now() + interval '1 hour') + (select count(*) from effects))::int as left`;
    if (row!.left === 0) return true;
    await pause(500);
  }
  return false;
}
