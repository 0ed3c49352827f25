import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { build } from 'vite';
import { openBrowser, openPage } from '../../support/browser.ts';
import { startService } from '../../support/service.ts';
import { setUp } from '../../web/set-up.ts';
import { ticket, wsAddress } from './harness.ts';

/** Serves a page with the package's receiver. @returns its address */
async function receiverPage(t: Test): Promise<string> {
  const entry = fileURLToPath(new URL('receiver-page.js', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry, formats: ['es'] }, minify: false },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const script = (output as { output: { code?: string }[] }).output[0]!.code ?? '';
  const server = createServer(({ url }, response) => {
    const isScript = url === '/receiver.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(
      isScript
        ? script
        : '<!doctype html><html lang="en"><title>Inspector</title><link rel="icon" href="data:,"><body>waiting</body><script type="module" src="/receiver.js"></script></html>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

void t.test('an inspector’s page of another origin needs a ticket', async (t) => {
  const running = await startService(t);
  const { call, accounts, baseUrl } = running;
  const address = await receiverPage(t);
  const browser = await openBrowser(t);
  const { page, complaints } = await openPage(browser);
  // the same site by its name, so that the browser does send the cookie along
  await page.context().addCookies([{ ...(await setUp(running)), url: baseUrl }]);
  const open = (server: string) => page.goto(`${address}?${new URLSearchParams({ server }).toString()}`);

  const { body } = await call('POST', '/v1/posts', {
    content: 'Seen elsewhere',
    accountIds: [accounts['telegram']],
    draft: true,
  });
  await open(await ticket(running, { actor: body.post.id }));
  await page.getByText('3 "draft"').waitFor();
  await call('PATCH', `/v1/posts/${body.post.id}`, { publishNow: true });
  await page.getByText('"published"').waitFor();
  const told = await page.evaluate<{ type: string; sessionId: string }[]>('globalThis.told');
  t.ok(told.every(({ sessionId }) => sessionId === body.post.id));
  t.same(complaints, []);

  const refused = page.waitForEvent('console', (message) => message.text().includes('/v1/inspect'));
  await open(wsAddress(baseUrl));
  t.match((await refused).text(), /Unexpected response code: 403/);
  t.equal(await page.locator('body').textContent(), 'waiting');
});
