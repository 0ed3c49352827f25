/** Makes an invitation, or says why it is refused: for owners in the dashboard and for the command at the host. */
import type { MemberRow } from '../../../store/members.ts';
import { Problem } from '../../api/problem.ts';
import { DAY_MS } from '../../base/durations.ts';
import { newId } from '../../base/ids.ts';
import { codeHash, newCode } from './code.ts';

const MAX_OPEN = 100;
const VALID_MS = 7 * DAY_MS;

/**
 * Pure but for the random code. The members are locked.
 * @param of email: in small letters, null if everybody who has the link may accept; open: the open invitations; now: epoch ms
 * @returns code: for the link; hash: its SHA-256, which is stored; expiresAt: epoch ms
 * @throws Problem 409 for the address of a member, 403 when too many are open
 */
export function newInvitation(of: {
  members: readonly MemberRow[];
  open: readonly unknown[];
  email: string | null;
  now: number;
}): { id: string; email: string | null; code: string; hash: Buffer; expiresAt: number } {
  const { members, open, email, now } = of;
  insistOnNewcomer(members, email);
  if (open.length >= MAX_OPEN)
    throw new Problem('invitation_limit', `${MAX_OPEN} invitations are open: revoke one first`, {
      values: { limit: MAX_OPEN },
    });
  const code = newCode();
  return { id: newId('inv', now), email, code, hash: codeHash(code), expiresAt: now + VALID_MS };
}

function insistOnNewcomer(members: readonly MemberRow[], email: string | null): void {
  const member = members.find((one) => email !== null && one.email?.toLowerCase() === email);
  if (member === undefined) return;
  const message = `${member.name} is a member already: change their role instead`;
  throw new Problem('already_member', message, { param: '/email', values: { name: member.name } });
}
