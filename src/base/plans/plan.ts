/**
 * What the plan of a workspace includes (docs/contract.md, Workspaces and plans). Whatever depends on a plan asks `allows` or `whyNot`; nothing else
 * compares plans.
 */

export const PLANS = ['none', 'trial', 'starter', 'developer', 'pro', 'agency'] as const;
export type Plan = (typeof PLANS)[number];

export const FEATURES = ['publishing', 'comments', 'inbox', 'webhooks', 'rules', 'automations'] as const;
export type Feature = (typeof FEATURES)[number];

/** The plan of a workspace as its row has it. */
export interface PlanTerms {
  /** One of `PLANS`: a check of the table makes sure of it. */
  plan: string;
  /** When a trial ends, epoch ms. null if it has no end, or the plan is no trial. */
  trialEndsAt: number | null;
}

/** The plan of the first workspace of a self-hosted installation. */
export const DEFAULT_TERMS: PlanTerms = { plan: 'developer', trialEndsAt: null };

/** The most workspaces of one person: the number of the Developer plan, since the others have none of their own. */
export const MAX_WORKSPACES = 100;

const WITH_WEBHOOKS: readonly Plan[] = ['developer', 'pro', 'agency'];

/** The plan that counts now: a trial past its end is `none`. @param now epoch ms */
export function planAt({ plan, trialEndsAt }: PlanTerms, now: number): Plan {
  if (plan === 'trial' && trialEndsAt !== null && now >= trialEndsAt) return 'none';
  return plan as Plan;
}

/** Only `none`, and a trial past its end, is inactive. @param now epoch ms */
export const isActive = (terms: PlanTerms, now: number): boolean => planAt(terms, now) !== 'none';

/** Whether the plan includes a feature now. Every active plan includes all of them but webhooks. @param now epoch ms */
export function allows(terms: PlanTerms, feature: Feature, now: number): boolean {
  const plan = planAt(terms, now);
  return feature === 'webhooks' ? WITH_WEBHOOKS.includes(plan) : plan !== 'none';
}

/** What begins with a plan, and what works without one. */
const WORDS: { [feature in Feature]: { needs: string; without: string } } = {
  publishing: { needs: 'publishing needs a plan', without: 'drafts can be saved' },
  comments: { needs: 'answering people needs a plan', without: 'comments can be read' },
  inbox: { needs: 'answering people needs a plan', without: 'messages can be read' },
  webhooks: {
    needs: 'webhooks come with the Developer, Pro and Agency plans',
    without: 'endpoints can be listed, paused and deleted',
  },
  rules: { needs: 'comment-to-DM rules need a plan', without: 'rules can be made, paused and deleted' },
  automations: {
    needs: 'automations need a plan',
    without: 'automations can be read, paused and deleted',
  },
};

/**
 * Why the plan does not include a feature, in a sentence that says what to do; null where it does.
 * @param now epoch ms
 */
export function whyNot(terms: PlanTerms, feature: Feature, now: number): string | null {
  if (allows(terms, feature, now)) return null;
  const { needs, without } = WORDS[feature];
  return `${needs}, and ${stateOf(terms, now)}; ask the operator of this service for a plan (${without})`;
}

function stateOf(terms: PlanTerms, now: number): string {
  if (isActive(terms, now)) return `this workspace has the ${nameOf(terms.plan as Plan)} plan`;
  return terms.plan === 'none' || terms.trialEndsAt === null
    ? 'this workspace has none'
    : `the trial of this workspace ended at ${new Date(terms.trialEndsAt).toISOString()}`;
}

const nameOf = (plan: Plan) => plan[0]!.toUpperCase() + plan.slice(1);

/**
 * The terms of a workspace that a person adds: those of the person's first workspace with an active plan, or else of the first
 * one. So nobody gets a plan by adding a workspace. A person's first workspace gets the default.
 * @param own the person's workspaces, oldest membership first; now: epoch ms
 */
export function termsOfNext(own: readonly PlanTerms[], now: number): PlanTerms {
  const { plan, trialEndsAt } = own.find((terms) => isActive(terms, now)) ?? own[0] ?? DEFAULT_TERMS;
  return { plan, trialEndsAt };
}
