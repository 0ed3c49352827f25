/**
 * Saves a turn: every statement it takes, sent without waiting for the one before, in the transaction that locked its
 * actors. After the commit everything in it is true; before, nothing is.
 */
import type { Db } from '../../store/connect.ts';
import { insertEffects, type EffectRow } from '../../store/effects.ts';
import { insertAttempts } from '../../store/exchanges.ts';
import { appendFeed } from '../../store/feed.ts';
import {
  type ActorStep,
  type ActorWrite,
  armTimers,
  deleteTimers,
  dropOtherTimers,
  insertActors,
  insertJournal,
  insertMail,
  type JournalPage,
  parkMailOf,
  updateActors,
} from '../../store/turns.ts';
import type { FeedEvent } from './feed-event.ts';
import { kindNamed } from './kind.ts';
import type { Actor, Turn } from './turn.ts';

/** What a committed turn leaves to do: effects to run, and events to show to those who watch. */
export interface Written {
  effects: EffectRow[];
  feed: FeedBatchNotice[];
}

/** The events of one commit in one workspace: the last of them has the number `lastSeq`. */
export interface FeedBatchNotice {
  workspaceId: string;
  lastSeq: string;
  events: FeedEvent[];
}

/** The turn lost a race that the locks should have prevented. It is rolled back, and nothing is lost. */
export class StaleActor extends Error {
  override readonly name = 'StaleActor';
}

/**
 * @param more live events that no step of a machine caused, such as an edited text
 * @throws StaleActor when a row was stepped by somebody else since it was read
 */
export async function writeTurn(
  db: Db,
  turn: Turn,
  nodeId: string,
  more: FeedEvent[] = [],
): Promise<Written> {
  const { now } = turn;
  const dirty = [...turn.actors.values()].filter((actor) => actor.dirty);
  const born = dirty.filter((actor) => actor.isNew).map(rowOf);
  const stepped = dirty.filter((actor) => !actor.isNew).map(stepOf);
  const parked = dirty.filter((actor) => actor.status === 'needs_attention').map((actor) => actor.id);
  const mail = [
    ...turn.timers,
    ...turn.outgoing.map(({ to, event }) => ({
      workspaceId: turn.workspaceOf(to),
      actorId: to,
      dueAt: now,
      timer: null,
      event,
    })),
  ];
  const feedEvents = [...more, ...turn.feedEvents()];

  // One round trip: the statements queue up on the connection. All are awaited together, so that none is left hanging.
  const [updated, ids] = await Promise.all([
    stepped.length > 0 ? updateActors(db, stepped, now) : 0,
    turn.effects.length > 0 ? insertEffects(db, turn.effects, { nodeId, now }) : [],
    born.length > 0 && insertActors(db, born, now),
    ...turn.rearmed.flatMap(({ actor, implied }) => [
      dropOtherTimers(
        db,
        actor.id,
        implied.map((timer) => timer.id),
      ),
      armTimers(
        db,
        implied.map(({ id, event, delayMs }) => ({
          workspaceId: actor.workspaceId,
          actorId: actor.id,
          dueAt: now + delayMs,
          timer: id,
          event,
        })),
      ),
    ]),
    turn.cancels.length > 0 && deleteTimers(db, turn.cancels),
    mail.length > 0 && insertMail(db, mail),
    parked.length > 0 && parkMailOf(db, parked),
    turn.journal.length > 0 && insertJournal(db, pagesOf(turn), now),
    turn.attempts.length > 0 && insertAttempts(db, turn.attempts, now),
    ...projections(db, turn, dirty),
  ]);
  if (updated !== stepped.length) throw new StaleActor('an actor of this turn was stepped by somebody else');

  return {
    effects: turn.effects.map((effect, index) => ({
      id: ids[index]!,
      workspaceId: effect.workspaceId,
      actorId: effect.actorId,
      type: effect.type,
      params: effect.params,
      tries: 1,
      started: false,
    })),
    feed: await writeFeed(db, feedEvents, now),
  };
}

/** The statements that write the columns of these actors which queries read, kind by kind. */
function projections(db: Db, { kinds, now }: Turn, dirty: readonly Actor[]): Promise<unknown>[] {
  return [...Map.groupBy(dirty, (actor) => actor.kind)].flatMap(([name, actors]) => {
    const project = kindNamed(kinds, name)?.projection;
    return project ? [...project(db, actors, now)] : [];
  });
}

/** Last of all, since it locks the counters of the workspaces until the commit. */
async function writeFeed(db: Db, events: FeedEvent[], now: number): Promise<Written['feed']> {
  if (events.length === 0) return [];
  const byWorkspace = Map.groupBy(events, (event) => event.workspaceId);
  const appended = await appendFeed(
    db,
    [...byWorkspace].map(([workspaceId, list]) => ({
      workspaceId,
      count: list.length,
      events: list.map(({ type, resource, postId, at, data }) => ({ type, resource, postId, at, data })),
    })),
    now,
  );
  return appended.map(({ workspaceId, lastSeq }) => ({
    workspaceId,
    lastSeq,
    events: byWorkspace.get(workspaceId) ?? [],
  }));
}

/** The journal of a turn, a page for each family. */
function pagesOf({ journal }: Turn): JournalPage[] {
  const pages = new Map<string, JournalPage>();
  for (const { actor, step } of journal) {
    const family = actor.parentId ?? actor.id;
    const page = pages.get(family);
    if (page) page.steps.push(step);
    else pages.set(family, { family, workspaceId: actor.workspaceId, steps: [step] });
  }
  return [...pages.values()];
}

function rowOf(actor: Actor): ActorWrite {
  const { id, workspaceId, parentId, kind, definitionId, version, seq, status, snapshot } = actor;
  return { id, workspaceId, parentId, kind, definitionId, version, seq, status, snapshot };
}

function stepOf({ id, version, seqBefore, seq, status, snapshot }: Actor): ActorStep {
  return { id, version, seqBefore, seq, status, snapshot };
}
