/** `troupe members`: who is in a workspace, for an operator. */
import { clearAssignee } from '../../store/assignees.ts';
import type { Sql } from '../../store/connect.ts';
import { findPlace, notifyAuthChanged } from '../../store/directory.ts';
import { deleteMember, listMembers, lockMembers, type MemberRow, saveMember } from '../../store/members.ts';
import { ROLES, type Role } from '../api/principal.ts';
import { Problem } from '../api/problem.ts';
import { roleAllows } from '../api/roles.ts';
import { storeCommandEntries } from '../features/audit/index.ts';
import { insistOnOtherOwner } from '../features/people/change-members.ts';
import { CommandError, type Command, type CommandDatabase, print, takesNo, UsageError } from './command.ts';

/** Finds the workspace. @throws CommandError where there is none */
export async function placeOf(directory: Sql, slug: string): Promise<{ id: string; cell: string }> {
  const found = await findPlace(directory, slug);
  if (found === undefined) throw new CommandError(`there is no workspace ${slug}`);
  return found;
}

/** The member with an address. @throws CommandError where there is none */
function memberWith(
  members: readonly MemberRow[],
  { email, slug }: { email: string; slug: string },
): MemberRow {
  const found = members.find((one) => one.email?.toLowerCase() === email.toLowerCase());
  if (found === undefined) throw new CommandError(`no member of ${slug} has the address ${email}`);
  return found;
}

interface Which {
  slug: string;
  email: string;
}

/**
 * Changes a member under the lock of the members, and leaves their conversations to nobody where they may not answer any more.
 * @param role null removes them
 */
async function change(
  { sql: directory, openCell }: CommandDatabase,
  { slug, email }: Which,
  role: Role | null,
): Promise<MemberRow> {
  const { id: workspaceId, cell } = await placeOf(directory, slug);
  const sql = openCell(cell);
  try {
    return await directory.begin(async (tx) => {
      const members = await lockMembers(tx, workspaceId);
      const member = memberWith(members, { email, slug });
      if (role !== 'owner') insistOnOtherOwner({ members, workspace: { slug } }, member);
      const { userId, accountIds } = member;
      const isHeld = role !== 'owner' && role !== null;
      if (role === null) await deleteMember(tx, { workspaceId, userId });
      else await saveMember(tx, { workspaceId, userId, role, accountIds: isHeld ? accountIds : null });
      await notifyAuthChanged(tx);
      const done =
        role === null ? { operation: 'removeMember' } : { operation: 'updateMember', fields: ['role'] };
      const object = { objectKind: 'member', objectId: userId };
      await storeCommandEntries(tx, [{ workspaceId, ...done, ...object, at: Date.now() }]);
      if (role === null || !roleAllows(role, 'answer'))
        await sql.begin((other) => clearAssignee(other, { workspaceId, userId, except: [] }));
      return member;
    });
  } catch (fault) {
    throw fault instanceof Problem ? new CommandError(fault.message) : fault;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

function which(rest: readonly string[], what: string): Which & { more: string[] } {
  const [slug, email, ...more] = rest;
  if (slug === undefined || email === undefined)
    throw new UsageError(`say which workspace and whose address: troupe members ${what}`);
  return { slug, email, more };
}

export const memberCommands: { [name: string]: Command } = {
  'members list': {
    options: [],
    help: `troupe members list SLUG [--json]

Lists who is in a workspace, who came last first: role, address, name.

  --json   a line for each: {"userId", "name", "email", "role", "accountIds"}
`,
    prepare({ values, rest }) {
      const [slug, ...more] = rest;
      if (slug === undefined) throw new UsageError('say which workspace: troupe members list SLUG');
      takesNo(more);
      return async ({ sql }) => {
        const { id } = await placeOf(sql, slug);
        for (const { userId, name, email, role, accountIds } of await listMembers(sql, id))
          if (values.json) print({ userId, name, email, role, accountIds });
          else process.stdout.write(`${role.padEnd(8)}  ${email ?? '(no address)'}  ${name}\n`);
      };
    },
  },
  'members role': {
    options: [],
    help: `troupe members role SLUG EMAIL ROLE [--json]

Gives a member of a workspace another role: ${ROLES.join(', ')}. Every node uses it within a second. The only owner
keeps the role.

  --json   {"workspace", "email", "role"}
`,
    prepare({ values, rest }) {
      const { slug, email, more } = which(rest, 'role SLUG EMAIL ROLE');
      const [role, ...others] = more;
      takesNo(others);
      if (!isRole(role)) throw new UsageError(`say which role: ${ROLES.join(', ')}`);
      return async (database) => {
        const { name } = await change(database, { slug, email }, role);
        if (values.json) print({ workspace: slug, email, role });
        else process.stderr.write(`${name} is ${role} of ${slug}.\n`);
      };
    },
  },
  'members remove': {
    options: [],
    help: `troupe members remove SLUG EMAIL [--json]

Removes a member from a workspace, with the reach of their keys and apps, on every node within a second. What they made
stays. The only owner cannot be removed.

  --json   {"workspace", "email", "removed"}
`,
    prepare({ values, rest }) {
      const { slug, email, more } = which(rest, 'remove SLUG EMAIL');
      takesNo(more);
      return async (database) => {
        const { name } = await change(database, { slug, email }, null);
        if (values.json) print({ workspace: slug, email, removed: true });
        else process.stderr.write(`${name} is not in ${slug} any more.\n`);
      };
    },
  },
};

export const isRole = (text: string | undefined): text is Role => ROLES.includes(text as Role);
