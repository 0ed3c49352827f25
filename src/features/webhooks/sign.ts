/** Signatures of webhook calls (docs/contract.md, Webhooks): our own in hex, and those of Standard Webhooks. */
import { createHmac, randomBytes } from 'node:crypto';
import { SECRET_PREFIXES } from '../../base/redact.ts';

/** A new signing secret, in the form that Standard Webhooks libraries take: `whsec_` and 24 random bytes in base64. */
export const newSigningSecret = () => `${SECRET_PREFIXES.webhook}${randomBytes(24).toString('base64')}`;

/**
 * The headers of a call.
 * @param secret as the endpoint's owner saw it
 * @param now epoch ms
 */
export function signatureHeaders(signed: { secret: string; eventId: string; now: number; body: string }) {
  const { secret, eventId, now, body } = signed;
  const timestamp = String(Math.floor(now / 1000));
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  const standard = createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64');
  return {
    // over the raw body alone, with the whole text of the secret as the key, so that a receiver can verify it in one
    // line of code
    'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard}`,
  };
}
