/** Large data: a chart of 40 states with a journal of 5,000 steps, and lists of hundreds, stay complete and usable. */
// Long test: it draws charts and lists far larger than any of today; test/web/debugger.test.ts reads the usual ones.
import type { Page } from 'playwright-core';
import t from 'tap';
import { longTest } from '../support/long.ts';
import { chartOf, type ChartState } from '../../machines/chart.ts';
import { kinds } from '../../src/kinds/index.ts';
import { newActorId } from '../../src/base/ids.ts';
import { webhookSend } from '../../src/kinds/webhook-send.ts';
import { layoutOf } from '../../src/features/introspection/layout.ts';
import { lockInto } from '../../src/engine/take.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { round, voyage } from '../support/voyage.ts';
import { holds, ready, startDashboard } from './dashboard.ts';

// before the chart is requested: a send to nobody replaces webhook sends in this process
Object.assign(kinds.webhook_send, { machine: voyage });

const { open, running } = await startDashboard(t);
const { accounts, call, service, workspaceId } = running;
const STEPS = 5_000;

/** An actor on its way, with a journal of 5,000 steps. */
async function sail(): Promise<string> {
  const { node, clock } = service.context;
  const id = newActorId(webhookSend, clock());
  await node.command(async (_, turn) => {
    turn.start({ id, kind: 'webhook_send', workspaceId, input: {} });
    return { result: null };
  });
  for (let seq = 1; seq < STEPS;) {
    seq = await node.command(async (tx, turn) => {
      const actor = (await lockInto(tx, turn, id))!;
      const most = Math.min(STEPS, actor.seq + 250);
      while (actor.seq < most) {
        if (actor.snapshot.value === 'home' || actor.snapshot.value === 'idle') course = round();
        const { value, done } = course.next();
        if (done) throw new Error(`the voyage ended in ${JSON.stringify(actor.snapshot.value)}`);
        turn.deliver(actor, value);
      }
      return { result: actor.seq };
    });
  }
  return id;
}
let course = round();

const statesOf = (state: ChartState): ChartState[] => [state, ...state.states.flatMap(statesOf)];

void t.test('a chart of 40 states and a journal of 5,000 steps are drawn completely', async (t) => {
  const chart = chartOf(voyage);
  const begun = Date.now();
  await layoutOf(chart);
  t.comment(`laid out after ${Date.now() - begun} ms`);
  const id = await sail();
  const { page, complaints } = await open('/app/w/home/debugger?kind=webhook_send');
  await page.getByRole('table').getByRole('link').first().waitFor();
  const opened = Date.now();
  await page.goto(`${running.baseUrl}/app/w/home/debugger/${id}`);
  await page.locator('[data-state="voyage.unloading.working.second"]').waitFor();
  t.comment(`first picture of the chart after ${Date.now() - opened} ms`);
  const travel = page.getByRole('region', { name: 'Time travel' });
  await travel.getByText(`Step ${STEPS} of ${STEPS}`).waitFor();
  t.comment(`the journal after ${Date.now() - opened} ms`);

  const states = statesOf(chart);
  const boxes = await boxesOf(page);
  t.strictSame([...boxes.keys()].toSorted(), states.map(({ id }) => id).toSorted(), 'every state is drawn');
  const edges = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-edge]')].map((one) => one.dataset.edge)`,
  );
  t.strictSame(
    edges.toSorted(),
    states.flatMap((state) => state.edges.map((edge) => edge.id)).toSorted(),
    'every transition is told once',
  );
  t.strictSame(overlapping(boxes), [], 'none lies over another');

  const zoomOf = () =>
    page.evaluate<string>(`document.querySelector('.react-flow__viewport').style.transform`);
  const before = await zoomOf();
  await page.getByRole('button', { name: 'Zoom In' }).click();
  await holds(page, hasMoved(before));
  const zoomed = await zoomOf();
  const pane = (await page.locator('.react-flow__pane').boundingBox())!;
  // the chart may begin above the window, where a pointer does not come
  const top = Math.max(pane.y, 120);
  await page.mouse.move(pane.x + 12, top + 12);
  await page.mouse.down();
  await page.mouse.move(pane.x + 150, top + 90, { steps: 4 });
  await page.mouse.up();
  await holds(page, hasMoved(zoomed));
  await page.getByRole('button', { name: 'Show all of it' }).click();
  await holds(
    page,
    `(() => {
    const frame = document.querySelector('.chart').getBoundingClientRect();
    const root = document.querySelector('[data-state="voyage"]').getBoundingClientRect();
    return root.left >= frame.left && root.right <= frame.right && root.top >= frame.top && root.bottom <= frame.bottom;
  })()`,
  );

  await page.getByRole('slider').focus();
  const scrubbed = Date.now();
  await page.keyboard.press('Home');
  await travel.getByText(`Step 1 of ${STEPS}`).waitFor();
  await page.locator('[data-active="true"][data-state="voyage.idle"]').waitFor();
  await page.keyboard.press('End');
  await travel.getByText(`Step ${STEPS} of ${STEPS}`).waitFor();
  for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowLeft');
  await travel.getByText(`Step ${STEPS - 20} of ${STEPS}`).waitFor();
  t.comment(`22 moves through time in ${Date.now() - scrubbed} ms`);

  await page.getByRole('tab', { name: 'Journal' }).click();
  const list = page.getByRole('list', { name: 'Steps' });
  await list
    .locator('[aria-current="step"]')
    .getByText(`${STEPS - 20}. `)
    .waitFor();
  t.ok((await list.getByRole('listitem').count()) < 60, 'few are on the page');
  t.equal(await list.getByRole('listitem').first().getAttribute('aria-setsize'), String(STEPS));
  await page.evaluate(`document.querySelector('[aria-label="Steps, scrollable"]').scrollTo(0, 0)`);
  await list.getByRole('button', { name: /^3\. begin/ }).click();
  await travel.getByText(`Step 3 of ${STEPS}`).waitFor();
  await page.locator('[data-active="true"][data-state="voyage.packing.working.first"]').waitFor();
  t.strictSame(await accessibilityFaults(page), []);
  t.strictSame(complaints, []);
});

const hasMoved = (before: string) =>
  `document.querySelector('.react-flow__viewport').style.transform !== ${JSON.stringify(before)}`;

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

async function boxesOf(page: Page): Promise<Map<string, Box>> {
  const found = await page.evaluate<[string, Box][]>(`
    [...document.querySelectorAll('.chart [data-state]')].map((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return [one.dataset.state, { left, top, right, bottom }];
    })`);
  return new Map(found);
}

/** Pairs of states that overlap although none is inside the other. */
function overlapping(boxes: Map<string, Box>): string[] {
  const all = [...boxes];
  const isAround = (outer: string, id: string) => id.startsWith(`${outer}.`);
  return all.flatMap(([id, one], index) =>
    all
      .slice(index + 1)
      .filter(([other]) => !isAround(id, other) && !isAround(other, id))
      .filter(([, { left, top, right, bottom }]) => {
        const [wide, high] = [
          Math.min(right, one.right) - Math.max(left, one.left),
          Math.min(bottom, one.bottom) - Math.max(top, one.top),
        ];
        return wide > 1 && high > 1;
      })
      .map(([other]) => `${id} and ${other}`),
  );
}

void t.test('a list of hundreds can be scrolled to its end, and keeps the reader’s position', async (t) => {
  const accountIds = [accounts['bluesky']!];
  const make = async (content: string) =>
    (await call('POST', '/v1/posts', { content, accountIds, draft: true })).body.post.id;
  for (let first = 0; first < 130; first += 26)
    await Promise.all(Array.from({ length: 26 }, (_, index) => make(`Draft number ${first + index}.`)));
  const { page, complaints } = await open('/app/w/home/posts');
  await ready(page);
  const list = page.getByRole('list', { name: 'Posts' });
  const counted = page.getByRole('status', { name: 'How many' });
  await counted.getByText('50 of 130 posts').waitFor();
  t.ok((await list.getByRole('listitem').count()) < 40, 'few are on the page');

  await page.evaluate('window.scrollTo(0, 3_000)');
  const reading = await atRest(page);
  const written = await make('Written meanwhile');
  await counted.getByText(/of 131 posts/).waitFor();
  t.same(await atRest(page), reading, 'what is new moves nothing under the eyes');

  await page.keyboard.press('End');
  await holds(page, atEnd(`document.querySelector('[aria-label="How many"]').textContent === '131 posts'`));
  const last = list.getByRole('listitem').last();
  await holds(page, atEnd(`document.querySelector('[aria-posinset="131"]') !== null`));
  t.equal(await last.getAttribute('aria-setsize'), '131');
  t.strictSame(await accessibilityFaults(page), [], 'posts');

  // into one far down and back again
  const place = await page.evaluate<number>('window.scrollY');
  await last.getByRole('link').click();
  await page.getByRole('status', { name: 'Status' }).getByText('Draft').waitFor();
  t.equal(await page.evaluate('window.scrollY'), 0, 'a page begins at its top');
  await page.goBack();
  await list.waitFor();
  await holds(page, `Math.abs(window.scrollY - ${place}) < 3`);

  // one that is removed elsewhere leaves, and the count with it
  await call('DELETE', `/v1/posts/${written}`);
  await counted.getByText('130 posts', { exact: true }).waitFor();

  // the debugger's list of the same
  await page.goto(`${running.baseUrl}/app/w/home/debugger?kind=post`);
  const table = page.getByRole('table', { name: 'Actors' });
  await counted.getByText(/^100 of 13\d actors/).waitFor();
  t.ok((await table.getByRole('row').count()) < 60, 'few are on the page');
  await holds(
    page,
    atEnd(`/^13\\d actors$/.test(document.querySelector('[aria-label="How many"]').textContent)`),
  );
  t.strictSame(complaints, []);
});

/** Whether a condition holds with the page scrolled to its end. */
const atEnd = (expression: string) => `(window.scrollTo(0, document.body.scrollHeight), ${expression})`;

/** The post at the top of the window, and its position there. */
const topmost = (page: Page) =>
  page.evaluate<[string, number]>(`(() => {
    const rows = [...document.querySelectorAll('[role="listitem"]')].map((row) => [row.querySelector('a').textContent, Math.round(row.getBoundingClientRect().top)]);
    return rows.filter(([, top]) => top > 60).toSorted((a, b) => a[1] - b[1])[0];
  })()`);

/** The same after it has stopped moving: items that are drawn for the first time are measured, and then placed. */
async function atRest(page: Page): Promise<[string, number]> {
  let before = await topmost(page);
  for (let calm = 0; calm < 5; calm += 1) {
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(resolve))');
    const now = await topmost(page);
    if (String(now) !== String(before)) calm = -1;
    before = now;
  }
  return before;
}

longTest('posts are found by account and by day, and an empty result says so', async (t) => {
  const body = { content: 'On the tenth of May', accountIds: [accounts['discord']] };
  await call('POST', '/v1/posts', { ...body, scheduledAt: '2036-05-10T23:30:00' });
  const { page, complaints } = await open(
    `/app/w/home/posts?account=${accounts['discord']}&from=2036-05-10&to=2036-05-10`,
    { width: 390, height: 844, scheme: 'dark' },
  );
  await page.getByRole('list', { name: 'Posts' }).getByText('On the tenth of May').waitFor();
  await page.getByRole('status', { name: 'How many' }).getByText('1 post', { exact: true }).waitFor();
  t.strictSame(await accessibilityFaults(page, { rules: ['color-contrast', 'target-size'] }), []);
  t.equal(await overflow(page), 0);
  await page.getByRole('combobox', { name: 'Account' }).click();
  await page.getByRole('option', { name: /, Telegram/ }).click();
  await page.getByRole('heading', { name: 'No post matches' }).waitFor();
  t.match(page.url(), new RegExp(`account=${accounts['telegram']}`));
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('list', { name: 'Posts' }).waitFor();
  t.strictSame(complaints, []);
});
