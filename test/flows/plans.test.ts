/**
 * What works without a plan: every operation of the table is asked with an inactive plan. A new operation is tested because it
 * is in the table: without a row here the test fails. What needs a plan is asked with active plans too.
 */
import t, { type Test } from 'tap';
import { createSessions } from '../../src/auth/sessions.ts';
import { dashboardOperations } from '../../src/dashboard/operations.ts';
import { operations } from '../../src/operations.ts';
import type { Feature, Plan } from '../../src/plans/plan.ts';
import { setPlan } from '../../src/workspaces/set-plan.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { type Answer, type RunningService, startService } from '../support/service.ts';

const HOUR = 3_600_000;

interface World extends RunningService {
  /** Numbers what is made, so that nothing is made twice. */
  count: () => number;
  /** Headers of the person behind the key, signed in to the dashboard. */
  session: { [name: string]: string };
  /** A post on instagram, and its id there. */
  post: Answer['body'];
  mediaId: string;
  conversationId: string;
}

interface Asked {
  method: string;
  path: string;
  body?: unknown;
}
interface Case {
  operation: string;
  what: string;
  /** What the plan must include for it. null: it always works. */
  needs: Feature | null;
  /** Makes what the request is about; it is sent after the plan was set. */
  ask: (world: World) => Asked | Promise<Asked>;
}

const always = (operation: string, ask: Case['ask'], what = ''): Case => ({
  operation,
  what,
  needs: null,
  ask,
});
const needs = (needed: Feature, operation: string, ask: Case['ask'], what = ''): Case => ({
  operation,
  what,
  needs: needed,
  ask,
});
/** A read of one address. */
const read = (operation: string, path: (world: World) => string): Case =>
  always(operation, (world) => ({ method: 'GET', path: path(world) }));

const later = () => new Date(Date.now() + 48 * HOUR).toISOString();
const words = ({ count, accounts }: World) => ({
  content: `Words ${count()}`,
  accountIds: [accounts['telegram']],
});

async function make(world: World, path: string, body: object): Promise<Answer['body']> {
  const answer = await world.call('POST', path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const draftOf = async (world: World): Promise<string> =>
  (await make(world, '/v1/posts', { ...words(world), draft: true })).post.id;
const scheduledOf = async (world: World): Promise<string> =>
  (await make(world, '/v1/posts', { ...words(world), scheduledAt: later() })).post.id;

/** A post that discord refused. */
async function failedOf(world: World): Promise<string> {
  // one that is sent again meanwhile would meet the fault in place of this one
  const busy = () => world.service.sql`
    select from actors a join posts p on p.id = a.id where a.shown = 'publishing' and 'discord' = any(p.platforms)`;
  while ((await busy()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  world.sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
  const { post } = await make(world, '/v1/posts', {
    ...words(world),
    accountIds: [world.accounts['discord']],
    publishNow: true,
  });
  await world.until(post.id, ({ status }) => status === 'failed');
  return post.id;
}

/** A post of which nobody knows whether it is live. */
async function doubtOf(world: World): Promise<string> {
  world.sandbox.sandbox.faults.add({ kind: 'lost_answer', network: 'telegram', times: 1 });
  const { post } = await make(world, '/v1/posts', { ...words(world), publishNow: true });
  await world.until(post.id, ({ deliveries }) => deliveries[0].status === 'retrying');
  return post.id;
}

async function webhookOf(world: World, active = true): Promise<string> {
  const url = `${world.sandbox.url}/hook/${world.count()}`;
  const { webhook } = await make(world, '/v1/webhooks', { url, events: ['post.failed'] });
  if (!active) await world.call('PATCH', `/v1/webhooks/${webhook.id}`, { active });
  return webhook.id;
}

const person = (world: World, username: string, act: object): Promise<Answer['body']> =>
  controlOf(world.sandbox)('people', { network: 'instagram', person: { username }, act });

/** A comment that is stored. */
async function commentOf(world: World): Promise<string> {
  const text = `Words ${world.count()}`;
  const { commentId } = await person(world, 'rosa', { comment: { text, mediaId: world.mediaId } });
  await world.call('GET', `/v1/posts/${world.post.id}/comments`);
  return commentId;
}

/** The conversation with somebody who has just written. */
async function conversationOf(world: World, username: string): Promise<string> {
  await person(world, username, { say: 'Hello' });
  for (;;) {
    const { conversations } = (await world.call('GET', '/v1/inbox?limit=100')).body;
    const found = conversations.find((one: Answer['body']) => one.contact.username === username);
    if (found) return found.id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function linkOf(world: World): Promise<string> {
  return (await make(world, '/v1/connect-links', {})).connectLink.id;
}

async function savedReplyOf(world: World): Promise<string> {
  const reply = { name: `Hours ${world.count()}`, text: 'We open at 9.' };
  return (await make(world, '/v1/saved-replies', reply)).savedReply.id;
}

async function ruleOf(world: World): Promise<string> {
  const rule = { accountId: world.accounts['instagram'], keywords: ['link'], dmText: 'Here it is' };
  return (await make(world, '/v1/comment-dm-rules', rule)).rule.id;
}

const automationWords = (accounts: World['accounts'], turn: number) => ({
  accountId: accounts['instagram'],
  trigger: { type: 'keyword', keywords: [`begin${turn}`] },
  steps: [{ type: 'message', text: 'Which one?', choices: [{ label: 'This', steps: [] }] }],
});

async function automationOf(world: World): Promise<string> {
  return (await make(world, '/v1/dm-automations', automationWords(world.accounts, world.count()))).automation
    .id;
}

/** An automation with a draft. */
async function draftedOf(world: World): Promise<string> {
  const id = await automationOf(world);
  const steps = [{ type: 'message', text: 'Better' }];
  await world.call('PUT', `/v1/dm-automations/${id}/draft`, { steps });
  return id;
}

/** A run that waits for a choice. */
async function runOf(world: World): Promise<string> {
  const turn = world.count();
  const { automation } = await make(world, '/v1/dm-automations', automationWords(world.accounts, turn));
  await person(world, `runner${turn}`, { say: `begin${turn}` });
  for (;;) {
    const [run] = (await world.call('GET', `/v1/dm-automations/${automation.id}/runs`)).body.runs;
    if (run) return run.id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const post = (path: string, body: unknown = {}): Asked => ({ method: 'POST', path, body });
const patch = (path: string, body: unknown): Asked => ({ method: 'PATCH', path, body });
const remove = (path: string): Asked => ({ method: 'DELETE', path });

const POSTS: Case[] = [
  always('createPost', (world) => post('/v1/posts', { ...words(world), draft: true }), 'a draft'),
  always(
    'createPost',
    (world) => post('/v1/posts', { ...words(world), draft: true, scheduledAt: later() }),
    'a draft on the calendar',
  ),
  ...[{ publishNow: true }, { scheduledAt: later() }, { useNextSlot: true }].map((timing) =>
    needs(
      'publishing',
      'createPost',
      (world) => post('/v1/posts', { ...words(world), ...timing }),
      JSON.stringify(timing),
    ),
  ),
  always('validatePost', (world) => post('/v1/posts/validate', { ...words(world), publishNow: true })),
  always(
    'updatePost',
    async (world) => patch(`/v1/posts/${await scheduledOf(world)}`, { content: 'Other words' }),
    'its text',
  ),
  always(
    'updatePost',
    async (world) => patch(`/v1/posts/${await scheduledOf(world)}`, { draft: true }),
    'back to drafts',
  ),
  ...[{ publishNow: true }, { scheduledAt: later() }, { useNextSlot: true }].map((timing) =>
    needs(
      'publishing',
      'updatePost',
      async (world) => patch(`/v1/posts/${await draftOf(world)}`, timing),
      JSON.stringify(timing),
    ),
  ),
  always('deletePost', async (world) => remove(`/v1/posts/${await scheduledOf(world)}`)),
  needs('publishing', 'retryPost', async (world) => post(`/v1/posts/${await failedOf(world)}/retry`)),
  always('resolveDelivery', async (world) =>
    post(`/v1/posts/${await doubtOf(world)}/deliveries/${world.accounts['telegram']}/resolve`, {
      outcome: 'live',
    }),
  ),
  read('listPosts', () => '/v1/posts'),
  read('getPost', ({ post: { id } }) => `/v1/posts/${id}`),
  read('explainPost', ({ post: { id } }) => `/v1/posts/${id}/explain`),
  read('readCalendar', () => '/app/api/calendar?from=2026-05-01T00:00:00Z&to=2026-06-01T00:00:00Z'),
  read('browsePosts', () => '/app/api/posts'),
  read('readPostsById', ({ post: { id } }) => `/app/api/posts-by-id?ids=${id}`),
  always('hostMedia', ({ sandbox, count }) =>
    post('/v1/media', { url: `${sandbox.url}/samples/photo.jpg?turn=${count()}` }),
  ),
  always('uploadMedia', () => {
    const body = new FormData();
    body.append('file', new Blob(['%PDF-1.4\n%%EOF']), 'a.pdf');
    return post('/v1/media/upload', body);
  }),
];

const WORKSPACE: Case[] = [
  read('getNextSlot', () => '/v1/next-slot'),
  read('getPostingSchedule', () => '/v1/posting-schedule'),
  always('setPostingSchedule', () => ({
    method: 'PUT',
    path: '/v1/posting-schedule',
    body: { slots: [{ day: 'mon', time: '11:00' }] },
  })),
  read('listWorkspaces', () => '/v1/workspaces'),
  always('createWorkspace', ({ count }) => post('/v1/workspaces', { name: `Another ${count()}` })),
  read('getPlan', () => '/app/api/plan'),
  read('listAccounts', () => '/v1/accounts'),
  read('listPinterestBoards', () => '/v1/pinterest-boards'),
  always('updateAccount', ({ accounts }) =>
    patch(`/v1/accounts/${accounts['telegram']}`, { onUnknown: 'retry' }),
  ),
  always('disconnectAccount', ({ accounts }) => {
    const platform = ['mastodon', 'bluesky', 'pinterest'].find((one) => accounts[one] !== undefined)!;
    const id = accounts[platform];
    delete accounts[platform];
    return remove(`/v1/accounts/${id}`);
  }),
  always('createConnectLink', () => post('/v1/connect-links')),
  read('listConnectLinks', () => '/v1/connect-links'),
  always('getConnectLink', async (world) => ({
    method: 'GET',
    path: `/v1/connect-links/${await linkOf(world)}`,
  })),
  always('revokeConnectLink', async (world) => remove(`/v1/connect-links/${await linkOf(world)}`)),
  read('listKeys', () => '/app/api/keys'),
  always('createKey', ({ count }) => post('/app/api/keys', { name: `key ${count()}` })),
  always('revokeKey', async (world) => {
    const made = await world.call('POST', '/app/api/keys', { name: 'short-lived' }, world.session);
    return remove(`/app/api/keys/${made.body.key.id}`);
  }),
  read('listSimulatedAccounts', () => '/app/api/simulated-accounts'),
];

const message = 'Yes, from eight.';
const PEOPLE: Case[] = [
  read('listConversations', () => '/v1/inbox'),
  read('getConversationMessages', ({ conversationId }) => `/v1/inbox/${conversationId}/messages`),
  read('readConversation', ({ conversationId }) => `/app/api/conversations/${conversationId}`),
  read('exportPerson', ({ conversationId }) => `/v1/inbox/${conversationId}/export`),
  always('forgetPerson', async (world) =>
    remove(`/v1/inbox/${await conversationOf(world, `fan${world.count()}`)}`),
  ),
  read('getInboxSettings', () => '/v1/inbox-settings'),
  always('setInboxSettings', () => ({
    method: 'PUT',
    path: '/v1/inbox-settings',
    body: { keepMessagesDays: 90, copyFiles: false },
  })),
  needs('inbox', 'sendMessage', ({ conversationId, count }) =>
    post(`/v1/inbox/${conversationId}/messages`, { message: `Hello ${count()}` }),
  ),
  ...(['done', 'unread', 'read'] as const).map((mark) =>
    always(`markConversation${mark[0]!.toUpperCase()}${mark.slice(1)}`, ({ conversationId }) =>
      post(`/v1/inbox/${conversationId}/${mark}`),
    ),
  ),
  always('setOptedOut', ({ conversationId }) =>
    post(`/v1/inbox/${conversationId}/opted-out`, { optedOut: false }),
  ),
  read('listSavedReplies', () => '/v1/saved-replies'),
  always('createSavedReply', ({ count }) =>
    post('/v1/saved-replies', { name: `Place ${count()}`, text: 'At the market.' }),
  ),
  always('updateSavedReply', async (world) =>
    patch(`/v1/saved-replies/${await savedReplyOf(world)}`, { text: 'We open at 8.' }),
  ),
  always('deleteSavedReply', async (world) => remove(`/v1/saved-replies/${await savedReplyOf(world)}`)),
  read('listDmAutomations', () => '/v1/dm-automations'),
  needs('automations', 'createDmAutomation', ({ accounts, count }) =>
    post('/v1/dm-automations', automationWords(accounts, count())),
  ),
  always('getDmAutomation', async (world) => ({
    method: 'GET',
    path: `/v1/dm-automations/${await automationOf(world)}`,
  })),
  always(
    'updateDmAutomation',
    async (world) => patch(`/v1/dm-automations/${await automationOf(world)}`, { active: false }),
    'paused',
  ),
  needs(
    'automations',
    'updateDmAutomation',
    async (world) => patch(`/v1/dm-automations/${await automationOf(world)}`, { active: true }),
    'active',
  ),
  always('deleteDmAutomation', async (world) => remove(`/v1/dm-automations/${await automationOf(world)}`)),
  always('listDmAutomationVersions', async (world) => ({
    method: 'GET',
    path: `/v1/dm-automations/${await automationOf(world)}/versions`,
  })),
  always('getDmAutomationVersion', async (world) => ({
    method: 'GET',
    path: `/v1/dm-automations/${await automationOf(world)}/versions/1`,
  })),
  always('restoreDmAutomationVersion', async (world) =>
    post(`/v1/dm-automations/${await automationOf(world)}/versions/1/restore`),
  ),
  always('getDmAutomationDraft', async (world) => ({
    method: 'GET',
    path: `/v1/dm-automations/${await automationOf(world)}/draft`,
  })),
  always('saveDmAutomationDraft', async (world) => ({
    method: 'PUT',
    path: `/v1/dm-automations/${await automationOf(world)}/draft`,
    body: { steps: [] },
  })),
  always('discardDmAutomationDraft', async (world) =>
    remove(`/v1/dm-automations/${await draftedOf(world)}/draft`),
  ),
  always('publishDmAutomationDraft', async (world) =>
    post(`/v1/dm-automations/${await draftedOf(world)}/publish`),
  ),
  always('listDmRuns', async (world) => ({
    method: 'GET',
    path: `/v1/dm-automations/${await automationOf(world)}/runs`,
  })),
  always('getDmAutomationStats', async (world) => ({
    method: 'GET',
    path: `/v1/dm-automations/${await automationOf(world)}/stats`,
  })),
  always('stopDmRun', async (world) => post(`/v1/dm-runs/${await runOf(world)}/stop`)),
  read('listCommentRules', () => '/v1/comment-dm-rules'),
  read(
    'listCommentRuleMedia',
    ({ accounts }) => `/v1/comment-dm-rules/media?accountId=${accounts['instagram']}`,
  ),
  always('createCommentRule', ({ accounts, count }) =>
    post('/v1/comment-dm-rules', {
      accountId: accounts['instagram'],
      keywords: [`word${count()}`],
      dmText: 'Here it is',
    }),
  ),
  always('previewPastComments', async (world) => ({
    method: 'GET',
    path: `/v1/comment-dm-rules/${await ruleOf(world)}/past-comments?days=2`,
  })),
  always('answerPastComments', async (world) =>
    post(`/v1/comment-dm-rules/${await ruleOf(world)}/past-comments`, { days: 2 }),
  ),
  always('explainCommentRules', async (world) => ({
    method: 'GET',
    path: `/v1/comment-dm-rules/explain?accountId=${world.accounts['instagram']}&commentId=${await commentOf(world)}`,
  })),
  always('simulateCommentRules', () =>
    post('/v1/comment-dm-rules/simulate', {
      rule: { dmText: 'Here it is' },
      comments: [{ text: 'link', from: 'ann' }],
    }),
  ),
  always('listDmAutomationTemplates', () => ({ method: 'GET', path: '/v1/dm-automations/templates' })),
  always('simulateDmAutomation', () =>
    post('/v1/dm-automations/simulate', {
      automation: { trigger: { type: 'any_message' }, steps: [{ type: 'message', text: 'Hi' }] },
      transcript: [{ say: 'hi' }],
    }),
  ),
  always('updateCommentRule', async (world) =>
    patch(`/v1/comment-dm-rules/${await ruleOf(world)}`, { active: false }),
  ),
  always('deleteCommentRule', async (world) => remove(`/v1/comment-dm-rules/${await ruleOf(world)}`)),
  always('listCommentRuleEvents', async (world) => ({
    method: 'GET',
    path: `/v1/comment-dm-rules/${await ruleOf(world)}/events`,
  })),
  always('forgetCommentRulePerson', async (world) =>
    post(`/v1/comment-dm-rules/${await ruleOf(world)}/forget`, { person: 'ann' }),
  ),
  read(
    'getCommentRuleSettings',
    ({ accounts }) => `/v1/comment-dm-rules/settings?accountId=${accounts['instagram']}`,
  ),
  always('setCommentRuleSettings', ({ accounts }) => ({
    method: 'PUT',
    path: '/v1/comment-dm-rules/settings',
    body: { accountId: accounts['instagram'], evenPace: true },
  })),
  always('listCommentRuleNearMisses', async (world) => ({
    method: 'GET',
    path: `/v1/comment-dm-rules/${await ruleOf(world)}/near-misses`,
  })),
  always('addCommentRuleKeyword', async (world) =>
    post(`/v1/comment-dm-rules/${await ruleOf(world)}/keywords`, { keyword: 'links' }),
  ),
  read('getPostComments', ({ post: { id } }) => `/v1/posts/${id}/comments`),
  read('listComments', () => '/v1/comments'),
  read('getPostMetrics', ({ post: { id } }) => `/v1/posts/${id}/metrics`),
  read('getPerformance', () => '/v1/performance'),
  read(
    'getPostInsights',
    ({ accounts, mediaId }) => `/v1/post-insights?accountId=${accounts['instagram']}&postId=${mediaId}`,
  ),
  read('getAnalytics', () => '/v1/analytics'),
  read('getAccountStats', () => '/v1/accounts/stats'),
  read('getAccountTrends', () => '/v1/accounts/trends'),
  read('listPostAges', () => '/app/api/numbers/ages'),
  always('markCommentDone', async (world) =>
    post(`/v1/comments/${await commentOf(world)}/done`, { accountId: world.accounts['instagram'] }),
  ),
  needs('comments', 'replyToComment', async (world) =>
    post('/v1/comments/reply', {
      accountId: world.accounts['instagram'],
      platform: 'instagram',
      commentId: await commentOf(world),
      message,
    }),
  ),
  needs('comments', 'deleteComment', async (world) =>
    remove(`/v1/comments/${await commentOf(world)}?accountId=${world.accounts['instagram']}`),
  ),
  needs('comments', 'hideComment', async (world) =>
    post(`/app/api/comments/${await commentOf(world)}/hide`, { accountId: world.accounts['instagram'] }),
  ),
  needs('comments', 'answerCommentPrivately', async (world) =>
    post(`/app/api/comments/${await commentOf(world)}/private-reply`, {
      accountId: world.accounts['instagram'],
      message,
    }),
  ),
];

const WEBHOOKS: Case[] = [
  read('listWebhooks', () => '/v1/webhooks'),
  needs('webhooks', 'createWebhook', ({ sandbox, count }) =>
    post('/v1/webhooks', { url: `${sandbox.url}/hook/${count()}`, events: ['post.failed'] }),
  ),
  needs(
    'webhooks',
    'updateWebhook',
    async (world) => patch(`/v1/webhooks/${await webhookOf(world, false)}`, { active: true }),
    'on',
  ),
  always(
    'updateWebhook',
    async (world) => patch(`/v1/webhooks/${await webhookOf(world)}`, { active: false }),
    'off',
  ),
  always(
    'updateWebhook',
    async (world) => patch(`/v1/webhooks/${await webhookOf(world)}`, { retries: true }),
    'retries',
  ),
  always('deleteWebhook', async (world) => remove(`/v1/webhooks/${await webhookOf(world)}`)),
  needs('webhooks', 'testWebhook', async (world) => post(`/v1/webhooks/${await webhookOf(world)}/test`)),
  always('listWebhookDeliveries', async (world) => ({
    method: 'GET',
    path: `/v1/webhooks/${await webhookOf(world)}/deliveries`,
  })),
];

const reason = 'a test';
const DEBUGGER: Case[] = [
  read('listActors', () => '/v1/actors'),
  ...['', '/journal', '/sequence', '/exchanges', '/run'].map((part) =>
    read(
      {
        '': 'getActor',
        '/journal': 'getActorJournal',
        '/sequence': 'getActorSequence',
        '/exchanges': 'getActorExchanges',
        '/run': 'downloadRun',
      }[part]!,
      ({ post: { id } }) => `/v1/actors/${id}${part}`,
    ),
  ),
  always(
    'actOnActor',
    async (world) =>
      post(`/v1/actors/${await scheduledOf(world)}/hand`, { action: 'cancel', event: 'shelve', reason }),
    'back to drafts',
  ),
  needs(
    'publishing',
    'actOnActor',
    async (world) =>
      post(`/v1/actors/${await scheduledOf(world)}/hand`, { action: 'send', event: 'publish', reason }),
    'publish now',
  ),
  needs(
    'publishing',
    'actOnActor',
    async (world) => post(`/v1/actors/${await scheduledOf(world)}/hand`, { action: 'skip', reason }),
    'skip the wait for its time',
  ),
  needs(
    'publishing',
    'actOnActor',
    async (world) => post(`/v1/actors/${await failedOf(world)}/hand`, { action: 'retry', reason }),
    'send a failed post again',
  ),
  needs(
    'publishing',
    'actOnActor',
    async (world) => {
      const id = await failedOf(world);
      const [delivery] = await world.service.sql<
        { id: string }[]
      >`select id from actors where parent_id = ${id}`;
      return post(`/v1/actors/${delivery!.id}/hand`, { action: 'retry', reason });
    },
    'send a failed delivery again',
  ),
  read('listCharts', () => '/v1/charts'),
  read('getChart', () => '/v1/charts/post'),
  read('getHeat', () => '/v1/charts/post/heat'),
  read('exportChart', () => '/v1/charts/post/xstate'),
  always('createInspectTicket', () => post('/v1/inspect/tickets')),
];

const CASES = [...POSTS, ...WORKSPACE, ...PEOPLE, ...WEBHOOKS, ...DEBUGGER];

/** What plans refuse, as the contract says it. The other plans are in test/plans/plan.test.ts. */
const ALL: Feature[] = ['publishing', 'comments', 'inbox', 'webhooks', 'automations'];
const REFUSED: { name: string; plan: Plan; endsInMs: number | null; refuses: Feature[] }[] = [
  { name: 'none', plan: 'none', endsInMs: null, refuses: ALL },
  { name: 'a trial past its end', plan: 'trial', endsInMs: -HOUR, refuses: ALL },
  { name: 'a trial', plan: 'trial', endsInMs: HOUR, refuses: ['webhooks'] },
  { name: 'starter', plan: 'starter', endsInMs: null, refuses: ['webhooks'] },
  { name: 'developer', plan: 'developer', endsInMs: null, refuses: [] },
];

async function begin(t: Test): Promise<World> {
  const running = await startService(t, {
    subscribes: true,
    platforms: ['bluesky', 'mastodon', 'instagram', 'telegram', 'discord', 'pinterest'],
  });
  const { service, call, accounts, sandbox, baseUrl, key } = running;
  const unsubscribed = () =>
    service.sql`select from accounts where platform = 'instagram' and receiving is null`;
  while ((await unsubscribed()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
  const { userId } = (await service.authenticate(key))!;
  const sessions = createSessions({ sql: service.directory, baseUrl: () => baseUrl, clock: Date.now });
  const [, cookie] = await sessions.begin(service.directory, userId);
  const session = { cookie: cookie.split(';')[0]!, 'sec-fetch-site': 'same-origin', authorization: '' };
  const media = [`${sandbox.url}/samples/photo.jpg`];
  const asked = { content: 'Fresh bread', media, accountIds: [accounts['instagram']], publishNow: true };
  const made = (await call('POST', '/v1/posts', asked)).body.post;
  const published = await running.until(made.id, ({ status }) => status === 'published');
  let counted = 0;
  const world: World = {
    ...running,
    session,
    count: () => (counted += 1),
    post: published,
    mediaId: published.deliveries[0].networkPostId,
    conversationId: '',
  };
  world.conversationId = await conversationOf(world, 'rosa');
  return world;
}

async function give(world: World, { plan, endsInMs }: { plan: Plan; endsInMs: number | null }) {
  const trialEndsAt = endsInMs === null ? null : Date.now() + endsInMs;
  await setPlan(world.service, { workspaceId: world.workspaceId, plan, trialEndsAt });
  world.service.context.forgetPrincipals();
}

async function send(world: World, { method, path, body }: Asked): Promise<Answer> {
  const isForm = body instanceof FormData;
  const identity: { [name: string]: string } = path.startsWith('/app/')
    ? world.session
    : { authorization: `Bearer ${world.key}` };
  const response = await fetch(`${world.baseUrl}${path}`, {
    method,
    headers: { ...identity, ...(!isForm && body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

void t.test('every operation is in the table', async (t) => {
  const known = [...operations, ...dashboardOperations('http://sandbox.example')].map(({ id }) => id);
  t.same(
    known.filter((id) => !CASES.some(({ operation }) => operation === id)),
    [],
    'operations without a row',
  );
  t.same(
    CASES.map(({ operation }) => operation).filter((id) => !known.includes(id)),
    [],
    'rows without an operation',
  );
});

void t.test('each plan refuses what the contract says, and nothing else', async (t) => {
  const world = await begin(t);
  for (const terms of REFUSED)
    for (const { operation, what, needs: needed, ask } of CASES) {
      // what always works is asked where everything else is refused
      if (needed === null && terms.refuses.length < ALL.length) continue;
      await give(world, { plan: 'developer', endsInMs: null });
      const asked = await ask(world);
      await give(world, terms);
      const { status, body } = await send(world, asked);
      const where = `${terms.name}: ${operation} ${what}: ${status} ${JSON.stringify(body).slice(0, 200)}`;
      if (needed !== null && terms.refuses.includes(needed))
        t.match({ status, body }, { status: 403, body: { code: 'plan_required', error: /plan/ } }, where);
      else t.equal(status, 200, where);
    }
});
