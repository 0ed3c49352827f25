import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import t, { type Test } from 'tap';
import { returnUrl } from '../../../src/features/accounts/connect/link.ts';
import { storedText } from '../../support/stored-text.ts';
import { startService } from '../../support/service.ts';
import { allow, linkFor, newPerson } from './person.ts';

const HOUR = 3_600_000;

void t.test('a link connects an account, and the account is announced', async (t) => {
  const hooked = await listen(t);
  const running = await startService(t, { allowedOrigins: [hooked.origin] });
  const { call } = running;
  const link = await linkFor(running, {
    redirectUrl: 'http://localhost:9/welcome?from=mail',
    platforms: ['instagram', 'bluesky'],
  });
  t.equal(link.status, 'pending');
  t.same(link.platforms, ['instagram', 'bluesky']);
  t.match(link.url, /^http:\/\/127\.0\.0\.1:\d+\/connect\/[\w-]{43}$/);
  const expiresIn = Date.parse(link.expiresAt) - Date.now();
  t.ok(expiresIn > 23.9 * HOUR && expiresIn <= 24 * HOUR, '24 hours where nothing is said');

  await call('POST', '/v1/webhooks', { url: hooked.url, events: ['account.connected'] });

  const person = newPerson(running);
  const page = await person.get(link.url);
  t.equal(page.status, 200);
  t.match(page.text, /Instagram/);
  t.notMatch(page.text, /Telegram/, 'only what was asked for');
  const came = await person.get(await allow(person, link, 'instagram', { login: 'Café Luna' }));
  t.equal(came.status, 303);
  t.equal(came.location, link.url);
  const done = await person.get(came.location);
  t.match(done.text, /Café Luna/);
  t.match(done.text, /href="http:\/\/localhost:9\/welcome\?from=mail&#38;connected=instagram"/);

  const { body: seen } = await call('GET', `/v1/connect-links/${link.id}`);
  t.equal(seen.connectLink.status, 'connected');
  t.equal(seen.connectLink.url, link.url);
  t.equal(seen.connectLink.accounts.length, 1);
  t.match(seen.connectLink.accounts[0], {
    platform: 'instagram',
    displayName: 'Café Luna',
    status: 'healthy',
  });

  const told = await hooked.next();
  t.match(told, { event: 'account.connected', workspace: 'home', account: seen.connectLink.accounts[0] });
  t.notMatch(JSON.stringify(told), /IGAA/, 'no token in it');

  const id = seen.connectLink.accounts[0].id;
  const { body: created } = await call('POST', '/v1/posts', {
    content: 'Open again',
    accountIds: [id],
    media: [`${running.sandbox.url}/samples/photo.jpg`],
    publishNow: true,
  });
  // the container is polled every few seconds of the service's clock
  const hurry = setInterval(() => running.advance(10_000), 100);
  t.teardown(() => clearInterval(hurry));
  const post = await running.until(created.post.id, ({ status }) => status !== 'publishing');
  clearInterval(hurry);
  t.equal(post.status, 'published', post.error);
});

void t.test('links are listed newest first, with their status', async (t) => {
  const running = await startService(t);
  const { call } = running;
  const used = await linkFor(running);
  const person = newPerson(running);
  await person.get(await allow(person, used, 'instagram', { login: 'Café Luna' }));
  const revoked = await linkFor(running);
  await call('DELETE', `/v1/connect-links/${revoked.id}`);
  const open = await linkFor(running);
  const short = await linkFor(running, { expiresInHours: 1 });

  const { body } = await call('GET', '/v1/connect-links');
  t.match(body, {
    connectLinks: [
      { id: short.id, status: 'pending', accounts: [] },
      { id: open.id, status: 'pending', url: open.url },
      { id: revoked.id, status: 'revoked' },
      { id: used.id, status: 'connected', accounts: [{ displayName: 'Café Luna' }] },
    ],
    next: null,
  });
  running.advance(2 * HOUR);
  const ids = async (query: string) =>
    (await call('GET', `/v1/connect-links?${query}`)).body.connectLinks.map(({ id }: { id: string }) => id);
  t.same(await ids('open=true'), [open.id, used.id], 'one that was used still works');
  const first = (await call('GET', '/v1/connect-links?limit=3')).body;
  t.equal(first.connectLinks.length, 3);
  t.same(await ids(`limit=3&before=${first.next}`), [used.id]);
  const { key } = await running.neighbour();
  const stranger = { authorization: `Bearer ${key}` };
  t.same((await call('GET', '/v1/connect-links', undefined, stranger)).body.connectLinks, []);
});

void t.test('connecting the same account again updates its credentials and adds no account', async (t) => {
  const running = await startService(t);
  const { sql } = running.service;
  const link = await linkFor(running);
  const person = newPerson(running);
  const connect = async () => person.get(await allow(person, link, 'instagram'));
  const rows = () => sql`
    select id, credentials_version as version, credentials from accounts
    where platform = 'instagram' and username = 'rosa'`;
  await connect();
  const [first] = await rows();
  await connect();
  const again = await rows();
  t.equal(again.length, 1);
  t.equal(again[0]!['id'], first!['id']);
  t.equal(again[0]!['version'], 2);
  t.notSame(again[0]!['credentials'], first!['credentials']);
  const { body } = await running.call('GET', '/v1/accounts');
  t.match(
    body.accounts.find((account: { id: string }) => account.id === first!['id']),
    { status: 'healthy', warning: null },
  );
});

void t.test('a link that is expired, revoked or unknown is refused', async (t) => {
  const running = await startService(t);
  const { call } = running;
  const person = newPerson(running);

  const short = await linkFor(running, { expiresInHours: 1 });
  const revoked = await linkFor(running);
  const { status, body } = await call('DELETE', `/v1/connect-links/${revoked.id}`);
  t.equal(status, 200);
  t.equal(body.connectLink.status, 'revoked');
  t.equal((await person.get(revoked.url)).status, 410);
  t.equal((await person.send(`${revoked.url}/mastodon`, { server: 'x' })).status, 410);
  t.equal((await call('DELETE', `/v1/connect-links/${revoked.id}`)).body.connectLink.status, 'revoked');

  t.equal((await person.get(short.url)).status, 200);
  running.advance(HOUR + 1);
  t.equal((await person.get(short.url)).status, 410);
  t.equal((await call('GET', `/v1/connect-links/${short.id}`)).body.connectLink.status, 'expired');

  t.equal((await person.get(`${running.baseUrl}/connect/${'x'.repeat(43)}`)).status, 404);
  t.equal((await person.get(`${running.baseUrl}/connect/short`)).status, 404);
  t.equal((await person.get(`${short.url.slice(0, -1)}%00`)).status, 400);
});

void t.test('a link that is revoked while the person signs in connects nothing', async (t) => {
  const running = await startService(t);
  const person = newPerson(running);
  const link = await linkFor(running);
  const callback = await allow(person, link, 'instagram');
  await running.call('DELETE', `/v1/connect-links/${link.id}`);
  const came = await person.get(callback);
  t.equal(came.status, 400);
  t.match(came.text, /no longer open/);
  const { body } = await running.call('GET', `/v1/connect-links/${link.id}`);
  t.same(body.connectLink.accounts, []);
  t.equal(body.connectLink.status, 'revoked');
});

void t.test('a link belongs to one workspace, and an error names the wrong field', async (t) => {
  const running = await startService(t);
  const { call } = running;
  const link = await linkFor(running);
  const other = await running.neighbour();
  const asOther = { authorization: `Bearer ${other.key}` };
  for (const method of ['GET', 'DELETE']) {
    t.equal((await call(method, `/v1/connect-links/${link.id}`, undefined, asOther)).status, 404);
  }
  const bad: [object, string][] = [
    [{ redirectUrl: 'http://example.org/back' }, '/redirectUrl'],
    [{ redirectUrl: 'javascript:alert(1)' }, '/redirectUrl'],
    [{ redirectUrl: 'https://rosa:pass@example.org/' }, '/redirectUrl'],
    [{ redirectUrl: 'http://localhost.example.org/' }, '/redirectUrl'],
    [{ platforms: [] }, '/platforms'],
    [{ platforms: ['myspace'] }, '/platforms/0'],
    [{ expiresInHours: 0 }, '/expiresInHours'],
    [{ expiresInHours: 169 }, '/expiresInHours'],
    [{ expiresInHours: 1.5 }, '/expiresInHours'],
    [{ expires: 5 }, '/expires'],
  ];
  for (const [body, param] of bad) {
    const answer = await call('POST', '/v1/connect-links', body);
    t.equal(answer.status, 400, JSON.stringify(body));
    t.equal(answer.body.param, param, JSON.stringify(body));
  }
});

void t.test('a repeated request returns the same link, and its address is stored only sealed', async (t) => {
  const running = await startService(t);
  const { call, service } = running;
  const key = { 'idempotency-key': 'link-1' };
  const first = await call('POST', '/v1/connect-links', {}, key);
  const again = await call('POST', '/v1/connect-links', {}, key);
  t.equal(again.headers.get('idempotent-replayed'), 'true');
  t.same(again.body, first.body);
  const secret = first.body.connectLink.url.split('/').at(-1)!;
  for (const table of ['connect_links', 'idempotency_keys']) {
    const text = await storedText(service.sql, table);
    t.ok(text);
    t.notOk(text.includes(secret), table);
  }
});

void t.test('disconnecting an account also removes it from its link', async (t) => {
  const running = await startService(t);
  const { call, accounts } = running;
  const id = accounts['telegram']!;
  const other = await running.neighbour();
  t.equal((await call('DELETE', `/v1/accounts/${other.accounts['telegram']}`)).status, 404);
  const { status, body } = await call('DELETE', `/v1/accounts/${id}`);
  t.equal(status, 200);
  t.same(body, { id, deleted: true });
  t.equal((await call('DELETE', `/v1/accounts/${id}`)).status, 404);
  const { body: list } = await call('GET', '/v1/accounts');
  t.notOk(list.accounts.some((account: { id: string }) => account.id === id));
});

void t.test('the return address keeps its own query', async (t) => {
  t.equal(
    returnUrl('https://a.example/x?y=1#z', ['bluesky', 'x', 'bluesky']),
    'https://a.example/x?y=1&connected=bluesky,x#z',
  );
  t.equal(returnUrl('https://a.example/', []), 'https://a.example/?connected=');
});

/** A webhook endpoint that receives one event after another. */
async function listen(t: Test) {
  const heard: unknown[] = [];
  const waiting: ((event: unknown) => void)[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const event: unknown = JSON.parse(Buffer.concat(chunks).toString());
      const next = waiting.shift();
      if (next) next(event);
      else heard.push(event);
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/hook`,
    next: () =>
      heard.length > 0 ? Promise.resolve(heard.shift()) : new Promise((resolve) => waiting.push(resolve)),
  };
}
