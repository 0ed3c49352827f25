/**
 * The Send API (`POST /{account}/messages`): to a person who wrote within 24 hours, to one who wrote within seven days
 * under the tag HUMAN_AGENT, or once to the writer of a comment. The codes of refusals are those seen in practice; where
 * reports differ, the comment says so.
 */
import type { Route } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { type Codes, type Input, textOf } from '../shared/graph.ts';
import type { Dialect } from './dialect.ts';
import { messageItem, sendMessaging } from './events.ts';
import { bad, type Fault, objectIn, type Outgoing, outgoingOf, textIn } from './outgoing.ts';
import {
  type Comment,
  type Conversation,
  conversationWith,
  DAY,
  HOUR,
  livingComment,
  type Message,
  type PeopleWorld,
  type Person,
} from './state.ts';

const WINDOW_MS = DAY;
const HUMAN_WINDOW_MS = 7 * DAY;
const PRIVATE_REPLY_MS = 7 * DAY;
const PRIVATE_REPLIES_PER_HOUR = 750;

/** The person blocked the account, or takes no messages. */
const CANNOT_RECEIVE: Codes = { code: 551, subcode: 1_545_041 };
const CANNOT_ANSWER_PRIVATELY: Codes = { code: 10_903 };
const COMMENT_UNUSABLE: Codes = { code: 100, subcode: 2_534_025 };

export function sendRoutes(world: PeopleWorld, dialect: Dialect): Route[] {
  return [
    {
      call: 'messages',
      method: 'post',
      path: '/:version/:account/messages',
      account: (exchange) => dialect.callerOf(exchange),
      answer: (exchange) =>
        dialect.enter(exchange, dialect.scopes.messages, ({ id }, input) =>
          respond(world, dialect, exchange, { account: id, input }),
        ),
    },
  ];
}

async function respond(
  world: PeopleWorld,
  dialect: Dialect,
  exchange: Exchange,
  call: { account: string; input: Input },
): Promise<Response> {
  const sent = send(world, dialect, exchange, call);
  if ('codes' in sent) return dialect.refuse(400, sent.codes, sent.message);
  if (world.webhooks.manner().echoFirst) await world.webhooks.settled();
  return Response.json(sent);
}

type Sent = { recipient_id: string; message_id?: string };

function send(
  world: PeopleWorld,
  dialect: Dialect,
  { url }: Exchange,
  { account, input }: { account: string; input: Input },
): Sent | Fault {
  // it looks like a missing permission, and is a parameter that does not belong here
  if (url.searchParams.has('fields')) {
    return fault({ code: 3 }, '(#3) Application does not have the capability to make this API call.');
  }
  const recipient = objectIn(input, 'recipient');
  if (!recipient) return bad('(#100) The parameter recipient is required');
  const commentId = textIn(recipient, 'comment_id');
  if (textOf(input, 'sender_action') !== '') return act(world, account, recipient, input);
  const given = objectIn(input, 'message');
  if (!given) return bad('(#100) The parameter message is required');
  const message = outgoingOf(dialect, given);
  if ('codes' in message) return message;
  if (world.webhooks.manner().standby) {
    return fault(dialect.codes.otherApp, '(#10) Another app is controlling this thread now.');
  }
  return commentId === ''
    ? sendToPerson(world, dialect, { account, person: textIn(recipient, 'id'), message, input })
    : replyPrivately(world, dialect, { account, commentId, message });
}

function sendToPerson(
  world: PeopleWorld,
  dialect: Dialect,
  call: { account: string; person: string; message: Outgoing; input: Input },
): Sent | Fault {
  const person = world.state.people.persons[call.person];
  if (person?.account !== call.account) {
    return fault(dialect.codes.unknownPerson, '(#100) No matching user found');
  }
  const isTagged = textOf(call.input, 'messaging_type') === 'MESSAGE_TAG';
  if (isTagged && textOf(call.input, 'tag') !== 'HUMAN_AGENT') {
    return bad('(#100) Param tag must be one of {HUMAN_AGENT}'); // the others ended on 27 April 2026
  }
  if (person.blocked || person.disallowsMessages) return unreachable();
  const conversation = conversationWith(world, person);
  const age = world.now() - (conversation?.lastInboundAt ?? -Infinity);
  if (!conversation || age >= (isTagged ? HUMAN_WINDOW_MS : WINDOW_MS)) {
    return fault(dialect.codes.windowClosed, '(#10) This message is sent outside of allowed window.');
  }
  return post(world, dialect, person, { outgoing: call.message, comment: null });
}

function replyPrivately(
  world: PeopleWorld,
  dialect: Dialect,
  { account, commentId, message }: { account: string; commentId: string; message: Outgoing },
): Sent | Fault {
  const comment = livingComment(world, account, commentId);
  const fault = comment ? privateReplyFault(world, dialect, comment) : unusable();
  if (!comment || fault) return fault ?? unusable();
  const person = world.state.people.persons[comment.by ?? ''];
  if (!person) return unusable();
  const sent = post(world, dialect, person, { outgoing: message, comment: comment.id });
  comment.privateReply = sent.message_id ?? null;
  world.state.people.privateReplies[account]?.push(world.now());
  return sent;
}

function privateReplyFault(world: PeopleWorld, dialect: Dialect, comment: Comment): Fault | null {
  const person = world.state.people.persons[comment.by ?? ''];
  if (!person || world.now() - comment.at >= PRIVATE_REPLY_MS) return unusable();
  if (dialect.isOver?.(comment.post) === true) return unusable();
  if (comment.privateReply !== null) {
    const words =
      dialect.codes.secondPrivateReply.code === 10_900 ? '(#10900) Activity already replied to' : WORDS;
    return fault(dialect.codes.secondPrivateReply, words);
  }
  if (person.blocked || person.disallowsMessages) {
    return fault(CANNOT_ANSWER_PRIVATELY, '(#10903) This user cannot be replied to');
  }
  const all = world.state.people.privateReplies;
  const lastHour = (all[comment.account] ?? []).filter((at) => world.now() - at < HOUR);
  all[comment.account] = lastHour;
  if (lastHour.length < PRIVATE_REPLIES_PER_HOUR) return null;
  return fault(dialect.codes.tooFast, '(#613) Calls to this api have exceeded the rate limit.');
}

const WORDS = '(#100) The comment is invalid for a private reply';

function unusable(): Fault {
  return fault(COMMENT_UNUSABLE, WORDS);
}

function unreachable(): Fault {
  return fault(CANNOT_RECEIVE, '(#551) This person isn’t available right now.');
}

function fault(codes: Codes, message: string): Fault {
  return { codes, message };
}

/** Typing marks, seen, reactions of the account. */
function act(
  world: PeopleWorld,
  account: string,
  recipient: { [name: string]: unknown },
  input: Input,
): Sent | Fault {
  const person = world.state.people.persons[textIn(recipient, 'id')];
  if (person?.account !== account)
    return fault({ code: 100, subcode: 2_534_014 }, '(#100) No matching user found');
  const payload = objectIn(input, 'payload') ?? {};
  const message = world.state.people.messages[textIn(payload, 'message_id')];
  const action = textOf(input, 'sender_action');
  if (!['typing_on', 'typing_off', 'mark_seen', 'react', 'unreact'].includes(action)) {
    return bad(
      '(#100) Param sender_action must be one of {typing_on, typing_off, mark_seen, react, unreact}',
    );
  }
  if (action === 'react' && message) message.reactions[account] = '❤';
  if (action === 'unreact' && message) delete message.reactions[account];
  return { recipient_id: person.id };
}

function post(
  world: PeopleWorld,
  dialect: Dialect,
  person: Person,
  { outgoing, comment }: { outgoing: Outgoing; comment: string | null },
): Sent & { message_id: string } {
  const { metadata, ...content } = outgoing;
  const message = addMessage(world, dialect, person, { ...content, byAccount: true, comment });
  const app = dialect.echoAppId === null ? {} : { app_id: dialect.echoAppId };
  const more = { is_echo: true, ...app, ...(metadata === null ? {} : { metadata }) };
  sendMessaging(world, dialect, person, 'echo', messageItem(message, more));
  return { recipient_id: person.id, message_id: message.id };
}

/** How a network makes ids. */
type Naming = Pick<Dialect, 'conversationId' | 'messageId'>;

/** The conversation with a person; it begins with its first message. */
export function openConversation(world: PeopleWorld, dialect: Naming, person: Person): Conversation {
  const known = conversationWith(world, person);
  if (known) return known;
  const conversation: Conversation = {
    id: dialect.conversationId(person.account, person.id),
    account: person.account,
    person: person.id,
    messages: [],
    updatedAt: world.now(),
    lastInboundAt: null,
    consented: false,
    pendingRef: null,
    readAt: null,
  };
  world.state.people.conversations[conversation.id] = conversation;
  person.conversation = conversation.id;
  return conversation;
}

/** Puts a message into the conversation with a person. */
export function addMessage(
  world: PeopleWorld,
  dialect: Naming,
  person: Person,
  content: Partial<Message> & Pick<Message, 'byAccount'>,
): Message {
  const conversation = openConversation(world, dialect, person);
  const message: Message = {
    text: '',
    attachments: [],
    choices: [],
    buttons: [],
    comment: null,
    story: null,
    replyTo: null,
    reactions: {},
    edits: 0,
    deleted: false,
    unsupported: false,
    ...content,
    id: dialect.messageId(world.nextNumber()),
    conversation: conversation.id,
    at: world.now(),
  };
  world.state.people.messages[message.id] = message;
  conversation.messages.push(message.id);
  conversation.updatedAt = message.at;
  return message;
}
