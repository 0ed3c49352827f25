/**
 * Reports to an inspector what actors do: first each actor with its state, then each step. The journal stores events
 * and state values. Contexts come from stepping the machine again, from the last step that was reported. Where that is
 * not possible (the beginning of the journal was pruned, or the program has changed) the context is empty until the
 * actor's row has the snapshot of the step.
 */
import type { AnyStateMachine } from 'xstate';
import { LRUCache } from 'lru-cache';
import type { Persisted, Step } from '../../../../machines/durable.ts';
import { type JournalRow, readJournal } from '../../../../store/actors.ts';
import type { Sql } from '../../../../store/connect.ts';
import {
  readFamilyStands,
  readNewestStands,
  readStands,
  type StandRow,
  type TailPage,
} from '../../../../store/journal-tail.ts';
import { loadDefinitions, machineOf } from '../../../engine/definitions.ts';
import { kindNamed, type KindTable } from '../../../engine/kind.ts';
import type { Context } from '../../../engine/kind-view.ts';
import { withDefaults } from '../../../engine/stored-snapshot.ts';
import { sameJson } from '../../../engine/state-name.ts';
import { journalRowOf } from '../journal-row.ts';
import { limitOf, reachOf } from '../reached.ts';
import { again, isAside, replayActor, standingAt } from '../replay.ts';
import {
  type About,
  actorMessage,
  eventMessage,
  type InspectMessage,
  inspected,
  snapshotMessage,
  shownEvent,
} from './messages.ts';
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
/** How many messages that were not received yet are kept with their senders. */
const MAX_SENT = 1_000;

type Event = JournalRow['event'];

interface Known {
  id: string;
  family: string;
  parentId: string | null;
  kind: string;
  definitionId: string | null;
  /** null means this program does not know the machine. */
  machine: AnyStateMachine | null;
  /** The inspector knows that the actor exists. */
  introduced: boolean;
  /** The last step that was reported; null if none. Its snapshot is null when it is not known. */
  at: { seq: number; snapshot: Persisted | null } | null;
  /** The actor's row as it was last read. */
  row: Pick<StandRow, 'seq' | 'snapshot' | 'status' | 'updatedAt'>;
  /** Its journal cannot be replayed, so it is not tried again. */
  lost: boolean;
}

export class ActorReporter {
  readonly #sql: Sql;
  readonly #kinds: KindTable;
  readonly #scope: Scope;
  /** Least recently used first; null means the actor is outside the scope. */
  readonly #known = new Map<string, Known | null>();
  /** The senders of messages that were not received yet. */
  readonly #sent = new LRUCache<string, string[]>({ max: MAX_SENT });

  constructor(sql: Sql, kinds: KindTable, scope: Scope) {
    this.#sql = sql;
    this.#kinds = kinds;
    this.#scope = scope;
  }

  /** Introduces the actors with their current snapshots. */
  async start(send: (message: InspectMessage) => void): Promise<void> {
    const rows = await this.#readFirst();
    await loadDefinitions(this.#sql, this.#kinds, rows);
    for (const row of rows) this.#add(row);
    for (const { id } of rows) {
      const known = this.#known.get(id);
      if (!known || known.at) continue;
      known.at = { seq: known.row.seq, snapshot: known.row.snapshot };
      this.#introduce(known, send);
      // this is how XState reports an actor that continues from a snapshot
      const about = this.#aboutOf(known, known.row.updatedAt);
      const event = { type: 'xstate.init' };
      send(eventMessage(about, { event, sourceId: this.#introducedId(known.parentId) }));
      send(snapshotMessage(about, { event, snapshot: currentSnapshot(known) }));
    }
  }

  /**
   * Reports the steps of these pages. After an error it can be called again with the same pages: nothing is reported
   * twice.
   */
  async report(pages: readonly TailPage[], send: (message: InspectMessage) => void): Promise<void> {
    const rows = pages.flatMap(rowsOf);
    await this.#addAll(new Set(rows.map(({ actorId }) => actorId)));
    for (const row of rows) {
      const known = this.#known.get(row.actorId);
      if (!known) continue;
      this.#known.delete(known.id); // most recently used: moved to the end
      this.#known.set(known.id, known);
      if (known.at && row.seq <= known.at.seq) continue;
      if (known.at && row.seq > known.at.seq + 1)
        for (const missed of await this.#readBetween(known, row.seq)) await this.#step(known, missed, send);
      await this.#step(known, row, send);
    }
    this.#dropOldest();
  }

  /** Parents before the actors they started. */
  async #readFirst(): Promise<StandRow[]> {
    const { workspaceId, actor, family, kind } = this.#scope;
    const reach = reachOf(this.#kinds, this.#scope);
    if (actor !== null) return readStands(this.#sql, { ...reach, workspaceId, ids: [actor] });
    if (family !== null) {
      const rows = await readFamilyStands(this.#sql, { ...reach, workspaceId, family, limit: MAX_FAMILY });
      return parentsFirst(rows);
    }
    const wanted = kind === null ? Object.keys(this.#kinds) : [kind];
    const rows = await readNewestStands(this.#sql, {
      ...reach,
      workspaceId,
      kinds: wanted,
      each: NEWEST_OF_A_KIND,
    });
    if (kind !== null) return parentsFirst(rows);
    const ids = new Set(rows.map(({ id }) => id));
    const missing = rows.flatMap(({ parentId }) => (parentId !== null && !ids.has(parentId) ? parentId : []));
    const parents = await readStands(this.#sql, { ...reach, workspaceId, ids: [...new Set(missing)] });
    return parentsFirst([...rows, ...parents]);
  }

  #add(row: StandRow): void {
    const { actor, kind, heldTo } = this.#scope;
    if (this.#known.has(row.id)) return;
    const { id, parentId, definitionId = null, seq, status, updatedAt } = row;
    const snapshot = withDefaults(this.#kinds, row, row.snapshot);
    const known = {
      id,
      parentId,
      family: parentId ?? id,
      kind: row.kind,
      definitionId,
      machine: machineOf(kindNamed(this.#kinds, row.kind), definitionId),
      introduced: false,
      at: null,
      row: { seq, snapshot, status, updatedAt },
      lost: false,
    };
    const isChosen = (actor === null || actor === row.id) && (kind === null || kind === row.kind);
    const isWhole =
      limitOf(this.#kinds, { kind: row.kind, context: snapshot.context as Context, heldTo }) === null;
    this.#known.set(id, isChosen && isWhole ? known : null);
  }

  /** Reads actors that are not known yet, with their parents. */
  async #addAll(ids: ReadonlySet<string>): Promise<void> {
    const { workspaceId } = this.#scope;
    const read = async (wanted: Iterable<string>) => {
      const unknown = [...new Set(wanted)].filter((id) => !this.#known.has(id));
      const rows =
        unknown.length === 0
          ? []
          : await readStands(this.#sql, { ...reachOf(this.#kinds, this.#scope), workspaceId, ids: unknown });
      await loadDefinitions(this.#sql, this.#kinds, rows);
      for (const row of rows) this.#add(row);
      for (const id of unknown) if (!this.#known.has(id)) this.#known.set(id, null); // the actor was deleted
      return rows;
    };
    const rows = await read(ids);
    await read(rows.flatMap(({ parentId }) => parentId ?? []));
  }

  /** Drops the least recently used actors. */
  #dropOldest(): void {
    for (const id of this.#known.keys()) {
      if (this.#known.size <= MAX_KNOWN) return;
      this.#known.delete(id);
    }
  }

  async #readBetween({ id, family, at }: Known, before: number): Promise<JournalRow[]> {
    const rows = await readJournal(this.#sql, { family, actorId: id, limit: MAX_STEPS });
    return rows.filter(({ seq }) => seq > at!.seq && seq < before);
  }

  async #step(known: Known, row: JournalRow, send: (message: InspectMessage) => void): Promise<void> {
    const snapshot = await this.#snapshotAfter(known, row);
    known.at = { seq: row.seq, snapshot };
    const shown = inspected(snapshot, row);
    if (!known.introduced) this.#introduce(known, send, { at: row.at, snapshot: shown });
    const about = this.#aboutOf(known, row.at);
    const event = shownEvent(row.event);
    send(eventMessage(about, { event, sourceId: this.#senderOf(known, row) }));
    send(snapshotMessage(about, { event, snapshot: shown }));
  }

  #introduce(
    known: Known,
    send: (message: InspectMessage) => void,
    { at, snapshot } = { at: known.row.updatedAt, snapshot: currentSnapshot(known) },
  ): void {
    const parent = known.parentId === null ? null : this.#known.get(known.parentId);
    if (parent && !parent.introduced) this.#introduce(parent, send);
    known.introduced = true;
    const { kind, machine, parentId } = known;
    const shown = { kind, machine, parentId: this.#introducedId(parentId), snapshot };
    send(actorMessage(this.#aboutOf(known, at), shown));
  }

  /** The snapshot after a step; null when only the state value is known. */
  async #snapshotAfter(known: Known, row: JournalRow): Promise<Persisted | null> {
    const before = row.before
      ? standingAt(row.before)
      : row.seq === 1
        ? null
        : (known.at?.snapshot ?? (await this.#before(known, row)));
    if (before !== null && isAside(row)) return before;
    const { machine } = known;
    // an upgrade changes the snapshot before the step
    if (machine && !isAside(row) && row.event.type !== 'xstate.upgrade') {
      if (before !== null || row.seq === 1) {
        const stepped = tryAgain(() => again(machine, before, row));
        if (stepped && sameJson(stepped.snapshot.value, row.value)) {
          this.#noteSent(known, stepped);
          return stepped.snapshot;
        }
      }
    }
    if (known.row.seq < row.seq) {
      const { workspaceId } = this.#scope;
      const reach = reachOf(this.#kinds, this.#scope);
      const [read] = await readStands(this.#sql, { ...reach, workspaceId, ids: [known.id] });
      if (read) known.row = { ...read, snapshot: withDefaults(this.#kinds, read, read.snapshot) };
    }
    return known.row.seq === row.seq ? known.row.snapshot : null;
  }

  /** The snapshot before a step, from a replay of its journal. */
  async #before(known: Known, { seq }: JournalRow): Promise<Persisted | null> {
    if (known.lost) return null;
    const rows = await readJournal(this.#sql, {
      family: known.family,
      actorId: known.id,
      limit: MAX_STEPS,
    });
    const { kind, definitionId } = known;
    const { end } = await replayActor(this.#sql, this.#kinds, {
      kind,
      definitionId,
      rows: rows.filter((row) => row.seq < seq),
    });
    known.lost = end === null;
    return end;
  }

  #noteSent(known: Known, { effects }: Step): void {
    for (const { type, params } of effects as { type: string; params: unknown }[]) {
      if (type !== 'tell') continue;
      for (const { to, event } of (params as { messages: { to: string; event: Event }[] }).messages) {
        const name = `${to} ${JSON.stringify(event)}`;
        this.#sent.set(name, [...(this.#sent.get(name) ?? []), known.id]);
      }
    }
  }

  #senderOf(known: Known, { event, hand }: JournalRow): string | null {
    if (hand) return null;
    if (event.type === 'started') return this.#introducedId(known.parentId);
    if (event.type.startsWith('xstate.')) return known.id; // from its own timers
    const name = `${known.id} ${JSON.stringify(event)}`;
    const [sender = null, ...others] = this.#sent.get(name) ?? [];
    if (others.length > 0) this.#sent.set(name, others);
    else this.#sent.delete(name);
    return this.#introducedId(sender);
  }

  /** The root is the actor itself when the first actor of its family is not watched. */
  #aboutOf({ id, family }: Known, at: number): About {
    return { actorId: id, rootId: this.#introducedId(family) ?? id, at };
  }

  /** The actor's id, if the inspector knows the actor. */
  #introducedId(id: string | null): string | null {
    return id !== null && this.#known.get(id)?.introduced === true ? id : null;
  }
}

/** @returns null when today's machine throws */
function tryAgain(work: () => Step): Step | null {
  try {
    return work();
  } catch {
    return null; // the step is reported with its state value only; the debugger's replay shows the error
  }
}

const currentSnapshot = ({ row }: Known) =>
  inspected(row.snapshot, {
    value: row.snapshot.value,
    fault: row.status === 'needs_attention' ? 'it was parked: its journal says why' : null,
  });

const parentsFirst = (rows: StandRow[]) =>
  rows.toSorted(
    (a, b) => Number(a.parentId !== null) - Number(b.parentId !== null) || (a.id < b.id ? -1 : 1),
  );

const rowsOf = ({ family, at, steps }: TailPage): JournalRow[] =>
  steps.map((step) => journalRowOf(step, { actorId: step.actor ?? family, at }));
