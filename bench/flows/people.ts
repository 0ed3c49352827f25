/** The network, in a process of its own: people who write a message each, until all of them are in the automation and wait. */
import { setTimeout as pause } from 'node:timers/promises';
import { connect, type Sql } from '../../store/connect.ts';
import { openConnection } from '../http/connection.ts';
import type { LoadRequest } from '../http/load.ts';
import { requestOf } from '../inbound/events.ts';
import { program } from '../program.ts';
import type { PeopleInput, PeopleResult } from './input.ts';

const LOOK_EVERY_MS = 50;
/** Nothing takes this long, ms. */
const PATIENCE_MS = 280_000;

await program(async (input: PeopleInput): Promise<PeopleResult> => {
  const sql = connect(input.url, {
    applicationName: 'bench people',
    maxConnections: 1,
    statementTimeoutMs: 0,
  });
  const requests = requestsOf(input).toReversed(); // the first is taken from the end
  const before = await stateOf(sql);
  const connections = await Promise.all(
    Array.from({ length: input.connections }, () => openConnection(input.port)),
  );
  const startedAt = performance.now();
  await Promise.all(
    connections.map(async (connection) => {
      for (let request = requests.pop(); request !== undefined; request = requests.pop())
        await connection.ask(request);
    }),
  );
  const acknowledgedSeconds = (performance.now() - startedAt) / 1000;
  for (const connection of connections) connection.close();
  await untilWaiting(sql, input.first + input.people);
  const waitingSeconds = (performance.now() - startedAt) / 1000;
  await sql`vacuum analyze`;
  const after = await stateOf(sql);
  await sql.end();
  return {
    acknowledgedSeconds,
    waitingSeconds,
    runSteps: after.runSteps - before.runSteps,
    allSteps: after.allSteps - before.allSteps,
    databaseBytes: after.databaseBytes - before.databaseBytes,
    runBytes: after.runBytes,
  };
});

function requestsOf({ accounts, first, people, batch }: PeopleInput): string[] {
  const ids = accounts.split(',');
  const requests: string[] = [];
  for (let from = first; from < first + people; from += batch) {
    const count = Math.min(batch, first + people - from);
    const messages = Array.from({ length: count }, (_, index) => {
      const person = from + index;
      const account = ids[person % ids.length]!;
      return {
        id: `first.${9_000_000 + person}`,
        account,
        person: String(9_000_000 + person),
        text: 'Hello, the guide please',
      };
    });
    requests.push(textOf(requestOf(messages, Date.now())));
  }
  return requests;
}

function textOf({ head, body }: LoadRequest): string {
  return `${head}\r\ncontent-length: ${Buffer.byteLength(body ?? '')}\r\n\r\n${body ?? ''}`;
}

/** Waits until so many runs wait for a click. */
async function untilWaiting(sql: Sql, people: number): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; ;) {
    // the last step that a person enters is the condition: it alone has no message under way
    const [row] = await sql<{ waiting: number }[]>`
      select coalesce(sum(count), 0)::int as waiting from counters where name like 'v1 % waiting' and owner_id in (
        select id from actors where kind = 'automation') and name in (
        select 'v1 ' || (definition.json -> 'steps' -> 2 ->> 'id') || ' waiting' from definitions definition)`;
    if (row!.waiting >= people) return;
    if (Date.now() > deadline) throw new Error(`of ${people} people ${row!.waiting} wait for a click`);
    await pause(LOOK_EVERY_MS);
  }
}

interface State {
  runSteps: number;
  allSteps: number;
  databaseBytes: number;
  runBytes: number;
}

async function stateOf(sql: Sql): Promise<State> {
  const [row] = await sql<State[]>`
    select coalesce(sum(seq) filter (where kind = 'dm_run'), 0)::float8 as "runSteps",
      coalesce(sum(seq) filter (where kind in ('dm_run', 'conversation', 'message_send')), 0)::float8 as "allSteps",
      coalesce(avg(pg_column_size(actors.*)) filter (where kind = 'dm_run'), 0)::float8 as "runBytes",
      pg_database_size(current_database())::float8 as "databaseBytes"
    from actors`;
  return row!;
}
