import { readFile } from 'node:fs/promises';
import t from 'tap';
import { deliveryId } from '../../src/ids.ts';
import { readRun, replayRun } from '../../src/debugger/run-file.ts';
import { lockInto } from '../../src/runtime/take.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { startDashboard } from './dashboard.ts';

void t.test('a failed post is found, understood step by step, and sent again by hand', async (t) => {
  const { running, open } = await startDashboard(t);
  const { sandbox, accounts, until, call } = running;
  sandbox.sandbox.faults.add({ kind: 'status', status: 400, network: 'discord', times: 1 });
  const { body } = await call('POST', '/v1/posts', {
    content: 'Watch this one',
    accountIds: [accounts['discord']],
    publishNow: true,
  });
  const { id } = body.post;
  await until(id, ({ status }) => status === 'failed');
  const { page, complaints } = await open('/app/w/home/debugger');

  await page.getByRole('link', { name: 'Watch this one' }).click();
  await page.getByRole('heading', { level: 1, name: 'Post: Watch this one' }).waitFor();
  await page
    .getByRole('region', { name: 'Why' })
    .getByText(/This post failed/)
    .waitFor();
  await page.getByRole('link', { name: /^Delivery: discord/ }).click();
  await page.getByRole('heading', { level: 1, name: /^Delivery/ }).waitFor();
  const active = page.locator('[data-active="true"][data-state="delivery.failed"]');
  await active.waitFor();

  const travel = page.getByRole('region', { name: 'Time travel' });
  await travel.getByText(/Step 2 of 2/).waitFor();
  await travel.getByRole('button', { name: 'Step back' }).click();
  await travel.getByText(/Step 1 of 2/).waitFor();
  await page.locator('[data-active="true"][data-state="delivery.sending"]').waitFor();
  t.equal(await active.count(), 0, 'what was not yet is not lit');
  await page.getByRole('slider').focus();
  await page.keyboard.press('ArrowRight');
  await active.waitFor();
  t.ok(
    await page.locator('.row.taken[data-edge="delivery.sending|outcome.rejected|0"]').count(),
    'the edge that was taken is lit',
  );
  await page.getByRole('region', { name: 'What changed' }).getByText('error', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'publish', exact: true }).click();
  await travel.getByText(/Step 1 of 2/).waitFor();
  t.strictSame(await accessibilityFaults(page), []);

  await page.getByRole('tab', { name: 'By hand' }).click();
  await page.getByRole('radio', { name: 'Send again' }).check();
  await page.getByLabel('Reason').fill('discord is mended');
  await page.getByRole('button', { name: 'Send again' }).click();
  await travel.getByRole('button', { name: 'To now' }).click();
  await page.locator('[data-active="true"][data-state="delivery.published"]').waitFor();
  await travel.getByText(/Step 4 of 4/).waitFor();
  t.equal(sandbox.sandbox.ledger.entries({ network: 'discord' }).length, 1, 'it is live once');

  await page.getByRole('link', { name: /^Post: Watch/ }).click();
  await page.getByRole('tab', { name: 'Journal' }).click();
  await page.getByRole('button', { name: /publish → publishing · by hand/ }).click();
  await page.getByRole('tab', { name: 'Step' }).click();
  await page.getByText('discord is mended').waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the run' }).click();
  const run = readRun(await readFile(await (await download).path(), 'utf8'));
  t.ok(replayRun(run).every(({ differences, stopped }) => differences.length === 0 && stopped === null));
  t.strictSame(complaints, []);
});

void t.test(
  'pages of the debugger are accessible, in both colours and on a phone, and say when they are empty',
  async (t) => {
    const { running, open } = await startDashboard(t);
    const { accounts, until, call, advance, sandbox } = running;
    sandbox.sandbox.faults.add({ kind: 'status', status: 503, network: 'mastodon', times: 1 });
    const { body } = await call('POST', '/v1/posts', {
      content: 'On two of them',
      accountIds: [accounts['mastodon'], accounts['telegram']],
      publishNow: true,
    });
    const { id } = body.post;
    await until(id, ({ deliveries }) =>
      deliveries.some((one: { status: string }) => one.status === 'retrying'),
    );
    const delivery = deliveryId(id, accounts['mastodon']!);
    const looks = [{ scheme: 'light' }, { scheme: 'dark' }, { width: 390, height: 844 }] as const;
    for (const look of looks) {
      const name = JSON.stringify(look);
      // another scheme changes colours alone, a small screen the size of what is touched
      const rules = 'width' in look ? ['target-size'] : ['color-contrast'];
      const only = 'scheme' in look && look.scheme === 'light' ? {} : { rules };
      const { page, complaints } = await open('/app/w/home/debugger', look);
      await page.getByRole('table').waitFor();
      t.strictSame(await accessibilityFaults(page, only), [], `list ${name}`);
      t.equal(await overflow(page), 0, `list ${name}`);
      await page.getByLabel('Text or id').fill('nobody wrote this');
      await page.getByRole('heading', { name: 'No actor is like this' }).waitFor();

      await page.goto(`${running.baseUrl}/app/w/home/debugger/${delivery}`);
      await page.locator('[data-active="true"][data-state="delivery.retrying"]').waitFor();
      await page.getByRole('tab', { name: /Pending/ }).click();
      await page.getByText(/timer, due in \d minutes/).waitFor();
      t.strictSame(await accessibilityFaults(page, only), [], `actor ${name}`);
      t.equal(await overflow(page), 0, `actor ${name}`);

      await page.goto(`${running.baseUrl}/app/w/home/debugger/charts/delivery`);
      await page.getByText(/2 in all/).waitFor();
      t.strictSame(await accessibilityFaults(page, only), [], `heat ${name}`);
      t.equal(await overflow(page), 0, `heat ${name}`);
      t.strictSame(complaints, [], name);
      await page.context().close();
    }

    const { page } = await open('/app/w/home/debugger/charts/delivery');
    const published = page.locator('[data-state="delivery.published"] .count');
    await page.getByText(/2 in all/).waitFor();
    t.equal(await published.textContent(), '1');
    advance(6 * 60_000);
    await page.locator('[data-state="delivery.published"] .count', { hasText: '2' }).waitFor();
    await page.goto(`${running.baseUrl}/app/w/home/debugger/post_none`);
    await page.getByRole('heading', { name: 'There is no such actor' }).waitFor();
  },
);

void t.test('a journal of 5,000 steps is looked at and scrubbed without waiting', async (t) => {
  const { running, open } = await startDashboard(t);
  const { call, accounts, service } = running;
  const { body } = await call('POST', '/v1/posts', {
    content: 'Often moved',
    accountIds: [accounts['telegram']],
    draft: true,
  });
  const { id } = body.post;
  for (let page = 0; page < 50; page += 1) {
    await service.context.node.command(async (tx, turn) => {
      const actor = await lockInto(tx, turn, id);
      const first = actor!.seq;
      for (let step = 0; step < 100 && actor!.seq < 5_000; step += 1)
        turn.deliver(actor!, { type: 'shelve', dueAt: 1_900_000_000_000 + (first + step) * 60_000 } as {
          type: string;
        });
      return { result: null };
    });
  }
  const { page, complaints } = await open('/app/w/home/debugger');
  await page.getByRole('link', { name: 'Often moved' }).waitFor();
  const begun = Date.now();
  await page.goto(`${running.baseUrl}/app/w/home/debugger/${id}`);
  await page.locator('[data-active="true"][data-state="post.draft"]').waitFor();
  const travel = page.getByRole('region', { name: 'Time travel' });
  await travel.getByText('Step 5000 of 5000').waitFor();
  t.comment(`first picture after ${Date.now() - begun} ms`);
  const slider = page.getByRole('slider');
  await slider.focus();
  const scrubbed = Date.now();
  await page.keyboard.press('Home');
  await travel.getByText('Step 1 of 5000').waitFor();
  await page.keyboard.press('End');
  await travel.getByText('Step 5000 of 5000').waitFor();
  for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowLeft');
  await travel.getByText('Step 4980 of 5000').waitFor();
  t.comment(`22 moves through time in ${Date.now() - scrubbed} ms`);
  await page.getByRole('tab', { name: 'Journal' }).click();
  t.ok(
    (await page.getByRole('list', { name: 'Steps' }).getByRole('listitem').count()) < 60,
    'few are on the page',
  );
  t.strictSame(complaints, []);
});
