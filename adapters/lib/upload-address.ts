/**
 * Addresses of uploads, sealed for checkpoints. Such an address allows an upload into the account to whoever knows it,
 * so it is never kept as it is: it is encrypted (AES-256-GCM) under a key drawn from the account's credentials, which are
 * themselves sealed at rest. A checkpoint that is read by others is worth nothing to them. Where the key has changed (the
 * account was connected again), the address does not open, and the upload is looked up by other evidence or started anew.
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import type { Credentials } from '../port/account.ts';
import type { PublishStep } from '../port/publish.ts';
import { withoutAppSecret } from './app.ts';

type Owner = Pick<PublishStep, 'account' | 'deliveryId'>;

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The same address seals to the same text: what a step answers depends on nothing but its input. */
export function sealAddress(address: string, owner: Owner): string {
  const key = keyOf(owner);
  const text = Buffer.from(address, 'utf8');
  // drawn from the address (as SIV does): one key never meets one IV with two addresses
  const iv = createHmac('sha256', key).update(text).digest().subarray(0, IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const body = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/** @returns null where it was sealed under other credentials or for another delivery, or was changed */
export function openAddress(sealed: string, owner: Owner): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length <= IV_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(owner), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  try {
    const body = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([body, decipher.final()]).toString('utf8');
  } catch {
    return null; // the tag does not fit
  }
}

/**
 * Credentials as they are kept, with a key for addresses that outlives the tokens: a refresh in the middle of an upload
 * changes nothing. It is drawn once, from the refresh token of the sign-in (or from the app's secret, where credentials
 * still hold a copy), and does not tell what it was drawn from.
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

/** HKDF (RFC 5869) in its two steps: the first gives what is kept, the second a key for one delivery. */
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
