/** Automations of direct messages: people who go in, what one who waits costs, and the charts alone. */
import { type Bench, roundsText, type Section } from '../bench.ts';
import { connect } from '../../store/connect.ts';
import { postgresCpuMs, processCpuMs } from '../postgres-cpu.ts';
import { runProgram, type Running, startProgram } from '../program.ts';
import { type Goal, ratio, type Report, shown, spreadOf } from '../report.ts';
import { copyPeople } from './copies.ts';
import type {
  FlowsReady,
  FlowsResult,
  FlowsServerInput,
  MachineInput,
  MachineResult,
  PeopleInput,
  PeopleResult,
  RestInput,
  RestResult,
} from './input.ts';

interface Size {
  accounts: number;
  /** People who go in while it is measured, in each round. */
  people: number;
  /** How many people wait while the memory of a service at rest is measured, and then how many times as many. */
  few: number;
  times: number;
  passes: number;
}
const SIZES: { [size in Bench['size']]: Size } = {
  full: { accounts: 20, people: 5_000, few: 1_000, times: 100, passes: 200 },
  quick: { accounts: 20, people: 2_000, few: 1_000, times: 100, passes: 100 },
  tiny: { accounts: 2, people: 10, few: 4, times: 5, passes: 2 },
};
const CONNECTIONS = 8;
const BATCH = 100;

interface Run extends PeopleResult, FlowsResult {
  people: number;
  cpuMs: number;
  postgresCpuMs: number;
}

/** What was measured with some people waiting. */
interface Waiting extends RestResult {
  people: number;
  /** null if they were copied, which writes no history. */
  databaseBytes: number | null;
  runBytes: number | null;
}

type Machines = { [what in MachineInput['what']]: MachineResult[] };

export const flowsSection: Section = { title: 'Automations of direct messages', measure: measureFlows };

async function measureFlows(bench: Bench): Promise<Report> {
  const size = SIZES[bench.size];
  const runs: Run[] = [];
  const machines: Machines = { compile: [], flow: [], delivery: [] };
  for (let round = 1; round <= bench.rounds; round += 1) {
    const run = await enter(bench, size, round);
    runs.push(run);
    bench.log(`flows: ${round}/${bench.rounds} ${Math.round(run.people / run.waitingSeconds)} people/s`);
    for (const what of Object.keys(machines) as MachineInput['what'][])
      machines[what].push(
        await runProgram<MachineResult>('flows/machine.ts', {
          what,
          passes: size.passes,
        } satisfies MachineInput),
      );
  }
  const waiting = await measureWaiting(bench, size);
  const count = (value: number) => value.toLocaleString('en-US');
  return {
    intro: `${count(size.people)} people write to ${size.accounts} accounts, ${BATCH} messages a request, as Meta sends them, signed. Each gets two messages of an automation, the second with a link, and waits for a click; the network takes messages at once. Then ${count(size.few)} people wait, and ${count(size.few * size.times)}: these are copies of the few, whose rows are written again under other ids. Each time a service is started anew and does nothing: its heap and resident memory after five seconds. Database bytes hold all that is kept of a person who waits: the run, the conversation, three messages, journals and indexes. The charts are measured alone, each in a process of its own. Medians of ${roundsText(bench)} (lowest to highest); memory of one.`,
    head: ['', 'value'],
    rows: [...runRows(runs), ...waitingRows(waiting), ...machineRows(machines)],
    goals: goalsOf(waiting, machines),
  };
}

const over = <T>(list: readonly T[], of: (one: T) => number, digits = 0) =>
  shown(spreadOf(list.map(of)), digits);

function runRows(runs: readonly Run[]): string[][] {
  return [
    ['people a second, until they wait', over(runs, ({ people, waitingSeconds }) => people / waitingSeconds)],
    ['steps of runs a second', over(runs, ({ runSteps, waitingSeconds }) => runSteps / waitingSeconds)],
    [
      'steps of runs, conversations and messages a second',
      over(runs, ({ allSteps, waitingSeconds }) => allSteps / waitingSeconds),
    ],
    ['steps of them for a person', over(runs, ({ allSteps, people }) => allSteps / people, 1)],
    ['CPU µs a person', over(runs, ({ cpuMs, people }) => (cpuMs * 1000) / people)],
    ['Postgres CPU µs a person', over(runs, ({ postgresCpuMs: ms, people }) => (ms * 1000) / people)],
    ['peak memory of the service, MB', over(runs, ({ peakRssMb }) => peakRssMb)],
  ];
}

function waitingRows(waiting: readonly Waiting[]): string[][] {
  return waiting.flatMap(({ people, heapMb, rssMb, databaseBytes, runBytes }) => {
    const who = `${people.toLocaleString('en-US')} people wait`;
    return [
      [`${who}: heap of the service, MB`, heapMb.toFixed(1)],
      [`${who}: resident memory, MB`, rssMb.toFixed(0)],
      ...(databaseBytes === null || runBytes === null
        ? []
        : [
            [`${who}: database bytes a person`, Math.round(databaseBytes / people).toLocaleString('en-US')],
            [`${who}: of these the row of the run`, Math.round(runBytes).toLocaleString('en-US')],
          ]),
    ];
  });
}

function machineRows({ compile, flow, delivery }: Machines): string[][] {
  return [
    ['compiling the largest automation, µs', over(compile, ({ us }) => us)],
    ['the first one in a process, µs of time', over(compile, ({ firstUs }) => firstUs ?? NaN)],
    ['one from the cache, µs', over(compile, ({ cachedUs }) => cachedUs ?? NaN, 2)],
    ['a step of a run, µs', over(flow, ({ us }) => us, 2)],
    ['a step of a delivery, µs', over(delivery, ({ us }) => us, 2)],
  ];
}

function goalsOf([few, many]: readonly Waiting[], { compile, flow, delivery }: Machines): Goal[] {
  const median = (list: readonly MachineResult[], of: (result: MachineResult) => number | null) =>
    spreadOf(list.map((result) => of(result) ?? NaN)).median;
  const atMost = true;
  return [
    {
      text: 'heap with the many who wait, of that with the few',
      reached: ratio(many?.heapMb, few?.heapMb),
      goal: 1.1,
      atMost,
    },
    {
      text: 'resident memory with the many, of that with the few',
      reached: ratio(many?.rssMb, few?.rssMb),
      goal: 1.1,
      atMost,
    },
    {
      text: 'compiling the largest automation',
      reached: median(compile, ({ us }) => us) / 1000,
      goal: 20,
      atMost,
      unit: 'ms',
    },
    {
      text: 'one from the cache',
      reached: median(compile, ({ cachedUs }) => cachedUs),
      goal: 5,
      atMost,
      unit: 'µs',
    },
    {
      text: 'CPU of a step of a run, of that of a delivery',
      reached: ratio(
        median(flow, ({ us }) => us),
        median(delivery, ({ us }) => us),
      ),
      goal: 2,
      atMost,
    },
  ];
}

/** A fresh service, and people who write to it. */
async function enter(bench: Bench, { accounts, people }: Size, round: number): Promise<Run> {
  const url = await bench.stage.create(`flows_${round}`, { migrated: true });
  const server = serve(bench, { url, accounts });
  const ready = (await server.hello) as unknown as FlowsReady;
  await bench.stage.slowest(0);
  const cpu = processCpuMs(server.pid) ?? NaN;
  const postgres = postgresCpuMs(bench.stage.postmasterPid) ?? NaN;
  const result = await write({ ...ready, url, first: 0, people });
  const cpuMs = (processCpuMs(server.pid) ?? NaN) - cpu;
  const postgresMs = (postgresCpuMs(bench.stage.postmasterPid) ?? NaN) - postgres;
  for (const { calls, ms, query } of await bench.stage.slowest(12))
    bench.log(
      `     ${ms.toFixed(0).padStart(6)} ms ${String(calls).padStart(6)} calls  ${query.slice(0, 150)}`,
    );
  server.finish();
  const { peakRssMb } = await server.result;
  await bench.stage.drop(url);
  return { ...result, peakRssMb, people, cpuMs, postgresCpuMs: postgresMs };
}

const serve = ({ profileInto }: Bench, input: FlowsServerInput): Running<FlowsResult> =>
  startProgram<FlowsResult>('flows/troupe.ts', input, profileInto === null ? {} : { profileInto });

const write = (input: Omit<PeopleInput, 'connections' | 'batch'>) =>
  runProgram<PeopleResult>('flows/people.ts', {
    ...input,
    connections: CONNECTIONS,
    batch: BATCH,
  } satisfies PeopleInput);

/** A service that is started on a database with few people who wait, and on the same one with many. */
async function measureWaiting(bench: Bench, { accounts, few, times }: Size): Promise<Waiting[]> {
  const url = await bench.stage.create('flows_waiting', { migrated: true });
  const server = serve(bench, { url, accounts });
  const ready = (await server.hello) as unknown as FlowsReady;
  const { databaseBytes, runBytes } = await write({ ...ready, url, first: 0, people: few });
  server.finish();
  await server.result;
  const measured: Waiting[] = [{ ...(await rest(url)), people: few, databaseBytes, runBytes }];
  const sql = connect(url, { applicationName: 'bench copies', maxConnections: 1, statementTimeoutMs: 0 });
  await copyPeople(sql, times);
  const [waiting] = await sql<{ people: number }[]>`
    select count(*)::int as people from actors where kind = 'dm_run' and status = 'active' and timers is not null`;
  await sql.end();
  if (waiting!.people !== few * times) throw new Error(`${waiting!.people} people wait, not ${few * times}`);
  await bench.stage.settle(url);
  bench.log(`flows: ${waiting!.people} people wait`);
  measured.push({ ...(await rest(url)), people: waiting!.people, databaseBytes: null, runBytes: null });
  await bench.stage.drop(url);
  return measured;
}

const rest = (url: string) => runProgram<RestResult>('flows/rest.ts', { url } satisfies RestInput);
