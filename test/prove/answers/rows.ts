/**
 * The rows of the matrix for what people write and what is answered: something that is done on a network, and the facts
 * that decide the expected results (docs/contract.md, Comments and inbox).
 */
import type { Platform } from '../../../adapters/networks.ts';
import { type Row, rowNamed } from '../rows.ts';

export type Deed =
  | 'event'
  | 'message'
  | 'reply'
  | 'hide'
  | 'delete'
  | 'private_reply'
  | 'subscribe'
  /** Somebody writes and comments, and no event says so: the account is read. */
  | 'read'
  /** A person sends a picture, which is copied; then they delete the message, and the copy is deleted. */
  | 'file'
  | RuleDeed
  | FlowDeed;

/** What is done with a comment-to-DM rule (docs/contract.md, Comment-to-DM rules). */
export type RuleDeed =
  /** Somebody comments its keyword: a message is sent. */
  | 'rule'
  /** The same; it is the public reply below the comment that goes wrong. */
  | 'public_reply'
  /** Two people comment its keyword, and no event says so: a sweep finds the comments. */
  | 'sweep'
  /** Somebody comments it below a live broadcast, which ends after the message. */
  | 'live'
  /** It is paused, or deleted, while a message is being sent. */
  | 'rule_pause'
  | 'rule_delete'
  /** It is paused, or deleted, while messages wait. */
  | 'queue_pause'
  | 'queue_delete'
  /** The account is connected again while two messages wait: both get their places. */
  | 'queue_grant'
  /** The network refuses the account once: the messages of two people are held, one tries, and the other follows. */
  | 'queue_hold';

/** What is done in an automation of direct messages (docs/contract.md, DM automations). */
export type FlowDeed =
  /** A person goes through one message. */
  | 'flow'
  /** Through three, one after the other. */
  | 'flow_messages'
  /** Through a message, a wait and another message. */
  | 'flow_wait'
  /** They are handed over to the team, which marks the conversation as done. */
  | 'flow_handoff'
  /** They open the link of a message, twice; a condition waits for that. */
  | 'flow_click'
  /** A version is published, or the steps are changed, while a person is inside; then another one begins. */
  | 'flow_publish'
  | 'flow_edit'
  /** It is paused while a message is being sent. */
  | 'flow_pause'
  /** It is paused while two people wait in it. */
  | 'flow_release';

export interface AnswerRow extends Row {
  deed: Deed;
}

/** The call that does it, by network; absent: the network has none. */
const CALLS: { [deed in Exclude<Deed, 'event' | 'file'>]: { [network in Platform]?: string } } = {
  message: { instagram: 'messages', facebook: 'messages' },
  reply: {
    instagram: 'replies/post',
    facebook: 'comments/post',
    threads: 'threads',
    x: 'POST /2/tweets',
    google_business: 'reviews.updateReply',
  },
  hide: { instagram: 'hide', facebook: 'hide', threads: 'manage_reply' },
  delete: { instagram: 'delete', facebook: 'delete' },
  private_reply: { instagram: 'messages', facebook: 'messages' },
  subscribe: {
    instagram: 'subscribed_apps/post',
    facebook: 'subscribed_apps/post',
  },
  read: { instagram: 'conversations', facebook: 'conversations' },
  rule: { instagram: 'messages' },
  public_reply: { instagram: 'replies/post' },
  sweep: { instagram: 'comments' },
  live: { instagram: 'live_media' },
  rule_pause: { instagram: 'messages' },
  rule_delete: { instagram: 'messages' },
  queue_pause: { instagram: '' },
  queue_delete: { instagram: '' },
  queue_grant: { instagram: 'messages' },
  queue_hold: { instagram: 'messages' },
  flow: { instagram: 'messages', facebook: 'messages' },
  flow_messages: { instagram: 'messages' },
  flow_wait: { instagram: 'messages' },
  flow_handoff: { instagram: 'messages' },
  flow_click: { instagram: 'messages' },
  flow_publish: { instagram: 'messages' },
  flow_edit: { instagram: 'messages' },
  flow_pause: { instagram: 'messages' },
  flow_release: { instagram: '' },
};

/** What tells after a lost response whether it was done. */
const EVIDENCE: { [deed in Deed]: string } = {
  event: 'an id or a key of each event; the network sends what was not taken again',
  message: 'the messages of the conversation, and the echo of the message',
  reply: 'the replies below the comment',
  hide: 'may be repeated',
  delete: 'may be repeated',
  private_reply: 'may be repeated: the network refuses a second one',
  subscribe: 'may be repeated',
  read: 'may be repeated: it reads; each page is stored before the place moves on, and what is known changes nothing',
  file: 'may be repeated: the name of the file is stored before the file, and the mark before it is deleted',
  rule: 'may be repeated: the network refuses a second one; a key of each person and rule',
  public_reply: 'the replies below the comment',
  sweep:
    'may be repeated: it reads; each page is committed with how far it has come, and comments are known by their ids',
  live: 'may be repeated: it reads; a broadcast has ended when it is missing from two lists, and both are in its journal',
  rule_pause: 'may be repeated',
  rule_delete: 'may be repeated',
  queue_pause: 'may be repeated',
  queue_delete: 'may be repeated',
  queue_grant:
    'the commit of a grant moves the messages and the queue; claims of comments without it are made again',
  queue_hold: 'the same; the hold is in the row of the queue, with whether one has tried',
  flow: 'the messages of the conversation, and the echo of the message; each effect of the run has one message',
  flow_messages: 'the same',
  flow_wait: 'the same; the timer is in the row of the run',
  flow_handoff: 'the same; the flag names the run; "done" has a key',
  flow_click: 'the same; the row of the link says which click was the first',
  flow_publish: 'the same; a key',
  flow_edit: 'the same; steps that are the same make no version',
  flow_pause: 'the same; may be repeated',
  flow_release: 'may be repeated',
};

function rowOf(deed: Deed, network: Platform, liveCall: string, onUnknown: Row['onUnknown'] = 'retry') {
  const name = `${deed}-${network}${onUnknown === 'hold' ? '-hold' : ''}`;
  const base = rowNamed(network);
  const own = { name, deed, liveCall, onUnknown, textCall: null, evidence: EVIDENCE[deed] };
  return { ...base, ...own } satisfies AnswerRow;
}

export const answerRows: readonly AnswerRow[] = [
  ...(['instagram', 'facebook', 'threads'] as const).map((network) => rowOf('event', network, '')),
  rowOf('file', 'instagram', ''),
  ...Object.entries(CALLS).flatMap(([deed, calls]) =>
    Object.entries(calls).map(([network, call]) => rowOf(deed as Deed, network as Platform, call)),
  ),
  rowOf('reply', 'instagram', CALLS.reply.instagram!, 'hold'),
];

const RULE_DEEDS: readonly Deed[] = [
  'rule',
  'public_reply',
  'sweep',
  'live',
  'rule_pause',
  'rule_delete',
  'queue_pause',
  'queue_delete',
  'queue_grant',
  'queue_hold',
] satisfies RuleDeed[];
/** Whether a rule does it, or something is done to a rule. */
export const isOfRule = (deed: Deed): deed is RuleDeed => RULE_DEEDS.includes(deed);

export const isOfFlow = (deed: Deed): deed is FlowDeed => deed === 'flow' || deed.startsWith('flow_');

/** Whether the rule is stopped, and how. */
export const stops = (deed: Deed): 'pause' | 'delete' | null =>
  !isOfRule(deed) ? null : deed.endsWith('pause') ? 'pause' : deed.endsWith('delete') ? 'delete' : null;
/** Whether its messages wait because the account cannot send. */
export const beginsWaiting = (deed: Deed): boolean => hasQueue(deed) || deed === 'queue_grant';
/** Whether two people comment. */
export const isOfTwo = (deed: Deed): boolean =>
  beginsWaiting(deed) || deed === 'queue_hold' || deed === 'sweep';
/** Whether its messages wait when the rule is stopped. */
export const hasQueue = (deed: Deed): boolean => deed === 'queue_pause' || deed === 'queue_delete';

export const isAnswerRow = (row: Row): row is AnswerRow => 'deed' in row;

export function answerRowNamed(name: string): AnswerRow {
  const row = answerRows.find((one) => one.name === name);
  if (!row) throw new RangeError(`there is no row ${name}`);
  return row;
}
