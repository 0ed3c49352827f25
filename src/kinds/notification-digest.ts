/** The kind `notification_digest`: the daily mail of a person about a workspace. machines/notification-digest.ts makes the decisions. */
import {
  notificationDigest as machine,
  type NotificationDigestContext,
} from '../../machines/notification-digest.ts';
import { hashOf } from '../../store/hashed-id.ts';
import { butFailed } from './views/but-failed.ts';
import { defineKind, type HandlersOf, statusOf } from '../engine/kind.ts';

/** The digest of a person: there is one for each of their workspaces. */
export const digestIdOf = (workspaceId: string, userId: string): string =>
  `dig_${hashOf(`${workspaceId} ${userId}`)}`;

export const notificationDigest = defineKind({
  name: 'notification_digest',
  idPrefix: 'dig',
  machine,
  version: 1,
  upgrades: {},
  listColumns: (snapshot) => {
    const { dueAt } = snapshot.context as NotificationDigestContext;
    return { status: statusOf(snapshot), shelf: null, plannedAt: dueAt, reachedAt: null, reason: null };
  },
  feedEvent: null,
  announcements: {},
  effects: { queueDigest: { answers: ['digest.'], with: 'network' } },
  restingStates: ['idle'],
  isEndless: true,
  // there is one for each person and workspace
  retention: null,
  view: {
    remembers: {},
    describe: (_, rows) => Promise.resolve(new Map(rows.map(({ id }) => [id, { title: 'Daily mail' }]))),
    waitsForPerson: () => null,
    timers: {
      untilDue: { title: 'Send now', detail: 'What is open now is mailed at once.', isNextTry: true },
    },
    actions: () => [],
    explain: {
      sentence: ({ row, snapshot }, { failureOf, when }) => {
        const { dueAt } = snapshot.context as NotificationDigestContext;
        const but = butFailed(failureOf(row));
        const next =
          dueAt === null
            ? 'the next one is planned when a notification opens'
            : `the next one is due ${when(dueAt)}`;
        return `This is the daily mail of a person about notifications that are open; ${next}.${but}`;
      },
    },
  },
});

export type NotificationDigestHandlers = HandlersOf<typeof notificationDigest>;
