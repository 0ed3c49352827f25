/** A person removes the app from their account, or asks for the deletion of their data: Meta's two callbacks. */
import { createHmac } from 'node:crypto';
import { BadInput } from '../bad-input.ts';
import type { Removal, RemovalResult } from '../people.ts';
import type { PeopleWorld } from './state.ts';

const TIMEOUT_MS = 5_000;

/** The id under which the app knows the person who signed in, and the secret that signs for the app. */
export interface Login {
  id: string;
  secret: string;
}

/**
 * Makes the call. Both callbacks have the same form; their addresses are two settings of the app.
 * @returns what the app responded
 */
export async function callRemoval(
  world: PeopleWorld,
  { id, secret }: Login,
  { url, wrongSecret }: Removal,
): Promise<RemovalResult> {
  const signed = signedRequest(id, wrongSecret ? `not ${secret}` : secret, world.now());
  try {
    const response = await world.fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ signed_request: signed }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { loginId: id, status: response.status, body: (await response.text()).slice(0, 10_000) };
  } catch (cause) {
    throw new BadInput(`url: nothing responded there (${String(cause)})`);
  }
}

/** `<signature>.<payload>`, both base64url; the signature is over the payload as it is written. */
function signedRequest(userId: string, secret: string, now: number): string {
  const facts = { algorithm: 'HMAC-SHA256', issued_at: Math.floor(now / 1000), user_id: userId };
  const payload = Buffer.from(JSON.stringify(facts)).toString('base64url');
  return `${createHmac('sha256', secret).update(payload).digest('base64url')}.${payload}`;
}
