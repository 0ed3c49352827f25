/** What a Page's webhooks are read as: each sample of Facebook's documents, and of what was seen in practice. */
import { deepEqual, equal, notEqual } from 'node:assert/strict';
import t from 'tap';
import { manifest as facebook } from '../../adapters/facebook/manifest.ts';
import type { InboundMessage } from '../../adapters/port/inbound.ts';
import type { Json } from '../../machines/outcome.ts';
import { bodyOf, samplesOf } from './samples/read.ts';

const PAGE = '102000000000001';
const ANN = '6100000000000001';
const POST = `${PAGE}_700000000000001`;
const MADE = 1_790_000_000_000;
const ENTRY = 1_790_000_005_000;
const COMMENT = '700000000000001_800000000000001';

const split = (body: Json) => facebook.inbound?.split(body, ENTRY) ?? [];

const event = (dedupeKey: string, happening: object, at = MADE) => ({
  remoteId: PAGE,
  dedupeKey,
  at,
  standby: false,
  ...happening,
});
const comment = (id: string, changes: object) =>
  event(`comment:${id}`, {
    kind: 'comment',
    comment: {
      id,
      networkPostId: POST,
      originalPostId: null,
      postKind: 'post',
      parentId: null,
      from: { id: ANN, username: null, name: 'Ann' },
      isOwn: false,
      rating: null,
      ...changes,
    },
  });
const changed = (change: string, key: string, text: string | null = null, at = ENTRY) =>
  event(
    `comment_${change}:${COMMENT}:${key}`,
    { kind: 'comment_changed', commentId: COMMENT, change, text },
    at,
  );
const message = (id: string | null, dedupeKey: string, changes: Partial<InboundMessage>) =>
  event(
    dedupeKey,
    {
      kind: 'message',
      message: {
        id,
        personId: ANN,
        echo: null,
        text: '',
        attachments: [],
        tap: null,
        storyReply: null,
        storyMention: null,
        replyTo: null,
        ref: null,
        isUnsupported: false,
        ...changes,
      },
    },
    MADE + 123,
  );
const picture = { assetId: null, title: null };

const EXPECTED: { [sample: string]: object } = {
  comment: comment(COMMENT, { text: 'how much?', postUrl: 'https://www.facebook.com/cafe/posts/1' }),
  'comment on a photo, whose parent begins with the album': comment('700000000000001_800000000000002', {
    text: 'nice',
  }),
  'reply to a comment': comment('700000000000001_800000000000003', {
    text: 'me too',
    parentId: COMMENT,
    from: { id: '6100000000000002', username: null, name: 'Bob' },
  }),
  'comment of a private person': comment('700000000000001_800000000000004', {
    text: 'hi',
    from: { id: null, username: null, name: null },
  }),
  'comment on an ad': comment('700000000000009_800000000000005', {
    text: 'where?',
    networkPostId: `${PAGE}_700000000000009`,
    postKind: 'ad',
    postUrl: 'https://www.facebook.com/cafe/posts/9',
  }),
  'own comment': comment('700000000000001_800000000000006', {
    text: '5 euro',
    parentId: COMMENT,
    from: { id: PAGE, username: null, name: 'Cafe Luna' },
    isOwn: true,
  }),
  'comment hidden': changed('hidden', `${ENTRY}:`),
  'comment shown again': changed('unhidden', `${ENTRY + 1000}:`, null, ENTRY + 1000),
  'comment removed': changed('deleted', `${ENTRY}:`),
  'echo of ours': message('m_AbC', 'message:m_AbC', {
    text: 'Hi',
    echo: { appId: '123456', metadata: 'job:42' },
  }),
  'message with a picture': message('m_AbD', 'message:m_AbD', {
    attachments: [{ ...picture, type: 'image', url: 'https://scontent.example.com/a.jpg', mayCopy: true }],
  }),
  'sticker, sent under two types': message('m_AbE', 'message:m_AbE', {
    attachments: [
      {
        ...picture,
        type: 'sticker',
        url: 'https://scontent.example.com/s.png',
        assetId: '369239263222822',
        mayCopy: false,
      },
    ],
  }),
  'tap without an id': message(null, `tap:${ANN}:${MADE + 123}:START`, {
    text: 'Get Started',
    tap: { payload: 'START', label: 'Get Started' },
    ref: 'spring',
    referral: { source: 'SHORTLINK', ref: 'spring', adId: null, title: null, mediaUrl: null },
  }),
  read: event(
    `read:${MADE + 100}:${ANN}`,
    { kind: 'read', personId: ANN, messageId: null, upTo: MADE + 100 },
    MADE + 123,
  ),
};
const IGNORED: { [sample: string]: string } = {
  'reaction to a comment': 'feed.reaction',
  'post made on Facebook': 'feed.status',
  delivery: 'delivery',
};

for (const { name, body } of samplesOf('facebook')) {
  void t.test(`sample: ${name}`, async () => {
    const [found, ...more] = split(body);
    deepEqual(more, []);
    const { raw, ...event } = found!;
    deepEqual(split(raw), [found], 'the item gives the event again');
    if (name in IGNORED) {
      deepEqual([event.kind, 'name' in event ? event.name : null], ['ignored', IGNORED[name]]);
    } else if (name === 'comment edited') {
      const { dedupeKey, ...rest } = event;
      deepEqual({ ...rest, dedupeKey: '' }, { ...changed('edited', '', 'how much is it?'), dedupeKey: '' });
      equal(dedupeKey.startsWith(`comment_edited:${COMMENT}:${ENTRY}:`), true);
    } else {
      deepEqual(event, EXPECTED[name]);
    }
  });
}

void t.test('a comment that is hidden, shown and hidden again has three keys', async () => {
  const body = bodyOf('facebook', 'comment hidden') as { entry: { time: number }[] };
  const again = structuredClone(body);
  again.entry[0]!.time += 2;
  const keys = [body, bodyOf('facebook', 'comment shown again'), again].map(
    (one) => split(one)[0]?.dedupeKey,
  );
  equal(new Set(keys).size, 3);
});

void t.test('two edits within a second have two keys', async () => {
  const body = structuredClone(bodyOf('facebook', 'comment edited')) as {
    entry: { changes: { value: { message: string } }[] }[];
  };
  const [first] = split(body);
  body.entry[0]!.changes[0]!.value.message = 'never mind';
  notEqual(split(body)[0]?.dedupeKey, first?.dedupeKey);
});
