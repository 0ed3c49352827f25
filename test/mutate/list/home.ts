/** Home shows what is of the workspace, and of the accounts that the person reaches. */
import { changesIn, type Mutant } from '../mutant.ts';

const tests = ['test/home/home.test.ts'];

export const homeMutants: Mutant[] = [
  ...changesIn('store/home.ts', tests, [
    [
      'Home shows conversations of other workspaces',
      'where c.workspace_id = ${workspaceId} and c.flagged is not null',
      'where c.flagged is not null',
    ],
    [
      'Home shows conversations of accounts that the person does not reach',
      "and c.flagged is not null ${ofReached(db, 'c.account_id', heldTo)}",
      'and c.flagged is not null',
    ],
    [
      'Home shows accounts of other workspaces',
      "where s.workspace_id = ${workspaceId} and s.kind = 'account'",
      "where s.kind = 'account'",
    ],
    [
      'Home shows posts for approval of accounts that the person does not reach',
      "and s.kind = 'post' and s.shelf = 'awaiting_approval' ${ofAllReached(db, heldTo)}\n",
      "and s.kind = 'post' and s.shelf = 'awaiting_approval'\n",
    ],
    [
      'Home shows posts without an answer of other workspaces',
      "where workspace_id = ${workspaceId} and kind = 'post' and (shelf = 'failed'",
      "where kind = 'post' and (shelf = 'failed'",
    ],
  ]),
];
