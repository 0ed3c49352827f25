/** A first comment is written once, below its post, and never changes what becomes of the post. */
import { changesIn, type Mutant } from '../mutant.ts';

const MACHINE = ['test/machines/first-comment.test.ts'];
const FLOW = ['test/flows/first-comments.test.ts'];

export const firstCommentMutants: Mutant[] = [
  ...changesIn('machines/first-comment.ts', MACHINE, [
    [
      'an account gets a second first comment',
      "status !== 'published' || draft || firstComments[accountId] !== undefined",
      "status !== 'published' || draft",
    ],
    [
      'a first comment below a post that failed',
      "status !== 'published' || draft || firstComments[accountId] !== undefined",
      'draft || firstComments[accountId] !== undefined',
    ],
    [
      'a post that was put back to drafts is commented',
      "status !== 'published' || draft || firstComments[accountId] !== undefined",
      "status !== 'published' || firstComments[accountId] !== undefined",
    ],
  ]),
  ...changesIn('machines/delivery/context.ts', MACHINE, [
    [
      'every delivery names its post in its report',
      "status === 'published' && context.namesPost === true && { networkPostId }",
      "status === 'published' && { networkPostId }",
    ],
  ]),
  ...changesIn('machines/comment-act.ts', MACHINE, [
    [
      'a first comment is sent again although nothing shows whether it is there',
      "        { guard: 'isFirstComment', target: 'unknown' },\n",
      '',
    ],
    [
      'a refusal as a duplicate of an earlier try is a failure',
      "          { guard: 'mayBeOwn', target: 'looking', actions: by('lookForDuplicate') },\n",
      '',
    ],
    [
      'what the network has already is said to have failed when no list shows it',
      "          { guard: 'isDuplicate', target: 'unknown' },\n          { guard: 'hasFailed', target: 'failed', actions: 'keepAbsent' },",
      "          { guard: 'hasFailed', target: 'failed', actions: 'keepAbsent' },",
    ],
    [
      'what was not done for certain is looked up',
      'isWritten(context) && params.isUndone !== true,',
      'isWritten(context),',
    ],
  ]),
  ...changesIn(
    'src/features/comments/acting.ts',
    ['test/comments/acting.test.ts'],
    [
      [
        'a first comment leaves without a started mark',
        "if (work.action === 'reply' || work.action === 'first_comment') {",
        "if (work.action === 'reply') {",
      ],
    ],
  ),
  ...changesIn('src/features/comments/acting.ts', FLOW, [
    ['a post that was deleted is commented', 'if (await isPostRemoved(deps, work))', 'if (false)'],
  ]),
  ...changesIn('src/features/comments/look.ts', FLOW, [
    [
      'a part of a thread is taken for the first comment',
      '.filter(({ id, parentId, isOwn }) => isOwn && parentId === null && !parts.has(id))',
      '.filter(({ parentId, isOwn }) => isOwn && parentId === null)',
    ],
  ]),
  ...changesIn('src/features/posts/first-comment.ts', FLOW, [
    [
      'an account that was connected before the permission was requested is taken',
      'if (granted === null) return isScopeNew !== true;',
      'if (granted === null) return true;',
    ],
  ]),
  ...changesIn('src/engine/deferred.ts', FLOW, [
    [
      'a first comment holds the report of a delivery up',
      'senders.flatMap(({ effects }) => Object.keys(effects))',
      'Object.values(kinds).flatMap(({ effects }) => Object.keys(effects))',
    ],
  ]),
];
