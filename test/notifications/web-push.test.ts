/** Encryption and signature of pushes, by the examples that the standards print (RFC 8291, section 5; RFC 8292, section 2.4). */
import { createECDH } from 'node:crypto';
import t from 'tap';
import { encryptPush, faultOfKeys, newVapidKeys, vapidHeader } from '../../src/base/web-push.ts';
import { claimsOf, decryptPush } from '../support/push-browser.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');
const BROWSER = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};
const WATERMELON = 'When I grow up, I want to be a watermelon';

void t.test('the example of RFC 8291 gives the body that it prints', async (t) => {
  const local = createECDH('prime256v1');
  local.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'));
  const body = encryptPush(WATERMELON, BROWSER, { salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'), local });
  t.equal(
    body.toString('base64url'),
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  const keys = { ua: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'), auth: bytes(BROWSER.auth) };
  t.equal(decryptPush(body, keys), WATERMELON);
  t.notSame(encryptPush(WATERMELON, BROWSER), encryptPush(WATERMELON, BROWSER), 'each has keys of its own');
});

void t.test('what reads the header here reads the example of RFC 8292', async (t) => {
  const example = [
    'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0',
    '.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, ',
    'k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs',
  ].join('');
  const { aud, exp, sub } = claimsOf(example);
  t.same(
    { aud, exp, sub },
    { aud: 'https://push.example.net', exp: 1453523768, sub: 'mailto:push@example.com' },
  );
});

void t.test('the header says who sends, to which service, and until when', async (t) => {
  const keys = newVapidKeys();
  const now = Date.parse('2026-05-04T08:00:00Z');
  const push = { endpoint: 'https://push.example.net/a/b?c', contact: 'mailto:push@example.com', now };
  const exp = now / 1000 + 12 * 3_600;
  const expected = {
    aud: 'https://push.example.net',
    exp,
    sub: 'mailto:push@example.com',
    k: keys.publicKey,
  };
  t.same(claimsOf(vapidHeader(push, keys)), expected);
  t.throws(() => claimsOf(vapidHeader(push, { ...keys, publicKey: newVapidKeys().publicKey })));
});

void t.test('keys that are no keys are named, and a message that is too long is refused', async (t) => {
  t.equal(faultOfKeys(BROWSER), null);
  t.equal(faultOfKeys({ ...BROWSER, auth: 'short' }), 'auth');
  t.equal(faultOfKeys({ ...BROWSER, p256dh: BROWSER.p256dh.slice(0, 40) }), 'p256dh');
  t.equal(faultOfKeys({ ...BROWSER, p256dh: `B${'A'.repeat(86)}` }), 'p256dh', 'no point of the curve');
  t.throws(() => encryptPush('x'.repeat(3_001), BROWSER), RangeError);
});
