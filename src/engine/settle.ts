/** Gives actors the results of their effects and saves the steps that follow: one statement for many results. */
import type { Result } from './effect-run.ts';
import { newId } from '../base/ids.ts';
import { type ActorRow, lockActors, type MailRow, readActorRows, readMessages } from '../../store/turns.ts';
import { kindNamed } from './kind.ts';
import { DEFER_MS, takeDeferrable } from './deferred.ts';
import { loadInto, reach, remember, type TurnTaker, withDefinitions, writeAnnouncing } from './take.ts';
import { familyOf } from './actor.ts';
import { Turn } from './turn.ts';
import { StaleActor, writeTurn, type Written } from './write.ts';

/** How often a turn is tried with rows from the cache or read without a lock. After that, the rows are locked. */
const MAX_STALE = 2;

/**
 * Delivers the results of effects. Results of effects that another node has taken over, or that an operator has replaced,
 * are dropped: the row of the actor says which node runs its effects.
 *
 * The actors are not locked, and usually not even read: the turn is written only if their rows have not changed since
 * this node wrote them. If they have changed, they are read and the turn is taken again. If that fails too, the turn
 * locks them.
 */
export async function settle(taker: TurnTaker, results: Result[], now: number): Promise<Written> {
  const { written, turn } = await settleOnce(taker, results, now);
  endEffects(taker, results);
  remember(taker, turn);
  forgetQuiet(taker, turn, results);
  return written;
}

/** These effects have ended: the node no longer holds their claims for them. */
function endEffects({ claims }: TurnTaker, results: readonly Result[]): void {
  if (!claims) return;
  for (const { actorId, effectId: id, claim, family } of results)
    if (claim !== undefined && family !== undefined) claims.end({ actorId, id, claim, family });
}

/** Drops the messages that wait for families of which nothing is in progress any more: those that are left are parked. */
function forgetQuiet({ claims, deferred }: TurnTaker, { requests }: Turn, results: readonly Result[]): void {
  if (!claims || !deferred) return;
  const inProgress = new Set(requests.map(({ actor }) => familyOf(actor)));
  for (const { family } of results)
    if (family !== undefined && !claims.isUnderWay(family) && !inProgress.has(family))
      deferred.forget(family);
}

interface Settled {
  written: Written;
  turn: Turn;
}

async function settleOnce(taker: TurnTaker, results: Result[], now: number): Promise<Settled> {
  for (let stale = 0; stale < MAX_STALE; stale += 1) {
    try {
      const isAgain = stale > 0;
      return await withDefinitions(taker, (absent) =>
        settleUnlocked(taker, results, { now, absent, isAgain }),
      );
    } catch (fault) {
      if (!(fault instanceof StaleActor)) throw fault;
      taker.held?.clear(); // the error does not say which row was out of date
    }
  }
  return withDefinitions(taker, (absent) => settleLocked(taker, results, { now, absent, isAgain: true }));
}

interface When {
  /** Epoch ms. */
  now: number;
  /** Ids of definitions that do not exist. */
  absent: ReadonlySet<string>;
  /** Another transaction wrote a row first: what the node keeps in memory may be out of date. */
  isAgain: boolean;
}

async function settleUnlocked(taker: TurnTaker, results: Result[], when: When): Promise<Settled> {
  const { sql, held, announce } = taker;
  const turn = new Turn(when.now, taker.kinds, { absent: when.absent, isUnlocked: true });
  const read = async (ids: string[]): Promise<ActorRow[]> => {
    const rows = ids.flatMap((id) => held?.get(id) ?? []);
    const missing = rows.length === ids.length ? [] : ids.filter((id) => !held?.get(id));
    return missing.length === 0 ? rows : [...rows, ...(await readActorRows(sql, missing))];
  };
  const load = (rows: readonly ActorRow[]) => loadInto(sql, turn, rows);
  await load(await read(actorIdsOf(results)));
  await answerEach(taker, turn, results, { mayBeStale: held !== undefined && !when.isAgain });
  await takeReports(taker, turn, results, {
    load: async (ids) => load(await read(ids)),
    mailOf: async (ids) =>
      when.isAgain || !taker.deferred ? readMessages(sql, ids) : ids.flatMap((id) => taker.deferred!.of(id)),
  });
  await reach(turn, read, load);
  const announcements =
    announce && turn.announcements.length > 0 ? await announce.wanted(sql, turn.announcements, turn.now) : [];
  const written =
    announcements.length === 0
      ? await writeTurn(sql, turn, taker)
      : await sql.begin((tx) => writeAnnouncing(tx, taker, turn, { wanted: announcements, own: [] }));
  return { written, turn };
}

/** The same with every row locked: it waits for other transactions, and no other can write the rows meanwhile. */
async function settleLocked(taker: TurnTaker, results: Result[], { now, absent }: When): Promise<Settled> {
  return taker.sql.begin(async (tx): Promise<Settled> => {
    const turn = new Turn(now, taker.kinds, { absent });
    const ids = actorIdsOf(results);
    // the actors that started them will get messages: they are locked too, in the order in which every turn locks
    const parents = (await readActorRows(tx, ids)).flatMap(({ parentId }) => parentId ?? []);
    const locked = new Map(
      (await lockActors(tx, [...new Set([...ids, ...parents])])).map((row) => [row.id, row]),
    );
    const load = (rows: readonly ActorRow[]) => loadInto(tx, turn, rows);
    const find = async (sought: string[]) => sought.flatMap((id) => locked.get(id) ?? []);
    await load(await find(ids));
    await answerEach({ ...taker, sql: tx as never }, turn, results, { mayBeStale: false });
    await takeReports(taker, turn, results, {
      load: async (sought) => load(await find(sought)),
      mailOf: (sought) => readMessages(tx, sought),
    });
    await reach(turn, find, load);
    const announcements = (await taker.announce?.wanted(tx, turn.announcements, turn.now)) ?? [];
    const written =
      announcements.length === 0
        ? await writeTurn(tx, turn, taker)
        : await writeAnnouncing(tx, taker, turn, { wanted: announcements, own: [] });
    return { written, turn };
  });
}

const actorIdsOf = (results: readonly Result[]) => [...new Set(results.map((result) => result.actorId))];

/**
 * Gives each actor of the turn the results that it still expects from this node. The others are dropped, unless the actors may
 * be out of date: a cached row from before an effect was requested does not have it.
 * @throws StaleActor when the rows must be read to know
 */
async function answerEach(
  taker: TurnTaker,
  turn: Turn,
  results: readonly Result[],
  { mayBeStale }: { mayBeStale: boolean },
): Promise<void> {
  const own = results.filter(({ actorId, effectId }) =>
    turn.actors.get(actorId)?.effects.some(({ id, node }) => id === effectId && node === taker.nodeId),
  );
  if (mayBeStale && own.length < results.length)
    throw new StaleActor('an actor has no such effect in the row that this node has cached');
  const admitted = taker.admit ? await taker.admit(taker.sql, own, turn.now, turn.actors) : own;
  for (const { effectId, actorId, event, attempt } of admitted) {
    const actor = turn.actors.get(actorId)!;
    const before = actor.seq;
    const journaled = turn.journal.length;
    if (!turn.answer(actor, effectId, event) || !attempt) continue;
    // the calls of a step that the journal leaves out are left out too
    if (actor.seq > before && turn.journal.length === journaled) continue;
    const seq = actor.seq > before ? before + 1 : null;
    turn.attempts.push({ actorId, workspaceId: actor.workspaceId, effectId, seq, ...attempt });
  }
}

interface Readers {
  /** Loads actors into the turn. */
  load: (ids: string[]) => Promise<unknown>;
  /** The messages that wait for actors. */
  mailOf: (ids: string[]) => Promise<readonly MailRow[]>;
}

/**
 * Decides about the messages of the turn that may wait (deferred.ts). While this node runs other effects of the family that they wait
 * for, they wait; else the family's first actor takes those that wait already, and these.
 */
async function takeReports(
  { claims, deferred }: TurnTaker,
  turn: Turn,
  results: readonly Result[],
  { load, mailOf }: Readers,
): Promise<void> {
  if (!claims || !deferred) return;
  const isAwaited = (kind: string | undefined) =>
    kind === undefined || kindNamed(turn.kinds, kind)?.deferred !== undefined;
  const inProgress = new Set(
    turn.requests.flatMap(({ actor }) => (isAwaited(actor.kind) ? familyOf(actor) : [])),
  );
  const ending = new Map<string, number>();
  for (const { family, actorId } of results)
    if (family)
      ending.set(family, (ending.get(family) ?? 0) + (isAwaited(turn.actors.get(actorId)?.kind) ? 1 : 0));
  const isQuiet = (family: string) =>
    claims.awaitedOf(family) <= (ending.get(family) ?? 0) && !inProgress.has(family);
  const reports = takeDeferrable(turn, actorIdsOf(results));
  const ready: string[] = [];
  for (const [family, messages] of reports) {
    if (isQuiet(family)) ready.push(family);
    else for (const message of messages) turn.defer(message, newId('msg', turn.now), turn.now + DEFER_MS);
  }
  for (const family of ending.keys())
    if (!reports.has(family) && deferred.of(family).length > 0 && isQuiet(family)) ready.push(family);
  if (ready.length === 0) return;
  const byActor = Map.groupBy(await mailOf(ready), ({ actorId }) => actorId);
  if (byActor.size > 0) await load([...byActor.keys()]);
  for (const [id, mail] of byActor) {
    const actor = turn.actors.get(id);
    if (actor) turn.deliverMail(actor, mail);
  }
  for (const family of ready) turn.outgoing.push(...(reports.get(family) ?? []));
}

/** Parks the actor of a result that cannot be written. The effect has run already: running it again could send twice. */
export async function parkResult(
  taker: TurnTaker,
  result: Result,
  now: number,
  fault: unknown,
): Promise<void> {
  const { effectId, actorId, event } = result;
  await withDefinitions(taker, (absent) =>
    taker.sql.begin(async (tx) => {
      const turn = new Turn(now, taker.kinds, { absent });
      const [actor] = await loadInto(tx, turn, await lockActors(tx, [actorId]));
      const isOurs = actor?.effects.some(({ id, node }) => id === effectId && node === taker.nodeId);
      if (!actor || !isOurs) return;
      actor.effects = actor.effects.filter(({ id }) => id !== effectId);
      turn.park(actor, { type: event.type }, fault);
      await writeTurn(tx, turn, taker);
    }),
  );
  endEffects(taker, [result]);
  taker.held?.forget([actorId]);
}
