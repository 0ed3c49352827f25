/** Who told whom what: the messages of a family of actors as a sequence diagram draws them. Read from replays. */
import type { ReplayedStep } from './replay.ts';

export interface Participant {
  /** An actor's id, or one of the outsiders below. */
  id: string;
  kind: string;
}

export interface Message {
  /** Epoch ms. */
  at: number;
  from: string;
  to: string;
  /** The event's or effect's name. */
  type: string;
  /** The step it belongs to: of the sender, or of the receiver where an outsider sent it. */
  actorId: string;
  seq: number;
  /** Who caused it by hand; null: nobody, or it is what followed. */
  hand: ReplayedStep['hand'];
}

/** Whom a family talks to besides its own. */
export const OUTSIDERS = ['caller', 'operator', 'network', 'webhooks'] as const;
const MOST_MESSAGES = 2_000;

/**
 * @param steps of the whole family, in the order they were taken
 * @param kinds of the actors by id, as far as they are known
 */
export function sequenceOf(
  steps: readonly ReplayedStep[],
  kinds: ReadonlyMap<string, string>,
): { participants: Participant[]; messages: Message[]; more: boolean } {
  const family = new Set(steps.map((step) => step.actorId));
  const messages = steps.flatMap((step) => [...received(step, family), ...sent(step, kinds)]);
  // the newest: where an actor stands follows from them
  const shown = messages.slice(-MOST_MESSAGES);
  const seen = new Set(shown.flatMap(({ from, to }) => [from, to]));
  const outsiders: readonly string[] = OUTSIDERS;
  const actors = [...seen].filter((id) => !outsiders.includes(id));
  const kindOfOne = (id: string) => kinds.get(id) ?? (id.startsWith('acc_') ? 'account' : 'unknown');
  return {
    participants: [
      ...['caller', 'operator'].filter((id) => seen.has(id)).map((id) => ({ id, kind: id })),
      ...actors.map((id) => ({ id, kind: kindOfOne(id) })),
      ...['network', 'webhooks'].filter((id) => seen.has(id)).map((id) => ({ id, kind: id })),
    ],
    messages: shown,
    more: messages.length > shown.length,
  };
}

/** What came from outside, or from the actor itself: others of the family are told of by the sender. */
function received(step: ReplayedStep, family: ReadonlySet<string>): Message[] {
  const from = senderOf(step, family);
  if (from === null) return [];
  const { actorId, seq, at, event, hand } = step;
  return [{ at, from, to: actorId, type: event.type, actorId, seq, hand }];
}

function senderOf(
  { actorId, event, hand, context }: ReplayedStep,
  family: ReadonlySet<string>,
): string | null {
  if (hand) return 'operator';
  const { type } = event;
  if (type.startsWith('xstate.')) return actorId;
  if (/^(outcome|finding|refresh|webhook)\./.test(type))
    return type.startsWith('webhook.') ? 'webhooks' : 'network';
  if (type === 'account.healthy')
    return typeof context?.['accountId'] === 'string' ? context['accountId'] : null;
  if (type === 'started') return family.values().next().value === actorId ? 'caller' : null;
  if (['delivery.ended', 'send', 'cancel', 'refused', 'renewed'].includes(type)) return null;
  return 'caller';
}

function sent({ actorId, seq, at, asked }: ReplayedStep, kinds: ReadonlyMap<string, string>): Message[] {
  const outside = kinds.get(actorId) === 'webhook_send' ? 'webhooks' : 'network';
  return asked.flatMap(({ type, params }) => {
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
        return [message(outside, type)];
    }
  });
}
