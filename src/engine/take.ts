/**
 * The ways into a turn: what is due (`takeDue`), what effects came to (`settle` in settle.ts), and what a caller asks
 * (`command`). Each does the same: read, step, reach the actors that were sent a message, write.
 */
import type { Sql, Tx } from '../../store/connect.ts';
import {
  type ActorRow,
  type KnownKinds,
  lockActors,
  lockDueActors,
  lockDueMessages,
  lockIdleActors,
} from '../../store/turns.ts';
import type { ClaimBook } from './claims.ts';
import { DefinitionNeeded, loadDefinitions } from './definitions.ts';
import type { FeedEvent } from './feed-event.ts';
import type { HeldActors } from './held.ts';
import type { KindTable } from './kind.ts';
import type { Result } from './settle.ts';
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
  /** What the node has under way. Absent: nothing is remembered between turns. */
  claims?: ClaimBook;
  /** Its actors as it wrote them last. Absent: every turn reads its actors. */
  held?: HeldActors;
}

/**
 * Checks the results of effects before their actors are given them. It may happen again for the same results, when their
 * turn could not be written.
 * @returns the results to deliver, in the same order
 */
export type Admit = (db: Sql | Tx, results: Result[], now: number) => Promise<Result[]>;

/** Tells the outside what a turn announced. */
export interface Announce {
  /** The announcements that somebody wants to hear of. */
  wanted(db: Sql | Tx, announcements: readonly Announcement[]): Promise<Announcement[]>;
  /**
   * In the transaction of the turn and once it is written, so that the rows it reads are those of the commit.
   * @param next a turn of its own for the actors that this takes, written after it; it needs no other
   */
  tell(tx: Tx, announcements: readonly Announcement[], next: Turn): Promise<void>;
}

/** The kinds and versions that this program may take turns of. */
export function knownIn(table: KindTable): KnownKinds {
  return { kinds: Object.keys(table), versions: Object.values(table).map((kind) => kind.version) };
}

/** Messages bounce between actors of one turn at most this often before the rest is left to the mailbox. */
const MAX_REACHES = 4;

/**
 * Takes every actor through what is due to it, up to `limit` timers and as many messages.
 * @returns how many timers and messages were claimed, and what the commit leaves to do
 */
export async function takeDue(
  taker: TurnTaker,
  due: { now: number; limit: number },
): Promise<{ claimed: number; written: Written }> {
  return inTurn(taker, due.now, async (tx, turn) => {
    const claim = { ...due, known: knownIn(taker.kinds) };
    const [rows, mail] = await Promise.all([lockDueActors(tx, claim), lockDueMessages(tx, claim)]);
    if (rows.length === 0 && mail.length === 0) return { claimed: 0, written: { effects: [], feed: [] } };
    const claimed = rows.length + mail.length;
    const byActor = Map.groupBy(mail, ({ actorId }) => actorId);
    const others = [...byActor.keys()].filter((id) => !rows.some((row) => row.id === id));
    // locked with their messages already: this reads them
    if (others.length > 0) rows.push(...(await lockActors(tx, others)));
    for (const actor of await loadInto(tx, turn, rows)) turn.deliverDue(actor, byActor.get(actor.id));
    return { claimed, written: await finish(tx, taker, turn) };
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

/** Parks the actor that is due first: Postgres refuses what it writes for good, and others wait behind it. */
export async function parkFirstDue(taker: TurnTaker, now: number, fault: unknown): Promise<void> {
  await inTurn(taker, now, async (tx, turn) => {
    const claim = { now, limit: 1, known: knownIn(taker.kinds) };
    const [row] = await lockDueActors(tx, claim);
    const [message] = row ? [] : await lockDueMessages(tx, claim);
    const found = row ? [row] : message ? await lockActors(tx, [message.actorId]) : [];
    const [actor] = await loadInto(tx, turn, found);
    if (!actor) return;
    turn.park(actor, { type: 'refused' }, fault);
    await writeTurn(tx, turn, taker);
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

/** Brings rows into a turn, with their definitions. @returns them in the order of the rows */
export async function loadInto(db: Sql | Tx, turn: Turn, rows: readonly ActorRow[]): Promise<Actor[]> {
  await loadDefinitions(db, turn.kinds, rows);
  return rows.map((row) => turn.load(row));
}

/**
 * A turn in a transaction. A step that needs a definition which was not read yet ends the transaction: it is taken again
 * once the definition is here, which is rare, since compiled definitions are kept.
 */
async function inTurn<T>(
  taker: TurnTaker,
  now: number,
  work: (tx: Tx, turn: Turn) => Promise<T>,
): Promise<T> {
  const { sql, kinds } = taker;
  return withDefinitions(taker, async (absent) => {
    let taken: Turn | undefined;
    const result = (await sql.begin((tx) => {
      taken = new Turn(now, kinds, absent);
      return work(tx, taken);
    })) as T;
    taker.held?.keep(taken!);
    return result;
  });
}

/** Does work, again as long as it needs a definition that was not read yet. @param work is told which do not exist */
export async function withDefinitions<T>(
  { sql, kinds }: Pick<TurnTaker, 'sql' | 'kinds'>,
  work: (absent: ReadonlySet<string>) => Promise<T>,
): Promise<T> {
  const absent = new Set<string>();
  for (;;) {
    try {
      return await work(absent);
    } catch (fault) {
      if (!(fault instanceof DefinitionNeeded)) throw fault;
      for (const id of await loadDefinitions(sql, kinds, [fault.wanted])) absent.add(id);
    }
  }
}

async function finish(tx: Tx, taker: TurnTaker, turn: Turn, own: FeedEvent[] = []): Promise<Written> {
  await reach(
    turn,
    (ids) => lockIdleActors(tx, ids),
    (rows) => loadInto(tx, turn, rows),
  );
  const { announce } = taker;
  const wanted =
    announce && turn.announcements.length > 0 ? await announce.wanted(tx, turn.announcements) : [];
  return wanted.length > 0
    ? writeAnnouncing(tx, taker, turn, { wanted, own })
    : writeTurn(tx, turn, taker, own);
}

/** Writes a turn and tells the outside what it announced, in one transaction. */
export async function writeAnnouncing(
  tx: Tx,
  taker: TurnTaker,
  turn: Turn,
  { wanted, own }: { wanted: readonly Announcement[]; own: FeedEvent[] },
): Promise<Written> {
  const written = await writeTurn(tx, turn, taker, own);
  const next = new Turn(turn.now, turn.kinds);
  await taker.announce!.tell(tx, wanted, next);
  if (next.actors.size === 0) return written;
  const more = await writeTurn(tx, next, taker);
  return { effects: [...written.effects, ...more.effects], feed: [...written.feed, ...more.feed] };
}

/**
 * Brings in the actors that were sent a message, so that a child's end and what its parent makes of it are one commit.
 * @param find those of the actors that this turn may have; messages to the others are left to their mailboxes
 */
export async function reach(
  turn: Turn,
  find: (ids: string[]) => Promise<readonly ActorRow[]>,
  load: (rows: readonly ActorRow[]) => Promise<unknown>,
): Promise<void> {
  for (let round = 0; round < MAX_REACHES && turn.outgoing.length > 0; round += 1) {
    const messages = turn.outgoing;
    turn.outgoing = [];
    const rows = await find([...new Set(messages.map((message) => message.to))]);
    await load(rows);
    const left: typeof messages = [];
    for (const message of messages) {
      const actor = turn.actors.get(message.to);
      if (actor) turn.deliver(actor, message.event);
      else left.push(message);
    }
    // what could not be had stays in the mailbox; what the new ones told others goes round again
    if (rows.length === 0) {
      turn.outgoing = left;
      return;
    }
    turn.outgoing.push(...left);
  }
}
