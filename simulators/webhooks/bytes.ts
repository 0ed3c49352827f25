/** The bytes of a webhook and their signature, as Meta makes both, and X. */
import { createHmac } from 'node:crypto';
import type { Json } from '../../machines/outcome.ts';
import type { Callback, OutgoingEvent } from './event.ts';

/**
 * JSON with every character outside ASCII as `\u…` and each slash as `\/`: a body that is parsed and written again has
 * other bytes, so a signature over those does not match.
 */
function escaped(body: Json): string {
  return JSON.stringify(body)
    .replaceAll('/', '\\/')
    .replaceAll(/[^\0-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function signatures(body: string, secret: string): { [header: string]: string } {
  const sign = (algorithm: 'sha1' | 'sha256') =>
    `${algorithm}=${createHmac(algorithm, secret).update(body).digest('hex')}`;
  return { 'x-hub-signature': sign('sha1'), 'x-hub-signature-256': sign('sha256') };
}

/** What a request has: its bytes, and the headers that prove where they come from. */
export function signed(
  events: readonly OutgoingEvent[],
  { secret, manner }: Pick<Callback, 'secret' | 'manner'>,
): { body: string; headers: { [header: string]: string } } {
  if (manner === 'x') {
    const body = JSON.stringify(bodyOf(events));
    const signature = createHmac('sha256', secret).update(body).digest('base64');
    return { body, headers: { 'x-twitter-webhooks-signature': `sha256=${signature}` } };
  }
  const body = escaped(bodyOf(events));
  return { body, headers: { 'user-agent': 'facebookexternalua', ...signatures(body, secret) } };
}

/** The body that holds these events. Events without an `object` are bodies of their own: there is one of them. */
function bodyOf(events: readonly OutgoingEvent[]): Json {
  const [first] = events;
  if (!first || first.object === null) return first?.entry ?? {};
  return { object: first.object, entry: merged(events) };
}

/**
 * Messaging events of one account that follow each other share an entry, because each has a time of its own. A change has
 * none but its entry's.
 */
function merged(events: readonly OutgoingEvent[]): Json[] {
  const entries: { [name: string]: Json }[] = [];
  for (const { entry } of events) {
    const before = entries.at(-1);
    const list = ['messaging', 'standby'].find((name) => name in entry && before && name in before);
    const [known, added] = [list && before?.[list], list && entry[list]];
    if (before?.['id'] === entry['id'] && list && Array.isArray(known) && Array.isArray(added)) {
      entries[entries.length - 1] = { ...before, [list]: [...known, ...added] };
    } else {
      entries.push(entry);
    }
  }
  return entries;
}
