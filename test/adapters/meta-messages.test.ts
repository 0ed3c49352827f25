/** Direct messages of Instagram and Messenger: what is sent, what the rows say, and what each refusal means. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import { manifest as facebook } from '../../adapters/facebook/manifest.ts';
import { manifest as instagram } from '../../adapters/instagram/manifest.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { OutgoingMessage, Recipient, SendOutcome } from '../../adapters/port/messages.ts';
import { manifest as threads } from '../../adapters/threads/manifest.ts';
import { metaScene, page, refusal } from './meta-bench.ts';

const FAN = '1234500000000001';
const IG = '17841400000000003';

function scene(manifest: Manifest, responses: (Response | Error)[], credentials = {}) {
  const port = manifest.messages;
  ok(port?.message && port.profile);
  return {
    ...metaScene(manifest, responses, credentials),
    port: { ...port, message: port.message, profile: port.profile },
  };
}
const sent = () => Response.json({ recipient_id: FAN, message_id: 'aWdfZAG1' });

/** What is sent, and the body that the network gets. */
async function bodyOf(manifest: Manifest, to: Recipient, message: OutgoingMessage, credentials = {}) {
  const { port, step, calls } = scene(manifest, [sent()], credentials);
  deepEqual(await port.send({ ...step, to, message }), { kind: 'sent', id: 'aWdfZAG1', personId: FAN });
  const [call] = await calls();
  deepEqual(call?.query, {}, 'no fields beside a send');
  return { call: call?.call, body: call?.body };
}

void t.test('instagram: a text, choices, a button', async () => {
  const to = { personId: FAN };
  deepEqual(await bodyOf(instagram, to, { text: 'Here it is', metadata: 'job:42' }), {
    call: 'POST /v26.0/me/messages',
    body: { recipient: { id: FAN }, message: { text: 'Here it is' } },
  });
  const choices = [
    { label: 'Small', payload: 'FLOW:7:s' },
    { label: 'Large', payload: 'FLOW:7:l' },
  ];
  deepEqual((await bodyOf(instagram, to, { text: 'Which size?', choices })).body, {
    recipient: { id: FAN },
    message: {
      text: 'Which size?',
      quick_replies: [
        { content_type: 'text', title: 'Small', payload: 'FLOW:7:s' },
        { content_type: 'text', title: 'Large', payload: 'FLOW:7:l' },
      ],
    },
  });
  const button = { title: 'Open shop', url: 'https://example.org' };
  deepEqual((await bodyOf(instagram, to, { text: 'Ready?', button })).body, {
    recipient: { id: FAN },
    message: {
      attachment: {
        type: 'template',
        payload: { template_type: 'button', text: 'Ready?', buttons: [{ type: 'web_url', ...button }] },
      },
    },
  });
});

void t.test('messenger says why it writes, and gets its own metadata back', async () => {
  deepEqual(await bodyOf(facebook, { personId: FAN }, { text: 'Hi', metadata: 'job:42' }), {
    call: 'POST /v26.0/102000000000001/messages',
    body: {
      recipient: { id: FAN },
      messaging_type: 'RESPONSE',
      message: { text: 'Hi', metadata: 'job:42' },
    },
  });
});

void t.test('a person’s late answer is tagged, and nothing else is', async () => {
  for (const manifest of [instagram, facebook]) {
    const { body } = await bodyOf(manifest, { personId: FAN }, { text: 'Hi', asHumanAgent: true });
    deepEqual(body, {
      recipient: { id: FAN },
      messaging_type: 'MESSAGE_TAG',
      tag: 'HUMAN_AGENT',
      message: { text: 'Hi' },
    });
    const without = await bodyOf(manifest, { personId: FAN }, { text: 'Hi' });
    equal(JSON.stringify(without.body).includes('HUMAN_AGENT'), false);
  }
});

void t.test('a private reply names the comment', async () => {
  for (const manifest of [instagram, facebook]) {
    const { body } = await bodyOf(manifest, { commentId: '178' }, { text: 'Hi', asHumanAgent: true });
    deepEqual(body, { recipient: { comment_id: '178' }, message: { text: 'Hi' } });
  }
});

void t.test('by Facebook, Instagram’s messages are at the Page', async () => {
  const credentials = { login: 'facebook', pageId: '102000000000001' };
  equal(
    (await bodyOf(instagram, { personId: FAN }, { text: 'Hi' }, credentials)).call,
    'POST /v26.0/102000000000001/messages',
  );
  const { port, step } = scene(instagram, [refusal(200)], credentials);
  const found = await port.send({ ...step, to: { personId: FAN }, message: { text: 'Hi' } });
  equal(found.kind === 'missing_scope' ? found.scope : found.kind, 'instagram_manage_messages');
});

type Row = [code: number, subcode: number | undefined, SendOutcome['kind'], more?: object];
/** Each row of the documents, and of what was seen in practice. */
const ROWS: Row[] = [
  [10_900, undefined, 'sent'],
  [10_903, undefined, 'rejected'],
  [100, 2_534_025, 'rejected', { afterUnknown: 'sent' }],
  [10, 2_534_022, 'window_closed'],
  [10, 2_018_278, 'window_closed'],
  [10, 2_018_065, 'window_closed'],
  [10, 2_018_108, 'rejected'],
  [551, undefined, 'rejected'],
  [551, 1_545_041, 'rejected'],
  [200, 1_545_041, 'rejected'],
  [100, 2_534_014, 'rejected'],
  [100, 2_018_001, 'rejected'],
  [9010, undefined, 'rejected'],
  [230, undefined, 'rejected'],
  [9_000_001, undefined, 'rejected'],
  [100, undefined, 'rejected'],
  [100, 33, 'rejected'],
  [200, 2_534_041, 'account_blocked'],
  [200, 2_018_028, 'account_blocked'],
  [100, 2_534_037, 'account_blocked'],
  [2_018_300, undefined, 'account_blocked'],
  [10, 2_018_300, 'account_blocked'],
  [100, 2_534_029, 'account_blocked'],
  [10, 1_893_063, 'account_blocked'],
  [25, 2_207_050, 'account_blocked'],
  [3, undefined, 'account_blocked'],
  [100, 2_534_013, 'reauthorize'],
  [10, 2_534_077, 'reauthorize'],
  [190, undefined, 'reauthorize'],
  [190, 458, 'reauthorize'],
  [190, 460, 'reauthorize'],
  [190, 463, 'reauthorize'],
  [190, 467, 'reauthorize'],
  [10, undefined, 'missing_scope'],
  [200, undefined, 'missing_scope'],
  [299, undefined, 'missing_scope'],
  [1, undefined, 'retry'],
  [2, undefined, 'retry'],
  [1200, undefined, 'retry'],
  [4, undefined, 'retry'],
  [613, undefined, 'retry'],
  [613, 2_534_040, 'retry'],
  [613, 2_018_338, 'retry'],
  [80_006, undefined, 'retry'],
  [368, undefined, 'retry', { afterMs: 3_600_000 }],
  [1, 1_357_046, 'unknown'],
  [551, 1_357_046, 'unknown'], // the subcode decides
];

/** What is said in plain words before the network's own. */
const PLAIN: { [numbers: string]: RegExp } = {
  '10903/': /^this person takes no messages from this account: In their/,
  '10/2018108': /^this person takes no messages/,
  '100/2534025': /^the comment is deleted, is older than 7 days/,
  '10/2534022': /^this person wrote too long ago/,
  '100/2534014': /^the network knows no such person/,
  '230/': /^this person has not agreed/,
  '9000001/': /^the account of this person is deleted: /,
  '200/2534041': /^the settings of this account/,
  '100/2534037': /^another app has this conversation/,
  '10/1893063': /^the network has restricted this account/,
  '100/': /^In their words/,
};

for (const manifest of [instagram, facebook]) {
  void t.test(`${manifest.platform}: what each refusal of a send means`, async (t) => {
    for (const [code, subcode, kind, more = {}] of ROWS) {
      const { port, step } = scene(manifest, [refusal(code, subcode === undefined ? {} : { subcode })]);
      const found = await port.send({ ...step, to: { personId: FAN }, message: { text: 'Hi' } });
      const name = `${code}/${subcode ?? ''}`;
      t.match(found, { kind, ...more }, name);
      if (kind === 'sent') t.strictSame(found, { kind, id: null, personId: null }, name);
      else t.match(found, { reason: /In their words/ }, name);
      // the owner of a rule reads it
      if (PLAIN[name] !== undefined) t.match(found, { reason: PLAIN[name] }, name);
    }
  });

  void t.test(`${manifest.platform}: what is no refusal, and no success`, async () => {
    const late = new DOMException('late', 'TimeoutError');
    const refused = new TypeError('fetch failed', {
      cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }),
    });
    const answers: [string, Response | Error, SendOutcome['kind']][] = [
      ['no response in time', late, 'unknown'],
      ['a broken connection', new TypeError('terminated'), 'unknown'],
      ['no connection', refused, 'retry'],
      ['500', new Response('<html>', { status: 500 }), 'retry'],
      ['429', new Response('', { status: 429 }), 'retry'],
      ['transient', refusal(100, { transient: true }), 'retry'],
      ['200 without content', new Response('', { status: 200 }), 'unknown'],
      ['200 with an error', refusal(1, { status: 200, subcode: 1_357_046 }), 'unknown'],
    ];
    for (const [name, answer, kind] of answers) {
      const { port, step } = scene(manifest, [answer]);
      const found = await port.send({ ...step, to: { personId: FAN }, message: { text: 'Hi' } });
      equal(found.kind, kind, name);
    }
    const nameless = scene(manifest, [Response.json({ recipient_id: FAN })]);
    deepEqual(
      await nameless.port.send({ ...nameless.step, to: { personId: FAN }, message: { text: 'Hi' } }),
      {
        kind: 'sent',
        id: null,
        personId: FAN,
      },
    );
  });
}

const own = { id: IG, username: 'cafe_luna' };
const fan = { id: FAN, username: 'fan1' };

void t.test('conversations name the other person', async () => {
  const { port, step, calls } = scene(instagram, [
    Response.json(
      page(
        [
          { id: 'c1', updated_time: '2026-09-20T10:00:00+0000', participants: { data: [own, fan] } },
          {
            id: 'c2',
            updated_time: '2026-09-19T10:00:00+0000',
            participants: { data: [{ ...own, id: '99' }, fan] },
          },
          { id: 'c3', updated_time: '2026-09-18T10:00:00+0000', participants: { data: [own] } },
        ],
        'more',
      ),
    ),
  ]);
  const person = { id: FAN, username: 'fan1', name: null };
  deepEqual(await port.conversations({ ...step, cursor: 'c0' }), {
    kind: 'page',
    items: [
      { id: 'c1', person, updatedAt: Date.UTC(2026, 8, 20, 10) },
      { id: 'c2', person, updatedAt: Date.UTC(2026, 8, 19, 10) },
    ],
    cursor: 'more',
  });
  const [call] = await calls();
  equal(call?.call, 'GET /v26.0/me/conversations');
  deepEqual([call?.query['platform'], call?.query['after']], ['instagram', 'c0']);
});

const row = (id: string, more: object = {}) => ({
  id,
  created_time: '2026-09-20T10:00:00+0000',
  from: fan,
  to: { data: [own] },
  message: `text ${id}`,
  ...more,
});
const base = { conversationId: 'c1', personId: FAN, createdAt: Date.UTC(2026, 8, 20, 10) };

void t.test('messages of a conversation, with attachments and stories', async () => {
  const image = {
    id: 'a1',
    mime_type: 'image/jpeg',
    name: 'a.jpg',
    image_data: { url: 'https://cdn.test/a.jpg' },
  };
  const sticker = { id: 'a2', image_data: { url: 'https://cdn.test/s.png', render_as_sticker: true } };
  const audio = { id: 'a3', mime_type: 'audio/mp4', file_url: 'https://cdn.test/v.mp4' };
  const { port, step, calls } = scene(instagram, [
    Response.json({
      id: 'c1',
      messages: page(
        [
          row('m5', { from: { ...own, id: '99' }, to: { data: [fan] } }), // one of the account's other ids
          row('m4', { message: '', attachments: { data: [image, sticker, audio] } }),
          row('m3', { story: { reply_to: { link: 'https://cdn.test/story', id: 's1' } } }),
          row('m2', { story: { mention: { link: '', id: 's2' } }, is_unsupported: true }),
          { id: 'm1', created_time: '2026-09-01T10:00:00+0000' },
        ],
        'more',
      ),
    }),
  ]);
  deepEqual(await port.messages({ ...step, conversation: { id: 'c1' }, cursor: null }), {
    kind: 'page',
    items: [
      { ...base, id: 'm5', direction: 'out', text: 'text m5', attachments: [] },
      {
        ...base,
        id: 'm4',
        direction: 'in',
        text: '',
        attachments: [
          { type: 'image', url: 'https://cdn.test/a.jpg', assetId: null, title: 'a.jpg', mayCopy: true },
          { type: 'sticker', url: 'https://cdn.test/s.png', assetId: null, title: null, mayCopy: false },
          { type: 'audio', url: 'https://cdn.test/v.mp4', assetId: null, title: null, mayCopy: true },
        ],
      },
      {
        ...base,
        id: 'm3',
        direction: 'in',
        text: 'text m3',
        attachments: [],
        storyReply: { storyId: 's1', url: 'https://cdn.test/story' },
      },
      {
        ...base,
        id: 'm2',
        direction: 'in',
        text: 'text m2',
        attachments: [],
        storyMention: { storyId: 's2', url: null },
        isUnsupported: true,
      },
    ],
    cursor: 'more',
    incomplete: true, // older messages have no details
  });
  const [call] = await calls();
  equal(call?.call, 'GET /v26.0/c1');
  ok(call?.query['fields']?.startsWith('messages.limit(20){id,created_time,from,to,message'));
});

void t.test('messages of a person, page by page, and of one nobody wrote to', async () => {
  const first = scene(instagram, [Response.json(page([{ id: 'c|1', messages: page([row('m2')], 'next') }]))]);
  const one = await first.port.messages({ ...first.step, conversation: { personId: FAN }, cursor: null });
  deepEqual(one.kind === 'page' ? [one.items[0]?.conversationId, one.cursor] : one, ['c|1', 'c|1|next']);
  deepEqual((await first.calls())[0]?.query['user_id'], FAN);

  const second = scene(instagram, [Response.json({ id: 'c|1', messages: page([row('m1')]) })]);
  const two = await second.port.messages({
    ...second.step,
    conversation: { personId: FAN },
    cursor: 'c|1|next',
  });
  deepEqual(two.kind === 'page' ? [two.items[0]?.id, two.cursor] : two, ['m1', null]);
  const [call] = await second.calls();
  deepEqual(
    [call?.call, call?.query['fields']?.startsWith('messages.limit(20).after(next){')],
    ['GET /v26.0/c%7C1', true],
  );

  const none = scene(instagram, [Response.json(page([]))]);
  deepEqual(await none.port.messages({ ...none.step, conversation: { personId: FAN }, cursor: null }), {
    kind: 'page',
    items: [],
    cursor: null,
  });
  const stranger = scene(instagram, [refusal(9010)]);
  const found = await stranger.port.messages({
    ...stranger.step,
    conversation: { personId: '1' },
    cursor: null,
  });
  equal(found.kind, 'missing');
});

void t.test('details that are refused are left out, and said', async () => {
  const { port, step } = scene(facebook, [
    refusal(100, { message: '(#100) Tried accessing nonexisting field (shares)' }),
    Response.json({ id: 'c1', messages: page([]) }),
  ]);
  const found = await port.messages({ ...step, conversation: { id: 'c1' }, cursor: null });
  deepEqual(found.kind === 'page' ? found.without : found, ['shares']);
});

void t.test('message access that the owner switched off is not a permission to ask for', async () => {
  for (const [code, subcode] of [
    [200, 2_534_041],
    [200, 2_018_028],
    [10, 2_018_300],
  ] as const) {
    const { port, step } = scene(instagram, [refusal(code, { subcode })]);
    equal((await port.conversations({ ...step, cursor: null })).kind, 'missing');
  }
  const { port, step } = scene(instagram, [refusal(200)]);
  equal((await port.conversations({ ...step, cursor: null })).kind, 'missing_scope');
});

void t.test('an account without a role in an app in development mode keeps what is to be sent', async () => {
  const message = 'Unsupported request - method type: post';
  const { port, step } = scene(instagram, [refusal(100, { message })]);
  const found = await port.send({ ...step, to: { personId: FAN }, message: { text: 'Hi' } });
  ok(found.kind === 'account_blocked' && found.reason.includes('tester'), JSON.stringify(found));
  const read = scene(instagram, [refusal(100, { message })]);
  equal((await read.port.messages({ ...read.step, conversation: { id: 'c' }, cursor: null })).kind, 'retry');
});

void t.test('one message; one that was deleted, or is too old, is missing', async () => {
  const { port, step } = scene(instagram, [Response.json(row('m1'))]);
  deepEqual(await port.message({ ...step, messageId: 'm1' }), {
    ...base,
    conversationId: '',
    id: 'm1',
    direction: 'in',
    text: 'text m1',
    attachments: [],
  });
  const answers = [
    () => refusal(9_000_001),
    () => refusal(100, { subcode: 33 }),
    () => Response.json({ id: 'm1', created_time: '2026-09-20T10:00:00+0000' }),
  ];
  for (const answer of answers) {
    const gone = scene(instagram, Array.from({ length: 5 }, answer));
    const found = await gone.port.message({ ...gone.step, messageId: 'm1' });
    equal('kind' in found ? found.kind : found.id, 'missing');
  }
});

void t.test('a profile, and one that is not shown', async () => {
  const shown = scene(instagram, [
    Response.json({ id: FAN, name: null, username: 'fan1', profile_pic: 'https://cdn.test/p.jpg' }),
  ]);
  deepEqual(await shown.port.profile({ ...shown.step, personId: FAN }), {
    kind: 'profile',
    id: FAN,
    username: 'fan1',
    name: null,
    avatarUrl: 'https://cdn.test/p.jpg',
  });
  const onPage = scene(facebook, [
    Response.json({ first_name: 'Ann', last_name: 'Lee', profile_pic: 'https://cdn.test/p' }),
  ]);
  deepEqual(await onPage.port.profile({ ...onPage.step, personId: FAN }), {
    kind: 'profile',
    id: FAN,
    username: null,
    name: 'Ann Lee',
    avatarUrl: 'https://cdn.test/p',
  });
  for (const [code, subcode] of [
    [230],
    [9010],
    [100],
    [100, 33],
    [100, 2_018_218],
    [100, 2_018_247],
  ] as const) {
    const hidden = scene(instagram, [refusal(code, subcode === undefined ? {} : { subcode, status: 403 })]);
    equal(
      (await hidden.port.profile({ ...hidden.step, personId: FAN })).kind,
      'missing',
      `${code}/${subcode}`,
    );
  }
  for (const [code, kind] of [
    [190, 'reauthorize'],
    [10, 'missing_scope'],
    [613, 'retry'],
  ] as const) {
    const failed = scene(instagram, [refusal(code)]);
    equal((await failed.port.profile({ ...failed.step, personId: FAN })).kind, kind);
  }
});

void t.test('whether a person follows: what is not said is never a no', async () => {
  const ask = async (answer: Response | Error) => {
    const { port, step } = scene(instagram, [answer]);
    return port.follows?.({ ...step, personId: FAN });
  };
  equal(await ask(Response.json({ is_user_follow_business: true })), 'yes');
  equal(await ask(Response.json({ is_user_follow_business: false })), 'no');
  equal(await ask(Response.json({ id: FAN })), 'unknown');
  for (const code of [230, 9010, 100, 551]) equal(await ask(refusal(code)), 'unknown');
  const expired = await ask(refusal(190));
  equal(typeof expired === 'object' ? expired.kind : expired, 'reauthorize');
  equal(facebook.messages?.follows, undefined, 'Messenger does not say');
  equal(threads.messages, undefined, 'Threads has no direct messages for apps');
});
