/** `troupe report-links`: links by which people without an account read numbers (docs/numbers.md). */
import { type Command, print, takesNo, UsageError } from './command.ts';
import { chosenAccounts } from './post.ts';
import { atService, remote, wholeNumber } from './remote.ts';

export const reportLinkCommands: { [name: string]: Command } = {
  'report-links list': remote({
    help: (options) => `troupe report-links list [--json]

Lists the links to reports of numbers: id, status, until when, days and heading. Their addresses are shown when they are made,
and never again.

${options}
  --json             as GET /v1/report-links responds
`,
    prepare(args) {
      takesNo(args.rest);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const listed = await troupe.listReportLinks(where);
          if (args.values.json) return print(listed);
          for (const { id, status, expiresAt, from, to, name } of listed.reportLinks)
            process.stdout.write(
              `${id}  ${status.padEnd(7)}  until ${expiresAt}  ${from} to ${to}  ${name ?? ''}`.trimEnd() +
                '\n',
            );
        });
    },
  }),
  'report-links create': remote({
    options: ['account', 'from', 'to', 'days', 'name'],
    help: (
      options,
    ) => `troupe report-links create --account WHICH --from DAY --to DAY [--name TEXT] [--days N] [--json]

Makes a link by which people without an account read the numbers of these accounts and days, and prints it once.

  --account WHICH    an id, a network, a user name, or network:name; "all" are all of the workspace. May be repeated
  --from, --to DAY   the first and the last day, such as 2026-05-01, in the workspace's time zone
  --name TEXT        heading of the report
  --days N           how long the link can be opened; default 30
${options}
  --json             as POST /v1/report-links responds
`,
    prepare(args) {
      takesNo(args.rest);
      const { account: chosen = [], from, to, name } = args.values;
      if (chosen.length === 0 || from === undefined || to === undefined)
        throw new UsageError(
          'say which accounts and days: troupe report-links create --account WHICH --from DAY --to DAY',
        );
      const expiresInDays = wholeNumber('days', args.values.days, { least: 1 });
      return () =>
        atService(args, async ({ troupe, where }) => {
          const { accounts } = await troupe.listAccounts(where);
          const accountIds = [...new Set(chosen.flatMap((which) => chosenAccounts(which, accounts)))];
          const made = await troupe.createReportLink({
            ...where,
            accountIds,
            from,
            to,
            ...(name !== undefined && { name }),
            ...(expiresInDays !== undefined && { expiresInDays }),
          });
          if (args.values.json) return print(made);
          process.stderr.write(`Link ${made.reportLink.id}. It is shown this once:\n`);
          process.stdout.write(`${made.reportLink.url}\n`);
        });
    },
  }),
  'report-links revoke': remote({
    help: (options) => `troupe report-links revoke LINK [--json]

Ends a link, so that nobody reads the report any more.

${options}
  --json             as DELETE /v1/report-links/{id} responds
`,
    prepare(args) {
      const [id, ...others] = args.rest;
      if (id === undefined || id === '') throw new UsageError('say which: troupe report-links revoke LINK');
      takesNo(others);
      return () =>
        atService(args, async ({ troupe, where }) => {
          const revoked = await troupe.revokeReportLink({ id, ...where });
          if (args.values.json) print(revoked);
          else process.stderr.write(`The link ${id} is revoked.\n`);
        });
    },
  }),
};
