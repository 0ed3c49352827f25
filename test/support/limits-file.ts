/** The limits that the dashboard's fields and lists have, generated from the operations as they are now. */
import { MAX_RANGE_DAYS } from '../../src/features/numbers/period.ts';
import { MAX_ACCOUNTS } from '../../src/features/numbers/side-by-side.ts';
import { MAX_BUTTON_TEXT_CHARS, MAX_TEXT_BYTES } from '../../machines/flow/fill.ts';
import { MAX_KEYWORDS } from '../../src/base/matching/index.ts';
import { MAX_COUNTED } from '../../store/home.ts';
import { MAX_TESTS } from '../../src/features/flows/saved-tests.ts';
import { MAX_LEVELS, MAX_STEPS } from '../../src/features/flows/step-schemas.ts';
import { MAX_BY_ID } from '../../src/features/posts/browse.ts';
import { MAX_ALT_TEXT } from '../../src/features/media/index.ts';
import { ownDocument } from './api-types.ts';
import { currentDocument } from './openapi/document.ts';

export const limitsFile = new URL('../../web/src/base/limits.ts', import.meta.url);

type Keyword = 'minLength' | 'maxLength' | 'maximum' | 'maxItems';

/** Name of a limit: the operation, its field (`a.b[]` is each entry of the list b in a), and the schema's keyword. */
const OF_REQUESTS: { [name: string]: [operationId: string, field: string, keyword: Keyword] } = {
  workspaceName: ['createWorkspace', 'name', 'maxLength'],
  personName: ['setUp', 'name', 'maxLength'],
  approvalReason: ['decideApproval', 'reason', 'maxLength'],
  postBatch: ['batchPosts', 'ids', 'maxItems'],
  postSearch: ['listPosts', 'q', 'maxLength'],
  mediaSearch: ['listMedia', 'q', 'maxLength'],
  postNote: ['createPostNote', 'text', 'maxLength'],
  conversationNote: ['createConversationNote', 'text', 'maxLength'],
  labels: ['updateConversation', 'labels', 'maxItems'],
  label: ['updateConversation', 'labels[]', 'maxLength'],
  minPassword: ['setUp', 'password', 'minLength'],
  password: ['setUp', 'password', 'maxLength'],
  keyName: ['createKey', 'name', 'maxLength'],
  signInCode: ['confirmSecondFactor', 'code', 'maxLength'],
  postContent: ['createPost', 'content', 'maxLength'],
  threadParts: ['createPost', 'thread', 'maxItems'],
  inboxDays: ['setInboxSettings', 'keepMessagesDays', 'maximum'],
  feedUrl: ['createFeed', 'url', 'maxLength'],
  feedTemplate: ['createFeed', 'template', 'maxLength'],
  importName: ['createImport', 'name', 'maxLength'],
  importRows: ['listImportRows', 'limit', 'maximum'],
  conversationsPerPage: ['listConversations', 'limit', 'maximum'],
  messagesPerPage: ['getConversationMessages', 'limit', 'maximum'],
  inboxSearch: ['listConversations', 'q', 'maxLength'],
  accountGroupName: ['createAccountGroup', 'name', 'maxLength'],
  connectLinkName: ['createConnectLink', 'name', 'maxLength'],
  postTemplateName: ['createPostTemplate', 'name', 'maxLength'],
  savedReplyName: ['createSavedReply', 'name', 'maxLength'],
  savedReplyText: ['createSavedReply', 'text', 'maxLength'],
  ruleMessage: ['createCommentRule', 'dmText', 'maxLength'],
  publicReplies: ['createCommentRule', 'publicReplies', 'maxItems'],
  publicReply: ['createCommentRule', 'publicReplies[]', 'maxLength'],
  publicReplyLateMinutes: ['createCommentRule', 'publicReplyLateMinutes', 'maximum'],
  publicReplySeconds: ['setCommentRuleSettings', 'publicReplySeconds', 'maximum'],
  triedComment: ['simulateCommentRules', 'comments[].text', 'maxLength'],
  triedName: ['simulateCommentRules', 'comments[].from', 'maxLength'],
  pastDays: ['previewPastComments', 'days', 'maximum'],
  automationName: ['createDmAutomation', 'name', 'maxLength'],
  triggerMediaId: ['createDmAutomation', 'trigger.mediaId', 'maxLength'],
  triggerRef: ['createDmAutomation', 'trigger.ref', 'maxLength'],
  ignoreRuleAnswersMinutes: ['createDmAutomation', 'trigger.ignoreRuleAnswersMinutes', 'maximum'],
  cooldownHours: ['createDmAutomation', 'cooldownHours', 'maximum'],
  stepChoices: ['simulateDmAutomation', 'automation.steps[].choices', 'maxItems'],
  stepLabel: ['simulateDmAutomation', 'automation.steps[].choices[].label', 'maxLength'],
  stepButton: ['simulateDmAutomation', 'automation.steps[].button.title', 'maxLength'],
  stepMinutes: ['simulateDmAutomation', 'automation.steps[].minutes', 'maximum'],
  stepNote: ['simulateDmAutomation', 'automation.steps[].note', 'maxLength'],
  testName: ['saveDmAutomationTest', 'name', 'maxLength'],
  performancePosts: ['getPerformance', 'limit', 'maximum'],
  trendDays: ['getAccountTrends', 'days', 'maximum'],
  ageDays: ['listPostAges', 'days', 'maximum'],
  reportName: ['createReportLink', 'name', 'maxLength'],
  reportAccounts: ['createReportLink', 'accountIds', 'maxItems'],
  actorsPerPage: ['listActors', 'limit', 'maximum'],
  actorSearch: ['listActors', 'q', 'maxLength'],
  actorState: ['listActors', 'state', 'maxLength'],
  journalSteps: ['getActorJournal', 'limit', 'maximum'],
  manualReason: ['actOnActor', 'reason', 'maxLength'],
};

/** Limits that no schema of a request has: they count over several fields, or only what differs. */
const OF_SERVICE = {
  keywords: MAX_KEYWORDS,
  counted: MAX_COUNTED,
  altText: MAX_ALT_TEXT,
  postsById: MAX_BY_ID,
  numberDays: MAX_RANGE_DAYS,
  comparedAccounts: MAX_ACCOUNTS,
  automationTests: MAX_TESTS,
  automationSteps: MAX_STEPS,
  automationLevels: MAX_LEVELS,
  stepTextBytes: MAX_TEXT_BYTES,
  stepTextCharactersWithButton: MAX_BUTTON_TEXT_CHARS,
};

/** @returns the text that web/src/base/limits.ts must have */
export function writeLimits(): string {
  const documents = [plain(currentDocument()), plain(ownDocument())];
  const ofRequests = Object.entries(OF_REQUESTS).map(([name, [operationId, field, keyword]]) => {
    const found = documents.flatMap((document) => limitsOf(document, operationId, field, keyword));
    const [limit, ...others] = new Set(found);
    if (limit === undefined || others.length > 0)
      throw new Error(`${operationId}: ${field} has ${found.length} limits ${keyword}: ${found.join(', ')}`);
    return `  /** \`${keyword}\` of \`${field}\` of ${operationId}. */\n  ${name}: ${limit},\n`;
  });
  const ofService = Object.entries(OF_SERVICE).map(([name, limit]) => `  ${name}: ${limit},\n`);
  return `/**
 * Limits of the service that fields and lists of the dashboard have too. Generated from the operations by \`npm run openapi\`: do not
 * edit. A test fails when this file does not fit them.
 */
export const LIMITS = {
${ofRequests.join('')}${ofService.join('')}} as const;
`;
}

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  items?: Schema;
  properties?: { [name: string]: Schema };
  enum?: string[];
  minLength?: number;
  maxLength?: number;
  maximum?: number;
  maxItems?: number;
}
interface Document {
  components: { schemas: { [name: string]: Schema } };
  paths: {
    [path: string]: {
      [method: string]: {
        operationId: string;
        parameters?: { name?: string; schema?: Schema }[];
        requestBody?: { content: { [type: string]: { schema: Schema } } };
      };
    };
  };
}
const plain = (document: unknown) => JSON.parse(JSON.stringify(document)) as Document;

/** The names of the fields that an operation takes, in its path, its query and its body. */
export function fieldsOf(operationId: string): string[] {
  return [plain(currentDocument()), plain(ownDocument())].flatMap((document) =>
    inputsOf(document, operationId).flatMap(({ properties }) => Object.keys(properties ?? {})),
  );
}

/** The schemas of what an operation takes. */
function inputsOf(document: Document, operationId: string): Schema[] {
  const operation = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .find((one) => one.operationId === operationId);
  return [
    ...Object.values(operation?.requestBody?.content ?? {}).map(({ schema }) => schema),
    ...(operation?.parameters ?? []).map(({ name, schema }) => ({ properties: { [name!]: schema! } })),
  ].flatMap((schema) => choicesOf(document, schema));
}

/** The values that one field of what an operation takes may have. @throws Error if there is no list, or more than one */
export function enumOf(operationId: string, field: string): string[] {
  const lists = [plain(currentDocument()), plain(ownDocument())].flatMap((document) =>
    schemasOf(document, operationId, field).flatMap((schema) => (schema.enum ? [schema.enum] : [])),
  );
  const [list, ...others] = new Set(lists.map((one) => JSON.stringify(one)));
  if (list === undefined || others.length > 0)
    throw new Error(`${operationId}: ${field} has ${lists.length} lists of values`);
  return JSON.parse(list) as string[];
}

/** Every value of a keyword for one field of what an operation takes. */
const limitsOf = (document: Document, operationId: string, field: string, keyword: Keyword): number[] =>
  schemasOf(document, operationId, field).flatMap((schema) => schema[keyword] ?? []);

/** The schemas of one field of what an operation takes. */
function schemasOf(document: Document, operationId: string, field: string): Schema[] {
  const steps = field
    .split('.')
    .flatMap((part) => [part.replace('[]', ''), ...(part.endsWith('[]') ? ['[]'] : [])]);
  return steps.reduce(
    (schemas, step) =>
      schemas.flatMap(({ items, properties }) =>
        choicesOf(document, step === '[]' ? items : properties?.[step]),
      ),
    inputsOf(document, operationId),
  );
}

/** A schema without references, and each of its alternatives. */
function choicesOf(document: Document, schema: Schema | undefined): Schema[] {
  if (schema === undefined) return [];
  if (schema.$ref !== undefined)
    return choicesOf(document, document.components.schemas[schema.$ref.split('/').at(-1)!]);
  return [schema, ...(schema.anyOf ?? []).flatMap((one) => choicesOf(document, one))];
}
