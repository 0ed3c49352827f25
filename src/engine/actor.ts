/** An actor of a turn: its row in memory, as the steps of the turn change it. */
import type { AnyStateMachine } from 'xstate';
import type { Persisted, Timer } from '../../machines/durable.ts';
import type { ActorRow, StoredEffect, StoredTimer } from '../../store/turns.ts';

export interface Actor {
  id: string;
  workspaceId: string;
  /** The actor that started it and that it reports to. */
  parentId: string | null;
  kind: string;
  /** What its chart is made from; null: its kind has one chart for all. */
  definitionId: string | null;
  /** null: there is none here, and the first message parks the actor with the reason. */
  machine: AnyStateMachine | null;
  version: number;
  /** How often its row was written when it was read: it is written only if it still was. 0: there is no row yet. */
  rev: number;
  seq: number;
  status: 'active' | 'done' | 'needs_attention';
  snapshot: Persisted;
  /** What it waits for; a parked actor keeps them until it continues. */
  timers: StoredTimer[];
  /** What it wants done and that is not answered. */
  effects: StoredEffect[];
  /** The status in which its row rests in lists. */
  shelf: string | null;
  /** Its place in `due`, as stored: name and time of the first timer; null: it has none. */
  armed: StoredTimer | null;
  isNew: boolean;
  /** It took a step in this turn. */
  isStepped: boolean;
  /** Its row has to be written. */
  dirty: boolean;
}

/** The first actor of its family: whoever started it, or itself. */
export const familyOf = ({ id, parentId }: Pick<Actor, 'id' | 'parentId'>): string => parentId ?? id;

/** The first timer of an actor; null: it has none, or is parked. */
export function firstTimer({ status, timers }: Pick<Actor, 'status' | 'timers'>): StoredTimer | null {
  if (status !== 'active') return null;
  let first: StoredTimer | null = null;
  for (const timer of timers) if (!first || timer.dueAt < first.dueAt) first = timer;
  return first;
}

/** A stored row as an actor of a turn. The row is not changed by the turn. */
export function actorOf(row: ActorRow): Actor {
  const timers = [...(row.timers ?? [])];
  return {
    id: row.id,
    workspaceId: row.workspaceId,
    parentId: row.parentId,
    kind: row.kind,
    definitionId: row.definitionId ?? null,
    machine: null,
    version: row.version,
    rev: row.rev,
    seq: row.seq,
    status: row.status,
    snapshot: row.snapshot as Persisted,
    timers,
    effects: [...(row.effects ?? [])],
    shelf: row.shelf,
    armed: firstTimer({ status: row.status, timers }),
    isNew: false,
    isStepped: false,
    dirty: false,
  };
}

/** An actor as its row is after the turn was committed. */
export function rowAfter(actor: Actor): ActorRow {
  const { id, workspaceId, parentId, kind, definitionId, version, seq, status, snapshot, shelf } = actor;
  return {
    id,
    workspaceId,
    parentId,
    kind,
    definitionId,
    version,
    rev: actor.dirty && !actor.isNew ? actor.rev + 1 : actor.rev,
    seq,
    status,
    snapshot,
    timers: actor.timers,
    effects: actor.effects,
    shelf,
  };
}

/** A timer as it is stored. @param at the instant it counts from, epoch ms */
export function storedTimer({ id, event, delayMs }: Timer, at: number): StoredTimer {
  const isPlain = event.type === id && Object.keys(event).length === 1;
  return { id, dueAt: at + delayMs, ...(!isPlain && { event }) };
}

/** The id of an effect: larger than those of earlier steps, and unique in its actor. @param at epoch ms */
export const effectIdOf = (at: number, seq: number, index: number): string =>
  String(at * EFFECTS_A_MS + ((seq * EFFECTS_A_STEP + index) % EFFECTS_A_MS));
/** Together they keep ids within what a number holds exactly, until the year 2039. */
const EFFECTS_A_MS = 4_096;
const EFFECTS_A_STEP = 4;
