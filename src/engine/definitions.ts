/**
 * Finds the machine of an actor: its kind's own, or the one that is compiled from the actor's definition. Definitions
 * never change, so a compiled machine stays in a cache, and a turn reads a definition only once.
 */
import { LRUCache } from 'lru-cache';
import type { AnyStateMachine } from 'xstate';
import type { Db } from '../../store/connect.ts';
import { type Definition, readDefinitions } from '../../store/definitions.ts';
import { type Charted, kindNamed, type KindTable } from './kind.ts';

/** How many compiled machines are cached for each kind: more than one turn has actors. */
const MAX_COMPILED = 1_000;

/** A machine, or the reason why there is none. */
type Compiled = { machine: AnyStateMachine } | { fault: string };

const caches = new WeakMap<Charted, LRUCache<string, Compiled>>();

/** What identifies the machine of an actor. */
interface Chartable {
  kind: string;
  /** null or absent means the kind's own chart. */
  definitionId?: string | null;
}

/** Thrown when a step needs a definition that was not read yet. The caller reads the definition and takes the turn again. */
export class DefinitionNeeded extends Error {
  override readonly name = 'DefinitionNeeded';
  readonly wanted: Chartable;

  constructor(definition: Chartable) {
    super(`the definition ${definition.definitionId} was not read yet`);
    this.wanted = definition;
  }
}

/** The machine, or why there is none. @returns undefined when the definition was not read yet (see `loadDefinitions`) */
export function compiledFor(
  kind: Charted | undefined,
  definitionId: string | null | undefined,
): Compiled | undefined {
  if (!kind) return { fault: 'this program does not know the kind' };
  if (definitionId === null || definitionId === undefined) {
    const { machine } = kind;
    return machine ? { machine } : { fault: `an actor of the kind ${kind.name} needs a definition` };
  }
  if (!kind.compile) return { fault: `the kind ${kind.name} has no definitions` };
  return caches.get(kind)?.get(definitionId);
}

/** The machine of an actor; null when there is none, or its definition was not read yet. */
export function machineOf(
  kind: Charted | undefined,
  definitionId: string | null | undefined,
): AnyStateMachine | null {
  const found = compiledFor(kind, definitionId);
  return found && 'machine' in found ? found.machine : null;
}

/** Compiles a definition, or returns the machine from the cache. */
export function compile(kind: Charted, definition: Definition): Compiled {
  let cache = caches.get(kind);
  if (!cache) caches.set(kind, (cache = new LRUCache({ max: MAX_COMPILED })));
  const compiled = cache.get(definition.id);
  if (compiled) return compiled;
  const made = compileOne(kind, definition);
  cache.set(definition.id, made);
  return made;
}

function compileOne(kind: Charted, definition: Definition): Compiled {
  if (definition.kind !== kind.name)
    return { fault: `the definition ${definition.id} is of the kind ${definition.kind}` };
  try {
    return { machine: kind.compile!(definition) };
  } catch (fault) {
    return { fault: `the definition ${definition.id} cannot be compiled: ${String(fault)}` };
  }
}

/**
 * Reads the definitions of these actors that are not compiled yet. Makes no query when no actor needs one.
 * @returns ids of definitions that do not exist
 */
export async function loadDefinitions(
  db: Db,
  table: KindTable,
  actors: Iterable<Chartable>,
): Promise<ReadonlySet<string>> {
  let missing: Map<string, string> | null = null;
  for (const { kind: name, definitionId } of actors) {
    if (definitionId === null || definitionId === undefined) continue;
    const kind = kindNamed(table, name);
    if (kind?.compile && !caches.get(kind)?.has(definitionId))
      (missing ??= new Map<string, string>()).set(definitionId, name);
  }
  if (!missing) return NONE;
  const rows = await readDefinitions(db, [...missing.keys()]);
  for (const row of rows) {
    compile(table[missing.get(row.id)!]!, row);
    missing.delete(row.id);
  }
  return new Set(missing.keys());
}

const NONE: ReadonlySet<string> = new Set();
