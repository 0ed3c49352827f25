/**
 * The files under `machines/charts/`: the chart of every kind as it is now, and under `history/` one file for each
 * version with a golden row of every state, as a database may still hold it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { type Chart, chartOf, type ChartState } from '../../machines/chart.ts';
import type { Persisted } from '../../machines/durable.ts';
import { kinds, type KindName } from './own-charts.ts';
import { walk } from './machine-samples.ts';

export const chartsFolder = new URL('../../machines/charts/', import.meta.url);
export const historyFolder = new URL('history/', chartsFolder);

export interface ChartFile extends Chart {
  kind: KindName;
  version: number;
}

/** What stored snapshots depend on. A change of it needs a new version of the kind. */
export interface Shape {
  /** `<id> <type>` of every state. */
  states: string[];
  timers: string[];
  /** Names of the context's fields. */
  context: string[];
}

export interface HistoryFile extends Shape {
  kind: KindName;
  version: number;
  /** One stored snapshot for each state value, with the started timers. */
  rows: { snapshot: Persisted; timers: string[] }[];
}

export const kindNames = Object.keys(kinds) as KindName[];

export function chartFile(kind: KindName): ChartFile {
  return { kind, version: kinds[kind].version, ...chartOf(kinds[kind].machine) };
}

export function historyFile(kind: KindName): HistoryFile {
  const visited = [...walk(kind).values()];
  const rows = visited.map(({ snapshot, timers }) => ({ snapshot, timers: timers.map(({ id }) => id) }));
  return { kind, version: kinds[kind].version, ...shapeOf(kind, rows[0]!.snapshot), rows };
}

export function shapeOf(kind: KindName, snapshot: Persisted): Shape {
  const chart = chartOf(kinds[kind].machine);
  const states = (state: ChartState): string[] => [
    `${state.id} ${state.type}`,
    ...state.states.flatMap(states),
  ];
  return { states: states(chart), timers: chart.timers, context: Object.keys(snapshot.context as object) };
}

export const chartUrl = (kind: KindName) => new URL(`${kind}.json`, chartsFolder);
export const historyUrl = (kind: KindName, version: number) =>
  new URL(`${kind}-${version}.json`, historyFolder);

export function readHistory(kind: KindName, version: number): HistoryFile | null {
  const url = historyUrl(kind, version);
  return existsSync(url) ? (JSON.parse(readFileSync(url, 'utf8')) as HistoryFile) : null;
}

export function historyNames(): string[] {
  return readdirSync(historyFolder).sort();
}

export const jsonOf = (file: object): string => `${JSON.stringify(file, null, 2)}\n`;
