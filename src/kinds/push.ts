/** The kind `push`: one push to one browser of a person. machines/push.ts makes the decisions. */
import { push as machine, type PushContext } from '../../machines/push.ts';
import { prunePushes } from '../../store/pushes.ts';
import { DAY_MS } from '../base/durations.ts';
import { defineKind, type HandlersOf, statusOf } from '../engine/kind.ts';
import { explainHandOver, handOverTimers } from './views/handed-over.ts';
import { initialValues } from './initial-values.ts';

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

export const push = defineKind({
  name: 'push',
  idPrefix: 'push',
  machine,
  version: 1,
  upgrades: {},
  defaults: { 1: initialValues(machine) },
  listColumns: (snapshot) => {
    const { nextAt, reason } = snapshot.context as PushContext;
    return { status: statusOf(snapshot), shelf: null, plannedAt: nextAt, reachedAt: null, reason };
  },
  feedEvent: null,
  announcements: {},
  effects: { sendPush: { answers: ['push.'], with: 'network' } },
  restingStates: [],
  retention: { label: 'pushes', retentionMs: 7 * DAY_MS, prune: prunePushes },
  view: {
    remembers: { error: 'reason' },
    describe: (_, rows) =>
      Promise.resolve(new Map(rows.map(({ id }) => [id, { title: 'Push to a browser' }]))),
    waitsForPerson: () => null,
    timers: handOverTimers,
    actions: (_, offer) =>
      offer.answers([
        {
          event: 'push.later',
          title: 'Give up this try',
          detail: 'As if the push service had been away: it is tried again while tries are left.',
          make: ({ reason }) => ({ type: 'push.later', reason, afterMs: null }),
        },
      ]),
    explain: explainHandOver(SENTENCES),
  },
});

export type PushHandlers = HandlersOf<typeof push>;
