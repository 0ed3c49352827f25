/**
 * Compares compiled steps with XState's: random walks over a machine in which both take every step. The steps are
 * compared as JSON text, so fields and their order, timers, cancels and edges must be the same; where one throws, so must
 * the other.
 */
import { strictEqual } from 'node:assert/strict';
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { compilationOf, type CompiledSteps } from '../../machines/compiled/index.ts';
import { everyNode, isInside, withAncestors } from '../../machines/compiled/nodes.ts';
import { edgeId } from '../../machines/edge-id.ts';
import { interpretAccepts, interpretStart, interpretStep } from '../../machines/interpreter.ts';
import type { Persisted, Step } from '../../machines/durable.ts';
import { SAMPLE_AT } from './machine-samples.ts';
import type { Random } from './random.ts';

/** A machine, and what to walk over it with. */
export interface Compared {
  name: string;
  machine: AnyStateMachine;
  inputs: readonly unknown[];
  events: readonly { type: string }[];
  /** Stored snapshots at which walks begin too. */
  rows: readonly Persisted[];
  /** Steps that are compared whatever chance does: together they take every edge. */
  steps: readonly { from: Persisted; event: { type: string } }[];
}

export interface Tally {
  steps: number;
  /** Steps in which both threw. */
  faults: number;
  /** How often edges of each sort were taken: a walk that never met a rule has not tested it. */
  rules: Map<string, number>;
  /** Ids of the edges that were taken. */
  edges: Set<string>;
}

export const newTally = (): Tally => ({ steps: 0, faults: 0, rules: new Map(), edges: new Set() });

const MAX_STEPS_OF_WALK = 25;
const MONTH_MS = 30 * 24 * 3_600_000;

/**
 * Takes random walks, and counts them into the tally.
 * @throws AssertionError at the first difference, with the snapshot, the event and both results
 */
export function compareSteps(compared: Compared, walks: number, random: Random, tally: Tally): void {
  const steps = stepsOf(compared);
  const sorts = sortsOf(compared.machine);
  for (let walk = 0; walk < walks; walk += 1) count(takeWalk(compared, steps, random, tally), sorts, tally);
}

/** Takes the steps that are named. Throws as `compareSteps` does. */
export function compareNamedSteps(compared: Compared, tally: Tally): void {
  const steps = stepsOf(compared);
  const sorts = sortsOf(compared.machine);
  for (const { from, event } of compared.steps) {
    const taken = compareStep(compared, steps, { from: frozen(from), event: frozen(event), at: SAMPLE_AT });
    tally.steps += 1;
    if (taken) count(taken.taken, sorts, tally);
    else tally.faults += 1;
  }
}

/** @throws Error when the machine is not compiled */
function stepsOf({ name, machine }: Compared): CompiledSteps {
  const { steps, reason } = compilationOf(machine);
  if (!steps) throw new Error(`${name} is not compiled: ${reason}`);
  return steps;
}

function count(edges: readonly string[], sorts: ReadonlyMap<string, string[]>, tally: Tally): void {
  for (const edge of edges) {
    tally.edges.add(edge);
    for (const rule of sorts.get(edge)!) tally.rules.set(rule, (tally.rules.get(rule) ?? 0) + 1);
  }
}

/** @returns the edges taken */
function takeWalk(compared: Compared, steps: CompiledSteps, random: Random, tally: Tally): string[] {
  const { name, machine, inputs, events, rows } = compared;
  let at = SAMPLE_AT + random.below(1_000);
  const taken: string[] = [];
  let snapshot: Persisted;
  let armed: Step['timers'] = [];
  if (rows.length > 0 && random.happens(0.3)) snapshot = random.pick(rows);
  else {
    const input = frozen(random.pick(inputs));
    const first = compareOne(() => `${name} starts with ${JSON.stringify(input)}`, {
      xstate: () => interpretStart(machine, input, at),
      compiled: () => steps.start(input, at),
    });
    tally.steps += 1;
    if (!first) {
      tally.faults += 1;
      return taken;
    }
    taken.push(...first.taken);
    ({ snapshot, timers: armed } = first);
  }
  for (let count = 0; count < MAX_STEPS_OF_WALK && snapshot.status === 'active'; count += 1) {
    at += Math.floor(random.next() ** 4 * MONTH_MS);
    const timer = armed.length > 0 && random.happens(0.3) ? random.pick(armed).event : null;
    const event = frozen(timer ?? varied(random.pick(events), random));
    const from = frozen(disturbed(snapshot, random));
    const next = compareStep(compared, steps, { from, event, at });
    tally.steps += 1;
    if (!next) {
      tally.faults += 1;
      continue;
    }
    taken.push(...next.taken);
    snapshot = next.snapshot;
    armed = [...armed.filter(({ id }) => !next.cancels.includes(id)), ...next.timers];
  }
  return taken;
}

/** @returns the step that both took; null when both threw */
function compareStep(
  { name, machine }: Compared,
  steps: CompiledSteps,
  { from, event, at }: { from: Persisted; event: { type: string }; at: number },
): Step | null {
  const title = () => `${name} takes ${JSON.stringify(event)} at ${at} in ${JSON.stringify(from)}`;
  compareOne(() => `${title()}: accepts`, {
    xstate: () => interpretAccepts(machine, from, event as never, at),
    compiled: () => required(steps.accepts(from, event, at)),
  });
  return compareOne(title, {
    xstate: () => interpretStep(machine, from, event as never, at),
    compiled: () => required(steps.step(from, event, at)),
  });
}

/** @returns what both did; null when both threw */
function compareOne<T>(title: () => string, sides: { xstate: () => T; compiled: () => T }): T | null {
  const [xstate, compiled] = [attempt(sides.xstate), attempt(sides.compiled)];
  const [expected, found] = [xstate, compiled].map((side) =>
    side ? JSON.stringify(side.result) : 'it threw',
  );
  if (found !== expected) strictEqual(found, expected, `${title()}\nxstate   ${expected}\ncompiled ${found}`);
  return xstate && compiled ? xstate.result : null;
}

function attempt<T>(take: () => T): { result: T } | null {
  try {
    return { result: take() };
  } catch (fault) {
    if (fault instanceof NotTaken) throw fault;
    return null;
  }
}

class NotTaken extends Error {
  override readonly name = 'NotTaken';
}

function required<T>(taken: T | null): T {
  if (taken === null) throw new NotTaken('a step was left to XState');
  return taken;
}

/** The same event with other numbers and flags, or without a field. */
function varied(event: { type: string }, random: Random): { type: string } {
  const changed: { [field: string]: unknown; type: string } = { ...event };
  for (const [name, value] of Object.entries(event)) {
    if (name === 'type' || random.happens(0.6)) continue;
    if (typeof value === 'number') changed[name] = value + random.below(7) - 3;
    else if (typeof value === 'boolean') changed[name] = !value;
    else if (name === 'status') changed[name] = random.pick(['published', 'failed', 'cancelled']);
    else if (name === 'accountId') changed[name] = random.pick(['acc_a', 'acc_b']);
    else if (random.happens(0.2)) delete changed[name];
  }
  return changed;
}

/** The snapshot as it is read back, now and then with other counts and flags: limits that a walk seldom reaches. */
function disturbed(snapshot: Persisted, random: Random): Persisted {
  const stored = JSON.parse(JSON.stringify(snapshot)) as Persisted;
  if (random.happens(0.7)) return stored;
  const context = stored.context as { [field: string]: unknown };
  for (const [name, value] of Object.entries(context)) {
    if (random.happens(0.7)) continue;
    if (typeof value === 'number' && value < 100) context[name] = random.below(9);
    if (typeof value === 'boolean') context[name] = random.happens(0.5);
    if (value === 'retry' || value === 'hold') context[name] = random.pick(['retry', 'hold']);
    if (value === null && name === 'doubt') context[name] = 'no answer';
  }
  return stored;
}

/** A step that changes what it was given throws. */
export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}

/** The rules that each edge is an example of, by its id. */
function sortsOf(machine: AnyStateMachine): Map<string, string[]> {
  const sorts = new Map<string, string[]>();
  for (const node of everyNode(machine.root)) {
    for (const edge of [...(node.always ?? []), ...[...node.transitions.values()].flat()])
      sorts.set(edgeId(edge), sortsOfEdge(edge));
  }
  return sorts;
}

function sortsOfEdge(edge: AnyTransitionDefinition): string[] {
  const { source, reenter, eventType, guard, delay } = edge as typeof edge & { delay?: string | number };
  const [target] = edge.target ?? [];
  const where = !target
    ? 'no target'
    : target === source
      ? 'itself'
      : isInside(target, source)
        ? 'a state inside'
        : isInside(source, target)
          ? 'a state around'
          : target.parent === source.parent
            ? 'a sibling'
            : 'a state elsewhere';
  return [
    `to ${where}${reenter ? ', reentering' : ''}`,
    ...(target?.type === 'final' ? ['to a final state'] : []),
    ...(target?.type === 'parallel' ? ['to a parallel state'] : []),
    ...(target?.parent?.type === 'parallel' ? ['to a region'] : []),
    ...(target && regionsOf(source).some((region) => !isInside(target, region.parent))
      ? ['out of a parallel state']
      : []),
    ...(target && regionsOf(target).some((region) => !isInside(source, region.parent))
      ? ['into a parallel state']
      : []),
    ...(target && regionsOf(source).some((region) => isInside(target, region.parent) && !isIn(target, region))
      ? ['to another region']
      : []),
    ...(regionsOf(source).length > 0 ? ['in a region'] : []),
    ...(source.parent ? [] : ['of the root']),
    ...(eventType === '' ? ['always'] : []),
    ...(delay === undefined ? [] : [`after a ${typeof delay === 'number' ? 'fixed' : 'named'} delay`]),
    ...(guard === undefined ? [] : [guardSort(guard)]),
  ];
}

/** The regions around a node, or which it is. */
const regionsOf = (node: AnyStateNode): AnyStateNode[] =>
  withAncestors(node).filter(({ parent }) => parent?.type === 'parallel');

const isIn = (node: AnyStateNode, outer: AnyStateNode): boolean => node === outer || isInside(node, outer);

function guardSort(guard: unknown): string {
  if (typeof guard === 'string') return 'if a named guard holds';
  if (typeof guard === 'object') return 'if a guard with parameters holds';
  return 'guards' in (guard as object)
    ? `if a guard made with ${(guard as Function).name} holds`
    : 'if an inline guard holds';
}
