/**
 * The messages of a family of actors, as a sequence diagram shows them: sender, receiver, event. They come from
 * replays.
 */
import { kindNamed, type KindTable } from '../../engine/kind.ts';
import { isAnswer } from './actor-view.ts';
import type { ReplayedStep } from './replay.ts';

interface Participant {
  /** An actor's id, or one of the outsiders below. */
  id: string;
  kind: string;
}

interface Message {
  /** Epoch ms. */
  at: number;
  from: string;
  to: string;
  /** Name of the event or effect. */
  type: string;
  /** The step it belongs to: the sender's, or the receiver's when the sender is an outsider. */
  actorId: string;
  seq: number;
  /** Who caused it by a manual action; null if nobody, or it is only a consequence of one. */
  hand: ReplayedStep['hand'];
}

/** The participants outside the family. */
const OUTSIDERS = ['caller', 'operator', 'network', 'webhooks'] as const;
const MAX_MESSAGES = 2_000;

/** The kinds that the diagram needs: those of the family's actors, by id, and the table of all. */
interface Cast {
  kinds: KindTable;
  /** The kinds of actors that are known, by the actors' ids. */
  kindOf: ReadonlyMap<string, string>;
}

/** @param steps of the whole family, in the order in which they were taken */
export function sequenceOf(
  steps: readonly ReplayedStep[],
  cast: Cast,
): { participants: Participant[]; messages: Message[]; more: boolean } {
  const first = steps[0]?.actorId;
  const messages = steps.flatMap((step) => [...received(step, first, cast), ...sent(step, cast)]);
  // the newest snapshot: it says where the actor is
  const recent = messages.slice(-MAX_MESSAGES);
  const ids = new Set(recent.flatMap(({ from, to }) => [from, to]));
  const outsiders: readonly string[] = OUTSIDERS;
  const actors = [...ids].filter((id) => !outsiders.includes(id));
  return {
    participants: [
      ...['caller', 'operator'].filter((id) => ids.has(id)).map((id) => ({ id, kind: id })),
      ...actors.map((id) => ({ id, kind: cast.kindOf.get(id) ?? kindByPrefix(id, cast.kinds) })),
      ...['network', 'webhooks'].filter((id) => ids.has(id)).map((id) => ({ id, kind: id })),
    ],
    messages: recent,
    more: messages.length > recent.length,
  };
}

/** The sequence without messages from and to actors that the caller does not reach. @param reached ids of those that the caller reaches */
export function withoutUnreached(
  { participants, messages, more }: ReturnType<typeof sequenceOf>,
  reached: ReadonlySet<string>,
): ReturnType<typeof sequenceOf> {
  const isShown = (id: string) => reached.has(id) || (OUTSIDERS as readonly string[]).includes(id);
  return {
    participants: participants.filter(({ id }) => isShown(id)),
    messages: messages.filter(({ from, to }) => isShown(from) && isShown(to)),
    more,
  };
}

/** The kind of an actor outside the family, which its id names. */
function kindByPrefix(id: string, kinds: KindTable): string {
  const prefix = id.slice(0, id.indexOf('_'));
  return Object.values(kinds).find(({ idPrefix }) => idPrefix === prefix)?.name ?? 'unknown';
}

/**
 * The message of a step that an outsider or the actor itself caused. Messages inside the family are listed with the
 * sender's step.
 */
function received(step: ReplayedStep, first: string | undefined, cast: Cast): Message[] {
  const from = senderOf(step, first, cast);
  if (from === null) return [];
  const { actorId, seq, at, event, hand } = step;
  return [{ at, from, to: actorId, type: event.type, actorId, seq, hand }];
}

function senderOf(
  { actorId, event, hand, context }: ReplayedStep,
  first: string | undefined,
  { kinds, kindOf }: Cast,
): string | null {
  if (hand) return 'operator';
  const { type } = event;
  if (type.startsWith('xstate.')) return actorId;
  if (type === 'started') return first === actorId ? 'caller' : null;
  const kind = kindNamed(kinds, kindOf.get(actorId) ?? '');
  const answered = Object.values(kind?.effects ?? {}).find(({ answers }) => isAnswer(answers, type));
  if (answered) return answered.with;
  const sender = kind?.view.senders?.[type];
  if (sender === undefined) return 'caller';
  const id = sender === 'family' ? null : context && sender(context);
  return typeof id === 'string' ? id : null;
}

function sent({ actorId, seq, at, requests }: ReplayedStep, { kinds, kindOf }: Cast): Message[] {
  const effects = kindNamed(kinds, kindOf.get(actorId) ?? '')?.effects ?? {};
  return requests.flatMap(({ type, params }) => {
    const message = (to: string, what: string): Message => ({
      at,
      from: actorId,
      to,
      type: what,
      actorId,
      seq,
      hand: null,
    });
    if (params === null) return [];
    switch (type) {
      case 'startActors':
        return (params as { actors: { id: string }[] }).actors.map(({ id }) => message(id, 'start'));
      case 'tell':
        return (params as { messages: { to: string; event: { type: string } }[] }).messages.map(
          ({ to, event }) => message(to, event.type),
        );
      case 'announce':
        return [message('webhooks', (params as { event: string }).event)];
      default:
        return [message(effects[type]?.with ?? 'network', type)];
    }
  });
}
