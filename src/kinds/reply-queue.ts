/** The kind `reply_queue`: the queue of private replies of a network account. machines/reply-queue.ts makes the decisions. */
import {
  replyQueue as machine,
  type ReplyQueueContext,
  type WaitReason,
} from '../../machines/reply-queue.ts';
import { describeQueues, listQueuesOf, pruneQueues } from '../../store/reply-queue.ts';
import { defineKind, type HandlersOf, statusOf } from '../engine/kind.ts';
import { describeBy } from './views/titles.ts';
import { butFailed } from './views/but-failed.ts';
import { DAY_MS } from '../base/durations.ts';

export const replyQueue = defineKind({
  name: 'reply_queue',
  idPrefix: 'rqueue',
  machine,
  version: 1,
  upgrades: {},
  listColumns: (snapshot) => {
    const { nextAt } = snapshot.context as ReplyQueueContext;
    return { status: statusOf(snapshot), shelf: null, plannedAt: nextAt, reachedAt: null, reason: null };
  },
  feedEvent: null,
  announcements: {},
  effects: { grantPlaces: { answers: ['places.granted'], with: 'network' } },
  restingStates: [],
  isEndless: true,
  shared: listQueuesOf,
  retention: { label: 'replyQueues', retentionMs: 8 * DAY_MS, prune: pruneQueues },
  view: {
    remembers: { platform: 'platform' },
    describe: describeBy(describeQueues),
    waitsForPerson: () => null,
    timers: {
      next: {
        title: 'Look now',
        detail: 'Grants at once what the limit of the network, the pace and the holds of accounts allow.',
      },
    },
    actions: () => [],
    explain: {
      sentence: ({ row, snapshot }, { failureOf, when }) => {
        const { waiting, sent, nextAt, holds } = snapshot.context as ReplyQueueContext;
        const but = butFailed(failureOf(row));
        const state = statusOf(snapshot);
        const held = Object.keys(holds).length;
        const of =
          held === 0
            ? ''
            : ` The accounts of ${held === 1 ? 'one workspace' : `${held} workspaces`} could not send.`;
        if (state === 'idle')
          return `Nobody waits; ${sent} messages were sent in the hour before the last one.${of}${but}`;
        if (nextAt === null) return `Places are being granted.${of}${but}`;
        return `${waiting} messages waited after the last grant; the next place comes at ${when(nextAt)}, because ${WAITS[state as WaitReason]}.${of}${but}`;
      },
    },
  },
});

/** Why messages wait, as the end of a sentence. */
export const WAITS: { [why in WaitReason]: string } = {
  full: '700 messages were sent within the last hour, as many as the network takes',
  paced: 'the messages of the account leave one after the other over the hour',
  held: 'the account cannot send now',
};

export type ReplyQueueHandlers = HandlersOf<typeof replyQueue>;
