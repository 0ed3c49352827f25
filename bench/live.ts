/** The live feed: events delivered to many subscribers of one workspace, compared with bare uWebSockets.js and ws. */
import type { LiveLoadResult, LiveLoadInput } from './live-load.ts';
import { processCpuMs, processRss } from './postgres-cpu.ts';
import { runProgram, startProgram } from './program.ts';
import { ratio, type Section, shown, spreadOf } from './report.ts';
import type { Bench } from './run.ts';

const servers = [
  { name: 'Troupe', file: 'live-troupe.ts', migrated: true },
  { name: 'bare uWebSockets.js publish', file: 'live-bare.ts', migrated: false },
  { name: 'ws', file: 'live-ws.ts', migrated: false },
];

export async function liveSection({ stage, quick, repeats, log, profileInto }: Bench): Promise<Section> {
  const subscribers = quick ? 1_000 : 10_000;
  const window = quick ? 50 : 10;
  const results = new Map<string, (LiveLoadResult & { rssMb: number; cpuUs: number })[]>();
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    for (const { name, file, migrated } of servers) {
      const url = migrated ? await stage.create(`live_${repeat}`, { migrated }) : null;
      const server = startProgram(file, { url }, profileInto === null ? {} : { profileInto });
      const { port, control, path, key } = await server.hello;
      const input: LiveLoadInput = {
        port: Number(port),
        control: Number(control),
        path: String(path),
        key: String(key),
        subscribers,
        window,
        seconds: quick ? 2 : 8,
        steadyPerSecond: 5,
        steadySeconds: quick ? 2 : 6,
      };
      const cpu = processCpuMs(server.pid) ?? NaN;
      const load = await runProgram<LiveLoadResult>('live-load.ts', input);
      const delivered = load.deliveredPerSecond * input.seconds;
      results.set(name, [
        ...(results.get(name) ?? []),
        {
          ...load,
          rssMb: (processRss(server.pid) ?? NaN) / 1e6,
          cpuUs: (((processCpuMs(server.pid) ?? NaN) - cpu) * 1000) / delivered,
        },
      ]);
      log(
        `live: ${repeat}/${repeats} ${name}: ${Math.round(load.deliveredPerSecond)} events/s, p99 ${load.p99Ms} ms`,
      );
      server.finish();
      await server.result;
      if (url !== null) await stage.drop(url);
    }
  }
  const rate = (name: string) =>
    spreadOf((results.get(name) ?? []).map((one) => one.deliveredPerSecond)).median;
  return {
    title: 'Live feed',
    intro: `${subscribers.toLocaleString('en-US')} subscribers of one workspace. Delivered: ${window} events are published, and the next ${window} when every subscriber has received them; Troupe commits them to the feed first. Delay: measured afterwards, at 5 events a second, from before the commit until a subscriber's process has the event. Medians of ${repeats === 1 ? 'one run' : `${repeats} interleaved runs`}.`,
    head: ['', 'delivered/s', 'p50 ms', 'p99 ms', 'server CPU µs each', 'MB'],
    rows: servers.map(({ name }) => {
      const runs = results.get(name) ?? [];
      return [
        name,
        shown(spreadOf(runs.map((one) => one.deliveredPerSecond))),
        shown(spreadOf(runs.map((one) => one.p50Ms))),
        shown(spreadOf(runs.map((one) => one.p99Ms))),
        shown(spreadOf(runs.map((one) => one.cpuUs)), 1),
        shown(spreadOf(runs.map((one) => one.rssMb))),
      ];
    }),
    goals: [
      {
        text: 'delivered, of bare uWebSockets.js',
        reached: ratio(rate('Troupe'), rate('bare uWebSockets.js publish')),
        goal: 0.8,
      },
      { text: 'delivered, of ws', reached: ratio(rate('Troupe'), rate('ws')), goal: 1 },
    ],
  };
}
