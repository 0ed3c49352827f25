/** `troupe plan`: shows and sets the plan of a workspace. */
import { findPlan } from '../../store/directory.ts';
import { isActive, type Plan, PLANS, type PlanTerms } from '../base/plans/plan.ts';
import { isoOrNull, parseTrialEnd } from '../base/time.ts';
import { storeCommandEntries } from '../features/audit/index.ts';
import { setPlan } from '../features/workspaces/set-plan.ts';
import { CommandError, type Command, print, takesNo, UsageError } from './command.ts';

export const planCommands: { [name: string]: Command } = {
  plan: {
    options: ['until'],
    help: `troupe plan SLUG [PLAN] [--until DATE] [--json]

Shows the plan of a workspace, or sets it: ${PLANS.join(', ')}. Every node uses it within a second.
Without an active plan (none, or a trial past its end) nothing is published and nobody is answered; posts that become due
fail and can be sent again later. Nothing is deleted.

  --until DATE   the end of a trial: a date (to the end of that day) or a time, in the time zone of the workspace unless it
                 has an offset. Without it the trial has no end.
  --json         {"workspace", "plan", "trialEndsAt", "active"}
`,
    prepare({ values, rest }) {
      const [slug, plan, ...more] = rest;
      if (slug === undefined)
        throw new UsageError('say which workspace, and which plan: troupe plan SLUG PLAN');
      takesNo(more);
      if (plan !== undefined && !isPlan(plan))
        throw new UsageError(`there is no plan "${plan}"; choose from ${PLANS.join(', ')}`);
      if (values.until !== undefined && plan !== 'trial')
        throw new UsageError('--until is the end of a trial: troupe plan SLUG trial --until DATE');
      return async ({ sql: directory, openCell }) => {
        const found = await findPlan(directory, slug);
        if (found === undefined) throw new CommandError(`there is no workspace ${slug}`);
        if (plan === undefined) return show(slug, found, values.json);
        const { until } = values;
        const trialEndsAt = until === undefined ? null : parseTrialEnd(until, found.timezone);
        if (until !== undefined && trialEndsAt === null)
          throw new UsageError(`--until "${until}" is not a date; write it like 2026-05-31`);
        const sql = openCell(found.cell);
        try {
          const { id: workspaceId } = found;
          const object = { objectKind: 'workspace', objectId: workspaceId };
          const fields = until === undefined ? ['plan'] : ['plan', 'until'];
          const done = { workspaceId, operation: 'setPlan', ...object, fields, at: Date.now() };
          await setPlan({ sql, directory }, { workspaceId, plan, trialEndsAt }, (tx) =>
            storeCommandEntries(tx, [done]),
          );
        } finally {
          await sql.end({ timeout: 5 });
        }
        show(slug, { plan, trialEndsAt }, values.json);
      };
    },
  },
};

const isPlan = (text: string): text is Plan => PLANS.includes(text as Plan);

function show(workspace: string, { plan, trialEndsAt }: PlanTerms, json: boolean): void {
  const active = isActive({ plan, trialEndsAt }, Date.now());
  const end = isoOrNull(trialEndsAt);
  if (json) return print({ workspace, plan, trialEndsAt: end, active });
  const until = end === null ? '' : active ? ` until ${end}` : `; it ended at ${end}`;
  process.stdout.write(`${plan}${until}\n`);
}
