/**
 * The ways into a turn, each one transaction: what is due (`takeDue`), what effects came to (`settle`), and what a
 * caller asks (`command`). Each does the same: lock, step, reach the actors that were sent a message, write, commit.
 */
import type { Sql, Tx } from '../../store/connect.ts';
import { deleteEffects } from '../../store/effects.ts';
import type { Recorded } from '../../store/exchanges.ts';
import {
  type ActorRow,
  type KnownKinds,
  lockActors,
  lockDueActors,
  lockIdleActors,
  takeMail,
} from '../../store/turns.ts';
import { DefinitionNeeded, loadDefinitions } from './definitions.ts';
import type { FeedEvent } from './feed-event.ts';
import type { KindTable } from './kind.ts';
import { type Actor, type Announcement, Turn } from './turn.ts';
import { writeTurn, type Written } from './write.ts';

/** Who takes the turn. */
export interface TurnTaker {
  sql: Sql;
  nodeId: string;
  /** Kinds of actors that this program knows. */
  kinds: KindTable;
  /** Absent: nobody is told. */
  announce?: Announce;
  /** Absent: every result is delivered as it came. */
  admit?: Admit;
}

/**
 * Checks the results of effects before their actors are given them, in the same transaction.
 * @returns the results to deliver, in the same order
 */
export type Admit = (tx: Tx, results: Result[], now: number) => Promise<Result[]>;

/**
 * Tells the outside what a turn announced, in the same transaction and once the turn is written, so that the rows it reads
 * are those of the commit.
 * @param next a turn of its own for the actors that this takes, written after it; it needs no other
 */
export type Announce = (tx: Tx, announcements: readonly Announcement[], next: Turn) => Promise<void>;

/** The kinds and versions that this program may take turns of. */
export function knownIn(table: KindTable): KnownKinds {
  return { kinds: Object.keys(table), versions: Object.values(table).map((kind) => kind.version) };
}

/** Messages bounce between actors of one turn at most this often before the rest is left to the mailbox. */
const MOST_REACHES = 4;

/**
 * Takes every actor through what is due to it, up to `limit` messages.
 * @returns how many messages were claimed, and what the commit leaves to do
 */
export async function takeDue(
  taker: TurnTaker,
  due: { now: number; limit: number },
): Promise<{ claimed: number; written: Written }> {
  return inTurn(taker, due.now, async (tx, turn) => {
    const rows = await lockDueActors(tx, { ...due, known: knownIn(taker.kinds) });
    if (rows.length === 0) return { claimed: 0, written: { effects: [], feed: [] } };
    await loadInto(tx, turn, rows);
    const mail = await takeMail(tx, { actorIds: [...turn.actors.keys()], now: due.now });
    for (const { actorId, event } of mail) turn.deliver(turn.actors.get(actorId)!, event);
    return { claimed: rows.length, written: await finish(tx, taker, turn) };
  });
}

/**
 * Whether Postgres refused what a turn wanted to write: then the same turn is refused again, however often it is tried.
 * Classes 22 (data) and 23 (constraints), but for a row that is there already: that is a race, and the other won.
 */
export function isRefusedForGood(fault: unknown): boolean {
  const code = fault instanceof Error ? (fault as { code?: unknown }).code : undefined;
  return typeof code === 'string' && /^2[23]/.test(code) && code !== '23505';
}

/** Parks the actor whose message is due first: Postgres refuses what it writes for good, and others wait behind it. */
export async function parkFirstDue(taker: TurnTaker, now: number, fault: unknown): Promise<void> {
  await inTurn(taker, now, async (tx, turn) => {
    const [row] = await lockDueActors(tx, { now, limit: 1, known: knownIn(taker.kinds) });
    if (!row) return;
    const [actor] = await loadInto(tx, turn, [row]);
    turn.park(actor!, { type: 'refused' }, fault);
    await writeTurn(tx, turn, taker.nodeId);
  });
}

/** Parks the actor of a result that cannot be written. Its effect is done: running it again could send twice. */
export async function parkResult(
  taker: TurnTaker,
  { effectId, actorId, event }: Result,
  now: number,
  fault: unknown,
) {
  await inTurn(taker, now, async (tx, turn) => {
    const ours = await deleteEffects(tx, [effectId], taker.nodeId);
    const actor = await lockInto(tx, turn, actorId);
    if (!actor || !ours.has(effectId)) return;
    turn.park(actor, { type: event.type }, fault);
    await writeTurn(tx, turn, taker.nodeId);
  });
}

/** The result of an effect: the event that its actor is given. */
export interface Result {
  effectId: string;
  actorId: string;
  event: { type: string };
  /** The calls it made to networks, for people; absent: none. */
  attempt?: { type: string; tries: number; recorded: Recorded };
}

/** Delivers the results of effects. When another node has taken over an effect, that node's result counts and this one is dropped. */
export async function settle(taker: TurnTaker, results: Result[], now: number): Promise<Written> {
  return inTurn(taker, now, async (tx, turn) => {
    const [ours, rows] = await Promise.all([
      deleteEffects(
        tx,
        results.map((result) => result.effectId),
        taker.nodeId,
      ),
      lockActors(tx, [...new Set(results.map((result) => result.actorId))]),
    ]);
    await loadInto(tx, turn, rows);
    const own = results.filter(({ effectId, actorId }) => turn.actors.has(actorId) && ours.has(effectId));
    const admitted = taker.admit ? await taker.admit(tx, own, now) : own;
    for (const { effectId, actorId, event, attempt } of admitted) {
      const actor = turn.actors.get(actorId)!;
      const before = actor.seq;
      turn.deliver(actor, event);
      if (!attempt) continue;
      const seq = actor.seq > before ? before + 1 : null;
      turn.attempts.push({ actorId, workspaceId: actor.workspaceId, effectId, seq, ...attempt });
    }
    return finish(tx, taker, turn);
  });
}

/** What a caller's work comes to. */
export interface Asked<T> {
  result: T;
  feed?: FeedEvent[];
  /** Statements of the caller's own that nothing waits for: they go out ahead of the turn's, in one round trip. */
  alongside?: Promise<unknown>;
}

/**
 * Takes a turn that a caller asked for, with whatever else has to be true at the same instant.
 * @param work fills the turn; its own statements join the transaction. Throwing rolls everything back. Where it starts an
 *   actor whose definition was not read yet it is rolled back and called again.
 */
export async function command<T>(
  taker: TurnTaker,
  now: number,
  work: (tx: Tx, turn: Turn) => Promise<Asked<T>>,
): Promise<{ result: T; written: Written }> {
  return inTurn(taker, now, async (tx, turn) => {
    const { result, feed, alongside } = await work(tx, turn);
    const [own, finished] = await Promise.allSettled([alongside, finish(tx, taker, turn, feed)]);
    // whoever failed first spoilt the transaction for the other: the first error says why
    if (own.status === 'rejected') throw own.reason;
    if (finished.status === 'rejected') throw finished.reason;
    return { result, written: finished.value };
  });
}

/** Locks one actor and brings it into a turn; null when there is none. */
export async function lockInto(tx: Tx, turn: Turn, actorId: string) {
  const [actor = null] = await loadInto(tx, turn, await lockActors(tx, [actorId]));
  return actor;
}

/** Brings locked rows into a turn, with their definitions. @returns them in the order of the rows */
export async function loadInto(tx: Tx, turn: Turn, rows: readonly ActorRow[]): Promise<Actor[]> {
  await loadDefinitions(tx, turn.kinds, rows);
  return rows.map((row) => turn.load(row));
}

/**
 * A turn in a transaction. A step that needs a definition which was not read yet ends the transaction: it is taken again
 * once the definition is here, which is rare, since compiled definitions are kept.
 */
async function inTurn<T>(
  { sql, kinds }: TurnTaker,
  now: number,
  work: (tx: Tx, turn: Turn) => Promise<T>,
): Promise<T> {
  const absent = new Set<string>();
  for (;;) {
    try {
      return (await sql.begin((tx) => work(tx, new Turn(now, kinds, absent)))) as T;
    } catch (fault) {
      if (!(fault instanceof DefinitionNeeded)) throw fault;
      for (const id of await loadDefinitions(sql, kinds, [fault.wanted])) absent.add(id);
    }
  }
}

async function finish(tx: Tx, taker: TurnTaker, turn: Turn, own: FeedEvent[] = []): Promise<Written> {
  await reach(tx, turn);
  const written = await writeTurn(tx, turn, taker.nodeId, own);
  if (turn.announcements.length === 0 || !taker.announce) return written;
  const next = new Turn(turn.now, turn.kinds);
  await taker.announce(tx, turn.announcements, next);
  if (next.actors.size === 0) return written;
  const more = await writeTurn(tx, next, taker.nodeId);
  return { effects: [...written.effects, ...more.effects], feed: [...written.feed, ...more.feed] };
}

/**
 * Brings in the actors that were sent a message, so that a child's end and what its parent makes of it are one commit. Only
 * those that no other turn holds: waiting for a lock here could deadlock two turns that send each other messages.
 */
async function reach(tx: Tx, turn: Turn): Promise<void> {
  for (let round = 0; round < MOST_REACHES && turn.outgoing.length > 0; round += 1) {
    const messages = turn.outgoing;
    turn.outgoing = [];
    const rows: ActorRow[] = await lockIdleActors(tx, [...new Set(messages.map((message) => message.to))]);
    await loadInto(tx, turn, rows);
    const left: typeof messages = [];
    for (const message of messages) {
      const actor = turn.actors.get(message.to);
      if (actor) turn.deliver(actor, message.event);
      else left.push(message);
    }
    // whatever could not be locked stays in the mailbox; what the new ones told others goes round again
    if (rows.length === 0) {
      turn.outgoing = left;
      return;
    }
    turn.outgoing.push(...left);
  }
}
