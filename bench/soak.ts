/** `npm run soak`: mixed load at a steady rate for an hour. Each minute everything that could grow is measured. */
import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { supportedKinds } from '../src/engine/take.ts';
import { kinds } from '../src/kinds/index.ts';
import { metrics } from '../src/kinds/metrics.ts';
import { connect, type Sql } from '../store/connect.ts';
import { countPosts } from '../store/posts.ts';
import { mailboxLag, nextDueAt } from '../store/turns.ts';
import { processRss } from './postgres-cpu.ts';
import { type Running, startProgram } from './program.ts';
import { machineLine, table } from './report.ts';
import type { SoakLoadInput, SoakLoadResult } from './soak-load.ts';
import { openStage } from './stage.ts';

const USAGE = `Usage: npm run soak -- [--minutes 60] [--rate 40] [--every 60]

  --minutes  how long
  --rate     requests a second: a quarter publishes at once, the rest schedules, reads, lists, edits and deletes
  --every    seconds between two readings

The result is written to bench/soak.md when the run lasts an hour or longer.`;
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

/** Tables shown: those that are largest at the end. */
const TABLES_SHOWN = 8;
const HOUR_MS = 3_600_000;

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
  const startedAt = Date.now();
  const read = () => readingOf(sql, { pid: server.pid, port: input.port, startedAt });
  const load = startProgram<SoakLoadResult>('soak-load.ts', input);
  const readings = await readUntilEnd(load, read);
  const total = await load.result;
  const isQuiet = await untilQuiet(sql);
  readings.push(await read());
  const states = await countPosts(sql);
  server.finish();
  await server.result;
  await sql.end();
  const text = reportText({ readings, total, states, isQuiet });
  if (minutes >= HOUR_MS / 60_000) await writeFile(new URL('soak.md', import.meta.url), text);
  say(`\n${text}`);
}

/** Takes a reading now and then while the load runs. */
async function readUntilEnd(load: Running<SoakLoadResult>, read: () => Promise<Reading>): Promise<Reading[]> {
  const readings: Reading[] = [];
  const ended = load.result.then(() => true);
  say(['minute', 'rss', 'heap', 'connections', 'lag ms', 'database MB'].join('\t'));
  for (let hasEnded = false; !hasEnded; hasEnded = await Promise.race([pause(every * 1000, false), ended])) {
    const reading = await read();
    readings.push(reading);
    const { at, rssMb, heapMb, connections, lagMs, databaseMb } = reading;
    const cells = [rssMb.toFixed(0), heapMb.toFixed(0), connections, lagMs.toFixed(0), databaseMb.toFixed(0)];
    say([(at / 60_000).toFixed(1), ...cells].join('\t'));
  }
  return readings;
}

interface Soaked {
  readings: Reading[];
  total: SoakLoadResult;
  states: { status: string; count: number }[];
  isQuiet: boolean;
}

function reportText({ readings, total, states, isQuiet }: Soaked): string {
  const shown = Object.entries(readings.at(-1)!.tables)
    .toSorted(([, a], [, b]) => b.mb - a.mb)
    .slice(0, TABLES_SHOWN)
    .map(([name]) => name);
  const head = ['minute', 'rss MB', 'heap MB', 'connections', 'lag ms'];
  return [
    '# Long run',
    '',
    `${new Date().toISOString().slice(0, 10)}, ${machineLine()}, ${stage.version} (${stage.durability}).  `,
    `${minutes} min at ${perSecond} requests/s, ${SUBSCRIBERS} subscribers of the live feed. Made by \`npm run soak\`.`,
    '',
    `${total.requests.toLocaleString('en-US')} requests, ${total.failed} failed, p50 ${total.p50Ms.toFixed(1)} ms, p99 ${total.p99Ms.toFixed(1)} ms; ${total.events.toLocaleString('en-US')} events delivered, ${total.holes} missing or repeated.  `,
    `Posts at the end: ${states.map(({ status, count }) => `${count} ${status}`).join(', ')}. ${isQuiet ? 'No due work was left.' : 'Work was left two minutes after the last request.'}`,
    '',
    ...table(
      [...head, ...shown.map((name) => `${name}, rows (MB)`), 'database MB'],
      readings.map((reading) => [
        (reading.at / 60_000).toFixed(1),
        reading.rssMb.toFixed(0),
        reading.heapMb.toFixed(0),
        String(reading.connections),
        reading.lagMs.toFixed(0),
        ...shown.map((name) => {
          const { rows, mb } = reading.tables[name]!;
          return `${rows.toLocaleString('en-US')} (${mb.toFixed(1)})`;
        }),
        reading.databaseMb.toFixed(0),
      ]),
    ),
    '',
  ].join('\n');
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
    from pg_stat_user_tables`;
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

/** Waits until nothing is due soon and no post is under way. @returns false when it took too long */
async function untilQuiet(sql: Sql): Promise<boolean> {
  // numbers are read again from time to time, without an end
  const { [metrics.name]: _, ...ending } = kinds;
  const end = Date.now() + LAST_DUE_MS;
  while (Date.now() < end) {
    const nextAt = await nextDueAt(sql, supportedKinds(ending));
    const underWay = (await countPosts(sql)).some(({ status }) => status === 'publishing');
    if (!underWay && (nextAt === null || nextAt > Date.now() + HOUR_MS)) return true;
    await pause(500);
  }
  return false;
}
