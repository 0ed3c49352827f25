/** How a person is notified of what needs a person in a workspace. */
import { Type } from 'typebox';
import { readMailTiming, saveMailTiming } from '../../../store/notification-settings.ts';
import { insistOnSession, workspaceOf } from '../../api/principal.ts';
import { choice, closed, text, workspaceField, workspaceQuery } from '../../api/schemas.ts';
import { ONLY_PEOPLE, operation } from './context.ts';
import { DIGEST_HOUR } from './digest.ts';

const MAILS = ['at_once', 'daily', 'off'] as const;

const Settings = Type.Object({
  mails: choice(
    MAILS,
    'When the person gets mails: as each notification opens, once a day about all that are open, or never.',
  ),
  dailyAt: text('The time of the daily mail on the clock of the workspace, such as `08:00`.'),
  sendsMail: Type.Boolean({ description: 'Whether the installation has a mail server.' }),
});

const DAILY_AT = `${String(DIGEST_HOUR).padStart(2, '0')}:00`;

export const getNotificationSettings = operation({
  id: 'getNotificationSettings',
  accountLimit: 'irrelevant',
  dashboard: { method: 'get', path: '/app/api/notification-settings' },
  tag: 'Notifications',
  summary: 'Read the settings of notifications',
  description: 'Of the person in the workspace.',
  query: workspaceQuery,
  result: Settings,
  example: { query: {}, result: { mails: 'at_once', dailyAt: DAILY_AT, sendsMail: true } },
  handle: async ({ context, principal, query }) => {
    insistOnSession(principal, ONLY_PEOPLE);
    const { id: workspaceId } = workspaceOf({ principal }, query.workspace);
    const mails = await readMailTiming(context.directory, { workspaceId, userId: principal.userId });
    return { body: { mails: mails ?? 'off', dailyAt: DAILY_AT, sendsMail: await context.mailer.canSend() } };
  },
});

export const setNotificationSettings = operation({
  id: 'setNotificationSettings',
  audit: 'nothing',
  accountLimit: 'irrelevant',
  dashboard: { method: 'put', path: '/app/api/notification-settings' },
  scope: 'read',
  isHarmless: true,
  tag: 'Notifications',
  summary: 'Set the settings of notifications',
  description: 'Of the person in the workspace.',
  body: Type.Object({ mails: Type.Enum([...MAILS], { type: 'string' }), ...workspaceField }, closed),
  result: Settings,
  example: { body: { mails: 'daily' }, result: { mails: 'daily', dailyAt: DAILY_AT, sendsMail: true } },
  handle: async ({ context, principal, body }) => {
    insistOnSession(principal, ONLY_PEOPLE);
    const { id: workspaceId } = workspaceOf({ principal }, body.workspace);
    const { mails } = body;
    await saveMailTiming(context.directory, { workspaceId, userId: principal.userId, mails });
    return { body: { mails, dailyAt: DAILY_AT, sendsMail: await context.mailer.canSend() } };
  },
});
