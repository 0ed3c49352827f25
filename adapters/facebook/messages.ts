/** Messenger: direct messages of a Page. It does not say whether a person follows the Page. */
import { textAt } from '../lib/http.ts';
import { fileLimits, messagesPort } from '../meta/messages.ts';
import type { MessagesPort } from '../port/messages.ts';
import { callerOf, pageOf } from './request.ts';

/** Of a file of any kind. */
const MAX_FILE_BYTES = 25_000_000;

export const messages: MessagesPort = messagesPort({
  platform: 'messenger',
  limits: {
    textBytes: null,
    textChars: 2000,
    buttonTextChars: 640,
    choices: 13,
    labelChars: 20,
    files: fileLimits({ picture: MAX_FILE_BYTES, other: MAX_FILE_BYTES }),
  },
  of: (account) => ({
    caller: callerOf(account),
    node: pageOf(account),
    access: { name: 'Facebook', scope: 'pages_messaging' },
  }),
  parts: ['shares', 'attachments'],
  reason: { messaging_type: 'RESPONSE' },
  hasMetadata: true,
  profile: {
    fields: 'first_name,last_name,profile_pic',
    read: (row) => ({
      username: null,
      name: [textAt(row, 'first_name'), textAt(row, 'last_name')].filter(Boolean).join(' ') || null,
      avatarUrl: textAt(row, 'profile_pic'),
    }),
  },
});
