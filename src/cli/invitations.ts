/** `troupe invitations`: who is invited into a workspace, for an operator at the host. */
import { readAccounts } from '../../store/accounts.ts';
import type { Sql } from '../../store/connect.ts';
import { insertInvitation, listInvitations, revokeInvitation } from '../../store/invitations.ts';
import { lockMembers } from '../../store/members.ts';
import { ROLES, type Role } from '../api/principal.ts';
import { Problem } from '../api/problem.ts';
import { readServiceSettings } from '../base/settings.ts';
import { storeCommandEntries } from '../features/audit/index.ts';
import { insistOnHoldable, newInvitation } from '../features/people/index.ts';
import { CommandError, type Command, type CommandDatabase, print, takesNo, UsageError } from './command.ts';
import { isRole, placeOf } from './members.ts';

interface Terms {
  slug: string;
  role: Role;
  email: string | null;
  accountIds: string[] | null;
}

/** @throws CommandError for an account that is not in the workspace */
async function insistOnAccounts(sql: Sql, workspaceId: string, { accountIds, slug }: Terms): Promise<void> {
  if (accountIds === null) return;
  const rows = await readAccounts(sql, accountIds);
  const own = new Set(rows.flatMap((row) => (row.workspaceId === workspaceId ? [row.id] : [])));
  const foreign = accountIds.find((id) => !own.has(id));
  if (foreign !== undefined) throw new CommandError(`there is no account ${foreign} in ${slug}`);
}

/** Makes an invitation in the name of the owner who came first. @returns it, with the code of its link */
async function invite({ sql: directory, openCell }: CommandDatabase, terms: Terms) {
  const { slug, role, email, accountIds } = terms;
  const { id: workspaceId, cell } = await placeOf(directory, slug);
  const sql = openCell(cell);
  try {
    insistOnHoldable(role, accountIds);
    await insistOnAccounts(sql, workspaceId, terms);
    return await directory.begin(async (tx) => {
      const members = await lockMembers(tx, workspaceId);
      const now = Date.now();
      const made = newInvitation({ members, open: await listInvitations(tx, workspaceId, now), email, now });
      const owner = members.findLast((one) => one.role === 'owner');
      if (owner === undefined) throw new CommandError(`${slug} has no owner`);
      const { code, hash, ...row } = made;
      await insertInvitation(tx, { ...row, hash, role, accountIds, workspaceId, userId: owner.userId }, now);
      const object = { objectKind: 'invitation', objectId: row.id };
      const fields = [
        'role',
        ...(email === null ? [] : ['email']),
        ...(accountIds === null ? [] : ['accountIds']),
      ];
      await storeCommandEntries(tx, [
        { workspaceId, operation: 'createInvitation', ...object, fields, at: now },
      ]);
      return { ...row, role, accountIds, code };
    });
  } catch (fault) {
    throw fault instanceof Problem ? new CommandError(fault.message) : fault;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

export const invitationCommands: { [name: string]: Command } = {
  'invitations list': {
    options: [],
    help: `troupe invitations list SLUG [--json]

Lists the invitations into a workspace that can still be accepted, newest first: id, role, for whom, until when.

  --json   a line for each: {"id", "role", "accountIds", "email", "invitedBy", "createdAt", "expiresAt"}
`,
    prepare({ values, rest }) {
      const [slug, ...more] = rest;
      if (slug === undefined) throw new UsageError('say which workspace: troupe invitations list SLUG');
      takesNo(more);
      return async ({ sql }) => {
        const { id } = await placeOf(sql, slug);
        for (const one of await listInvitations(sql, id, Date.now()))
          if (values.json) print(one);
          else
            process.stdout.write(
              `${one.id}  ${one.role.padEnd(8)}  ${one.email ?? '(everybody with the link)'}  until ${one.expiresAt.toISOString()}\n`,
            );
      };
    },
  },
  'invitations create': {
    options: ['email', 'account', 'url'],
    help: `troupe invitations create SLUG ROLE [--email EMAIL] [--account ID …] [--url ADDRESS] [--json]

Makes a link that lets one person into a workspace within 7 days, and prints it once: only the SHA-256 of its code is
stored. It is not mailed. It shows the name of the first owner. Roles: ${ROLES.join(', ')}.

  --email EMAIL    only the person with this address can use it
  --account ID     the only accounts that the person reaches; repeat it for several. Default: all
  --url ADDRESS    of the service, as browsers open it. Default: TROUPE_URL, or http://localhost:3000
  --json           {"id", "role", "accountIds", "email", "expiresAt", "url"}
`,
    prepare({ values, rest }) {
      const [slug, role, ...more] = rest;
      if (slug === undefined || !isRole(role))
        throw new UsageError(
          `say which workspace and which role: troupe invitations create SLUG ${ROLES.join('|')}`,
        );
      takesNo(more);
      const email = values.email?.trim().toLowerCase() ?? null;
      if (email !== null && !/^[^\s<>@]+@[^\s<>@]+$/.test(email))
        throw new UsageError(`--email "${email}" is not an email address`);
      const base = values.url ?? readServiceSettings().url;
      return async (database) => {
        const terms = { slug, role, email, accountIds: values.account ?? null };
        const { code, id, expiresAt, accountIds } = await invite(database, terms);
        const url = `${base.replace(/\/+$/, '')}/app/invitation#${code}`;
        const until = new Date(expiresAt).toISOString();
        if (values.json) return print({ id, role, accountIds, email, expiresAt: until, url });
        process.stderr.write(`Invitation ${id}, until ${until}. Its link is shown this once:\n`);
        process.stdout.write(`${url}\n`);
      };
    },
  },
  'invitations revoke': {
    options: [],
    help: `troupe invitations revoke SLUG ID [--json]

Ends an invitation that nobody has accepted.

  ID       as \`troupe invitations list\` shows it: inv_…
  --json   {"id", "revoked": true}
`,
    prepare({ values, rest }) {
      const [slug, id, ...more] = rest;
      if (slug === undefined || id === undefined)
        throw new UsageError('say which invitation of which workspace: troupe invitations revoke SLUG ID');
      takesNo(more);
      return async ({ sql }) => {
        const { id: workspaceId } = await placeOf(sql, slug);
        const now = Date.now();
        const isRevoked = await sql.begin(async (tx) => {
          if (!(await revokeInvitation(tx, { id, workspaceId }, now))) return false;
          const object = { objectKind: 'invitation', objectId: id };
          await storeCommandEntries(tx, [{ workspaceId, operation: 'revokeInvitation', ...object, at: now }]);
          return true;
        });
        if (!isRevoked) throw new CommandError(`${slug} has no open invitation ${id}`);
        if (values.json) return print({ id, revoked: true });
        process.stderr.write(`Invitation ${id} is revoked.\n`);
      };
    },
  },
};
