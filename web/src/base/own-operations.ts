/**
 * The operations that only the dashboard may call. Generated from the OpenAPI description of the service by `npm run openapi`:
 * do not edit. A test fails when this file does not fit the operations.
 */
export const ownTable = {
  readCalendar: { method: 'GET', path: '/app/api/calendar' },
  browsePosts: { method: 'GET', path: '/app/api/posts', cursor: 'before', list: 'posts' },
  readPostsById: { method: 'GET', path: '/app/api/posts-by-id' },
  getPlan: { method: 'GET', path: '/app/api/plan' },
  countOpenComments: { method: 'GET', path: '/app/api/comments/open' },
  hideComment: { method: 'POST', path: '/app/api/comments/{commentId}/hide', body: 'json' },
  answerCommentPrivately: { method: 'POST', path: '/app/api/comments/{commentId}/private-reply', body: 'json' },
  listPostAges: { method: 'GET', path: '/app/api/numbers/ages' },
  listKeys: { method: 'GET', path: '/app/api/keys' },
  createKey: { method: 'POST', path: '/app/api/keys', body: 'json' },
  setKeyConfirm: { method: 'PATCH', path: '/app/api/keys/{id}', body: 'json' },
  revokeKey: { method: 'DELETE', path: '/app/api/keys/{id}' },
  listToolCalls: { method: 'GET', path: '/app/api/tool-calls', cursor: 'before', list: 'calls' },
  listLatestToolCalls: { method: 'GET', path: '/app/api/tool-calls/latest' },
  listConfirmations: { method: 'GET', path: '/app/api/confirmations' },
  setWorkspaceConfirm: { method: 'PUT', path: '/app/api/confirmations', body: 'json' },
  decideConfirmation: { method: 'PUT', path: '/app/api/confirmations/{id}', body: 'json' },
  readConsent: { method: 'GET', path: '/app/api/consents/{request}' },
  answerConsent: { method: 'PUT', path: '/app/api/consents/{request}', body: 'json' },
  listGrants: { method: 'GET', path: '/app/api/grants' },
  endGrant: { method: 'DELETE', path: '/app/api/grants/{id}' },
  listSimulatedAccounts: { method: 'GET', path: '/app/api/simulated-accounts' },
  readConversation: { method: 'GET', path: '/app/api/conversations/{id}' },
  readSession: { method: 'GET', path: '/app/api/session' },
  signIn: { method: 'POST', path: '/app/api/session', body: 'json' },
  signOut: { method: 'DELETE', path: '/app/api/session' },
  setUp: { method: 'POST', path: '/app/api/setup', body: 'json' },
  changePassword: { method: 'POST', path: '/app/api/password', body: 'json' },
} as const;
