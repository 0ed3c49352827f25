/** An actor of a turn: its row in memory, which the steps of the turn change. */
import type { AnyStateMachine } from 'xstate';
import type { Persisted, Timer } from '../../machines/durable.ts';
import type { ActorRow, StoredEffect, StoredTimer } from '../../store/turns.ts';

export interface Actor {
  id: string;
  workspaceId: string;
  /** The actor that started it and to which it reports; null if none. */
  parentId: string | null;
  kind: string;
  /** The definition that its chart is compiled from; null means its kind has one chart for all actors. */
  definitionId: string | null;
  /** null means the program has no machine for it. Its first message then parks the actor with the reason. */
  machine: AnyStateMachine | null;
  version: number;
  /**
   * How often its row was written when the turn read it. The row is written only if this number has not changed. 0: the
   * row does not exist yet.
   */
  rev: number;
  seq: number;
  status: 'active' | 'done' | 'needs_attention';
  snapshot: Persisted;
  /** The timers it waits for. A parked actor keeps them until it continues. */
  timers: StoredTimer[];
  /** The effects it requested whose results are not saved yet. */
  effects: StoredEffect[];
  /** The status in which it rests, as lists show it. */
  shelf: string | null;
  /** Its row in the table `due`, as stored: name and time of its first timer; null if it has no such row. */
  armed: StoredTimer | null;
  isNew: boolean;
  /** Whether it took a step in this turn. */
  isStepped: boolean;
  /** Whether its row has to be written. */
  dirty: boolean;
}

/** The id of the first actor of its family: the actor that started it, or the actor itself. */
export const familyOf = ({ id, parentId }: Pick<Actor, 'id' | 'parentId'>): string => parentId ?? id;

/** The first timer of an actor; null if it has none, or it is parked. */
export function firstTimer({ status, timers }: Pick<Actor, 'status' | 'timers'>): StoredTimer | null {
  if (status !== 'active') return null;
  let first: StoredTimer | null = null;
  for (const timer of timers) if (!first || timer.dueAt < first.dueAt) first = timer;
  return first;
}

/** Makes an actor of a turn from a stored row. The turn does not change the row. */
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

/** The row of an actor as it is after the turn was committed. */
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

/** A timer as it is stored. @param at the instant from which its delay counts, epoch ms */
export function storedTimer({ id, event, delayMs }: Timer, at: number): StoredTimer {
  const isPlain = event.type === id && Object.keys(event).length === 1;
  return { id, dueAt: at + delayMs, ...(!isPlain && { event }) };
}

/** The id of an effect: larger than the ids of earlier steps, and unique in its actor. @param at epoch ms */
export const effectIdOf = (at: number, seq: number, index: number): string =>
  String(at * EFFECTS_A_MS + ((seq * EFFECTS_A_STEP + index) % EFFECTS_A_MS));

/** The time of an effect's step, and its number as far as an id holds it. `isUpTo`: whether another number is as high or higher. */
export function stepOfEffect(id: string): { at: number; seq: number; isUpTo: (other: number) => boolean } {
  const number = Number(id);
  const seq = Math.floor((number % EFFECTS_A_MS) / EFFECTS_A_STEP);
  const steps = EFFECTS_A_MS / EFFECTS_A_STEP;
  // the numbers begin again after the last one: the shorter way from one to the other counts
  const isUpTo = (other: number) => (other - seq + 2 * steps) % steps < steps / 2;
  return { at: Math.floor(number / EFFECTS_A_MS), seq, isUpTo };
}

/** Effect ids per ms. With this number, ids stay within what a JavaScript number holds exactly until the year 2039. */
const EFFECTS_A_MS = 4_096;
const EFFECTS_A_STEP = 4;
