/** Everything that the dashboard may call and a role does not allow is behind a guard of that role: from the text of the pages. */
import t from 'tap';
import { rolesOf } from '../../src/api/roles.ts';
import { ROLES } from '../../src/api/principal.ts';
import { operations } from '../../src/service/operations.ts';
import { filesIn } from '../support/imports.ts';

/** What is called only where the guard of another operation has let a person in. */
const BEHIND: { [operation: string]: string } = {
  deletePost: 'updatePost',
  validatePost: 'createPost',
  previewSeries: 'createSeries',
  previewFeed: 'createFeed',
  updateSeries: 'updatePost',
  listMentions: 'createPost',
  saveWorkingCopy: 'createPost',
  discardWorkingCopy: 'createPost',
  saveDmAutomationDraft: 'updateDmAutomation',
  discardDmAutomationDraft: 'updateDmAutomation',
  saveDmAutomationTest: 'updateDmAutomation',
  deleteDmAutomationTest: 'updateDmAutomation',
  replyToComment: 'markCommentDone',
  answerCommentPrivately: 'markCommentDone',
  hideComment: 'markCommentDone',
  deleteComment: 'markCommentDone',
  revokeConnectLink: 'createConnectLink',
  deleteSavedReply: 'updateSavedReply',
  deleteAccountGroup: 'createAccountGroup',
  updateAccountGroup: 'createAccountGroup',
  revokeInvitation: 'createInvitation',
  revokeApprovalLink: 'createApprovalLink',
  revokeReportLink: 'createReportLink',
  deleteImport: 'createImport',
};

const source = filesIn('web/src')
  .map(({ code }) => code)
  .join('\n');
const found = (pattern: RegExp) => new Set([...source.matchAll(pattern)].map((match) => match[1]!));
const called = found(/\bcall\(\s*'(\w+)'/g);
const guards = found(
  /(?:\bcall: '(?=[a-z]+[A-Z])|\bcall=["']|\bcall="|ifCan\(\s*'|\bcan\('|useCan\(\)\('|needs: ')(\w+)/g,
);
const byId = new Map(operations.map((operation) => [operation.id, operation]));

void t.test('what a role does not allow is guarded where the dashboard calls it', async (t) => {
  const limited = [...called].filter((id) => {
    const operation = byId.get(id);
    return operation !== undefined && rolesOf(operation).length < ROLES.length;
  });
  t.ok(limited.length > 35, `${limited.length} calls are limited`);
  for (const id of limited) {
    const guard = BEHIND[id] ?? id;
    t.ok(guards.has(guard), `${id} is behind a guard`);
    for (const role of rolesOf(byId.get(guard)!))
      t.ok(rolesOf(byId.get(id)!).includes(role), `${guard} lets a ${role} in, who may not call ${id}`);
  }
});

void t.test('each guard is of an operation, and each exception is needed', async (t) => {
  for (const id of guards) t.ok(byId.has(id), id);
  for (const id of Object.keys(BEHIND)) t.ok(called.has(id), `${id} is called`);
});

/** What is called only on pages that the guard of another operation shows. */
const SHOWN_BEHIND: { [operation: string]: string } = {
  createWebhook: 'listWebhooks',
  updateWebhook: 'listWebhooks',
  deleteWebhook: 'listWebhooks',
  testWebhook: 'listWebhooks',
  listWebhookDeliveries: 'listWebhooks',
  setInboxSettings: 'getInboxSettings',
  updateMember: 'listMembers',
  listInvitations: 'createInvitation',
  listConnectLinks: 'createConnectLink',
  listFeedItems: 'listFeeds',
  getActorJournal: 'getActor',
  getActorSequence: 'getActor',
  getActorExchanges: 'getActor',
  downloadRun: 'getActor',
  getChart: 'getActor',
  exportChart: 'getActor',
  listConfirmations: 'listToolCalls',
  setWorkspaceConfirm: 'listToolCalls',
  decideConfirmation: 'listToolCalls',
};

void t.test(
  'what is refused to people who are held to some accounts is guarded by what they are refused',
  async (t) => {
    const refused = [...called].filter((id) => byId.get(id)?.accountLimit === 'refused');
    t.ok(refused.length > 25, `${refused.length} calls are refused`);
    for (const id of refused) {
      const guard = SHOWN_BEHIND[id] ?? BEHIND[id] ?? id;
      t.ok(guards.has(guard), `${id} is behind a guard`);
      t.equal(
        byId.get(guard)?.accountLimit,
        'refused',
        `${guard} lets held people in, who may not call ${id}`,
      );
    }
    for (const id of Object.keys(SHOWN_BEHIND)) t.ok(called.has(id), `${id} is called`);
  },
);
