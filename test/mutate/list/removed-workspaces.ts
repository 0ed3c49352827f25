/** A workspace is deleted without an account of it, and as a whole. */
import { changesIn, type Mutant } from '../mutant.ts';

const removal = ['test/people/delete-workspace.test.ts'];

export const removedWorkspaceMutants: Mutant[] = [
  ...changesIn('store/workspaces.ts', removal, [
    ['a removal does not wait for an account that is being connected', 'is null for share`', 'is null`'],
    [
      'an account is connected to a workspace that is being deleted',
      ' and deleted_at is null for share',
      ' for share',
    ],
  ]),
  ...changesIn('src/features/accounts/connect/accounts.ts', removal, [
    [
      'a connected account does not ask whether its workspace is there',
      'if (!(await holdWorkspace(tx, place.workspaceId)))',
      'if (false)',
    ],
  ]),
  ...changesIn('src/features/workspaces/remove.ts', removal, [
    [
      'a node deletes a workspace that is still there',
      'if (!(await hasWorkspace(directory, id)))',
      'if (hasWorkspace)',
    ],
    [
      'a refused removal leaves its mark',
      'if (fault instanceof Problem) await markDeleted(places.sql, { workspaceId: id, at: null });',
      '',
    ],
    ['a removal that was given up leaves its mark', 'now - at > GIVEN_UP_AFTER_MS', 'now < 0'],
  ]),
];
