/**
 * How X proves that a call of the webhook comes from it, and how this service proves that the address is its own (X API,
 * "Webhooks", "The CRC check" and "Securing webhooks"). Both are made with the app's consumer secret, not with the secret
 * of signing in.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { InboundPort, InboundRequest, InboundSecrets } from '../port/inbound.ts';

/**
 * What a token may be made of. The answer is signed as the bodies of webhooks are: if everything was signed, anybody could
 * have a body signed here. No body of an event consists of these characters alone.
 */
const TOKEN = /^[\w+/=.-]{1,200}$/;

export const challenge: NonNullable<InboundPort['challenge']> = (query, { consumer }) => {
  const token = query['crc_token'] ?? '';
  if (!consumer || !TOKEN.test(token)) return null;
  const signed = hmac(token, consumer.secret).toString('base64');
  return JSON.stringify({ response_token: `sha256=${signed}` });
};

const SIGNATURE = /^sha256=([\w+/]{43}=)$/;

/** HMAC-SHA256 of the raw bytes, in base64. */
export function verify({ headers, body }: InboundRequest, { consumer }: InboundSecrets): boolean {
  const signature = SIGNATURE.exec(headers['x-twitter-webhooks-signature'] ?? '')?.[1];
  if (signature === undefined || !consumer || consumer.secret === '') return false;
  return timingSafeEqual(Buffer.from(signature, 'base64'), hmac(body, consumer.secret));
}

function hmac(data: Uint8Array | string, secret: string): Buffer {
  return createHmac('sha256', secret).update(data).digest();
}
