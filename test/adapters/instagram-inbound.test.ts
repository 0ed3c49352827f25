/** What Instagram's webhooks are read as: each sample of its documents, and of what was seen in practice. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import { manifest as instagram } from '../../adapters/instagram/manifest.ts';
import { at } from '../../adapters/lib/http.ts';
import type { InboundEvent, InboundMessage } from '../../adapters/port/inbound.ts';
import type { Json } from '../../machines/outcome.ts';
import { bodyOf, samplesOf } from './samples/read.ts';

const ACCOUNT = '17841400000000003';
const FAN = '1234500000000001';
const SECOND = 1_790_000_000_000;
const NOW = SECOND + 5000;
const CDN = 'https://cdn.example.com';

const split = (body: Json) => instagram.inbound?.split(body, NOW) ?? [];
/** What an event says, without the item itself. */
function said(events: InboundEvent[]) {
  return events.map(({ raw, ...event }) => {
    ok(raw !== null);
    return event;
  });
}

const event = (dedupeKey: string, happening: object, changes: object = {}) => ({
  remoteId: ACCOUNT,
  dedupeKey,
  at: SECOND,
  standby: false,
  ...happening,
  ...changes,
});
const comment = (id: string, changes: object = {}, facts: object = {}) =>
  event(`comment:${id}`, {
    kind: 'comment',
    comment: {
      id,
      networkPostId: '18000000000000020',
      originalPostId: null,
      postKind: 'post',
      parentId: null,
      text: '',
      from: { id: FAN, username: 'fan1', name: null },
      isOwn: false,
      rating: null,
      ...changes,
    },
    ...facts,
  });
const message = (id: string, changes: Partial<InboundMessage>, facts: object = {}) => ({
  ...event(`message:${id}`, {
    kind: 'message',
    message: {
      id,
      personId: FAN,
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
  }),
  at: SECOND + 123,
  ...facts,
});
const later = { at: SECOND + 123 };
const file = { assetId: null, title: null, mayCopy: false };

/** Sample, and what it is read as. Names of events that are not compared here stand for a part of them. */
/** What a link with the code `spring` says of itself. */
const LINK = { source: 'IGME-SOURCE-LINK', ref: 'spring', adId: null, title: null, mediaUrl: null };

const EXPECTED: { [sample: string]: object[] } = {
  comment: [comment('17870000000000031', { text: 'price please', parentId: '17870000000000030' })],
  'comment with field and value in the entry': [comment('17870000000000032', { text: 'link' })],
  'comment named comment_id, on an ad': [
    comment('17870000000000033', {
      text: 'how much',
      parentId: '17870000000000030',
      networkPostId: '18000000000000099',
      originalPostId: '18000000000000020',
      postKind: 'ad',
    }),
  ],
  'own comment': [
    comment('17870000000000034', {
      text: 'Thanks!',
      from: { id: ACCOUNT, username: 'cafe_luna', name: null },
      isOwn: true,
    }),
  ],
  'comment with a hint that it is our own': [
    comment('17865799348089039', {
      text: 'This is an example.',
      networkPostId: '123123123',
      from: { id: '232323232', username: 'test', name: null },
      maybeOwn: true,
    }),
  ],
  'comment of a picture, without text': [comment('17870000000000035')],
  'live comment': [
    comment('17870000000000036', { text: 'hi', networkPostId: '18000000000000021', postKind: 'live' }),
  ],
  message: [message('aWdfZAG1', { text: 'Hello' })],
  'quick reply': [message('aWdfZAG2', { text: 'Yes', tap: { payload: 'FLOW:7:yes', label: 'Yes' } })],
  'postback with a ref': [
    message(
      'aWdfZAG3',
      {
        text: 'Send it',
        tap: { payload: 'FLOW:7:send', label: 'Send it' },
        ref: 'spring',
        referral: LINK,
      },
      { dedupeKey: 'postback:aWdfZAG3' },
    ),
  ],
  'story reply': [
    message('aWdfZAG4', {
      text: 'wow',
      storyReply: { storyId: '18000000000000022', url: `${CDN}/story.jpg?asset_id=1` },
    }),
  ],
  'story mention': [
    message('aWdfZAG5', {
      attachments: [{ ...file, type: 'story_mention', url: `${CDN}/mention.jpg` }],
      storyMention: { storyId: null, url: `${CDN}/mention.jpg` },
    }),
  ],
  'shared post, sent under two types': [
    message('aWdfZAG6', {
      attachments: [
        {
          type: 'ig_post',
          url: 'https://lookaside.example.com/ig_messaging_cdn/?asset_id=17890000000000055&signature=two',
          assetId: '17897000000000077',
          title: 'Eight slides',
          mayCopy: false,
        },
      ],
    }),
  ],
  'shared story': [
    message('aWdfZAG7', {
      attachments: [{ ...file, type: 'ig_story', url: `${CDN}/story.mp4`, assetId: '18000000000000024' }],
    }),
  ],
  echo: [message('aWdfZAG8', { text: 'Here it is', echo: { appId: null, metadata: null } })],
  'deleted message': [
    event('deleted:aWdfZAG1', { kind: 'message_deleted', messageId: 'aWdfZAG1', personId: FAN }, later),
  ],
  'unsupported message': [message('aWdfZAG11', { isUnsupported: true })],
  'message from an ad': [
    message('aWdfZAG12', {
      text: 'I saw this',
      ref: 'autumn',
      referral: {
        source: 'ADS',
        ref: 'autumn',
        adId: '120000000000000001',
        title: 'Autumn',
        mediaUrl: 'https://cdn.example.com/ad.jpg',
      },
    }),
  ],
  'ref link': [
    event(
      `referral:${FAN}:${SECOND + 123}:spring`,
      { kind: 'referral', personId: FAN, ref: 'spring', referral: LINK },
      later,
    ),
  ],
  reaction: [
    event(
      `reaction:aWdfZAG8:${FAN}:react:${SECOND + 123}`,
      {
        kind: 'reaction',
        messageId: 'aWdfZAG8',
        personId: FAN,
        byAccount: false,
        action: 'react',
        emoji: '❤',
      },
      later,
    ),
  ],
  'reaction taken off': [
    event(
      `reaction:aWdfZAG8:${FAN}:unreact:${SECOND + 250}`,
      {
        kind: 'reaction',
        messageId: 'aWdfZAG8',
        personId: FAN,
        byAccount: false,
        action: 'unreact',
        emoji: null,
      },
      { at: SECOND + 250 },
    ),
  ],
  seen: [
    event(`read:aWdfZAG8:${FAN}`, { kind: 'read', personId: FAN, messageId: 'aWdfZAG8', upTo: null }, later),
  ],
  edit: [
    event(
      'edit:aWdfZAG1:1',
      { kind: 'message_edited', messageId: 'aWdfZAG1', personId: FAN, text: 'Hello!', edits: 1 },
      later,
    ),
  ],
  'edit number 0, without its sender': [
    event('exists:aWdfZAG1:0', { kind: 'message_exists', messageId: 'aWdfZAG1' }, { at: 1_767_963_330_889 }),
  ],
  'another app has the conversation': [
    message('aWdfZAG13', { text: 'to the other app' }, { standby: true }),
    message(
      'aWdfZAG14',
      { text: 'Talk', tap: { payload: null, label: 'Talk' } },
      { standby: true, dedupeKey: 'postback:aWdfZAG14', at: SECOND + 124 },
    ),
  ],
  'test button, comments': [
    event(`test:comments:${SECOND}`, { kind: 'test', field: 'comments' }, { remoteId: null }),
  ],
  'test button, messages': [
    event(`test:messages:${SECOND}`, { kind: 'test', field: 'messages' }, { remoteId: null }),
  ],
};
/** Read as something that is counted only. */
const COUNTED: { [sample: string]: [kind: string, name: string] } = {
  'story insights': ['ignored', 'story_insights'],
  mention: ['unknown', 'mentions'],
  'message to itself': ['ignored', 'self_message'],
  'tap by the account itself': ['ignored', 'self_message'],
  'thread control': ['ignored', 'pass_thread_control'],
};

for (const { name, body } of samplesOf('instagram')) {
  void t.test(`sample: ${name}`, async () => {
    const counted = COUNTED[name];
    if (counted === undefined) {
      deepEqual(said(split(body)), EXPECTED[name]);
    } else {
      const events = split(body);
      deepEqual(
        events.map((found) => [found.kind, 'name' in found ? found.name : null]),
        [counted],
      );
      deepEqual(
        events.map(({ remoteId }) => remoteId),
        [ACCOUNT],
      );
    }
  });
}

void t.test('what an item came as gives the same event again', async () => {
  for (const { name, body } of samplesOf('instagram')) {
    for (const found of split(body)) deepEqual(split(found.raw), [found], name);
  }
});

void t.test('one body mixes accounts, places and times in seconds and ms', async () => {
  const entries = ['comment', 'message', 'own comment'].map(
    (name) => (bodyOf('instagram', name) as { entry: Json[] }).entry[0] ?? null,
  );
  const other = structuredClone(entries[1]) as { [key: string]: Json };
  other['id'] = '17841400000000004';
  const events = split({ object: 'instagram', entry: [...entries, other, { id: ACCOUNT, time: 1 }] });
  deepEqual(
    events.map(({ remoteId, kind, at }) => [remoteId, kind, at]),
    [
      [ACCOUNT, 'comment', SECOND],
      [ACCOUNT, 'message', SECOND + 123],
      [ACCOUNT, 'comment', SECOND],
      ['17841400000000004', 'message', SECOND + 123],
    ],
  );
});

void t.test('a bad item does not take the good ones with it', async () => {
  const good = bodyOf('instagram', 'message') as { entry: { messaging: Json[] }[] };
  const bad: Json[] = [null, 7, 'x', [], {}, { message: { text: 'without id' } }, { sender: 1, message: 1 }];
  const body = {
    object: 'instagram',
    entry: [{ id: ACCOUNT, time: 1_790_000_000, messaging: [] as Json[] }],
  };
  body.entry[0]!.messaging = bad.flatMap((item) => [item, good.entry[0]!.messaging[0]!]);
  const events = split(body);
  deepEqual(
    events.map(({ kind }) => kind),
    bad.flatMap(() => ['unknown', 'message']),
  );
  equal(new Set(events.filter(({ kind }) => kind === 'unknown').map(({ dedupeKey }) => dedupeKey)).size, 7);
});

void t.test('a toggled reaction has another key each time, a repeat has the same', async () => {
  const [on] = split(bodyOf('instagram', 'reaction'));
  const [off] = split(bodyOf('instagram', 'reaction taken off'));
  const again = structuredClone(bodyOf('instagram', 'reaction')) as {
    entry: { messaging: { timestamp: number }[] }[];
  };
  again.entry[0]!.messaging[0]!.timestamp += 1000;
  const [second] = split(again);
  equal(new Set([on, off, second].map((found) => found?.dedupeKey)).size, 3);
  deepEqual(split(bodyOf('instagram', 'reaction')), [on]);
});

void t.test('ids may be numbers; one that was rounded names nobody', async () => {
  const body = (sender: Json, account: Json) => ({
    entry: [{ id: account, messaging: [{ sender: { id: sender }, message: { mid: 'm', text: 'hi' } }] }],
  });
  const [exact] = split(body(12_345, 67_890));
  equal(exact?.remoteId, '67890');
  equal(exact?.kind === 'message' ? exact.message.personId : null, '12345');
  const [rounded] = split(body(2 ** 60, 67_890));
  equal(rounded?.kind, 'unknown');
  equal(split(body('1', 2 ** 60))[0]?.remoteId, null);
});

void t.test('a time that cannot be is replaced: by the entry’s, then by ours', async () => {
  const timeOf = (timestamp: Json, time: Json) =>
    split({
      entry: [{ id: ACCOUNT, time, messaging: [{ sender: { id: '1' }, timestamp, message: { mid: 'm' } }] }],
    })[0]?.at;
  equal(timeOf(1_790_000_000_123, 1), SECOND + 123);
  equal(timeOf('1790000000123', 1), SECOND + 123);
  equal(timeOf(1_790_000_000, 1), SECOND, 'seconds');
  equal(timeOf('2026-09-21T14:13:20+0000', 1), SECOND);
  equal(timeOf(1e15, 1_790_000_000), SECOND, 'far in the future');
  equal(timeOf(null, 1_790_000_000_999), SECOND + 999);
  for (const wrong of [-5, 0, 'soon', [], true, 1e300]) equal(timeOf(wrong, wrong as Json), NOW);
});

void t.test('what Postgres cannot store is replaced, and what is too deep is only counted', async () => {
  const [dirty] = split({
    entry: [
      { id: ACCOUNT, messaging: [{ sender: { id: '1' }, message: { mid: 'm', text: 'a\0b\ud800c👍' } }] },
    ],
  });
  equal(dirty?.kind === 'message' ? dirty.message.text : null, 'a\ufffdb\ufffdc👍');
  ok(!JSON.stringify(dirty?.raw).includes(String.raw`\u0000`));
  const [named] = split({ entry: [{ id: ACCOUNT, changes: [{ field: 'new', value: { 'a\0b': 1 } }] }] });
  deepEqual(Object.keys(at(named?.raw, 'changes', 0, 'value') ?? {}), ['a\ufffdb'], 'in names too');
  let deep: Json = 'bottom';
  for (let level = 0; level < 100; level += 1) deep = [deep];
  const events = split({
    entry: [{ id: ACCOUNT, messaging: [{ deep }, { sender: { id: '1' }, read: { mid: 'm' } }] }],
  });
  deepEqual(
    events.map(({ kind, raw }) => [kind, raw === null]),
    [
      ['unknown', true],
      ['read', false],
    ],
  );
});

/** One item of `messaging[]` between the account and the fan. */
const item = (content: { [name: string]: Json }, sender = FAN, recipient = ACCOUNT): Json => ({
  sender: { id: sender },
  recipient: { id: recipient },
  timestamp: SECOND + 123,
  ...content,
});
const splitOne = (value: Json) => split({ entry: [{ id: ACCOUNT, messaging: [value] }] })[0];

void t.test('what the account wrote is an echo, also where the item does not say so', async () => {
  const hi = { message: { mid: 'm', text: 'hi' } };
  const found = splitOne(item(hi, ACCOUNT, FAN));
  deepEqual(found?.kind === 'message' ? [found.message.personId, found.message.echo] : found, [
    FAN,
    { appId: null, metadata: null },
  ]);
  equal(splitOne(item(hi, ACCOUNT, ACCOUNT))?.kind, 'unknown', 'there is no other person');
  const reaction = { mid: 'm', action: 'react', emoji: '❤' };
  const own = splitOne(item({ reaction }, ACCOUNT, FAN));
  deepEqual(own?.kind === 'reaction' ? [own.personId, own.byAccount] : own, [FAN, true]);
});

void t.test('an edit whose text is missing is read from the network, once for each edit', async () => {
  const edit = (number: number) =>
    splitOne(item({ message_edit: { mid: 'm', num_edit: number, text: null } }));
  deepEqual(
    [1, 2, 2].map((number) => [edit(number)?.kind, edit(number)?.dedupeKey]),
    [
      ['message_exists', 'exists:m:1'],
      ['message_exists', 'exists:m:2'],
      ['message_exists', 'exists:m:2'],
    ],
  );
});

void t.test('the code of a link is found beside a tap and beside a message', async () => {
  const referral = { ref: 'spring', source: 'SHORTLINK', type: 'OPEN_THREAD' };
  for (const content of [{ postback: { mid: 'p', title: 'Start' } }, { message: { mid: 'm', text: 'hi' } }]) {
    const found = splitOne(item({ ...content, referral }));
    equal(found?.kind === 'message' ? found.message.ref : null, 'spring');
  }
});

void t.test('standby may come as a field of changes', async () => {
  const change = { field: 'standby', value: item({ message: { mid: 'm', text: 'hi' } }) };
  const [found] = split({ entry: [{ id: ACCOUNT, changes: [change] }] });
  deepEqual([found?.kind, found?.standby], ['message', true]);
});

void t.test('a long code has a short key of its own', async () => {
  const keys = ['a', 'b'].map(
    (letter) => splitOne(item({ referral: { ref: letter.repeat(2000) } }))?.dedupeKey ?? '',
  );
  ok(keys.every((key) => key.length < 100 && key.startsWith('referral:')));
  equal(new Set(keys).size, 2);
});

void t.test('a sticker that comes as a picture is not copied', async () => {
  const payload = { url: 'https://cdn.example.com/s.png', sticker_id: 369_239_263_222_822 };
  const found = splitOne(item({ message: { mid: 'm', attachments: [{ type: 'image', payload }] } }));
  deepEqual(found?.kind === 'message' ? found.message.attachments.map(({ mayCopy }) => mayCopy) : found, [
    false,
  ]);
});

void t.test('a message names the other person, whoever wrote it', async () => {
  for (const name of ['echo', 'message', 'another app has the conversation']) {
    for (const found of split(bodyOf('instagram', name))) {
      equal(found.kind === 'message' ? found.message.personId : null, FAN, name);
    }
  }
});
