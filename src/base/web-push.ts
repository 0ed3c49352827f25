/**
 * Messages for browsers: encrypted for one subscription (RFC 8291 with the content coding of RFC 8188) and signed by this installation
 * (VAPID, RFC 8292). Pure: randomness and time are arguments.
 */
import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';

/** Where a browser takes messages. The keys are base64url, as browsers give them. */
export interface PushSubscription {
  endpoint: string;
  /** The public key of the browser: an uncompressed point of P-256. */
  p256dh: string;
  /** A secret of 16 bytes that the browser shares with its service. */
  auth: string;
}

/** The keys by which an installation signs, base64url. Browsers get the public one when they subscribe. */
export interface VapidKeys {
  publicKey: string;
  privateKey: string;
}

const CURVE = 'prime256v1';
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** One record holds the whole message. */
const RECORD_BYTES = 4096;
/** A service need not take more (RFC 8030, 7.2), and header, delimiter and tag take a part of it. */
const MAX_PAYLOAD_BYTES = 3_000;
/** A token may be valid for 24 hours at most (RFC 8292, 2). Half of it leaves room for clocks that differ. */
const TOKEN_VALID_S = 12 * 3_600;

/** New keys for an installation. */
export function newVapidKeys(): VapidKeys {
  const ecdh = createECDH(CURVE);
  return { publicKey: ecdh.generateKeys('base64url'), privateKey: ecdh.getPrivateKey('base64url') };
}

/** What is wrong with the keys of a subscription, as the name of the field; null if nothing is. */
export function faultOfKeys({ p256dh, auth }: Omit<PushSubscription, 'endpoint'>): 'p256dh' | 'auth' | null {
  if (Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return 'auth';
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== POINT_BYTES) return 'p256dh';
  try {
    // throws where it is no point of the curve
    const ecdh = createECDH(CURVE);
    ecdh.generateKeys();
    ecdh.computeSecret(point);
    return null;
  } catch {
    return 'p256dh';
  }
}

/**
 * Encrypts a message so that only the browser of a subscription reads it.
 * @param random salt: 16 bytes; local: a key pair for this message alone. Default: new ones
 * @returns the body of the request, of the content coding aes128gcm
 * @throws RangeError when the message is longer than 3,000 bytes
 */
export function encryptPush(
  payload: string,
  { p256dh, auth }: Omit<PushSubscription, 'endpoint'>,
  random: { salt: Buffer; local: ECDH } = { salt: randomBytes(SALT_BYTES), local: newPair() },
): Buffer {
  const text = Buffer.from(payload);
  if (text.length > MAX_PAYLOAD_BYTES) throw new RangeError(`a push has at most ${MAX_PAYLOAD_BYTES} bytes`);
  const { salt, local } = random;
  const theirs = Buffer.from(p256dh, 'base64url');
  const ours = local.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const secret = derive(local.computeSecret(theirs), {
    salt: Buffer.from(auth, 'base64url'),
    info,
    length: 32,
  });
  const key = derive(secret, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), length: 16 });
  const nonce = derive(secret, { salt, info: Buffer.from('Content-Encoding: nonce\0'), length: 12 });
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES });
  // 2 marks the last record (RFC 8188, 2)
  const record = Buffer.concat([cipher.update(Buffer.concat([text, Buffer.of(2)])), cipher.final()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Buffer.of(ours.length), ours, record, cipher.getAuthTag()]);
}

function newPair(): ECDH {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return pair;
}

/** HKDF with SHA-256 (RFC 5869). */
const derive = (
  secret: Buffer,
  { salt, info, length }: { salt: Buffer; info: Buffer; length: number },
): Buffer => Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/**
 * The header `authorization` of a push.
 * @param push.contact how the push service reaches the operator: an https or mailto URL; now: epoch ms
 */
export function vapidHeader(
  { endpoint, contact, now }: { endpoint: string; contact: string; now: number },
  { publicKey, privateKey }: VapidKeys,
): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + TOKEN_VALID_S, sub: contact };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey,
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
}
