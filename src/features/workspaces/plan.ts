/** What Settings → Plan shows: the plan, what it includes, what is used, the price (docs/contract.md, Workspaces and plans). */
import { Type } from 'typebox';
import { countAccountsOf } from '../../../store/accounts.ts';
import { countRules } from '../../../store/comment-rules.ts';
import { countAutomations } from '../../../store/dm-automations.ts';
import { countScheduled } from '../../../store/posts.ts';
import { countEndpoints } from '../../../store/webhooks.ts';
import { workspaceOf } from '../../api/principal.ts';
import { choice, closed, instant, nullable, text, workspaceQuery } from '../../api/schemas.ts';
import { allows, type Feature, isActive, MAX_WORKSPACES, planAt, PLANS } from '../../base/plans/plan.ts';
import { developerBill, monthlyPrice, STARTER } from '../../base/plans/price.ts';
import { MAX_AUTOMATIONS } from '../flows/index.ts';
import { MAX_RULES } from '../rules/index.ts';
import { isoOrNull } from '../../base/time.ts';
import { MAX_ENDPOINTS } from '../webhooks/index.ts';
import { operation } from './context.ts';

/** The features, in the order in which they are shown. */
const SHOWN: readonly Feature[] = ['publishing', 'comments', 'inbox', 'rules', 'automations', 'webhooks'];

const used = (description: string) =>
  Type.Object(
    {
      used: Type.Integer(),
      limit: nullable(Type.Integer({ description: 'null if there is none.' })),
    },
    { ...closed, description },
  );

export const getPlan = operation({
  id: 'getPlan',
  accountLimit: 'refused',
  dashboard: { method: 'get', path: '/app/api/plan' },
  tag: 'Workspaces',
  summary: 'The plan of a workspace, and what is used of it',
  query: workspaceQuery,
  result: Type.Object({
    plan: choice(PLANS, 'As the operator set it.'),
    active: Type.Boolean({ description: 'false: none, or a trial past its end.' }),
    trialEndsAt: nullable(
      instant('When the trial ends or ended; null means no trial, or one without an end.'),
    ),
    includes: Type.Array(Type.Object({ feature: choice(SHOWN, 'What.'), included: Type.Boolean() })),
    usage: Type.Object({
      workspaces: used('Workspaces that the caller is a member of.'),
      accounts: used('Accounts of all workspaces of the caller that have this plan.'),
      rules: used('Comment-to-DM rules of the workspace.'),
      automations: used('Automations of direct messages of the workspace.'),
      webhooks: used('Webhook endpoints of the workspace.'),
    }),
    price: nullable(
      Type.Integer({
        description: 'For all these accounts, a month, in currency units; null if unknown.',
      }),
    ),
    developer: Type.Object(
      {
        price: Type.Integer(),
        tiers: Type.Array(
          Type.Object({
            from: Type.Integer(),
            upTo: nullable(Type.Integer({ description: 'null if there is no last account.' })),
            each: Type.Integer(),
            accounts: Type.Integer(),
            price: Type.Integer(),
          }),
        ),
      },
      { description: 'What these accounts cost on the Developer plan, tier by tier.' },
    ),
    postsWithoutPlan: Type.Integer({
      description: 'Scheduled posts that become due when no plan is active, and will fail.',
    }),
    command: text('What the operator runs to set a plan.'),
  }),
  example: {
    result: {
      plan: 'developer',
      active: true,
      trialEndsAt: null,
      includes: SHOWN.map((feature) => ({ feature, included: true })),
      usage: {
        workspaces: { used: 1, limit: 100 },
        accounts: { used: 22, limit: null },
        rules: { used: 3, limit: MAX_RULES },
        automations: { used: 2, limit: MAX_AUTOMATIONS },
        webhooks: { used: 1, limit: 50 },
      },
      price: 106,
      developer: { price: 106, tiers: developerBill(22) },
      postsWithoutPlan: 0,
      command: 'npm run troupe -- plan cafe-luna developer',
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.query.workspace);
    const { now, principal } = call;
    const { sql } = call.context;
    const plan = planAt(workspace, now);
    const active = isActive(workspace, now);
    const onPlan = principal.workspaces.filter((one) => planAt(one, now) === plan).map(({ id }) => id);
    const endsAt = active ? workspace.trialEndsAt : now;
    const [accounts, rules, automations, endpoints, scheduled] = await Promise.all([
      countAccountsOf(sql, onPlan),
      countRules(sql, workspace.id),
      countAutomations(sql, workspace.id),
      countEndpoints(sql, workspace.id),
      endsAt === null ? 0 : countScheduled(sql, { workspaceId: workspace.id, from: endsAt }),
    ]);
    return {
      body: {
        plan: workspace.plan,
        active,
        trialEndsAt: isoOrNull(workspace.trialEndsAt),
        includes: SHOWN.map((feature) => ({ feature, included: allows(workspace, feature, now) })),
        usage: {
          workspaces: { used: principal.workspaces.length, limit: MAX_WORKSPACES },
          accounts: { used: accounts, limit: plan === 'starter' ? STARTER.accounts : null },
          rules: { used: rules, limit: MAX_RULES },
          automations: { used: automations, limit: MAX_AUTOMATIONS },
          webhooks: { used: endpoints, limit: MAX_ENDPOINTS },
        },
        price: monthlyPrice(plan, accounts),
        developer: { price: monthlyPrice('developer', accounts)!, tiers: developerBill(accounts) },
        postsWithoutPlan: scheduled,
        command: `npm run troupe -- plan ${workspace.slug} developer`,
      },
    };
  },
});
