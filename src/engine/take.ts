/**
 * The ways into a turn, each one transaction: what is due (`takeDue`), what effects came to (`settle`), and what a
 * caller asks (`command`). All go the same road: lock, step, reach the actors that were told something, write, commit.
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
import { kinds, type KindTable } from '../../machines/kinds.ts';
import { announce } from './announce.ts';
import type { FeedEvent } from './feed-event.ts';
import { Turn } from './turn.ts';
import { writeTurn, type Written } from './write.ts';

/** Who takes the turn, and what it has to seal for webhooks. */
export interface TurnTaker {
  sql: Sql;
  nodeId: string;
  /** Kinds of actors this program knows. Default: those of `machines/kinds.ts`; tests bring their own. */
  table?: KindTable;
  /** Absent: every result is delivered as it came. */
  admit?: Admit;
}

/**
 * Looks at what effects came to before their actors are given it, in the same transaction.
 * @returns the results to deliver, in the same order
 */
export type Admit = (tx: Tx, results: Result[], now: number) => Promise<Result[]>;

/** The kinds and versions that this program may take turns of. */
export function knownIn(table: KindTable = kinds): KnownKinds {
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
  return taker.sql.begin(async (tx) => {
    const turn = new Turn(due.now, taker.table);
    const rows = await lockDueActors(tx, { ...due, known: knownIn(taker.table) });
    if (rows.length === 0) return { claimed: 0, written: { effects: [], feed: [] } };
    for (const row of rows) turn.load(row);
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

/** Sets aside the actor whose message is due first: what it writes is refused for good, and others wait behind it. */
export async function parkFirstDue(taker: TurnTaker, now: number, fault: unknown): Promise<void> {
  await taker.sql.begin(async (tx) => {
    const turn = new Turn(now, taker.table);
    const [row] = await lockDueActors(tx, { now, limit: 1, known: knownIn(taker.table) });
    if (!row) return;
    turn.park(turn.load(row), { type: 'refused' }, fault);
    await writeTurn(tx, turn, taker.nodeId);
  });
}

/** Sets aside the actor of a result that cannot be written. Its effect is done: running it again could send twice. */
export async function parkResult(
  taker: TurnTaker,
  { effectId, actorId, event }: Result,
  now: number,
  fault: unknown,
) {
  await taker.sql.begin(async (tx) => {
    const turn = new Turn(now, taker.table);
    const ours = await deleteEffects(tx, [effectId], taker.nodeId);
    const actor = await lockInto(tx, turn, actorId);
    if (!actor || !ours.has(effectId)) return;
    turn.park(actor, { type: event.type }, fault);
    await writeTurn(tx, turn, taker.nodeId);
  });
}

/** What came of an effect: the event that its actor is given. */
export interface Result {
  effectId: string;
  actorId: string;
  event: { type: string };
  /** The calls it made to networks, for people; absent: none. */
  attempt?: { type: string; tries: number; recorded: Recorded };
}

/** Delivers what effects came to. A result whose effect was taken over by another node is dropped: that node's counts. */
export async function settle(taker: TurnTaker, results: Result[], now: number): Promise<Written> {
  return taker.sql.begin(async (tx) => {
    const turn = new Turn(now, taker.table);
    const [ours, rows] = await Promise.all([
      deleteEffects(
        tx,
        results.map((result) => result.effectId),
        taker.nodeId,
      ),
      lockActors(tx, [...new Set(results.map((result) => result.actorId))]),
    ]);
    for (const row of rows) turn.load(row);
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
 * @param work fills the turn; its own statements join the transaction. Throwing rolls everything back.
 */
export async function command<T>(
  taker: TurnTaker,
  now: number,
  work: (tx: Tx, turn: Turn) => Promise<Asked<T>>,
): Promise<{ result: T; written: Written }> {
  return taker.sql.begin(async (tx) => {
    const turn = new Turn(now, taker.table);
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
  const [row] = await lockActors(tx, [actorId]);
  return row ? turn.load(row) : null;
}

async function finish(tx: Tx, taker: TurnTaker, turn: Turn, more: FeedEvent[] = []): Promise<Written> {
  await reach(tx, turn);
  const written = await writeTurn(tx, turn, taker.nodeId, more);
  if (turn.announcements.length === 0) return written;
  const sends = await announce(tx, turn);
  if (!sends) return written;
  const told = await writeTurn(tx, sends, taker.nodeId);
  return { effects: [...written.effects, ...told.effects], feed: written.feed };
}

/**
 * Brings in the actors that were told something, so that a delivery's end and its post's verdict are one commit. Only
 * those nobody is working on: waiting for a lock here could deadlock two turns that tell each other.
 */
async function reach(tx: Tx, turn: Turn): Promise<void> {
  for (let round = 0; round < MOST_REACHES && turn.outgoing.length > 0; round += 1) {
    const messages = turn.outgoing;
    turn.outgoing = [];
    const rows: ActorRow[] = await lockIdleActors(tx, [...new Set(messages.map((message) => message.to))]);
    for (const row of rows) turn.load(row);
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
