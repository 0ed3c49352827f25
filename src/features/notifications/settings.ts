/** Whether a person gets mails about what needs a person in a workspace. */
import { Type } from 'typebox';
import { saveWantsMails, wantsMails } from '../../../store/notification-settings.ts';
import { insistOnSession, workspaceOf } from '../../api/principal.ts';
import { closed, workspaceField, workspaceQuery } from '../../api/schemas.ts';
import { ONLY_PEOPLE, operation } from './context.ts';

const Settings = Type.Object({
  mails: Type.Boolean({ description: 'Whether the person gets mails.' }),
  sendsMail: Type.Boolean({ description: 'Whether the installation has a mail server.' }),
});

export const getNotificationSettings = operation({
  id: 'getNotificationSettings',
  accountLimit: 'irrelevant',
  dashboard: { method: 'get', path: '/app/api/notification-settings' },
  tag: 'Notifications',
  summary: 'Read the settings of notifications',
  description: 'Of the person in the workspace.',
  query: workspaceQuery,
  result: Settings,
  example: { query: {}, result: { mails: true, sendsMail: true } },
  handle: async ({ context, principal, query }) => {
    insistOnSession(principal, ONLY_PEOPLE);
    const { id: workspaceId } = workspaceOf({ principal }, query.workspace);
    const mails = await wantsMails(context.directory, { workspaceId, userId: principal.userId });
    return { body: { mails: mails ?? false, sendsMail: await context.mailer.canSend() } };
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
  body: Type.Object({ mails: Type.Boolean(), ...workspaceField }, closed),
  result: Settings,
  example: { body: { mails: false }, result: { mails: false, sendsMail: true } },
  handle: async ({ context, principal, body }) => {
    insistOnSession(principal, ONLY_PEOPLE);
    const { id: workspaceId } = workspaceOf({ principal }, body.workspace);
    await saveWantsMails(context.directory, { workspaceId, userId: principal.userId, wants: body.mails });
    return { body: { mails: body.mails, sendsMail: await context.mailer.canSend() } };
  },
});
