/**
 * The Idempotency-Key on every POST of the public API, on one node and on two. A new operation is tested because it is
 * in the table: without a request here the test fails.
 */
import t from 'tap';
import { requestedPost } from '../support/approval.ts';
import { createSessions } from '../../src/features/auth/sessions.ts';
import { takeComments } from '../../src/features/comments/index.ts';
import { operations } from '../../src/service/operations.ts';
import { commentEvent } from '../comments/scene.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { type RunningService, startService } from '../support/service.ts';

interface Prepared {
  path: string;
  body: { [field: string]: unknown } | FormData;
  /** In place of the key: of the same person, signed in. */
  headers?: { [name: string]: string };
}
/** Prepares a request that has not been sent before. */
type Prepare = (running: RunningService, turn: number) => Promise<Prepared> | Prepared;

const draft = (running: RunningService, turn: number) => ({
  content: `Words ${turn}`,
  accountIds: [running.accounts['telegram']],
  draft: true,
});

const seriesWords = (accounts: RunningService['accounts'], turn: number) => ({
  post: { content: `Words ${turn}`, accountIds: [accounts['telegram']] },
  startsAt: '2040-01-01T09:00:00',
  rule: 'FREQ=DAILY',
});

const feedWords = ({ accounts, sandbox }: RunningService, turn: number) => ({
  url: `${sandbox.url}/samples/feed.xml`,
  accountIds: [accounts['telegram']],
  template: `${turn} {title}`,
  mode: 'draft',
});

async function feedOf(running: RunningService, turn: number): Promise<string> {
  return (await running.call('POST', '/v1/feeds', feedWords(running, turn))).body.feed.id;
}

async function seriesOf(running: RunningService, turn: number): Promise<string> {
  const { body } = await running.call('POST', '/v1/series', seriesWords(running.accounts, turn));
  return body.series.id;
}

const REQUESTS: { [operationId: string]: Prepare } = {
  createPost: (running, turn) => ({ path: '/v1/posts', body: draft(running, turn) }),
  duplicatePost: async (running, turn) => {
    const { body } = await running.call('POST', '/v1/posts', draft(running, turn));
    return { path: `/v1/posts/${body.post.id}/duplicate`, body: {} };
  },
  createPostTemplate: async (running, turn) => {
    const { body } = await running.call('POST', '/v1/posts', draft(running, turn));
    return { path: '/v1/post-templates', body: { name: `Offer ${turn}`, postId: body.post.id } };
  },
  createPostFromTemplate: async (running, turn) => {
    const { body: source } = await running.call('POST', '/v1/posts', draft(running, turn));
    const words = { name: `Week ${turn}`, postId: source.post.id };
    const { body } = await running.call('POST', '/v1/post-templates', words);
    return { path: `/v1/post-templates/${body.postTemplate.id}/posts`, body: {} };
  },
  validatePost: (running, turn) => ({ path: '/v1/posts/validate', body: draft(running, turn) }),
  createSeries: ({ accounts }, turn) => ({ path: '/v1/series', body: seriesWords(accounts, turn) }),
  createFeed: (running, turn) => ({ path: '/v1/feeds', body: feedWords(running, turn) }),
  previewFeed: ({ sandbox }, turn) => ({
    path: '/v1/feeds/preview',
    body: { url: `${sandbox.url}/samples/feed.xml`, template: `${turn} {title}` },
  }),
  pauseFeed: async (running, turn) => ({
    path: `/v1/feeds/${await feedOf(running, turn)}/pause`,
    body: {},
  }),
  resumeFeed: async (running, turn) => ({
    path: `/v1/feeds/${await feedOf(running, turn)}/resume`,
    body: {},
  }),
  previewSeries: (_, turn) => ({
    path: '/v1/series/preview',
    body: { startsAt: '2040-01-01T09:00:00', rule: `FREQ=DAILY;INTERVAL=${turn + 1}` },
  }),
  pauseSeries: async (running, turn) => ({
    path: `/v1/series/${await seriesOf(running, turn)}/pause`,
    body: {},
  }),
  resumeSeries: async (running, turn) => ({
    path: `/v1/series/${await seriesOf(running, turn)}/resume`,
    body: {},
  }),
  readLinkPreview: ({ sandbox }, turn) => ({
    path: '/v1/link-previews',
    body: { url: `${sandbox.url}/samples/page.html?turn=${turn}` },
  }),
  hostMedia: ({ sandbox }, turn) => ({
    path: '/v1/media',
    body: { url: `${sandbox.url}/samples/photo.jpg?turn=${turn}` },
  }),
  uploadMedia: (_, turn) => {
    const body = new FormData();
    body.append('file', new Blob([`%PDF-1.4\n%${turn}\n%%EOF`]), 'a.pdf');
    return { path: '/v1/media/upload', body };
  },
  createImport: (_, turn) => {
    const body = new FormData();
    body.append('file', new Blob([`content,accounts\nFile ${turn},nobody`]), 'posts.csv');
    return { path: '/v1/imports', body };
  },
  createWorkspace: (_, turn) => ({ path: '/v1/workspaces', body: { name: `Café ${turn}` } }),
  createInvitation: async (running, turn) => ({
    path: '/v1/invitations',
    body: { role: 'viewer', email: `maya${turn}@example.org` },
    headers: await sessionOf(running),
  }),
  createReportLink: ({ accounts }, turn) => ({
    path: '/v1/report-links',
    body: {
      accountIds: [accounts['telegram']],
      from: '2026-04-01',
      to: '2026-04-30',
      name: `Report ${turn}`,
    },
  }),
  createExport: (_, turn) => ({ path: '/v1/exports', body: { media: turn % 2 === 0 } }),
  createConnectLink: (_, turn) => ({
    path: '/v1/connect-links',
    body: { redirectUrl: `https://example.org/${turn}` },
  }),
  createWebhook: (_, turn) => ({
    path: '/v1/webhooks',
    body: { url: `https://example.org/hook/${turn}`, events: ['post.failed'] },
  }),
  testWebhook: async (running, turn) => {
    const url = `${running.sandbox.url}/hook/${turn}`;
    const { body } = await running.call('POST', '/v1/webhooks', { url, events: ['post.failed'] });
    return { path: `/v1/webhooks/${body.webhook.id}/test`, body: {} };
  },
  actOnActor: async (running, turn) => {
    const scheduledAt = new Date(Date.now() + 30 * 86_400_000).toISOString();
    // a separate account: this post may be sent at once, and must not meet a fault that is meant for another one
    const post = { content: `Words ${turn}`, accountIds: [running.accounts['bluesky']], scheduledAt };
    const { body } = await running.call('POST', '/v1/posts', post);
    const { body: actor } = await running.call('GET', `/v1/actors/${body.post.id}`);
    const { action, event } = actor.choices[0];
    return { path: `/v1/actors/${body.post.id}/hand`, body: { action, event, reason: 'a test' } };
  },
  sendMessage: async (running, turn) => ({
    path: `/v1/inbox/${await conversationWith(running, turn)}/messages`,
    body: { message: `Hello, fan ${turn}` },
  }),
  markConversationDone: async (running, turn) => ({
    path: `/v1/inbox/${await conversationWith(running, turn)}/done`,
    body: {},
  }),
  markConversationUnread: async (running, turn) => ({
    path: `/v1/inbox/${await conversationWith(running, turn)}/unread`,
    body: {},
  }),
  markConversationRead: async (running, turn) => ({
    path: `/v1/inbox/${await conversationWith(running, turn)}/read`,
    body: {},
  }),
  createAccountGroup: (_, turn) => ({ path: '/v1/account-groups', body: { name: `Brand ${turn}` } }),
  createSavedReply: (_, turn) => ({
    path: '/v1/saved-replies',
    body: { name: `Name ${turn}`, text: 'Hello' },
  }),
  createCommentRule: ({ accounts }, turn) => ({
    path: '/v1/comment-dm-rules',
    body: { accountId: accounts['instagram'], keywords: [`word${turn}`], dmText: 'Here it is' },
  }),
  createDmAutomation: ({ accounts }, turn) => ({
    path: '/v1/dm-automations',
    body: automationWords(accounts['instagram'], turn),
  }),
  restoreDmAutomationVersion: async ({ call, accounts }, turn) => {
    const { body } = await call('POST', '/v1/dm-automations', automationWords(accounts['instagram'], turn));
    const path = `/v1/dm-automations/${body.automation.id}` as const;
    await call('PATCH', path, { steps: [{ type: 'message', text: `Other ${turn}` }] });
    return { path: `${path}/versions/1/restore`, body: {} };
  },
  publishDmAutomationDraft: async ({ call, accounts }, turn) => {
    const { body } = await call('POST', '/v1/dm-automations', automationWords(accounts['instagram'], turn));
    const path = `/v1/dm-automations/${body.automation.id}` as const;
    await call('PUT', `${path}/draft`, { steps: [{ type: 'message', text: `Draft ${turn}` }] });
    return { path: `${path}/publish`, body: {} };
  },
  stopDmRun: async (running, turn) => {
    const { call, accounts, sandbox } = running;
    await conversationWith(running, turn);
    const { body } = await call('POST', '/v1/dm-automations', automationWords(accounts['instagram'], turn));
    const person = { username: `fan${turn}` };
    await controlOf(sandbox)('people', { network: 'instagram', person, act: { say: `begin${turn}` } });
    for (;;) {
      const [run] = (await call('GET', `/v1/dm-automations/${body.automation.id}/runs`)).body.runs;
      if (run) return { path: `/v1/dm-runs/${run.id}/stop`, body: {} };
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  },
  setOptedOut: async (running, turn) => ({
    path: `/v1/inbox/${await conversationWith(running, turn)}/opted-out`,
    body: {},
  }),
  forgetCommentRulePerson: async ({ call, accounts }, turn) => {
    const rule = { accountId: accounts['instagram'], keywords: ['link'], dmText: 'Here it is' };
    const { body } = await call('POST', '/v1/comment-dm-rules', rule);
    return { path: `/v1/comment-dm-rules/${body.rule.id}/forget`, body: { person: `ann${turn}` } };
  },
  addCommentRuleKeyword: async ({ call, accounts }, turn) => {
    const rule = { accountId: accounts['instagram'], keywords: ['link'], dmText: 'Here it is' };
    const { body } = await call('POST', '/v1/comment-dm-rules', rule);
    return { path: `/v1/comment-dm-rules/${body.rule.id}/keywords`, body: { keyword: `word${turn}` } };
  },
  answerPastComments: async ({ call, accounts }, turn) => {
    const rule = { accountId: accounts['instagram'], keywords: [`past${turn}`], dmText: 'Here it is' };
    const { body } = await call('POST', '/v1/comment-dm-rules', rule);
    return { path: `/v1/comment-dm-rules/${body.rule.id}/past-comments`, body: { days: 2 } };
  },
  simulateCommentRules: (_, turn) => ({
    path: '/v1/comment-dm-rules/simulate',
    body: { rule: { dmText: 'Here it is' }, comments: [{ text: `Words ${turn}`, from: 'ann' }] },
  }),
  simulateDmAutomation: (_, turn) => ({
    path: '/v1/dm-automations/simulate',
    body: {
      automation: { trigger: { type: 'any_message' }, steps: [{ type: 'message', text: `Words ${turn}` }] },
      transcript: [{ say: 'hi' }],
    },
  }),
  markCommentDone: async (running, turn) => {
    const accountId = running.accounts['instagram']!;
    const id = await storeComment(running, `comment-${turn}`);
    return { path: `/v1/comments/${id}/done`, body: { accountId } };
  },
  replyToComment: async (running, turn) => {
    const control = controlOf(running.sandbox);
    const mediaId = (await control('people?network=instagram')).posts.find(
      ({ origin }: { origin: string }) => origin === 'elsewhere',
    ).id;
    const comment = { text: `Words ${turn}`, mediaId };
    const person = { network: 'instagram', person: { username: 'rosa' }, act: { comment } };
    const { commentId } = await control('people', person);
    const accountId = running.accounts['instagram'];
    return {
      path: '/v1/comments/reply',
      body: { accountId, platform: 'instagram', commentId, message: `Thanks ${turn}` },
    };
  },
  retryPost: async (running, turn) => {
    // one that is sent again meanwhile would meet the fault in place of this one
    for (const { id } of (await running.call('GET', '/v1/posts')).body.posts)
      await running.until(
        id,
        ({ status, accountIds }) =>
          status !== 'publishing' || !accountIds.includes(running.accounts['discord']!),
      );
    running.sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
    const id = await publish(running, 'discord', turn);
    await running.until(id, ({ status }) => status === 'failed');
    return { path: `/v1/posts/${id}/retry`, body: {} };
  },
  batchPosts: async (running, turn) => {
    const { body } = await running.call('POST', '/v1/posts', draft(running, turn));
    return { path: '/v1/posts/batch', body: { action: 'delete', ids: [body.post.id] } };
  },
  decideApproval: async (running, turn) => ({
    path: `/v1/posts/${await requestedPost(running, { content: `To be approved ${turn}` })}/approval`,
    body: { decision: 'rejected' },
  }),
  createPostNote: async (running, turn) => ({
    path: `/v1/posts/${await requestedPost(running, { content: `To be noted ${turn}` })}/notes`,
    body: { text: `Note ${turn}` },
  }),
  createConversationNote: async (running, turn) => ({
    path: `/v1/inbox/${await conversationWith(running, turn)}/notes`,
    body: { text: `Note ${turn}` },
  }),
  createApprovalLink: async (running, turn) => ({
    path: `/v1/posts/${await requestedPost(running, { content: `For a client ${turn}` })}/approval-links`,
    body: {},
  }),
  resolveDelivery: async (running, turn) => {
    running.sandbox.sandbox.faults.add({ kind: 'lost_answer', network: 'telegram', times: 1 });
    const id = await publish(running, 'telegram', turn);
    await running.until(id, ({ deliveries }) => deliveries[0].status === 'retrying');
    return {
      path: `/v1/posts/${id}/deliveries/${running.accounts['telegram']}/resolve`,
      body: { outcome: 'live' },
    };
  },
};

const automationWords = (accountId: string | undefined, turn: number) => ({
  accountId,
  trigger: { type: 'keyword', keywords: [`begin${turn}`] },
  steps: [{ type: 'message', text: 'Which one?', choices: [{ label: 'This', steps: [] }] }],
});

/** Headers of the person behind the key, signed in to the dashboard. */
async function sessionOf({ service, key, baseUrl }: RunningService): Promise<{ [name: string]: string }> {
  const { userId } = (await service.authenticate(key))!;
  const sessions = createSessions({ sql: service.directory, baseUrl: () => baseUrl, clock: Date.now });
  const [, cookie] = await sessions.begin(service.directory, userId);
  return { cookie: cookie.split(';')[0]!, 'sec-fetch-site': 'same-origin' };
}

/** A conversation with a person who has just written. */
async function conversationWith({ call, sandbox, service }: RunningService, turn: number): Promise<string> {
  const unsubscribed = () =>
    service.sql`select from accounts where platform = 'instagram' and workspace_id = (
      select min(id) from workspaces) and receiving is null`;
  while ((await unsubscribed()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  const person = { username: `fan${turn}` };
  await controlOf(sandbox)('people', { network: 'instagram', person, act: { say: `Hello ${turn}` } });
  for (;;) {
    const { conversations } = (await call('GET', '/v1/inbox?limit=100')).body;
    const found = conversations.find(
      (one: { lastMessage: { text: string } }) => one.lastMessage?.text === `Hello ${turn}`,
    );
    if (found) return found.id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Somebody comments on a post of the instagram account. */
async function storeComment({ service, accounts }: RunningService, id: string): Promise<string> {
  const account = { id: accounts['instagram']!, receivingSince: null };
  await service.context.node.command(async (tx, turn) => ({
    result: undefined,
    feed: (await takeComments(tx, turn, account, [commentEvent({ id }, Date.now())])).feed,
  }));
  return id;
}

async function publish({ call, accounts }: RunningService, network: string, turn: number): Promise<string> {
  const post = { content: `Words ${turn}`, accountIds: [accounts[network]], publishNow: true };
  return (await call('POST', '/v1/posts', post)).body.post.id;
}

const posts = operations.filter(({ rest }) => rest?.method === 'post');
/** Numbers the prepared requests, so that they differ. */
let turns = 0;

async function send(
  { baseUrl, key: apiKey }: Pick<RunningService, 'baseUrl' | 'key'>,
  { path, body, headers = { authorization: `Bearer ${apiKey}` } }: Prepared,
  key: string,
) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: {
      ...headers,
      'idempotency-key': key,
      ...(!isForm && { 'content-type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  // the nodes of these tests have different addresses, those of an installation have one
  const text = (await response.text()).replaceAll(/127\.0\.0\.1:\d+/g, 'troupe.example.org');
  return { status: response.status, text, replayed: response.headers.get('idempotent-replayed') };
}

/** What stays of a response. A reply is shown as it is now: the network may have told more of it since it was sent. */
function lasting<T extends { text: string }>(id: string, response: T): T {
  if (id !== 'replyToComment') return response;
  const { comment } = JSON.parse(response.text) as { comment: { id: string; text: string } };
  return { ...response, text: `${comment.id}: ${comment.text}` };
}

/** The same request with an additional unknown field. */
function spoilt({ path, body, ...more }: Prepared): Prepared {
  if (!(body instanceof FormData)) return { ...more, path, body: { ...body, nope: 1 } };
  const form = new FormData();
  for (const [name, value] of body) form.append(name, value);
  form.append('nope', '1');
  return { path, body: form };
}

/** Holds a key like a first request that still runs, on any node. */
async function whileKeyIsHeld(
  running: RunningService,
  key: string,
  work: () => Promise<void>,
): Promise<void> {
  const { userId } = (await running.service.authenticate(running.key))!;
  await running.service.sql.begin(async (tx) => {
    for (const schema of ['troupe_directory', 'troupe_cell_1'])
      await tx`select pg_advisory_xact_lock(hashtextextended(${`${schema} ${userId} ${key}`}, 0))`;
    await work();
  });
}

void t.test('every POST of the table has a request in this test', async (t) => {
  t.strictSame(
    posts.map(({ id }) => id).filter((id) => !(id in REQUESTS)),
    [],
  );
});

void t.test('every POST stores its key', async (t) => {
  const running = await startService(t, { subscribes: true });
  const prepare = async (id: string): Promise<Prepared> => REQUESTS[id]!(running, (turns += 1));
  for (const { id } of posts) {
    const request = await prepare(id);
    const first = await send(running, request, `${id}-1`);
    t.match(first, { status: 200, replayed: null }, `${id}: the first request`);
    const again = await send(running, request, `${id}-1`);
    t.strictSame(lasting(id, again), lasting(id, { ...first, replayed: 'true' }), `${id}: again`);
    t.match(
      await send(running, await prepare(id === 'createInspectTicket' ? 'createWorkspace' : id), `${id}-1`),
      { status: 422, text: /idempotency_mismatch/ },
      `${id}: with another request`,
    );
    t.match(
      await send(running, spoilt(request), `${id}-1`),
      { status: 422, text: /idempotency_mismatch/ },
      `${id}: with a body that is wrong besides`,
    );

    const busy = await prepare(id);
    await whileKeyIsHeld(running, `${id}-2`, async () => {
      t.match(
        await send(running, busy, `${id}-2`),
        { status: 409, text: /idempotency_in_progress/ },
        `${id}: while the first request runs`,
      );
    });
    t.match(await send(running, busy, `${id}-2`), { status: 200, replayed: null }, `${id}: after it failed`);

    const mended = await prepare(id);
    t.equal((await send(running, spoilt(mended), `${id}-3`)).status, 400, `${id}: an error`);
    t.match(
      await send(running, mended, `${id}-3`),
      { status: 200, replayed: null },
      `${id}: an error is not kept`,
    );
  }
});

void t.test('a key works on every node', async (t) => {
  const running = await startService(t, { subscribes: true });
  const there = { ...(await running.secondNode()), key: running.key };
  for (const { id } of posts) {
    const request = await REQUESTS[id]!(running, (turns += 1));
    const both = await Promise.all([send(running, request, id), send(there, request, id)]);
    t.ok(
      both.every(({ status }) => status === 200 || status === 409),
      `${id}: ${both.map((one) => one.text).join()}`,
    );
    const first = both.find(({ status }) => status === 200);
    t.ok(first, `${id}: one of two was served`);
    for (const one of [running, there])
      t.strictSame(
        lasting(id, await send(one, request, id)),
        lasting(id, { ...first!, replayed: 'true' }),
        id,
      );
    t.equal(
      both.filter(({ status, replayed }) => status === 200 && replayed === null).length,
      1,
      `${id}: once`,
    );
  }
});

void t.test('no secret is stored in clear with a response', async (t) => {
  const running = await startService(t);
  const made = await running.call(
    'POST',
    '/v1/webhooks',
    { url: 'https://example.org/hook', events: ['post.failed'] },
    { 'idempotency-key': 'secret' },
  );
  const secret: string = made.body.webhook.secret;
  const kept = await running.service.sql<{ response: string }[]>`select response::text from idempotency_keys`;
  t.equal(kept.length, 1);
  t.notOk(kept[0]!.response.includes(secret));
});
