// Long test: an inspector of another site in a second browser; test/introspection/inspect tests the protocol at every change.
import type { Locator, Page } from 'playwright-core';
import t from 'tap';
import { receive, states, until } from '../introspection/inspect/harness.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { startDashboard } from './dashboard.ts';

/** How long an address takes at most to say something, ms. */
const SILENCE_MS = 5_000;

/**
 * Receives what an address tells. A socket may be cut while it opens (src/faces/live/upgrade.ts), and the receiver does not open
 * it again: then a person makes another address, because each opens one socket.
 */
async function receiveSome(page: Page, address: Locator) {
  for (let attempt = 1; ; attempt += 1) {
    const told = receive((await address.textContent())!);
    const deadline = Date.now() + SILENCE_MS;
    while (told.length === 0 && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 20));
    if (told.length > 0) return told;
    if (attempt === 4) throw new Error('four addresses in a row told nothing');
    const before = await address.textContent();
    await page.getByRole('button', { name: 'Make another address' }).click();
    while ((await address.textContent()) === before) await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

void t.test('a person opens an actor’s address in their own inspector', async (t) => {
  const { running, open } = await startDashboard(t);
  const { call, accounts } = running;
  const { body } = await call('POST', '/v1/posts', {
    content: 'For my inspector',
    accountIds: [accounts['telegram']],
    publishNow: true,
  });
  const { id } = body.post;
  await running.until(id, ({ status }) => status === 'published');
  const looks = [{ scheme: 'light' }, { scheme: 'dark' }, { width: 390, height: 844 }] as const;
  for (const look of looks) {
    const name = JSON.stringify(look);
    const { page, complaints } = await open(`/app/w/home/debugger/${id}`, look);
    await page.getByRole('button', { name: 'Open in an inspector' }).click();
    const dialog = page.getByRole('dialog', { name: 'Open in an inspector' });
    await dialog.getByRole('checkbox', { name: /beginning/ }).check();
    await dialog.getByRole('button', { name: 'Make the address' }).click();
    const address = dialog.getByLabel('The address');
    await address.waitFor();
    await dialog.getByText(/can be opened for \d+ s more/).waitFor();
    t.strictSame(await accessibilityFaults(page), [], name);
    t.equal(await overflow(page), 0, name);
    const told = await receiveSome(page, address);
    await until(() => states(told, id).includes('published'));
    t.match(told[0], { type: '@xstate.actor', sessionId: id });
    await dialog.getByRole('button', { name: 'Make another address' }).click();
    t.strictSame(complaints, [], name);
    await page.context().close();
  }

  const { page } = await open('/app/w/home/debugger?kind=account', { width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open in an inspector' }).click();
  await page.getByText(/can watch all accounts/).waitFor();
  t.equal(await overflow(page), 0);
  await page.getByRole('button', { name: 'Make the address' }).click();
  const told = await receiveSome(page, page.getByLabel('The address'));
  await until(() => told.length === 5 * 3);
  t.ok(told.every(({ sessionId }) => Object.values(accounts).includes(sessionId)));
});
