import t from 'tap';
import { createSealer, redact, secretsOf } from '../src/base/seal.ts';

const [old, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

void t.test('a sealed secret opens only for its owner, and reveals nothing', async (t) => {
  const sealer = createSealer([current]);
  const sealed = sealer.seal({ token: 'secret-token' }, 'acc_1');
  t.strictSame(sealer.open(sealed, 'acc_1'), { token: 'secret-token' });
  t.notOk(sealed.includes('secret-token'));
  t.throws(() => sealer.open(sealed, 'acc_2'), 'moved to another row it does not open');
  sealed[sealed.length - 1]! ^= 1;
  t.throws(() => sealer.open(sealed, 'acc_1'), 'changed it does not open');
});

void t.test('keys are changed by putting the new one first', async (t) => {
  const before = createSealer([old]).seal('x', 'a');
  const changed = createSealer([current, old]);
  t.equal(changed.open(before, 'a'), 'x');
  t.throws(() => createSealer([old]).open(changed.seal('y', 'a'), 'a'), /key that is not at hand/);
});

void t.test('secrets are removed from a text, and short values, which are names, stay', async (t) => {
  t.equal(redact('token abcdefgh of rosa', ['abcdefgh', 'rosa']), 'token [redacted] of rosa');
});

void t.test('credentials are secrets by their names, and ids and handles are not', async (t) => {
  const secret = {
    accessToken: 'a',
    clientSecret: 'b',
    appPassword: 'c',
    refreshJwt: 'd',
    apiKey: 'e',
    webhookUrl: 'f',
  };
  t.strictSame(
    secretsOf({ ...secret, clientId: 'x', handle: 'rosa', did: 'did:plc:1' }),
    Object.values(secret),
  );
});
