/** The audit entries that requests left, and what they have to say of an operation. */
import type { Operation } from '../../src/api/operation.ts';
import { listAuditEntries } from '../../store/audit-entries.ts';
import type { RunningService } from './service.ts';

/** Operations that may change something and leave no entry. A new one has to be entered here, or leave one. */
const LEAVE_NONE = new Set([
  // the entries of a workspace are deleted with it
  'deleteWorkspace',
  // nothing is stored
  'validatePost',
  'previewSeries',
  'previewFeed',
  'readLinkPreview',
  'simulateCommentRules',
  'simulateDmAutomation',
  // the form saves itself while a person writes; what is saved as a post has its entry
  'saveWorkingCopy',
  'discardWorkingCopy',
  // how a person signs in is no matter of a workspace
  'endSession',
  'beginSecondFactor',
  'confirmSecondFactor',
  'endSecondFactor',
  // what a person reads, and gets by mail, changes nothing in the workspace
  'readNotifications',
  'setNotificationSettings',
  'addPushBrowser',
  'removePushBrowser',
  'testPushBrowser',
  // the installation is of no workspace: its entries are in a list of their own (test/installation/)
  'addOperator',
  'removeOperator',
  'setMailServer',
  'removeMailServer',
  'sendTestMail',
  'setNetworkApp',
  'removeNetworkApp',
]);

/** The object of operations whose path names none. */
const OBJECTS: { [operation: string]: string } = {
  createPost: 'post',
  duplicatePost: 'post',
  createSeries: 'series',
  createFeed: 'feed',
  batchPosts: 'post',
  hostMedia: 'media',
  uploadMedia: 'media',
  createImport: 'import',
  createWorkspace: 'workspace',
  updateWorkspace: 'workspace',
  setPostingSchedule: 'workspace',
  setApprovalSettings: 'workspace',
  setInboxSettings: 'workspace',
  setWorkspaceConfirm: 'workspace',
  createInvitation: 'invitation',
  createConnectLink: 'connect_link',
  createReportLink: 'report_link',
  createExport: 'workspace',
  createAccountGroup: 'account_group',
  createSavedReply: 'saved_reply',
  createPostTemplate: 'post_template',
  createPostFromTemplate: 'post',
  createCommentRule: 'comment_rule',
  setCommentRuleSettings: 'account',
  createDmAutomation: 'automation',
  markCommentDone: 'comment',
  replyToComment: 'comment',
  deleteComment: 'comment',
  hideComment: 'comment',
  answerCommentPrivately: 'comment',
  createWebhook: 'webhook',
  createKey: 'api_key',
  answerConsent: 'grant',
};

interface Sent {
  params: { [name: string]: unknown };
  body: { [name: string]: unknown };
  response: unknown;
  workspaceId: string;
}

/** What the entry of a request has to say of its object and fields; null if there has to be none. */
export function expectedOf(operation: Operation<never>, sent: Sent) {
  const { id, params, rest, dashboard } = operation;
  if ((rest ?? dashboard)!.method === 'get' || LEAVE_NONE.has(id)) return null;
  const named = Object.entries(params?.properties ?? {}).find(([, one]) => 'x-resource' in one);
  const schema: { 'x-resource'?: string } | undefined = named?.[1];
  const objectKind = OBJECTS[id] ?? schema?.['x-resource'];
  return {
    operation: id,
    objectKind,
    objectId: named && OBJECTS[id] === undefined ? sent.params[named[0]] : idIn(objectKind, sent),
    fields: Object.keys(sent.body).filter((name) => name !== 'workspace'),
  };
}

function idIn(kind: string | undefined, { params, body, response, workspaceId }: Sent): unknown {
  if (kind === 'media') return (response as { id: string }).id;
  if (kind === 'workspace') return workspaceId;
  if (kind === 'comment') return params['commentId'] ?? body['commentId'];
  if (kind === 'account') return body['accountId'];
  const { results } = response as { results?: { id: string }[] };
  if (results !== undefined) return results[0]?.id;
  return Object.values(response as { [name: string]: { id?: string } })[0]?.id;
}

type Running = Pick<RunningService, 'service'>;

/** What the entries of a request say, of the cell and of the directory. */
export async function entriesOf(
  { service }: Running,
  workspaceId: string,
  requestId: string,
): Promise<object[]> {
  const all = { userId: null, operation: null, objectId: null, from: null, to: null, before: null };
  const filter = { ...all, workspaceId, limit: 10_000 };
  const [own, others] = await Promise.all([
    listAuditEntries(service.sql, filter),
    listAuditEntries(service.directory, filter),
  ]);
  return [...own, ...others]
    .filter((entry) => entry.requestId === requestId)
    .map(({ operation, objectKind, objectId, fields, userId, keyId, address }) => ({
      operation,
      objectKind,
      objectId,
      fields,
      userId,
      by: keyId.split('_')[0],
      address,
    }));
}

/** @returns the tables with a row that was written by the transaction that wrote the entry of the request */
export async function writtenWith({ service: { sql } }: Running, requestId: string): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema like 'troupe_%' and table_type = 'BASE TABLE'`;
  const entries = tables.filter(({ name }) => name === 'audit_entries');
  const found = await Promise.all(
    tables
      .filter(({ name }) => name !== 'audit_entries')
      .flatMap(({ schema, name }) =>
        entries.map(
          (entry) => sql`
            select from ${sql(schema)}.${sql(name)} row
            join ${sql(entry.schema)}.audit_entries e on e.xmin = row.xmin where e.request_id = ${requestId} limit 1`,
        ),
      ),
  );
  return tables
    .filter(({ name }) => name !== 'audit_entries')
    .flatMap(({ name }) => entries.map(() => name))
    .filter((_, index) => found[index]!.length > 0);
}

/** Makes Postgres refuse entries, or take them again. */
export async function refuseEntries(
  { service: { sql, directory } }: Running,
  refused: boolean,
): Promise<void> {
  for (const db of [sql, directory])
    await (refused
      ? db`alter table audit_entries add constraint refused check (false) not valid`
      : db`alter table audit_entries drop constraint refused`);
}
