/** What each plan includes, as docs/contract.md (Workspaces and plans) says it. */
import t from 'tap';
import {
  allows,
  FEATURES,
  isActive,
  planAt,
  PLANS,
  type PlanTerms,
  termsOfNext,
  whyNot,
} from '../../src/base/plans/plan.ts';

const NOW = Date.parse('2026-05-04T08:00:00Z');
const terms = (plan: string, trialEndsAt: number | null = null): PlanTerms => ({ plan, trialEndsAt });

const EVERYTHING = ['publishing', 'comments', 'inbox', 'webhooks', 'rules', 'automations'];
const NO_WEBHOOKS = EVERYTHING.filter((feature) => feature !== 'webhooks');
const TABLE: [string, PlanTerms, string[]][] = [
  ['none', terms('none'), []],
  ['a trial without an end', terms('trial', null), NO_WEBHOOKS],
  ['a trial a moment before its end', terms('trial', NOW + 1), NO_WEBHOOKS],
  ['a trial at its end', terms('trial', NOW), []],
  ['a trial past its end', terms('trial', NOW - 1), []],
  ['starter', terms('starter'), NO_WEBHOOKS],
  ['developer', terms('developer'), EVERYTHING],
  ['pro', terms('pro'), EVERYTHING],
  ['agency', terms('agency'), EVERYTHING],
];

void t.test('every plan includes what the table says, and nothing else', async (t) => {
  t.same([...FEATURES].sort(), [...EVERYTHING].sort(), 'every feature is in the table');
  t.same(new Set(TABLE.map(([, { plan }]) => plan)), new Set(PLANS), 'every plan is in the table');
  for (const [what, of, included] of TABLE) {
    t.same(FEATURES.filter((feature) => allows(of, feature, NOW)).sort(), [...included].sort(), what);
    t.equal(isActive(of, NOW), included.length > 0, `${what} is active or not`);
    for (const feature of FEATURES)
      t.equal(whyNot(of, feature, NOW) === null, included.includes(feature), `${what}: ${feature}`);
  }
});

void t.test('the sentence names the reason and what to do', async (t) => {
  t.equal(
    whyNot(terms('none'), 'publishing', NOW),
    'publishing needs a plan, and this workspace has none; ask the operator of this service for a plan (drafts can be saved)',
  );
  t.match(
    whyNot(terms('trial', NOW - 1), 'inbox', NOW),
    /the trial of this workspace ended at 2026-05-04T07:59:59\.999Z/,
  );
  t.match(
    whyNot(terms('starter'), 'webhooks', NOW),
    /Developer, Pro and Agency plans, and this workspace has the Starter plan/,
  );
});

void t.test('a workspace that is added has the plan of the person who adds it', async (t) => {
  t.same(termsOfNext([], NOW), terms('developer'), 'the first one has the default');
  t.same(termsOfNext([terms('none')], NOW), terms('none'), 'nobody gets a plan by adding a workspace');
  t.same(termsOfNext([terms('trial', NOW - 1)], NOW), terms('trial', NOW - 1));
  t.same(termsOfNext([terms('none'), terms('pro'), terms('agency')], NOW), terms('pro'), 'the first active');
  t.same(termsOfNext([terms('trial', NOW + 1)], NOW), terms('trial', NOW + 1), 'a trial with its end');
  t.equal(planAt(terms('trial', NOW - 1), NOW), 'none');
});
