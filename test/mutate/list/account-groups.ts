/** Groups of accounts: whose they are, and how many. */
import { changesIn, type Mutant } from '../mutant.ts';

const tests = ['test/flows/account-groups.test.ts'];
const filtered = ['test/posts/batch.test.ts'];

export const accountGroupMutants: Mutant[] = [
  ...changesIn('src/features/accounts/groups.ts', tests, [
    ['a workspace has more groups than it may', 'count >= MAX_GROUPS', 'count > MAX_GROUPS'],
  ]),
  ...changesIn('src/api/named-accounts.ts', tests, [
    [
      'an account of another workspace is put into a group',
      'row.workspaceId === workspace.id ? [row.id] : []',
      'row.id',
    ],
  ]),
  ...changesIn('store/account-groups.ts', tests, [
    ['groups of a person who is held to accounts name the others', "${ofReached(db, 'a.id', heldTo)}", ''],
    [
      'groups without an account of theirs are shown to people who are held to accounts',
      'heldTo === null || accountIds.length > 0',
      'heldTo === null || accountIds.length >= 0',
    ],
    ['two groups are counted at once', ' for no key update', ''],
    ['an account that is taken out of a group leaves another one', 'and group_id = ${remove.groupId}', ''],
  ]),
  ...changesIn('src/features/posts/batch/operation.ts', filtered, [
    [
      'a batch of a group is of every account',
      "/filter'), accountIds, before",
      "/filter'), accountIds: null, before",
    ],
  ]),
  ...changesIn('store/post-search.ts', filtered, [
    [
      'an empty group is every account',
      '${accountIds === null ? db``',
      '${accountIds === null || accountIds.length === 0 ? db``',
    ],
  ]),
];
