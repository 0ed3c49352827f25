/**
 * Checks that a webhook is the service's own, by the signature of Standard Webhooks: HMAC-SHA256 over its id, time and body
 * (github.com/standard-webhooks/standard-webhooks). Web Crypto compares in constant time.
 */
import { WebhookError } from './errors.ts';
import type { WebhookEvent } from './types.ts';

export interface ReceivedWebhook {
  /** The bytes as they came: JSON that was parsed and written again has another signature. */
  body: string | Uint8Array;
  headers: Headers | { [name: string]: string | string[] | undefined };
  /** The signing secret of the endpoint: `whsec_…`. While you change to a new one: both. */
  secret: string | string[];
  /** How far its time may be from yours, seconds. Default 300. */
  toleranceSeconds?: number;
  /** Epoch ms. Default: now. */
  now?: number;
}

/**
 * @returns the event and its id, which stays the same when it is sent again: use it to notice repeats
 * @throws WebhookError
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<{ id: string; event: WebhookEvent }> {
  const { toleranceSeconds = 300, now = Date.now() } = received;
  const body = typeof received.body === 'string' ? new TextEncoder().encode(received.body) : received.body;
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) =>
    header(received.headers, name),
  ) as [string, string, string];
  const apartSeconds = Math.abs(now / 1_000 - Number(timestamp));
  if (!(apartSeconds <= toleranceSeconds))
    throw new WebhookError(
      'too_old',
      `the webhook's time is ${Math.round(apartSeconds)} seconds away from now`,
    );
  const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const given = signatures.split(' ').flatMap((one) => bytesOf(/^v1,([\w+/=-]+)$/.exec(one)?.[1]));
  for (const secret of [received.secret].flat()) {
    const [raw] = bytesOf(/^whsec_(.+)$/.exec(secret)?.[1]);
    if (raw === undefined) throw new TypeError('the secret of an endpoint begins with whsec_');
    const key = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, [
      'verify',
    ]);
    for (const signature of given)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return { id, event: parsed(body) };
  }
  throw new WebhookError('wrong_signature', 'the signature of the webhook is wrong');
}

function header(headers: ReceivedWebhook['headers'], name: string): string {
  const found =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([one]) => one.toLowerCase() === name)?.[1];
  if (typeof found !== 'string' || found === '')
    throw new WebhookError('header_missing', `the header ${name} is missing`);
  return found;
}

/** @returns no bytes for what is not base64 */
function bytesOf(base64: string | undefined): Uint8Array<ArrayBuffer>[] {
  if (base64 === undefined) return [];
  try {
    return [Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))];
  } catch {
    return [];
  }
}

function joined(before: Uint8Array, after: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(before.length + after.length);
  all.set(before);
  all.set(after, before.length);
  return all;
}

function parsed(body: Uint8Array): WebhookEvent {
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  } catch (cause) {
    throw Object.assign(new WebhookError('not_an_event', 'the webhook is not JSON'), { cause });
  }
}
