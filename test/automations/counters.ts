/** The counters of an automation beside the log of its runs: for tests in which people go through automations. */
import type { Db } from '../../store/connect.ts';
import type { Read } from '../support/typed-calls.ts';

type Run = Read<'listDmRuns'>['runs'][number];

/** Counters by name, in the order of the names. Those that are 0 are left out. */
export type Counters = readonly (readonly [name: string, count: number])[];

/** What the counters of an automation must be. @param runs all of its runs, as the API lists them */
export async function countLog(sql: Db, runs: readonly Run[]): Promise<Counters> {
  const clicked = await sql<{ id: string; clicked: string[] }[]>`
    select id, coalesce(snapshot #> '{context,clicked}', '[]'::json) as clicked
    from actors where id = any(${runs.map(({ id }) => id)}::text[])`;
  const sums = new Map<string, number>();
  const add = (name: string) => sums.set(name, (sums.get(name) ?? 0) + 1);
  for (const { id, version, reason, steps } of runs) {
    if (reason !== null) add(`ended ${reason}`);
    for (const { stepId, detail } of steps) {
      add(`v${version} ${stepId} entered`);
      if (detail !== null) add(`v${version} ${stepId} left ${detail}`);
    }
    const last = steps.at(-1);
    if (last) add(`v${version} ${last.stepId} ${reason === null ? 'waiting' : `ended ${reason}`}`);
    for (const stepId of clicked.find((one) => one.id === id)!.clicked) add(`v${version} ${stepId} clicked`);
  }
  const seen = await sql<{ name: string; count: number }[]>`
    select 'v' || r.version || ' ' || (m.details #>> '{step,stepId}') || ' seen' as name, count(*)::int as count
    from direct_messages m join dm_runs r on r.id = m.details #>> '{step,runId}'
    where r.id = any(${runs.map(({ id }) => id)}::text[]) and m.details ->> 'seenAt' is not null group by 1`;
  for (const { name, count } of seen) sums.set(name, count);
  return inOrder(sums);
}

/** What the counters are. @param stats of `GET /v1/dm-automations/{id}/stats` */
export function countersIn(stats: Read<'getDmAutomationStats'>): Counters {
  const counters = new Map<string, number>();
  const note = (name: string, value: number) => value !== 0 && counters.set(name, value);
  for (const [reason, value] of Object.entries<number>(stats.ended)) note(`ended ${reason}`, value);
  for (const { version, steps } of stats.versions)
    for (const step of steps) {
      const of = (what: string, value: number) => note(`v${version} ${step.stepId} ${what}`, value);
      of('entered', step.entered);
      of('waiting', step.waiting);
      of('seen', step.seen);
      of('clicked', step.clicked);
      for (const [way, value] of Object.entries<number>(step.left)) of(`left ${way}`, value);
      for (const [reason, value] of Object.entries<number>(step.ended)) of(`ended ${reason}`, value);
    }
  return inOrder(counters);
}

/** The stats of an automation as its runs have them. */
export function sumRuns(runs: readonly Run[]): { started: number; completed: number; handedOff: number } {
  const ended = (reason: string) => runs.filter((run) => run.reason === reason).length;
  return { started: runs.length, completed: ended('completed'), handedOff: ended('handoff') };
}

const inOrder = (counters: ReadonlyMap<string, number>): Counters =>
  [...counters].toSorted(([one], [other]) => (one < other ? -1 : 1));
