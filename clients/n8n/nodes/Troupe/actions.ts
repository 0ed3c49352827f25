/**
 * What the node can do: one entry an operation of Troupe's API, in the order in which they are offered. This file is data
 * and pure functions, so that a test can hold it against docs/openapi.json without n8n.
 */

/** Parameters of one item, as the workflow gives them. */
export type Parameters = { [name: string]: unknown };

export type Resource = 'account' | 'comment' | 'conversation' | 'media' | 'post';

export interface Action {
  resource: Resource;
  operation: string;
  /** Label in the list of operations. */
  name: string;
  /** The sentence in the list of actions. */
  action: string;
  description: string;
  /** The `operationId` of the API's description. */
  calls: string;
  method: 'DELETE' | 'GET' | 'PATCH' | 'POST';
  path: (given: Parameters) => string;
  /** Names of the parameters it shows; `fields.ts` describes each. */
  fields: readonly string[];
  body?: (given: Parameters) => Parameters;
  query?: (given: Parameters) => Parameters;
  /** Part of the response that becomes the item, or a list that becomes several items. Absent means the whole response. */
  shows?: string;
  /** Lists only. `pages`: follow `next` of the response; `once`: the API answers with the whole list. */
  reads?: 'once' | 'pages';
}

const OWN_FIELDS = [
  'media',
  'altTexts',
  'overrides',
  'thread',
  'firstComment',
  'linkPreview',
  'skipRefused',
  'moreFields',
] as const;
const POST_FIELDS = ['content', 'accountIds', 'when', 'scheduledAt', ...OWN_FIELDS] as const;

/** A segment of a path. Ids come from other steps of a workflow: no text of theirs may lead to another operation. */
const segment = (value: unknown): string => {
  const text = textOf(value).trim();
  if (text === '' || text === '.' || text === '..') throw new Error('the id is missing');
  return encodeURIComponent(text);
};
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const objectOf = (value: unknown): Parameters => {
  if (typeof value !== 'string') return (value ?? {}) as Parameters;
  if (value.trim() === '') return {};
  const parsed: unknown = JSON.parse(value);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Error('More Fields must be a JSON object');
  return parsed as Parameters;
};
/** Without what was left empty: the API takes an absent field for "as it was", and an empty one for a value. */
const filled = (fields: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) => value !== '' && value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );

const TIMES: { [when: string]: (given: Parameters) => Parameters } = {
  now: () => ({ publishNow: true }),
  schedule: ({ scheduledAt }) => ({ scheduledAt }),
  nextSlot: () => ({ useNextSlot: true }),
  draft: () => ({ draft: true }),
  keep: () => ({}),
};

/** The body of a post. Fields of `moreFields` are sent as they are, and win over those of the form. */
function postBody(given: Parameters): Parameters {
  const { content, accountIds, when, media, altTexts, overrides, workspace } = given;
  const { thread, firstComment, linkPreview, skipRefused, moreFields } = given;
  const time = TIMES[textOf(when)]?.(given) ?? {};
  const urls = listOf(media);
  return {
    ...filled({ content, accountIds: listOf(accountIds), ...time, media: urls, workspace }),
    ...described(urls, listOf(altTexts)),
    ...filled({ overrides: ownTexts(overrides), thread: partsOf(thread), firstComment }),
    ...previewOf(linkPreview),
    ...(skipRefused === true && { skipRefused }),
    ...objectOf(moreFields),
  };
}

/** Descriptions by address: the first one is of the first address. */
function described(urls: unknown[], texts: unknown[]): Parameters {
  const altText = Object.fromEntries(
    urls.flatMap((url, index) => (textOf(texts[index]) === '' ? [] : [[textOf(url), textOf(texts[index])]])),
  ) as Parameters;
  return Object.keys(altText).length === 0 ? {} : { altText };
}

/** The entries of a collection: what some accounts get instead. One that is left empty is none. */
function ownTexts(collection: unknown): Parameters[] {
  const { entry } = (collection ?? {}) as { entry?: unknown };
  return (listOf(entry) as Parameters[]).flatMap(({ accountIds, content, media }) => {
    const ids = listOf(accountIds);
    if (ids.length === 0) return [];
    return [{ accountIds: ids, ...filled({ content, media: listOf(media) }) }];
  });
}

/** The parts of a thread that follow the post itself. One without a text and without media is none. */
function partsOf(collection: unknown): Parameters[] {
  const { part } = (collection ?? {}) as { part?: unknown };
  return (listOf(part) as Parameters[]).flatMap(({ content, media, altTexts }) => {
    const urls = listOf(media);
    if (textOf(content).trim() === '' && urls.length === 0) return [];
    return [{ content: textOf(content), ...filled({ media: urls }), ...described(urls, listOf(altTexts)) }];
  });
}

/** What is shown of a page: `false` for nothing, or a page of one's own. Without an address the API refuses it. */
function previewOf(collection: unknown): Parameters {
  const { preview } = (collection ?? {}) as { preview?: Parameters };
  if (!preview) return {};
  const { kind, url, title, description, image } = preview;
  if (kind === 'none') return { linkPreview: false };
  return { linkPreview: { url: textOf(url), ...filled({ title, description, image }) } };
}

const inWorkspace = ({ workspace }: Parameters): Parameters => filled({ workspace });

export const ACTIONS: readonly Action[] = [
  {
    resource: 'account',
    operation: 'getAll',
    name: 'Get Many',
    action: 'Get many accounts',
    description: 'List the connected accounts of a workspace',
    calls: 'listAccounts',
    method: 'GET',
    path: () => '/v1/accounts',
    fields: [],
    query: inWorkspace,
    shows: 'accounts',
    reads: 'once',
  },
  {
    resource: 'comment',
    operation: 'getAll',
    name: 'Get Many',
    action: 'Get many comments',
    description: 'List what people wrote below the posts, newest first',
    calls: 'listComments',
    method: 'GET',
    path: () => '/v1/comments',
    fields: ['returnAll', 'limit'],
    query: inWorkspace,
    shows: 'comments',
    reads: 'pages',
  },
  {
    resource: 'comment',
    operation: 'reply',
    name: 'Reply',
    action: 'Reply to a comment',
    description: 'Reply publicly to a comment or a review',
    calls: 'replyToComment',
    method: 'POST',
    path: () => '/v1/comments/reply',
    fields: ['accountId', 'platform', 'commentId', 'message'],
    body: ({ accountId, platform, commentId, message, workspace }) =>
      filled({ accountId, platform, commentId, message, workspace }),
    shows: 'comment',
  },
  {
    resource: 'conversation',
    operation: 'getAll',
    name: 'Get Many',
    action: 'Get many conversations',
    description: 'List the conversations of the inbox, newest first',
    calls: 'listConversations',
    method: 'GET',
    path: () => '/v1/inbox',
    fields: ['returnAll', 'limit'],
    query: inWorkspace,
    shows: 'conversations',
    reads: 'pages',
  },
  {
    resource: 'conversation',
    operation: 'send',
    name: 'Send Message',
    action: 'Send a message in a conversation',
    description: 'Answer a person who wrote; networks allow it for 24 hours after their last message',
    calls: 'sendMessage',
    method: 'POST',
    path: ({ conversationId }) => `/v1/inbox/${segment(conversationId)}/messages`,
    fields: ['conversationId', 'message'],
    body: ({ message, workspace }) => filled({ message, workspace }),
    shows: 'message',
  },
  {
    resource: 'media',
    operation: 'host',
    name: 'Upload From URL',
    action: 'Upload media from a URL',
    description: 'Download a file and host it; the address it returns goes into Media of a post',
    calls: 'hostMedia',
    method: 'POST',
    path: () => '/v1/media',
    fields: ['url'],
    body: ({ url, workspace }) => filled({ url, workspace }),
  },
  {
    resource: 'media',
    operation: 'upload',
    name: 'Upload',
    action: 'Upload media',
    description: 'Host a file of the workflow; the address it returns goes into Media of a post',
    calls: 'uploadMedia',
    method: 'POST',
    path: () => '/v1/media/upload',
    fields: ['binaryProperty'],
  },
  {
    resource: 'post',
    operation: 'create',
    name: 'Create',
    action: 'Create a post',
    description: 'Publish, schedule or draft a post on any number of accounts',
    calls: 'createPost',
    method: 'POST',
    path: () => '/v1/posts',
    fields: POST_FIELDS,
    body: postBody,
    shows: 'post',
  },
  {
    resource: 'post',
    operation: 'delete',
    name: 'Delete',
    action: 'Delete a post',
    description: 'Delete a post; what is published stays on the networks',
    calls: 'deletePost',
    method: 'DELETE',
    path: ({ postId }) => `/v1/posts/${segment(postId)}`,
    fields: ['postId'],
    query: inWorkspace,
  },
  {
    resource: 'post',
    operation: 'explain',
    name: 'Explain',
    action: 'Explain a post',
    description: 'Say in words what happened to a post, and what happens next',
    calls: 'explainPost',
    method: 'GET',
    path: ({ postId }) => `/v1/posts/${segment(postId)}/explain`,
    fields: ['postId'],
    query: inWorkspace,
  },
  {
    resource: 'post',
    operation: 'get',
    name: 'Get',
    action: 'Get a post',
    description: 'Get a post with its deliveries',
    calls: 'getPost',
    method: 'GET',
    path: ({ postId }) => `/v1/posts/${segment(postId)}`,
    fields: ['postId'],
    query: inWorkspace,
    shows: 'post',
  },
  {
    resource: 'post',
    operation: 'getAll',
    name: 'Get Many',
    action: 'Get many posts',
    description: 'List the posts of a workspace, newest first',
    calls: 'listPosts',
    method: 'GET',
    path: () => '/v1/posts',
    fields: ['status', 'returnAll', 'limit'],
    query: ({ status, workspace }) => filled({ status, workspace }),
    shows: 'posts',
    reads: 'pages',
  },
  {
    resource: 'post',
    operation: 'retry',
    name: 'Retry',
    action: 'Retry a post',
    description: 'Send a post again to the accounts on which it failed',
    calls: 'retryPost',
    method: 'POST',
    path: ({ postId }) => `/v1/posts/${segment(postId)}/retry`,
    fields: ['postId'],
    body: inWorkspace,
    shows: 'post',
  },
  {
    resource: 'post',
    operation: 'update',
    name: 'Update',
    action: 'Update a post',
    description: 'Change a post that is not out yet; fields left empty stay as they are',
    calls: 'updatePost',
    method: 'PATCH',
    path: ({ postId }) => `/v1/posts/${segment(postId)}`,
    fields: ['postId', 'newContent', 'newAccountIds', 'newWhen', 'scheduledAt', ...OWN_FIELDS],
    body: ({ newContent, newAccountIds, newWhen, ...rest }) =>
      postBody({ ...rest, content: newContent, accountIds: newAccountIds, when: newWhen }),
    shows: 'post',
  },
  {
    resource: 'post',
    operation: 'validate',
    name: 'Validate',
    action: 'Validate a post',
    description: 'Say what each account would be sent; nothing is saved',
    calls: 'validatePost',
    method: 'POST',
    path: () => '/v1/posts/validate',
    fields: POST_FIELDS,
    body: postBody,
  },
];

/** @throws Error when the node has no such operation */
export function actionOf(resource: unknown, operation: unknown): Action {
  const found = ACTIONS.find((action) => action.resource === resource && action.operation === operation);
  if (!found) throw new Error(`there is no operation ${String(operation)} of ${String(resource)}`);
  return found;
}
