/**
 * Snapshots as they are stored: without the fields of the context that have their default value, which is a third of a
 * delivery's snapshot. The defaults belong to a version of a kind and never change, because stored rows depend on them.
 */
import type { Persisted } from '../../machines/durable.ts';
import { readSnapshot } from '../../store/actors.ts';
import type { Db } from '../../store/connect.ts';
import { type Kind, kindNamed, type KindTable } from './kind.ts';

/** Which snapshot: defaults belong to the kind and to the version that wrote it. */
interface OfVersion {
  kind: string;
  version: number;
}

/** The snapshot to store. */
export function withoutDefaults(kind: Kind | undefined, version: number, snapshot: Persisted): Persisted {
  const defaults = kind?.defaults?.[version];
  if (!defaults) return snapshot;
  const context: { [field: string]: unknown } = {};
  const all = snapshot.context as { [field: string]: unknown };
  for (const field in all) {
    const value = all[field];
    if (!(field in defaults) || !isSame(value, defaults[field])) context[field] = value;
  }
  return { ...snapshot, context: context as never };
}

/** The whole snapshot of a stored one. Snapshots that were stored whole stay as they are. */
export function withDefaults(kinds: KindTable, { kind, version }: OfVersion, snapshot: Persisted): Persisted {
  const defaults = kindNamed(kinds, kind)?.defaults?.[version];
  if (!defaults) return snapshot;
  const context = snapshot.context as { [field: string]: unknown };
  for (const field in defaults)
    if (!(field in context)) return { ...snapshot, context: { ...copyOf(defaults), ...context } as never };
  return snapshot;
}

/** Defaults are plain values, or an empty list or object: these are copied for each actor. */
function copyOf(defaults: { readonly [field: string]: unknown }): object {
  const copy: { [field: string]: unknown } = {};
  for (const field in defaults) {
    const value = defaults[field];
    copy[field] = typeof value !== 'object' || value === null ? value : Array.isArray(value) ? [] : {};
  }
  return copy;
}

/** The whole snapshot of an actor; undefined when there is no such actor. */
export async function readWholeSnapshot(
  db: Db,
  kinds: KindTable,
  id: string,
): Promise<Persisted | undefined> {
  const row = await readSnapshot(db, id);
  return row && withDefaults(kinds, row, row.snapshot);
}

/** Whether a value is that of the defaults. */
function isSame(value: unknown, standard: unknown): boolean {
  if (typeof standard !== 'object' || standard === null) return value === standard;
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== Array.isArray(standard))
    return false;
  for (const _ in value) return false;
  return true;
}
