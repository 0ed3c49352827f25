/**
 * A cache of the actors that this node wrote last. While their effects are in progress, the results need no read from the
 * database. A cached row may be out of date: a turn is written only if its rows have not changed since they were read.
 */
import { LRUCache } from 'lru-cache';
import type { ActorRow } from '../../store/turns.ts';
import { type Actor, familyOf, rowAfter } from './actor.ts';
import type { Turn } from './turn.ts';

/** The maximum total size of the cached snapshots, in characters. */
const MAX_CHARS = 8 * 1024 * 1024;
/** The size of an actor's row without its snapshot, in characters. */
const ROW_CHARS = 400;

export class HeldActors {
  readonly #rows: LRUCache<string, ActorRow>;

  readonly #isUnderWay: (family: string) => boolean;

  /** @param isUnderWay whether this node runs an effect of a family */
  constructor(isUnderWay: (family: string) => boolean, maxChars = MAX_CHARS) {
    this.#isUnderWay = isUnderWay;
    this.#rows = new LRUCache({ maxSize: maxChars });
  }

  /** Caches the actors of a committed turn whose families have effects in progress, and removes the others. */
  keep(turn: Turn): void {
    const waiting = new Set<string>();
    for (const actor of turn.actors.values()) if (actor.effects.length > 0) waiting.add(familyOf(actor));
    for (const actor of turn.actors.values()) {
      const family = familyOf(actor);
      const isWanted = waiting.has(family) || this.#isUnderWay(family);
      if (isWanted && actor.status === 'active') this.#keep(actor);
      else this.#rows.delete(actor.id);
    }
  }

  /** Two turns of an actor may be remembered in another order than that in which they were committed. */
  #keep(actor: Actor): void {
    const row = rowAfter(actor);
    const stored = this.#rows.peek(actor.id);
    if (!stored || stored.rev <= row.rev) this.#rows.set(actor.id, row, { size: sizeOf(actor) });
  }

  get(id: string): ActorRow | undefined {
    return this.#rows.get(id);
  }

  /** Updates a cached row that this node wrote outside a turn, to record that effects have started. */
  marked(id: string, rev: number, effectIds: readonly string[], at: number): void {
    const row = this.#rows.peek(id);
    if (!row) return;
    if (row.rev !== rev - 1) return void this.#rows.delete(id);
    const effects = (row.effects ?? []).map((effect) =>
      effectIds.includes(effect.id) ? { ...effect, startedAt: at } : effect,
    );
    this.#rows.set(id, { ...row, rev, effects }, { size: ROW_CHARS + contextChars(row) });
  }

  clear(): void {
    this.#rows.clear();
  }

  /** Removes rows that were written without this cache. */
  forget(ids: Iterable<string>): void {
    for (const id of ids) this.#rows.delete(id);
  }
}

const sizeOf = (actor: Actor) => ROW_CHARS + contextChars(actor);

/**
 * Estimates the length of a snapshot as JSON from the number of fields in its context; each entry of a list counts as
 * several fields.
 */
function contextChars({ snapshot }: { snapshot: unknown }): number {
  const { context } = snapshot as { context: { [field: string]: unknown } };
  let entries = 0;
  for (const field in context) {
    const value = context[field];
    entries += 1;
    if (Array.isArray(value)) entries += value.length * FIELDS_AN_ENTRY;
    else if (typeof value === 'object' && value !== null)
      entries += Object.keys(value).length * FIELDS_AN_ENTRY;
  }
  return entries * CHARS_A_FIELD;
}
const FIELDS_AN_ENTRY = 8;
const CHARS_A_FIELD = 32;
