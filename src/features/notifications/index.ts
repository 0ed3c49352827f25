/** Notifications of what needs a person, by the bell of the dashboard, by mail and by pushes: the parts that the service uses. */
import type { Operation } from '../../api/operation.ts';
import type { NotificationsContext } from './context.ts';
import { listNotificationsOperation, readNotifications } from './operations.ts';
import { pushOperations } from './push-operations.ts';
import { getNotificationSettings, setNotificationSettings } from './settings.ts';

export { announceAll, notificationAnnouncer, reportOccurrence } from './announce.ts';
export { causesFor } from './causes.ts';
export type { NotificationsContext } from './context.ts';
export { notificationHandlers } from './handlers.ts';

export const notificationOperations: readonly Operation<NotificationsContext>[] = [
  listNotificationsOperation,
  readNotifications,
  getNotificationSettings,
  setNotificationSettings,
  ...pushOperations,
];

/** The groups of its operations in the API description. */
export const notificationTags = {
  Notifications: 'What needs a person, for the bell of the dashboard, by mail and by pushes.',
};
