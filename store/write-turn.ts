/** Writes what a turn decided, in one statement: a call of the SQL function `turn_2` (migrations 0016 and 0053). */
import { batch, joined, plain, SEPARATOR } from './batch.ts';
import type { Db, Fragment } from './connect.ts';
import type { AttemptWrite } from './exchanges.ts';
import type { JournalPage } from './turns.ts';

/** The columns of an actor that lists read. Times are epoch ms. */
export interface ListColumns {
  /** The status now. */
  status: string;
  /** The status in which it rests; null means lists do not show it. */
  shelf: string | null;
  plannedAt: number | null;
  reachedAt: number | null;
  reason: string | null;
}

/** What a step changes in an actor's row. JSON is passed as text, without fields that are null. */
export interface ActorStep {
  id: string;
  /** The value of `rev` that the turn read. If the row has another value now, the turn is not written. */
  rev: number;
  version: number;
  seq: number;
  status: string;
  snapshot: string;
  timers: string | null;
  effects: string | null;
  /** null means lists do not show it, or nothing that they show changed. */
  columns: ListColumns | null;
}

/** A new actor's row. */
export interface ActorWrite extends Omit<ActorStep, 'rev'> {
  workspaceId: string;
  parentId: string | null;
  kind: string;
  definitionId: string | null;
}

/** A message that waits for an actor. */
interface MessageWrite {
  /** Ids sort by creation. */
  id: string;
  workspaceId: string;
  actorId: string;
  /** Epoch ms. */
  dueAt: number;
  event: unknown;
}

/** Everything that a turn writes. */
export interface TurnWrite {
  /** Epoch ms. */
  now: number;
  stepped: ActorStep[];
  born: ActorWrite[];
  /** First timers that have changed. */
  due: { actorId: string; workspaceId: string; dueAt: number; timer: string }[];
  /** Actors that no longer wait for a timer. */
  idle: string[];
  /** Ids of messages that were processed. */
  consumed: string[];
  messages: MessageWrite[];
  /** Actors whose messages are parked until a person lets the actor continue. */
  parked: string[];
  pages: JournalPage[];
  /** The recorded HTTP exchanges with networks. */
  attempts: AttemptWrite[];
  /** The node that writes the turn and runs the effects; empty: any node may run them. */
  nodeId: string;
  /** The actors that request effects; null if none does. */
  claim: { id: string; actorIds: string[] } | null;
  /** Claims whose effects have all ended. */
  released: string[];
  feed: { workspaceId: string; count: number; events: string }[];
}

/**
 * Writes a turn in one statement.
 * @param beside statements that write other rows, as parts of the same statement
 * @returns the number of the last event of each workspace's feed
 * @throws Postgres' error 40001 when another turn wrote a row since this one read it: then nothing is written
 */
export async function writeRows(db: Db, turn: TurnWrite, beside: readonly Fragment[] = []) {
  const { now, stepped, born, due, messages, pages, claim, feed } = turn;
  return db<{ workspaceId: string; lastSeq: string }[]>`
    ${partsOf(db, beside)}
    select workspace_id as "workspaceId", last_seq as "lastSeq" from turn_2(
      ${now}::float8,
      ${joined(stepped, (row) => row.id)}, ${joined(stepped, (row) => row.rev)}, ${joined(stepped, (row) => row.version)},
      ${joined(stepped, (row) => row.seq)}, ${joined(stepped, (row) => row.status)},
      ${joined(stepped, (row) => row.snapshot)}, ${joined(stepped, (row) => row.timers)},
      ${joined(stepped, (row) => row.effects)}, ${joined(stepped, (row) => (row.columns ? 't' : 'f'))},
      ${joined(stepped, (row) => row.columns?.status ?? null)},
      ${joined(stepped, (row) => row.columns?.shelf ?? null)}, ${joined(stepped, (row) => row.columns?.plannedAt ?? null)},
      ${joined(stepped, (row) => row.columns?.reachedAt ?? null)}, ${joined(stepped, (row) => plain(row.columns?.reason))},
      ${joined(born, (row) => row.id)}, ${joined(born, (row) => row.workspaceId)}, ${joined(born, (row) => row.parentId)},
      ${joined(born, (row) => row.kind)}, ${joined(born, (row) => row.definitionId)}, ${joined(born, (row) => row.version)},
      ${joined(born, (row) => row.seq)}, ${joined(born, (row) => row.status)}, ${joined(born, (row) => row.snapshot)},
      ${joined(born, (row) => row.timers)}, ${joined(born, (row) => row.effects)},
      ${joined(born, (row) => row.columns?.status ?? null)}, ${joined(born, (row) => row.columns?.shelf ?? null)},
      ${joined(born, (row) => row.columns?.plannedAt ?? null)}, ${joined(born, (row) => row.columns?.reachedAt ?? null)},
      ${joined(born, (row) => plain(row.columns?.reason))},
      ${joined(due, (row) => row.actorId)}, ${joined(due, (row) => row.workspaceId)}, ${joined(due, (row) => row.dueAt)},
      ${joined(due, (row) => row.timer)}, ${turn.idle.join(SEPARATOR)},
      ${turn.consumed.join(SEPARATOR)}, ${joined(messages, (row) => row.id)}, ${joined(messages, (row) => row.workspaceId)},
      ${joined(messages, (row) => row.actorId)}, ${joined(messages, (row) => row.dueAt)},
      ${joined(messages, (row) => JSON.stringify(row.event))},
      ${turn.parked.join(SEPARATOR)},
      ${joined(pages, (page) => page.family)}, ${joined(pages, (page) => page.workspaceId)},
      ${joined(pages, (page) => JSON.stringify(page.steps))},
      ${turn.attempts.length > 0 ? batch(turn.attempts) : ''},
      ${claim?.id ?? ''}, ${turn.nodeId}, ${claim?.actorIds.join(SEPARATOR) ?? ''}, ${turn.released.join(SEPARATOR)},
      ${joined(feed, (row) => row.workspaceId)}, ${joined(feed, (row) => row.count)}, ${joined(feed, (row) => row.events)}
    )`;
}

/** Puts a message into a mailbox, outside a turn. */
export async function insertMessage(db: Db, message: MessageWrite) {
  return db`
    insert into messages (id, workspace_id, actor_id, due_at, event)
    values (${message.id}, ${message.workspaceId}, ${message.actorId}, to_timestamp(${message.dueAt}::float8 / 1000),
            ${JSON.stringify(message.event)}::text::json)`;
}

/** `with part_1 as (…), part_2 as (…)`; nothing without statements. */
function partsOf(db: Db, statements: readonly Fragment[]) {
  if (statements.length === 0) return db``;
  const parts = statements.map(
    (statement, index) =>
      db`${db.unsafe(index === 0 ? 'with' : ',')} ${db.unsafe(`part_${index}`)} as (${statement})`,
  );
  return db`${parts}`;
}
