/** `troupe users`: what an operator does for people. */
import { deleteSecondFactor } from '../../store/second-factors.ts';
import { deleteSessions } from '../../store/sessions.ts';
import { type Command, print, takesNo, UsageError } from './command.ts';
import { requireUser } from './users.ts';

export const peopleCommands: { [name: string]: Command } = {
  'users reset-2fa': {
    options: ['user'],
    help: `troupe users reset-2fa --user EMAIL [--json]

Turns the second factor of a person off, who lost their phone and their recovery codes, and ends their sessions. They sign in
with the password alone, and turn it on again under Settings, You. Make sure that it is they who ask.

  --user EMAIL   whose
  --json         {"user", "wasOn"}
`,
    prepare({ values, rest }) {
      takesNo(rest);
      const { user: email } = values;
      if (email === undefined) throw new UsageError('--user is required: whose second factor it is');
      return async ({ sql }) => {
        const user = await requireUser(sql, email);
        const wasOn = await sql.begin(async (tx) => {
          await deleteSessions(tx, user.id, null);
          return deleteSecondFactor(tx, user.id);
        });
        if (values.json) return print({ user: email, wasOn });
        const what = wasOn ? `The second factor of ${email} is off.` : `${email} had no second factor.`;
        process.stderr.write(`${what} Their sessions have ended.\n`);
      };
    },
  },
};
