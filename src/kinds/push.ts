/** The kind `push`: one push to one browser of a person. machines/push.ts makes the decisions. */
import { push as machine, type PushContext } from '../../machines/push.ts';
import { prunePushes } from '../../store/pushes.ts';
import { DAY_MS } from '../base/durations.ts';
import { redactText } from '../base/redact.ts';
import { defineKind, type HandlersOf, statusOf } from '../engine/kind.ts';
import { initialValues } from './initial-values.ts';

export const push = defineKind({
  name: 'push',
  idPrefix: 'push',
  machine,
  version: 1,
  upgrades: {},
  defaults: { 1: initialValues(machine) },
  shown: (snapshot) => {
    const { nextAt, reason } = snapshot.context as PushContext;
    return { status: statusOf(snapshot), shelf: null, plannedAt: nextAt, reachedAt: null, reason };
  },
  feedEvent: null,
  announcements: {},
  effects: { sendPush: { answers: ['push.'], with: 'network' } },
  restingStates: [],
  retention: { label: 'pushes', keptMs: 7 * DAY_MS, prune: prunePushes },
  view: {
    remembers: { error: 'reason' },
    describe: (_, rows) =>
      Promise.resolve(new Map(rows.map(({ id }) => [id, { title: 'Push to a browser' }]))),
    waitsForPerson: () => null,
    timers: { untilNext: { title: 'Send now', detail: 'The wait is skipped.', isNextTry: true } },
    actions: (_, offer) =>
      offer.answers([
        {
          event: 'push.later',
          title: 'Give up this try',
          detail: 'As if the push service had been away: it is tried again while tries are left.',
          make: ({ reason }) => ({ type: 'push.later', reason, afterMs: null }),
        },
      ]),
    explain: {
      sentence: ({ row, snapshot }, { failureOf, when }) => {
        const { nextAt, reason } = snapshot.context as PushContext;
        const failure = failureOf(row);
        const but = failure ? ` But ${failure.message}.` : '';
        const why = reason === null ? '' : `: "${redactText(reason)}"`;
        const again = nextAt === null ? '' : ` It is sent again at ${when(nextAt)}.`;
        return `${SENTENCES[statusOf(snapshot)]}${why}.${again}${but}`;
      },
    },
  },
});

const SENTENCES: { [state: string]: string } = {
  sending: 'This push is being handed over to the push service of the browser',
  waiting: 'This push could not be handed over, or the response was lost',
  sent: 'This push was taken by the push service',
  skipped: 'This push had nothing to say any more, or nobody to say it to',
  ended: 'The browser takes no pushes any more, and its subscription is deleted',
  failed: 'This push was not taken by the push service',
  expired: 'This push could not be sent while it said something new',
  unknown: 'This push may have been taken: the response was lost',
};

export type PushHandlers = HandlersOf<typeof push>;
