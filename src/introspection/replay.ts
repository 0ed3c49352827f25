/**
 * Time travel: an actor's journal holds what happened and when, and the machine is pure, so its contexts and the
 * parameters of its effects come from stepping it again. Nothing is asked and nothing changes.
 */
import type { AnyStateMachine } from 'xstate';
import { type Persisted, start, step, type Step } from '../../machines/durable.ts';
import type { JournalRow } from '../../store/actors.ts';
import { compiledFor, loadDefinitions } from '../engine/definitions.ts';
import { type Charted, kindNamed, type KindTable } from '../engine/kind.ts';
import { sameJson, stateName } from '../engine/state-name.ts';
import type { Db } from '../../store/connect.ts';

export interface ReplayedStep extends JournalRow {
  /** After the step; null where it cannot be told. */
  context: { [field: string]: unknown } | null;
  /** What was asked for, with parameters where they can be told. */
  asked: { type: string; params: unknown }[];
  /** Where the machine of today does something else than what is recorded. */
  differences: string[];
}

export interface Replay {
  steps: ReplayedStep[];
  /** Where the replay led; null when it could not be finished. */
  end: Persisted | null;
  /** Why contexts end, or never begin. */
  stopped: Stop | null;
}

export interface Stop {
  /** The first step without a context. */
  seq: number;
  /**
   * `pruned`: the steps before were too old to be kept; `gap`: one is missing; `differs`: the machine went elsewhere;
   * `unknown_kind`: this program does not know the machine; `no_definition`: what its chart is made from is not there, or
   * cannot be read.
   */
  code: 'pruned' | 'gap' | 'differs' | 'unknown_kind' | 'no_definition';
  reason: string;
}

/** Steps that the machine did not take: its actor was parked, or let continue. */
export const isAside = (row: Pick<JournalRow, 'fault' | 'event'>): boolean =>
  row.fault !== null || row.event.type === 'resumed';

/** What an actor is stepped with. */
export interface ReplayedBy {
  machine: AnyStateMachine;
  /** Of the kind, in this program. */
  version: number;
}

/** What steps the actors of a kind by one definition; or why nothing does. Definitions are read before. */
export function replayedBy(
  kind: Charted | undefined,
  definitionId: string | null | undefined,
): ReplayedBy | Omit<Stop, 'seq'> {
  if (!kind) {
    const reason = 'this program does not know the machine; a newer one wrote it';
    return { code: 'unknown_kind', reason };
  }
  const found = compiledFor(kind, definitionId);
  if (found && 'machine' in found) return { machine: found.machine, version: kind.version };
  return { code: 'no_definition', reason: found?.fault ?? `there is no definition ${definitionId}` };
}

/** Replays the journal of one actor, whose definition is read where it has one. @param rows oldest first */
export async function replayActor(
  db: Db,
  kinds: KindTable,
  actor: { kind: string; definitionId?: string | null; rows: readonly JournalRow[] },
): Promise<Replay> {
  await loadDefinitions(db, kinds, [actor]);
  return replay(replayedBy(kindNamed(kinds, actor.kind), actor.definitionId), actor.rows);
}

/**
 * @param by what the actor is stepped with, or why it cannot be
 * @param rows the journal of one actor, oldest first
 */
export function replay(by: ReplayedBy | Omit<Stop, 'seq'>, rows: readonly JournalRow[]): Replay {
  let snapshot: Persisted | null = null;
  let stopped: Stop | null = null;
  let expected = 1;
  const steps: ReplayedStep[] = [];
  for (const row of rows) {
    stopped ??= whyNot(by, row, expected);
    expected = row.seq + 1;
    let taken: Step | null = null;
    let differences: string[] = [];
    if (!stopped && 'machine' in by && !isAside(row)) {
      try {
        taken = again(by.machine, snapshot, row);
        differences = compare(row, taken);
        if (sameJson(taken.snapshot.value, row.value)) snapshot = taken.snapshot;
        else stopped = differs(by, row, differences.join('; '));
      } catch (fault) {
        stopped = differs(by, row, String(fault));
        differences = [`the machine throws: ${String(fault)}`];
      }
    }
    if (stopped) snapshot = null;
    steps.push({
      ...row,
      context: (snapshot?.context as ReplayedStep['context']) ?? null,
      asked: taken && !stopped ? taken.effects : (row.effects ?? []).map((type) => ({ type, params: null })),
      differences,
    });
  }
  return { steps, end: snapshot, stopped };
}

function whyNot(by: ReplayedBy | Omit<Stop, 'seq'>, { seq }: JournalRow, expected: number): Stop | null {
  if ('code' in by) return { seq, ...by };
  if (seq === expected) return null;
  if (expected === 1) {
    const reason = `the ${seq - 1} steps before were too old to be kept, so there is nothing to replay from`;
    return { seq, code: 'pruned', reason };
  }
  return { seq, code: 'gap', reason: `step ${expected} is not in the journal` };
}

/**
 * Takes a step of the journal again, from where the actor stood before it; null for its first one.
 * @returns the step as it is stored and read back: what is undefined is gone
 * @throws what the machine throws
 */
export function again(machine: AnyStateMachine, snapshot: Persisted | null, { event, at }: JournalRow): Step {
  const taken = snapshot
    ? step(machine, snapshot, event as never, at)
    : start(machine, event['input'] as never, at);
  return {
    ...taken,
    snapshot: JSON.parse(JSON.stringify(taken.snapshot)) as Persisted,
    effects: JSON.parse(JSON.stringify(taken.effects)) as Step['effects'],
  };
}

function compare(row: JournalRow, taken: Step): string[] {
  const pairs: [what: string, recorded: unknown, now: unknown][] = [
    ['the transitions', row.taken ?? [], taken.taken],
    ['the effects', row.effects ?? [], (taken.effects as { type: string }[]).map(({ type }) => type)],
    [
      'the timers',
      row.timers ?? [],
      taken.timers.map(({ id, delayMs }) => ({ id, dueAt: row.at + delayMs })),
    ],
    ['the cancelled timers', row.cancels ?? [], taken.cancels],
  ];
  const others = pairs
    .filter(([, recorded, now]) => !sameJson(recorded, now))
    .map(([what, recorded, now]) => `${what} were ${JSON.stringify(recorded)}, now ${JSON.stringify(now)}`);
  const { value } = taken.snapshot;
  if (sameJson(value, row.value)) return others;
  return [`it went to ${stateName(row.value)}, now to ${stateName(value)}`, ...others];
}

function differs(by: ReplayedBy, { seq, version }: JournalRow, what: string): Stop {
  const older =
    version < by.version ? ` (written by version ${version} of the machine, replayed by ${by.version})` : '';
  return { seq, code: 'differs', reason: `step ${seq}: ${what}${older}` };
}
