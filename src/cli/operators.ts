/** `troupe operators`: who may see and change the installation in the dashboard. */
import { deleteOperator, insertOperator, listOperators, lockOperators } from '../../store/operators.ts';
import { storeInstallationEntry } from '../features/audit/index.ts';
import { CommandError, type Command, print, takesNo, UsageError } from './command.ts';
import { requireUser } from './users.ts';

/** @throws UsageError where no address is given, or more than one */
function addressIn([email, ...more]: readonly string[], command: string): string {
  if (email === undefined) throw new UsageError(`say whose address: troupe operators ${command} EMAIL`);
  takesNo(more);
  return email;
}

export const operatorCommands: { [name: string]: Command } = {
  'operators list': {
    options: [],
    help: `troupe operators list [--json]

Lists the operators of the installation, who came last first: address, name.

  --json   a line for each: {"userId", "name", "email", "addedBy", "addedAt"}
`,
    prepare({ values, rest }) {
      takesNo(rest);
      return async ({ sql }) => {
        const operators = await listOperators(sql);
        for (const one of operators)
          if (values.json) print(one);
          else process.stdout.write(`${one.email ?? '(no address)'}  ${one.name}\n`);
        if (operators.length === 0 && !values.json)
          process.stderr.write('There is no operator: troupe operators add EMAIL\n');
      };
    },
  },
  'operators add': {
    options: [],
    help: `troupe operators add EMAIL [--json]

Makes somebody an operator of the installation, at once: in the dashboard they see Settings, Installation, where the mail
server and the operators are. They see no workspace by it. Who set the installation up is an operator already.

  --json   {"user", "added"}
`,
    prepare({ values, rest }) {
      const email = addressIn(rest, 'add');
      return async ({ sql }) => {
        const { id: userId } = await requireUser(sql, email);
        const added = await sql.begin(async (tx) => {
          await lockOperators(tx);
          const at = Date.now();
          const isAdded = await insertOperator(tx, { userId, addedBy: null }, at);
          const done = {
            operation: 'addOperator',
            objectKind: 'operator',
            objectId: userId,
            fields: ['email'],
            at,
          };
          if (isAdded) await storeInstallationEntry(tx, done);
          return isAdded;
        });
        if (values.json) return print({ user: email, added });
        process.stderr.write(`${email} is ${added ? 'an operator now' : 'an operator already'}.\n`);
      };
    },
  },
  'operators remove': {
    options: [],
    help: `troupe operators remove EMAIL [--json]

Ends that somebody is an operator of the installation, at once. Their workspaces stay as they are. The last one can be
removed too: add another one here.

  --json   {"user", "removed"}
`,
    prepare({ values, rest }) {
      const email = addressIn(rest, 'remove');
      return async ({ sql }) => {
        const { id: userId } = await requireUser(sql, email);
        const isRemoved = await sql.begin(async (tx) => {
          await lockOperators(tx);
          const wasOperator = await deleteOperator(tx, userId);
          const done = {
            operation: 'removeOperator',
            objectKind: 'operator',
            objectId: userId,
            at: Date.now(),
          };
          if (wasOperator) await storeInstallationEntry(tx, done);
          return wasOperator;
        });
        if (!isRemoved) throw new CommandError(`${email} is not an operator`);
        if (values.json) return print({ user: email, removed: true });
        process.stderr.write(`${email} is not an operator any more.\n`);
      };
    },
  },
};
