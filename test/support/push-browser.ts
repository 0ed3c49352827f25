/** A browser as a push service sees it: an endpoint that takes pushes, and reads them with the browser's own keys. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { listenLocally } from './local-server.ts';

/** @param keys ua: private key of the browser; auth: its secret. @returns the message (RFC 8188, RFC 8291) */
export function decryptPush(body: Buffer, keys: { ua: Buffer; auth: Buffer }): string {
  const salt = body.subarray(0, 16);
  const length = body[20]!;
  const theirs = body.subarray(21, 21 + length);
  const sealed = body.subarray(21 + length);
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(keys.ua);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs]);
  const hkdf = (key: Buffer, from: Buffer, about: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, from, about, bytes));
  const secret = hkdf(ecdh.computeSecret(theirs), keys.auth, info, 32);
  const key = hkdf(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = hkdf(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  if (text.at(-1) !== 2) throw new Error('the record is not marked as the last one');
  return text.subarray(0, -1).toString();
}

/** The claims of a header `authorization`; throws if the signature does not fit the key that it names (RFC 8292). */
export function claimsOf(header: string): { aud: string; exp: number; sub: string; k: string } {
  const [, token, k] = /^vapid t=(\S+), ?k=(\S+)$/.exec(header)!;
  const [head, claims, signature] = token!.split('.') as [string, string, string];
  const point = Buffer.from(k!, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  const signed = Buffer.from(`${head}.${claims}`);
  if (!verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')))
    throw new Error('the signature is wrong');
  return { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), k };
}

interface TakenPush {
  path: string;
  headers: IncomingHttpHeaders;
  message: { title: string; body: string; url: string; tag: string };
}

export type PushService = Awaited<ReturnType<typeof startPushService>>;

/** Starts a push service that responds with the given statuses, then with 201. `0` takes the push and breaks the connection. */
export async function startPushService(t: { teardown(end: () => unknown): void }) {
  const taken: TakenPush[] = [];
  const statuses: number[] = [];
  const browsers = new Map<string, { ua: Buffer; auth: Buffer }>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url!;
      const message = JSON.parse(decryptPush(Buffer.concat(chunks), browsers.get(path)!));
      taken.push({ path, headers: request.headers, message });
      const status = statuses.shift() ?? 201;
      if (status === 0) request.socket.destroy();
      else response.writeHead(status, status === 429 ? { 'retry-after': '120' } : {}).end();
    });
  });
  const origin = await listenLocally(t, server);
  return {
    origin,
    /** What came, decrypted, oldest first. */
    taken,
    /** The responses to the next pushes. */
    statuses,
    /** A new browser. @returns its subscription */
    subscribe(name: string) {
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const auth = randomBytes(16);
      browsers.set(`/push/${name}`, { ua: ecdh.getPrivateKey(), auth });
      const p256dh = ecdh.getPublicKey('base64url');
      return { endpoint: `${origin}/push/${name}`, p256dh, auth: auth.toString('base64url') };
    },
  };
}
