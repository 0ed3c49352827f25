/**
 * Time travel: an actor's journal holds what happened and when, and the machine is pure, so its contexts and the
 * parameters of its effects come from stepping it again. Nothing is asked and nothing changes.
 */
import { type Persisted, start, step, type Step } from '../../machines/durable.ts';
import type { Kind } from '../../machines/kinds.ts';
import type { JournalRow } from '../../store/actors.ts';
import { sameJson, stateName } from './states.ts';

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
   * `unknown_kind`: this program does not know the machine.
   */
  code: 'pruned' | 'gap' | 'differs' | 'unknown_kind';
  reason: string;
}

/** Steps that are none of the machine's: its actor was set aside, or let go on. */
export const isAside = (row: Pick<JournalRow, 'fault' | 'event'>): boolean =>
  row.fault !== null || row.event.type === 'resumed';

/**
 * @param kind undefined when this program does not know it
 * @param rows the journal of one actor, oldest first
 */
export function replay(kind: Kind | undefined, rows: readonly JournalRow[]): Replay {
  let snapshot: Persisted | null = null;
  let stopped: Stop | null = null;
  let expected = 1;
  const steps: ReplayedStep[] = [];
  for (const row of rows) {
    stopped ??= whyNot(kind, row, expected);
    expected = row.seq + 1;
    let taken: Step | null = null;
    let differences: string[] = [];
    if (!stopped && !isAside(row)) {
      try {
        taken = again(kind!, snapshot, row);
        differences = compare(row, taken);
        if (sameJson(taken.snapshot.value, row.value)) snapshot = taken.snapshot;
        else stopped = differs(kind!, row, differences.join('; '));
      } catch (fault) {
        stopped = differs(kind!, row, String(fault));
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

function whyNot(kind: Kind | undefined, { seq }: JournalRow, expected: number): Stop | null {
  if (!kind) {
    const reason = 'this program does not know the machine; a newer one wrote it';
    return { seq, code: 'unknown_kind', reason };
  }
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
export function again({ machine }: Kind, snapshot: Persisted | null, { event, at }: JournalRow): Step {
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

function differs(kind: Kind, { seq, version }: JournalRow, what: string): Stop {
  const older =
    version < kind.version
      ? ` (written by version ${version} of the machine, replayed by ${kind.version})`
      : '';
  return { seq, code: 'differs', reason: `step ${seq}: ${what}${older}` };
}
