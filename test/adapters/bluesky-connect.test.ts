/** Where an app password is sent, and where it is never sent. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import { connect } from '../../adapters/bluesky/connect.ts';
import { manifest as bluesky } from '../../adapters/bluesky/manifest.ts';

const PASSWORD = 'abcd-efgh-ijkl-mnop';
const DID = 'did:plc:aaaabbbbccccddddeeeeffff';

/** The network with one account, whose identity names `pds`. */
function network(pds: string, session: object = {}) {
  const documented = { id: DID, service: [{ id: '#atproto_pds', serviceEndpoint: pds }] };
  const passwordSentTo: string[] = [];
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    const request = input as Request;
    const { origin, pathname } = new URL(request.url);
    asked.push(`${origin}${pathname}`);
    if ((await request.clone().text()).includes(PASSWORD)) passwordSentTo.push(origin);
    if (pathname.endsWith('resolveHandle')) return Response.json({ did: DID });
    if (origin === 'https://plc.directory' || pathname === '/.well-known/did.json') {
      return Response.json({ ...documented, id: pathname.includes('plc') ? DID : 'did:web:rosa.example' });
    }
    if (pathname.endsWith('createSession')) {
      const tokens = { accessJwt: 'a.b.c', refreshJwt: 'd.e.f' };
      return Response.json({ did: DID, handle: 'rosa.example', ...tokens, didDoc: documented, ...session });
    }
    return Response.json({ displayName: 'Rosa' });
  };
  const submit = (fields: { [name: string]: string }) =>
    connect.connect({
      endpoints: bluesky.endpoints,
      fetch,
      signal: new AbortController().signal,
      now: 0,
      fields: { appPassword: PASSWORD, ...fields },
    });
  return { submit, passwordSentTo, asked };
}

void t.test('an account of Bluesky signs in at the entryway, and posts at its own server', async () => {
  const { submit, passwordSentTo } = network('https://oyster.us-east.host.bsky.network');
  const answer = await submit({ handle: 'rosa.example' });
  ok(answer.kind === 'accounts');
  deepEqual(passwordSentTo, ['https://bsky.social']);
  equal(answer.accounts[0]?.endpoints['pds'], 'https://oyster.us-east.host.bsky.network');
  equal(answer.accounts[0]?.remoteId, DID);
  equal(answer.accounts[0]?.credentials['identifier'], DID);
});

void t.test('the person is shown a foreign server before anything is sent to it', async () => {
  const { submit, passwordSentTo } = network('https://pds.evil.example');
  const answer = await submit({ handle: 'rosa.example' });
  ok(answer.kind === 'refused');
  equal(answer.field, 'server');
  match(answer.reason, /https:\/\/pds\.evil\.example/);
  deepEqual(passwordSentTo, []);
});

void t.test('a server that the person typed receives the password if the account exists there', async () => {
  const own = network('https://pds.rosa.example');
  ok((await own.submit({ handle: 'rosa.example', server: 'pds.rosa.example/' })).kind === 'accounts');
  deepEqual(own.passwordSentTo, ['https://pds.rosa.example']);
  const other = network('https://pds.rosa.example');
  const answer = await other.submit({ handle: 'rosa.example', server: 'https://pds.bo.example' });
  ok(answer.kind === 'refused');
  equal(answer.field, 'server');
  deepEqual(other.passwordSentTo, []);
  const hosted = network('https://oyster.us-east.host.bsky.network');
  ok((await hosted.submit({ handle: 'rosa.example', server: 'https://pds.bo.example' })).kind === 'refused');
  deepEqual(hosted.passwordSentTo, []);
});

void t.test('a name that only ends like Bluesky’s does not count as Bluesky’s', async () => {
  for (const pds of ['https://evilbsky.social', 'https://host.bsky.network.evil.example']) {
    const { submit, passwordSentTo } = network(pds);
    equal((await submit({ handle: 'rosa.example' })).kind, 'refused');
    deepEqual(passwordSentTo, []);
  }
});

void t.test('a server without encryption is refused', async () => {
  const { submit, passwordSentTo } = network('http://pds.rosa.example');
  const answer = await submit({ handle: 'rosa.example' });
  ok(answer.kind === 'refused');
  equal(answer.field, 'handle');
  deepEqual(passwordSentTo, []);
});

void t.test('a suspended account, and one with a second factor, get an error that says so', async () => {
  const closed = network('https://oyster.us-east.host.bsky.network', { active: false, status: 'suspended' });
  const answer = await closed.submit({ handle: 'rosa.example' });
  ok(answer.kind === 'refused');
  match(answer.reason, /suspended/);
});
