/** What X sends: checks of the address, signatures, and events as its documentation shows them. */
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import t from 'tap';
import { parseExactly } from '../../adapters/lib/exact-json.ts';
import type { InboundEvent } from '../../adapters/port/inbound.ts';
import { inbound } from '../../adapters/x/inbound.ts';

const consumer = { key: 'a key', secret: 'a consumer secret' };
const secrets = { clientId: 'client', clientSecret: 'of signing in', consumer, verifyToken: 'agreed' };
const NOW = Date.UTC(2026, 10, 22);
const ACCOUNT = '1111111111111111111';

interface Sample {
  source: string;
  body: { data: { payload: object; [field: string]: unknown } };
}
const samples = JSON.parse(readFileSync(new URL('samples/x-activity.json', import.meta.url), 'utf8')) as {
  [name: string]: Sample;
};
const split = (body: object): InboundEvent[] => inbound.split(parseExactly(JSON.stringify(body))!, NOW);
const one = (body: object): InboundEvent => {
  const events = split(body);
  t.equal(events.length, 1);
  return events[0]!;
};
const sha = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('base64');

void t.test('the check of the address is answered with the consumer secret', async (t) => {
  const token = 'NDM5ZmQ2YzktMmI0Ni00MWI3-_+/=';
  const answer = inbound.challenge!({ crc_token: token }, secrets);
  t.same(JSON.parse(answer!), { response_token: `sha256=${sha(token, consumer.secret)}` });
  t.match(inbound.challengeType, /^application\/json/);
  t.equal(inbound.challenge!({}, secrets), null);
  const { consumer: _, ...withoutConsumer } = secrets;
  t.equal(inbound.challenge!({ crc_token: token }, withoutConsumer), null);
});

void t.test('nobody can have a body signed by the check of the address', async (t) => {
  for (const body of ['{"data":{}}', '[]', '{}', '"text"', 'a'.repeat(201), '', ' '])
    t.equal(inbound.challenge!({ crc_token: body }, secrets), null, body);
  // what is signed is at most a number or a word, and holds no event of an account
  t.ok(inbound.split(12_345, NOW).every(({ remoteId }) => remoteId === null));
});

void t.test('a signature is made over the raw bytes with the consumer secret', async (t) => {
  const body = JSON.stringify(samples['dm.received']!.body);
  const verify = (header: string | undefined, bytes = body, own = secrets) =>
    inbound.verify(
      {
        headers: header === undefined ? {} : { 'x-twitter-webhooks-signature': header },
        body: Buffer.from(bytes),
      },
      own,
    );
  const good = `sha256=${sha(body, consumer.secret)}`;
  t.equal(verify(good), true);
  t.equal(verify(good, `${body} `), false);
  t.equal(verify(`sha256=${sha(body, secrets.clientSecret)}`), false, 'the secret of signing in is another');
  t.equal(verify(`sha256=${createHmac('sha256', consumer.secret).update(body).digest('hex')}`), false);
  t.equal(verify(undefined), false);
  t.equal(verify('sha256='), false);
  t.equal(verify(`sha256=${sha(body, '')}`, body, { ...secrets, consumer: { key: '', secret: '' } }), false);
});

void t.test('a reply to the account is a comment', async (t) => {
  const event = one(samples['post.reply.create']!.body);
  t.match(event, {
    kind: 'comment',
    remoteId: ACCOUNT,
    dedupeKey: 'comment:2090000000000000001',
    at: Date.parse('2026-08-12T18:00:00.000Z'),
    comment: {
      id: '2090000000000000001',
      networkPostId: '2080761390344937796',
      parentId: null,
      text: 'Great post — thanks for sharing!',
      from: { id: '2222222222222222222', username: null },
      isOwn: false,
      postKind: 'post',
    },
  });
  t.strictSame(inbound.split(event.raw, NOW), [event], 'and is read again from what is kept');
});

void t.test('a mention is a comment only below a post of the account', async (t) => {
  const { body } = samples['post.mention.create']!;
  t.match(one(body), { kind: 'ignored', name: 'post.mention.create', remoteId: ACCOUNT });
  const payload = {
    ...body.data.payload,
    conversation_id: '2080000000000000000',
    referenced_tweets: [{ type: 'replied_to', id: '2080000000000000007' }],
    in_reply_to_user_id: '3333333333333333333',
  };
  const below = (author_id: string) => ({
    data: { ...body.data, payload, includes: { tweets: [{ id: '2080000000000000000', author_id }] } },
  });
  t.match(one(below(ACCOUNT)), { kind: 'comment', comment: { parentId: '2080000000000000007' } });
  t.match(one(below('3333333333333333333')), { kind: 'ignored' });
});

void t.test('an event says whether X takes a reply to the comment', async (t) => {
  const { body } = samples['post.reply.create']!;
  const said = (payload: object, more: { type?: string; includes?: object } = {}) => {
    const { type = 'post.reply.create', includes = body.data['includes'] } = more;
    const data = { ...body.data, event_type: type, payload: { ...body.data.payload, ...payload }, includes };
    const event = one({ data });
    t.equal(event.kind, 'comment');
    const { can, cannot } = event.kind === 'comment' ? event.comment : {};
    return [can?.reply, cannot?.reply === undefined ? null : 'a reason'];
  };
  const toAnother = {
    in_reply_to_user_id: '3333333333333333333',
    in_reply_to_tweet_id: '2080000000000000007',
    referenced_tweets: [{ type: 'replied_to', id: '2080000000000000007' }],
    entities: {},
  };
  const quoting = {
    ...toAnother,
    referenced_tweets: [...toAnother.referenced_tweets, { type: 'quoted', id: '2080000000000000009' }],
  };
  const by = (author_id: string) => ({ includes: { tweets: [{ id: '2080000000000000009', author_id }] } });
  const below = { includes: { tweets: [{ id: '2080761390344937796', author_id: ACCOUNT }] } };
  const mentioned = { mentions: [{ start: 0, end: 12, username: 'ExampleUser', id: ACCOUNT }] };
  t.same(said({}), [true, null], 'a reply to the account');
  t.same(said({ ...toAnother, in_reply_to_user_id: ACCOUNT }), [true, null], 'to a reply of the account');
  t.same(said({ ...toAnother, entities: mentioned }), [true, null], 'one that names the account');
  t.same(said(toAnother, { ...below, type: 'post.mention.create' }), [true, null], 'what X calls a mention');
  t.same(said(toAnother), [false, 'a reason'], 'a reply to somebody else');
  t.same(said(quoting, by(ACCOUNT)), [true, null], 'one that quotes the account');
  t.same(said(quoting, by('3333333333333333333')), [false, 'a reason'], 'one that quotes somebody else');
  t.same(said(quoting), [undefined, null], 'a quote of nobody knows whom');
});

void t.test('direct messages come with their direction, and once each', async (t) => {
  t.match(one(samples['dm.received']!.body), {
    kind: 'message',
    remoteId: ACCOUNT,
    at: 1_784_928_224_372,
    message: { id: '2080765901528535096', personId: '2222222222222222222', text: 'hello!', echo: null },
  });
  t.match(one(samples['dm.sent']!.body), {
    kind: 'message',
    message: { id: '2080763914820927863', personId: '2244994945', echo: { appId: null } },
  });
  const { body } = samples['dm.received']!;
  const [message] = (body.data.payload as { direct_message_events: object[] }).direct_message_events;
  const both = [message, { ...message, id: '2080765901528535097' }];
  const events = split({ data: { ...body.data, payload: { direct_message_events: both } } });
  t.same(
    events.map(({ dedupeKey }) => dedupeKey),
    ['message:2080765901528535096', 'message:2080765901528535097'],
  );
  t.same(inbound.split(events[1]!.raw, NOW), [events[1]]);
});

void t.test('a message of an encrypted chat is known, and cannot be read', async (t) => {
  t.match(one(samples['chat.received']!.body), {
    kind: 'message',
    at: 1_784_841_183_370,
    message: {
      id: 'chat e4f4d3fc-8bbf-4928-92eb-e5058d6bb6f6',
      personId: '2222222222222222222',
      text: '',
      echo: null,
      isUnsupported: true,
      attachments: [{ type: 'encrypted', url: null }],
    },
  });
});

void t.test('broken events harm no others, and other kinds are counted', async (t) => {
  const good = samples['dm.received']!.body;
  const bodies = [null, 1, 'x', {}, { data: null }, { data: { event_type: 'dm.received' } }, good];
  const events = split(bodies);
  t.equal(events.length, bodies.length);
  t.equal(events.filter(({ kind }) => kind === 'message').length, 1);
  t.equal(events.filter(({ kind }) => kind === 'unknown').length, bodies.length - 1);
  t.match(one({ data: { ...good.data, event_type: 'like.create' } }), {
    kind: 'ignored',
    name: 'like.create',
  });
  t.match(one({ data: { ...good.data, payload: { direct_message_events: [{ id: 'x' }] } } }), {
    kind: 'unknown',
    name: 'dm.received',
  });
});
