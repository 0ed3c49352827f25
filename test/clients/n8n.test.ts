/** The node for n8n, held against the API's description. `npm run try:n8n` runs it in n8n itself. */
import { readFile } from 'node:fs/promises';
import t from 'tap';
import { Check } from 'typebox/value';
import { newSigningSecret, signatureHeaders } from '../../src/features/webhooks/sign.ts';

interface Parameters {
  [name: string]: unknown;
}
interface Action {
  action: string;
  calls: string;
  method: string;
  path: (given: Parameters) => string;
  body?: (given: Parameters) => Parameters;
  query?: (given: Parameters) => Parameters;
  shows?: string;
  reads?: string;
}
/** The nodes are CommonJS, as n8n wants them, which the compiler of this tree does not take: their types are written again. */
const load = (file: string): Promise<unknown> => import(`../../clients/n8n/nodes/${file}`);
const { ACTIONS, actionOf } = (await load('Troupe/actions.ts')) as {
  ACTIONS: readonly Action[];
  actionOf(resource: string, operation: string): Action;
};
const { EVENTS } = (await load('TroupeTrigger/events.ts')) as { EVENTS: { value: string }[] };
const { isGenuine } = (await load('TroupeTrigger/signature.ts')) as {
  isGenuine(call: { secret: string; body: Buffer; headers: object; now: number }): boolean;
};

interface Described {
  operationId?: string;
  parameters?: { name?: string; in?: string }[];
  requestBody?: { required?: boolean; content: { [type: string]: { schema: { properties?: object } } } };
  responses: { 200: { content: { 'application/json': { schema: { properties?: object } } } } };
}
const api = JSON.parse(await readFile(new URL('../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: { [path: string]: { [method: string]: Described } };
  webhooks: object;
};
const GIVEN = {
  workspace: 'home',
  postId: 'post_1',
  conversationId: 'conv_1',
  content: 'Fresh bread',
  newContent: 'Fresher bread',
  accountIds: ['acc_1'],
  newAccountIds: ['acc_1'],
  when: 'schedule',
  newWhen: 'schedule',
  scheduledAt: '2026-05-04T10:00:00',
  media: ['https://example.org/photo.jpg'],
  altTexts: ['A loaf'],
  overrides: { entry: [{ accountIds: ['acc_1'], content: 'Fresh #bread', media: [] }] },
  thread: { part: [{ content: 'Since 1912', media: [], altTexts: [] }] },
  firstComment: 'The recipe is on our page',
  linkPreview: { preview: { kind: 'page', url: 'https://example.org/bread', title: 'Bread' } },
  skipRefused: true,
  moreFields: '{"pinterestBoardId": "12"}',
  accountId: 'acc_1',
  platform: 'instagram',
  commentId: '17858893269000001',
  message: 'Yes',
  url: 'https://example.org/photo.jpg',
  status: 'draft',
};

function described(id: string): { path: string; method: string; operation: Described } {
  for (const [path, methods] of Object.entries(api.paths))
    for (const [method, operation] of Object.entries(methods))
      if (operation.operationId === id) return { path, method, operation };
  throw new Error(`the API has no operation ${id}`);
}

for (const action of ACTIONS)
  void t.test(`${action.action} is a request that the API describes`, (t) => {
    const { path, method, operation } = described(action.calls);
    t.equal(action.method, method.toUpperCase());
    const filled = path.replace('{id}', path.startsWith('/v1/inbox') ? 'conv_1' : 'post_1');
    t.equal(action.path(GIVEN), filled);
    const queries = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
    t.same(
      Object.keys(action.query?.(GIVEN) ?? {}).filter((name) => !queries.includes(name)),
      [],
    );
    const schema = operation.requestBody?.content['application/json']?.schema;
    if (schema) t.ok(Check(schema, action.body?.(GIVEN)), JSON.stringify(action.body?.(GIVEN)));
    else t.equal(action.body, undefined);
    const shown = operation.responses[200].content['application/json'].schema.properties ?? {};
    if (action.shows) t.ok(action.shows in shown, `${action.shows} is part of the response`);
    t.equal(action.reads === 'pages', 'next' in shown && queries.includes('before'));
    t.end();
  });

void t.test('what was left empty is not sent, and other fields win', (t) => {
  const { body } = actionOf('post', 'update');
  const empty = {
    newContent: '',
    newAccountIds: [],
    newWhen: 'keep',
    scheduledAt: '',
    media: [],
    workspace: '',
  };
  t.same(body!({ ...empty, moreFields: '' }), {});
  t.same(body!({ ...empty, moreFields: '{"content": "", "media": []}' }), { content: '', media: [] });
  t.throws(() => body!({ ...empty, moreFields: '[1]' }), /must be a JSON object/);
  t.end();
});

void t.test('an id is one segment of a path', (t) => {
  const { path } = actionOf('post', 'get');
  t.equal(path({ postId: '../keys?x=1#' }), '/v1/posts/..%2Fkeys%3Fx%3D1%23');
  for (const postId of ['', ' ', '.', '..', undefined])
    t.throws(() => path({ postId }), /the id is missing/, String(postId));
  t.end();
});

void t.test('the trigger offers every event of the API that an endpoint can choose, and no other', (t) => {
  const chosen = Object.keys(api.webhooks).filter((event) => event !== 'webhook.test');
  t.same(EVENTS.map(({ value }) => value).sort(), chosen.sort());
  t.end();
});

void t.test('the trigger takes calls that the service signed, of these minutes', (t) => {
  const secret = newSigningSecret();
  const now = Date.UTC(2026, 4, 4);
  const body = '{"event":"post.published","text":"Café"}';
  const headers = signatureHeaders({ secret, eventId: 'evt_1', now, body });
  const call = { secret, body: Buffer.from(body), headers, now };
  t.ok(isGenuine(call));
  t.ok(isGenuine({ ...call, now: now + 299_000 }));
  t.notOk(isGenuine({ ...call, now: now + 301_000 }), 'one that is old');
  t.notOk(isGenuine({ ...call, now: now - 301_000 }), 'one from the future');
  t.notOk(isGenuine({ ...call, secret: newSigningSecret() }));
  t.notOk(isGenuine({ ...call, secret: 'whsec_' }), 'an empty secret signs nothing');
  t.notOk(isGenuine({ ...call, body: Buffer.from(`${body} `) }));
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    t.notOk(isGenuine({ ...call, headers: { ...headers, [name]: undefined } }), `without ${name}`);
    t.notOk(isGenuine({ ...call, headers: { ...headers, [name]: '1' } }), `with another ${name}`);
  }
  const both = `v1,${Buffer.alloc(32).toString('base64')} ${headers['webhook-signature']}`;
  t.ok(isGenuine({ ...call, headers: { ...headers, 'webhook-signature': both } }), 'one of two signatures');
  t.end();
});

void t.test('own texts and descriptions are sent as the API has them', async (t) => {
  const body = actionOf('post', 'create').body!;
  const media = ['https://example.org/a.jpg', 'https://example.org/b.jpg'];
  const sent = body({
    content: 'Bread',
    accountIds: ['acc_1', 'acc_2'],
    when: 'now',
    media,
    altTexts: ['', 'A loaf'],
    overrides: { entry: [{ accountIds: ['acc_2'], content: 'Own', media: [] }, { accountIds: [] }] },
    skipRefused: true,
  });
  t.same(sent, {
    content: 'Bread',
    accountIds: ['acc_1', 'acc_2'],
    publishNow: true,
    media,
    altText: { [media[1]!]: 'A loaf' },
    overrides: [{ accountIds: ['acc_2'], content: 'Own' }],
    skipRefused: true,
  });
  const plain = body({
    content: 'Bread',
    accountIds: ['acc_1'],
    when: 'now',
    altTexts: [],
    overrides: {},
    skipRefused: false,
  });
  t.same(plain, { content: 'Bread', accountIds: ['acc_1'], publishNow: true });
  t.match(body({ ...plain, media, altTexts: ['x'], moreFields: '{"altText": {}}' }), { altText: {} });
});

void t.test('parts of a thread, the first comment and the preview are sent as the API has them', (t) => {
  const body = actionOf('post', 'create').body!;
  const post = { content: 'Bread', accountIds: ['acc_1'], when: 'now' };
  const photo = 'https://example.org/a.jpg';
  const page = { kind: 'page', url: 'https://example.org/', title: '', description: 'Fresh', image: '' };
  t.match(
    body({
      ...post,
      thread: {
        part: [
          { content: 'Since 1912', media: [photo], altTexts: ['A loaf'] },
          { content: ' ', media: [] },
        ],
      },
      firstComment: 'The recipe is on our page',
      linkPreview: { preview: page },
    }),
    {
      thread: [{ content: 'Since 1912', media: [photo], altText: { [photo]: 'A loaf' } }],
      firstComment: 'The recipe is on our page',
      linkPreview: { url: 'https://example.org/', description: 'Fresh' },
    },
  );
  t.equal(body({ ...post, linkPreview: { preview: { kind: 'none' } } })['linkPreview'], false);
  const empty = body({ ...post, thread: {}, firstComment: '', linkPreview: {} });
  t.same(Object.keys(empty).sort(), ['accountIds', 'content', 'publishNow']);
  t.end();
});
