/**
 * `npm run try:n8n`: the node of clients/n8n in a real n8n, against the whole service and its sandbox. n8n publishes a post
 * with a picture, is told by a signed webhook that it is out, and refuses a call whose signature is wrong.
 */
import { createHmac, randomUUID } from 'node:crypto';
import t from 'tap';
import { eventually } from '../support/eventually.ts';
import { type RunningService, startService } from '../support/service.ts';
import { installN8n } from './install.ts';
import { type Json, type N8n, startN8n } from './n8n.ts';

t.setTimeout(1_800_000); // npm, and n8n's first start
installN8n();
const n8n = await startN8n(t);
const troupe = await startService(t, { allowedOrigins: [n8n.url] });
t.comment(`n8n ${n8n.version}`);
const credential = await addCredential(n8n, troupe);

interface Step {
  name: string;
  type: string;
  parameters: object;
  /** n8n's own choice of what an error does. */
  onError?: 'continueRegularOutput';
}

/** Makes a workflow of steps in a row and turns it on. @returns its id */
async function addWorkflow(steps: readonly Step[]): Promise<string> {
  const nodes = steps.map(({ name, type, parameters, onError }, index) => ({
    id: randomUUID(),
    name,
    type,
    parameters,
    ...(onError && { onError }),
    typeVersion: 1,
    position: [index * 200, 0],
    webhookId: randomUUID(),
    credentials: { troupeApi: { id: credential, name: 'Troupe' } },
  }));
  const connections = Object.fromEntries(
    steps
      .slice(1)
      .map(({ name }, index) => [steps[index]!.name, { main: [[{ node: name, type: 'main', index: 0 }]] }]),
  );
  const workflow = {
    name: steps[0]!.name,
    nodes,
    connections,
    active: false,
    settings: { executionOrder: 'v1' },
  };
  const { id, versionId } = await n8n.rest('POST', '/workflows', workflow);
  await n8n.rest('POST', `/workflows/${id}/activate`, { versionId });
  return id;
}

/** Calls the first step of a workflow. @returns what its last step gave */
async function start(path: string, body: object): Promise<{ status: number; body: Json }> {
  const response = await fetch(`${n8n.url}/webhook/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

const webhookStep = (path: string): Step => ({
  name: `Call ${path}`,
  type: 'n8n-nodes-base.webhook',
  parameters: { httpMethod: 'POST', path, responseMode: 'lastNode', responseData: 'allEntries', options: {} },
});
const troupeStep = (parameters: object): Step => ({ name: 'Troupe', type: 'CUSTOM.troupe', parameters });

void t.test('a post with a picture is published, and n8n is told', async (t) => {
  const heard = await addWorkflow([
    {
      name: 'Told',
      type: 'CUSTOM.troupeTrigger',
      parameters: { workspace: '', events: ['post.published'], retries: true },
    },
  ]);
  const [hook] = (await troupe.call('GET', '/v1/webhooks')).body.webhooks;
  t.match(hook, { events: ['post.published'], retries: true, active: true });
  await addWorkflow([
    webhookStep('publish'),
    troupeStep({
      resource: 'post',
      operation: 'create',
      workspace: '',
      content: '={{ $json.body.text }}',
      accountIds: '={{ $json.body.accounts }}',
      when: 'now',
      media: '={{ $json.body.media }}',
      moreFields: '{}',
    }),
  ]);
  const { status, body } = await start('publish', {
    text: 'Fresh bread',
    accounts: [troupe.accounts['bluesky'], troupe.accounts['mastodon']],
    media: [`${troupe.sandbox.url}/samples/photo.jpg`],
  });
  t.equal(status, 200, JSON.stringify(body));
  const [{ id }] = body;
  await troupe.until(id, (post) => post.status === 'published');
  const [execution] = await eventually(() => executionsOf(heard));
  t.match(await outputOf(execution), { event: 'post.published', post: { id }, webhookId: /^evt_/ });

  const forged = JSON.stringify({ event: 'post.published', post: { id: 'post_forged' } });
  for (const headers of [{}, signed(forged, 'whsec_bm90IHRoZSBzZWNyZXQ=')]) {
    const response = await fetch(hook.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: forged,
    });
    t.equal(response.status, 401);
  }
  t.equal((await executionsOf(heard))?.length, 1, 'a call that is not genuine starts nothing');

  await n8n.rest('POST', `/workflows/${heard}/deactivate`);
  t.same((await troupe.call('GET', '/v1/webhooks')).body.webhooks, [], 'the webhook is gone with it');
});

void t.test('a thread, an own text, a description, a first comment and a preview arrive', async (t) => {
  const { accounts, call, until } = troupe;
  const [bluesky, mastodon] = [accounts['bluesky']!, accounts['mastodon']!];
  const create = { resource: 'post', operation: 'create', workspace: '', when: 'now', moreFields: '{}' };
  await addWorkflow([
    webhookStep('thread'),
    troupeStep({
      ...create,
      content: 'Fresh bread every day',
      accountIds: '={{ $json.body.accounts }}',
      media: '={{ $json.body.media }}',
      altTexts: ['A loaf on a table'],
      overrides: {
        entry: [
          { accountIds: '={{ [$json.body.accounts[1]] }}', content: 'Fresh #bread every day', media: [] },
        ],
      },
      thread: { part: [{ content: 'Since 1912', media: [], altTexts: [] }] },
      firstComment: 'The recipe is on our page',
    }),
  ]);
  const photo = `${troupe.sandbox.url}/samples/photo.jpg`;
  const sent = await start('thread', { accounts: [bluesky, mastodon], media: [photo] });
  t.equal(sent.status, 200, JSON.stringify(sent.body));
  const post = await until(sent.body[0].id, (one) => one.status === 'published');
  t.match(post, {
    altText: { [photo]: 'A loaf on a table' },
    overrides: [{ accountIds: [mastodon], content: 'Fresh #bread every day' }],
    thread: [{ content: 'Since 1912' }],
    firstComment: 'The recipe is on our page',
  });
  await addWorkflow([
    webhookStep('preview'),
    troupeStep({
      ...create,
      content: 'Our hours',
      accountIds: '={{ $json.body.accounts }}',
      linkPreview: { preview: { kind: 'page', url: 'https://example.org/hours', title: 'Hours' } },
    }),
  ]);
  const shown = await start('preview', { accounts: [bluesky] });
  t.equal(shown.status, 200, JSON.stringify(shown.body));
  const { body } = await call('GET', `/v1/posts/${shown.body[0].id}`);
  t.match(body.post.linkPreview, { url: 'https://example.org/hours', title: 'Hours' });
});

void t.test('lists are items, files are uploaded, and errors name the field', async (t) => {
  await addWorkflow([
    webhookStep('accounts'),
    troupeStep({ resource: 'account', operation: 'getAll', workspace: '' }),
  ]);
  const accounts = await start('accounts', {});
  t.equal(accounts.body.length, Object.keys(troupe.accounts).length);

  await addWorkflow([
    webhookStep('upload'),
    {
      name: 'File',
      type: 'n8n-nodes-base.convertToFile',
      parameters: { operation: 'toBinary', sourceProperty: 'body.bytes', options: { fileName: 'p.jpg' } },
    },
    troupeStep({ resource: 'media', operation: 'upload', workspace: '', binaryProperty: 'data' }),
  ]);
  const photo = await (await fetch(`${troupe.sandbox.url}/samples/photo.jpg`)).arrayBuffer();
  const uploaded = await start('upload', { bytes: Buffer.from(photo).toString('base64') });
  t.match(uploaded.body[0]?.url, /\/media\/[0-9a-f]{64}\.jpg$/, JSON.stringify(uploaded.body));

  await addWorkflow([
    webhookStep('wrong'),
    {
      ...troupeStep({
        resource: 'post',
        operation: 'create',
        workspace: '',
        content: 'Too soon',
        accountIds: ['acc_nope'],
        when: 'draft',
        scheduledAt: '',
        media: [],
        moreFields: '{}',
      }),
      onError: 'continueRegularOutput',
    },
  ]);
  const wrong = await start('wrong', {});
  t.match(wrong.body[0]?.error, /acc_nope/, JSON.stringify(wrong.body));
});

async function addCredential(n8n: N8n, troupe: RunningService): Promise<string> {
  const data = { baseUrl: `${troupe.baseUrl}/`, apiKey: troupe.key };
  const { id } = await n8n.rest('POST', '/credentials', { name: 'Troupe', type: 'troupeApi', data });
  const credentials = { id, name: 'Troupe', type: 'troupeApi', data };
  const tested = await n8n.rest('POST', '/credentials/test', { credentials });
  if (tested.status !== 'OK') throw new Error(`the credential does not work: ${JSON.stringify(tested)}`);
  const broken = { ...credentials, data: { ...data, apiKey: 'trp_wrong' } };
  const refused = await n8n.rest('POST', '/credentials/test', { credentials: broken });
  if (refused.status === 'OK') throw new Error('a wrong key passes the test of the credential');
  return id;
}

/** Executions that have ended. @returns null while there is none */
async function executionsOf(workflowId: string): Promise<Json[] | null> {
  const filter = encodeURIComponent(JSON.stringify({ workflowId }));
  const { results } = await n8n.rest('GET', `/executions?filter=${filter}`);
  const ended = results.filter(({ status }: Json) => status === 'success' || status === 'error');
  return ended.length > 0 ? ended : null;
}

/** The first item that an execution gave. n8n stores it flat: objects name others by their index. */
async function outputOf({ id }: Json): Promise<Json> {
  const { data } = await n8n.rest('GET', `/executions/${id}`);
  const flat = JSON.parse(data) as Json[];
  const open = (value: Json): Json => {
    if (Array.isArray(value))
      return value.map((one) => open(typeof one === 'string' ? flat[Number(one)] : one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [
        key,
        typeof one === 'string' ? open(flat[Number(one)]) : one,
      ]),
    );
  };
  const { resultData } = open(flat[0]);
  return resultData.runData['Told'][0].data.main[0][0].json;
}

/** The headers of a call, signed with another secret. */
function signed(body: string, secret: string): { [name: string]: string } {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice(6), 'base64');
  const signature = createHmac('sha256', key).update(`evt_1.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
