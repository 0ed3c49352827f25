/**
 * Saves a turn in one statement: either all of it is committed or nothing. It is only written if every row has not
 * changed since the turn read it.
 */
import { addCounts } from '../../store/counters.ts';
import type { Db, Fragment } from '../../store/connect.ts';
import { type EffectRow, effectsOf } from '../../store/effects.ts';
import { countEdits } from '../../store/feed.ts';
import type { JournalPage } from '../../store/turns.ts';
import { type ActorStep, type ActorWrite, type TurnWrite, writeRows } from '../../store/write-turn.ts';
import { newId } from '../base/ids.ts';
import { type Actor, familyOf, firstTimer } from './actor.ts';
import type { ClaimBook } from './claims.ts';
import type { FeedEvent } from './feed-event.ts';
import { kindNamed } from './kind.ts';
import { withoutDefaults } from './stored-snapshot.ts';
import type { Turn } from './turn.ts';

/** What follows from a committed turn: effects to run, and live events for subscribers. */
export interface Written {
  effects: EffectRow[];
  feed: FeedBatchNotice[];
}

/** The events of one commit in one workspace. The last of them has the number `lastSeq`. */
export interface FeedBatchNotice {
  workspaceId: string;
  lastSeq: string;
  events: FeedEvent[];
  /** The families whose actors were written in the commit. Absent in notices of older programs. */
  families?: string[];
}

/**
 * A row of the turn was written by another transaction since the turn read it. Nothing of the turn is saved; it can be
 * taken again.
 */
export class StaleActor extends Error {
  override readonly name = 'StaleActor';
}

/** The node that writes. */
interface Writer {
  nodeId: string;
  /** The node's claims; those that have ended are deleted with the next turn. Absent means none are. */
  claims?: ClaimBook;
}

/** What a caller adds to a turn. */
interface Additions {
  /** Live events that no step of a machine caused, such as an edited text. */
  more?: FeedEvent[];
  /** Statements that write other rows, as parts of the turn's statement. */
  beside?: readonly Fragment[];
}

/** @throws StaleActor when another transaction wrote a row of the turn since it was read */
export async function writeTurn(
  db: Db,
  turn: Turn,
  { nodeId, claims }: Writer,
  { more = [], beside = [] }: Additions = {},
): Promise<Written> {
  const released = claims?.takeEnded() ?? [];
  const write = rowsOf(turn, nodeId, [...more, ...turn.feedEvents()], released);
  const counts = turn.counts();
  const families = familiesOf(turn);
  const silent = silentWorkspaces(turn, write);
  const parts = [
    ...beside,
    ...turn.beside(db),
    ...(counts.length > 0 ? [addCounts(db, counts)] : []),
    ...(silent.length > 0 ? [countEdits(db, silent)] : []),
  ];
  const feed = await writeRows(db, write, parts).catch((fault: unknown) => {
    claims?.putBack(released);
    throw isStale(fault) ? new StaleActor('another transaction wrote an actor of this turn first') : fault;
  });
  const events = Map.groupBy([...more, ...turn.feedEvents()], (event) => event.workspaceId);
  return {
    effects: write.claim ? effectRowsOf(turn, { nodeId, claim: write.claim.id }) : [],
    feed: feed.map(({ workspaceId, lastSeq }) => ({
      workspaceId,
      lastSeq,
      events: events.get(workspaceId) ?? [],
      families: families.get(workspaceId) ?? [],
    })),
  };
}

/** The families whose actors the turn writes, by workspace. */
function familiesOf(turn: Turn): Map<string, string[]> {
  const families = new Map<string, Set<string>>();
  for (const actor of turn.actors.values()) {
    if (!actor.dirty) continue;
    const ofWorkspace = families.get(actor.workspaceId) ?? new Set<string>();
    families.set(actor.workspaceId, ofWorkspace.add(familyOf(actor)));
  }
  return new Map([...families].map(([workspaceId, ids]) => [workspaceId, [...ids]]));
}

/** Workspaces in which the turn changes actors that are kept as they are shown, and announces nothing. */
function silentWorkspaces({ actors, kinds }: Turn, { feed }: TurnWrite): string[] {
  const announced = new Set(feed.map(({ workspaceId }) => workspaceId));
  const silent = new Set<string>();
  for (const { dirty, kind, workspaceId } of actors.values())
    if (dirty && !announced.has(workspaceId) && kindNamed(kinds, kind)?.isKept) silent.add(workspaceId);
  return [...silent];
}

const isStale = (fault: unknown) => fault instanceof Error && (fault as { code?: unknown }).code === '40001';

/** The effects that this turn requested and whose actors still wait for them. */
function effectRowsOf(turn: Turn, owner: { nodeId: string; claim: string }): EffectRow[] {
  return turn.requests.flatMap(({ actor, effect }) =>
    actor.effects.includes(effect) ? effectsOf({ ...actor, effects: [effect] }, owner) : [],
  );
}

function rowsOf(turn: Turn, nodeId: string, events: FeedEvent[], released: string[]): TurnWrite {
  const { now } = turn;
  for (const { effect } of turn.requests) effect.node = nodeId;
  // in the order of their ids, like every turn, so that two turns cannot deadlock
  const dirty = [...turn.actors.values()].filter((actor) => actor.dirty).sort(byId);
  const asking = new Set(turn.requests.map(({ actor }) => actor.id));
  const write: TurnWrite = {
    now,
    stepped: [],
    born: [],
    due: [],
    idle: [],
    consumed: turn.consumed,
    messages: [
      ...[
        ...turn.stored,
        ...turn.outgoing.map(({ to, event }) => ({ workspaceId: turn.workspaceOf(to), actorId: to, event })),
      ].map((message) => ({ id: newId('msg', now), dueAt: now, ...message })),
      ...turn.deferred,
    ],
    parked: [],
    pages: pagesOf(turn),
    attempts: turn.attempts,
    nodeId,
    claim: asking.size > 0 ? { id: newId('clm', now), actorIds: [...asking] } : null,
    released,
    feed: [...Map.groupBy(events, (event) => event.workspaceId)].map(([workspaceId, list]) => ({
      workspaceId,
      count: list.length,
      events: JSON.stringify(
        list.map(({ type, resource, postId, at, data }) => ({ type, resource, postId, at, data })),
      ),
    })),
  };
  for (const actor of dirty) {
    if (actor.isNew) write.born.push(newActorRow(turn, actor));
    else write.stepped.push(steppedRow(turn, actor));
    if (actor.status === 'needs_attention') write.parked.push(actor.id);
    const { id: actorId, workspaceId, armed } = actor;
    const first = firstTimer(actor);
    if (first && (first.dueAt !== armed?.dueAt || first.id !== armed.id))
      write.due.push({ actorId, workspaceId, dueAt: first.dueAt, timer: first.id });
    else if (!first && armed) write.idle.push(actorId);
  }
  return write;
}

const byId = (a: Actor, b: Actor) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

function steppedRow(turn: Turn, actor: Actor): ActorStep {
  const { id, rev, kind, version, seq, status, snapshot, timers, effects } = actor;
  const columns = columnsOf(turn, actor);
  if (columns) actor.shelf = columns.shelf;
  return {
    id,
    rev,
    version,
    seq,
    status,
    snapshot: JSON.stringify(withoutDefaults(kindNamed(turn.kinds, kind), version, snapshot)),
    timers: timers.length > 0 ? JSON.stringify(timers) : null,
    effects: effects.length > 0 ? JSON.stringify(effects) : null,
    columns,
  };
}

/** What lists read of an actor; null when no step changed it, or only newer programs know its kind. */
function columnsOf({ kinds, now }: Turn, { kind: name, version, isStepped, snapshot, shelf }: Actor) {
  const kind = kindNamed(kinds, name);
  if (!kind?.listColumns || !isStepped || version > kind.version) return null;
  return kind.listColumns(snapshot, { shelf, now });
}

function newActorRow(turn: Turn, actor: Actor): ActorWrite {
  const { rev: _, ...row } = steppedRow(turn, actor);
  const { workspaceId, parentId, kind, definitionId } = actor;
  return { ...row, workspaceId, parentId, kind, definitionId };
}

/** The journal of a turn, with a page for each family. */
function pagesOf({ journal }: Turn): JournalPage[] {
  const pages = new Map<string, JournalPage>();
  for (const { actor, step } of journal) {
    const family = familyOf(actor);
    const page = pages.get(family);
    if (page) page.steps.push(step);
    else pages.set(family, { family, workspaceId: actor.workspaceId, steps: [step] });
  }
  return [...pages.values()];
}
