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
  | RuleDeed;

/** What is done with a comment-to-DM rule (docs/contract.md, Comment-to-DM rules). */
export type RuleDeed =
  /** Somebody comments its keyword: a message is sent. */
  | 'rule'
  /** The same; it is the public reply below the comment that goes wrong. */
  | 'public_reply'
  /** Two people comment its keyword, and no event says so: a sweep finds the comments. */
  | 'sweep'
  /** It is paused, or deleted, while a message is being sent. */
  | 'rule_pause'
  | 'rule_delete'
  /** It is paused, or deleted, while messages wait. */
  | 'queue_pause'
  | 'queue_delete';

export interface AnswerRow extends Row {
  deed: Deed;
}

/** The call that does it, by network; absent: the network has none. */
const CALLS: { [deed in Exclude<Deed, 'event'>]: { [network in Platform]?: string } } = {
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
  rule: { instagram: 'messages' },
  public_reply: { instagram: 'replies/post' },
  sweep: { instagram: 'comments' },
  rule_pause: { instagram: 'messages' },
  rule_delete: { instagram: 'messages' },
  queue_pause: { instagram: '' },
  queue_delete: { instagram: '' },
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
  rule: 'may be repeated: the network refuses a second one; a key of each person and rule',
  public_reply: 'the replies below the comment',
  sweep:
    'may be repeated: it reads; each page is committed with how far it has come, and comments are known by their ids',
  rule_pause: 'may be repeated',
  rule_delete: 'may be repeated',
  queue_pause: 'may be repeated',
  queue_delete: 'may be repeated',
};

function rowOf(deed: Deed, network: Platform, liveCall: string, onUnknown: Row['onUnknown'] = 'retry') {
  const name = `${deed}-${network}${onUnknown === 'hold' ? '-hold' : ''}`;
  const base = rowNamed(network);
  const own = { name, deed, liveCall, onUnknown, textCall: null, evidence: EVIDENCE[deed] };
  return { ...base, ...own } satisfies AnswerRow;
}

export const answerRows: readonly AnswerRow[] = [
  ...(['instagram', 'facebook', 'threads'] as const).map((network) => rowOf('event', network, '')),
  ...Object.entries(CALLS).flatMap(([deed, calls]) =>
    Object.entries(calls).map(([network, call]) => rowOf(deed as Deed, network as Platform, call)),
  ),
  rowOf('reply', 'instagram', CALLS.reply.instagram!, 'hold'),
];

const RULE_DEEDS: readonly Deed[] = [
  'rule',
  'public_reply',
  'sweep',
  'rule_pause',
  'rule_delete',
  'queue_pause',
  'queue_delete',
] satisfies RuleDeed[];
/** Whether a rule does it, or something is done to a rule. */
export const isOfRule = (deed: Deed): deed is RuleDeed => RULE_DEEDS.includes(deed);

/** Whether the rule is stopped, and how. */
export const stops = (deed: Deed): 'pause' | 'delete' | null =>
  !isOfRule(deed) ? null : deed.endsWith('pause') ? 'pause' : deed.endsWith('delete') ? 'delete' : null;
/** Whether its messages wait when the rule is stopped. */
export const hasQueue = (deed: Deed): boolean => deed === 'queue_pause' || deed === 'queue_delete';

export const isAnswerRow = (row: Row): row is AnswerRow => 'deed' in row;

export function answerRowNamed(name: string): AnswerRow {
  const row = answerRows.find((one) => one.name === name);
  if (!row) throw new RangeError(`there is no row ${name}`);
  return row;
}
