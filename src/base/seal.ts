/**
 * Secrets at rest: AES-256-GCM. The id of the key comes first, so that keys can be changed. The owner's id is
 * authenticated as associated data, so a sealed secret that is moved to another row does not open.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const FORMAT = 1;
const KEY_ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + KEY_ID_BYTES + IV_BYTES + TAG_BYTES;

export interface Sealer {
  /** @param owner id of the row the secret belongs to */
  seal(value: unknown, owner: string): Buffer;
  /** @throws when none of our keys opens it, the bytes were changed, or the owner is another */
  open(sealed: Uint8Array, owner: string): unknown;
  /** Whether it was sealed with the current key. */
  isCurrent(sealed: Uint8Array): boolean;
}

/** @param keys 32 bytes each; the first seals, all open */
export function createSealer(keys: Buffer[]): Sealer {
  const byId = new Map(keys.map((key) => [keyId(key).toString('hex'), key]));
  const current = keys[0];
  if (!current) throw new Error('a sealer needs a key');
  return {
    isCurrent: (bytes) =>
      bytes[0] === FORMAT &&
      Buffer.from(bytes)
        .subarray(1, 1 + KEY_ID_BYTES)
        .equals(keyId(current)),
    seal(value, owner) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', current, iv).setAAD(Buffer.from(owner));
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(FORMAT), keyId(current), iv, cipher.getAuthTag(), body]);
    },
    open(bytes, owner) {
      const sealed = Buffer.from(bytes);
      const key = byId.get(sealed.subarray(1, 1 + KEY_ID_BYTES).toString('hex'));
      if (sealed[0] !== FORMAT || !key) throw new Error('a secret was sealed with a key that is not at hand');
      const iv = sealed.subarray(1 + KEY_ID_BYTES, 1 + KEY_ID_BYTES + IV_BYTES);
      const tag = sealed.subarray(HEAD_BYTES - TAG_BYTES, HEAD_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner)).setAuthTag(tag);
      const text = Buffer.concat([decipher.update(sealed.subarray(HEAD_BYTES)), decipher.final()]);
      return JSON.parse(text.toString('utf8'));
    },
  };
}

const keyId = (key: Buffer) => createHash('sha256').update(key).digest().subarray(0, KEY_ID_BYTES);

/** Removes every secret from a text that is to be stored or shown. */
export function redact(text: string, secrets: Iterable<string>): string {
  let clean = text;
  for (const secret of secrets) {
    // shorter values are names and numbers, and removing them would blank out half a sentence
    if (secret.length >= 8) clean = clean.replaceAll(secret, '[redacted]');
  }
  return clean;
}

/** The names of secret fields among credentials. Ids and handles are not secret and may appear in responses. */
export function secretsOf(credentials: { [name: string]: string }): string[] {
  return Object.entries(credentials)
    .filter(([name]) => /token|secret|password|jwt|key|url/i.test(name))
    .map(([, value]) => value);
}

/** An event without any of these secrets, so that none reaches the journal with a network's words. */
export function withoutSecrets<E extends object>(event: E, secrets: Iterable<string>): E {
  const text = JSON.stringify(event);
  const safe = redact(text, secrets);
  return safe === text ? event : (JSON.parse(safe) as E);
}
