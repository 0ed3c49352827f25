/** The live feed: events delivered to many subscribers of one workspace, compared with bare uWebSockets.js and ws. */
import { type Bench, roundsText, type Section } from '../bench.ts';
import { processCpuMs, processRss } from '../postgres-cpu.ts';
import { runProgram, startProgram } from '../program.ts';
import { ratio, type Report, shown, spreadOf } from '../report.ts';
import type { LiveLoadInput, LiveLoadResult } from './load.ts';

const OURS = 'Troupe';
const BARE = 'bare uWebSockets.js publish';
const servers = [
  { name: OURS, file: 'live/troupe.ts', migrated: true },
  { name: BARE, file: 'live/bare.ts', migrated: false },
  { name: 'ws', file: 'live/ws.ts', migrated: false },
];
type Server = (typeof servers)[number];

const SIZES = {
  full: { subscribers: 10_000, window: 10, seconds: 8, steadySeconds: 6 },
  quick: { subscribers: 1_000, window: 50, seconds: 2, steadySeconds: 2 },
  tiny: { subscribers: 10, window: 2, seconds: 0.05, steadySeconds: 0.2 },
};
const STEADY_PER_SECOND = 5;

interface Result extends LiveLoadResult {
  rssMb: number;
  /** Of the server, for an event that reached a subscriber. */
  cpuUs: number;
}

export const liveSection: Section = { title: 'Live feed', measure: measureLive };

async function measureLive(bench: Bench): Promise<Report> {
  const { size, rounds, log } = bench;
  const { subscribers, window } = SIZES[size];
  const results = new Map<string, Result[]>(servers.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round += 1) {
    for (const server of servers) {
      const result = await runOnce(bench, server, round);
      results.get(server.name)!.push(result);
      const rate = Math.round(result.deliveredPerSecond);
      log(`live: ${round}/${rounds} ${server.name}: ${rate} events/s, p99 ${result.p99Ms} ms`);
    }
  }
  const rate = (name: string) => spreadOf(results.get(name)!.map((one) => one.deliveredPerSecond)).median;
  return {
    intro: `${subscribers.toLocaleString('en-US')} subscribers of one workspace. Delivered: ${window} events are published, and the next ${window} when every subscriber has received them; Troupe commits them to the feed first. Delay: measured afterwards, at ${STEADY_PER_SECOND} events a second, from before the commit until a subscriber's process has the event. Medians of ${roundsText(bench)} (lowest to highest).`,
    head: ['', 'delivered/s', 'p50 ms', 'p99 ms', 'server CPU µs each', 'MB'],
    rows: [...results].map(([name, runs]) => rowOf(name, runs)),
    goals: [
      { text: 'delivered, of bare uWebSockets.js', reached: ratio(rate(OURS), rate(BARE)), goal: 0.8 },
      { text: 'delivered, of ws', reached: ratio(rate(OURS), rate('ws')), goal: 1 },
    ],
  };
}

async function runOnce(
  { stage, size, profileInto }: Bench,
  { file, migrated }: Server,
  round: number,
): Promise<Result> {
  const { subscribers, window, seconds, steadySeconds } = SIZES[size];
  const url = migrated ? await stage.create(`live_${round}`, { migrated }) : null;
  const server = startProgram(file, { url }, profileInto === null ? {} : { profileInto });
  const { port, control, path, key } = await server.hello;
  const input: LiveLoadInput = {
    port: Number(port),
    control: Number(control),
    path: String(path),
    key: String(key),
    subscribers,
    window,
    seconds,
    steadyPerSecond: STEADY_PER_SECOND,
    steadySeconds,
  };
  const cpu = processCpuMs(server.pid) ?? NaN;
  const load = await runProgram<LiveLoadResult>('live/load.ts', input);
  const delivered = load.deliveredPerSecond * seconds;
  const result = {
    ...load,
    rssMb: (processRss(server.pid) ?? NaN) / 1e6,
    cpuUs: (((processCpuMs(server.pid) ?? NaN) - cpu) * 1000) / delivered,
  };
  server.finish();
  await server.result;
  if (url !== null) await stage.drop(url);
  return result;
}

function rowOf(name: string, runs: readonly Result[]): string[] {
  const column = (of: (result: Result) => number, digits = 0) => shown(spreadOf(runs.map(of)), digits);
  return [
    name,
    column((one) => one.deliveredPerSecond),
    column((one) => one.p50Ms),
    column((one) => one.p99Ms),
    column((one) => one.cpuUs, 1),
    column((one) => one.rssMb),
  ];
}
