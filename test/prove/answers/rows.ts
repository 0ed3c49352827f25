/**
 * The rows of the matrix for what people write and what is answered: something that is done on a network, and the facts
 * that decide the expected results (docs/contract.md, Comments and inbox).
 */
import type { Platform } from '../../../adapters/networks.ts';
import { type Row, rowNamed } from '../rows.ts';

export type Deed = 'event' | 'message' | 'reply' | 'hide' | 'delete' | 'private_reply' | 'subscribe';

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

export const isAnswerRow = (row: Row): row is AnswerRow => 'deed' in row;

export function answerRowNamed(name: string): AnswerRow {
  const row = answerRows.find((one) => one.name === name);
  if (!row) throw new RangeError(`there is no row ${name}`);
  return row;
}
