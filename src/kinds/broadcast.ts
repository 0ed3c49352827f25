/** The kind `broadcast`: a live broadcast that is watched for its end. machines/broadcast.ts makes the decisions. */
import { broadcast as machine, type BroadcastContext, LOOK_EVERY_MS } from '../../machines/broadcast.ts';
import { pruneBroadcasts } from '../../store/broadcasts.ts';
import { redactText } from '../base/redact.ts';
import { defineKind, type HandlersOf, statusOf } from '../engine/kind.ts';
import { describeByAccount } from './views/titles.ts';
import { butFailed } from './views/but-failed.ts';
import { DAY_MS } from '../base/durations.ts';

/** What lists show; `over` as soon as it has ended, before all messages that waited for it have. */
const SHOWN: { [state: string]: string } = { ending: 'over' };

export const broadcast = defineKind({
  name: 'broadcast',
  idPrefix: 'bcast',
  machine,
  version: 1,
  upgrades: {},
  listColumns: (snapshot) => {
    const { overAt, nextAt, reason } = snapshot.context as BroadcastContext;
    const state = statusOf(snapshot);
    return { status: SHOWN[state] ?? state, shelf: null, plannedAt: nextAt, reachedAt: overAt, reason };
  },
  feedEvent: null,
  announcements: {},
  effects: {
    lookForBroadcast: { answers: ['look.'], with: 'network' },
    endLiveReplies: { answers: ['replies.ended'], with: 'network' },
  },
  restingStates: ['over'],
  isEndless: true,
  // a list that has the broadcast, or that cannot be read for the same reason as before
  routine: { events: ['xstate.after.', 'look.'], fields: ['hasPlace', 'checkedAt', 'nextAt'] },
  // longer than networks take an answer to a comment (7 days)
  retention: { label: 'broadcasts', retentionMs: 8 * DAY_MS, prune: pruneBroadcasts },
  view: {
    remembers: { accountId: 'accountId', error: 'reason' },
    describe: describeByAccount,
    waitsForPerson: () => null,
    timers: {
      untilLook: { title: 'Read now', detail: 'The list of live broadcasts is read at once.' },
    },
    actions: (_, offer) => [
      ...offer.answers(
        [
          {
            event: 'look.later',
            title: 'Give up this read',
            detail: 'As if the network had been down: the list is read again later.',
            make: ({ reason }) => ({ type: 'look.later', afterMs: LOOK_EVERY_MS, hasPlace: false, reason }),
          },
        ],
        { harmless: true },
      ),
      ...offer.event(
        'retry',
        { type: 'commented' },
        {
          title: 'Watch it again',
          detail: 'As if somebody had commented on it: it may still be live.',
        },
      ),
    ],
    explain: {
      sentence: ({ row, snapshot }, { failureOf, when }) => {
        const { overAt, checkedAt, nextAt, missingSince, reason } = snapshot.context as BroadcastContext;
        const but = butFailed(failureOf(row));
        const state = SHOWN[statusOf(snapshot)] ?? statusOf(snapshot);
        if (state === 'gone') return 'The account of this live broadcast was disconnected.';
        if (state === 'over' && overAt !== null)
          return `This live broadcast has ended: the network did not list it any more at ${when(overAt)}.${but}`;
        const found =
          missingSince === null
            ? ''
            : ' The last list did not have it; if the next one has not, it has ended.';
        const why = reason === null ? '' : ` The list could not be read: "${redactText(reason)}".`;
        const last = checkedAt === null ? '' : `was read at ${when(checkedAt)} and `;
        const next =
          nextAt === null ? 'is being read' : `is read ${last === '' ? '' : 'again '}at ${when(nextAt)}`;
        return `This live broadcast is watched; the list of live broadcasts ${last}${next}.${found}${why}${but}`;
      },
    },
  },
});

export type BroadcastHandlers = HandlersOf<typeof broadcast>;
