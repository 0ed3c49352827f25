/**
 * Reports to an inspector what actors do: first each actor with its state, then each step. The journal stores events
 * and state values; a replay that continues from the last reported step gives the contexts. Where it cannot (the
 * beginning of the journal was pruned, or the program has changed) the context is empty until the actor's row has the
 * snapshot of the step.
 */
import { LRUCache } from 'lru-cache';
import type { Persisted } from '../../../../machines/durable.ts';
import { type JournalRow, readJournal } from '../../../../store/actors.ts';
import type { Sql } from '../../../../store/connect.ts';
import {
  readFamilyStands,
  readNewestStands,
  readStands,
  type StandRow,
  type TailPage,
} from '../../../../store/journal-tail.ts';
import { loadDefinitions } from '../../../engine/definitions.ts';
import { kindNamed, type KindTable } from '../../../engine/kind.ts';
import type { Context } from '../../../engine/kind-view.ts';
import { withDefaults } from '../../../engine/stored-snapshot.ts';
import { journalRowOf } from '../journal-row.ts';
import { limitOf, reachOf } from '../reached.ts';
import { replay, replayedBy, type ReplayedStep } from '../replay.ts';
import { actorMessage, type InspectMessage, inspected, stepMessages } from './messages.ts';
import type { Scope } from './watch.ts';

/**
 * How many actors of each kind are introduced first when a whole workspace is watched. Others follow with their next
 * step.
 */
export const NEWEST_OF_A_KIND = 50;
/** How many actors of a family are introduced first. */
const MAX_FAMILY = 200;
/** How many actors are kept in memory. One that was dropped is introduced again with its next step. */
const MAX_KNOWN = 1_000;
/** The most steps of one actor that are replayed to compute its snapshot. */
const MAX_STEPS = 20_000;
/** How many messages are kept with their senders. */
const MAX_SENT = 1_000;

type Send = (message: InspectMessage) => void;

interface ReportedActor {
  /** The actor as it was last read. */
  row: StandRow;
  /** The inspector knows that the actor exists. */
  isIntroduced: boolean;
  /** The last step that was reported; null if none. Its snapshot is null when it is not known. */
  last: { seq: number; snapshot: Persisted | null } | null;
}

export class ActorReporter {
  readonly #sql: Sql;
  readonly #kinds: KindTable;
  readonly #scope: Scope;
  /** Least recently used first; null means the actor is outside the scope, or was deleted. */
  readonly #actors = new Map<string, ReportedActor | null>();
  /** The senders of messages, by receiver and event. */
  readonly #senders = new LRUCache<string, string>({ max: MAX_SENT });

  constructor(sql: Sql, kinds: KindTable, scope: Scope) {
    this.#sql = sql;
    this.#kinds = kinds;
    this.#scope = scope;
  }

  /** Introduces the actors with their current snapshots, parents before the actors they started. */
  async start(send: Send): Promise<void> {
    const rows = await this.#read(null);
    await this.#add(rows);
    for (const { id } of rows.toSorted((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1))) {
      const actor = this.#actors.get(id);
      if (!actor || actor.last) continue;
      const { seq, snapshot, updatedAt } = actor.row;
      actor.last = { seq, snapshot };
      this.#introduce(actor, send);
      // this is how XState reports an actor that continues from a snapshot
      const sourceId = this.#introducedId(actor.row.parentId);
      const init = { event: { type: 'xstate.init' }, sourceId, snapshot: currentSnapshot(actor.row) };
      stepMessages(this.#aboutOf(actor.row, updatedAt), init).forEach(send);
    }
  }

  /**
   * Reports the steps of these pages. After an error it can be called again with the same pages: nothing is reported
   * twice.
   */
  async report(pages: readonly TailPage[], send: Send): Promise<void> {
    const rows = pages.flatMap(({ family, at, steps }) =>
      steps.map((step) => journalRowOf(step, { actorId: step.actor ?? family, at })),
    );
    await this.#addUnknown(rows.map(({ actorId }) => actorId));
    for (const row of rows) {
      const actor = this.#actors.get(row.actorId);
      if (!actor) continue;
      this.#actors.delete(row.actorId); // most recently used: moved to the end
      this.#actors.set(row.actorId, actor);
      for (const missed of await this.#readMissed(actor, row)) await this.#step(actor, missed, send);
      if (row.seq > (actor.last?.seq ?? 0)) await this.#step(actor, row, send);
    }
    for (const id of [...this.#actors.keys()].slice(0, -MAX_KNOWN)) this.#actors.delete(id);
  }

  /** @param ids null means those to introduce first */
  async #read(ids: string[] | null): Promise<StandRow[]> {
    const rows = await this.#readRows(ids);
    return rows.map((row) => ({ ...row, snapshot: withDefaults(this.#kinds, row, row.snapshot) }));
  }

  #readRows(ids: string[] | null): Promise<StandRow[]> {
    const { workspaceId, actor, family, kind } = this.#scope;
    const read = { ...reachOf(this.#kinds, this.#scope), workspaceId };
    if (ids !== null || actor !== null) return readStands(this.#sql, { ...read, ids: ids ?? [actor!] });
    if (family !== null) return readFamilyStands(this.#sql, { ...read, family, limit: MAX_FAMILY });
    const kinds = kind === null ? Object.keys(this.#kinds) : [kind];
    return readNewestStands(this.#sql, { ...read, kinds, each: NEWEST_OF_A_KIND });
  }

  /** Adds actors and their parents to those that are known. */
  async #add(rows: readonly StandRow[]): Promise<void> {
    const { actor, kind, heldTo } = this.#scope;
    await loadDefinitions(this.#sql, this.#kinds, rows);
    for (const row of rows) {
      if (this.#actors.has(row.id)) continue;
      const isChosen = (actor === null || actor === row.id) && (kind === null || kind === row.kind);
      const context = row.snapshot.context as Context;
      const isWhole = limitOf(this.#kinds, { kind: row.kind, context, heldTo }) === null;
      const entry = { row, isIntroduced: false, last: null };
      this.#actors.set(row.id, isChosen && isWhole ? entry : null);
    }
    await this.#addUnknown(rows.flatMap(({ parentId }) => parentId ?? []));
  }

  async #addUnknown(ids: readonly string[]): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => !this.#actors.has(id));
    if (unknown.length === 0) return;
    await this.#add(await this.#read(unknown));
    for (const id of unknown) if (!this.#actors.has(id)) this.#actors.set(id, null);
  }

  /**
   * The steps between the last reported one and a later one. Of an actor of which none was reported, the steps before are
   * only replayed.
   */
  async #readMissed(actor: ReportedActor, { actorId, seq }: JournalRow): Promise<JournalRow[]> {
    const from = actor.last?.seq ?? 0;
    if (seq <= from + 1) return [];
    const family = actor.row.parentId ?? actorId;
    const rows = await readJournal(this.#sql, { family, actorId, limit: MAX_STEPS });
    const missed = rows.filter((row) => row.seq > from && row.seq < seq);
    if (actor.last) return missed;
    actor.last = { seq: seq - 1, snapshot: replay(this.#replayedBy(actor), missed).end };
    return [];
  }

  async #step(actor: ReportedActor, row: JournalRow, send: Send): Promise<void> {
    const { seq, snapshot: before } = actor.last ?? { seq: 0, snapshot: null };
    const { steps, end } = replay(this.#replayedBy(actor), [row], before && { seq, snapshot: before });
    // an upgrade changes the snapshot, which no replay shows
    const isUpgrade = row.event.type === 'xstate.upgrade';
    const snapshot = (isUpgrade ? null : end) ?? (await this.#storedAfter(actor, row));
    this.#noteSent(steps[0]!);
    actor.last = { seq: row.seq, snapshot };
    const view = inspected(snapshot, row);
    if (!actor.isIntroduced) this.#introduce(actor, send, { at: row.at, snapshot: view });
    const sourceId = this.#senderOf(actor.row, row);
    stepMessages(this.#aboutOf(actor.row, row.at), { event: row.event, sourceId, snapshot: view }).forEach(
      send,
    );
  }

  #replayedBy({ row }: ReportedActor): ReturnType<typeof replayedBy> {
    return replayedBy(kindNamed(this.#kinds, row.kind), row.definitionId);
  }

  /** The snapshot of the actor's row if it is that of a step, else null. */
  async #storedAfter(actor: ReportedActor, { seq }: JournalRow): Promise<Persisted | null> {
    if (actor.row.seq < seq) {
      const [read] = await this.#read([actor.row.id]);
      if (read) actor.row = read;
    }
    return actor.row.seq === seq ? actor.row.snapshot : null;
  }

  #introduce(
    actor: ReportedActor,
    send: Send,
    { at, snapshot } = { at: actor.row.updatedAt, snapshot: currentSnapshot(actor.row) },
  ): void {
    const { kind, parentId } = actor.row;
    const parent = parentId === null ? null : this.#actors.get(parentId);
    if (parent && !parent.isIntroduced) this.#introduce(parent, send);
    actor.isIntroduced = true;
    const by = this.#replayedBy(actor);
    const machine = 'machine' in by ? by.machine : null;
    const introduction = { kind, machine, parentId: this.#introducedId(parentId), snapshot };
    send(actorMessage(this.#aboutOf(actor.row, at), introduction));
  }

  #noteSent({ actorId, requests }: ReplayedStep): void {
    for (const { type, params } of requests) {
      if (type !== 'tell' || params === null) continue;
      const { messages } = params as { messages: { to: string; event: JournalRow['event'] }[] };
      for (const { to, event } of messages) this.#senders.set(`${to} ${JSON.stringify(event)}`, actorId);
    }
  }

  #senderOf({ id, parentId }: StandRow, { event, hand }: JournalRow): string | null {
    if (hand) return null;
    if (event.type === 'started') return this.#introducedId(parentId);
    if (event.type.startsWith('xstate.')) return id; // from its own timers
    return this.#introducedId(this.#senders.get(`${id} ${JSON.stringify(event)}`) ?? null);
  }

  /** The root is the actor itself when the first actor of its family is not watched. */
  #aboutOf({ id, parentId }: StandRow, at: number) {
    return { actorId: id, rootId: this.#introducedId(parentId) ?? id, at };
  }

  /** The actor's id, if the inspector knows the actor. */
  #introducedId(id: string | null): string | null {
    return id !== null && this.#actors.get(id)?.isIntroduced === true ? id : null;
  }
}

const rank = ({ parentId }: StandRow) => Number(parentId !== null);

const currentSnapshot = ({ snapshot, status }: StandRow) =>
  inspected(snapshot, {
    value: snapshot.value,
    fault: status === 'needs_attention' ? 'it was parked: its journal says why' : null,
  });
