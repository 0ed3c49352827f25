/** Changes of who is in a workspace: decided by what is there under the lock of its members. */
import type { Tx } from '../../../store/connect.ts';
import { notifyAuthChanged } from '../../../store/directory.ts';
import { lockMembers, type MemberRow } from '../../../store/members.ts';
import { type Principal, type Role, type Workspace, workspaceOf } from '../../api/principal.ts';
import { Problem } from '../../api/problem.ts';
import { insistOnRole } from '../../api/roles.ts';
import type { Entry } from '../../api/audit-entry.ts';
import { recordedIn } from '../../api/recorded.ts';
import type { PeopleContext } from './context.ts';

interface Locked {
  workspace: Workspace;
  members: readonly MemberRow[];
}

/** A request by a person to change who is in a workspace. */
interface Change {
  context: Pick<PeopleContext, 'directory' | 'forgetPrincipals'>;
  principal: Principal;
  entry?: Entry | undefined;
  now: number;
}

/**
 * Runs a change in one transaction. Every node uses it within a second: keys, sessions, apps and open sockets alike.
 * @param about slug: of the workspace, else the caller's first; needed: the roles of which the caller needs one, which was checked before
 * and may have changed since
 * @throws Problem 403 when the caller is no member any more, or lacks the role
 */
export async function changeMembers<Result>(
  call: Change,
  about: { slug: string | undefined; needed: readonly Role[] },
  work: (tx: Tx, locked: Locked) => Promise<Result>,
): Promise<Result> {
  const { context, principal } = call;
  const workspace = workspaceOf({ principal }, about.slug);
  const result = await recordedIn(context.directory, call, async (tx) => {
    const members = await lockMembers(tx, workspace.id);
    insistOnMember(members, { principal, workspace, needed: about.needed });
    const changed = await work(tx, { workspace, members });
    await notifyAuthChanged(tx);
    return changed;
  });
  context.forgetPrincipals();
  return result;
}

/** @throws Problem 403 when the caller is no member, or lacks the role */
export function insistOnMember(
  members: readonly MemberRow[],
  { principal, workspace, needed }: { principal: Principal; workspace: Workspace; needed: readonly Role[] },
): void {
  const caller = members.find(({ userId }) => userId === principal.userId);
  if (caller === undefined) {
    const message = `you are not a member of the workspace "${workspace.slug}" any more`;
    throw new Problem('not_a_member', message, {
      param: '/workspace',
      values: { workspace: workspace.slug },
    });
  }
  insistOnRole({ ...workspace, role: caller.role, heldTo: caller.accountIds }, needed);
}

/** @throws Problem 404 for somebody who is no member */
export function memberIn({ members, workspace }: Locked, userId: string): MemberRow {
  const found = members.find((one) => one.userId === userId);
  if (found) return found;
  throw new Problem('not_found', `there is no member ${userId} in the workspace "${workspace.slug}"`);
}

/** @throws Problem 409 when nobody would be left who may do everything */
export function insistOnOtherOwner(
  { members, workspace }: Pick<Locked, 'members'> & { workspace: Pick<Workspace, 'slug'> },
  member: MemberRow,
): void {
  if (member.role !== 'owner') return;
  if (members.some(({ userId, role }) => role === 'owner' && userId !== member.userId)) return;
  throw new Problem(
    'last_owner',
    `${member.name} is the only owner of the workspace "${workspace.slug}": make another member an owner first`,
    { values: { name: member.name, workspace: workspace.slug } },
  );
}
