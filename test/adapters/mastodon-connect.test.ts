/** Which server a person means, and whose account it is. */
import { equal, notEqual, ok } from 'node:assert/strict';
import t from 'tap';
import { connect } from '../../adapters/mastodon/connect.ts';
import { idOf, remoteIdOf } from '../../adapters/mastodon/remote-id.ts';

async function register(server: string, own = 'https://mastodon.social') {
  const asked: string[] = [];
  const answer = await connect.register!({
    endpoints: { server: own },
    fetch: async (input) => {
      asked.push((input as Request).url);
      return Response.json({ client_id: 'id', client_secret: 'secret' });
    },
    signal: new AbortController().signal,
    now: 0,
    fields: { server },
    redirectUri: 'https://troupe.test/connect/callback',
    appName: 'Troupe',
  });
  return { answer, asked };
}

void t.test('a server is found in every form that people type its name', async () => {
  for (const typed of [
    'boats.example',
    ' https://boats.example/ ',
    'https://boats.example/@rosa',
    '@rosa@boats.example',
    'rosa@boats.example',
    'BOATS.example',
  ]) {
    const { answer } = await register(typed);
    ok(answer.kind === 'registered', typed);
    equal(answer.endpoints['server'], 'https://boats.example', typed);
  }
});

void t.test('a host that is not a server, or not encrypted, gets no request', async () => {
  for (const typed of [
    '',
    'boats',
    'http://boats.example',
    'ftp://boats.example',
    'https://a:b@boats.example',
  ]) {
    const { answer, asked } = await register(typed);
    ok(answer.kind === 'refused', typed);
    equal(answer.field, 'server');
    equal(asked.length, 0, typed);
  }
});

void t.test('the first accounts of two servers are two accounts', () => {
  const [one, other] = ['https://boats.example', 'https://ships.example'].map((server) =>
    remoteIdOf('1', server),
  );
  notEqual(one, other);
  equal(idOf(one!), '1');
  return Promise.resolve();
});
