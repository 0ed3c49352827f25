/** People over the control API: who does what where, and errors that name the field. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import { textAt } from '../../adapters/lib/http.ts';
import type { Json } from '../../machines/outcome.ts';
import { control } from '../../simulators/control.ts';
import { instagram } from '../../simulators/instagram/index.ts';
import { networks } from '../../simulators/networks.ts';
import { createSandbox } from '../../simulators/sandbox.ts';
import { type Body, idIn, peopleScene } from './people-scene.ts';

await t.test('a person is made at their first act and keeps what is said about them', async () => {
  const { act, asked } = peopleScene(instagram);
  await act('fan1', { say: 'Hello' }, { name: 'Fan One', follows: true });
  await act('fan1', { say: 'again' });
  const { body } = await asked('people?network=instagram');
  const [person] = body['persons'] as Body[];
  deepEqual(
    [person?.['username'], person?.['name'], person?.['follows'], person?.['blocked']],
    ['fan1', 'Fan One', true, false],
  );
});

await t.test('the account may be left out where there is one, and is named by id or name', async () => {
  const { asked, sandbox, account } = peopleScene(instagram);
  const say = (more: Body) =>
    asked('people', { network: 'instagram', person: { username: 'fan1' }, act: { say: 'Hi' }, ...more });
  equal((await say({})).body['account'], account.remoteId);
  const bo = sandbox.connect('instagram', 'bo');
  equal((await say({ account: 'bo' })).body['account'], bo.remoteId);
  equal((await say({ account: bo.remoteId })).body['account'], bo.remoteId);
  const { status, body } = await say({});
  deepEqual(
    [status, body['error']],
    [400, `account must name one of ${account.remoteId} (caf_luna), ${bo.remoteId} (bo)`],
  );
});

await t.test('a conversation can be followed from the person’s side', async () => {
  const { act, send, see } = peopleScene(instagram);
  const person = (await act('fan1', { say: 'Hello' }))['person'] as Body;
  const quick_replies = [{ content_type: 'text', title: 'Yes', payload: 'Y' }];
  await send('/v26.0/me/messages', {
    recipient: { id: idIn(person) },
    message: { text: 'Ready?', quick_replies },
  });
  await act('fan1', { react: '👍' });
  const messages = (await see('fan1'))['messages'] as Body[];
  deepEqual(
    messages.map(({ text, byAccount, choices, reactions }) => [text, byAccount, choices, reactions]),
    [
      ['Hello', false, [], []],
      ['Ready?', true, ['Yes'], ['👍']],
    ],
  );
});

await t.test('a blocked account is left alone until it is unblocked', async () => {
  const { act, asked } = peopleScene(instagram);
  await act('fan1', { say: 'Hello' });
  await act('fan1', { block: true });
  const { status, body } = await asked('people', {
    network: 'instagram',
    person: { username: 'fan1' },
    act: { say: 'Hi' },
  });
  deepEqual([status, body['error']], [400, 'act: fan1 has blocked the account; unblock first']);
});

const person = { username: 'fan1' };
const wrong: [string, Json, RegExp][] = [
  ['people', { network: 'myspace', person, act: { say: 'Hi' } }, /^network must be one of /],
  [
    'people',
    { network: 'bluesky', person, act: { say: 'Hi' } },
    /^network must be one on which people answer, and bluesky is not/,
  ],
  [
    'people',
    { network: 'instagram', account: '1', person, act: { say: 'Hi' } },
    /^account must be one of 17841\d+ \(demo\)/,
  ],
  ['people', { network: 'instagram', act: { say: 'Hi' } }, /^person must be an object/],
  [
    'people',
    { network: 'instagram', person: { username: '<b>' }, act: { say: 'Hi' } },
    /^person\.username must be 1 to 60/,
  ],
  [
    'people',
    { network: 'instagram', person: { username: 'a', age: 1 }, act: { say: 'Hi' } },
    /^person\.age is not known here/,
  ],
  [
    'people',
    { network: 'instagram', person: { username: 'a', follows: 'yes' }, act: { say: 'Hi' } },
    /^person\.follows must be true or false/,
  ],
  ['people', { network: 'instagram', person }, /^act must be an object/],
  ['people', { network: 'instagram', person, act: {} }, /^act must hold one of comment, like, say, tap/],
  ['people', { network: 'instagram', person, act: { shout: 'Hi' } }, /^act\.shout is not known here/],
  [
    'people',
    { network: 'instagram', person, act: { say: 'Hi', block: true } },
    /^act must hold one act, and has say and block/,
  ],
  [
    'people',
    { network: 'instagram', person, act: { say: '' } },
    /^act\.say must be a text that is not empty/,
  ],
  [
    'people',
    { network: 'instagram', person, act: { say: { text: 'Hi', replyTo: 'm1' } } },
    /^replyTo: fan1 has no message m1/,
  ],
  [
    'people',
    { network: 'instagram', person, act: { comment: { text: 'Hi' } } },
    /^act\.comment\.mediaId must be a text/,
  ],
  [
    'people',
    { network: 'instagram', person, act: { comment: { text: 'Hi', mediaId: '1' } } },
    /^mediaId: the account has no post 1/,
  ],
  [
    'people',
    { network: 'instagram', person, act: { like: { commentId: '1' } } },
    /^commentId: the account has no comment 1/,
  ],
  [
    'people',
    { network: 'instagram', person, act: { tap: 'Yes' } },
    /^tap: Yes is not shown to fan1; what is: nothing/,
  ],
  ['people', { network: 'instagram', person, act: { block: 'yes' } }, /^act\.block must be true/],
  ['people', { network: 'instagram', person, act: { openRef: 'a b' } }, /^act\.openRef must be 1 to 2083/],
  [
    'people',
    { network: 'instagram', person, act: { react: '❤' } },
    /^messageId: fan1 received no message yet/,
  ],
  [
    'people',
    { network: 'instagram', person, act: { edit: { text: 'x', messageId: 'a', commentId: 'b' } } },
    /^act\.edit must name a messageId or a commentId, not both/,
  ],
  [
    'people',
    { network: 'instagram', person, act: { delete: true } },
    /^messageId: fan1 wrote no message yet/,
  ],
  [
    'people',
    { network: 'instagram', person, act: { send: { type: 'gif' } } },
    /^act\.send\.type must be one of image, video/,
  ],
  [
    'people',
    { network: 'instagram', person, act: { send: { type: 'image', url: 'javascript:x' } } },
    /^act\.send\.url must be a web address/,
  ],
  ['people?network=instagram&username=nobody', null, /^username: the account \d+ has not met nobody/],
  [
    'people?network=instagram&who=nobody',
    null,
    /^who is not known here: it takes network, account, username/,
  ],
  ['webhooks', { network: 'instagram', batch: 1001 }, /^batch must be a whole number from 1 to 1000/],
  ['webhooks', { network: 'instagram', twice: 'yes' }, /^twice must be true or false/],
  ['webhooks', { network: 'instagram', verifyToken: 'a' }, /^callbackUrl must come with verifyToken/],
  [
    'webhooks',
    { network: 'instagram', callbackUrl: 'here', verifyToken: 'a' },
    /^callbackUrl must be a web address/,
  ],
  [
    'webhooks',
    { network: 'instagram', callbackUrl: 'https://a.test', verifyToken: 'a', fields: ['feed'] },
    /^fields: feed is not one of comments/,
  ],
  ['webhooks', { network: 'bluesky', twice: true }, /^network must be one on which people answer/],
  ['faults', { network: 'instagram', kind: 'status', subcode: 1 }, /^code must come with subcode/],
];
for (const [path, body, sentence] of wrong) {
  await t.test(`${path} ${JSON.stringify(body)} is refused with the wrong field`, async () => {
    const sandbox = createSandbox({ baseUrl: 'http://sandbox.test', networks });
    sandbox.connect('instagram', 'demo');
    const headers = { 'content-type': 'application/json' };
    const init = body === null ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await control(sandbox, new Request(`http://sandbox.test/control/${path}`, init));
    ok(response);
    equal(response.status, 400);
    match(textAt((await response.json()) as Json, 'error') ?? '', sentence);
  });
}
