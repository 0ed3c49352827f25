/** The kind `notification`: what needs a person, for the bell and by mail. machines/notification.ts makes the decisions. */
import {
  notification as machine,
  type NotificationCause,
  type NotificationContext,
} from '../../machines/notification.ts';
import { hashOf } from '../../store/hashed-id.ts';
import { defineKind, type HandlersOf, statusOf } from '../engine/kind.ts';
import { butFailed } from './views/but-failed.ts';
import { describeByAccount } from './views/titles.ts';

/** While so few have happened, each is reported to the live feed; of more, readers see the number when they look. */
const MAX_REPORTED = 20;

/** The notification of a cause: a workspace has one for each. */
export const notificationIdOf = (
  workspaceId: string,
  { cause, accountId }: { cause: NotificationCause; accountId: string | null },
): string => `ntf_${hashOf(`${workspaceId} ${cause} ${accountId ?? ''}`)}`;

/** What people see of a state: it is open until its cause is gone. */
const shelfOf = (state: string): 'open' | 'closed' => (state === 'closed' ? 'closed' : 'open');

export const notification = defineKind({
  name: 'notification',
  idPrefix: 'ntf',
  machine,
  version: 1,
  upgrades: {},
  listColumns: (snapshot) => {
    const status = shelfOf(statusOf(snapshot));
    return { status, shelf: status, plannedAt: null, reachedAt: null, reason: null };
  },
  feedEvent: {
    change: ({ id, snapshot }, before) => {
      const data = changeOf(id, snapshot.context, statusOf(snapshot));
      if (before !== null) {
        const change = changeOf(id, before.context, statusOf(before));
        const isCounted = data.count !== change.count && data.count <= MAX_REPORTED;
        if (change.status === data.status && change.round === data.round && !isCounted) return null;
      }
      const { round: _, ...fields } = data;
      return { type: 'notification.updated', resource: { type: 'notification', id }, data: fields };
    },
  },
  announcements: {},
  effects: {
    notifyPeople: { answers: ['people.'], with: 'network' },
    lookAtCause: { answers: ['cause.'], with: 'network' },
  },
  restingStates: ['closed'],
  isEndless: true,
  routine: { events: ['xstate.after.lookAgain.notification.open', 'cause.holds'], fields: ['looks'] },
  // there is one for each cause and account, however often it happens
  retention: null,
  view: {
    remembers: { accountId: 'accountId' },
    describe: describeByAccount,
    waitsForPerson: () => null,
    timers: {
      lookAgain: { title: 'Look now', detail: 'It is read at once whether the cause is still there.' },
    },
    actions: () => [],
    explain: {
      sentence: ({ row, snapshot }, { failureOf, when }) => {
        const { cause, count, openedAt } = snapshot.context as NotificationContext;
        const but = butFailed(failureOf(row));
        const state = statusOf(snapshot);
        const times = count === 1 ? 'once' : `${count} times`;
        return `This notification says: ${SENTENCES[cause]}. It happened ${times} since ${when(openedAt)}, and ${ENDS[state]}.${but}`;
      },
    },
  },
});

function changeOf(
  id: string,
  { accountId, cause, count, round }: NotificationContext,
  state: string,
): {
  id: string;
  accountId: string | null;
  cause: NotificationCause;
  status: 'open' | 'closed';
  count: number;
  round: number;
} {
  return { id, accountId, cause, status: shelfOf(state), count, round };
}

const SENTENCES: { [cause in NotificationCause]: string } = {
  account_needs_reconnect: 'an account has to be connected again',
  post_failed: 'posts failed on an account',
  post_may_be_live: 'posts may be live, and nobody knows',
  post_awaits_approval: 'posts wait for an approval',
  series_paused: 'series of posts are paused',
  feed_failed: 'feeds cannot be read, or are paused',
  conversation_handed_over: 'automations handed conversations over to the team',
  call_awaits_confirmation: 'calls of agents wait for a person',
};

const ENDS: { [state: string]: string } = {
  notifying: 'mails about it are being queued',
  open: 'it is looked at every few minutes whether that is still so',
  looking: 'it is being read whether that is still so',
  closed: 'its cause is gone',
};

export type NotificationHandlers = HandlersOf<typeof notification>;
