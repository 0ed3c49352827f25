/** The signature of a webhook call, as Standard Webhooks defines it (docs/api.md, Webhooks). */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** A call that is older, or newer, than this is refused: it may be a repetition of one that somebody saw. */
const TOLERANCE_S = 300;

/**
 * Whether a call comes from who knows the secret, and is of these minutes.
 * @param call.body the bytes as they came
 * @param call.headers names in lower case
 * @param call.now epoch ms
 */
export function isGenuine(call: {
  secret: string;
  body: Buffer;
  headers: { [name: string]: unknown };
  now: number;
}): boolean {
  const { secret, body, headers, now } = call;
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature'];
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_S) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  if (key.length === 0) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(' ').some((one) => {
    const [version, digest = ''] = one.split(',', 2);
    const given = Buffer.from(digest, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
