/**
 * Every operation of Troupe's API. Generated from docs/openapi.json by `npm run openapi`: do not edit. A test fails when this
 * file does not fit the operations.
 */
import type { Call } from './types.ts';

/** Where an operation is. `cursor`: the parameter that takes `next` of a page; `list`: the field of a page that has its entries. */
export const table = {
  createPost: { method: 'POST', path: '/v1/posts', body: 'json' },
  listPosts: { method: 'GET', path: '/v1/posts', cursor: 'before', list: 'posts' },
  validatePost: { method: 'POST', path: '/v1/posts/validate', body: 'json' },
  getPost: { method: 'GET', path: '/v1/posts/{id}' },
  updatePost: { method: 'PATCH', path: '/v1/posts/{id}', body: 'json' },
  deletePost: { method: 'DELETE', path: '/v1/posts/{id}' },
  batchPosts: { method: 'POST', path: '/v1/posts/batch', body: 'json' },
  listPostLabels: { method: 'GET', path: '/v1/labels' },
  duplicatePost: { method: 'POST', path: '/v1/posts/{id}/duplicate', body: 'json' },
  listPostTemplates: { method: 'GET', path: '/v1/post-templates' },
  createPostTemplate: { method: 'POST', path: '/v1/post-templates', body: 'json' },
  updatePostTemplate: { method: 'PATCH', path: '/v1/post-templates/{id}', body: 'json' },
  deletePostTemplate: { method: 'DELETE', path: '/v1/post-templates/{id}' },
  createPostFromTemplate: { method: 'POST', path: '/v1/post-templates/{id}/posts', body: 'json' },
  retryPost: { method: 'POST', path: '/v1/posts/{id}/retry', body: 'json' },
  resolveDelivery: { method: 'POST', path: '/v1/posts/{id}/deliveries/{accountId}/resolve', body: 'json' },
  listWaitingPosts: { method: 'GET', path: '/v1/accounts/{id}/waiting-posts' },
  getApproval: { method: 'GET', path: '/v1/posts/{id}/approval' },
  decideApproval: { method: 'POST', path: '/v1/posts/{id}/approval', body: 'json' },
  listPostNotes: { method: 'GET', path: '/v1/posts/{id}/notes' },
  createPostNote: { method: 'POST', path: '/v1/posts/{id}/notes', body: 'json' },
  deletePostNote: { method: 'DELETE', path: '/v1/posts/{id}/notes/{noteId}' },
  listApprovalLinks: { method: 'GET', path: '/v1/posts/{id}/approval-links' },
  createApprovalLink: { method: 'POST', path: '/v1/posts/{id}/approval-links', body: 'json' },
  revokeApprovalLink: { method: 'DELETE', path: '/v1/posts/{id}/approval-links/{linkId}' },
  listSeries: { method: 'GET', path: '/v1/series' },
  createSeries: { method: 'POST', path: '/v1/series', body: 'json' },
  previewSeries: { method: 'POST', path: '/v1/series/preview', body: 'json' },
  getSeries: { method: 'GET', path: '/v1/series/{id}' },
  updateSeries: { method: 'PATCH', path: '/v1/series/{id}', body: 'json' },
  deleteSeries: { method: 'DELETE', path: '/v1/series/{id}' },
  pauseSeries: { method: 'POST', path: '/v1/series/{id}/pause', body: 'json' },
  resumeSeries: { method: 'POST', path: '/v1/series/{id}/resume', body: 'json' },
  listFeeds: { method: 'GET', path: '/v1/feeds' },
  createFeed: { method: 'POST', path: '/v1/feeds', body: 'json' },
  previewFeed: { method: 'POST', path: '/v1/feeds/preview', body: 'json' },
  getFeed: { method: 'GET', path: '/v1/feeds/{id}' },
  updateFeed: { method: 'PATCH', path: '/v1/feeds/{id}', body: 'json' },
  deleteFeed: { method: 'DELETE', path: '/v1/feeds/{id}' },
  pauseFeed: { method: 'POST', path: '/v1/feeds/{id}/pause', body: 'json' },
  resumeFeed: { method: 'POST', path: '/v1/feeds/{id}/resume', body: 'json' },
  listFeedItems: { method: 'GET', path: '/v1/feeds/{id}/items', cursor: 'before', list: 'items' },
  createImport: { method: 'POST', path: '/v1/imports', body: 'form' },
  listImports: { method: 'GET', path: '/v1/imports', cursor: 'before', list: 'imports' },
  getImport: { method: 'GET', path: '/v1/imports/{id}' },
  deleteImport: { method: 'DELETE', path: '/v1/imports/{id}' },
  listImportRows: { method: 'GET', path: '/v1/imports/{id}/rows', cursor: 'after', list: 'rows' },
  readLinkPreview: { method: 'POST', path: '/v1/link-previews', body: 'json' },
  listMedia: { method: 'GET', path: '/v1/media', cursor: 'before', list: 'media' },
  hostMedia: { method: 'POST', path: '/v1/media', body: 'json' },
  uploadMedia: { method: 'POST', path: '/v1/media/upload', body: 'form' },
  updateMedia: { method: 'PATCH', path: '/v1/media/{id}', body: 'json' },
  deleteMedia: { method: 'DELETE', path: '/v1/media/{id}' },
  getNextSlot: { method: 'GET', path: '/v1/next-slot' },
  getPostingSchedule: { method: 'GET', path: '/v1/posting-schedule' },
  setPostingSchedule: { method: 'PUT', path: '/v1/posting-schedule', body: 'json', query: ['accountId'] },
  listWorkspaces: { method: 'GET', path: '/v1/workspaces' },
  createWorkspace: { method: 'POST', path: '/v1/workspaces', body: 'json' },
  getApprovalSettings: { method: 'GET', path: '/v1/approval-settings' },
  setApprovalSettings: { method: 'PUT', path: '/v1/approval-settings', body: 'json' },
  updateWorkspace: { method: 'PATCH', path: '/v1/workspaces/{workspace}', body: 'json' },
  deleteWorkspace: { method: 'DELETE', path: '/v1/workspaces/{workspace}' },
  listMembers: { method: 'GET', path: '/v1/members' },
  getMember: { method: 'GET', path: '/v1/members/{userId}' },
  updateMember: { method: 'PATCH', path: '/v1/members/{userId}', body: 'json' },
  removeMember: { method: 'DELETE', path: '/v1/members/{userId}' },
  listInvitations: { method: 'GET', path: '/v1/invitations' },
  createInvitation: { method: 'POST', path: '/v1/invitations', body: 'json' },
  revokeInvitation: { method: 'DELETE', path: '/v1/invitations/{id}' },
  listAccounts: { method: 'GET', path: '/v1/accounts' },
  listPinterestBoards: { method: 'GET', path: '/v1/pinterest-boards' },
  updateAccount: { method: 'PATCH', path: '/v1/accounts/{id}', body: 'json' },
  disconnectAccount: { method: 'DELETE', path: '/v1/accounts/{id}' },
  listAccountGroups: { method: 'GET', path: '/v1/account-groups' },
  createAccountGroup: { method: 'POST', path: '/v1/account-groups', body: 'json' },
  updateAccountGroup: { method: 'PATCH', path: '/v1/account-groups/{id}', body: 'json' },
  deleteAccountGroup: { method: 'DELETE', path: '/v1/account-groups/{id}' },
  createConnectLink: { method: 'POST', path: '/v1/connect-links', body: 'json' },
  listConnectLinks: { method: 'GET', path: '/v1/connect-links', cursor: 'before', list: 'connectLinks' },
  getConnectLink: { method: 'GET', path: '/v1/connect-links/{id}' },
  revokeConnectLink: { method: 'DELETE', path: '/v1/connect-links/{id}' },
  listConversations: { method: 'GET', path: '/v1/inbox', cursor: 'before', list: 'conversations' },
  getConversationMessages: { method: 'GET', path: '/v1/inbox/{id}/messages', cursor: 'before', list: 'messages' },
  sendMessage: { method: 'POST', path: '/v1/inbox/{id}/messages', body: 'json' },
  markConversationDone: { method: 'POST', path: '/v1/inbox/{id}/done', body: 'json' },
  markConversationUnread: { method: 'POST', path: '/v1/inbox/{id}/unread', body: 'json' },
  markConversationRead: { method: 'POST', path: '/v1/inbox/{id}/read', body: 'json' },
  updateConversation: { method: 'PATCH', path: '/v1/inbox/{id}', body: 'json' },
  forgetPerson: { method: 'DELETE', path: '/v1/inbox/{id}' },
  listConversationLabels: { method: 'GET', path: '/v1/inbox/labels' },
  listConversationNotes: { method: 'GET', path: '/v1/inbox/{id}/notes' },
  createConversationNote: { method: 'POST', path: '/v1/inbox/{id}/notes', body: 'json' },
  deleteConversationNote: { method: 'DELETE', path: '/v1/inbox/{id}/notes/{noteId}' },
  setOptedOut: { method: 'POST', path: '/v1/inbox/{id}/opted-out', body: 'json' },
  listSavedReplies: { method: 'GET', path: '/v1/saved-replies' },
  createSavedReply: { method: 'POST', path: '/v1/saved-replies', body: 'json' },
  updateSavedReply: { method: 'PATCH', path: '/v1/saved-replies/{id}', body: 'json' },
  deleteSavedReply: { method: 'DELETE', path: '/v1/saved-replies/{id}' },
  getPerson: { method: 'GET', path: '/v1/inbox/{id}/person' },
  exportPerson: { method: 'GET', path: '/v1/inbox/{id}/export', cursor: 'before' },
  getInboxSettings: { method: 'GET', path: '/v1/inbox-settings' },
  setInboxSettings: { method: 'PUT', path: '/v1/inbox-settings', body: 'json' },
  listCommentRules: { method: 'GET', path: '/v1/comment-dm-rules' },
  createCommentRule: { method: 'POST', path: '/v1/comment-dm-rules', body: 'json' },
  listCommentRuleMedia: { method: 'GET', path: '/v1/comment-dm-rules/media' },
  getCommentRuleSettings: { method: 'GET', path: '/v1/comment-dm-rules/settings' },
  setCommentRuleSettings: { method: 'PUT', path: '/v1/comment-dm-rules/settings', body: 'json' },
  simulateCommentRules: { method: 'POST', path: '/v1/comment-dm-rules/simulate', body: 'json' },
  explainCommentRules: { method: 'GET', path: '/v1/comment-dm-rules/explain' },
  previewPastComments: { method: 'GET', path: '/v1/comment-dm-rules/{id}/past-comments' },
  answerPastComments: { method: 'POST', path: '/v1/comment-dm-rules/{id}/past-comments', body: 'json' },
  updateCommentRule: { method: 'PATCH', path: '/v1/comment-dm-rules/{id}', body: 'json' },
  deleteCommentRule: { method: 'DELETE', path: '/v1/comment-dm-rules/{id}' },
  listCommentRuleEvents: { method: 'GET', path: '/v1/comment-dm-rules/{id}/events', cursor: 'before', list: 'events' },
  listCommentRuleNearMisses: { method: 'GET', path: '/v1/comment-dm-rules/{id}/near-misses' },
  addCommentRuleKeyword: { method: 'POST', path: '/v1/comment-dm-rules/{id}/keywords', body: 'json' },
  forgetCommentRulePerson: { method: 'POST', path: '/v1/comment-dm-rules/{id}/forget', body: 'json' },
  listDmAutomations: { method: 'GET', path: '/v1/dm-automations' },
  createDmAutomation: { method: 'POST', path: '/v1/dm-automations', body: 'json' },
  getDmAutomation: { method: 'GET', path: '/v1/dm-automations/{id}' },
  updateDmAutomation: { method: 'PATCH', path: '/v1/dm-automations/{id}', body: 'json' },
  deleteDmAutomation: { method: 'DELETE', path: '/v1/dm-automations/{id}' },
  listDmAutomationVersions: { method: 'GET', path: '/v1/dm-automations/{id}/versions', cursor: 'before', list: 'versions' },
  getDmAutomationVersion: { method: 'GET', path: '/v1/dm-automations/{id}/versions/{number}' },
  restoreDmAutomationVersion: { method: 'POST', path: '/v1/dm-automations/{id}/versions/{number}/restore', body: 'json' },
  getDmAutomationDraft: { method: 'GET', path: '/v1/dm-automations/{id}/draft' },
  saveDmAutomationDraft: { method: 'PUT', path: '/v1/dm-automations/{id}/draft', body: 'json' },
  discardDmAutomationDraft: { method: 'DELETE', path: '/v1/dm-automations/{id}/draft' },
  publishDmAutomationDraft: { method: 'POST', path: '/v1/dm-automations/{id}/publish', body: 'json' },
  listDmAutomationTests: { method: 'GET', path: '/v1/dm-automations/{id}/tests' },
  saveDmAutomationTest: { method: 'PUT', path: '/v1/dm-automations/{id}/tests/{name}', body: 'json' },
  deleteDmAutomationTest: { method: 'DELETE', path: '/v1/dm-automations/{id}/tests/{name}' },
  listDmRuns: { method: 'GET', path: '/v1/dm-automations/{id}/runs', cursor: 'before', list: 'runs' },
  getDmAutomationStats: { method: 'GET', path: '/v1/dm-automations/{id}/stats' },
  stopDmRun: { method: 'POST', path: '/v1/dm-runs/{id}/stop', body: 'json' },
  explainDmMessage: { method: 'GET', path: '/v1/dm-automations/explain' },
  explainDmRun: { method: 'GET', path: '/v1/dm-runs/{id}/explain' },
  simulateDmAutomation: { method: 'POST', path: '/v1/dm-automations/simulate', body: 'json' },
  listDmAutomationTemplates: { method: 'GET', path: '/v1/dm-automations/templates' },
  getPostComments: { method: 'GET', path: '/v1/posts/{id}/comments' },
  listComments: { method: 'GET', path: '/v1/comments', cursor: 'before', list: 'comments' },
  markCommentDone: { method: 'POST', path: '/v1/comments/{commentId}/done', body: 'json' },
  replyToComment: { method: 'POST', path: '/v1/comments/reply', body: 'json' },
  deleteComment: { method: 'DELETE', path: '/v1/comments/{commentId}' },
  getPostMetrics: { method: 'GET', path: '/v1/posts/{id}/metrics' },
  getPerformance: { method: 'GET', path: '/v1/performance' },
  getPostInsights: { method: 'GET', path: '/v1/post-insights' },
  getAnalytics: { method: 'GET', path: '/v1/analytics' },
  getAccountStats: { method: 'GET', path: '/v1/accounts/stats' },
  getAccountTrends: { method: 'GET', path: '/v1/accounts/trends' },
  listReportLinks: { method: 'GET', path: '/v1/report-links' },
  createReportLink: { method: 'POST', path: '/v1/report-links', body: 'json' },
  revokeReportLink: { method: 'DELETE', path: '/v1/report-links/{id}' },
  listWebhooks: { method: 'GET', path: '/v1/webhooks' },
  createWebhook: { method: 'POST', path: '/v1/webhooks', body: 'json' },
  updateWebhook: { method: 'PATCH', path: '/v1/webhooks/{id}', body: 'json' },
  deleteWebhook: { method: 'DELETE', path: '/v1/webhooks/{id}' },
  testWebhook: { method: 'POST', path: '/v1/webhooks/{id}/test', body: 'json' },
  listWebhookDeliveries: { method: 'GET', path: '/v1/webhooks/{id}/deliveries', cursor: 'before', list: 'deliveries' },
  explainPost: { method: 'GET', path: '/v1/posts/{id}/explain' },
  listActors: { method: 'GET', path: '/v1/actors', cursor: 'before', list: 'actors' },
  getActor: { method: 'GET', path: '/v1/actors/{id}' },
  getActorJournal: { method: 'GET', path: '/v1/actors/{id}/journal', cursor: 'after', list: 'steps' },
  getActorSequence: { method: 'GET', path: '/v1/actors/{id}/sequence' },
  getActorExchanges: { method: 'GET', path: '/v1/actors/{id}/exchanges', cursor: 'before', list: 'attempts' },
  downloadRun: { method: 'GET', path: '/v1/actors/{id}/run' },
  actOnActor: { method: 'POST', path: '/v1/actors/{id}/hand', body: 'json' },
  listCharts: { method: 'GET', path: '/v1/charts' },
  getChart: { method: 'GET', path: '/v1/charts/{kind}' },
  getHeat: { method: 'GET', path: '/v1/charts/{kind}/heat' },
  exportChart: { method: 'GET', path: '/v1/charts/{kind}/xstate' },
  listAudit: { method: 'GET', path: '/v1/audit', cursor: 'before', list: 'entries' },
  getPostHistory: { method: 'GET', path: '/v1/posts/{id}/history' },
  createExport: { method: 'POST', path: '/v1/exports', body: 'json' },
} as const;

/** The events that a webhook can choose, each with what it means. */
export const webhookEvents = {
  'post.published': "A post went out on at least one account",
  'post.failed': "A post went out on no account",
  'post.needs_attention': "A post waits for a person: its copy may be live, it failed for an account, or it waits for approval",
  'account.connected': "An account joined the workspace",
  'account.needs_reconnect': "The network refuses the access to an account: a person has to connect it again",
  'series.paused': "A series paused by itself: the plan of the workspace does not include its posts, or they are refused",
  'feed.failed': "A feed could not be read for a day, or paused by itself: the plan of the workspace does not include its posts",
  'comment.received': "Somebody commented on an account with comment-to-DM rules",
  'comment_dm.sent': "A comment-to-DM rule sent its message",
  'comment_dm.replied': "The public reply of a comment-to-DM rule is out, after comment_dm.sent said that there was none",
  'comment_dm.failed': "The message of a comment-to-DM rule was not sent",
  'message.received': "Somebody wrote to an account with an automation",
  'dm_automation.started': "A person entered a flow",
  'dm_automation.handoff': "A flow handed a person to the team",
  'dm_automation.finished': "A run ended, for any reason",
  'dm_automation.failed': "A message of a run could not be sent",
} as const;

export interface Methods {
  /**
   * Create a post
   *
   * Publishes, schedules or saves the same post on one or several accounts. Give exactly one of `scheduledAt`, `useNextSlot`, `publishNow` or `draft` (a draft may carry a `scheduledAt` to place it on the calendar). The answer comes as soon as the post is saved; `deliveries` tells how each account fares.
   */
  createPost: Call<'createPost'>;
  /**
   * List posts
   *
   * Newest first; each with its status, time, metrics and the error of each network where it failed.
   */
  listPosts: Call<'listPosts'>;
  /**
   * What would happen
   *
   * Takes the body of a create and answers what each network would be sent: the exact text after cutting, its length by the network's own count, the title, the media, what it costs, with warnings and refusals. Nothing is saved or sent.
   */
  validatePost: Call<'validatePost'>;
  /**
   * Read a post
   *
   * Returns the post with its deliveries: the status, attempts, address and error on each account.
   */
  getPost: Call<'getPost'>;
  /**
   * Edit, schedule, retry a post, or make it a draft
   *
   * Edits a draft, scheduled or failed post. A timing schedules a draft or retries a failed post, sending only to the accounts that failed. `{"draft": true}` moves a post of any state back to drafts: what was sent stays sent and listed.
   */
  updatePost: Call<'updatePost'>;
  /**
   * Remove a post
   *
   * Cancels what is scheduled and removes the post from the service, never from the networks.
   */
  deletePost: Call<'deletePost'>;
  /**
   * Move, label, publish, hold back or delete many posts, or make drafts of them
   *
   * Each post is a change of its own, as its own operation would make it: what is wrong with one is in its result, and the others are changed. A removal can be taken back for 10 seconds; what is published cannot.
   */
  batchPosts: Call<'batchPosts'>;
  /**
   * List the labels of posts
   *
   * The 200 labels that most posts have, with how many have them.
   */
  listPostLabels: Call<'listPostLabels'>;
  /**
   * Duplicate a post
   *
   * Makes a draft with the text, media, options, overrides, thread, first comment and labels of a post in any state, for the same accounts. Accounts that were disconnected since are left out; if all were, it is refused with `unknown_account`. It takes over no time, approval, note or outcome.
   */
  duplicatePost: Call<'duplicatePost'>;
  /**
   * List templates of posts
   *
   * All of the workspace, by name: 200 at most. Who is held to some accounts is shown those whose accounts they all reach.
   */
  listPostTemplates: Call<'listPostTemplates'>;
  /**
   * Keep a post as a template
   *
   * Keeps what the post says now. The template does not change when the post does.
   */
  createPostTemplate: Call<'createPostTemplate'>;
  /**
   * Change a template of posts
   *
   * Renames it, or keeps what another post says. Posts that were made from it stay as they are.
   */
  updatePostTemplate: Call<'updatePostTemplate'>;
  /**
   * Delete a template of posts
   *
   * Posts that were made from it stay as they are.
   */
  deletePostTemplate: Call<'deletePostTemplate'>;
  /**
   * Make a draft from a template
   *
   * The draft says what the template says, for its accounts or for `accountIds`. Accounts of the template that were disconnected since are left out; if all were, it is refused with `unknown_account`.
   */
  createPostFromTemplate: Call<'createPostFromTemplate'>;
  /**
   * Send a post again where it failed
   *
   * Sends to the accounts that have no copy, or to those of them that `accountIds` names. What is live is not sent again and keeps its time. An account whose outcome is unknown is looked up first.
   */
  retryPost: Call<'retryPost'>;
  /**
   * Say whether a post is live
   *
   * For a delivery with `maybeLive`: an answer of the network was lost and nobody can tell whether the post is live. Look at the account, then say what is there. Who said it is kept in the journal.
   */
  resolveDelivery: Call<'resolveDelivery'>;
  /**
   * List the posts that wait for an account
   *
   * They go out when the account is connected again. Those that should not are held back before that, with action `hold_back` of POST /v1/posts/batch. The first 100, in the order in which they were to go out.
   */
  listWaitingPosts: Call<'listWaitingPosts'>;
  /**
   * Read what of a post was approved
   *
   * The post as it was approved last, and what of it was changed since: by what each account gets, with files, their descriptions, threads and first comments. null if it never was.
   */
  getApproval: Call<'getApproval'>;
  /**
   * Approve or reject a post
   *
   * Of a post with `approval: "requested"`. An approved post goes out at the time that was asked for, or at the one given here; one whose time has passed needs one. Send `approvalDetails.plan` of the post as you looked at it: a post that was changed since is not approved.
   */
  decideApproval: Call<'decideApproval'>;
  /**
   * List the notes about a post
   *
   * What people of the workspace, and clients by their links, wrote about the post, oldest first. Notes are never sent to a network. Empty for who does not reach all accounts of the post.
   */
  listPostNotes: Call<'listPostNotes'>;
  /**
   * Write a note about a post
   *
   * For the people who work on the post. It is never sent to a network.
   */
  createPostNote: Call<'createPostNote'>;
  /**
   * Delete a note about a post
   *
   * By the person who wrote it, or by an owner.
   */
  deletePostNote: Call<'deletePostNote'>;
  /**
   * List the links for clients
   *
   * By which clients decide, or decided, on the post, newest first. Their addresses were shown once, when they were made. They are deleted 30 days after their end. Empty for who does not reach all accounts of the post.
   */
  listApprovalLinks: Call<'listApprovalLinks'>;
  /**
   * Make a link for a client
   *
   * Of a post with `approval: "requested"`. Everybody who has the link reads the post as each network would get it, and approves or rejects it, once, within 7 days, on behalf of you: send it to the client alone. The response holds it, and nothing else does. After a change of the post another link is needed.
   */
  createApprovalLink: Call<'createApprovalLink'>;
  /**
   * Revoke a link for a client
   *
   * It cannot be opened any more. What was decided by it stays.
   */
  revokeApprovalLink: Call<'revokeApprovalLink'>;
  /**
   * List series
   *
   * Newest first, each with its next date and what its posts say.
   */
  listSeries: Call<'listSeries'>;
  /**
   * Make a series
   *
   * Makes the same post again and again, by a rule. Its posts of the next 30 days are on the calendar, each with `seriesId`, and can be edited there: an edited post no longer follows the series. Files have to be hosted here.
   */
  createSeries: Call<'createSeries'>;
  /**
   * Read the next dates of a rule
   *
   * Checks a rule and stores nothing.
   */
  previewSeries: Call<'previewSeries'>;
  /**
   * Read a series
   *
   * With its next date and what its posts say.
   */
  getSeries: Call<'getSeries'>;
  /**
   * Change a series
   *
   * Its posts that are planned for `from` or later are made again, with new ids. Posts that were edited or removed stay as they are, and so do posts before `from`. A changed rule starts an ended series again.
   */
  updateSeries: Call<'updateSeries'>;
  /**
   * Delete a series
   *
   * It makes no further posts. Those on the calendar stay, unless `posts=delete` removes what is not out.
   */
  deleteSeries: Call<'deleteSeries'>;
  /**
   * Pause a series
   *
   * Its planned posts are removed, except those that were edited; they are made again when it is resumed. A series that is paused or has ended stays as it is.
   */
  pauseSeries: Call<'pauseSeries'>;
  /**
   * Resume a series
   *
   * The posts of the next 30 days are made. What was due while it was paused is not.
   */
  resumeSeries: Call<'resumeSeries'>;
  /**
   * List feeds
   *
   * Newest first, each with its last read and what is wrong with it.
   */
  listFeeds: Call<'listFeeds'>;
  /**
   * Make a feed
   *
   * Reads an RSS, Atom or JSON feed again and again, and makes a post of each new item, once. The first read comes after the response; read the feed to see how it went.
   */
  createFeed: Call<'createFeed'>;
  /**
   * Read the newest items of a feed
   *
   * With the texts that a template makes of them. Nothing is stored. 30 a minute for a workspace.
   */
  previewFeed: Call<'previewFeed'>;
  /**
   * Read a feed
   *
   * With its last read and what is wrong with it.
   */
  getFeed: Call<'getFeed'>;
  /**
   * Change a feed
   *
   * Posts that were made stay as they are. It is read at once, unless it is paused. What another address has at its first read makes no posts. A change of an ended feed starts it again.
   */
  updateFeed: Call<'updateFeed'>;
  /**
   * Delete a feed
   *
   * It is not read any more. Its posts stay.
   */
  deleteFeed: Call<'deleteFeed'>;
  /**
   * Pause a feed
   *
   * It is not read until it is resumed. A feed that is paused or has ended stays as it is.
   */
  pauseFeed: Call<'pauseFeed'>;
  /**
   * Resume a feed
   *
   * It is read at once. Items that appeared while it was paused become no posts.
   */
  resumeFeed: Call<'resumeFeed'>;
  /**
   * List the items of a feed
   *
   * Newest first, with what became of each. Of items that the feed does not have any more, the last 1,000 are kept.
   */
  listFeedItems: Call<'listFeedItems'>;
  /**
   * Import posts from a CSV file
   *
   * Each row becomes a post, checked as if it were created by itself. The file is sent in a form (multipart/form-data), or as the body (text/csv) with the other fields in the query. Its first row names the columns: content, accounts, scheduledAt, media, labels, altText, firstComment; a row without a time becomes a draft. Buffer's file for many posts (Text, Image URL, Tags, Posting Time) is read, too. The response comes before the rows are checked: read the import until it has ended.
   */
  createImport: Call<'createImport'>;
  /**
   * List imports
   *
   * Newest first, without the problems of their rows. They are kept for 90 days after their end. People who are held to some accounts see their own ones.
   */
  listImports: Call<'listImports'>;
  /**
   * Get an import
   *
   * How far it is, and what is wrong with which row.
   */
  getImport: Call<'getImport'>;
  /**
   * Take an import back
   *
   * Removes its posts that are drafts or planned, and creates no further ones. What is being published or is out stays. The response comes before they are removed: read the import until it is `removed`. Once more it changes nothing. A key with the scope `draft` alone takes back an import of drafts.
   */
  deleteImport: Call<'deleteImport'>;
  /**
   * List the rows of an import
   *
   * In their order, with the verdict of each. As CSV (`Accept: text/csv`) it is a file that can be corrected and imported: the columns `row` and `problem` are not read.
   */
  listImportRows: Call<'listImportRows'>;
  /**
   * Read the preview of a page
   *
   * Reads what a page says of itself: what bluesky and linkedin show below a post that links to it. 30 a minute for a workspace.
   */
  readLinkPreview: Call<'readLinkPreview'>;
  /**
   * List hosted files
   *
   * The library of the workspace, newest first: what each file is, who uploaded it when, and which posts use it.
   */
  listMedia: Call<'listMedia'>;
  /**
   * Host a file from a public URL
   *
   * Downloads an image, video or PDF of up to 100 MB and hosts it permanently. Use it for files behind signed or expiring links. The type is read from the bytes.
   */
  hostMedia: Call<'hostMedia'>;
  /**
   * Upload a file and host it
   *
   * A form (multipart/form-data) with the file in the part `file`. The type is read from the bytes, not from its name; the library shows the name.
   */
  uploadMedia: Call<'uploadMedia'>;
  /**
   * Describe a hosted file
   *
   * Changes the name and the description in the library. Posts that use the file keep the description that they have.
   */
  updateMedia: Call<'updateMedia'>;
  /**
   * Delete a hosted file
   *
   * Refused while something needs the file: posts that are drafts, planned, being published or failed, series, and published posts of networks that show it from its address here (devto, ghost). With `force` it is deleted all the same; a post that is being published still gets it. The file leaves the library at once, and its address within about ten minutes, unless another workspace has the same file.
   */
  deleteMedia: Call<'deleteMedia'>;
  /**
   * The next free slot
   *
   * The earliest future slot of the posting schedule that has no post scheduled. With `accountIds` the slot that `useNextSlot` takes for a post of these accounts, which may have a schedule of their own.
   */
  getNextSlot: Call<'getNextSlot'>;
  /**
   * Read the posting schedule
   *
   * Returns the weekly slots of which a post can take the next free one, in the time zone of the workspace. With `accountId` those of the account’s own schedule; an empty list means that it has none.
   */
  getPostingSchedule: Call<'getPostingSchedule'>;
  /**
   * Set the posting schedule
   *
   * Slots are wall times in the workspace's time zone. An empty list means no schedule. With `accountId` the account gets a schedule of its own, which `useNextSlot` takes when all accounts of a post have the same; an empty list takes it away.
   */
  setPostingSchedule: Call<'setPostingSchedule'>;
  /**
   * List workspaces
   *
   * Every workspace the key's user is a member of, the first of them being the default.
   */
  listWorkspaces: Call<'listWorkspaces'>;
  /**
   * Create a workspace
   *
   * One for each customer or brand. It starts with the default schedule, weekdays at 11:00 and 16:00, and with the plan of your workspaces.
   */
  createWorkspace: Call<'createWorkspace'>;
  /**
   * Whether posts need an approval
   *
   * Everybody of the workspace may know whether posts of writers wait for an approval.
   */
  getApprovalSettings: Call<'getApprovalSettings'>;
  /**
   * Set whether posts need an approval
   *
   * Owners only. It counts on every node within a second, for what is created or changed from then on. What waits when it is turned off still waits.
   */
  setApprovalSettings: Call<'setApprovalSettings'>;
  /**
   * Change the name, slug and time zone of a workspace
   *
   * Owners only. What is left out stays. It counts on every node within a second. With `moveScheduled` up to 1,000 planned posts move, and `moved` says how many; those whose time has passed in the new zone keep their instant and are counted in `kept`.
   */
  updateWorkspace: Call<'updateWorkspace'>;
  /**
   * Delete a workspace
   *
   * By an owner who is signed in to the dashboard, for good: posts, conversations, rules, numbers, members and invitations. What is published stays at the networks. Disconnect its accounts first, so that their access ends at the networks. `confirm` repeats the slug.
   */
  deleteWorkspace: Call<'deleteWorkspace'>;
  /**
   * List members
   *
   * Everybody who is in the workspace, with their roles. Who came last is first.
   */
  listMembers: Call<'listMembers'>;
  /**
   * Read a member
   *
   * Returns the name of a member, the address by which they sign in, and their role.
   */
  getMember: Call<'getMember'>;
  /**
   * Change what a member may do
   *
   * By an owner who is signed in to the dashboard. `role` is what the member may do, `accountIds` with which accounts; what is left out stays. To hand a workspace over, make another member an owner, then change your own role or leave.
   */
  updateMember: Call<'updateMember'>;
  /**
   * Remove a member, or leave
   *
   * An owner removes others; everybody may remove themselves. By a person who is signed in to the dashboard. What they made stays and shows their name; their keys and apps stop reaching the workspace within a second.
   */
  removeMember: Call<'removeMember'>;
  /**
   * List invitations
   *
   * Those that can still be accepted, newest first. Their links were shown once, when they were made.
   */
  listInvitations: Call<'listInvitations'>;
  /**
   * Invite a person
   *
   * By an owner who is signed in to the dashboard. The response holds the link, which is shown only once: send it to the person. With `email`, and if the installation has a mail server, it is mailed too. It lets one person in, within 7 days; with `email` only the person with that address.
   */
  createInvitation: Call<'createInvitation'>;
  /**
   * Revoke an invitation
   *
   * By an owner who is signed in to the dashboard. Nobody can accept it any more. A person who accepted it before stays.
   */
  revokeInvitation: Call<'revokeInvitation'>;
  /**
   * List connected accounts
   *
   * The ids are what accountIds takes. `warning` tells when a token is about to lapse.
   */
  listAccounts: Call<'listAccounts'>;
  /**
   * List the boards a pin can go to
   *
   * Boards of every Pinterest account of the workspace. Asked of Pinterest with each call. An account that cannot be asked is named in `errors`; when none can, the call fails.
   */
  listPinterestBoards: Call<'listPinterestBoards'>;
  /**
   * Change what is decided for an account
   *
   * What to do with a post whose answer was lost, where the network cannot be asked whether it is live: `retry` sends it again as after any temporary failure, at the risk that it is there twice; `hold` lets it fail until somebody has looked. It counts for posts that are written, changed or tried again from then on.
   */
  updateAccount: Call<'updateAccount'>;
  /**
   * Disconnect an account
   *
   * Forgets the account, and ends its access at the network where that has a call for it. What is published stays; posts that are still to go out to it fail there. Its comment-to-DM rules are deleted, and messages of theirs that wait are not sent.
   */
  disconnectAccount: Call<'disconnectAccount'>;
  /**
   * List groups of accounts
   *
   * All of the workspace, by name: 100 at most. An account is in one of them, or in none.
   */
  listAccountGroups: Call<'listAccountGroups'>;
  /**
   * Create a group of accounts
   *
   * Accounts that are in another group leave it.
   */
  createAccountGroup: Call<'createAccountGroup'>;
  /**
   * Change a group of accounts
   *
   * Renames it, puts accounts into it and takes others out. Accounts that are added leave the group in which they are.
   */
  updateAccountGroup: Call<'updateAccountGroup'>;
  /**
   * Delete a group of accounts
   *
   * Its accounts stay connected, and are in no group.
   */
  deleteAccountGroup: Call<'deleteAccountGroup'>;
  /**
   * Create a connect link
   *
   * The address of a hosted page on which a person connects accounts to the workspace, without a login. Everybody who has it can do so until it expires, so send it to that person alone. At the end they go to `redirectUrl` with `?connected=<platform,…>`; each account fires the webhook `account.connected`.
   */
  createConnectLink: Call<'createConnectLink'>;
  /**
   * List connect links
   *
   * Newest first; kept for 90 days after their end. `open` gives those alone by which accounts can still be connected.
   */
  listConnectLinks: Call<'listConnectLinks'>;
  /**
   * Read a connect link
   *
   * Where the link stands, and the accounts that were connected through it.
   */
  getConnectLink: Call<'getConnectLink'>;
  /**
   * Revoke a connect link
   *
   * Nothing can be connected through it any more. Accounts that were connected stay.
   */
  revokeConnectLink: Call<'revokeConnectLink'>;
  /**
   * List conversations
   *
   * Direct messages of instagram and facebook, the conversation with the newest message first.
   */
  listConversations: Call<'listConversations'>;
  /**
   * Read the messages of a conversation
   *
   * The newest messages first, by the network's own time. Reading them here does not mark them as read.
   */
  getConversationMessages: Call<'getConversationMessages'>;
  /**
   * Answer a person
   *
   * Sends a direct message and waits until the network has taken it. It stops a run of an automation with this person and pauses automations for 12 hours. Between 24 hours and 7 days after the last message only a person who is signed in to the dashboard may answer, where the network allows it.
   */
  sendMessage: Call<'sendMessage'>;
  /**
   * Mark a conversation as done, or open it again
   *
   * Done clears the flag of an automation, so that automations work again. The 12 hours after an answer go on. A new message opens the conversation again.
   */
  markConversationDone: Call<'markConversationDone'>;
  /**
   * Mark a conversation as unread
   *
   * It counts as unread for everybody in the workspace. The network is not told.
   */
  markConversationUnread: Call<'markConversationUnread'>;
  /**
   * Mark a conversation as read
   *
   * It counts as read for everybody in the workspace. The network is not told.
   */
  markConversationRead: Call<'markConversationRead'>;
  /**
   * Assign, label or snooze a conversation
   *
   * What is absent stays. Everybody in the workspace sees who answers it; it keeps nobody else from answering. A snoozed conversation is put aside until a time; then it is open and unread again, and earlier if the person writes.
   */
  updateConversation: Call<'updateConversation'>;
  /**
   * Forget one person
   *
   * Deletes the conversation, its messages, the notes about it, the copies of files in them, and the comments that the person wrote below posts of this account. It cannot be undone. At the network everything stays, and what the person wrote up to now is not read again. What they write later is new.
   */
  forgetPerson: Call<'forgetPerson'>;
  /**
   * List the labels of conversations
   *
   * The 200 labels that most conversations have, with how many have them.
   */
  listConversationLabels: Call<'listConversationLabels'>;
  /**
   * List the notes about a conversation
   *
   * What people of the workspace wrote about it for each other, oldest first. No network gets them.
   */
  listConversationNotes: Call<'listConversationNotes'>;
  /**
   * Write a note about a conversation
   *
   * For the people who answer it. It is never sent to the person or to a network.
   */
  createConversationNote: Call<'createConversationNote'>;
  /**
   * Delete a note about a conversation
   *
   * By the person who wrote it, or by an owner.
   */
  deleteConversationNote: Call<'deleteConversationNote'>;
  /**
   * Stop automatic messages to a person, or allow them again
   *
   * The same as when the person writes a stop word or a start word: comment-to-DM rules skip them with the reason `opted_out`. Messages that somebody of the team writes are sent as before.
   */
  setOptedOut: Call<'setOptedOut'>;
  /**
   * List saved replies
   *
   * All of the workspace, by name: 500 at most.
   */
  listSavedReplies: Call<'listSavedReplies'>;
  /**
   * Save a reply
   *
   * Keeps a text that people of the workspace send often, with a title by which they find it.
   */
  createSavedReply: Call<'createSavedReply'>;
  /**
   * Change a saved reply
   *
   * Changes the fields that the request has. Messages that were sent with the old text stay as they are.
   */
  updateSavedReply: Call<'updateSavedReply'>;
  /**
   * Delete a saved reply
   *
   * Removes the text from the list. Messages that were sent with it stay as they are.
   */
  deleteSavedReply: Call<'deleteSavedReply'>;
  /**
   * Read what is known of the person of a conversation
   *
   * Comments of the person below posts of the same account, their runs of automations, and what comment-to-DM rules did with their comments: up to 20 of each, the newest first. Accounts do not share people: the same person at another account is another one.
   */
  getPerson: Call<'getPerson'>;
  /**
   * Export everything that is kept of one person
   *
   * The conversation, its messages, the newest first, 1000 in one response, and with the first of them the person's comments below posts of this account and the notes of the team.
   */
  exportPerson: Call<'exportPerson'>;
  /**
   * Read what the inbox keeps
   *
   * Returns how long messages are kept, whether their files are copied, and the words that stop or start automatic messages.
   */
  getInboxSettings: Call<'getInboxSettings'>;
  /**
   * Set what the inbox keeps
   *
   * Messages that are too old now are deleted within minutes. What was copied stays. Words and a disclosure text that are left out stay as they are.
   */
  setInboxSettings: Call<'setInboxSettings'>;
  /**
   * List comment-to-DM rules
   *
   * Newest first, each with the counts of its activity.
   */
  listCommentRules: Call<'listCommentRules'>;
  /**
   * Make a comment-to-DM rule
   *
   * Everyone who comments one of the keywords gets the message, once for each person and rule. Without `mediaId`, `postId` and `nextPost` it watches every post of the account.
   */
  createCommentRule: Call<'createCommentRule'>;
  /**
   * List the posts that a rule can watch
   *
   * The account's latest posts, read at the network, newest first.
   */
  listCommentRuleMedia: Call<'listCommentRuleMedia'>;
  /**
   * Read how the rules of an account answer
   *
   * Also what holds their messages and public replies now.
   */
  getCommentRuleSettings: Call<'getCommentRuleSettings'>;
  /**
   * Set how the rules of an account answer
   *
   * What is left out stays as it is. Messages that wait keep their places.
   */
  setCommentRuleSettings: Call<'setCommentRuleSettings'>;
  /**
   * Try comments on rules
   *
   * Says what would happen with each comment, in this order, and which words were compared. Nothing is sent and nothing is stored, and no plan is needed. Exactly one of `rule`, `ruleId` and `all` says which rules; a rule that is named is tried also while it is paused. People have had no message before.
   */
  simulateCommentRules: Call<'simulateCommentRules'>;
  /**
   * Explain what rules did with a comment
   *
   * Why its author got a message or got nothing, in a sentence; and how each rule that is active now compares with the comment.
   */
  explainCommentRules: Call<'explainCommentRules'>;
  /**
   * Count what a rule would answer of the last days
   *
   * Reads the comments of the last days below the posts of the rule, and says how many messages it would send if it were asked to answer them. Nothing is sent. Comments that a rule has answered, or that another rule answers first, do not count.
   */
  previewPastComments: Call<'previewPastComments'>;
  /**
   * Answer comments of the last days too
   *
   * The comments of the last days below the posts of the rule are read and compared with it, within the next minutes; what matches goes through the same queue as new comments, once for each person. Pausing the rule ends it. Count first: `GET` of the same address.
   */
  answerPastComments: Call<'answerPastComments'>;
  /**
   * Change a comment-to-DM rule, pause or resume it
   *
   * Messages that wait keep their text. Pausing skips those that wait, with the reason `paused`.
   */
  updateCommentRule: Call<'updateCommentRule'>;
  /**
   * Delete a comment-to-DM rule and its activity
   *
   * Messages that wait are not sent. What was sent stays in the conversations.
   */
  deleteCommentRule: Call<'deleteCommentRule'>;
  /**
   * List what a rule did
   *
   * The comments that it matched, newest first, with what became of each. Kept for 90 days. Messages that wait in the queue are listed with `queued=true`.
   */
  listCommentRuleEvents: Call<'listCommentRuleEvents'>;
  /**
   * List words that a rule nearly matched
   *
   * Words of comments that no rule answered, close to a keyword of this rule: a plural, a typing mistake, repeated letters. Those that most people wrote come first. A comment counts for 90 days, with its text of now; a word that has become a keyword is left out.
   */
  listCommentRuleNearMisses: Call<'listCommentRuleNearMisses'>;
  /**
   * Add a keyword to a rule
   *
   * Adds one keyword and leaves the others as they are, also when somebody else adds one at the same time. A keyword that the rule has already, in capitals or with other accents, changes nothing.
   */
  addCommentRuleKeyword: Call<'addCommentRuleKeyword'>;
  /**
   * Let a person have the message of a rule again
   *
   * The rule forgets that the person has had its message: their next comment that matches gets it. The activity stays. A message that waits or is on its way is not affected.
   */
  forgetCommentRulePerson: Call<'forgetCommentRulePerson'>;
  /**
   * List automations of direct messages
   *
   * Newest first, each with its stats and, for ref links, the link to share.
   */
  listDmAutomations: Call<'listDmAutomations'>;
  /**
   * Make an automation of direct messages
   *
   * A person who does what the trigger names goes through the steps, inside the reply window of the network. `warnings` says what works and is probably not meant.
   */
  createDmAutomation: Call<'createDmAutomation'>;
  /**
   * Read an automation of direct messages
   *
   * Returns the automation with its published steps, and its draft if it has one.
   */
  getDmAutomation: Call<'getDmAutomation'>;
  /**
   * Change an automation of direct messages, pause or resume it
   *
   * A change of the steps or the trigger makes a version: people who are in the automation end on the one that they began with. Pausing releases them.
   */
  updateDmAutomation: Call<'updateDmAutomation'>;
  /**
   * Delete an automation of direct messages with its runs
   *
   * People who are in it stop. What was sent stays in the conversations, and its links go on leading. `warnings` names the comment-to-DM rules that go on without it.
   */
  deleteDmAutomation: Call<'deleteDmAutomation'>;
  /**
   * List the versions of an automation
   *
   * Newest first, each with who made it and how many people are in it. They are kept as long as the automation.
   */
  listDmAutomationVersions: Call<'listDmAutomationVersions'>;
  /**
   * Read a version of an automation
   *
   * Its trigger and its steps. A step has the same id in every version that has it.
   */
  getDmAutomationVersion: Call<'getDmAutomationVersion'>;
  /**
   * Go back to a version of an automation
   *
   * Makes a version with the trigger and the steps of that one. People who are in the automation end on the one that they began with. The draft stays.
   */
  restoreDmAutomationVersion: Call<'restoreDmAutomationVersion'>;
  /**
   * Read the draft of an automation
   *
   * Each automation has one draft at most. People get nothing of it before it is published.
   */
  getDmAutomationDraft: Call<'getDmAutomationDraft'>;
  /**
   * Save the draft of an automation
   *
   * Replaces the draft. It may break rules: `problems` says why it cannot be published yet. An absent `trigger` is that of the newest version.
   */
  saveDmAutomationDraft: Call<'saveDmAutomationDraft'>;
  /**
   * Discard the draft of an automation
   *
   * Removes the changes that were not published. The published version goes on as it is.
   */
  discardDmAutomationDraft: Call<'discardDmAutomationDraft'>;
  /**
   * Publish the draft of an automation
   *
   * Makes a version of the draft, with the checks of PATCH, and ends the draft. `version` is the newest one: without it, it must be the one that the draft was made from.
   */
  publishDmAutomationDraft: Call<'publishDmAutomationDraft'>;
  /**
   * Run the tests of an automation
   *
   * All that are saved, by name, with how each ends with the newest version, or with the draft. Messages are compared without the disclosure text of the workspace.
   */
  listDmAutomationTests: Call<'listDmAutomationTests'>;
  /**
   * Save a test of an automation
   *
   * A talk, as files of `troupe flows test` have it: what the person does, and what the automation has to say. It takes the place of one with the same name; 20 at most. It is saved also when it fails.
   */
  saveDmAutomationTest: Call<'saveDmAutomationTest'>;
  /**
   * Delete a test of an automation
   *
   * Removes the test. It no longer has to pass before a draft is published.
   */
  deleteDmAutomationTest: Call<'deleteDmAutomationTest'>;
  /**
   * List the people who went through an automation
   *
   * Newest first, each with every step and how it ended. Kept for 90 days after the end.
   */
  listDmRuns: Call<'listDmRuns'>;
  /**
   * Count people by version and step
   *
   * Counted in the commit that moves a person; also runs that are not kept any more.
   */
  getDmAutomationStats: Call<'getDmAutomationStats'>;
  /**
   * Stop one person’s run
   *
   * Nothing more is sent to the person by it. A run that has ended stays as it is.
   */
  stopDmRun: Call<'stopDmRun'>;
  /**
   * Explain what automations did with a message
   *
   * Why the person got something or nothing after it, in a sentence. What is said was decided when the message arrived: automations that changed since then change nothing of it.
   */
  explainDmMessage: Call<'explainDmMessage'>;
  /**
   * Explain one person’s run
   *
   * In words: when the person entered, which steps they went through and how, what the run waits for, or why it ended. `GET /v1/inbox/{id}/messages` names the run of a message in `runId`.
   */
  explainDmRun: Call<'explainDmRun'>;
  /**
   * Try an automation in a talk
   *
   * Says what an automation would send in a talk, and how it would end. Exactly one of `automation` and `automationId` says which. Nothing is sent and nothing is stored, and no plan is needed. The clock runs until the run has ended, or until `until`. When nothing in the talk starts the automation, there are no messages, and a warning says so.
   */
  simulateDmAutomation: Call<'simulateDmAutomation'>;
  /**
   * Templates of automations
   *
   * Automations and comment-to-DM rules to begin with. `rule` and `automation` have the fields with which each is created, without the account; a template with both needs both. Links and words are examples.
   */
  listDmAutomationTemplates: Call<'listDmAutomationTemplates'>;
  /**
   * Read the comments of a post
   *
   * Read at every network the post is on, with each call: newest first, with replies below, oldest first. About 500 comments of each network. What could not be read is in `errors`, beside what came.
   */
  getPostComments: Call<'getPostComments'>;
  /**
   * List recent comments
   *
   * What people wrote below posts of the accounts, and reviews, in the order in which it arrived, newest first; each with the account’s own replies. Accounts that were not read in the last minute are read first, for up to five seconds; what could not be read is in `errors`.
   */
  listComments: Call<'listComments'>;
  /**
   * Mark a comment as done
   *
   * Nothing is left to be done with it. `{"done": false}` takes that back.
   */
  markCommentDone: Call<'markCommentDone'>;
  /**
   * Reply to a comment or a review
   *
   * Sent once: after a lost response the service looks for the reply before it sends it again. The request waits for the network for up to 30 seconds.
   */
  replyToComment: Call<'replyToComment'>;
  /**
   * Delete a comment
   *
   * At the network: a comment on instagram or facebook, or your own reply to a review.
   */
  deleteComment: Call<'deleteComment'>;
  /**
   * The numbers of a post
   *
   * Sums over the networks the post went to, and the numbers of each with the id of the post there. In the sums, what a network does not say counts as 0; in `networks` it is null.
   */
  getPostMetrics: Call<'getPostMetrics'>;
  /**
   * Every post of a period with its numbers
   *
   * All posts of the accounts, wherever they were published, where the network lists them; on other networks those of this service. The numbers are counts of a post’s whole life, dated by the day on which it was published. They are kept for an hour: older ones are read first, for up to ten seconds; `sources` says what is missing and why. `totals` are about all posts of the period, not only those that are listed.
   */
  getPerformance: Call<'getPerformance'>;
  /**
   * Everything a network says of one post
   *
   * Every metric that the network gives, by its own names, the comments, and a comparison with the average of the account’s posts of the last 90 days. `history` is how the common numbers grew since this service knows the post.
   */
  getPostInsights: Call<'getPostInsights'>;
  /**
   * Sums over the last 100 published posts
   *
   * Views, likes, comments and shares of the last 100 posts that were published through this service, and the ten with the most views.
   */
  getAnalytics: Call<'getAnalytics'>;
  /**
   * Followers and sums of 28 days of each account
   *
   * What a network does not give is null. The numbers are kept for an hour: older ones are read first, for up to ten seconds.
   */
  getAccountStats: Call<'getAccountStats'>;
  /**
   * Numbers of accounts by day
   *
   * A series for each account and number that its network gives by day, in the network’s own dates, days without a post included; followers are counted by this service, from the day of connecting. Days that are not known, or not yet, are null.
   */
  getAccountTrends: Call<'getAccountTrends'>;
  /**
   * List the links to reports
   *
   * The newest 200, newest first. Their addresses were shown once, when they were made. They are deleted 30 days after their end.
   */
  listReportLinks: Call<'listReportLinks'>;
  /**
   * Make a link to a report
   *
   * Everybody who has the link reads the numbers of these accounts and days, without signing in, and nothing else of the workspace. It ends with its days, when it is revoked, and when you lose access to the accounts. The response holds it, and nothing else does.
   */
  createReportLink: Call<'createReportLink'>;
  /**
   * Revoke a link to a report
   *
   * The link cannot be opened any more. It stays in the list until 30 days after its end.
   */
  revokeReportLink: Call<'revokeReportLink'>;
  /**
   * List webhook endpoints
   *
   * Returns the endpoints of the workspace and the events they subscribe to. Secrets are not in it.
   */
  listWebhooks: Call<'listWebhooks'>;
  /**
   * Add a webhook endpoint
   *
   * The response holds the signing secret, which is shown only once.
   */
  createWebhook: Call<'createWebhook'>;
  /**
   * Change a webhook endpoint
   *
   * Changes the fields that the request has. The others stay as they are.
   */
  updateWebhook: Call<'updateWebhook'>;
  /**
   * Remove a webhook endpoint
   *
   * Ends the subscription: the endpoint gets no later event.
   */
  deleteWebhook: Call<'deleteWebhook'>;
  /**
   * Send a test event
   *
   * Sends a signed `webhook.test` event now and returns the endpoint’s response.
   */
  testWebhook: Call<'testWebhook'>;
  /**
   * The delivery log of an endpoint
   *
   * Newest first: every event that was sent, with each try and the endpoint’s response.
   */
  listWebhookDeliveries: Call<'listWebhookDeliveries'>;
  /**
   * Explain the state of a post
   *
   * In words: where the post is, what each of its accounts waits for, until when, and what to do where something is wrong. For people and agents; the post itself has the states.
   */
  explainPost: Call<'explainPost'>;
  /**
   * List actors
   *
   * Every post, delivery, account and webhook send is an actor: a statechart with a mailbox. Actors that are stuck come first, then the newest. `next` leads to older ones, where a stuck actor is listed again at its own age. `state` searches the newest 20,000 of the kind, `q` the ids and the texts of the newest 20,000 posts. Who is held to some accounts is given the actors of these, among the newest 20,000 of each kind.
   */
  listActors: Call<'listActors'>;
  /**
   * Read an actor
   *
   * Its state, the messages in its mailbox, the effects it has requested, and the manual actions it accepts now.
   */
  getActor: Call<'getActor'>;
  /**
   * Replay the journal of an actor
   *
   * Its steps, oldest first. The journal keeps events, transitions and times; the contexts and the parameters of effects come from stepping the machine again. Where that is not possible (because the beginning was pruned, for example), `stopped` says why, and the steps come without contexts.
   */
  getActorJournal: Call<'getActorJournal'>;
  /**
   * List the messages of a family
   *
   * The messages between an actor, its family (a post and its deliveries), their accounts, the network and the caller, for a sequence diagram; and the steps and calls of the family, for a time line.
   */
  getActorSequence: Call<'getActorSequence'>;
  /**
   * Read the responses of networks
   *
   * The HTTP exchanges behind the outcomes of an actor, newest attempt first, redacted before they were stored. An attempt is listed once it has a result. Attempts that made no call, or that a crash interrupted, are not listed. Exchanges are kept for 90 days.
   */
  getActorExchanges: Call<'getActorExchanges'>;
  /**
   * Download a run
   *
   * The actor with its family as one JSON document: snapshots, journals and responses of networks, redacted. `troupe replay <file>` replays it on the machines and reports where it differs. Who is held to some accounts is given the actors of which they reach all accounts.
   */
  downloadRun: Call<'downloadRun'>;
  /**
   * Take a manual action on an actor
   *
   * Retry now, skip a wait, cancel, or send an event: what `choices` of GET /v1/actors/{id} lists, which is what the chart accepts in the actor’s state. The reason and the person are written to the journal.
   */
  actOnActor: Call<'actOnActor'>;
  /**
   * List the kinds of actors
   *
   * Returns the kinds whose actors share one chart, each with the version and the hash of that chart.
   */
  listCharts: Call<'listCharts'>;
  /**
   * Read a chart
   *
   * The statechart that runs, made from the machine itself, and where its states and arrows are drawn. Journals name edges by the same ids.
   */
  getChart: Call<'getChart'>;
  /**
   * Count actors by state
   *
   * How many actors of a kind are in each state now, among the newest 20,000 of the workspace, and how often each edge was taken in the last hour. For who is held to some accounts, of the actors of these.
   */
  getHeat: Call<'getHeat'>;
  /**
   * Export a chart for XState tools
   *
   * The chart as the configuration that XState's createMachine takes: paste it into an editor or visualiser. Guards, actions and delays are named, not defined.
   */
  exportChart: Call<'exportChart'>;
  /**
   * List who did what
   *
   * Every call that changed something in the workspace, newest first: by whom, with what, which operation, on what, and which fields it set. Written in the same transaction as the change. Kept for 365 days, addresses for 30.
   */
  listAudit: Call<'listAudit'>;
  /**
   * What happened to a post
   *
   * In plain words, newest first: who changed it, when it was moved, and its result on each network. What people did is kept for 365 days, the rest for 90 days after the post has ended.
   */
  getPostHistory: Call<'getPostHistory'>;
  /**
   * Export a workspace
   *
   * Returns a link that downloads everything of the workspace as one ZIP archive: posts, media, rules, automations, conversations, numbers. The link works without a key, begins downloads for 15 minutes, and ends with the key or session that made it.
   */
  createExport: Call<'createExport'>;
}
