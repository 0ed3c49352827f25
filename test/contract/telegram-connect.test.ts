import { equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import { connect } from '../../adapters/telegram/connect.ts';
import { manifest as telegram } from '../../adapters/telegram/manifest.ts';
import { telegram as network } from '../../simulators/telegram/index.ts';
import { createSandbox } from '../../simulators/sandbox.ts';
import { formContract } from './connect-contract.ts';
import { post } from './media.ts';

type Fields = { [name: string]: string };

formContract('telegram', () => ({
  adapter: telegram,
  network,
  connect,
  endpoints: (baseUrl) => network.endpoints!(baseUrl),
  fields: (sandbox) => {
    const { username, credentials } = sandbox.connect('telegram', 'Rosas boats');
    return { token: credentials['token']!, channel: `https://t.me/${username}` };
  },
  post: post('Two boats came in today'),
  wrong: {
    'what is no token': { fields: (right: Fields) => ({ ...right, token: 'my secret bot' }), field: 'token' },
    'a token of no bot': {
      fields: (right: Fields) => ({ ...right, token: '777000111:AAH-another_token_of_35_signs_00001' }),
      field: 'token',
    },
    'what is no channel': {
      fields: (right: Fields) => ({ ...right, channel: 'my channel' }),
      field: 'channel',
    },
    'a channel that the bot does not see': {
      fields: (right: Fields) => ({ ...right, channel: '@nobodys_channel' }),
      field: 'channel',
    },
  },
}));

void t.test('a code in a channel proves who owns it, and reading continues after it', async () => {
  const shared = connect.shared!;
  const sandbox = createSandbox({ baseUrl: 'http://sandbox.test', networks: [network] });
  const account = sandbox.connect('telegram', 'Rosas boats');
  const step = {
    endpoints: network.endpoints!('http://sandbox.test/telegram'),
    fetch: sandbox.fetch,
    signal: new AbortController().signal,
    now: 0,
    app: network.app!,
  };
  const named = await shared.nameOf(step);
  ok(named.kind === 'name');
  match(
    shared.steps({ name: named.name, code: 'ABCD-EFGH' }).join('\n'),
    /@troupe_sandbox_bot[^]*\/connect ABCD-EFGH/,
  );

  const say = (text: string) =>
    sandbox.fetch('http://sandbox.test/telegram/people/post', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chat: account.remoteId, text }),
    });
  await say('good morning');
  await say('/connect abcd-efgh');
  const first = await shared.read({ ...step, cursor: null });
  ok(first.kind === 'codes');
  equal(JSON.stringify(first.codes), JSON.stringify([{ code: 'ABCD-EFGH', place: account.remoteId }]));
  const again = await shared.read({ ...step, cursor: null });
  equal(JSON.stringify(again), JSON.stringify(first), 'the same from the same cursor');
  const later = await shared.read({ ...step, cursor: first.cursor });
  ok(later.kind === 'codes');
  equal(later.codes.length, 0);
  equal(later.cursor, first.cursor);

  const connected = await shared.connect({ ...step, place: account.remoteId });
  ok(connected.kind === 'accounts');
  equal(connected.accounts[0]?.remoteId, account.remoteId);
});

void t.test('a bot with a revoked token is the operator’s task, and the error hides the token', async () => {
  const sandbox = createSandbox({ baseUrl: 'http://sandbox.test', networks: [network] });
  const token = '777000111:AAH-a_token_that_was_taken_away_0001';
  const step = {
    endpoints: network.endpoints!('http://sandbox.test/telegram'),
    fetch: sandbox.fetch,
    signal: new AbortController().signal,
    now: 0,
    app: { clientId: '777000111', clientSecret: token },
  };
  for (const answer of [
    await connect.shared!.nameOf(step),
    await connect.shared!.read({ ...step, cursor: null }),
    await connect.shared!.connect({ ...step, place: '-1001' }),
  ]) {
    ok(answer.kind === 'refused');
    match(answer.reason, /the operator must set/);
    ok(!answer.reason.includes(token));
  }
});
