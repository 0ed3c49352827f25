/** The operator's hand: what a chart accepts where its actor stands, done by a person and written down as such. */
import { Type } from 'typebox';
import {
  dropEffects,
  readEffects,
  readJournal,
  readMail,
  takeTimer,
  unparkMail,
} from '../../store/actors.ts';
import type { Tx } from '../../store/connect.ts';
import { type Hand, lockActors } from '../../store/turns.ts';
import { kindOf } from './actor-view.ts';
import { type Choice, choicesOf, type Subject, timersOnResume } from './hand.ts';
import { stateName } from './states.ts';
import { isSession } from '../auth/sessions.ts';
import type { Actor as TurnActor, Turn } from '../engine/turn.ts';
import { requirePublishingPlan, workspaceOf } from '../api/access.ts';
import { idempotent } from '../api/idempotent.ts';
import { operation, type Principal, type Workspace } from '../api/operation.ts';
import { notFound, Problem } from '../api/problem.ts';
import { IdParams, WorkspaceSlug } from '../api/schemas.ts';
import {
  MOST_PENDING,
  MOST_STEPS,
  actorExample,
  choiceExample,
  closed,
  noActor,
  requireActor,
} from './actor-common.ts';

export const actOnActor = operation({
  id: 'actOnActor',
  method: 'post',
  path: '/v1/actors/{id}/hand',
  tag: 'Debugger',
  summary: 'Do something to an actor by hand',
  description:
    'Retry now, skip a wait, cancel, or send an event: what `choices` of GET /v1/actors/{id} lists, which is what the chart accepts where the actor stands. The reason and who gave it are written to the journal.',
  params: IdParams,
  body: Type.Object(
    {
      workspace: Type.Optional(WorkspaceSlug),
      action: Type.Enum(['retry', 'skip', 'cancel', 'send'], { type: 'string' }),
      event: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'Which one, where there are several of the action; needed for `send`.',
        }),
      ),
      reason: Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Why, for whoever reads the journal.',
      }),
      networkPostId: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 500,
          description: 'With `finding.live`: what the network calls it.',
        }),
      ),
      url: Type.Optional(
        Type.String({ format: 'uri', maxLength: 2048, description: 'With `finding.live`: where it is.' }),
      ),
    },
    closed,
  ),
  result: Type.Object({
    id: Type.String(),
    action: Type.String({ description: 'What was done …' }),
    event: Type.String({ description: '… and with which event or timer.' }),
    status: Type.String({ description: 'As in GET /v1/actors/{id}.' }),
    state: Type.String({ description: 'Where the actor stands now.' }),
    seq: Type.Integer({ description: 'Steps it has taken.' }),
  }),
  errors: {
    ...noActor,
    409: 'The actor does not accept this where it stands; the sentence lists what it does',
    422: 'The Idempotency-Key was used with another request',
  },
  example: {
    params: { id: actorExample.id },
    body: { action: 'retry', reason: 'the network is back' },
    result: {
      id: actorExample.id,
      action: 'retry',
      event: choiceExample.event,
      status: 'active',
      state: 'sending',
      seq: 4,
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { id } = call.params;
    return idempotent(call, async (tx, turn) => {
      const hand = handOf(call.principal, call.body.reason);
      const { subject, actors } = await lockSubject(tx, turn, { id, workspace });
      const chosen = choose(choicesOf(subject, turn.now), call.body, subject);
      if (chosen.event === 'publish' || chosen.event === 'retry') requirePublishingPlan(workspace);
      await act(tx, turn, { chosen, subject, actors, hand, given: call.body });
      const { seq, status, snapshot } = actors.get(id)!;
      const { action, event } = chosen;
      return { result: { id, action, event, status, state: stateName(snapshot.value), seq } };
    });
  },
});

/** Who acts: the person, and the key it came by. Sessions come and go, and say nothing more than who it was. */
function handOf({ userId, keyId }: Principal, reason: string): Hand {
  return { userId, ...(!isSession(keyId) && { keyId }), reason };
}

interface Locked {
  subject: Subject;
  actors: Map<string, TurnActor>;
}

/** Locks the actor and its parent at once, in order of their ids as all do. */
async function lockSubject(
  tx: Tx,
  turn: Turn,
  { id, workspace }: { id: string; workspace: Workspace },
): Promise<Locked> {
  const { parentId } = await requireActor(tx, workspace, id);
  const rows = await lockActors(tx, parentId === null ? [id] : [id, parentId]);
  const actors = new Map(rows.filter((row) => kindOf(row.kind)).map((row) => [row.id, turn.load(row)]));
  const actor = actors.get(id);
  if (!actor) throw notFound('actor', id);
  const [mail, effects] = await Promise.all([
    readMail(tx, id, MOST_PENDING),
    readEffects(tx, id, MOST_PENDING),
  ]);
  const parent = parentId === null ? undefined : actors.get(parentId);
  const { kind, status, snapshot } = actor;
  const isNewer = actor.version > kindOf(kind)!.version;
  return {
    subject: { id, kind: isNewer ? '' : kind, status, snapshot, parent: parent ?? null, mail, effects },
    actors,
  };
}

interface Asked {
  action: string;
  event?: string;
  reason: string;
  networkPostId?: string;
  url?: string;
}

/** @throws Problem 409 when it may not be done, or 400 when it does not say which of several */
function choose(
  choices: Choice[],
  { action, event, networkPostId, url }: Asked,
  { snapshot }: Subject,
): Choice {
  const ofAction = choices.filter((one) => one.action === action);
  const fitting = event === undefined ? ofAction : ofAction.filter((one) => one.event === event);
  const [chosen] = fitting;
  if (chosen && (fitting.length === 1 || event !== undefined)) {
    const extra = Object.entries({ networkPostId, url }).find(
      ([name, value]) => value !== undefined && !chosen.fields.includes(name as 'url'),
    );
    if (!extra) return chosen;
    throw new Problem(400, 'unknown_field', `${extra[0]} does not go with ${chosen.event}; leave it out`, {
      param: `/${extra[0]}`,
    });
  }
  if (chosen) {
    const names = fitting.map((one) => one.event).join(', ');
    throw new Problem(400, 'required', `say which with event: ${names}`, { param: '/event' });
  }
  const open = choices.map((one) => `${one.action} ${one.event}`).join(', ') || 'nothing';
  const asked = event === undefined ? action : `${action} ${event}`;
  throw new Problem(
    409,
    'not_accepted',
    `it does not accept "${asked}" in the state ${stateName(snapshot.value)}; by hand it takes now: ${open}`,
  );
}

interface Deeds {
  chosen: Choice;
  subject: Subject;
  actors: Map<string, TurnActor>;
  hand: Hand;
  given: Asked;
}

async function act(tx: Tx, turn: Turn, { chosen, subject, actors, hand, given }: Deeds): Promise<void> {
  const { deed } = chosen;
  const actor = actors.get(subject.id)!;
  switch (deed.kind) {
    case 'resume': {
      const timers = timersOnResume(subject, await armedTimers(tx, actor), turn.now);
      await unparkMail(tx, { actorId: actor.id, now: turn.now, timers });
      turn.resume(actor, hand);
      return;
    }
    case 'timer':
      await takeTimer(tx, actor.id, deed.timer);
      return deliver(turn, actor, { type: deed.timer }, hand);
    case 'event': {
      const target = deed.to === 'actor' ? actor : actors.get(subject.parent!.id)!;
      if (deed.drops && (await dropEffects(tx, actor.id)) < subject.effects.length) {
        const message = 'the answer it waits for is just being written; look where it stands now';
        throw new Problem(409, 'answer_arriving', message);
      }
      return deliver(turn, target, deed.event(given), hand);
    }
    default:
      return deed satisfies never;
  }
}

function deliver(turn: Turn, actor: TurnActor, event: { type: string }, hand: Hand): void {
  const before = actor.seq;
  turn.deliver(actor, event, hand);
  if (actor.seq > before) return;
  const state = stateName(actor.snapshot.value);
  throw new Problem(409, 'not_accepted', `it does not accept "${event.type}" in the state ${state}`);
}

/** The newest due time of each timer, by the journal. */
async function armedTimers(tx: Tx, actor: TurnActor): Promise<Map<string, number>> {
  const family = actor.parentId ?? actor.id;
  const rows = await readJournal(tx, { family, actorId: actor.id, limit: MOST_STEPS });
  return new Map(rows.flatMap(({ timers }) => (timers ?? []).map(({ id, dueAt }) => [id, dueAt] as const)));
}
