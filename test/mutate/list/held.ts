/** A person who is held to some accounts reaches nothing of the others. */
import { changesIn, type Mutant } from '../mutant.ts';

const matrix = ['test/flows/held-people.test.ts'];

const held = ['test/people/held.test.ts'];

export const heldMutants: Mutant[] = [
  ...changesIn('src/api/admit.ts', held, [
    ['held people are not looked at by any face', 'insistOnAccountsFor(principal, operation, input);', ''],
  ]),
  ...changesIn('src/api/held.ts', held, [
    [
      'held people may do what concerns all accounts',
      'if (!isForHeld(workspace, operation)) throw heldToAccounts(workspace);',
      '',
    ],
    [
      'held people change what is of other accounts too',
      'if (reached.length < accountIds.length)',
      'if (false)',
    ],
    [
      'a post of other accounts is not hidden from who changes it',
      'if (reached.length === 0) throw notFound(what.name, what.id);',
      '',
    ],
  ]),
  ...changesIn('src/features/posts/draft.ts', held, [
    ['held people post to other accounts', ' || !reaches(workspace.heldTo, id)', ''],
  ]),
  ...changesIn('store/actors.ts', held, [
    ['the search finds posts of other accounts', "${ofSomeReached(db, 'account_ids', find.heldTo)}", ''],
  ]),
  ...changesIn('src/features/people/accounts.ts', held, [
    ['an owner is held to accounts', "if (role === 'owner' && accountIds !== null)", 'if (false)'],
  ]),
  ...changesIn('src/api/named-accounts.ts', held, [
    ['a member is held to accounts of others', 'row.workspaceId === workspace.id ? [row.id] : []', 'row.id'],
  ]),
  ...changesIn('src/api/principal.ts', held, [
    ['a response from before somebody was held is given again', " + held.join('')", ''],
  ]),
  ...changesIn('src/faces/live/room.ts', held, [
    [
      'held people are on the topic of the whole workspace',
      'if (subscription.heldTo !== null) {',
      'if (false) {',
    ],
  ]),
  ...changesIn('store/held.ts', matrix, [
    [
      'what is of one account is shown to everybody',
      '`and ${db.unsafe(column)} = any(${heldTo as string[]}::text[])`',
      '``',
    ],
  ]),
  ...changesIn('src/kinds/views/limited-post.ts', matrix, [
    [
      'texts for other accounts are shown',
      'overrides.flatMap((entry) => limitedOverride(entry, heldTo, platforms))',
      'overrides',
    ],
  ]),
  ...changesIn(
    'src/api/absent.ts',
    [...matrix, 'test/people/held.test.ts'],
    [
      [
        'a held person learns whether a post of other accounts exists',
        'post!.accountIds.some((one) => heldTo.includes(one))',
        'true',
      ],
    ],
  ),
];
