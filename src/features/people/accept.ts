/** Accepting an invitation: by a person who has an account of the installation, or who makes one for it. */
import type { Db, Tx } from '../../../store/connect.ts';
import { insertMember, notifyAuthChanged } from '../../../store/directory.ts';
import {
  findInvitation,
  type LinkedInvitation,
  lockInvitation,
  markAccepted,
} from '../../../store/invitations.ts';
import { findMember } from '../../../store/members.ts';
import { insertSignedUp } from '../../../store/sessions.ts';
import { invalid, Problem } from '../../api/problem.ts';
import { newId } from '../../base/ids.ts';
import { codeHash, isCode } from './code.ts';

/** A person who signs up. `password`: hashed. */
interface Newcomer {
  name: string;
  email: string;
  password: string;
}

/**
 * What the link of an invitation leads to.
 * @param now epoch ms
 * @throws Problem 404 for a wrong code, 409 for one that was used, 410 for one that has ended
 */
export async function readInvitation(db: Db, code: string, now: number): Promise<LinkedInvitation> {
  const found = await findByCode(db, code, now);
  insistOnOpen(found);
  return found;
}

/**
 * Makes a member of a person who is signed in. A repeated request of the same person, whose response was lost, succeeds again.
 * @param tx a transaction in the directory
 * @param person email: the address by which they sign in; null if they have none
 * @returns the slug of the workspace
 * @throws Problem as `readInvitation`; 403 when it is for another address, 409 for a member
 */
export async function acceptInvitation(
  tx: Tx,
  code: string,
  person: { userId: string; email: string | null },
  now: number,
): Promise<string> {
  const found = await lockByCode(tx, code, now);
  const { workspaceId, slug, role, accountIds, email } = found;
  const { userId } = person;
  const isMember = (await findMember(tx, { workspaceId, userId })) !== undefined;
  if (isMember && found.acceptedBy === userId) return slug;
  insistOnOpen(found);
  if (email !== null && email !== person.email?.toLowerCase())
    throw new Problem('invitation_for_another', `this invitation is for ${email}: sign in with that address`);
  if (isMember) throw new Problem('already_member', `you are a member of ${found.workspace} already`);
  await insertMember(tx, { workspaceId, userId, role, accountIds }, now);
  await markAccepted(tx, { id: found.id, userId }, now);
  await notifyAuthChanged(tx);
  return slug;
}

/**
 * Makes an account and a member of its person.
 * @param tx a transaction in the directory
 * @throws Problem as `readInvitation`; 400 when it is for another address, or a user has the address
 */
export async function signUpInvited(
  tx: Tx,
  code: string,
  newcomer: Newcomer,
  now: number,
): Promise<{ userId: string; slug: string }> {
  const invitation = await lockByCode(tx, code, now);
  insistOnOpen(invitation);
  const email = newcomer.email.trim().toLowerCase();
  if (invitation.email !== null && invitation.email !== email)
    throw invalid('/email', `this invitation is for ${invitation.email}`);
  const userId = newId('usr', now);
  if (!(await insertSignedUp(tx, { ...newcomer, id: userId, email }, now)))
    throw invalid(
      '/email',
      'somebody with this address has an account here: sign in, then open the link again',
    );
  return { userId, slug: await acceptInvitation(tx, code, { userId, email }, now) };
}

/** Locked until the transaction ends, so that one person accepts it. */
async function lockByCode(tx: Tx, code: string, now: number): Promise<LinkedInvitation> {
  if (isCode(code)) await lockInvitation(tx, codeHash(code));
  return findByCode(tx, code, now);
}

async function findByCode(db: Db, code: string, now: number): Promise<LinkedInvitation> {
  const found = isCode(code) ? await findInvitation(db, { hash: codeHash(code), now }) : undefined;
  if (found) return found;
  throw new Problem('not_found', 'there is no such invitation: open the link exactly as it was sent to you');
}

function insistOnOpen({ acceptedBy, isRevoked, isExpired, workspace }: LinkedInvitation): void {
  if (acceptedBy !== null)
    throw new Problem('invitation_used', `this invitation into ${workspace} was used: ask for another one`);
  if (isRevoked || isExpired)
    throw new Problem(
      'invitation_ended',
      `this invitation into ${workspace} ${isRevoked ? 'was revoked' : 'has expired'}: ask for another one`,
    );
}
