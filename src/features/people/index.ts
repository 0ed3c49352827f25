/** People of a workspace: the parts that the service uses. */
import type { Operation } from '../../api/operation.ts';
import type { PeopleContext } from './context.ts';
import { invite, listOpen, revoke } from './invitations.ts';
import { getOne, listAll, removeOne, updateOne } from './members.ts';

export { acceptInvitation, readInvitation, signUpInvited } from './accept.ts';
export { insistOnHoldable } from './accounts.ts';
export { newInvitation } from './new-invitation.ts';
export type { PeopleContext } from './context.ts';

export const peopleOperations: readonly Operation<PeopleContext>[] = [
  listAll,
  getOne,
  updateOne,
  removeOne,
  listOpen,
  invite,
  revoke,
];

/** The groups of its operations in the API description. */
export const peopleTags = { People: 'Who is in a workspace, and what they may do there.' };
