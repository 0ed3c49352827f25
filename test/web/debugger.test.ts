import { readFile } from 'node:fs/promises';
import t from 'tap';
import { longTest } from '../support/long.ts';
import { deliveryId } from '../../src/kinds/delivery.ts';
import { readRun, replayRun } from '../../src/features/introspection/run-file.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { picture } from '../support/picture.ts';
import { untilReceiving } from '../support/until-receiving.ts';
import { startDashboard } from './dashboard.ts';
import { kinds } from '../../src/kinds/index.ts';

const { running, open } = await startDashboard(t);

void t.test('a failed post is found, understood step by step, and sent again by an operator', async (t) => {
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
  await page.getByRole('link', { name: /^Delivery: Discord · / }).click();
  await page.getByRole('heading', { level: 1, name: /^Delivery/ }).waitFor();
  const active = page.locator('[data-active="true"][data-state="delivery.failed"]');
  await active.waitFor();

  const travel = page.getByRole('region', { name: 'Time travel' });
  await travel.getByText(/Step 2 of 2/).waitFor();
  const answered = page.getByRole('region', { name: 'Response of the network' });
  await answered.getByText(/POST .*\/webhooks\/\[redacted\]\/\[redacted\]/).waitFor();
  await answered.getByLabel('Body of the response').waitFor();
  await answered.getByText('Sent', { exact: true }).waitFor();
  t.match(await answered.getByLabel('Body that was sent').textContent(), /Watch this one/);
  await travel.getByRole('button', { name: 'Step back' }).click();
  await travel.getByText(/Step 1 of 2/).waitFor();
  await page.locator('[data-active="true"][data-state="delivery.sending"]').waitFor();
  t.equal(await active.count(), 0, 'what was not yet is not lit');
  const asked = page.getByRole('region', { name: 'Effects it requested' });
  await asked
    .getByRole('group', { name: 'Exchanges of publish' })
    .getByText('400', { exact: true })
    .waitFor();
  const exchange = asked.getByText(/POST .*webhooks/);
  const sent = asked.getByLabel('Body that was sent');
  t.ok(await sent.isVisible(), 'what went wrong is open');
  await exchange.click();
  t.notOk(await sent.isVisible(), 'and can be closed');
  await page.getByRole('slider').focus();
  await page.keyboard.press('ArrowRight');
  await active.waitFor();
  t.ok(
    await page.locator('.row.taken[data-edge="delivery.sending|outcome.rejected|0"]').count(),
    'the edge that was taken is lit',
  );
  await page.getByRole('button', { name: 'Show all of it' }).click();
  await picture(page, 'debugger');
  await page.getByRole('region', { name: 'What changed' }).getByText('error', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'publish', exact: true }).click();
  await travel.getByText(/Step 1 of 2/).waitFor();
  t.strictSame(await accessibilityFaults(page), []);

  await page.getByRole('tab', { name: 'Manual actions' }).click();
  await page.getByRole('radio', { name: 'Send again' }).check();
  await page.getByLabel('Reason').fill('discord is fixed');
  await page.getByRole('button', { name: 'Send again' }).click();
  await travel.getByRole('button', { name: 'To now' }).click();
  await page.locator('[data-active="true"][data-state="delivery.published"]').waitFor();
  await travel.getByText(/Step 4 of 4/).waitFor();
  t.equal(sandbox.sandbox.ledger.entries({ network: 'discord' }).length, 1, 'it is live once');

  await page.getByRole('link', { name: /^Post: Watch/ }).click();
  await page.getByRole('tab', { name: 'Journal' }).click();
  await page.getByRole('button', { name: /retry → Publishing · manual action/ }).click();
  await page.getByRole('tab', { name: 'Step' }).click();
  await page.getByText('discord is fixed').waitFor();
  const manual = page.getByRole('alert', { name: 'Manual action' });
  await manual.getByText('Rosa', { exact: true }).waitFor();
  await page
    .getByRole('region', { name: /^Messages/ })
    .getByText('retry · Rosa')
    .waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the run' }).click();
  const run = readRun(await readFile(await (await download).path(), 'utf8'));
  t.ok(
    replayRun(run, kinds).every(({ differences, stopped }) => differences.length === 0 && stopped === null),
  );
  t.ok(
    run.actors.some(({ steps }) => steps.some(({ by }) => by?.name === 'Rosa')),
    'the download names who did it',
  );

  await running.service.directory`update users set name = 'Rosa Luz'`;
  await page.reload();
  await page.getByRole('tab', { name: 'Journal' }).click();
  await page.getByRole('button', { name: /manual action, Rosa Luz/ }).waitFor();
  // the person leaves, and with them their name; another one is at the same page by now
  await running.service.sql`update journal_pages
    set steps = replace(steps::text, ${await handOf(id)}, 'usr_0GONE')::json
    where family = ${id}`;
  await page.reload();
  await page.getByRole('tab', { name: 'Journal' }).click();
  await page.getByRole('button', { name: /manual action, a deleted user/ }).waitFor();
  t.strictSame(complaints, []);
});

/** Id of the person who took a manual action on a post. */
async function handOf(id: string): Promise<string> {
  const [row] = await running.service.sql<{ userId: string }[]>`
    select hand ->> 'userId' as "userId" from journal where actor_id = ${id} and hand is not null`;
  return row!.userId;
}

longTest(
  'pages of the debugger are accessible, in both colour schemes and on a phone, and say when they are empty',
  async (t) => {
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
    const looks = [{ scheme: 'light' }, { scheme: 'dark', width: 390, height: 844 }] as const;
    for (const look of looks) {
      const name = JSON.stringify(look);
      // another scheme changes only colours, a small screen the size of targets
      const only = look.scheme === 'light' ? {} : { rules: ['color-contrast', 'target-size'] };
      const { page, complaints } = await open('/app/w/home/debugger', look);
      await page.getByRole('table').waitFor();
      t.strictSame(await accessibilityFaults(page, only), [], `list ${name}`);
      t.equal(await overflow(page), 0, `list ${name}`);
      await page.getByLabel('Text or id').fill('nobody wrote this');
      await page.getByRole('heading', { name: 'No actor matches' }).waitFor();

      await page.goto(`${running.baseUrl}/app/w/home/debugger/${delivery}`);
      await page.locator('[data-active="true"][data-state="delivery.retrying"]').waitFor();
      const answered = page.getByRole('region', { name: 'Response of the network' });
      await answered
        .getByText(/GET .*mastodon/)
        .last()
        .click();
      await answered.getByLabel('Body of the response').last().waitFor();
      t.strictSame(await accessibilityFaults(page, only), [], `exchanges ${name}`);
      t.equal(await overflow(page), 0, `exchanges ${name}`);
      await page.getByRole('tab', { name: /Pending/ }).click();
      await page.getByText(/timer, due in \d minutes/).waitFor();
      t.strictSame(await accessibilityFaults(page, only), [], `actor ${name}`);
      t.equal(await overflow(page), 0, `actor ${name}`);

      await page.goto(`${running.baseUrl}/app/w/home/debugger/charts/delivery`);
      await page.getByText(/3 in all/).waitFor();
      t.strictSame(await accessibilityFaults(page, only), [], `heat ${name}`);
      t.equal(await overflow(page), 0, `heat ${name}`);
      t.strictSame(complaints, [], name);
      await page.context().close();
    }

    const { page } = await open('/app/w/home/debugger/charts/delivery');
    const published = page.locator('[data-state="delivery.published"] .count');
    await page.getByText(/3 in all/).waitFor();
    t.equal(await published.textContent(), '2', 'one of them by the test above');
    advance(6 * 60_000);
    await page.locator('[data-state="delivery.published"] .count', { hasText: '3' }).waitFor();
    await page.goto(`${running.baseUrl}/app/w/home/debugger/post_none`);
    await page.getByRole('heading', { name: 'There is no such actor' }).waitFor();
  },
);

longTest('a state of parallel regions, which is long, is wrapped on a phone', async (t) => {
  const receiving = await startDashboard(t, { platforms: ['instagram'], subscribes: true });
  await untilReceiving(receiving.running.service, 'instagram');
  const { actors } = (await receiving.running.call('GET', '/v1/actors?kind=receiver')).body;
  const { page } = await receiving.open(`/app/w/home/debugger/${actors[0].id}`, { width: 390, height: 844 });
  await page
    .getByText(/^Active: Subscription: [^,]+, Reading: [^,]+, Sweeping: [^,]+, Placing: [^,]+$/)
    .first()
    .waitFor();
  t.equal(await overflow(page), 0);
});
