/** What Instagram sends: comments and direct messages, and how an account and the app are subscribed to them. */
import { challenge, signedRequest, verify } from '../meta/inbound/signature.ts';
import { split } from '../meta/inbound/split.ts';
import { subscriptions } from '../meta/subscriptions.ts';
import type { InboundPort } from '../port/inbound.ts';
import { loginOf } from './login.ts';
import { endpoints, version } from './version.ts';

/** Echoes, quick replies and mentions in stories come with `messages`. */
const FIELDS = [
  'comments',
  'live_comments',
  'messages',
  'message_reactions',
  'messaging_postbacks',
  'messaging_referral',
  'messaging_seen',
];
/** Edits, and what happens while another app answers first. */
const MORE = ['message_edit', 'standby'];

export const inbound: InboundPort = {
  challenge,
  verify,
  split,
  signedRequest,
  signers: [
    { app: 'instagram', platforms: ['instagram'] },
    // events of an account that is connected through its Page
    { app: 'facebook', platforms: ['facebook', 'instagram'] },
  ],
  subscriptions: subscriptions({
    name: 'Instagram',
    object: 'instagram',
    fields: { needed: FIELDS, more: MORE },
    of(account) {
      const { kind, caller, node, scopes } = loginOf(account);
      const permissions = [scopes.comments, scopes.messages];
      const access = { name: 'Instagram', scope: scopes.messages };
      // An account that signed in with Facebook gets the app's fields once its Page is connected to the app by any field.
      // A Page refuses the names of Instagram's.
      return kind === 'facebook'
        ? {
            caller,
            node,
            access: { name: 'Facebook', scope: 'pages_manage_metadata' },
            needed: ['feed'],
            more: [],
            shared: true,
            permissions: [...permissions, 'pages_manage_metadata'],
          }
        : { caller, node, access, needed: FIELDS, more: MORE, shared: false, permissions };
    },
    // apps are kept at Facebook's host; the sandbox has one host for everything
    appBase: (own) => `${own['appGraph'] ?? own['graph'] ?? endpoints.appGraph}/${version.version}`,
  }),
};
