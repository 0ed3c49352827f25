/** Many posts at once: nobody changes what they may not, nothing goes out by being moved, and nothing is done twice. */
import { changesIn, type Mutant } from '../mutant.ts';

const FLOW = ['test/posts/batch.test.ts'];
const MACHINE = ['test/machines/post-removal.test.ts'];

export const batchMutants: Mutant[] = [
  ...changesIn(
    'src/features/posts/search.ts',
    ['test/posts/search.test.ts'],
    [
      [
        'who is held to some accounts finds posts by texts for others',
        '!seesWords(row, search.heldTo, words)',
        'false',
      ],
    ],
  ),
  ...changesIn(
    'src/kinds/post.ts',
    ['test/posts/search.test.ts'],
    [
      [
        'the words of an error stay when it is gone',
        'searchedError(snapshot) !== searchedError(before)',
        'searchedError(snapshot) !== null',
      ],
    ],
  ),
  ...changesIn(
    'src/features/posts/change.ts',
    ['test/posts/labels.test.ts'],
    [
      [
        'a change of labels alone is refused while the post is out',
        "'labels' in body && Object.keys",
        "'label' in body && Object.keys",
      ],
    ],
  ),
  ...changesIn(
    'src/features/posts/duplicate.ts',
    ['test/posts/duplicate.test.ts'],
    [
      [
        'a copy keeps what was written for accounts that were disconnected',
        '...left } = extrasOf({ media, extras }, accounts);',
        '...left } = extras;',
      ],
      [
        'a post whose accounts were all disconnected is copied',
        'accounts.length === 0',
        'accounts.length < 0',
      ],
    ],
  ),
  ...changesIn('src/features/posts/remove.ts', FLOW, [
    [
      'a post that is being removed is removed again',
      "projectPost(actor.snapshot).status === 'removed'",
      "projectPost(actor.snapshot).status === 'gone'",
    ],
  ]),
  ...changesIn('src/features/posts/batch/act.ts', FLOW, [
    ['a post that is moved into the past goes out', 'if (at <= now)', 'if (at < 0)'],
    [
      'moving a post that waits for an approval approves it',
      "if (approval?.state === 'requested') await",
      'if (approval === undefined) await',
    ],
  ]),
  ...changesIn('src/features/posts/batch/keys.ts', FLOW, [
    [
      'the parts of a batch have no keys',
      'if (idempotency === null) return null;',
      'if (idempotency !== undefined) return null;',
    ],
  ]),
  ...changesIn('src/features/posts/overview.ts', FLOW, [
    [
      'people who are held to accounts are told how many posts there are',
      'if (workspace.heldTo !== null) return null;',
      'if (workspace.heldTo === undefined) return null;',
    ],
    [
      'what goes out next is of all accounts',
      'const list = { ...within(workspace), from: now,',
      'const list = { ...within(workspace), heldTo: null, from: now,',
    ],
  ]),
  ...changesIn('machines/post.ts', MACHINE, [
    [
      'what was published is announced again when its removal is taken back',
      "entry: ['sumUp', 'stampPublished'],",
      "entry: ['sumUp', 'stampPublished', announce('post.published')],",
    ],
  ]),
  ...changesIn(
    'src/features/posts/waiting/held-back.ts',
    ['test/posts/held-back.test.ts'],
    [
      ['a post that goes to other accounts too becomes a draft', 'one === own ||', 'true ||'],
      ['a post that may be live becomes a draft', '&& !mayBeLive', ''],
    ],
  ),
  ...changesIn(
    'src/features/posts/waiting/hold-back.ts',
    ['test/flows/accounts.test.ts'],
    [
      [
        'what does not wait any more is held back',
        'delivery === undefined || becomes === null',
        'delivery === undefined',
      ],
    ],
  ),
  ...changesIn(
    'src/features/posts/waiting/operation.ts',
    ['test/flows/accounts.test.ts'],
    [
      [
        'posts that wait are shown to another workspace',
        'await insistOnAccount(sql, workspace, accountId);\n',
        '',
      ],
    ],
  ),
];
