import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { createDecipheriv, hkdfSync } from 'node:crypto';
import t from 'tap';
import type { AccountAccess } from '../../adapters/port/account.ts';
import { openAddress, sealAddress, withUploadKey } from '../../adapters/lib/upload-address.ts';

const ADDRESS = 'https://www.googleapis.com/upload/youtube/v3/videos?upload_id=geheim';
const account: AccountAccess = {
  id: 'acc_1',
  platform: 'youtube',
  remoteId: 'UCabc',
  username: '@ann',
  endpoints: {},
  credentials: { accessToken: 'a', refreshToken: 'r', clientSecret: 's' },
  limits: {},
};
const owner = { account, deliveryId: 'delivery-1' };
const withSecrets = (credentials: { [name: string]: string }) => ({
  ...owner,
  account: { ...account, credentials: { ...account.credentials, ...credentials } },
});

void t.test('an address is unsealed unchanged, also after the tokens were refreshed', async () => {
  const sealed = sealAddress(ADDRESS, owner);
  match(sealed, /^[A-Za-z0-9_-]+$/);
  equal(Buffer.from(sealed, 'base64url').includes('geheim'), false);
  equal(openAddress(sealed, owner), ADDRESS);
  equal(openAddress(sealed, withSecrets({ accessToken: 'b', refreshToken: 'q' })), ADDRESS);
});

void t.test('the same address is sealed to the same text, for one delivery', async () => {
  equal(sealAddress(ADDRESS, owner), sealAddress(ADDRESS, owner));
  notEqual(sealAddress(ADDRESS, owner), sealAddress(ADDRESS, { ...owner, deliveryId: 'delivery-2' }));
  notEqual(sealAddress(ADDRESS, owner), sealAddress(`${ADDRESS}1`, owner));
});

void t.test('a text that was sealed for others, changed or made up does not open', async () => {
  const sealed = sealAddress(ADDRESS, owner);
  equal(openAddress(sealed, { ...owner, deliveryId: 'delivery-2' }), null);
  equal(openAddress(sealed, withSecrets({ clientSecret: 'other' })), null);
  equal(openAddress(sealed, { ...owner, account: { ...account, remoteId: 'UCother' } }), null);
  equal(openAddress(`${sealed.slice(0, -2)}AA`, owner), null);
  equal(openAddress('', owner), null);
});

void t.test(
  'a text that was sealed with the app’s former secret opens with the key that replaced it',
  async () => {
    const sealed = sealAddress(ADDRESS, owner);
    const kept = withUploadKey(account);
    deepEqual(Object.keys(kept).sort(), ['accessToken', 'refreshToken', 'uploadKey']);
    const now = (credentials: { [name: string]: string }) => ({
      ...owner,
      account: { ...account, credentials },
    });
    equal(openAddress(sealed, now(kept)), ADDRESS);
    const renewed = { ...kept, accessToken: 'b', refreshToken: 'q' };
    equal(openAddress(sealed, now(renewed)), ADDRESS, 'also when the tokens were renewed since');
    equal(withUploadKey({ ...account, credentials: renewed })['uploadKey'], kept['uploadKey']);
  },
);

void t.test('a new sign-in derives its key from its refresh token, and does not reveal it', async () => {
  const credentials = { accessToken: 'a', refreshToken: 'the-refresh-token' };
  const fresh = { ...account, credentials };
  const kept = withUploadKey(fresh);
  const sealed = sealAddress(ADDRESS, { ...owner, account: fresh });
  equal(openAddress(sealed, { ...owner, account: { ...account, credentials: kept } }), ADDRESS);
  ok(!JSON.stringify(kept['uploadKey']).includes('the-refresh-token'));
  const other = withUploadKey({ ...account, credentials: { ...credentials, refreshToken: 'another' } });
  notEqual(other['uploadKey'], kept['uploadKey']);
});

void t.test('the key of a delivery is derived with HKDF', async () => {
  const sealed = Buffer.from(sealAddress('x', owner), 'base64url');
  const purpose = 'upload address of youtube delivery-1';
  const key = Buffer.from(hkdfSync('sha256', 's', account.remoteId, purpose, 32));
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  equal(Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString(), 'x');
});
