/** The printed report: a table for each section, and its goals. */
import { cpus, totalmem } from 'node:os';

/** What a section of the bench found. */
export interface Report {
  /** What was measured, in a sentence or two. */
  intro: string;
  head: string[];
  rows: string[][];
  goals: Goal[];
}

export interface Goal {
  text: string;
  /** The measured value; null when it was not measured in this run. */
  reached: number | null;
  goal: number;
  /** The goal is an upper bound. Default false. */
  atMost?: boolean;
  /** Written behind the number. Default ×. */
  unit?: string;
}

/** Several runs of the same measurement: the median counts, minimum and maximum show how noisy the machine was. */
export interface Spread {
  median: number;
  min: number;
  max: number;
}

export function spreadOf(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const median =
    sorted.length % 2 === 1 ? sorted[middle]! : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
  return { median, min: sorted[0] ?? 0, max: sorted.at(-1) ?? 0 };
}

/** `12,345 (11,000 to 13,000)`. */
export function shown({ median, min, max }: Spread, digits = 0): string {
  const one = (value: number) =>
    value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits });
  return min === max ? one(median) : `${one(median)} (${one(min)} to ${one(max)})`;
}

/** @param otherwise what is written where nothing was measured */
export const shownOr = (otherwise: string, spread: Spread | null): string =>
  spread === null ? otherwise : shown(spread);

/** The value below which this share of all values lies. Sorts in place. */
export function percentile(values: number[] | Float64Array, share: number): number {
  values.sort((a: number, b: number) => a - b);
  return values[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}

export function ratio(ours: number | undefined, theirs: number | undefined): number | null {
  return ours === undefined || theirs === undefined || theirs === 0 ? null : ours / theirs;
}

export function machineLine(): string {
  const [cpu] = cpus();
  return `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 1e9)} GB, ${process.platform}-${process.arch}, Node ${process.versions.node}`;
}

/** @param facts sentences on where and when it was measured */
export function reportText(title: string, { intro, head, rows, goals }: Report, facts: string[]): string {
  return [
    `## ${title}`,
    '',
    intro,
    '',
    ...table(head, rows),
    ...(goals.length > 0 ? ['', ...table(['Goal', 'Reached', ''], goals.map(goalRow))] : []),
    '',
    facts.join(' '),
    '',
  ].join('\n');
}

function goalRow({ text, reached, goal, atMost = false, unit = '×' }: Goal): string[] {
  const bound = `${text} ${atMost ? '≤' : '≥'} ${goal} ${unit}`;
  if (reached === null) return [bound, 'not measured', ''];
  const met = atMost ? reached <= goal : reached >= goal;
  return [bound, `${reached.toFixed(2)} ${unit}`, met ? 'met' : 'missed'];
}

export function table(head: string[], rows: string[][]): string[] {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, 3, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: string[]) =>
    `| ${widths.map((width, column) => (column === 0 ? (cells[column] ?? '').padEnd(width) : (cells[column] ?? '').padStart(width))).join(' | ')} |`;
  return [
    line(head),
    `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`,
    ...rows.map(line),
  ];
}
