/** Instagram's side of what it shares with Messenger, as apps see it that sign people in with Instagram itself. */
import type { World } from '../simulator.ts';
import type { Dialect } from '../meta/dialect.ts';
import { missing, refusal } from './errors.ts';
import { PAGE_FIELDS, proofOf } from './facebook-login.ts';
import { inputOf, textOf } from './input.ts';
import { isOver } from './live.ts';
import { APP, type State } from './state.ts';
import { hash } from './hash.ts';
import { called, callerOf, pageCalling, tokenOf } from './tokens.ts';

const MAX_TEXT_BYTES = 1000;

const FIELDS = [
  'comments',
  'live_comments',
  'mentions',
  'message_echoes',
  'message_edit',
  'message_reactions',
  'messages',
  'messaging_handover',
  'messaging_optins',
  'messaging_postbacks',
  'messaging_referral',
  'messaging_seen',
  'standby',
  'story_insights',
];

export function dialectOf(world: World<State>): Dialect {
  return {
    object: 'instagram',
    app: APP,
    echoAppId: null,
    fields: {
      comment: 'comments',
      message: 'messages',
      echo: 'messages',
      deleted: 'messages',
      postback: 'messaging_postbacks',
      referral: 'messaging_referral',
      read: 'messaging_seen',
      reaction: 'message_reactions',
      edit: 'message_edit',
    },
    allFields: FIELDS,
    perField: false,
    scopes: {
      messages: 'instagram_business_manage_messages',
      comments: 'instagram_business_manage_comments',
      subscribe: 'instagram_business_basic',
    },
    enter: (exchange, scope, respond) =>
      called(
        world,
        exchange,
        async ({ id, username }) => {
          const input = await inputOf(exchange);
          const proof = textOf(input, 'appsecret_proof');
          if (proof !== '' && proof !== proofOf(tokenOf(exchange) ?? '')) {
            return refusal(400, { code: 100 }, 'Invalid appsecret_proof provided in the API argument');
          }
          return respond({ id, name: username }, input);
        },
        { scope, node: 'conversations' },
      ),
    accountFields: (exchange) => (pageCalling(world, exchange) === undefined ? FIELDS : PAGE_FIELDS),
    callerOf: (exchange) => callerOf(world, exchange),
    refuse: refusal,
    missing,
    isOver: (post) => {
      const media = world.state.media[post];
      return media !== undefined && isOver(media);
    },
    nameOf: (account) => world.state.accounts[account]?.username ?? account,
    messageId: (number) =>
      `aWdfZAG1${Buffer.from(`message:${number}:${hash(String(number)).slice(0, 24)}`).toString('base64url')}`,
    conversationId: (account, person) =>
      `aWdfZAG06${Buffer.from(`${account}:${person}`).toString('base64url')}`,
    textFault: (text) =>
      Buffer.byteLength(text) > MAX_TEXT_BYTES
        ? `(#100) Length of param message[text] must be less than or equal to ${MAX_TEXT_BYTES}`
        : null,
    codes: {
      windowClosed: { code: 10, subcode: 2_534_022 },
      unknownPerson: { code: 100, subcode: 2_534_014 },
      otherApp: { code: 100, subcode: 2_534_037 },
      tooFast: { code: 613, subcode: 2_534_040 },
      // reports name 10900 for Pages and this for Instagram
      secondPrivateReply: { code: 100, subcode: 2_534_025 },
    },
    // the harsher answer: a reaction is reported to leave the window closed
    reactionOpensWindow: false,
    dropsAttachmentBesideText: true,
    // documented, and never seen
    sendsUnreact: false,
  };
}
