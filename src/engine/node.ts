/**
 * A node: loops that take due timers and messages, a runner of effects, a settler that saves their results, and a
 * heartbeat. All its state is in Postgres too: when a node dies nothing is lost, and another node takes its effects over.
 */
import { compilationOf } from '../../machines/compiled/index.ts';
import type { Sql, Tx } from '../../store/connect.ts';
import {
  adoptClaims,
  deleteClaims,
  type EffectRow,
  isOwnEffect,
  markStarted,
  readClaimedEffects,
  readUnknownClaims,
} from '../../store/effects.ts';
import { beat, databaseIdentity, forgetDeadNodes, signOff } from '../../store/nodes.ts';
import { mailboxLag, nextDueAt } from '../../store/turns.ts';
import type { Log } from '../base/log.ts';
import { gather } from './batch.ts';
import { ClaimBook, keyOf } from './claims.ts';
import { awaitedTypes, DeferredMail } from './deferred.ts';
import { DoneEffects } from './done-effects.ts';
import { EffectRunner } from './effects.ts';
import type { Handlers } from './effect-run.ts';
import { HeldActors } from './held.ts';
import { type KindTable, openEndedIn } from './kind.ts';
import { ActorLocked, isLockTimeout } from './lock-for-turn.ts';
import { LockLines } from './lock-lines.ts';
import { park, Settler } from './settler.ts';
import {
  type Announce,
  type Admit,
  type WorkResult,
  type StatementResult,
  command,
  commandAtOnce,
  isRefusedForGood,
  supportedKinds,
  type LockWait,
  parkRefused,
  RefusedActor,
  takeDue,
  type TurnTaker,
} from './take.ts';
import type { Turn } from './turn.ts';
import { type FeedBatchNotice, StaleActor, type Written } from './write.ts';
import { HOUR_MS } from '../base/durations.ts';

export interface NodeOptions {
  /** Connections of its own: one for each loop (`lanes`), one for the heartbeat. */
  sql: Sql;
  /**
   * Connections for results of effects, one for each loop, on which a statement does not wait long for a lock: a locked
   * actor does not hold up the results of others then. Default: the ones of every turn, which wait.
   */
  settling?: Sql;
  nodeId: string;
  /** The current time, epoch ms; tests move it. */
  clock: () => number;
  /** Kinds of actors that this program knows. */
  kinds: KindTable;
  /** The handlers of the effects of these kinds. */
  handlers: Handlers;
  /** Sends what actors announce to webhook endpoints. Absent means nothing is sent. */
  announce?: Announce;
  log: Log;
  /** false: this node only takes the turns of requests and leaves due work and effects to other nodes. Default true. */
  works?: boolean;
  /** Called when a node with `works: false` has committed effects that other nodes have to run. */
  onWork?: () => void;
  /** Called with the live events of every commit, after the commit. */
  onFeed: (batches: Written['feed']) => void;
  observe?: (type: string, seconds: number) => void;
  /** Called with each error that rolled a turn of this node back or stopped its heartbeat. */
  onFault?: (fault: unknown) => void;
  /** Called after each heartbeat that was written. */
  onBeat?: () => Promise<void>;
  /** Checks the results of effects before their actors get them. */
  admit?: Admit;
  /** How many loops claim due work at the same time. 3 or 4 keep two cores busy. */
  lanes?: number;
  /** The maximum number of messages in a claim. 100 to 500. */
  batch?: number;
  /** The maximum number of effects in progress. */
  concurrency?: number;
  /** How long a node without a heartbeat counts as alive, ms. Its effects wait that long after a crash. */
  aliveMs?: number;
}

/** How often a loop checks for due work without being woken, ms: the maximum delay of a timer on an idle node. */
const POLL_MS = 250;
const BEATS_PER_LIFE = 4;
/** With as many effects waiting for others to end, the node claims no more work: more would only lie in memory. */
const MAX_QUEUED_EFFECTS = 150;
/** While calls keep starting one at a time, those of this time share the commit that records their start, ms. */
const MARK_SPACING_MS = 10;
/** How often the turn of a request is taken when other transactions are first. */
const MAX_TRIES = 3;
/** How long a request waits for actors that other transactions have locked, ms. */
const LOCK_WAIT_MS = 30_000;
/** How long one that waits for a lock keeps a connection before others get their turn, ms. */
const LOCK_TRY_MS = 1_000;
/** The node id in effects of a node with `works: false`: every other node may take them over at once. */
const NOBODY = '';
/** Each loop checks at least every second. One that has not finished a turn for this long hangs. */
const IDLE_LANE_MS = 15_000;
/** When a due message has waited longer than this, the nodes do not keep up. */
const LATE_MS = 60_000;

/** Whether another transaction was first, so that the next try may succeed (Postgres class 40: serialization, deadlock). */
function wasSecond(fault: unknown): boolean {
  if (fault instanceof StaleActor) return true;
  const code = fault instanceof Error ? (fault as { code?: unknown }).code : undefined;
  return typeof code === 'string' && code.startsWith('40');
}

export class Node {
  readonly #options: Required<Pick<NodeOptions, 'lanes' | 'batch' | 'concurrency' | 'aliveMs'>> & NodeOptions;
  readonly #taker: TurnTaker;
  readonly #runner: EffectRunner;
  readonly #settler: Settler;
  readonly #wakers = new Set<() => void>();
  readonly #listeners = new Set<(batches: readonly FeedBatchNotice[]) => void>();
  #stopped: Promise<void> | null = null;
  #stopping = false;
  #lanes: Promise<void>[] = [];
  #beating: NodeJS.Timeout | null = null;
  #lastBeatAt = 0;
  #lastTurnAt = 0;
  #lagMs = 0;
  readonly #deferred = new DeferredMail();
  readonly #claims = new ClaimBook();
  /** Types of effects that reports of their family wait for. */
  readonly #awaited: ReadonlySet<string>;
  readonly #done = new DoneEffects();
  /** Server and database of the last heartbeat. */
  #database: string | null = null;
  readonly #forgetters: (() => void)[] = [];
  readonly #held = new HeldActors(this.#claims.isUnderWay);
  readonly #lockLines = new LockLines();
  /** Ids of this node's claims that the last lookup found in the database but not in memory. */
  #unknown = new Set<string>();

  constructor(options: NodeOptions) {
    this.#options = { lanes: 3, batch: 400, concurrency: 256, aliveMs: 10_000, ...options };
    const { sql, kinds, announce, admit, clock, log } = options;
    this.#awaited = awaitedTypes(kinds);
    const { lanes, batch } = this.#options;
    this.#taker = {
      sql,
      kinds,
      ...(this.#works
        ? { nodeId: options.nodeId, claims: this.#claims, held: this.#held, deferred: this.#deferred }
        : { nodeId: NOBODY }),
      ...(announce && { announce }),
      ...(admit && { admit }),
    };
    this.#settler = new Settler({
      taker: { ...this.#taker, sql: options.settling ?? sql },
      clock,
      log,
      lanes,
      batch,
      underWay: () => this.#runner.pending,
      onFault: (fault) => options.onFault?.(fault),
      onWritten: (written) => this.#after(written),
    });
    const mark = gather((effects: readonly EffectRow[]) => this.#markStarted(effects), {
      spacingMs: MARK_SPACING_MS,
    });
    this.#runner = new EffectRunner({
      handlers: options.handlers,
      concurrency: this.#options.concurrency,
      openEnded: openEndedIn(kinds),
      onResult: (result) => {
        this.#done.ended({ actorId: result.actorId, id: result.effectId }, result.event);
        this.#settler.add(result);
      },
      onFault: (effect, fault) => {
        options.onFault?.(fault);
        options.log.error(
          { effect: effect.id, type: effect.type, actor: effect.actorId, fault: String(fault) },
          'effect did not run',
        );
      },
      isOurs: (effect) => isOwnEffect(options.sql, effect, options.nodeId),
      mark,
      onLeft: (effect) => {
        this.#claims.end(effect);
        if (!this.#claims.isUnderWay(effect.family)) this.#deferred.forget(effect.family);
      },
      ...(options.observe ? { observe: options.observe } : {}),
    });
  }

  get #works(): boolean {
    return this.#options.works ?? true;
  }

  /** Kinds of actors that this program knows. */
  get kinds(): KindTable {
    return this.#options.kinds;
  }

  /** Writes the first heartbeat, then starts to work. */
  async start(): Promise<void> {
    this.#compileKinds();
    await this.#beat();
    this.#beating = setInterval(() => void this.#pulse(), this.#options.aliveMs / BEATS_PER_LIFE);
    const lanes = this.#works ? this.#options.lanes : 0;
    this.#lanes = Array.from({ length: lanes }, (_, index) => this.#lane(index));
    await this.#rescue();
  }

  /** Compiles the charts of all kinds before the first turn needs them, and logs the ones whose steps XState has to take. */
  #compileKinds(): void {
    const { kinds, log } = this.#options;
    for (const { name, machine } of Object.values(kinds)) {
      const reason = machine ? compilationOf(machine).reason : null;
      if (reason !== null) log.debug({ kind: name, reason }, 'steps of this kind are not compiled');
    }
  }

  /**
   * Takes a turn for a request. Its effects run here after the commit. It waits up to 30 seconds for actors that others have
   * locked, without a connection as long as other requests of this node wait for the same actor.
   * @param work is called again when another transaction was first: everything was rolled back then
   * @throws 55P03 when an actor stayed locked
   */
  async command<T>(work: (tx: Tx, turn: Turn) => Promise<WorkResult<T>>): Promise<T> {
    try {
      return await this.#command(work, { waits: false });
    } catch (fault) {
      if (!(fault instanceof ActorLocked)) throw fault;
      return this.#lockLines.enter(fault.actorId, {
        until: performance.now() + LOCK_WAIT_MS,
        attempt: () => this.#command(work, { timeoutMs: LOCK_TRY_MS }),
        isLocked: isLockTimeout,
      });
    }
  }

  async #command<T>(work: (tx: Tx, turn: Turn) => Promise<WorkResult<T>>, locks: LockWait): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        const { result, written } = await command(this.#taker, this.#options.clock(), work, locks);
        this.#after(written);
        return result;
      } catch (fault) {
        if (tries >= MAX_TRIES || !wasSecond(fault)) throw fault;
      }
    }
  }

  /** Calls a listener with what this node, or one that notifies it, has committed: after the commit, before its caller goes on. */
  onCommit(listener: (batches: readonly FeedBatchNotice[]) => void): void {
    this.#listeners.add(listener);
  }

  /** Calls a listener when Postgres was restarted or replaced: what was cached of its rows may never have been committed. */
  onReplaced(listener: () => void): void {
    this.#forgetters.push(listener);
  }

  /** Another node has committed. */
  noticed(batches: readonly FeedBatchNotice[]): void {
    for (const listener of this.#listeners) listener(batches);
  }

  /** Runs a turn that only starts actors, in one statement. @returns undefined when `command` has to run it */
  async commandAtOnce<T>(
    fill: (turn: Turn, db: Sql) => StatementResult<T>,
  ): Promise<{ result: T } | undefined> {
    const done = await commandAtOnce(this.#taker, this.#options.clock(), fill);
    if (!done) return undefined;
    this.#after(done.written);
    return { result: done.result };
  }

  /** Takes over the effects of nodes that do not run them, at once: another node has reported that there are some. */
  async takeUp(): Promise<void> {
    try {
      await this.#rescue();
    } catch (fault) {
      this.#options.log.warn(
        { fault: String(fault) },
        'could not take over effects; the next heartbeat tries again',
      );
    }
  }

  /** Makes the loops check now: work is due. */
  wake(): void {
    for (const wake of this.#wakers) wake();
  }

  /** The content of `GET /readyz`, without a query: whether the heartbeat is recent, and whether turns are taken. */
  health(): { ok: boolean; checks: { [name: string]: { ok: boolean; detail?: string } } } {
    const sinceBeat = Date.now() - this.#lastBeatAt;
    const sinceTurn = Date.now() - this.#lastTurnAt;
    const beats = sinceBeat < this.#options.aliveMs;
    const works = !this.#works || sinceTurn < IDLE_LANE_MS;
    const late = this.#lagMs > LATE_MS;
    const checks = {
      database: {
        ok: beats,
        ...(beats ? {} : { detail: `no answer for ${Math.round(sinceBeat / 1000)} s` }),
      },
      workers: {
        ok: works && !late && !this.#stopping,
        ...(works ? {} : { detail: `no turn for ${Math.round(sinceTurn / 1000)} s` }),
        ...(late ? { detail: `the oldest due message waits for ${Math.round(this.#lagMs / 1000)} s` } : {}),
        ...(this.#stopping ? { detail: 'stopping' } : {}),
      },
      leases: {
        ok: beats,
        ...(beats ? {} : { detail: 'the heartbeat is late: other nodes may take over its effects' }),
      },
    };
    return { ok: Object.values(checks).every((check) => check.ok), checks };
  }

  get pendingEffects(): number {
    return this.#runner.pending;
  }

  /** How many requests wait in memory for an actor that is locked. */
  get requestsInLine(): number {
    return this.#lockLines.waiting;
  }

  /**
   * Claims no more work, finishes what is in progress within `withinMs`, and leaves the rest to other nodes at once. A second
   * call waits for the first one.
   */
  stop(withinMs = 10_000): Promise<void> {
    this.#stopped ??= this.#stopWithin(withinMs);
    return this.#stopped;
  }

  async #stopWithin(withinMs: number): Promise<void> {
    this.#stopping = true;
    this.wake();
    await Promise.all(this.#lanes);
    await this.#runner.stop(withinMs);
    await this.#settler.drain(withinMs);
    if (this.#beating) clearInterval(this.#beating);
    await signOff(this.#options.sql, this.#options.nodeId).catch((fault: unknown) =>
      this.#options.log.warn(
        { fault: String(fault) },
        'could not sign off: effects wait until this node counts as dead',
      ),
    );
  }

  /** Takes due work until there is none, then sleeps until there is some. */
  async #lane(index: number): Promise<void> {
    const { batch, log, clock } = this.#options;
    let limit = batch;
    while (!this.#stopping) {
      let claimed = 0;
      try {
        if (this.#runner.pending < this.#options.concurrency + MAX_QUEUED_EFFECTS) {
          const turn = await takeDue(this.#taker, { now: clock(), limit });
          claimed = turn.claimed;
          this.#after(turn.written);
        }
        this.#lastTurnAt = Date.now();
        limit = Math.min(batch, limit * 2);
      } catch (fault) {
        if (fault instanceof StaleActor) {
          limit = Math.max(1, Math.floor(limit / 4)); // another turn wrote a row first: read the rows again
          continue;
        }
        if (fault instanceof RefusedActor) {
          await park(() => parkRefused(this.#taker, fault, clock()), { fault, log });
          continue;
        }
        if (isRefusedForGood(fault)) {
          limit = Math.max(1, Math.floor(limit / 4)); // one of many is at fault: smaller turns until it is alone
          continue;
        }
        this.#options.onFault?.(fault);
        log.error(
          { lane: index, fault: String(fault) },
          'a turn was rolled back; its messages are still there',
        );
        await this.#rest(1_000);
        continue;
      }
      if (claimed >= limit) this.wake(); // more is due than one turn takes
      else await this.#rest(await this.#untilDue(index));
    }
  }

  /** Ms until a loop has to check again. Only the first loop queries the next due time; the others are woken. */
  async #untilDue(index: number): Promise<number> {
    if (index > 0) return POLL_MS * 4;
    try {
      const dueAt = await nextDueAt(this.#options.sql, supportedKinds(this.#taker.kinds));
      if (dueAt === null) return POLL_MS;
      return Math.max(5, Math.min(POLL_MS, dueAt - this.#options.clock()));
    } catch {
      return 1_000; // the turn that follows reports the error
    }
  }

  async #rest(ms: number): Promise<void> {
    if (this.#stopping) return;
    await new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.#wakers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#wakers.add(wake);
    });
  }

  #after(written: Written): void {
    if (written.feed.length > 0) {
      this.noticed(written.feed);
      this.#options.onFeed(written.feed);
    }
    if (written.effects.length === 0) return;
    if (!this.#works) this.#options.onWork?.();
    else if (!this.#stopping) this.#do(written.effects);
  }

  #do(effects: readonly EffectRow[]): void {
    this.#claims.add(effects, (type) => this.#awaited.has(type));
    this.#runner.add(this.#done.add(effects));
  }

  /** @returns for each effect, whether it still belongs to this node */
  async #markStarted(effects: readonly EffectRow[]): Promise<boolean[]> {
    const { sql, nodeId, clock } = this.#options;
    const now = clock();
    const marked = await markStarted(sql, effects, nodeId, now);
    for (const { actorId, ids, rev } of marked) this.#held.marked(actorId, rev, ids, now);
    const ours = new Set(marked.flatMap(({ actorId, ids }) => ids.map((id) => keyOf({ actorId, id }))));
    return effects.map((effect) => ours.has(keyOf(effect)));
  }

  async #pulse(): Promise<void> {
    try {
      await this.#beat();
      await this.#runner.releaseLost();
      await this.#options.onBeat?.();
      await this.#rescue();
      await this.#findLost();
      await this.#releaseClaims();
      this.#lagMs = (await mailboxLag(this.#options.sql, this.#options.clock())).lagMs;
      await forgetDeadNodes(this.#options.sql, Date.now() - HOUR_MS);
    } catch (fault) {
      this.#options.onFault?.(fault);
      this.#options.log.error({ fault: String(fault) }, 'heartbeat failed');
      // other nodes may take its effects over by now: two must not hold the same connection
      if (Date.now() - this.#lastBeatAt >= this.#options.aliveMs) this.#runner.abortOpenEnded();
    }
  }

  /** Deletes ended claims that no turn has deleted. */
  async #releaseClaims(): Promise<void> {
    const ended = this.#claims.takeEnded();
    if (ended.length === 0) return;
    try {
      await deleteClaims(this.#options.sql, ended, this.#options.nodeId);
    } catch (fault) {
      this.#claims.putBack(ended);
      throw fault;
    }
  }

  async #beat(): Promise<void> {
    const now = Date.now(); // leases are about real time, even where tests move the clock
    const { sql, nodeId, aliveMs } = this.#options;
    await beat(sql, { id: nodeId, roles: this.#works ? 'worker' : 'api', now, aliveUntil: now + aliveMs });
    this.#lastBeatAt = now;
    const database = await databaseIdentity(sql);
    const isReplaced = this.#database !== null && this.#database !== database;
    this.#database = database;
    if (!isReplaced) return;
    this.#options.log.warn({}, 'Postgres was restarted or replaced: what was cached of it is read again');
    this.#held.clear();
    for (const forget of this.#forgetters) forget();
  }

  /**
   * Finds claims of this node that are in the database but not in memory: their commit succeeded and its response was
   * lost. Effects of claims that two lookups in a row have found are started. A single lookup may find a commit whose
   * response is still on its way.
   */
  async #findLost(): Promise<void> {
    if (this.#stopping || !this.#works) return;
    const { sql, nodeId, batch, log } = this.#options;
    const found = await readUnknownClaims(sql, { nodeId, keys: this.#claims.claimIds, limit: batch });
    const lost = found.filter(({ id }) => this.#unknown.has(id));
    this.#unknown = new Set(found.map(({ id }) => id));
    if (lost.length === 0) return;
    const keys = new Set([...this.#runner.effectKeys, ...this.#settler.effectKeys]);
    const effects = (await readClaimedEffects(sql, lost, nodeId)).filter(
      (effect) => !keys.has(keyOf(effect)),
    );
    if (effects.length > 0)
      log.warn({ effects: effects.length }, 'took up the effects of a commit whose response was lost');
    this.#do(effects);
    for (const { id } of lost) this.#claims.endClaim(id);
  }

  /** Takes over the effects of dead nodes. */
  async #rescue(): Promise<void> {
    if (this.#stopping || !this.#works) return;
    const { sql, nodeId, log, batch } = this.#options;
    const adopted = await sql.begin((tx) => adoptClaims(tx, { nodeId, now: Date.now(), limit: batch }));
    const { claims, effects } = adopted;
    const orphaned = effects.filter((effect) => effect.tries > 1).length;
    if (orphaned > 0) log.info({ effects: orphaned }, 'took over the effects of a node that is gone');
    this.#do(effects);
    if (claims === batch) await this.#rescue();
  }
}
