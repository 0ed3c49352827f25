/** The page of a post with nineteen deliveries in six kinds of trouble: read at a glance, moved through time, and shared. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { networks } from '../../simulators/networks.ts';
import { deliveryId } from '../../src/kinds/delivery.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { holds, startDashboard } from './dashboard.ts';

/** YouTube takes videos alone. */
const platforms = networks.map(({ platform }) => platform).filter((platform) => platform !== 'youtube');
const { running, open } = await startDashboard(t, { platforms });
const { accounts, call, sandbox } = running;

/** What each of six networks does with the post, the state of its delivery afterwards, and how its row says that. */
const TROUBLES = {
  mastodon: {
    fault: { kind: 'status', status: 401 },
    state: 'waiting_account',
    text: 'Waits for the account',
  },
  telegram: { fault: { kind: 'lost_answer', times: 1 }, state: 'in_doubt', text: 'May be live' },
  discord: { fault: { kind: 'status', status: 400, times: 1 }, state: 'failed', text: 'Failed' },
  bluesky: {
    fault: { kind: 'status', status: 429, retryAfterSeconds: 290 },
    state: 'limited',
    text: 'Asked to wait',
  },
  slack: { fault: { kind: 'status', status: 503 }, state: 'retrying', text: 'Waits to try again' },
  ghost: { fault: { kind: 'held', delayMs: 600_000 }, state: 'sending', text: 'Sending' },
} as const;

/** A post of nineteen deliveries: thirteen are live, and six are in trouble. */
async function publish(): Promise<string> {
  for (const [network, { fault }] of Object.entries(TROUBLES))
    sandbox.sandbox.faults.add({ network, ...fault });
  const { boards } = (await call('GET', '/v1/pinterest-boards')).body;
  const { body } = await call('POST', '/v1/posts', {
    content: 'Nineteen networks, one picture',
    accountIds: Object.values(accounts),
    pinterestBoardId: boards[0].id,
    tiktokSettings: { privacyLevel: 'PUBLIC_TO_EVERYONE' },
    media: [`${sandbox.url}/samples/photo.jpg`],
    publishNow: true,
  });
  const { id } = body.post;
  const states = async () => {
    const { relatives } = (await call('GET', `/v1/actors/${id}`)).body;
    return new Map(relatives.map(({ platform, state }) => [platform, state]));
  };
  await eventually(async () => {
    const now = await states();
    // networks that work on a file are polled by the service's clock, which stays behind the first of the next attempts
    if ([...now.values()].includes('processing')) running.advance(1_000);
    return platforms.every(
      (platform) => now.get(platform) === (TROUBLES[platform as keyof typeof TROUBLES]?.state ?? 'published'),
    );
  });
  return id;
}

const id = await publish();
const address = `/app/w/home/debugger/${id}`;
const line = (page: Page) => page.getByRole('region', { name: 'Time line' });
const rows = (page: Page) => line(page).getByRole('listitem');
const travel = (page: Page) => page.getByRole('region', { name: 'Time travel' });

void t.test('the page of a post begins with a row for each account, those in trouble first', async (t) => {
  const { page, complaints } = await open(address, { width: 1440, height: 900 });
  await rows(page).first().waitFor();
  const shown = await rows(page).allTextContents();
  t.equal(shown.length, 9, 'six in trouble, and three of those that are live');
  for (const [platform, { text }] of Object.entries(TROUBLES))
    t.ok(
      shown.slice(0, 6).some((row) => row.includes(text)),
      `${platform} is among the first six: ${text}`,
    );
  t.match(shown[0], /May be live|Waits for the account/, 'what waits for a person is above all');
  const box = (await rows(page).nth(1).boundingBox())!;
  t.equal(box.height, 24);
  t.ok(box.y < 450, `the rows are on the first screen: ${box.y}`);
  await line(page)
    .getByRole('button', { name: /^10 more that are well \(median / })
    .click();
  t.equal(await rows(page).count(), 19);
  t.strictSame(await accessibilityFaults(page), []);
  t.equal(await overflow(page), 0);
  const sequence = page.getByRole('region', { name: /^Messages, / });
  await sequence.waitFor();
  const widths = await page.evaluate<[number, number]>(
    `(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])(document.querySelector('[aria-label^="Messages, "]'))`,
  );
  t.ok(widths[0] <= widths[1], `its messages fit beside each other: ${widths.join(' of ')} pixels`);
  t.strictSame(complaints, []);
});

void t.test('a press on a row shows the request and the response that lie there', async (t) => {
  const { page, complaints } = await open(address, { width: 1440, height: 900 });
  await page
    .getByRole('button', { name: /^Discord .*show its steps$/ })
    .click({ position: { x: 200, y: 12 } });
  const answered = page.getByRole('region', { name: 'Response of the network' });
  await answered.getByText('400', { exact: true }).waitFor();
  await answered.getByLabel('Body of the response').waitFor();
  await page.locator('[data-active="true"][data-state="delivery.failed"]').waitFor();
  await page.getByRole('status').filter({ hasText: 'Delivery: Discord' }).waitFor();
  t.ok((await smallestLetters(page)) >= 12, `letters of ${await smallestLetters(page)} px`);
  await page.getByRole('button', { name: 'Show all of it' }).click();
  await holds(page, `document.querySelector('.chart').classList.contains('far')`);
  // the page reads its actors again meanwhile, which moves nothing
  await page.waitForResponse((response) => /\/v1\/actors\/[^/]+\?/.test(response.url()));
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
  );
  t.ok(await page.locator('.chart.far').count(), 'what a person moved stays');
  t.ok((await smallestLetters(page)) >= 12, `from afar, letters of ${await smallestLetters(page)} px`);
  await eventually(async () => page.url().includes('row=dlv_') && page.url().includes('step='));
  await page.getByRole('button', { name: 'Back to the whole' }).click();
  await page.locator('[data-active="true"][data-state="post.publishing"]').waitFor();
  t.strictSame(complaints, []);
});

void t.test(
  'a move through time changes the whole page and its address, which shows a colleague the same',
  async (t) => {
    const { page, complaints } = await open(address, { width: 1440, height: 900 });
    await travel(page).getByText('Following').waitFor();
    await page.keyboard.press('Home');
    await travel(page)
      .getByText(/^1 of \d+: step 1, started → Publishing$/)
      .waitFor();
    const telegram = rows(page).filter({ hasText: 'Telegram' });
    await telegram.getByText('not started').waitFor();
    await eventually(() => page.url().endsWith(`${id}?step=1`));
    for (let press = 0; press < 25; press += 1) await page.keyboard.press('ArrowRight');
    const label = travel(page).getByText(/^26 of \d+: /);
    await label.waitFor();
    await telegram.getByText('Sending').waitFor();
    t.equal(await telegram.getByText('May be live').count(), 0, 'what was not yet is not shown');
    await page.getByRole('button', { name: /^Telegram .*show its steps$/ }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-active="true"][data-state="delivery.sending"]').waitFor();
    await eventually(() => page.url().includes('row=dlv_'));
    const here = await stateOf(page);
    const colleague = await open(new URL(page.url()).pathname + new URL(page.url()).search, {
      width: 390,
      height: 844,
      scheme: 'dark',
    });
    await colleague.page.locator('[data-active="true"][data-state="delivery.sending"]').waitFor();
    t.equal(await stateOf(colleague.page), here);
    t.ok(
      (await smallestLetters(colleague.page)) >= 12,
      `on a phone, letters of ${await smallestLetters(colleague.page)} px`,
    );
    t.strictSame(await accessibilityFaults(colleague.page), []);
    t.equal(await overflow(colleague.page), 0);

    // the slider has the focus of nothing: the page plays by the space bar, from there to the end
    await page.locator('body').click({ position: { x: 700, y: 5 } });
    await page.keyboard.press(' ');
    await travel(page).getByRole('button', { name: 'Pause' }).waitFor();
    await travel(page)
      .getByText(/^2[89] of \d+: /)
      .waitFor();
    await page.keyboard.press(' ');
    await travel(page).getByRole('button', { name: 'Play' }).waitFor();
    await page.keyboard.press('End');
    await telegram.getByText('May be live').waitFor();
    await eventually(() => !page.url().includes('step='));
    t.strictSame([...complaints, ...colleague.complaints], []);
  },
);

/** The size of the smallest letters of the chart that can be seen, CSS pixels: its zoom counts. */
const smallestLetters = (page: Page): Promise<number> =>
  page.evaluate<number>(`(() => {
    const zoom = new DOMMatrix(getComputedStyle(document.querySelector('.react-flow__viewport')).transform).a;
    const sizes = [...document.querySelectorAll('.chart .state-title, .chart .row, .chart .count')].flatMap((one) => {
      const { fontSize, visibility, display } = getComputedStyle(one);
      return visibility === 'hidden' || display === 'none' ? [] : [parseFloat(fontSize) * zoom];
    });
    return Math.round(Math.min(...sizes) * 100) / 100;
  })()`);

/** What a page says of its moment: the label, and the states of its rows. */
async function stateOf(page: Page): Promise<string> {
  const label = await travel(page).locator('[aria-live]').textContent();
  // meanwhile there may be newer steps
  const texts = await line(page).locator('.timeline-name, .timeline-end').allTextContents();
  return [label?.replace(/ of \d+/, ''), ...texts].join('\n');
}

void t.test('an address that names a step which is not there says so, and shows the newest', async () => {
  const { page } = await open(`${address}?step=99999`);
  await page.getByText('The journal has no step 99999 that you can see').waitFor();
  await travel(page).getByText('Following').waitFor();
});

void t.test('the page of one delivery has a row for each of its states', async (t) => {
  const { page } = await open(`/app/w/home/debugger/${deliveryId(id, accounts['telegram']!)}?step=1`);
  await travel(page)
    .getByText(/^Step 1 of \d+: /)
    .waitFor();
  const texts = await rows(page).allTextContents();
  t.ok(texts[0]?.startsWith('Sending'), texts.join());
  t.ok(
    texts.some((text) => text.startsWith('May be live')),
    texts.join(),
  );
  await page.getByRole('button', { name: /^May be live/ }).click();
  await page.locator('[data-active="true"][data-state="delivery.in_doubt"]').waitFor();
});
