import { equal, match, notEqual } from 'node:assert/strict';
import t from 'tap';
import type { AccountAccess } from '../../adapters/adapter.ts';
import { openAddress, sealAddress } from '../../adapters/upload-address.ts';

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

void t.test('an address comes back as it was, also when the tokens were renewed since', async () => {
  const sealed = sealAddress(ADDRESS, owner);
  match(sealed, /^[A-Za-z0-9_-]+$/);
  equal(Buffer.from(sealed, 'base64url').includes('geheim'), false);
  equal(openAddress(sealed, owner), ADDRESS);
  equal(openAddress(sealed, withSecrets({ accessToken: 'b', refreshToken: 'q' })), ADDRESS);
});

void t.test('the same address seals to the same text, for this delivery alone', async () => {
  equal(sealAddress(ADDRESS, owner), sealAddress(ADDRESS, owner));
  notEqual(sealAddress(ADDRESS, owner), sealAddress(ADDRESS, { ...owner, deliveryId: 'delivery-2' }));
  notEqual(sealAddress(ADDRESS, owner), sealAddress(`${ADDRESS}1`, owner));
});

void t.test('what was sealed for others, was changed or is none does not open', async () => {
  const sealed = sealAddress(ADDRESS, owner);
  equal(openAddress(sealed, { ...owner, deliveryId: 'delivery-2' }), null);
  equal(openAddress(sealed, withSecrets({ clientSecret: 'other' })), null);
  equal(openAddress(sealed, { ...owner, account: { ...account, remoteId: 'UCother' } }), null);
  equal(openAddress(`${sealed.slice(0, -2)}AA`, owner), null);
  equal(openAddress('', owner), null);
});
