/** Instagram's direct messages. */
import { textAt } from '../lib/http.ts';
import { fileLimits, followsBy, type Inbox, messagesPort } from '../meta/messages.ts';
import type { MessagesPort } from '../port/messages.ts';
import { loginOf } from './login.ts';

const MB = 1_000_000;

const inbox: Inbox = {
  platform: 'instagram',
  /** Texts are counted in bytes here: an emoji has four and more. */
  limits: {
    textBytes: 1000,
    textChars: null,
    buttonTextChars: 640,
    choices: 13,
    labelChars: 20,
    files: fileLimits({ picture: 8 * MB, other: 25 * MB }),
  },
  of(account) {
    const { caller, node, scopes } = loginOf(account);
    return { caller, node, access: { name: 'Instagram', scope: scopes.messages } };
  },
  parts: ['is_unsupported', 'shares', 'story', 'attachments'],
  reason: {},
  hasMetadata: false,
  profile: {
    fields: 'name,username,profile_pic',
    read: (row) => ({
      username: textAt(row, 'username'),
      name: textAt(row, 'name'),
      avatarUrl: textAt(row, 'profile_pic'),
    }),
  },
};

export const messages: MessagesPort = {
  ...messagesPort(inbox),
  follows: followsBy(inbox, 'is_user_follow_business'),
};
