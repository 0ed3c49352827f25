import t from 'tap';
import { createClientAddress, isAddressOrNetwork } from '../../src/faces/http/client-address.ts';

const request = (address: string, headers: { [name: string]: string } = {}) => ({
  address,
  header: (name: string) => headers[name] ?? '',
});

void t.test('without a trusted proxy the header is ignored', async (t) => {
  const addressOf = createClientAddress({ trusted: [], header: 'x-forwarded-for' });
  t.equal(addressOf(request('203.0.113.7', { 'x-forwarded-for': '192.0.2.1' })), '203.0.113.7');
});

void t.test('a trusted proxy names the client, whatever the client wrote before it', async (t) => {
  const addressOf = createClientAddress({ trusted: ['127.0.0.1', '10.0.0.0/8'], header: 'x-forwarded-for' });
  const from = (peer: string, forwarded: string) =>
    addressOf(request(peer, { 'x-forwarded-for': forwarded }));
  t.equal(from('127.0.0.1', '203.0.113.7'), '203.0.113.7');
  t.equal(from('0000:0000:0000:0000:0000:ffff:7f00:0001', '203.0.113.7'), '203.0.113.7', 'IPv4 as IPv6');
  t.equal(from('127.0.0.1', '192.0.2.66, 203.0.113.7'), '203.0.113.7', 'the first was made up');
  t.equal(from('127.0.0.1', '192.0.2.66, 203.0.113.7, 10.1.2.3'), '203.0.113.7', 'two proxies');
  t.equal(from('127.0.0.1', '203.0.113.7:4711'), '203.0.113.7');
  t.equal(from('127.0.0.1', '[2001:db8::7]:4711'), '2001:db8::7');
  t.equal(from('198.51.100.1', '203.0.113.7'), '198.51.100.1', 'not one of the proxies');
  t.equal(from('127.0.0.1', ''), '127.0.0.1');
  t.equal(from('127.0.0.1', 'unknown'), '127.0.0.1');
  t.equal(from('127.0.0.1', '10.1.1.1'), '127.0.0.1', 'nobody but proxies');
});

void t.test('proxies are listed as addresses or networks', async (t) => {
  for (const text of ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8']) t.ok(isAddressOrNetwork(text), text);
  for (const text of ['proxy', '10.0.0.0/40', '']) t.notOk(isAddressOrNetwork(text), text);
});
