/** The bell of the dashboard: what needs a person in the workspace, and what was closed lately (docs/dashboard.md, Notifications). */
import { Type } from 'typebox';
import {
  listNotifications,
  listUnreadNotifications,
  type NotificationRow,
} from '../../../store/notifications.ts';
import { within } from '../../api/held.ts';
import { insistOnSession, workspaceOf } from '../../api/principal.ts';
import {
  closed,
  choice,
  instant,
  nullable,
  text,
  workspaceField,
  workspaceQuery,
} from '../../api/schemas.ts';
import { isoOf } from '../../base/time.ts';
import { CAUSES, causesFor } from './causes.ts';
import { ONLY_PEOPLE, operation } from './context.ts';

const MAX_LISTED = 30;

const Notification = Type.Object({
  id: Type.String(),
  cause: choice(CAUSES, 'What needs a person.'),
  account: nullable(
    Type.Object(
      { id: Type.String(), platform: Type.String(), name: text('Its name, or its handle.') },
      { description: 'null if it is about no single account, or the account was disconnected.' },
    ),
  ),
  count: Type.Integer({ description: 'How often it happened since it opened.' }),
  status: choice(['open', 'closed'], '`closed`: its cause is gone.'),
  openedAt: instant('Since when it is open.'),
  lastAt: instant('When it happened last.'),
  isRead: Type.Boolean({ description: 'Whether the person has read it.' }),
});

const example = {
  id: 'ntf_01JD0000000000000000000001',
  cause: 'post_failed',
  account: { id: 'acc_01JD0000000000000000000001', platform: 'bluesky', name: 'Café Luna' },
  count: 3,
  status: 'open',
  openedAt: '2026-05-04T08:00:00.000Z',
  lastAt: '2026-05-04T08:05:00.000Z',
  isRead: false,
};

export const listNotificationsOperation = operation({
  id: 'listNotifications',
  accountLimit: 'followed',
  dashboard: { method: 'get', path: '/app/api/notifications' },
  tag: 'Notifications',
  summary: 'List notifications',
  description:
    'One for each cause and account, those that are open first. People are shown what they may act on.',
  query: workspaceQuery,
  result: Type.Object({ notifications: Type.Array(Notification) }),
  example: { query: {}, result: { notifications: [example] } },
  handle: async ({ context, principal, query }) => {
    insistOnSession(principal, ONLY_PEOPLE);
    const workspace = workspaceOf({ principal }, query.workspace);
    const list = { ...within(workspace), causes: causesFor(workspace.role), limit: MAX_LISTED };
    const rows = await listNotifications(context.sql, list);
    return { body: { notifications: rows.map((row) => notificationView(row, principal.userId)) } };
  },
});

function notificationView({ id, status, context, platform, accountName }: NotificationRow, userId: string) {
  const { cause, accountId, count, openedAt, lastAt, readBy } = context;
  const account =
    accountId === null || platform === null ? null : { id: accountId, platform, name: accountName ?? '' };
  const times = { openedAt: isoOf(openedAt), lastAt: isoOf(lastAt) };
  return { id, cause, account, count, status, ...times, isRead: readBy.includes(userId) };
}

export const readNotifications = operation({
  id: 'readNotifications',
  audit: 'nothing',
  accountLimit: 'followed',
  dashboard: { method: 'put', path: '/app/api/notifications' },
  scope: 'read',
  isHarmless: true,
  tag: 'Notifications',
  summary: 'Mark all notifications as read',
  description: 'For the person alone. One that opens again, or of which they are reminded, is unread again.',
  body: Type.Object({ ...workspaceField }, closed),
  result: Type.Object({ read: Type.Integer({ description: 'How many were unread.' }) }),
  example: { body: {}, result: { read: 1 } },
  handle: async ({ context, principal, body }) => {
    insistOnSession(principal, ONLY_PEOPLE);
    const workspace = workspaceOf({ principal }, body.workspace);
    const { userId } = principal;
    const list = { ...within(workspace), causes: causesFor(workspace.role), userId };
    const read = await context.node.command(async (tx, turn) => {
      const ids = await listUnreadNotifications(tx, list);
      for (const id of ids) turn.tell(workspace.id, { to: id, event: { type: 'read', userId } as never });
      return { result: ids.length };
    });
    return { body: { read } };
  },
});
