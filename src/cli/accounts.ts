/** `troupe accounts`, `account-groups` and `connect-links`: connected accounts, and what waits for them (docs/cli.md). */
import type { Input, Reply } from '../../clients/typescript/src/index.ts';
import { type Arguments, type Command, CommandError, print, takesNo, UsageError } from './command.ts';
import { chosenAccounts } from './post.ts';
import { atService, remote, type Remote, wholeNumber } from './remote.ts';

type Platform = NonNullable<Input<'createConnectLink'>['platforms']>[number];
type Group = Reply<'listAccountGroups'>['accountGroups'][number];

export const ACCOUNT_HELP = `  --account WHICH    an id, a network, a user name, or network:name; "all" are all of the workspace. May be repeated
`;

/** Prints one line of a list. */
export const printLine = (...parts: (string | number)[]) =>
  process.stdout.write(`${parts.join('  ').trimEnd()}\n`);

/** The one word after the name of a command. @throws UsageError for none or several */
export function wordOf({ rest }: Arguments, usage: string): string {
  const [word, ...others] = rest;
  if (word === undefined || word === '') throw new UsageError(`say which: troupe ${usage}`);
  takesNo(others);
  return word;
}

/** The ids of the accounts that `--account` names. @throws UsageError */
export async function accountIdsOf({ troupe, where }: Remote, { values }: Arguments): Promise<string[]> {
  const chosen = values.account ?? [];
  if (chosen.length === 0) return [];
  const { accounts } = await troupe.listAccounts(where);
  return [...new Set(chosen.flatMap((which) => chosenAccounts(which, accounts)))];
}

/** The group with this id or name. @throws UsageError */
export async function groupOf({ troupe, where }: Remote, which: string): Promise<Group> {
  const { accountGroups } = await troupe.listAccountGroups(where);
  return byIdOrName('group', which, accountGroups);
}

/** What of a list has this id or name. @param what it is called in the error. @throws UsageError */
export function byIdOrName<Thing extends { id: string; name: string }>(
  what: string,
  which: string,
  things: readonly Thing[],
): Thing {
  const thing = things.find(({ id, name }) => id === which || name.toLowerCase() === which.toLowerCase());
  if (thing) return thing;
  const names = things.map(({ name }) => name).join(', ') || 'none';
  throw new UsageError(`there is no ${what} "${which}"; the workspace has ${names}`);
}

export const accountCommands: { [name: string]: Command } = {
  'accounts list': remote({
    help: (options) => `troupe accounts list [--json]

Lists the connected accounts: id, network, user name, status, and "own schedule" for those with a posting schedule of their own.

${options}
  --json             as GET /v1/accounts responds
`,
    prepare(args) {
      takesNo(args.rest);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const listed = await troupe.listAccounts(where);
          if (args.values.json) return print(listed);
          for (const { id, platform, username, displayName, status, ownSchedule } of listed.accounts)
            printLine(id, platform, username || displayName, status, ownSchedule ? 'own schedule' : '');
        });
    },
  }),
  'accounts waiting': remote({
    help: (options) => `troupe accounts waiting ACCOUNT [--json]

Lists the posts that go out when the account is connected again: id, when they were planned, what they become if they are held
back, text.

${options}
  --json             as GET /v1/accounts/{id}/waiting-posts responds
`,
    prepare(args) {
      const which = wordOf(args, 'accounts waiting ACCOUNT');
      return () =>
        atService(args, async (at) => {
          const id = await oneAccount(at, which);
          const listed = await at.troupe.listWaitingPosts({ id, ...at.where });
          if (args.values.json) return print(listed);
          for (const { id: post, scheduledAt, heldBackAs, text } of listed.posts)
            printLine(post, scheduledAt ?? 'no time', heldBackAs, text.replaceAll(/\s+/g, ' '));
        });
    },
  }),
  'accounts hold-back': remote({
    options: ['post', 'idempotency-key'],
    help: (options) => `troupe accounts hold-back ACCOUNT [--post POST] [--json]

Holds back posts that wait for the account: they are not sent to it, and those that have no other account become drafts. Prints the ids of
those that were held back. Exit code 1 if one was not held back.

  --post POST        this post; may be repeated. Default: all that "troupe accounts waiting" lists
  --idempotency-key  a name of your own for this change: the same command again, within 24 hours, changes nothing more
${options}
  --json             as POST /v1/posts/batch responds
`,
    prepare(args) {
      const which = wordOf(args, 'accounts hold-back ACCOUNT');
      return () => atService(args, (at) => holdBack(at, args, which));
    },
  }),
};

async function oneAccount({ troupe, where }: Remote, which: string): Promise<string> {
  const [id, ...more] = chosenAccounts(which, (await troupe.listAccounts(where)).accounts);
  if (id === undefined || more.length > 0) throw new UsageError('name one account');
  return id;
}

/** @throws CommandError where a post was not held back */
async function holdBack(at: Remote, { values }: Arguments, which: string): Promise<void> {
  const { troupe, where } = at;
  const accountId = await oneAccount(at, which);
  const ids =
    values.post ??
    (await troupe.listWaitingPosts({ id: accountId, ...where })).posts.map(({ id: post }) => post);
  if (ids.length === 0) {
    process.stderr.write('No post waits for this account.\n');
    return;
  }
  const idempotencyKey = values['idempotency-key'];
  const done = await troupe.batchPosts(
    { ...where, action: 'hold_back', accountId, ids },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );
  if (values.json) print(done);
  else for (const { id, ok } of done.results) if (ok) printLine(id);
  const refused = done.results.filter(({ ok }) => !ok);
  if (refused.length > 0)
    throw new CommandError(refused.map(({ id, error }) => `${id}: ${error ?? 'not held back'}`).join('\n'));
}

export const accountGroupCommands: { [name: string]: Command } = {
  'account-groups list': remote({
    help: (options) => `troupe account-groups list [--json]

Lists the groups of accounts: id, how many accounts, name.

${options}
  --json             as GET /v1/account-groups responds
`,
    prepare(args) {
      takesNo(args.rest);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const listed = await troupe.listAccountGroups(where);
          if (args.values.json) return print(listed);
          for (const { id, accountIds, name } of listed.accountGroups) printLine(id, accountIds.length, name);
        });
    },
  }),
  'account-groups create': remote({
    options: ['account'],
    help: (options) => `troupe account-groups create NAME [--account WHICH] [--json]

Makes a group, and prints its id. Accounts that are in another group leave it.

${ACCOUNT_HELP}${options}
  --json             as POST /v1/account-groups responds
`,
    prepare(args) {
      const name = wordOf(args, 'account-groups create NAME');
      return () =>
        atService(args, async (at) => {
          const accountIds = await accountIdsOf(at, args);
          const made = await at.troupe.createAccountGroup({ ...at.where, name, accountIds });
          if (args.values.json) print(made);
          else printLine(made.accountGroup.id);
        });
    },
  }),
  'account-groups add': changesGroup(
    'add',
    'Puts accounts into a group. They leave the group in which they are.',
  ),
  'account-groups remove': changesGroup(
    'remove',
    'Takes accounts out of a group. Afterwards they are in no group.',
  ),
  'account-groups rename': remote({
    options: ['name'],
    help: (options) => `troupe account-groups rename GROUP --name NAME [--json]

Gives a group another name. GROUP is its id or its name.

${options}
  --json             as PATCH /v1/account-groups/{id} responds
`,
    prepare(args) {
      const which = wordOf(args, 'account-groups rename GROUP --name NAME');
      const { name } = args.values;
      if (name === undefined) throw new UsageError('say what it is called: --name NAME');
      return () =>
        atService(args, async (at) => {
          const { id } = await groupOf(at, which);
          const changed = await at.troupe.updateAccountGroup({ ...at.where, id, name });
          if (args.values.json) print(changed);
          else process.stderr.write(`The group is called ${changed.accountGroup.name}.\n`);
        });
    },
  }),
  'account-groups delete': remote({
    help: (options) => `troupe account-groups delete GROUP [--json]

Deletes a group. Its accounts stay connected. GROUP is its id or its name.

${options}
  --json             as DELETE /v1/account-groups/{id} responds
`,
    prepare(args) {
      const which = wordOf(args, 'account-groups delete GROUP');
      return () =>
        atService(args, async (at) => {
          const { id, name } = await groupOf(at, which);
          const deleted = await at.troupe.deleteAccountGroup({ ...at.where, id });
          if (args.values.json) print(deleted);
          else process.stderr.write(`The group ${name} is deleted.\n`);
        });
    },
  }),
};

/** A command that changes which accounts a group has. */
function changesGroup(what: 'add' | 'remove', does: string): Command {
  const usage = `account-groups ${what} GROUP --account WHICH`;
  return remote({
    options: ['account'],
    help: (options) => `troupe ${usage} [--json]

${does} GROUP is its id or its name.

${ACCOUNT_HELP}${options}
  --json             as PATCH /v1/account-groups/{id} responds
`,
    prepare(args) {
      const which = wordOf(args, usage);
      if (args.values.account === undefined) throw new UsageError(`say which accounts: troupe ${usage}`);
      return () =>
        atService(args, async (at) => {
          const { id } = await groupOf(at, which);
          const accountIds = await accountIdsOf(at, args);
          const change = what === 'add' ? { addAccountIds: accountIds } : { removeAccountIds: accountIds };
          const changed = await at.troupe.updateAccountGroup({ ...at.where, id, ...change });
          if (args.values.json) return print(changed);
          const { name, accountIds: now } = changed.accountGroup;
          process.stderr.write(`${name} has ${now.length === 1 ? '1 account' : `${now.length} accounts`}.\n`);
        });
    },
  });
}

export const connectLinkCommands: { [name: string]: Command } = {
  'connect-links list': remote({
    help: (options) => `troupe connect-links list [--json]

Lists the open links by which people connect accounts: id, until when, how many accounts were connected, networks, for whom.

${options}
  --json             as GET /v1/connect-links responds
`,
    prepare(args) {
      takesNo(args.rest);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const listed = await troupe.listConnectLinks({ ...where, open: true });
          if (args.values.json) return print(listed);
          for (const { id, expiresAt, accounts, platforms, name } of listed.connectLinks)
            printLine(id, `until ${expiresAt}`, accounts.length, platforms.join(','), name ?? '');
        });
    },
  }),
  'connect-links create': remote({
    options: ['network', 'hours', 'name'],
    help: (options) => `troupe connect-links create [--network NETWORK] [--name TEXT] [--hours N] [--json]

Makes a link by which a person without an account here connects accounts, and prints it.

  --network NETWORK  a network to offer, such as instagram; may be repeated. Default: all
  --name TEXT        for whom it is: in the list, and on the page that it opens
  --hours N          how long it works, up to 168; default 24
${options}
  --json             as POST /v1/connect-links responds
`,
    prepare(args) {
      takesNo(args.rest);
      const { name, network } = args.values;
      const expiresInHours = wholeNumber('hours', args.values.hours, { least: 1 });
      return () =>
        atService(args, async ({ troupe, where }) => {
          const made = await troupe.createConnectLink({
            ...where,
            ...(name !== undefined && { name }),
            // the service refuses a network that it does not have
            ...(network !== undefined && { platforms: network as Platform[] }),
            ...(expiresInHours !== undefined && { expiresInHours }),
          });
          if (args.values.json) return print(made);
          const { id, expiresAt, url } = made.connectLink;
          process.stderr.write(`Link ${id}, until ${expiresAt}:\n`);
          process.stdout.write(`${url}\n`);
        });
    },
  }),
  'connect-links revoke': remote({
    help: (options) => `troupe connect-links revoke LINK [--json]

Ends a link. Accounts that were connected by it stay.

${options}
  --json             as DELETE /v1/connect-links/{id} responds
`,
    prepare(args) {
      const id = wordOf(args, 'connect-links revoke LINK');
      return () =>
        atService(args, async ({ troupe, where }) => {
          const revoked = await troupe.revokeConnectLink({ ...where, id });
          if (args.values.json) print(revoked);
          else process.stderr.write(`The link ${id} is revoked.\n`);
        });
    },
  }),
};
