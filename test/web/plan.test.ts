/** Settings → Plan: an active plan, a trial, an ended one, and no plan, for every eye and screen. */
import t from 'tap';
import { longTest } from '../support/long.ts';
import type { Plan } from '../../src/base/plans/plan.ts';
import { setPlan } from '../../src/features/workspaces/set-plan.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { ready, startDashboard } from './dashboard.ts';

const HOUR = 3_600_000;
const { open, running } = await startDashboard(t);
const { service, workspaceId, accounts, call, baseUrl } = running;
const { id } = (
  await call('POST', '/v1/posts', {
    content: 'Later',
    accountIds: [accounts['telegram']],
    scheduledAt: new Date(Date.now() + 200 * HOUR).toISOString(),
  })
).body.post;

const give = async (plan: Plan, trialEndsAt: number | null = null) => {
  await setPlan(service, { workspaceId, plan, trialEndsAt });
  service.context.forgetPrincipals();
};

const STATES: { name: string; plan: Plan; endsInMs?: number; says: (string | RegExp)[] }[] = [
  {
    name: 'developer',
    plan: 'developer',
    says: [
      'Active',
      '25 a month for 5 accounts',
      '1 to 20',
      '101 and more',
      '1 of 100',
      '0 of 100',
      '5, no limit',
    ],
  },
  {
    name: 'starter',
    plan: 'starter',
    says: ['29 a month for up to 5 accounts', '5 of 5', 'Webhooks: not included'],
  },
  { name: 'agency', plan: 'agency', says: ['The operator says what this plan costs.'] },
  {
    name: 'trial',
    plan: 'trial',
    endsInMs: 72 * HOUR,
    says: [
      /^The trial ends .*, in 3 days\.$/,
      '1 scheduled post due after the trial',
      /The trial costs nothing/,
    ],
  },
  {
    name: 'ended trial',
    plan: 'trial',
    endsInMs: -HOUR,
    says: ['Ended', /^The trial ended .* ago$/, /1 scheduled post will fail/, /plan home developer$/],
  },
  {
    name: 'no plan',
    plan: 'none',
    says: [
      'This workspace has no plan',
      'Publish and schedule posts: not included',
      'Drafts can be written and saved.',
    ],
  },
];

for (const options of [
  { width: 1280, scheme: 'light' },
  { width: 390, height: 844, scheme: 'dark' },
] as const)
  longTest(`each state of a plan says what to do, ${options.width} wide, ${options.scheme}`, async (t) => {
    const { page, complaints } = await open('/app', options);
    // colours are others in the dark, and what is touched is smaller on a phone
    const looked = options.scheme === 'dark' ? { rules: ['color-contrast', 'target-size'] } : {};
    for (const { name, plan, endsInMs, says } of STATES) {
      await give(plan, endsInMs === undefined ? null : Date.now() + endsInMs);
      await page.goto(`${baseUrl}/app/w/home/settings/plan`);
      await ready(page);
      for (const text of says) await page.getByText(text).first().waitFor();
      t.same(await accessibilityFaults(page, looked), [], name);
      t.equal(await overflow(page), 0, `${name} is as wide as the screen`);
    }
    t.same(complaints, []);
  });

void t.test('what the plan refuses is said where it was tried', async (t) => {
  await give('none');
  const { page } = await open('/app/w/home/posts');
  await ready(page);
  await page.getByRole('button', { name: /^Actions for the post “Later”/ }).click();
  await page.getByRole('menuitem', { name: 'Publish now' }).click();
  await page
    .getByText('Publishing needs a plan: ask the operator of this service for one.')
    .first()
    .waitFor();
  t.equal((await call('GET', `/v1/posts/${id}`)).body.post.status, 'scheduled');
});
