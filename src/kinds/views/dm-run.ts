/** The webhook events about people in automations, and about the messages that they write. */
import { Type } from 'typebox';
import { readAnnouncedMessages, readAnnouncedRuns } from '../../../store/dm-runs.ts';
import { choice, instant, nullable, text } from '../../api/schemas.ts';
import type { Announced } from '../../engine/kind.ts';
import { isoOf } from '../../base/time.ts';
import { announcedFields } from './announced.ts';

const Contact = Type.Object({
  id: text("The network's id of the person."),
  username: nullable(text('Their handle.')),
  name: nullable(text('Their name.')),
});
const contact = { id: '1234500000000001', username: 'ann', name: 'Ann Lee' };

export const RunEvent = Type.Object({
  event: Type.String(),
  ...announcedFields,
  automation: Type.Object({ id: text('The automation.'), name: text('Its name.') }),
  run: Type.Object({
    id: text('The run.'),
    status: choice(['active', 'ended'], 'Whether it goes on.'),
    reason: nullable(text('How it ended; null if it has not.')),
    error: nullable(text('Why it failed, or was stopped; null if neither.')),
  }),
  contact: Contact,
  account: Type.Object({ id: text('The account.'), platform: text('Its network.') }),
});

const ENDS: { [event: string]: string | null } = {
  'dm_automation.started': null,
  'dm_automation.handoff': 'handoff',
  'dm_automation.finished': 'completed',
  'dm_automation.failed': 'failed',
};

/** An event about a run. */
export function announcedRun(event: string, summary: string): Announced {
  const reason = ENDS[event] ?? null;
  const error = reason === 'failed' ? 'This person does not take messages.' : null;
  const example = {
    event,
    timestamp: '2026-05-04T08:00:01.000Z',
    workspace: 'my-bakery',
    automation: { id: 'auto_01HV2ZK5J8Q2M4R6T8W0Y1A3C5', name: 'Prices' },
    run: {
      id: 'run_01HV2ZK5J8Q2M4R6T8W0Y1A3C5',
      status: reason === null ? 'active' : 'ended',
      reason,
      error,
    },
    contact,
    account: { id: 'acc_01HV2ZK5J8Q2M4R6T8W0Y1A3C5', platform: 'instagram' },
  };
  return { summary, schema: RunEvent, example, read: readRuns };
}

const readRuns: Announced['read'] = async (db, ids, { event, now }) => {
  const rows = await readAnnouncedRuns(db, ids);
  return new Map(
    rows.map((row) => {
      // what started and ended in the same commit is still said to have started
      const reason = event === 'dm_automation.started' || row.shown === 'active' ? null : row.shown;
      const body = {
        event,
        timestamp: isoOf(now),
        workspace: row.workspace,
        automation: { id: row.automationId, name: row.automationName },
        run: {
          id: row.id,
          status: reason === null ? 'active' : 'ended',
          reason,
          error: reason === null ? null : row.reason,
        },
        contact: { id: row.personId, username: row.username, name: row.name },
        account: { id: row.accountId, platform: row.platform },
      };
      return [row.id, body];
    }),
  );
};

export const MessageEvent = Type.Object({
  event: choice(['message.received'], 'Name of the event.'),
  ...announcedFields,
  message: Type.Object({
    id: text('The message.'),
    text: text('What the person wrote.'),
    attachments: Type.Array(
      Type.Object({
        type: text("The network's word: image, video, audio …"),
        url: nullable(text('Its address.')),
      }),
    ),
    createdAt: instant('When it was written, by the clock of the network.'),
  }),
  conversation: Type.Object({ id: text('The conversation.') }),
  contact: Contact,
  account: Type.Object({
    id: text('The account.'),
    platform: text('Its network.'),
    displayName: text('Its name.'),
  }),
});

/** Every direct message to an account with an automation. */
export const announcedMessage: Announced = {
  summary: 'Somebody wrote to an account with an automation',
  schema: MessageEvent,
  example: {
    event: 'message.received',
    timestamp: '2026-05-04T08:00:01.000Z',
    workspace: 'my-bakery',
    message: {
      id: 'msg_01JD0000000000000000000001',
      text: 'What does it cost?',
      attachments: [],
      createdAt: '2026-05-04T08:00:00.000Z',
    },
    conversation: { id: 'conv_01JD0000000000000000000001' },
    contact,
    account: { id: 'acc_01HV2ZK5J8Q2M4R6T8W0Y1A3C5', platform: 'instagram', displayName: 'Café Luna' },
  },
  read: async (db, ids, { event, now }) => {
    const rows = await readAnnouncedMessages(db, ids);
    return new Map(
      rows.map((row) => {
        const body = {
          event,
          timestamp: isoOf(now),
          workspace: row.workspace,
          message: {
            id: row.id,
            text: row.text,
            attachments: row.attachments.map(({ type, url }) => ({ type, url })),
            createdAt: row.createdAt,
          },
          conversation: { id: row.conversationId },
          contact: { id: row.personId, username: row.username, name: row.name },
          account: { id: row.accountId, platform: row.platform, displayName: row.displayName },
        };
        return [row.id, body];
      }),
    );
  },
};
