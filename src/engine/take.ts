/**
 * The ways to take a turn: for due timers and messages (`takeDue`), for results of effects (`settle` in settle.ts), and
 * for a request (`command`). Each does the same: read the actors, take their steps, bring in the actors that get
 * messages, write.
 */
import type { Fragment, Sql, Tx } from '../../store/connect.ts';
import {
  type ActorRow,
  type SupportedKinds,
  lockActors,
  lockDueActors,
  lockDueMessages,
  lockIdleActors,
  readMessages,
  setLockTimeout,
} from '../../store/turns.ts';
import type { ClaimBook } from './claims.ts';
import type { DeferredMail } from './deferred.ts';
import { DefinitionNeeded, loadDefinitions } from './definitions.ts';
import type { FeedEvent } from './feed-event.ts';
import type { HeldActors } from './held.ts';
import type { KindTable } from './kind.ts';
import { lockForTurn } from './lock-for-turn.ts';
import type { Result } from './effect-run.ts';
import { type Actor, type Announcement, Turn } from './turn.ts';
import { writeTurn, type Written } from './write.ts';

/** What a turn needs of the node that takes it. */
export interface TurnTaker {
  sql: Sql;
  nodeId: string;
  /** Kinds of actors that this program knows. */
  kinds: KindTable;
  /** Absent means announcements are dropped. */
  announce?: Announce;
  /** Absent means every result is delivered unchanged. */
  admit?: Admit;
  /** The effects that the node has in progress. Absent means the node keeps no list of them. */
  claims?: ClaimBook;
  /** The cache of actors as this node wrote them last. Absent means every turn reads its actors. */
  held?: HeldActors;
  /** The messages that the node stored for later. Absent means every message is taken at once. */
  deferred?: DeferredMail;
}

/** Updates what the node keeps in memory after a turn was committed. */
export function remember({ held, deferred }: TurnTaker, turn: Turn): void {
  deferred?.keep(turn);
  held?.keep(turn);
}

/**
 * Checks the results of effects before their actors get them. It may run again for the same results, when their turn
 * could not be written.
 * @param actors the actors of the results, by id
 * @returns the results to deliver, in the same order
 */
export type Admit = (
  db: Sql | Tx,
  results: Result[],
  now: number,
  actors: ReadonlyMap<string, Actor>,
) => Promise<Result[]>;

/** Sends what a turn announced to webhook endpoints, and to people. */
export interface Announce {
  /** The announcements that somebody wants. */
  wanted(db: Sql | Tx, announcements: readonly Announcement[], now: number): Promise<Announcement[]>;
  /**
   * Starts the sends, in the transaction of the turn and after the turn is written, so that the rows it reads are those
   * of the commit.
   * @param next a separate turn for the actors that the sends need, written after the first; it reads no other actors, so what it tells
   *   others waits in their mailboxes
   */
  tell(tx: Tx, announcements: readonly Announcement[], next: Turn): Promise<void>;
}

/** The kinds and versions of which this program may take turns. */
export function supportedKinds(table: KindTable): SupportedKinds {
  return { kinds: Object.keys(table), versions: Object.values(table).map((kind) => kind.version) };
}

/** How many times a turn may bring in further actors for its messages. Messages left after that stay in the mailboxes. */
const MAX_REACHES = 4;

/**
 * Processes due timers and messages, up to `limit` of each.
 * @returns how many timers and messages were claimed, and the effects and events of the commit
 */
export async function takeDue(
  taker: TurnTaker,
  due: { now: number; limit: number },
): Promise<{ claimed: number; written: Written }> {
  /** The only actor of the turn; null means there are several. */
  let only: string | null = null;
  try {
    return await inTurn({ taker, now: due.now }, async (tx, turn) => {
      const { rows, mail } = await lockDue(tx, { ...due, kinds: supportedKinds(taker.kinds) });
      if (rows.length === 0 && mail.length === 0) return { claimed: 0, written: { effects: [], feed: [] } };
      const claimed = rows.length + mail.length;
      const byActor = Map.groupBy(mail, ({ actorId }) => actorId);
      const others = [...byActor.keys()].filter((id) => !rows.some((row) => row.id === id));
      // their messages are locked already: this locks and reads the actors
      if (others.length > 0) rows.push(...(await lockActors(tx, others)));
      only = rows.length === 1 ? rows[0]!.id : null;
      for (const actor of await loadInto(tx, turn, rows)) turn.deliverDue(actor, byActor.get(actor.id));
      return { claimed, written: await finish(tx, taker, turn) };
    });
  } catch (fault) {
    if (only !== null && isRefusedForGood(fault)) throw new RefusedActor(only, fault);
    throw fault;
  }
}

/** Locks due timers, and as many due messages. With a limit of one it locks one of both. */
async function lockDue(tx: Tx, claim: { now: number; limit: number; kinds: SupportedKinds }) {
  if (claim.limit > 1) {
    const [rows, mail] = await Promise.all([lockDueActors(tx, claim), lockDueMessages(tx, claim)]);
    return { rows, mail };
  }
  const rows = await lockDueActors(tx, claim);
  return { rows, mail: rows.length > 0 ? [] : await lockDueMessages(tx, claim) };
}

/** Postgres permanently refuses what a turn of one actor writes. */
export class RefusedActor extends Error {
  override readonly name = 'RefusedActor';
  readonly actorId: string;

  constructor(actorId: string, cause: unknown) {
    super(String(cause), { cause });
    this.actorId = actorId;
  }
}

/**
 * Whether Postgres permanently refuses what a turn writes, so that every further try fails too. Error classes 22 (data)
 * and 23 (constraints), except a row that exists already (23505): another transaction was first, and a new try can
 * succeed.
 */
export function isRefusedForGood(fault: unknown): boolean {
  const code = fault instanceof Error ? (fault as { code?: unknown }).code : undefined;
  return typeof code === 'string' && /^2[23]/.test(code) && code !== '23505';
}

/** Parks an actor: Postgres permanently refuses what it writes, and other actors wait behind it. */
export async function parkRefused(
  taker: TurnTaker,
  { actorId, cause }: RefusedActor,
  now: number,
): Promise<void> {
  await inTurn({ taker, now }, async (tx, turn) => {
    const [actor] = await loadInto(tx, turn, await lockActors(tx, [actorId]));
    if (!actor || actor.status !== 'active') return;
    turn.park(actor, { type: 'refused' }, cause);
    await writeTurn(tx, turn, taker);
  });
}

/** What a request's work returns. */
export interface WorkResult<T> {
  result: T;
  feed?: FeedEvent[];
  /** Statements of the caller of which no result is needed: they are sent before those of the turn, in one round trip. */
  alongside?: Promise<unknown>;
}

/** Whether a turn waits for locks. Default: it does, for as long as statements may take. */
export interface LockWait {
  /** false: an actor that another transaction has locked ends the turn with ActorLocked. */
  waits?: boolean;
  /** After how long a statement that waits for a lock fails with 55P03, ms. */
  timeoutMs?: number;
}

/**
 * Takes a turn for a request, together with everything else that has to be committed with it.
 * @param work fills the turn; its own statements join the transaction. An error rolls everything back. If it starts an
 *   actor whose definition was not read yet, it is rolled back and called again.
 * @throws ActorLocked and 55P03 as `locks` says
 */
export async function command<T>(
  taker: TurnTaker,
  now: number,
  work: (tx: Tx, turn: Turn) => Promise<WorkResult<T>>,
  locks: LockWait = {},
): Promise<{ result: T; written: Written }> {
  return inTurn({ taker, now, locks }, async (tx, turn) => {
    const { result, feed, alongside } = await work(tx, turn);
    const [own, finished] = await Promise.allSettled([alongside, finish(tx, taker, turn, feed)]);
    // the first error aborts the transaction, so the other error only follows from it
    if (own.status === 'rejected') throw own.reason;
    if (finished.status === 'rejected') throw finished.reason;
    return { result, written: finished.value };
  });
}

/** What a caller's turn that reads nothing leads to. */
export interface StatementResult<T> {
  result: T;
  /** Statements that write rows of the caller, as parts of the turn's statement. */
  beside: readonly Fragment[];
}

/**
 * Runs a turn that only starts actors, in one statement and without a transaction around it.
 * @param fill starts the actors. It may be called again, when a definition has to be read first
 * @returns null when the actors send messages or announce something: nothing is written then, and `command` has to run it
 */
export async function commandAtOnce<T>(
  taker: TurnTaker,
  now: number,
  fill: (turn: Turn, db: Sql) => StatementResult<T>,
): Promise<{ result: T; written: Written } | null> {
  return withDefinitions(taker, async (absent) => {
    const turn = new Turn(now, taker.kinds, { absent });
    const { result, beside } = fill(turn, taker.sql);
    if (turn.outgoing.length > 0 || turn.announcements.length > 0) return null;
    if (turn.actors.size === 0 && beside.length === 0) return { result, written: { effects: [], feed: [] } };
    const written = await writeTurn(taker.sql, turn, taker, { beside });
    remember(taker, turn);
    return { result, written };
  });
}

/**
 * Locks one actor, loads it into a turn and gives it the messages that wait for it.
 * @returns null when there is no such actor
 */
export async function lockInto(tx: Tx, turn: Turn, actorId: string): Promise<Actor | null> {
  return (await lockAllInto(tx, turn, [actorId])).get(actorId) ?? null;
}

/** The same for several actors, in the order in which every turn locks. @returns those that exist, by id */
export async function lockAllInto(
  tx: Tx,
  turn: Turn,
  actorIds: readonly string[],
): Promise<Map<string, Actor>> {
  const actors = await loadInto(tx, turn, await lockForTurn(tx, turn, actorIds));
  const mail = Map.groupBy(
    await readMessages(
      tx,
      actors.map(({ id }) => id),
    ),
    ({ actorId }) => actorId,
  );
  for (const actor of actors) turn.deliverMail(actor, mail.get(actor.id) ?? []);
  return new Map(actors.map((actor) => [actor.id, actor]));
}

/** Loads rows into a turn, with their definitions. @returns the actors in the order of the rows */
export async function loadInto(db: Sql | Tx, turn: Turn, rows: readonly ActorRow[]): Promise<Actor[]> {
  await loadDefinitions(db, turn.kinds, rows);
  return rows.map((row) => turn.load(row));
}

/**
 * Takes a turn in a transaction. If a step needs a definition that was not read yet, the transaction ends, the definition
 * is read, and the turn is taken again. That is rare, since compiled definitions are cached.
 */
async function inTurn<T>(
  {
    taker,
    now,
    locks: { waits = true, timeoutMs } = {},
  }: { taker: TurnTaker; now: number; locks?: LockWait },
  work: (tx: Tx, turn: Turn) => Promise<T>,
): Promise<T> {
  const { sql, kinds } = taker;
  return withDefinitions(taker, async (absent) => {
    let currentTurn: Turn | undefined;
    const result = (await sql.begin(async (tx) => {
      if (timeoutMs !== undefined) await setLockTimeout(tx, timeoutMs);
      currentTurn = new Turn(now, kinds, { absent, waitsForLocks: waits });
      return work(tx, currentTurn);
    })) as T;
    remember(taker, currentTurn!);
    return result;
  });
}

/**
 * Runs work again as long as it needs a definition that was not read yet.
 * @param work gets the ids of those that do not exist
 */
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
  const announcements =
    announce && turn.announcements.length > 0 ? await announce.wanted(tx, turn.announcements, turn.now) : [];
  return announcements.length > 0
    ? writeAnnouncing(tx, taker, turn, { wanted: announcements, own })
    : writeTurn(tx, turn, taker, { more: own });
}

/** Writes a turn and starts the sends for what it announced, in one transaction. */
export async function writeAnnouncing(
  tx: Tx,
  taker: TurnTaker,
  turn: Turn,
  { wanted, own }: { wanted: readonly Announcement[]; own: FeedEvent[] },
): Promise<Written> {
  const written = await writeTurn(tx, turn, taker, { more: own });
  const next = new Turn(turn.now, turn.kinds);
  await taker.announce!.tell(tx, wanted, next);
  if (next.actors.size === 0 && next.outgoing.length === 0) return written;
  const more = await writeTurn(tx, next, taker);
  return { effects: [...written.effects, ...more.effects], feed: [...written.feed, ...more.feed] };
}

/**
 * Loads the actors that were sent a message, so that the end of a child and the parent's reaction are in one commit.
 * @param find returns those of the actors that this turn may use; messages to the others stay in their mailboxes
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
    // the other messages stay in the mailboxes; messages that the new actors sent are handled in the next round
    if (rows.length === 0) {
      turn.outgoing = left;
      return;
    }
    turn.outgoing.push(...left);
  }
}
