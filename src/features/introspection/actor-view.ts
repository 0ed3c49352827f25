/** An actor as the debugger lists it: its state, its title, and why it is stuck. */
import type { AnyStateMachine } from 'xstate';
import { type Chart, chartOf, type ChartState } from '../../../machines/chart.ts';
import type { ActorOverview } from '../../../store/actors.ts';
import type { Db } from '../../../store/connect.ts';
import type { HeldTo } from '../../../store/held.ts';
import { loadDefinitions, machineOf } from '../../engine/definitions.ts';
import { type Kind, kindNamed, type KindTable } from '../../engine/kind.ts';
import type { Described } from '../../engine/kind-view.ts';
import { activeStates, stateName } from '../../engine/state-name.ts';
import { redactText } from '../../base/redact.ts';
import { isoOf, isoOrNull } from '../../base/time.ts';
import { limitedRow, limitOfRow } from './reached.ts';

/**
 * How long a due message may wait before it counts as stuck, ms: a busy node is slower than usual, but not this slow.
 */
export const OVERDUE_MS = 60_000;
/** The longest call to a network takes two minutes. */
export const SLOW_EFFECT_MS = 10 * 60_000;

/** Why an actor is stuck, and what to do. */
interface StuckReason {
  code: 'set_aside' | 'newer_version' | 'overdue' | 'slow_effect' | 'nothing_pending' | 'waits_for_person';
  message: string;
}

interface ActorSummary {
  id: string;
  kind: string;
  definitionId: string | null;
  version: number;
  status: ActorOverview['status'];
  state: string;
  title: string;
  parentId: string | null;
  postId: string | null;
  accountId: string | null;
  platform: string | null;
  error: string | null;
  seq: number;
  updatedAt: string;
  nextAt: string | null;
  mail: number;
  effects: number;
  trouble: StuckReason | null;
  limited?: true;
}

const charts = new WeakMap<AnyStateMachine, Chart>();

/** The chart of a machine, built once. */
export function chartOfMachine(machine: AnyStateMachine): Chart {
  let chart = charts.get(machine);
  if (!chart) charts.set(machine, (chart = chartOf(machine)));
  return chart;
}

/** Summaries, in the order of the rows. @param of.heldTo the accounts that the caller is held to; now: epoch ms */
export async function summarize(
  db: Db,
  kinds: KindTable,
  { rows: found, heldTo, now }: { rows: readonly ActorOverview[]; heldTo: HeldTo; now: number },
): Promise<ActorSummary[]> {
  const limited = new Set<string>();
  const rows = found.map((row) => {
    const limit = limitOfRow(kinds, row, heldTo);
    if (limit) limited.add(row.id);
    return limit ? limitedRow(kinds, row, limit) : row;
  });
  await loadDefinitions(db, kinds, rows);
  const described = await describeAll(db, kinds, rows);
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    definitionId: row.definitionId ?? null,
    version: row.version,
    status: row.status,
    state: stateName(row.value),
    title: described.get(row.id)?.title ?? row.id,
    parentId: row.parentId,
    postId: row.postId,
    accountId: row.accountId,
    platform: row.platform ?? described.get(row.id)?.platform ?? null,
    error: row.error === null ? null : redactText(row.error),
    seq: row.seq,
    updatedAt: isoOf(row.updatedAt),
    nextAt: isoOrNull(row.nextAt),
    mail: row.mail,
    effects: row.effects,
    trouble: stuckReasonOf(kinds, row, now),
    ...(limited.has(row.id) && { limited: true as const }),
  }));
}

/** Titles of actors by id. Actors whose kind this program does not know have none. */
async function describeAll(
  db: Db,
  kinds: KindTable,
  rows: readonly ActorOverview[],
): Promise<Map<string, Described>> {
  const byKind = [...Map.groupBy(rows, (row) => row.kind)].flatMap(([name, own]) => {
    const view = kindNamed(kinds, name)?.view;
    return view ? [view.describe(db, own)] : [];
  });
  return new Map((await Promise.all(byKind)).flatMap((described) => [...described]));
}

/** Why an actor is stuck; null when it is not. @param now epoch ms */
export function stuckReasonOf(kinds: KindTable, row: ActorOverview, now: number): StuckReason | null {
  const kind = kindNamed(kinds, row.kind);
  if (row.status === 'needs_attention') {
    const message =
      'it was parked because a step failed; the last entry of its journal says how. Fix the cause, then continue it';
    return { code: 'set_aside', message };
  }
  if (row.status !== 'active') return null;
  if (!kind || row.version > kind.version) {
    const message = `its machine has version ${row.version}; this program knows ${kind?.version ?? 'none'}. Newer nodes take its messages: update this one`;
    return { code: 'newer_version', message };
  }
  if (row.nextAt !== null && row.nextAt <= now - OVERDUE_MS) {
    const message = `a message has been due since ${isoOf(row.nextAt)} and no node takes it: check that one is running (GET /readyz)`;
    return { code: 'overdue', message };
  }
  if (row.oldestEffectAt !== null && row.oldestEffectAt <= now - SLOW_EFFECT_MS) {
    const message = `the effect it requested at ${isoOf(row.oldestEffectAt)} has no result yet: the log of its node says why`;
    return { code: 'slow_effect', message };
  }
  if (isNothingPending(kind, row, now)) {
    const message =
      'it waits for a result, and nothing is running that could bring one: send the event with a manual action';
    return { code: 'nothing_pending', message };
  }
  const waits = kind.view.waitsForPerson(stateName(row.value));
  return waits === null ? null : { code: 'waits_for_person', message: waits };
}

const asking = new WeakMap<AnyStateMachine, Set<string>>();

/** Ids of the states that request an effect on entry and wait for its result. */
function askingStates({ effects }: Kind, machine: AnyStateMachine): Set<string> {
  const cached = asking.get(machine);
  if (cached) return cached;
  const found = new Set<string>();
  const visit = (state: ChartState): void => {
    const leaves = state.edges.some((edge) => edge.after !== undefined);
    const asks = (state.entry ?? []).some((name) => {
      const rule = effects[name];
      return rule !== undefined && state.edges.some(({ event }) => isAnswer(rule.answers, event));
    });
    if (!leaves && asks) found.add(state.id);
    state.states.forEach(visit);
  };
  visit(chartOfMachine(machine));
  asking.set(machine, found);
  return found;
}

/** Whether an event is one of the results of an effect. Results are full names, or prefixes that end with a point. */
export const isAnswer = (answers: readonly string[], event: string): boolean =>
  answers.some((one) => (one.endsWith('.') ? event.startsWith(one) : event === one));

function isNothingPending(kind: Kind, row: ActorOverview, now: number): boolean {
  const { value, effects, mail, updatedAt, definitionId } = row;
  if (effects > 0 || mail > 0 || updatedAt > now - OVERDUE_MS) return false;
  const machine = machineOf(kind, definitionId);
  if (!machine) return false;
  const asks = askingStates(kind, machine);
  return activeStates(machine.id, value).some((id) => asks.has(id));
}
