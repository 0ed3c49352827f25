/** What Facebook sends for Pages: comments in their feed, and Messenger; and how a Page and the app are subscribed to it. */
import { challenge, signedRequest, verify } from '../meta/inbound/signature.ts';
import { split } from '../meta/inbound/split.ts';
import { subscriptions } from '../meta/subscriptions.ts';
import type { InboundPort } from '../port/inbound.ts';
import { baseOf, callerOf, pageOf } from './request.ts';

const FIELDS = [
  'feed',
  'messages',
  'message_echoes',
  'messaging_postbacks',
  'messaging_referrals',
  'message_reactions',
  'message_reads',
];
/** Edits, and what happens while another app answers first. */
const MORE = ['message_edits', 'standby'];

export const inbound: InboundPort = {
  challenge,
  verify,
  split,
  signedRequest,
  signers: [
    { app: 'facebook', platforms: ['facebook', 'instagram'] },
    { app: 'instagram', platforms: ['instagram'] },
  ],
  subscriptions: {
    ...subscriptions({
      name: 'Facebook',
      object: 'page',
      fields: { needed: FIELDS, more: MORE },
      of: (account) => ({
        caller: callerOf(account),
        node: pageOf(account),
        access: { name: 'Facebook', scope: 'pages_manage_metadata' },
        needed: FIELDS,
        more: MORE,
        shared: false,
        permissions: ['pages_manage_metadata', 'pages_messaging', 'pages_read_user_content'],
      }),
      appBase: baseOf,
    }),
    // an Instagram account that was connected by Facebook Login receives as long as its Page is connected to the app
    sharing: {
      platforms: ['instagram'],
      shares: (own, { credentials }) =>
        credentials['login'] === 'facebook' &&
        credentials['pageId'] === own.remoteId &&
        credentials['clientId'] === own.credentials['clientId'],
    },
  },
};
