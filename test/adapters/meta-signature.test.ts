/** How Meta proves who calls: the challenge, the signature of a body, the signed form. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import t from 'tap';
import { manifest as facebook } from '../../adapters/facebook/manifest.ts';
import { manifest as instagram } from '../../adapters/instagram/manifest.ts';
import { parseExactly } from '../../adapters/lib/exact-json.ts';
import { manifest as threads } from '../../adapters/threads/manifest.ts';
import type { InboundPort, InboundSecrets } from '../../adapters/port/inbound.ts';
import { asMetaSends } from './samples/read.ts';

const secrets: InboundSecrets = {
  clientId: '123456',
  clientSecret: 'the-app-secret',
  verifyToken: 'agreed-with-meta',
};
const EMOJI = {
  object: 'instagram',
  entry: [{ id: '17841400000000003', time: 1_790_000_000, text: 'Zoë 👩🏽‍🚀 https://example.org/a' }],
};
const hex = (body: Uint8Array | string, secret = secrets.clientSecret) =>
  createHmac('sha256', secret).update(body).digest('hex');
const signedBy = (signature: string, body: Uint8Array) => ({
  headers: { 'x-hub-signature-256': signature },
  body,
});

for (const [name, { inbound }] of Object.entries({ instagram, facebook, threads })) {
  ok(inbound, `${name} has inbound`);
  const port: InboundPort = inbound;

  void t.test(`${name}: a body is accepted only with the signature of its own bytes`, async () => {
    const body = asMetaSends(EMOJI);
    const text = new TextDecoder().decode(body);
    ok(
      text.includes(String.raw`\ud83d\udc69`) && text.includes(String.raw`https:\/\/`),
      'escaped as Meta does',
    );
    equal(port.verify(signedBy(`sha256=${hex(body)}`, body), secrets), true);
    // the same content, parsed and written again, is other bytes
    const again = new TextEncoder().encode(JSON.stringify(JSON.parse(text)));
    deepEqual(JSON.parse(new TextDecoder().decode(again)), EMOJI);
    equal(port.verify(signedBy(`sha256=${hex(body)}`, again), secrets), false);
    equal(port.verify(signedBy(`sha256=${hex(again)}`, body), secrets), false);
  });

  void t.test(`${name}: what is not this app's signature is refused`, async () => {
    const body = asMetaSends(EMOJI);
    const right = hex(body);
    const changed = `${right.startsWith('0') ? '1' : '0'}${right.slice(1)}`;
    const refused = [
      `sha256=${hex(body, 'another-secret')}`,
      `sha256=${changed}`,
      `sha256=${right.slice(2)}`,
      `sha256=${right}00`,
      `sha256=${right}, sha256=${right}`,
      `sha256=${'g'.repeat(64)}`,
      `sha1=${right}`,
      right,
      'sha256=',
      '',
    ];
    for (const signature of refused) equal(port.verify(signedBy(signature, body), secrets), false, signature);
    equal(port.verify({ headers: {}, body }, secrets), false, 'no header');
    equal(
      port.verify({ headers: { 'x-hub-signature': `sha1=${right}` }, body }, secrets),
      false,
      'the old header',
    );
    // an app without a secret would let everybody sign
    const nobody = { ...secrets, clientSecret: '' };
    equal(port.verify(signedBy(`sha256=${hex(body, '')}`, body), nobody), false, 'no secret');
  });

  void t.test(`${name}: the address is confirmed to whom knows the token`, async () => {
    const query = {
      'hub.mode': 'subscribe',
      'hub.verify_token': 'agreed-with-meta',
      'hub.challenge': '1158201444',
    };
    const challenge = (changes: { [name: string]: string }, own = secrets) =>
      port.challenge?.({ ...query, ...changes }, own);
    equal(challenge({}), '1158201444');
    equal(challenge({ 'hub.verify_token': 'agreed-with-nobody' }), null);
    equal(challenge({ 'hub.verify_token': '' }), null);
    equal(challenge({ 'hub.mode': 'unsubscribe' }), null);
    for (const text of ['', '<script>', 'a b', '1'.repeat(201)]) {
      equal(challenge({ 'hub.challenge': text }), null, text);
    }
    equal(challenge({ 'hub.verify_token': '' }, { ...secrets, verifyToken: '' }), null, 'no token agreed');
    equal(port.challenge?.({}, secrets), null);
  });

  void t.test(`${name}: a signed form names the person's login`, async () => {
    const payloadOf = (text: string) => Buffer.from(text).toString('base64url');
    const form = (text: string, secret = secrets.clientSecret) => {
      const payload = payloadOf(text);
      const signature = createHmac('sha256', secret).update(payload).digest('base64url');
      return { signed_request: `${signature}.${payload}` };
    };
    const read = (text: string, secret?: string) => port.signedRequest?.(form(text, secret), secrets);
    const facts = '{"algorithm":"HMAC-SHA256","issued_at":1790000000,"user_id":"26000000000000001"}';
    deepEqual(read(facts), { loginId: '26000000000000001', issuedAt: 1_790_000_000_000 });
    // a number of 17 digits stays the person's
    const number = '{"algorithm":"HMAC-SHA256","user_id":26000000000000001}';
    deepEqual(read(number), { loginId: '26000000000000001', issuedAt: null });
    equal(read(facts, 'another-secret'), null);
    equal(read('{"algorithm":"none","user_id":"1"}'), null);
    equal(read('{"algorithm":"HMAC-SHA256"}'), null);
    equal(read('no json'), null);
    const { signed_request: good } = form(facts);
    for (const text of ['', '.', `.${payloadOf(facts)}`, `${good}.more`, good.slice(5), 'a.b.c', 'ä.ö']) {
      equal(port.signedRequest?.({ signed_request: text }, secrets), null, text);
    }
    equal(port.signedRequest?.({}, secrets), null);
  });
}

void t.test('numbers that JavaScript would round are kept as texts', async () => {
  deepEqual(
    parseExactly('{"id":17841400000000003,"n":[1,-90071992547409931],"x":1.5,"t":"17841400000000003"}'),
    {
      id: '17841400000000003',
      n: [1, '-90071992547409931'],
      x: 1.5,
      t: '17841400000000003',
    },
  );
  equal(parseExactly('{'), undefined);
  equal(parseExactly(`${'['.repeat(200_000)}12345678901234567890`), undefined);
});
