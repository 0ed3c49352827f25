/**
 * What works without a plan: every operation of the table is asked with an inactive plan. A new operation is tested because it
 * is in the table: without a row here the test fails. What needs a plan is asked with active plans too.
 */
import { hashOf } from '../../store/hashed-id.ts';
import { saveSubscription } from '../../store/push-subscriptions.ts';
import { insertSession } from '../../store/sessions.ts';
import { codeAt, PASSWORD, withPasswordAlone } from '../support/second-factor.ts';
import t from 'tap';
import { rowsToPlay } from '../support/long.ts';
import { requestedPost } from '../support/approval.ts';
import { dashboardOperations } from '../../src/faces/dashboard/operations.ts';
import { operations } from '../../src/service/operations.ts';
import type { Feature, Plan } from '../../src/base/plans/plan.ts';
import { setPlan } from '../../src/features/workspaces/set-plan.ts';
import {
  automationOf,
  automationWords,
  begin,
  commentOf,
  clientLinkOf,
  conversationOf,
  doubtOf,
  draftedOf,
  draftOf,
  failedOf,
  conversationNoteOf,
  noteOf,
  reportLinkOf,
  reportOf,
  later,
  importIdOf,
  invitationOf,
  linkOf,
  emptyWorkspaceOf,
  memberOf,
  ruleOf,
  runOf,
  accountGroupOf,
  fileOf,
  savedReplyOf,
  templateOf,
  scheduledOf,
  feedOf,
  feedWords,
  seriesOf,
  seriesWords,
  webhookOf,
  words,
  type World,
} from '../support/furnished.ts';
import type { Answer } from '../support/service.ts';
import { connectedApp, waitingApp } from '../support/connected-app.ts';
import { waitingCall } from '../support/waiting-call.ts';

const HOUR = 3_600_000;

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
const read = (operation: string, path: (world: World) => string | Promise<string>): Case =>
  always(operation, async (world) => ({ method: 'GET', path: await path(world) }));

const post = (path: string, body: unknown = {}): Asked => ({ method: 'POST', path, body });
const patch = (path: string, body: unknown): Asked => ({ method: 'PATCH', path, body });
const put = (path: string, body: unknown): Asked => ({ method: 'PUT', path, body });
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
  always('batchPosts', async (world) =>
    post('/v1/posts/batch', { action: 'draft', ids: [await scheduledOf(world)] }),
  ),
  needs(
    'publishing',
    'batchPosts',
    async (world) => post('/v1/posts/batch', { action: 'publish', ids: [await draftOf(world)] }),
    'publishing',
  ),
  read('listPostLabels', () => '/v1/labels'),
  always('duplicatePost', async (world) => post(`/v1/posts/${await failedOf(world)}/duplicate`)),
  needs('publishing', 'retryPost', async (world) => post(`/v1/posts/${await failedOf(world)}/retry`)),
  needs('publishing', 'decideApproval', async (world) =>
    post(`/v1/posts/${await requestedPost(world)}/approval`, { decision: 'approved' }),
  ),
  always(
    'decideApproval',
    async (world) => post(`/v1/posts/${await requestedPost(world)}/approval`, { decision: 'rejected' }),
    'rejecting',
  ),
  read('getApproval', ({ post: { id } }) => `/v1/posts/${id}/approval`),
  read('listWaitingPosts', ({ accounts }) => `/v1/accounts/${accounts['telegram']}/waiting-posts`),
  read('listPostNotes', ({ post: { id } }) => `/v1/posts/${id}/notes`),
  always('createPostNote', ({ post: { id } }) =>
    post(`/v1/posts/${id}/notes`, { text: 'Not the old menu.' }),
  ),
  always('deletePostNote', async (world) => {
    const id = await scheduledOf(world);
    return remove(`/v1/posts/${id}/notes/${await noteOf(world, id)}`);
  }),
  read('listApprovalLinks', ({ post: { id } }) => `/v1/posts/${id}/approval-links`),
  always('createApprovalLink', async (world) =>
    post(`/v1/posts/${await requestedPost(world)}/approval-links`),
  ),
  always('revokeApprovalLink', async (world) => {
    const id = await requestedPost(world);
    return remove(`/v1/posts/${id}/approval-links/${await clientLinkOf(world, id)}`);
  }),
  always('resolveDelivery', async (world) =>
    post(`/v1/posts/${await doubtOf(world)}/deliveries/${world.accounts['telegram']}/resolve`, {
      outcome: 'live',
    }),
  ),
  read('listSeries', () => '/v1/series'),
  always('getSeries', async (world) => ({ method: 'GET', path: `/v1/series/${await seriesOf(world)}` })),
  always('previewSeries', () =>
    post('/v1/series/preview', { startsAt: '2040-01-01T09:00:00', rule: 'FREQ=DAILY' }),
  ),
  needs('publishing', 'createSeries', ({ accounts }) => post('/v1/series', seriesWords(accounts))),
  needs('publishing', 'updateSeries', async (world) =>
    patch(`/v1/series/${await seriesOf(world)}`, { rule: 'FREQ=WEEKLY' }),
  ),
  always('pauseSeries', async (world) => post(`/v1/series/${await seriesOf(world)}/pause`)),
  needs('publishing', 'resumeSeries', async (world) => post(`/v1/series/${await seriesOf(world)}/resume`)),
  always('deleteSeries', async (world) => remove(`/v1/series/${await seriesOf(world)}`)),
  read('listFeeds', () => '/v1/feeds'),
  always('getFeed', async (world) => ({ method: 'GET', path: `/v1/feeds/${await feedOf(world)}` })),
  always('listFeedItems', async (world) => ({
    method: 'GET',
    path: `/v1/feeds/${await feedOf(world)}/items`,
  })),
  always('previewFeed', ({ sandbox }) =>
    post('/v1/feeds/preview', { url: `${sandbox.url}/samples/feed.xml` }),
  ),
  needs('publishing', 'createFeed', (world) => post('/v1/feeds', feedWords(world))),
  needs('publishing', 'updateFeed', async (world) =>
    patch(`/v1/feeds/${await feedOf(world)}`, { everyMinutes: 30 }),
  ),
  always('pauseFeed', async (world) => post(`/v1/feeds/${await feedOf(world)}/pause`)),
  needs('publishing', 'resumeFeed', async (world) => post(`/v1/feeds/${await feedOf(world)}/resume`)),
  always('deleteFeed', async (world) => remove(`/v1/feeds/${await feedOf(world)}`)),
  read('listPosts', () => '/v1/posts'),
  read('getPost', ({ post: { id } }) => `/v1/posts/${id}`),
  read('explainPost', ({ post: { id } }) => `/v1/posts/${id}/explain`),
  read('getPostHistory', ({ post: { id } }) => `/v1/posts/${id}/history`),
  read('readCalendar', () => '/app/api/calendar?from=2026-05-01T00:00:00Z&to=2026-06-01T00:00:00Z'),
  read('findPosts', () => '/app/api/posts/found?q=rye'),
  read('browsePosts', () => '/app/api/posts'),
  read('readPostOverview', () => '/app/api/post-overview'),
  read('readPostsById', ({ post: { id } }) => `/app/api/posts-by-id?ids=${id}`),
  always('readLinkPreview', ({ sandbox, count }) =>
    post('/v1/link-previews', { url: `${sandbox.url}/samples/page.html?turn=${count()}` }),
  ),
  always('hostMedia', ({ sandbox, count }) =>
    post('/v1/media', { url: `${sandbox.url}/samples/photo.jpg?turn=${count()}` }),
  ),
  read('listMedia', () => '/v1/media'),
  always('updateMedia', async (world) => patch(`/v1/media/${await fileOf(world)}`, { altText: 'A boat' })),
  always('deleteMedia', async (world) => remove(`/v1/media/${await fileOf(world)}`)),
  always('uploadMedia', () => {
    const body = new FormData();
    body.append('file', new Blob(['%PDF-1.4\n%%EOF']), 'a.pdf');
    return post('/v1/media/upload', body);
  }),
  needs('publishing', 'createImport', () => post('/v1/imports', csvFile())),
  always('createImport', () => post('/v1/imports', csvFile({ dryRun: 'true' })), 'a dry run'),
  read('listImports', () => '/v1/imports'),
  read('getImport', async (world) => `/v1/imports/${await importIdOf(world)}`),
  read('listImportRows', async (world) => `/v1/imports/${await importIdOf(world)}/rows`),
  always('deleteImport', async (world) => remove(`/v1/imports/${await importIdOf(world)}`)),
];

/** A form with a file of one row. */
function csvFile(fields: { [name: string]: string } = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob(['content,accounts\nHello,nobody']), 'posts.csv');
  return form;
}

const WORKSPACE: Case[] = [
  read('getNextSlot', () => '/v1/next-slot'),
  read('getPostingSchedule', () => '/v1/posting-schedule'),
  always('setPostingSchedule', () => ({
    method: 'PUT',
    path: '/v1/posting-schedule',
    body: { slots: [{ day: 'mon', time: '11:00' }] },
  })),
  read('listAudit', () => '/v1/audit'),
  read('getApprovalSettings', () => '/v1/approval-settings'),
  always('setApprovalSettings', () => ({
    method: 'PUT',
    path: '/v1/approval-settings',
    body: { required: false },
  })),
  read('listWorkspaces', () => '/v1/workspaces'),
  always('createWorkspace', ({ count }) => post('/v1/workspaces', { name: `Another ${count()}` })),
  read('listInvitations', () => '/v1/invitations'),
  always('createInvitation', () => post('/v1/invitations', { role: 'viewer' })),
  always('revokeInvitation', async (world) => remove(`/v1/invitations/${await invitationOf(world)}`)),
  read('listMembers', () => '/v1/members'),
  read('listAudit', () => '/v1/audit'),
  always('getMember', async (world) => ({ method: 'GET', path: `/v1/members/${await memberOf(world)}` })),
  always('updateMember', async (world) => patch(`/v1/members/${await memberOf(world)}`, { role: 'viewer' })),
  always('removeMember', async (world) => remove(`/v1/members/${await memberOf(world)}`)),
  always('updateWorkspace', () => patch('/v1/workspaces/home', { name: 'Home' })),
  always('deleteWorkspace', async (world) => {
    const slug = await emptyWorkspaceOf(world);
    return remove(`/v1/workspaces/${slug}?confirm=${slug}`);
  }),
  read('getPlan', () => '/app/api/plan'),
  read('listAccounts', () => '/v1/accounts'),
  read('listAccountGroups', () => '/v1/account-groups'),
  always('createAccountGroup', ({ count }) => post('/v1/account-groups', { name: `Client ${count()}` })),
  always('updateAccountGroup', async (world) =>
    patch(`/v1/account-groups/${await accountGroupOf(world)}`, { name: `Client ${world.count()}` }),
  ),
  always('deleteAccountGroup', async (world) => remove(`/v1/account-groups/${await accountGroupOf(world)}`)),
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
  always('setKeyConfirm', async (world) => {
    const made = await world.call('POST', '/app/api/keys', { name: 'cautious' }, world.session);
    return patch(`/app/api/keys/${made.body.key.id}`, { confirm: 'person' });
  }),
  read('listSessions', () => '/app/api/sessions'),
  always('endSession', async (world) => {
    const id = `ses_${world.count()}`;
    const session = { id, userId: await userOf(world), hash: Buffer.from(id), device: null };
    await insertSession(world.service.directory, { ...session, expiresAt: Date.now() + HOUR }, Date.now());
    return remove(`/app/api/sessions/${id}`);
  }),
  read('readSecondFactor', () => '/app/api/second-factor'),
  always('beginSecondFactor', async (world) => {
    await withPasswordAlone(world.service.directory, await userOf(world));
    return post('/app/api/second-factor', { password: PASSWORD });
  }),
  always('confirmSecondFactor', async (world) => {
    const { uri } = await begunFactor(world);
    return post('/app/api/second-factor/confirm', { code: codeAt(uri, Date.now()) });
  }),
  always('endSecondFactor', async (world) => {
    const { uri } = await begunFactor(world);
    const code = codeAt(uri, Date.now());
    const on = await world.call('POST', '/app/api/second-factor/confirm', { code }, world.session);
    return post('/app/api/second-factor/end', { code: on.body.recoveryCodes[0] });
  }),
  read('listConfirmations', () => '/app/api/confirmations'),
  read('listNotifications', () => '/app/api/notifications'),
  always('readNotifications', () => put('/app/api/notifications', {})),
  read('getNotificationSettings', () => '/app/api/notification-settings'),
  always('setNotificationSettings', () => put('/app/api/notification-settings', { mails: 'daily' })),
  read('listPushBrowsers', () => '/app/api/push-browsers'),
  always('addPushBrowser', () =>
    put('/app/api/push-browsers', {
      endpoint: 'https://push.example.net/send/1',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }),
  ),
  always('removePushBrowser', async (world) => remove(`/app/api/push-browsers/${await browserOf(world)}`)),
  always('testPushBrowser', async (world) =>
    post(`/app/api/push-browsers/${await browserOf(world)}/test`, {}),
  ),
  always('setWorkspaceConfirm', () => put('/app/api/confirmations', { confirm: 'none' })),
  always('decideConfirmation', async (world) =>
    put(`/app/api/confirmations/${await waitingCall(world, world)}`, { decision: 'allowed' }),
  ),
  always('revokeKey', async (world) => {
    const made = await world.call('POST', '/app/api/keys', { name: 'short-lived' }, world.session);
    return remove(`/app/api/keys/${made.body.key.id}`);
  }),
  always('readConsent', async (world) => ({
    method: 'GET',
    path: `/app/api/consents/${await waitingApp(world)}`,
  })),
  always('answerConsent', async (world) =>
    put(`/app/api/consents/${await waitingApp(world)}`, { allow: true }),
  ),
  read('listGrants', () => '/app/api/grants'),
  read('readWorkingCopy', () => '/app/api/working-copies'),
  read('listMentions', () => '/app/api/mentions'),
  always('saveWorkingCopy', async (world) => {
    const { copy } = (await world.call('GET', '/app/api/working-copies', undefined, world.session)).body;
    return put('/app/api/working-copies', { replaces: copy?.revision ?? null, content: { content: 'Rye' } });
  }),
  always('discardWorkingCopy', async (world) => {
    const { copy } = (await world.call('GET', '/app/api/working-copies', undefined, world.session)).body;
    return remove(`/app/api/working-copies?revision=${copy?.revision ?? 'none'}`);
  }),
  always('endGrant', async (world) => remove(`/app/api/grants/${await connectedApp(world, world.key)}`)),
  read('listSimulatedAccounts', () => '/app/api/simulated-accounts'),
];

const message = 'Yes, from eight.';
const PEOPLE: Case[] = [
  read('listConversations', () => '/v1/inbox'),
  read('getConversationMessages', ({ conversationId }) => `/v1/inbox/${conversationId}/messages`),
  always('updateConversation', ({ conversationId }) =>
    patch(`/v1/inbox/${conversationId}`, { assigneeId: null }),
  ),
  read('listConversationLabels', () => '/v1/inbox/labels'),
  read('listConversationNotes', ({ conversationId }) => `/v1/inbox/${conversationId}/notes`),
  always('createConversationNote', ({ conversationId }) =>
    post(`/v1/inbox/${conversationId}/notes`, { text: 'A regular.' }),
  ),
  always('deleteConversationNote', async (world) =>
    remove(`/v1/inbox/${world.conversationId}/notes/${await conversationNoteOf(world)}`),
  ),
  read('readConversation', ({ conversationId }) => `/app/api/conversations/${conversationId}`),
  read('getPerson', ({ conversationId }) => `/v1/inbox/${conversationId}/person`),
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
  read('listPostTemplates', () => '/v1/post-templates'),
  always('createPostTemplate', ({ count, post: { id: postId } }) =>
    post('/v1/post-templates', { name: `Offer of week ${count()}`, postId }),
  ),
  always('updatePostTemplate', async (world) =>
    patch(`/v1/post-templates/${await templateOf(world)}`, { name: `Another ${world.count()}` }),
  ),
  always('deletePostTemplate', async (world) => remove(`/v1/post-templates/${await templateOf(world)}`)),
  always('createPostFromTemplate', async (world) =>
    post(`/v1/post-templates/${await templateOf(world)}/posts`),
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
  always('listDmAutomationTests', async (world) => ({
    method: 'GET',
    path: `/v1/dm-automations/${await automationOf(world)}/tests`,
  })),
  always('saveDmAutomationTest', async (world) => ({
    method: 'PUT',
    path: `/v1/dm-automations/${await automationOf(world)}/tests/hello`,
    body: { talk: [{ say: 'hello' }] },
  })),
  always('deleteDmAutomationTest', async (world) => {
    const path = `/v1/dm-automations/${await automationOf(world)}/tests/hello` as const;
    await world.call('PUT', path, { talk: [{ say: 'hello' }] });
    return remove(path);
  }),
  always('listDmRuns', async (world) => ({
    method: 'GET',
    path: `/v1/dm-automations/${await automationOf(world)}/runs`,
  })),
  always('getDmAutomationStats', async (world) => ({
    method: 'GET',
    path: `/v1/dm-automations/${await automationOf(world)}/stats`,
  })),
  always('explainDmRun', async (world) => ({
    method: 'GET',
    path: `/v1/dm-runs/${await runOf(world)}/explain`,
  })),
  always('explainDmMessage', async (world) => ({
    method: 'GET',
    path: `/v1/dm-automations/explain?conversationId=${await conversationOf(world, 'rosa')}`,
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
  read('readHome', () => '/app/api/home'),
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
  read(
    'compareAccounts',
    ({ accounts }) => `/app/api/numbers/accounts?accountIds=${Object.values(accounts).slice(0, 2).join(',')}`,
  ),
  read('listReportLinks', () => '/v1/report-links'),
  always('createExport', () => post('/v1/exports', {})),
  always('createReportLink', (world) => post('/v1/report-links', reportOf(world))),
  always('revokeReportLink', async (world) => remove(`/v1/report-links/${await reportLinkOf(world)}`)),
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
  read('listToolCalls', () => '/app/api/tool-calls'),
  read('listLatestToolCalls', () => '/app/api/tool-calls/latest'),
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

/** One that refuses everything, and one that refuses a part; the others are long. */
const SHORT = new Set(['none', 'starter']);

async function give(world: World, { plan, endsInMs }: { plan: Plan; endsInMs: number | null }) {
  const trialEndsAt = endsInMs === null ? null : Date.now() + endsInMs;
  await setPlan(world.service, { workspaceId: world.workspaceId, plan, trialEndsAt });
  world.service.context.forgetPrincipals();
}

/** A browser of the person that gets pushes. @returns its id */
async function browserOf(world: World): Promise<string> {
  const id = `psub_${hashOf(String(world.count()))}`;
  const userId = await userOf(world);
  const [session] = await world.service.directory<{ id: string }[]>`
    select id from sessions where user_id = ${userId} and expires_at > now() order by last_used_at desc, id limit 1`;
  const { sealer, clock } = world.service.context;
  const content = sealer.seal({ endpoint: 'https://push.example.net/' }, id);
  await world.service.directory.begin((tx) =>
    saveSubscription(tx, { id, userId, sessionId: session!.id, content, limit: 100 }, clock()),
  );
  return id;
}

const userOf = async ({ service, key }: World) => (await service.authenticate(key))!.userId;

/** A second factor for which no code was entered yet. */
async function begunFactor(world: World): Promise<{ uri: string }> {
  await withPasswordAlone(world.service.directory, await userOf(world));
  const body = { password: PASSWORD };
  return (await world.call('POST', '/app/api/second-factor', body, world.session)).body;
}

/** What only a person who is signed in may call. */
const BY_PEOPLE = /^\/(app|v1\/members|v1\/invitations|v1\/workspaces\/)\b/;

async function send(world: World, { method, path, body }: Asked): Promise<Answer> {
  const isForm = body instanceof FormData;
  const identity: { [name: string]: string } = BY_PEOPLE.test(path)
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
  const all = [...operations, ...dashboardOperations('http://sandbox.example')];
  // what operators do is about the installation, which has no plan
  const known = all.filter((one) => one.isForOperators !== true).map(({ id }) => id);
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
  for (const terms of rowsToPlay(REFUSED, ({ name }) => SHORT.has(name)))
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
