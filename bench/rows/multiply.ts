/**
 * Copies of a sample's rows, made by Postgres: what the product wrote for one post or actor is written for many, in one
 * statement a row. No table is named here, so seeding follows every migration.
 */
import type { Sql, Tx } from '../../store/connect.ts';
import { literal, quoted } from './catalog.ts';
import { type Change, isAbout, TIME } from './changes.ts';
import { keySql } from './keys.ts';

/** The rows that the product wrote for one thing. */
export interface Sample {
  changes: Change[];
  /** The part of its ids that is different for each thing. */
  key: string;
  /** When it was written, epoch ms. */
  at: number;
  /** Its due time, epoch ms: copies have one of their own. null if none. */
  dueAt: number | null;
}

/** SQL expressions of what differs between the copies. */
export interface Differing {
  key: string;
  /** Epoch ms; null if none is due. */
  dueAt: string | null;
}

/** An instant this near to the sample's is the instant of the commit. */
const NEAR_MS = 60_000;

/** The SQL of a value of a sampled row, as a copy has it. */
export function valueSql(
  { name, type }: Change['columns'][number],
  row: Change['row'],
  sample: Sample,
  differing: Differing,
): string {
  const text = row[name] ?? null;
  if (text === null) return `null::${type}`;
  if (type === TIME) return timeSql(Number(text), sample, differing);
  let value = literal(text);
  if (text.includes(sample.key)) value = `replace(${value}, ${literal(sample.key)}, ${differing.key})`;
  if (sample.dueAt !== null && differing.dueAt !== null && text.includes(String(sample.dueAt)))
    value = `replace(${value}, ${literal(String(sample.dueAt))}, (${differing.dueAt})::bigint::text)`;
  return `${value}::${type}`;
}

function timeSql(epochMs: number, sample: Sample, { dueAt }: Differing): string {
  if (sample.dueAt !== null && dueAt !== null && epochMs === sample.dueAt)
    return `to_timestamp((${dueAt})::float8 / 1000)`;
  const later = epochMs - sample.at;
  return Math.abs(later) < NEAR_MS ? 'now()' : `now() + interval '${later} ms'`;
}

export interface Copies {
  /** The number of the first copy, as `keyOf` takes it. */
  first: number;
  count: number;
  /** Distance of the next copy's number. Default 1. */
  step?: number;
  /** When copy `n` is due: an SQL expression of `n`, epoch ms. null if they have no due time. */
  dueAt: string | null;
}

/** Inserts the rows of a sample once for each copy, apart from those that belong to its commit or workspace. */
export async function insertCopies(db: Sql | Tx, sample: Sample, copies: Copies): Promise<void> {
  const { first, count, step = 1, dueAt } = copies;
  const differing: Differing = { key: 'copy.key', dueAt: dueAt === null ? null : 'copy.due_at' };
  for (const change of sample.changes) {
    if (change.kind !== 'inserted' || !isAbout(change, sample.key)) continue;
    const columns = change.table.columns.filter((column) => !column.isGenerated);
    await db.unsafe(`
      insert into ${change.table.name} (${columns.map((column) => quoted(column.name)).join(', ')})
      select ${columns.map((column) => valueSql(column, change.row, sample, differing)).join(', ')}
      from (
        select ${keySql('n')} as key, (${dueAt ?? 'null'})::float8 as due_at
        from generate_series(${first}::int, ${first + (count - 1) * step}::int, ${step}::int) n
        offset 0 -- makes each key once, not once for each column that holds it
      ) copy`);
  }
}
