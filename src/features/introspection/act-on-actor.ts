/**
 * Manual actions: an operator sends an event that the actor's chart accepts now, and the journal records it as such.
 */
import { Type } from 'typebox';
import { readEffects, readJournal, readMail, unparkMessages } from '../../../store/actors.ts';
import type { Tx } from '../../../store/connect.ts';
import type { Hand } from '../../../store/turns.ts';
import { lockForTurn } from '../../engine/lock-for-turn.ts';
import { stateName } from '../../engine/state-name.ts';
import { kindNamed } from '../../engine/kind.ts';
import { loadInto } from '../../engine/take.ts';
import { actionsOf, type ManualAction, type Subject, timersOnResume } from './manual-actions.ts';
import type { Actor as TurnActor, Turn } from '../../engine/turn.ts';
import { isSession, type Membership, type Principal, type Scope, workspaceOf } from '../../api/principal.ts';
import { idempotent } from '../../api/idempotent.ts';
import { requirePlan } from '../../api/plan.ts';
import { type IntrospectionContext, operation } from './context.ts';
import { invalid, notFound, Problem } from '../../api/problem.ts';
import {
  MAX_PENDING,
  MAX_STEPS,
  actorExample,
  choiceExample,
  noActor,
  requireActor,
} from './actor-common.ts';
import { isWhole, spansAccounts } from './reached.ts';
import { insistOnApproval } from './unapproved.ts';
import { closed, idParams, networkId, workspaceField } from '../../api/schemas.ts';
import { insistOnScope } from '../../api/scope.ts';

export const actOnActor = operation({
  id: 'actOnActor',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/actors/{id}/hand' },
  scope: 'manage',
  tag: 'Debugger',
  summary: 'Take a manual action on an actor',
  description:
    'Retry now, skip a wait, cancel, or send an event: what `choices` of GET /v1/actors/{id} lists, which is what the chart accepts in the actor’s state. The reason and the person are written to the journal.',
  params: idParams('actor'),
  body: Type.Object(
    {
      ...workspaceField,
      action: Type.Enum(['retry', 'skip', 'cancel', 'send'], { type: 'string' }),
      event: Type.Optional(
        Type.String({
          maxLength: 200,
          description: 'Which event or timer, if there are several for the action; required for `send`.',
        }),
      ),
      reason: Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Why. People read it in the journal.',
      }),
      networkPostId: Type.Optional(
        networkId('what the network calls the post, for example at the end of its address', {
          minLength: 1,
          maxLength: 500,
          description: 'With `finding.live`: the id of the post on the network.',
        }),
      ),
      url: Type.Optional(
        Type.String({
          format: 'uri',
          maxLength: 2048,
          description: 'With `finding.live`: the address of the post.',
        }),
      ),
    },
    closed,
  ),
  result: Type.Object({
    id: Type.String(),
    action: Type.String({ description: 'The action that was taken …' }),
    event: Type.String({ description: '… and with which event or timer.' }),
    status: Type.String({ description: 'As in GET /v1/actors/{id}.' }),
    state: Type.String({ description: 'The state of the actor now.' }),
    seq: Type.Integer({ description: 'Steps it has taken.' }),
  }),
  errors: {
    ...noActor,
    409: 'The actor does not accept this in its state; the sentence lists what it accepts. Or another post of this service is the named one',
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
      if (!isWhole(turn.kinds, subject, workspace.heldTo)) throw spansAccounts(workspace.slug);
      for (const scope of scopesOfKind(subject.kind)) insistOnScope(call.principal, scope);
      const chosen = choose(actionsOf(turn.kinds, subject, turn.now), call.body, subject);
      insistOnApproval({ principal: call.principal, workspace }, subject, chosen);
      if (chosen.needs) requirePlan(workspace, chosen.needs, call.now);
      await act(tx, turn, { chosen, subject, actors, hand, request: call.body }, call.context);
      const { seq, status, snapshot } = actors.get(id)!;
      const { action, event } = chosen;
      return { result: { id, action, event, status, state: stateName(snapshot.value), seq } };
    });
  },
});

const SENDS_NOTHING = new Set([
  'account',
  'broadcast',
  'media_copy',
  'metrics',
  'receiver',
  'reply_queue',
  'stream',
  'webhook_send',
]);
const PUBLISHES = new Set(['post', 'delivery']);

/** What acting on an actor needs besides `manage`: it publishes or answers as the operations for it do. */
function scopesOfKind(kind: string): Scope[] {
  if (SENDS_NOTHING.has(kind)) return [];
  return PUBLISHES.has(kind) ? ['publish'] : ['answer'];
}

/**
 * Who acts: the user, and the API key if one was used. Sessions are not recorded: they are short-lived, and the user
 * says enough.
 */
function handOf({ userId, keyId }: Principal, reason: string): Hand {
  return { userId, ...(!isSession(keyId) && { keyId }), reason };
}

interface Locked {
  subject: Subject;
  actors: Map<string, TurnActor>;
}

/** Locks the actor and its parent together, in order of their ids like every other lock of actors. */
async function lockSubject(
  tx: Tx,
  turn: Turn,
  { id, workspace }: { id: string; workspace: Membership },
): Promise<Locked> {
  const { parentId } = await requireActor(tx, turn.kinds, { workspace, id });
  const rows = await lockForTurn(tx, turn, parentId === null ? [id] : [id, parentId]);
  const supported = rows.filter((row) => kindNamed(turn.kinds, row.kind));
  const actors = new Map((await loadInto(tx, turn, supported)).map((actor) => [actor.id, actor]));
  const actor = actors.get(id);
  if (!actor) throw notFound('actor', id);
  const [mail, effects] = await Promise.all([
    readMail(tx, id, MAX_PENDING),
    readEffects(tx, id, MAX_PENDING),
  ]);
  const parent = parentId === null ? undefined : actors.get(parentId);
  const { kind, definitionId, status, snapshot } = actor;
  const isNewer = actor.version > kindNamed(turn.kinds, kind)!.version;
  return {
    subject: {
      id,
      kind: isNewer ? '' : kind,
      definitionId,
      status,
      snapshot,
      parent: parent ?? null,
      mail,
      effects,
    },
    actors,
  };
}

interface ActionRequest {
  action: string;
  event?: string;
  reason: string;
  networkPostId?: string;
  url?: string;
}

/** @throws Problem when the action is not possible, or the request does not say which of several it means */
function choose(
  choices: ManualAction[],
  { action, event, networkPostId, url }: ActionRequest,
  { snapshot }: Subject,
): ManualAction {
  const ofAction = choices.filter((one) => one.action === action);
  const fitting = event === undefined ? ofAction : ofAction.filter((one) => one.event === event);
  const [chosen] = fitting;
  if (chosen && (fitting.length === 1 || event !== undefined)) {
    const extra = Object.entries({ networkPostId, url }).find(
      ([name, value]) => value !== undefined && !chosen.fields.includes(name as 'url'),
    );
    if (!extra) return chosen;
    throw invalid(`/${extra[0]}`, `${extra[0]} cannot be combined with ${chosen.event}; leave it out`, {
      code: 'unknown_field',
    });
  }
  if (chosen) {
    const names = fitting.map((one) => one.event).join(', ');
    throw invalid('/event', `name one of these in event: ${names}`, { code: 'required' });
  }
  const open = choices.map((one) => `${one.action} ${one.event}`).join(', ') || 'nothing';
  const label = event === undefined ? action : `${action} ${event}`;
  throw new Problem(
    'not_accepted',
    `it does not accept "${label}" in the state ${stateName(snapshot.value)}; manual actions now: ${open}`,
  );
}

interface ChosenAction {
  chosen: ManualAction;
  subject: Subject;
  actors: Map<string, TurnActor>;
  hand: Hand;
  request: ActionRequest;
}

async function act(
  tx: Tx,
  turn: Turn,
  { chosen, subject, actors, hand, request }: ChosenAction,
  { admitByHand }: Pick<IntrospectionContext, 'admitByHand'>,
): Promise<void> {
  const { step } = chosen;
  const actor = actors.get(subject.id)!;
  switch (step.kind) {
    case 'resume': {
      const armed = await armedTimers(tx, actor);
      const timers = timersOnResume(turn.kinds, subject, { armed, now: turn.now });
      await unparkMessages(tx, actor.id, turn.now);
      turn.resume(actor, hand, timers);
      return;
    }
    case 'timer':
      return deliver(turn, actor, { type: step.timer }, hand);
    case 'event': {
      const target = step.to === 'actor' ? actor : actors.get(subject.parent!.id)!;
      if (step.drops) turn.dropEffects(actor);
      const event = step.event(request);
      await admitByHand(tx, { actor: target, event }, turn.now);
      return deliver(turn, target, event, hand);
    }
    default:
      return step satisfies never;
  }
}

function deliver(turn: Turn, actor: TurnActor, event: { type: string }, hand: Hand): void {
  const before = actor.seq;
  turn.deliver(actor, event, hand);
  if (actor.seq > before) return;
  const state = stateName(actor.snapshot.value);
  throw new Problem('not_accepted', `it does not accept "${event.type}" in the state ${state}`);
}

/** The newest due time of each timer in the journal. */
async function armedTimers(tx: Tx, actor: TurnActor): Promise<Map<string, number>> {
  const family = actor.parentId ?? actor.id;
  const rows = await readJournal(tx, { family, actorId: actor.id, limit: MAX_STEPS });
  return new Map(rows.flatMap(({ timers }) => (timers ?? []).map(({ id, dueAt }) => [id, dueAt] as const)));
}
