/**
 * The manual actions of an operator: events that the actor's chart accepts in its current state, and the end of a wait.
 * The machine decides about the event as usual, and the journal records who sent it and why. Each kind says which
 * events make sense (`view.actions`). The two rules that protect the promises of the product are in this file.
 * 1. An event that replaces the result of an effect is offered only when no call can be under way that might still
 * publish, unless the effect only reads. 2. A parked actor accepts only "continue".
 */
import { accepts, impliedTimers } from '../../../machines/durable.ts';
import { machineOf } from '../../engine/definitions.ts';
import { kindNamed, type KindTable } from '../../engine/kind.ts';
import type { ManualAction, ManualStep, Offer, Subject, TimerWords, Words } from '../../engine/kind-view.ts';

export type { ManualAction, Subject } from '../../engine/kind-view.ts';

/** A call is cut off after two minutes, so one that started longer ago has ended, whatever its result. */
const CALL_SURELY_ENDED_MS = 5 * 60_000;

/**
 * Lists every manual action that the actor accepts now. Load its definition first (`loadDefinitions`).
 * @param now epoch ms
 */
export function actionsOf(kinds: KindTable, subject: Subject, now: number): ManualAction[] {
  if (subject.status === 'needs_attention') {
    const detail =
      'The actor processes the message that failed once more, if it was kept. If the cause is not fixed, the actor is parked again.';
    return [action('retry', 'resume', { title: 'Continue', detail }, { kind: 'resume' })];
  }
  const kind = kindNamed(kinds, subject.kind);
  if (!kind || subject.status !== 'active' || !machineOf(kind, subject.definitionId)) return [];
  return [
    ...subject.mail.flatMap(({ timer }) => (timer === null ? [] : skips(timer, kind.view.timers))),
    ...kind.view.actions(subject, offerFor(kinds, subject, now)),
  ];
}

function action(
  name: ManualAction['action'],
  event: string,
  { title, detail, needs }: Words,
  step: ManualStep,
  fields: ManualAction['fields'] = [],
): ManualAction {
  return { action: name, event, title, detail, fields, step, ...(needs && { needs }) };
}

/** `xstate.after.backoff.delivery.retrying` is the delay `backoff`. */
const delayOf = (timer: string) => timer.split('.')[2] ?? timer;

function skips(timer: string, words: { readonly [delay: string]: TimerWords }): ManualAction[] {
  const delay = delayOf(timer);
  const texts = words[delay] ?? { title: `Skip "${delay}"`, detail: 'The wait ends at once.' };
  const skip = action('skip', timer, texts, { kind: 'timer', timer });
  return texts.isNextTry ? [{ ...skip, action: 'retry' as const }, skip] : [skip];
}

function offerFor(kinds: KindTable, subject: Subject, now: number): Offer {
  const takes = (actor: Pick<Subject, 'kind' | 'definitionId' | 'snapshot'>, event: { type: string }) => {
    const machine = machineOf(kindNamed(kinds, actor.kind), actor.definitionId);
    return machine !== null && accepts(machine, actor.snapshot, event, now);
  };
  const give =
    (to: 'actor' | 'parent'): Offer['event'] =>
    (name, event, words) => {
      const receiver = to === 'actor' ? subject : subject.parent;
      if (receiver === null || !takes(receiver, event)) return [];
      return [action(name, event.type, words, { kind: 'event', to, drops: false, event: () => event })];
    };
  return {
    event: give('actor'),
    parentEvent: give('parent'),
    answers: (list, { harmless = false } = {}) => {
      const mayBeUnderWay = subject.effects.some(({ createdAt }) => createdAt > now - CALL_SURELY_ENDED_MS);
      if (!harmless && mayBeUnderWay) return [];
      return list
        .filter(({ make }) => takes(subject, make({ reason: '' })))
        .map(({ event, make, fields, ...words }) =>
          action('send', event, words, { kind: 'event', to: 'actor', drops: true, event: make }, fields),
        );
    },
  };
}

/**
 * The due times of the timers of an actor that continues: those in its journal, or else their full delay from now.
 * @param armed the newest due time of each timer in the journal, epoch ms
 */
export function timersOnResume(
  kinds: KindTable,
  { kind, definitionId, snapshot }: Pick<Subject, 'kind' | 'definitionId' | 'snapshot'>,
  { armed, now }: { armed: Map<string, number>; now: number },
): { id: string; dueAt: number }[] {
  const machine = machineOf(kindNamed(kinds, kind), definitionId);
  if (!machine) return [];
  return impliedTimers(machine, snapshot, now).map(({ id, delayMs }) => ({
    id,
    dueAt: armed.get(id) ?? now + delayMs,
  }));
}
