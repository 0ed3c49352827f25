/** How a person is notified of what needs a person in a workspace. */
import { Type } from 'typebox';
import {
  readMailTiming,
  readPushWishes,
  saveMailTiming,
  savePushWishes,
} from '../../../store/notification-settings.ts';
import { insistOnSession, workspaceOf } from '../../api/principal.ts';
import { choice, closed, text, workspaceField, workspaceQuery } from '../../api/schemas.ts';
import { type NotificationsContext, ONLY_PEOPLE, operation } from './context.ts';
import { DIGEST_HOUR } from './digest.ts';

const MAILS = ['at_once', 'daily', 'off'] as const;

const Settings = Type.Object({
  mails: choice(
    MAILS,
    'When the person gets mails: as each notification opens, once a day about all that are open, or never.',
  ),
  dailyAt: text('The time of the daily mail on the clock of the workspace, such as `08:00`.'),
  pushes: Type.Boolean({ description: 'Whether the browsers of the person get pushes about the workspace.' }),
  pushTexts: Type.Boolean({
    description:
      "Whether pushes about posts have the beginning of a post's text. Off until the person turns it on.",
  }),
  sendsMail: Type.Boolean({ description: 'Whether the installation has a mail server.' }),
});

const DAILY_AT = `${String(DIGEST_HOUR).padStart(2, '0')}:00`;

async function settingsOf(
  { directory, mailer }: NotificationsContext,
  of: { workspaceId: string; userId: string },
) {
  const [mails = 'off', wishes, sendsMail] = await Promise.all([
    readMailTiming(directory, of),
    readPushWishes(directory, of),
    mailer.canSend(),
  ]);
  const { pushes = false, texts = false } = wishes ?? {};
  return { mails, dailyAt: DAILY_AT, pushes, pushTexts: texts, sendsMail };
}

export const getNotificationSettings = operation({
  id: 'getNotificationSettings',
  accountLimit: 'irrelevant',
  dashboard: { method: 'get', path: '/app/api/notification-settings' },
  tag: 'Notifications',
  summary: 'Read the settings of notifications',
  description: 'Of the person in the workspace.',
  query: workspaceQuery,
  result: Settings,
  example: {
    query: {},
    result: { mails: 'at_once', dailyAt: DAILY_AT, pushes: true, pushTexts: false, sendsMail: true },
  },
  handle: async ({ context, principal, query }) => {
    insistOnSession(principal, ONLY_PEOPLE);
    const { id: workspaceId } = workspaceOf({ principal }, query.workspace);
    return { body: await settingsOf(context, { workspaceId, userId: principal.userId }) };
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
  description: 'Of the person in the workspace. What is absent stays as it is.',
  body: Type.Object(
    {
      mails: Type.Optional(Type.Enum([...MAILS], { type: 'string' })),
      pushes: Type.Optional(Type.Boolean()),
      pushTexts: Type.Optional(Type.Boolean()),
      ...workspaceField,
    },
    closed,
  ),
  result: Settings,
  example: {
    body: { mails: 'daily' },
    result: { mails: 'daily', dailyAt: DAILY_AT, pushes: true, pushTexts: false, sendsMail: true },
  },
  handle: async ({ context, principal, body }) => {
    insistOnSession(principal, ONLY_PEOPLE);
    const { id: workspaceId } = workspaceOf({ principal }, body.workspace);
    const { userId } = principal;
    const { mails, pushes, pushTexts: texts } = body;
    await context.directory.begin(async (tx) => {
      if (mails !== undefined) await saveMailTiming(tx, { workspaceId, userId, mails });
      const wishes = { ...(pushes !== undefined && { pushes }), ...(texts !== undefined && { texts }) };
      await savePushWishes(tx, { workspaceId, userId, ...wishes });
    });
    return { body: await settingsOf(context, { workspaceId, userId }) };
  },
});
