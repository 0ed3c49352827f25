// Long test: an inspector of another site in a second browser; test/introspection/inspect tests the protocol at every change.
import t from 'tap';
import { receive, states, until } from '../introspection/inspect/harness.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { startDashboard } from './dashboard.ts';

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
    const told = receive((await address.textContent())!);
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
  const told = receive((await page.getByLabel('The address').textContent())!);
  await until(() => told.length === 5 * 3);
  t.ok(told.every(({ sessionId }) => Object.values(accounts).includes(sessionId)));
});
