/**
 * How Meta proves that a call of a webhook comes from it, the same for Instagram, Pages and Threads (Webhooks, "Getting
 * started"; Facebook Login, "Data deletion callback").
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { textAt } from '../../lib/http.ts';
import { parseExactly } from '../../lib/exact-json.ts';
import type { InboundPort, InboundRequest, InboundSecrets } from '../../port/inbound.ts';
import { timeIn } from '../../lib/inbound-facts.ts';

/** Digits in practice. Nothing else is repeated to a caller. */
const CHALLENGE = /^[\w-]{1,200}$/;

export const challenge: NonNullable<InboundPort['challenge']> = (query, { verifyToken }) => {
  const { 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': challenge } = query;
  if (mode !== 'subscribe' || challenge === undefined || !CHALLENGE.test(challenge)) return null;
  if (verifyToken === '' || token === undefined || !isSame(token, verifyToken)) return null;
  return challenge;
};

const SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

/**
 * HMAC-SHA256 of the raw bytes with the app's secret. Meta escapes other letters than ASCII, and slashes, so a body that
 * was parsed and written again has another one. The older header `x-hub-signature` (SHA-1) is not accepted.
 */
export function verify({ headers, body }: InboundRequest, { clientSecret }: InboundSecrets): boolean {
  const signature = SIGNATURE.exec(headers['x-hub-signature-256'] ?? '')?.[1];
  if (signature === undefined || clientSecret === '') return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), hmac(body, clientSecret));
}

export const signedRequest: NonNullable<InboundPort['signedRequest']> = (form, { clientSecret }) => {
  const [signature = '', payload = '', ...more] = (form['signed_request'] ?? '').split('.');
  if (more.length > 0 || payload === '' || clientSecret === '') return null;
  const received = Buffer.from(signature, 'base64url');
  const expected = hmac(payload, clientSecret); // of the payload as it is written, not decoded
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null;
  const facts = parseExactly(Buffer.from(payload, 'base64url').toString());
  const loginId = textAt(facts, 'user_id');
  if (textAt(facts, 'algorithm')?.toUpperCase() !== 'HMAC-SHA256' || !loginId) return null;
  return { loginId, issuedAt: timeIn(facts, 'issued_at') };
};

function hmac(data: Uint8Array | string, secret: string): Buffer {
  return createHmac('sha256', secret).update(data).digest();
}

/** Compares in a time that tells nothing about where the texts differ, nor about their lengths. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
