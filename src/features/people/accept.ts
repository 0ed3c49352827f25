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
import { insertSignedUp, listSessions } from '../../../store/sessions.ts';
import { invalid, Problem } from '../../api/problem.ts';
import { newId } from '../../base/ids.ts';
import { storeOwnEntry } from '../audit/index.ts';
import { codeHash, isCode } from './code.ts';

/** The request by which a person accepts. */
interface Request {
  /** IP address; null if it is not known. */
  address: string | null;
  requestId: string;
  /** Epoch ms. */
  now: number;
}

/** A person who is signed in. `email`: by which they sign in, null if they have none; `keyId`: of their session. */
interface SignedIn {
  userId: string;
  name: string;
  email: string | null;
  keyId: string;
}

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
 * @returns the slug of the workspace
 * @throws Problem as `readInvitation`; 403 when it is for another address, 409 for a member
 */
export async function acceptInvitation(
  tx: Tx,
  code: string,
  person: SignedIn,
  { now, address, requestId }: Request,
): Promise<string> {
  const found = await lockByCode(tx, code, now);
  const { workspaceId, slug, role, accountIds, email } = found;
  const { userId } = person;
  const isMember = (await findMember(tx, { workspaceId, userId })) !== undefined;
  if (isMember && found.acceptedBy === userId) return slug;
  insistOnOpen(found);
  if (email !== null && email !== person.email?.toLowerCase())
    throw new Problem(
      'invitation_for_another',
      `this invitation is for ${email}: sign in with that address`,
      { values: { email } },
    );
  if (isMember)
    throw new Problem('already_member', `you are a member of ${found.workspace} already`, {
      values: { workspace: found.workspace },
    });
  await insertMember(tx, { workspaceId, userId, role, accountIds }, now);
  await markAccepted(tx, { id: found.id, userId }, now);
  const done = { workspaceId, operation: 'acceptInvitation', objectKind: 'invitation', objectId: found.id };
  const by = { userId, userName: person.name, keyId: person.keyId, address, requestId };
  await storeOwnEntry(tx, by, { ...done, at: now });
  await notifyAuthChanged(tx);
  return slug;
}

/**
 * Makes an account and a member of its person.
 * @param tx a transaction in the directory
 * @param begin starts a session of the new user, in the same transaction
 * @throws Problem as `readInvitation`; 400 when it is for another address, or a user has the address
 */
export async function signUpInvited<Session>(
  tx: Tx,
  code: string,
  newcomer: Newcomer,
  { begin, ...request }: Request & { begin: (userId: string) => Promise<Session> },
): Promise<{ slug: string; session: Session }> {
  const { now } = request;
  const invitation = await lockByCode(tx, code, now);
  insistOnOpen(invitation);
  const email = newcomer.email.trim().toLowerCase();
  if (invitation.email !== null && invitation.email !== email)
    throw invalid('/email', `this invitation is for ${invitation.email}`, {
      values: { reason: 'another_email', email: invitation.email },
    });
  const userId = newId('usr', now);
  if (!(await insertSignedUp(tx, { ...newcomer, id: userId, email }, now)))
    throw invalid(
      '/email',
      'somebody with this address has an account here: sign in, then open the link again',
      { values: { reason: 'has_account' } },
    );
  const session = await begin(userId);
  const [own] = await listSessions(tx, { userId, now });
  const person = { userId, name: newcomer.name, email, keyId: own!.id };
  return { slug: await acceptInvitation(tx, code, person, request), session };
}

/** Locked until the transaction ends, so that one person accepts it. */
async function lockByCode(tx: Tx, code: string, now: number): Promise<LinkedInvitation> {
  if (isCode(code)) await lockInvitation(tx, codeHash(code));
  return findByCode(tx, code, now);
}

async function findByCode(db: Db, code: string, now: number): Promise<LinkedInvitation> {
  const found = isCode(code) ? await findInvitation(db, { hash: codeHash(code), now }) : undefined;
  if (found) return found;
  throw new Problem('not_found', 'there is no such invitation: open the link exactly as it was sent to you', {
    values: { reason: 'invitation' },
  });
}

function insistOnOpen({ acceptedBy, isRevoked, isExpired, workspace }: LinkedInvitation): void {
  if (acceptedBy !== null)
    throw new Problem('invitation_used', `this invitation into ${workspace} was used: ask for another one`, {
      values: { workspace },
    });
  if (isRevoked || isExpired)
    throw new Problem(
      'invitation_ended',
      `this invitation into ${workspace} ${isRevoked ? 'was revoked' : 'has expired'}: ask for another one`,
      { values: { workspace, reason: isRevoked ? 'revoked' : 'expired' } },
    );
}
