/** What a time line draws: the steps of a family of actors, and the calls to networks that they made. */
import { Type } from 'typebox';
import type { AttemptRow } from '../../../store/exchanges.ts';
import { instant, nullable, text } from '../../api/schemas.ts';
import { isoOf } from '../../base/time.ts';
import { stateName } from '../../engine/state-name.ts';
import type { ReplayedStep } from './replay.ts';

/** The newest steps that are listed: as many as there are messages. */
const MAX_LISTED_STEPS = 2_000;
/** The newest attempts whose calls are listed. */
export const MAX_LISTED_ATTEMPTS = 200;

export const FamilyStep = Type.Object({
  actorId: Type.String(),
  seq: Type.Integer(),
  at: instant('When it was taken.'),
  event: text('The type of the event that it received.'),
  state: text('The state after it, as text.'),
  dueAt: nullable(instant('When the first of the timers that it set is due; null means it set none.')),
});

export const FamilyCall = Type.Object({
  actorId: Type.String(),
  seq: nullable(Type.Integer({ description: 'The step that took the result; null if it changed nothing.' })),
  at: instant('When the request was sent.'),
  ms: nullable(Type.Integer({ description: 'Until the response arrived; null if none did.' })),
  status: nullable(Type.Integer({ description: 'HTTP status; null means there was no response.' })),
});

/** @param steps of the whole family, in the order in which they were taken */
export function familySteps(steps: readonly ReplayedStep[]) {
  return steps.slice(-MAX_LISTED_STEPS).map(({ actorId, seq, at, event, value, timers }) => {
    const due = (timers ?? []).map((timer) => timer.dueAt);
    return {
      actorId,
      seq,
      at: isoOf(at),
      event: event.type,
      state: stateName(value),
      dueAt: due.length === 0 ? null : isoOf(Math.min(...due)),
    };
  });
}

/** The calls of attempts, in the order in which they were sent. */
export function familyCalls(attempts: readonly AttemptRow[]) {
  return attempts
    .flatMap(({ actorId, seq, recorded }) =>
      recorded.exchanges.map(({ at, ms, answer }) => ({
        actorId,
        seq,
        sentAt: at,
        ms,
        status: answer?.status ?? null,
      })),
    )
    .toSorted((a, b) => a.sentAt - b.sentAt)
    .map(({ sentAt, ...call }) => ({ ...call, at: isoOf(sentAt) }));
}
