/** Numbers in a real browser: the page, a chart by keyboard and as a table, one post, files, a phone, and what is missing. */
import t from 'tap';
import { longTest } from '../support/long.ts';
import { growPastFollowers } from '../../store/demo-history.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { ready, startDashboard } from './dashboard.ts';

const { open, running } = await startDashboard(t, { platforms: ['instagram', 'facebook', 'bluesky'] });
const { sandbox, service, accounts, call } = running;
const HISTORY = { days: 60, posts: 60 };
for (const [platform, accountId] of Object.entries(accounts)) {
  const [row] = await service.sql<
    { id: string }[]
  >`select remote_id as id from accounts where id = ${accountId}`;
  sandbox.sandbox.numbers.makeHistory(platform, row!.id, HISTORY);
}
await call('GET', '/v1/performance?days=90');
// as if the accounts had been connected all the time: each post was counted ten hours after it was published
await service.sql`
  insert into post_samples (workspace_id, post_key, bucket, views, likes, comments, shares)
  select workspace_id, post_key, date_trunc('hour', published_at) + interval '10 hours', views / 2, likes / 2, 0, 0
  from tracked_posts where published_at < now() - interval '1 day' on conflict do nothing`;
const [{ workspaceId }] = await service.sql<[{ workspaceId: string }]>`
  select workspace_id as "workspaceId" from accounts limit 1`;
await growPastFollowers(service.sql, { workspaceId, days: 60 });

void t.test('what was published after 24 hours is what was counted by then', async (t) => {
  const { body } = await call('GET', '/app/api/numbers/ages?days=60&platform=instagram');
  const { body: listed } = await call('GET', '/v1/performance?days=60&limit=200&platform=instagram');
  t.equal(body.posts.length, listed.posts.length);
  const old = body.posts.find(
    ({ publishedAt }: { publishedAt: string }) => Date.parse(publishedAt) < Date.now() - 9 * 86_400_000,
  );
  t.equal(old.at24h.views, Math.floor(old.latest.views / 2));
  t.equal(old.at7d.views, old.at24h.views, 'nothing was counted in between');
  const young = body.posts.filter(
    ({ publishedAt }: { publishedAt: string }) => Date.parse(publishedAt) > Date.now() - 6 * 86_400_000,
  );
  t.ok(young.length > 0 && young.every(({ at7d }: { at7d: unknown }) => at7d === null));
  const { status } = await call('GET', '/app/api/numbers/ages?accountId=acc_01JD0000000000000000000009');
  t.equal(status, 404);
});

void t.test('sums, days with posts on them, posts to sort, best times, followers', async (t) => {
  const { page, complaints } = await open('/app/w/home/posts');
  await ready(page);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Analytics' }).click();
  await page.getByText(/^Read .+ ago\./).waitFor();
  await page
    .getByText(/a post after 24 h, .+ before: /)
    .first()
    .waitFor();
  await page.getByText(/^Best so far: |^No time stands out\./).waitFor();
  await page.getByText(/^From \d+ posts of the last 90 days/).waitFor();
  await page.getByRole('figure').filter({ hasText: 'Followers by day' }).waitFor();
  t.same(await accessibilityFaults(page), []);

  const chart = page.getByRole('application', { name: /^Views by day/ });
  await chart.focus();
  await chart.press('End');
  await page.locator('.numbers-tip').waitFor();
  await chart.press('ArrowLeft');
  await page
    .locator('.numbers-said')
    .filter({ hasText: /20\d\d: / })
    .first()
    .waitFor();
  const figure = page.getByRole('figure').filter({ hasText: 'Views by day' });
  await figure.getByRole('button', { name: 'Show as table' }).click();
  t.equal(await figure.getByRole('table').getByRole('row').count(), 26, '25 days a page');
  t.same(await accessibilityFaults(page), []);
  await figure.getByRole('button', { name: 'Show as chart' }).click();

  await page.getByText(/^[\d,]+ in all, [+−][\d,]+ in the days that are shown\.$/).waitFor();
  await page.getByRole('figure').filter({ hasText: 'Growth of followers by day' }).waitFor();
  await page.getByRole('radiogroup', { name: 'Followers' }).getByText('Count').click();
  await page
    .getByRole('figure')
    .filter({ hasText: /^Followers by day/ })
    .waitFor();
  t.same(await accessibilityFaults(page), []);

  const posts = page.getByRole('table', { name: 'Posts' });
  await posts.getByRole('button', { name: 'Views' }).click();
  await posts.locator('th[aria-sort="descending"]').filter({ hasText: 'Views' }).waitFor();
  t.match(page.url(), /sort=views/);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export posts (CSV)' }).click(),
  ]);
  t.equal(file.suggestedFilename(), 'posts.csv');

  await page
    .getByRole('button', { name: /^Post of / })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Numbers of a post' }).waitFor();
  t.same(complaints, []);
});

longTest('one post: its curve, the same age, everything; on a phone in the dark', async (t) => {
  const { body } = await call('GET', '/v1/performance?days=60&limit=200&platform=instagram');
  const { accountId, networkPostId } = body.posts[20]!;
  const { page, complaints } = await open(
    `/app/w/home/analytics/post?account=${accountId}&post=${networkPostId}`,
    { width: 390, height: 844, scheme: 'dark' },
  );
  await page.getByRole('figure').filter({ hasText: 'Views since publication' }).waitFor();
  await page.getByRole('rowheader', { name: 'Views, after 24 hours' }).waitFor();
  await page.getByRole('heading', { name: 'Everything Instagram says' }).waitFor();
  t.equal(await overflow(page), 0, 'the page of a post');
  t.same(await accessibilityFaults(page), []);
  await page.getByRole('link', { name: 'All numbers' }).click();
  await page.getByRole('figure').filter({ hasText: 'Followers by day' }).waitFor();
  t.equal(await overflow(page), 0);
  t.same(await accessibilityFaults(page), []);
  t.same(complaints, []);
});

void t.test('last month, other days, a large change in colour, and accounts compared', async (t) => {
  // the posts of before reached a quarter of what those of now did
  await service.sql`
    update post_samples s set views = t.views / 8 from tracked_posts t
    where t.post_key = s.post_key and t.published_at < now() - interval '28 days'`;
  const { page, complaints } = await open('/app/w/home/analytics');
  const change = page.locator('.numbers-change[data-change="up"]').first();
  await change.waitFor();
  t.match(await change.innerText(), /^\+\d+ %$/, 'with its sign');
  t.equal(await change.locator('svg').count(), 1, 'and an arrow');
  await page.getByRole('radiogroup', { name: 'Period' }).getByText('Last month').click();
  await page.getByRole('heading', { name: /^Posts of \w+ 20\d\d$/ }).waitFor();
  t.match(page.url(), /days=last-month/);

  await page.getByRole('button', { name: 'Other days' }).click();
  const picker = page.getByRole('dialog');
  await picker.waitFor();
  t.same(await accessibilityFaults(page), []);
  const days = picker.locator('table button:not([data-outside]):not([disabled])');
  await days.nth(2).click();
  await days.nth(8).click();
  await page.getByRole('heading', { name: /^Posts of .+ to .+/ }).waitFor();
  t.match(page.url(), /from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);
  await page.getByRole('radiogroup', { name: 'Period' }).getByText('90 days').click();
  await page.getByRole('heading', { name: 'Posts of 90 days' }).waitFor();

  const compare = page.getByRole('region', { name: 'Compare accounts', exact: true });
  for (const name of ['Instagram', 'Facebook', 'Bluesky']) {
    await compare.locator('input').first().click();
    await page.getByRole('option', { name: new RegExp(`, ${name}$`) }).click();
  }
  await page.keyboard.press('Escape');
  const figure = compare.getByRole('figure');
  await figure.filter({ hasText: /^Followers by day, compared3 accounts, 90 days/ }).waitFor();
  t.equal(await compare.getByRole('table', { name: 'Compared accounts' }).getByRole('row').count(), 4);
  t.same(await accessibilityFaults(page), []);
  await compare.getByRole('combobox', { name: 'Compared by' }).click();
  await page.getByRole('option', { name: 'Views', exact: true }).click();
  await compare.getByText(/^Not in the chart, .+ views by day: .+, Bluesky\.$/).waitFor();
  await compare.getByRole('combobox', { name: 'Compared by' }).click();
  await page.getByRole('option', { name: 'Followers', exact: true }).click();
  await figure.getByRole('button', { name: 'Show as table' }).click();
  t.equal(await figure.getByRole('columnheader').count(), 4, 'the day, and each account');
  t.same(await accessibilityFaults(page), []);
  t.same(complaints, []);
});

void t.test('a report is shared by a link, read without signing in, and revoked', async (t) => {
  const { page, complaints } = await open('/app/w/home/analytics');
  await page.getByRole('button', { name: 'Share a report' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share a report' });
  await dialog.getByRole('textbox', { name: 'Heading' }).fill('For the café');
  t.same(await accessibilityFaults(page), []);
  await dialog.getByRole('button', { name: 'Make the link' }).click();
  const url = await dialog.getByLabel('The link', { exact: true }).innerText();
  await dialog
    .getByText(/^For the café, .+ to .+1?/)
    .first()
    .waitFor();
  t.same(await accessibilityFaults(page), []);
  const { page: report } = await open(new URL(url).pathname, { width: 390, height: 844, stranger: true });
  await report.getByRole('heading', { name: 'For the café', level: 1 }).waitFor();
  await report.getByText('Views as a table').click();
  await report.getByRole('region', { name: 'Views by day' }).waitFor();
  t.equal(await overflow(report), 0);
  t.same(await accessibilityFaults(report), []);
  await dialog.getByRole('button', { name: /^Revoke the link For the café/ }).click();
  await dialog.getByText('Open links').waitFor({ state: 'detached' });
  await report.reload();
  await report.getByRole('heading', { name: 'This link cannot be opened' }).waitFor();
  t.same(complaints, []);
});

longTest('what is old says since when and why, and an empty page what to do', async (t) => {
  const { page } = await open('/app/w/home/posts');
  await ready(page);
  await page.route('**/v1/performance?*', async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    Object.assign(json.sources[0] ?? {}, { state: 'needs_permission', fetchedAt: null, reason: null });
    await route.fulfill({ response, json: { ...json, posts: [], totals: {} } });
  });
  await page.goto(`${running.baseUrl}/app/w/home/analytics?days=7`);
  const alert = page.getByRole('alert').filter({ hasText: 'Some numbers are old or missing' });
  await alert.getByText(/never read: the account has not given the permission/).waitFor();
  await page.getByRole('heading', { name: 'No post in 7 days' }).waitFor();
  await page.getByRole('button', { name: 'Show every account and a year' }).click();
  await page.getByRole('heading', { name: 'No post in a year' }).waitFor();
  t.same(await accessibilityFaults(page), []);
  await service.sql`delete from accounts`;
  await page.reload();
  await page.getByRole('heading', { name: 'No account is connected' }).waitFor();
});
