/** The parameters of the node, by the names that `actions.ts` lists. */
import type { INodeProperties } from 'n8n-workflow';
import { ACTIONS, type Action, type Resource } from './actions.ts';

const RESOURCES: { [resource in Resource]: string } = {
  account: 'Account',
  comment: 'Comment',
  conversation: 'Conversation',
  media: 'Media',
  post: 'Post',
};

const TIME_OPTIONS = [
  {
    name: 'At a Time',
    value: 'schedule',
    description: 'At the time below, in the time zone of the workspace',
  },
  { name: 'Draft', value: 'draft', description: 'Save it for review' },
  {
    name: 'Next Free Slot',
    value: 'nextSlot',
    description: 'At the next free time of the posting schedule of the workspace',
  },
  { name: 'Now', value: 'now', description: 'Publish at once' },
];
const ACCOUNTS: INodeProperties = {
  displayName: 'Account Names or IDs',
  name: 'accountIds',
  type: 'multiOptions',
  typeOptions: { loadOptionsMethod: 'getAccounts', loadOptionsDependsOn: ['workspace'] },
  default: [],
  description:
    'Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};
const CONTENT: INodeProperties = {
  displayName: 'Text',
  name: 'content',
  type: 'string',
  typeOptions: { rows: 4 },
  default: '',
  description: 'The text of the post. For reddit and pinterest the first line becomes the title.',
};
const MEDIA: INodeProperties = {
  displayName: 'Media URLs',
  name: 'media',
  type: 'string',
  typeOptions: { multipleValues: true, multipleValueButtonText: 'Add URL' },
  default: [],
  placeholder: 'https://example.org/photo.jpg',
  description: 'Public addresses of pictures or videos; those that Media: Upload returns are fine',
};
const ALT_TEXTS: INodeProperties = {
  displayName: 'Media Descriptions',
  name: 'altTexts',
  type: 'string',
  typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Description' },
  default: [],
  placeholder: 'A red boat in the harbour',
  description:
    'What the media show, for people who do not see them: the first description is of the first media URL',
};
const WHEN: INodeProperties = {
  displayName: 'When',
  name: 'when',
  type: 'options',
  options: TIME_OPTIONS,
  default: 'draft',
  description: 'When the post goes out',
};

/** Each parameter but `returnAll` and `limit`, by its name in the table of actions. */
const FIELDS: { [name: string]: INodeProperties } = {
  content: { ...CONTENT, required: true },
  newContent: { ...CONTENT, name: 'newContent', description: 'The new text. Empty: it stays as it is.' },
  accountIds: { ...ACCOUNTS, required: true },
  newAccountIds: {
    ...ACCOUNTS,
    name: 'newAccountIds',
  },
  when: WHEN,
  newWhen: {
    ...WHEN,
    name: 'newWhen',
    options: [{ name: 'As It Is', value: 'keep', description: 'The time does not change' }, ...TIME_OPTIONS],
    default: 'keep',
  },
  scheduledAt: {
    displayName: 'Time',
    name: 'scheduledAt',
    type: 'dateTime',
    default: '',
    description: 'For the choice At a Time. In the past: publishes at once.',
  },
  media: MEDIA,
  altTexts: ALT_TEXTS,
  overrides: {
    displayName: 'Own Texts',
    name: 'overrides',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    placeholder: 'Add Own Text',
    default: {},
    description: 'What some of the accounts get instead of the text and the media above',
    options: [
      {
        displayName: 'Own Text',
        name: 'entry',
        values: [
          { ...ACCOUNTS },
          { ...CONTENT, description: 'The text for these accounts. Empty: the text of the post.' },
          { ...MEDIA, description: 'The media for these accounts. Empty: the media of the post.' },
        ],
      },
    ],
  },
  firstComment: {
    displayName: 'First Comment',
    name: 'firstComment',
    type: 'string',
    typeOptions: { rows: 2 },
    default: '',
    description: 'Commented below the post once it is live, on the networks that take one',
  },
  thread: {
    displayName: 'Further Parts of a Thread',
    name: 'thread',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true, sortable: true },
    placeholder: 'Add Part',
    default: {},
    description:
      'What follows the text above on X, Threads, Bluesky and Mastodon, part by part. Other networks get all parts as one text.',
    options: [
      {
        displayName: 'Part',
        name: 'part',
        values: [
          { ...CONTENT, description: 'The text of this part' },
          MEDIA,
          { ...ALT_TEXTS, description: 'What the media of this part show, in their order' },
        ],
      },
    ],
  },
  linkPreview: {
    displayName: 'Link Preview',
    name: 'linkPreview',
    type: 'fixedCollection',
    placeholder: 'Choose What Is Shown',
    default: {},
    description:
      'What Bluesky, Facebook and LinkedIn show of a page below the text. Without a choice: the first address of the text.',
    options: [
      {
        displayName: 'Preview',
        name: 'preview',
        values: [
          {
            displayName: 'Description',
            name: 'description',
            type: 'string',
            default: '',
            displayOptions: { show: { kind: ['page'] } },
            description: 'Empty: what the page says of itself',
          },
          {
            displayName: 'Image URL',
            name: 'image',
            type: 'string',
            default: '',
            displayOptions: { show: { kind: ['page'] } },
            description: 'Empty: the image of the page',
          },
          {
            displayName: 'Show',
            name: 'kind',
            type: 'options',
            options: [
              { name: 'A Page', value: 'page', description: 'The page with the address below' },
              { name: 'None', value: 'none', description: 'No preview' },
            ],
            default: 'page',
          },
          {
            displayName: 'Title',
            name: 'title',
            type: 'string',
            default: '',
            displayOptions: { show: { kind: ['page'] } },
            description: 'Empty: the title of the page',
          },
          {
            displayName: 'URL',
            name: 'url',
            type: 'string',
            default: '',
            placeholder: 'https://example.org/bread',
            displayOptions: { show: { kind: ['page'] } },
            description: 'The address of the page',
          },
        ],
      },
    ],
  },
  skipRefused: {
    displayName: 'Leave Out Accounts That Refuse',
    name: 'skipRefused',
    type: 'boolean',
    default: false,
    description:
      'Whether to leave out accounts whose network will refuse the post. If it is off, one of them is an error for all.',
  },
  moreFields: {
    displayName: 'More Fields (JSON)',
    name: 'moreFields',
    type: 'json',
    default: '{}',
    placeholder: '{ "pinterestBoardId": "…" }',
    description: 'Any other field of the API, such as pinterestBoardId, redditSubreddit or tiktokSettings',
  },
  status: {
    displayName: 'Status',
    name: 'status',
    type: 'options',
    options: [
      { name: 'Any', value: 'all' },
      { name: 'Draft', value: 'draft' },
      { name: 'Failed', value: 'failed' },
      { name: 'Published', value: 'published' },
      { name: 'Publishing', value: 'publishing' },
      { name: 'Scheduled', value: 'scheduled' },
    ],
    default: 'all',
    description: 'Only posts with this status',
  },
  postId: {
    displayName: 'Post ID',
    name: 'postId',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'post_01JD0000000000000000000001',
  },
  conversationId: {
    displayName: 'Conversation ID',
    name: 'conversationId',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'conv_01JD0000000000000000000001',
  },
  accountId: {
    displayName: 'Account Name or ID',
    name: 'accountId',
    type: 'options',
    typeOptions: { loadOptionsMethod: 'getAccounts', loadOptionsDependsOn: ['workspace'] },
    required: true,
    default: '',
    description:
      'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
  },
  platform: {
    displayName: 'Network',
    name: 'platform',
    type: 'options',
    options: [
      { name: 'Facebook', value: 'facebook' },
      { name: 'Google Business', value: 'google_business' },
      { name: 'Instagram', value: 'instagram' },
      { name: 'Threads', value: 'threads' },
      { name: 'X', value: 'x' },
    ],
    default: 'instagram',
    description: 'The network of the account',
  },
  commentId: {
    displayName: 'Comment ID',
    name: 'commentId',
    type: 'string',
    required: true,
    default: '',
    description: 'The ID that the network gave the comment; comments and events carry it',
  },
  message: {
    displayName: 'Text',
    name: 'message',
    type: 'string',
    typeOptions: { rows: 3 },
    required: true,
    default: '',
    description: 'What is sent',
  },
  url: {
    displayName: 'URL',
    name: 'url',
    type: 'string',
    required: true,
    default: '',
    placeholder: 'https://example.org/photo.jpg',
    description: 'A public http or https address of an image, a video or a PDF',
  },
  binaryProperty: {
    displayName: 'Input Binary Field',
    name: 'binaryProperty',
    type: 'string',
    required: true,
    default: 'data',
    hint: 'The name of the input field that holds the file',
  },
};

const WORKSPACE: INodeProperties = {
  displayName: 'Workspace Name or ID',
  name: 'workspace',
  type: 'options',
  typeOptions: { loadOptionsMethod: 'getWorkspaces' },
  default: '',
  description:
    'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
};

const OPERATION: INodeProperties = {
  displayName: 'Operation',
  name: 'operation',
  type: 'options',
  noDataExpression: true,
  default: '',
};

const shownFor = (actions: readonly Action[]): INodeProperties['displayOptions'] => ({
  show: {
    resource: [...new Set(actions.map(({ resource }) => resource))],
    operation: [...new Set(actions.map(({ operation }) => operation))],
  },
});

/** Every parameter of the node in the order in which it is shown. */
export function nodeProperties(): INodeProperties[] {
  const resources = Object.keys(RESOURCES) as Resource[];
  const operations = resources.map((resource): INodeProperties => {
    const mine = ACTIONS.filter((action) => action.resource === resource);
    return {
      ...OPERATION,
      displayOptions: { show: { resource: [resource] } },
      options: mine.map(({ name, operation: value, action, description }) => ({
        name,
        value,
        action,
        description,
      })),
      default: resource === 'post' ? 'create' : mine[0]!.operation,
    };
  });
  return [
    {
      displayName: 'Resource',
      name: 'resource',
      type: 'options',
      noDataExpression: true,
      options: resources.map((value) => ({ name: RESOURCES[value], value })),
      default: 'post',
    },
    ...operations,
    WORKSPACE,
    ...ACTIONS.flatMap((action) => action.fields.flatMap((name) => fieldOf(name, action))),
  ];
}

function fieldOf(name: string, action: Action): INodeProperties[] {
  const displayOptions = shownFor([action]);
  if (name === 'returnAll')
    return [
      {
        displayName: 'Return All',
        name: 'returnAll',
        type: 'boolean',
        displayOptions,
        default: false,
        description: 'Whether to return all results or only up to a given limit',
      },
    ];
  if (name === 'limit')
    return [
      {
        displayName: 'Limit',
        name: 'limit',
        type: 'number',
        typeOptions: { minValue: 1 },
        displayOptions: { show: { ...displayOptions!.show, returnAll: [false] } },
        default: 50,
        description: 'Max number of results to return',
      },
    ];
  const field = FIELDS[name];
  if (!field) throw new Error(`the field ${name} is not described`);
  return [Object.assign({}, field, { displayOptions })];
}
