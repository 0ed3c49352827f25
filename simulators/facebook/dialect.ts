/** Messenger's side of what it shares with Instagram. */
import type { World } from '../simulator.ts';
import type { Dialect } from '../meta/dialect.ts';
import { graphError, hash, idDigits, missing } from '../shared/graph.ts';
import { APP, asPage, callerOf, type State } from './state.ts';

const MAX_TEXT_CHARS = 2000;

const FIELDS = [
  'feed',
  'mention',
  'name',
  'message_deliveries',
  'message_echoes',
  'message_edits',
  'message_reactions',
  'message_reads',
  'messages',
  'messaging_handovers',
  'messaging_optins',
  'messaging_policy_enforcement',
  'messaging_postbacks',
  'messaging_referrals',
  'standby',
];

export function dialectOf(world: World<State>): Dialect {
  return {
    object: 'page',
    app: APP,
    echoAppId: APP.clientId,
    fields: {
      comment: 'feed',
      message: 'messages',
      echo: 'message_echoes',
      deleted: 'messages',
      postback: 'messaging_postbacks',
      referral: 'messaging_referrals',
      read: 'message_reads',
      reaction: 'message_reactions',
      edit: 'message_edits',
    },
    allFields: FIELDS,
    accountFields: () => FIELDS,
    perField: true,
    scopes: {
      messages: 'pages_messaging',
      comments: 'pages_manage_engagement',
      subscribe: 'pages_manage_metadata',
    },
    enter: (exchange, scope, respond) =>
      asPage(world, exchange, scope, ({ id, name }, input) => respond({ id, name }, input)),
    callerOf: (exchange) => callerOf(world, exchange),
    refuse: graphError,
    missing,
    nameOf: (account) => world.state.pages[account]?.name ?? account,
    messageId: (number) =>
      `m_${Buffer.from(hash(`message ${number}`).slice(0, 48), 'hex').toString('base64url')}`,
    conversationId: (account, person) =>
      `t_${idDigits(Number(BigInt(`0x${hash(`${account} ${person}`).slice(0, 11)}`)))}`,
    textFault: (text) =>
      Array.from(text).length > MAX_TEXT_CHARS
        ? `(#100) Length of param message[text] must be less than or equal to ${MAX_TEXT_CHARS}`
        : null,
    codes: {
      windowClosed: { code: 10, subcode: 2_018_278 },
      unknownPerson: { code: 100, subcode: 2_018_001 },
      otherApp: { code: 10, subcode: 2_018_300 },
      tooFast: { code: 613, subcode: 2_018_338 },
      secondPrivateReply: { code: 10_900 },
    },
    reactionOpensWindow: true,
    dropsAttachmentBesideText: false,
    sendsUnreact: true,
  };
}
