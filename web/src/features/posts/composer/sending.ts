/** How a text becomes a post: saved first, so that another page can repeat it under the same key; deleted when the post is there. */
import { cleared, type Enqueue, keepLocally, rested, saving } from './keeping.ts';
import type { Composer, Events } from './shapes.ts';

/** The same text is sent under the same key: it becomes one post. */
function send(now: Composer, { key }: Events['send'], enqueue: Enqueue): Composer {
  const { keeping, sending } = now;
  const isBusy = sending.state === 'saving' || sending.state === 'sending';
  if (isBusy || now.uploads > 0 || keeping === 'conflict' || keeping === 'discarding') return now;
  const isEnded = sending.state === 'no' || sending.state === 'sent' || sending.state === 'partly';
  const isSame = !isEnded && sending.text === now.text;
  const isRepeated = isSame && (sending.isRepeated || sending.state === 'unknown');
  const next: Composer = {
    ...now,
    sending: { state: 'saving', key: isSame ? sending.key : key, text: now.text, isRepeated, error: null },
  };
  return keeping === 'saving' ? { ...next, after: 'send' } : saving(next, enqueue);
}

/** What was written while it was sent stays, as the next text. */
function sent(now: Composer, { post, skipped }: Events['sent'], enqueue: Enqueue): Composer {
  const { sending, base } = now;
  if (sending.state !== 'sending') return now;
  const next: Composer = {
    ...now,
    sending: { ...sending, state: skipped > 0 ? 'partly' : 'sent', error: null },
  };
  if (now.text !== sending.text) return isAtRest(now) ? rested(next, enqueue) : keepLocally(next, enqueue);
  if (typeof base === 'string') enqueue({ do: 'discard', revision: base, isSilent: true });
  const empty = cleared(next, enqueue);
  enqueue({ do: 'leave', post });
  return empty;
}

/**
 * The copy at the service says that it is being sent: after a refusal the next save takes that back. A refusal says nothing of an
 * earlier request that had no response.
 */
function notSent(now: Composer, state: 'refused' | 'unknown', error: Error, enqueue: Enqueue): Composer {
  if (now.sending.state !== 'sending') return now;
  const isRepeated = now.sending.isRepeated || state === 'unknown';
  const sending = { ...now.sending, state: isRepeated ? ('unknown' as const) : state, isRepeated, error };
  const next: Composer = { ...now, sending };
  return isAtRest(now) ? rested(next, enqueue) : keepLocally(next, enqueue);
}

const isAtRest = ({ keeping }: Composer): boolean =>
  keeping === 'saved' || keeping === 'empty' || keeping === 'dirty';

export const sendEvents = {
  send,
  sent,
  sendRefused: (now: Composer, { error }: Events['sendRefused'], enqueue: Enqueue): Composer =>
    notSent(now, 'refused', error, enqueue),
  sendUnknown: (now: Composer, { error }: Events['sendUnknown'], enqueue: Enqueue): Composer =>
    notSent(now, 'unknown', error, enqueue),
};
