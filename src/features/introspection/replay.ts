/**
 * Time travel. The journal holds each event and its time, and machines are pure, so stepping the machine again gives
 * the contexts and the parameters of effects. A replay runs no effect and changes nothing.
 */
import type { AnyStateMachine } from 'xstate';
import { type Persisted, start, step, type Step } from '../../../machines/durable.ts';
import type { JournalRow } from '../../../store/actors.ts';
import { compiledFor, loadDefinitions } from '../../engine/definitions.ts';
import { type Charted, kindNamed, type KindTable } from '../../engine/kind.ts';
import { sameJson, stateName } from '../../engine/state-name.ts';
import type { Db } from '../../../store/connect.ts';

export interface ReplayedStep extends JournalRow {
  /** The context after the step; null when it is not known. */
  context: { [field: string]: unknown } | null;
  /** The effects it requested, with parameters when these are known. */
  requests: { type: string; params: unknown }[];
  /** How today's machine differs from what is recorded. */
  differences: string[];
}

interface Replay {
  steps: ReplayedStep[];
  /** The snapshot after the last step; null when the replay did not get there. */
  end: Persisted | null;
  /** Why contexts end, or never start. */
  stopped: Stop | null;
}

export interface Stop {
  /** The first step without a context. */
  seq: number;
  /**
   * `pruned`: the steps before were deleted by age; `gap`: a step is missing; `differs`: the machine took another path;
   * `unknown_kind`: this program does not know the machine; `no_definition`: the definition of the chart is missing, or
   * cannot be read.
   */
  code: 'pruned' | 'gap' | 'differs' | 'unknown_kind' | 'no_definition';
  reason: string;
}

/** Entries that the machine did not see: the actor was parked or continued. */
const isAside = (row: Pick<JournalRow, 'fault' | 'event'>): boolean =>
  row.fault !== null || row.event.type === 'resumed';

/** What is needed to step an actor. */
interface ReplayedBy {
  machine: AnyStateMachine;
  /** Version of the kind's machine in this program. */
  version: number;
}

/** Returns what steps the actors of a kind with one definition, or why nothing can. Load definitions first. */
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
  return { code: 'no_definition', reason: found?.fault ?? `the definition ${definitionId} does not exist` };
}

/** Replays the journal of one actor, and loads its definition if it has one. @param rows oldest first */
export async function replayActor(
  db: Db,
  kinds: KindTable,
  actor: { kind: string; definitionId?: string | null; rows: readonly JournalRow[] },
): Promise<Replay> {
  await loadDefinitions(db, kinds, [actor]);
  return replay(replayedBy(kindNamed(kinds, actor.kind), actor.definitionId), actor.rows);
}

/** A step, and the snapshot after it. */
interface ReplayPoint {
  seq: number;
  snapshot: Persisted;
}

/**
 * @param by what steps the actor, or why nothing can
 * @param rows the journal of one actor, oldest first
 * @param from the step before the first row; null means that the journal is replayed from its beginning
 */
export function replay(
  by: ReplayedBy | Omit<Stop, 'seq'>,
  rows: readonly JournalRow[],
  from: ReplayPoint | null = null,
): Replay {
  let snapshot = from?.snapshot ?? null;
  let stopped: Stop | null = null;
  let expected = (from?.seq ?? 0) + 1;
  const steps: ReplayedStep[] = [];
  for (const row of rows) {
    stopped ??= whyNot(by, row, expected);
    expected = row.seq + 1;
    let stepped: Step | null = null;
    let differences: string[] = [];
    if (!stopped && row.before) snapshot = standingAt(row.before);
    if (!stopped && 'machine' in by && !isAside(row)) {
      try {
        stepped = again(by.machine, snapshot, row);
        differences = compare(row, stepped);
        if (sameJson(stepped.snapshot.value, row.value)) snapshot = stepped.snapshot;
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
      requests:
        stepped && !stopped ? stepped.effects : (row.effects ?? []).map((type) => ({ type, params: null })),
      differences,
    });
  }
  return { steps, end: snapshot, stopped };
}

/** The snapshot from which a step started, of a kind of which the journal leaves out some steps. */
export const standingAt = (before: NonNullable<JournalRow['before']>): Persisted => ({
  status: 'active',
  ...before,
});

function whyNot(
  by: ReplayedBy | Omit<Stop, 'seq'>,
  { seq, before }: JournalRow,
  expected: number,
): Stop | null {
  if ('code' in by) return { seq, ...by };
  if (seq === expected || before) return null;
  if (expected === 1) {
    const reason = `the ${seq - 1} steps before were too old to be kept, so there is nothing to replay from`;
    return { seq, code: 'pruned', reason };
  }
  return { seq, code: 'gap', reason: `step ${expected} is not in the journal` };
}

/**
 * Repeats a step of the journal, from the snapshot before it; null for the first step.
 * @returns the step as it is after storing and reading: fields that are undefined are gone
 * @throws what the machine throws
 */
function again(machine: AnyStateMachine, snapshot: Persisted | null, { event, at }: JournalRow): Step {
  const stepped = snapshot
    ? step(machine, snapshot, event as never, at)
    : start(machine, event['input'] as never, at);
  return {
    ...stepped,
    snapshot: JSON.parse(JSON.stringify(stepped.snapshot)) as Persisted,
    effects: JSON.parse(JSON.stringify(stepped.effects)) as Step['effects'],
  };
}

function compare(row: JournalRow, stepped: Step): string[] {
  const pairs: [what: string, recorded: unknown, now: unknown][] = [
    ['the transitions', row.taken ?? [], stepped.taken],
    ['the effects', row.effects ?? [], (stepped.effects as { type: string }[]).map(({ type }) => type)],
    [
      'the timers',
      row.timers ?? [],
      stepped.timers.map(({ id, delayMs }) => ({ id, dueAt: row.at + delayMs })),
    ],
    ['the cancelled timers', row.cancels ?? [], stepped.cancels],
  ];
  const others = pairs
    .filter(([, recorded, now]) => !sameJson(recorded, now))
    .map(([what, recorded, now]) => `${what} were ${JSON.stringify(recorded)}, now ${JSON.stringify(now)}`);
  const { value } = stepped.snapshot;
  if (sameJson(value, row.value)) return others;
  return [`it went to ${stateName(row.value)}, now to ${stateName(value)}`, ...others];
}

function differs(by: ReplayedBy, { seq, version }: JournalRow, what: string): Stop {
  const older =
    version < by.version ? ` (written by version ${version} of the machine, replayed by ${by.version})` : '';
  return { seq, code: 'differs', reason: `step ${seq}: ${what}${older}` };
}
