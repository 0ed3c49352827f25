/** Schedules of accounts: whose they are, and which posts take their slots. */
import { changesIn, type Mutant } from '../mutant.ts';

const tests = ['test/posts/account-schedule.test.ts'];

export const accountScheduleMutants: Mutant[] = [
  ...changesIn('src/features/workspaces/operations.ts', tests, [
    [
      'the schedule of an account of another workspace is changed',
      'if (account?.workspaceId !== workspace.id) throw',
      'if (!account) throw',
    ],
    ['the slots of two accounts count as different in another order', 'slots.toSorted(byTime)', 'slots'],
  ]),
  ...changesIn('src/features/workspaces/slots.ts', tests, [
    [
      'a post of any account takes a slot of an account',
      'accountIds: own === null ? null : accountIds',
      'accountIds: null',
    ],
    ['accounts with a schedule of their own use that of the workspace', 'own ?? shared', 'shared ?? own'],
  ]),
  ...changesIn('store/workspaces.ts', tests, [
    [
      'one of the accounts decides for all',
      'rows.length === 1 ? rows[0]!.slots : null',
      '(rows[0]?.slots ?? null)',
    ],
  ]),
  ...changesIn('src/api/named-accounts.ts', tests, [
    [
      'the next slot is said for an account of another workspace',
      'row.workspaceId === workspace.id ? [row.id] : []',
      'row.id',
    ],
  ]),
  ...changesIn('src/api/held.ts', tests, [
    [
      'of a list with commas the first account alone is checked',
      "id.split(',') : []",
      "id.split(',').slice(0, 1) : []",
    ],
  ]),
];
