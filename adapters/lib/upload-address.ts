/**
 * Upload addresses, encrypted for checkpoints. Anybody who knows such an address can upload into the account, so it
 * is never stored in the clear: it is encrypted (AES-256-GCM) with a key derived from the account's credentials,
 * which are themselves encrypted at rest. A checkpoint alone therefore reveals no usable address. If the key has
 * changed because the account was connected again, the address cannot be decrypted; the upload is then looked up by
 * other evidence or started again.
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { Credentials } from '../port/account.ts';
import type { PublishStep } from '../port/publish.ts';
import { withoutAppSecret } from './app.ts';

type Owner = Pick<PublishStep, 'account' | 'deliveryId'>;

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypting the same address gives the same text, so the result of a step depends only on its input. */
export function sealAddress(address: string, owner: Owner): string {
  const key = keyOf(owner);
  const text = Buffer.from(address, 'utf8');
  // The IV is derived from the address (as in SIV), so one key never uses one IV for two addresses
  const iv = createHmac('sha256', key).update(text).digest().subarray(0, IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/** @returns null if it was encrypted under other credentials, for another delivery, or was changed */
export function openAddress(sealed: string, owner: Owner): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(owner), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const body = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    return null; // the authentication tag does not match
  }
}

/**
 * Adds a key for upload addresses to stored credentials. The key outlives the tokens, so a refresh in the middle of
 * an upload changes nothing. It is derived once, from the refresh token of the sign-in (or from the app's secret, in
 * older credentials that contain a copy); the source cannot be computed from it.
 */
export function withUploadKey({
  remoteId,
  credentials,
}: {
  remoteId: string;
  credentials: Credentials;
}): Credentials {
  const uploadKey = secretOf(remoteId, credentials).toString('base64url');
  return { ...withoutAppSecret(credentials), uploadKey };
}

/** HKDF (RFC 5869) in its two steps: extract gives the stored key, expand a key for one delivery. */
function keyOf({ account, deliveryId }: Owner): Buffer {
  const { credentials, platform, remoteId } = account;
  const purpose = `upload address of ${platform} ${deliveryId}`;
  return createHmac('sha256', secretOf(remoteId, credentials)).update(`${purpose}\u0001`).digest();
}

function secretOf(remoteId: string, { uploadKey, clientSecret, refreshToken = '' }: Credentials): Buffer {
  if (uploadKey !== undefined) return Buffer.from(uploadKey, 'base64url');
  return createHmac('sha256', remoteId)
    .update(clientSecret ?? refreshToken)
    .digest();
}
