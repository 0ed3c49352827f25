/** The page on which anybody is a follower, in a real browser, over a sandbox that is served. */
// Long test: a page of the sandbox alone; what it calls is tested by control-people.test.ts at every change.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import t, { type Test } from 'tap';
import { networks } from '../../simulators/networks.ts';
import { serveSandbox } from '../../simulators/server.ts';
import type { SimulatedAccount } from '../../simulators/simulator.ts';
import { accessibilityFaults, openBrowser, openPage, overflow } from '../support/browser.ts';
import { type Body, idIn, listAt } from './people-scene.ts';

const PAGE_TIMEOUT_MS = 20_000;

async function scene(t: Test) {
  const server = await serveSandbox({ port: 0, networks });
  t.teardown(() => server.stop());
  const { url } = server;
  const post = async (path: string, body: Body): Promise<Body> => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/control/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as Body;
    equal(response.status, 200, JSON.stringify(answer));
    return answer;
  };
  const account = (await post('accounts', {
    network: 'instagram',
    name: 'Luna',
  })) as unknown as SimulatedAccount;
  const call = async (path: string, body: Body): Promise<Body> => {
    const authorization = `Bearer ${account.credentials['accessToken']}`;
    const headers = { 'content-type': 'application/json', authorization };
    const response = await fetch(`${url}/instagram/v26.0${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as Body;
  };
  const see = async (username: string): Promise<Body> =>
    (await (await fetch(`${url}/control/people?network=instagram&username=${username}`)).json()) as Body;
  const act = (username: string, act: Body) =>
    post('people', { network: 'instagram', person: { username }, act });
  return { url, post, call, see, act };
}

await t.test('a follower comments, writes, taps and sees what the account answers', async (t) => {
  const { url, call, see } = await scene(t);
  const { page, complaints } = await openPage(await openBrowser(t));
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  await page.goto(`${url}/people?username=ann`);
  await page.getByText('nobody hears of what you do').waitFor();

  await page.getByLabel('Comment', { exact: true }).fill('How much is it? 🍞');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await page.locator('.comments').getByText('How much is it? 🍞').waitFor();
  equal(await page.getByLabel('Comment', { exact: true }).inputValue(), '', 'the field is free again');
  const comment = idIn(listAt(await see('ann'), 'comments')[0] ?? {});
  await call(`/${comment}/replies`, { message: 'Ten euros' });
  await page.locator('.comments').getByText('Ten euros').waitFor(); // without a reload
  await call('/me/messages', { recipient: { comment_id: comment }, message: { text: 'The list of prices' } });
  await page.locator('.log').getByText('private reply to your comment').waitFor();

  await page.getByLabel('Message', { exact: true }).fill('Thanks!');
  await page.keyboard.press('Enter');
  await page.locator('.log').getByText('Thanks!').waitFor();
  const quick_replies = [{ content_type: 'text', title: 'Small', payload: 'S' }];
  const recipient = { id: idIn((await see('ann'))['person'] as Body) };
  await call('/me/messages', { recipient, message: { text: 'Which size?', quick_replies } });
  await page.getByRole('button', { name: 'Small' }).click();
  await page.locator('.log .mine').getByText('Small').waitFor();
  await page.getByRole('button', { name: 'React ❤' }).last().click();
  await page.locator('.log .reactions').waitFor();
  await page.getByRole('button', { name: 'Mention in a story' }).click();
  await page.locator('.log').getByText('story mention').waitFor();
  await page.getByLabel('Message', { exact: true }).fill('wow');
  await page.getByRole('button', { name: 'Answer the story' }).click();
  await page.locator('.log').getByText('story reply').waitFor();
  deepEqual(
    listAt(await see('ann'), 'messages').map(({ text }) => text),
    ['The list of prices', 'Thanks!', 'Which size?', 'Small', '', 'wow'],
  );
  deepEqual(
    complaints.filter((one) => !one.includes('404')),
    [],
  );
});

await t.test(
  'a message is edited and unsent, a comment answered, the account followed and blocked',
  async (t) => {
    const { url, act, see } = await scene(t);
    await act('ann', { say: 'lnik' });
    const { page } = await openPage(await openBrowser(t));
    page.setDefaultTimeout(PAGE_TIMEOUT_MS);
    await page.goto(`${url}/people?username=ann`);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByText('Editing a message').waitFor();
    await page.getByLabel('Message', { exact: true }).fill('link');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.log').getByText('edited').waitFor();
    equal(listAt(await see('ann'), 'messages')[0]?.['text'], 'link');
    await page.getByRole('button', { name: 'Unsend' }).click();
    await page.getByText('Message unsent').waitFor();

    await page.getByLabel('Comment', { exact: true }).fill('first');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('button', { name: 'Reply' }).click();
    await page.getByText('Replying to ann').waitFor();
    await page.getByLabel('Comment', { exact: true }).fill('second');
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.locator('.comments ul').getByText('second').waitFor();

    await page.getByRole('button', { name: 'Follow' }).click();
    await page.getByText('follows luna').waitFor();
    await page.getByRole('button', { name: 'Block the account' }).click();
    await page.getByRole('button', { name: 'Unblock the account' }).waitFor();
    await page.getByLabel('Message', { exact: true }).fill('hello?');
    await page.keyboard.press('Enter');
    match((await page.getByRole('alert').textContent()) ?? '', /ann has blocked the account; unblock first/);
    equal(
      await page.getByLabel('Message', { exact: true }).inputValue(),
      'hello?',
      'what was refused is still there',
    );
  },
);

await t.test('a post that is published while the page is open can be commented on', async (t) => {
  const { url, post } = await scene(t);
  const account = (await post('accounts', {
    network: 'threads',
    name: 'luna',
  })) as unknown as SimulatedAccount;
  const { page } = await openPage(await openBrowser(t));
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  await page.goto(`${url}/people?network=threads&username=ann`);
  const call = async (path: string, query: { [name: string]: string }) => {
    const authorization = `Bearer ${account.credentials['accessToken']}`;
    const init = { method: 'POST', headers: { authorization }, body: new URLSearchParams(query) };
    const response = await fetch(`${url}/threads/v1.0/me/${path}`, init);
    return idIn((await response.json()) as Body);
  };
  const creation_id = await call('threads', { media_type: 'TEXT', text: 'Just published' });
  const id = await call('threads_publish', { creation_id });
  const card = page.locator('.post', { hasText: 'Just published' });
  await card.getByRole('button', { name: 'Comment on this' }).click();
  equal(await page.getByLabel('Comment below').inputValue(), id);
  await page.getByLabel('Comment', { exact: true }).fill('First!');
  await page.keyboard.press('Enter');
  await card.getByText('First!').waitFor();
});

await t.test('the page says whether the app hears of it', async (t) => {
  const { url, post, call, act } = await scene(t);
  const app = createServer((asked, answer) => {
    const { searchParams } = new URL(asked.url ?? '', 'http://app.test');
    answer.end(searchParams.get('hub.challenge') ?? '');
  }).listen(0, '127.0.0.1');
  await once(app, 'listening');
  t.teardown(() => {
    app.close();
    app.closeAllConnections();
  });
  const callbackUrl = `http://127.0.0.1:${(app.address() as AddressInfo).port}/`;
  const shown = async () => (await fetch(`${url}/people`)).text();
  ok((await shown()).includes('No app has set an address'));
  await post('webhooks', { network: 'instagram', callbackUrl, verifyToken: 'a' });
  ok((await shown()).includes('No app is subscribed to this account'));
  await call('/me/subscribed_apps', { subscribed_fields: 'messages' });
  await act('ann', { say: 'Hello' });
  const { page } = await openPage(await openBrowser(t));
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  await page.goto(`${url}/people?username=ann`);
  await page.getByText('The app hears of what you do. It last responded 200.').waitFor();
});

await t.test('light, dark and phone: readable, nothing sideways, no accessibility fault', async (t) => {
  const { url, call, act } = await scene(t);
  const { person } = (await act('ann', { say: 'Do you open on Sunday?' })) as { person: Body };
  const quick_replies = [{ content_type: 'text', title: 'Yes', payload: 'Y' }];
  await call('/me/messages', {
    recipient: { id: idIn(person) },
    message: { text: `From nine ${'!'.repeat(200)}`, quick_replies },
  });
  const browser = await openBrowser(t);
  for (const [width, scheme] of [
    [1280, 'light'],
    [1280, 'dark'],
    [360, 'light'],
    [360, 'dark'],
  ] as const) {
    const { page } = await openPage(browser, { width, scheme });
    await page.goto(`${url}/people?username=ann`);
    equal(await overflow(page), 0, `${width} ${scheme}`);
    deepEqual(await accessibilityFaults(page), [], `${width} ${scheme}`);
  }
});

await t.test('threads has no messages, and a network without an account says so', async (t) => {
  const { url, post } = await scene(t);
  const shown = async (query: string) => (await fetch(`${url}/people?${query}`)).text();
  ok((await shown('network=threads')).includes('threads has no account yet'));
  await post('accounts', { network: 'threads', name: 'luna' });
  const html = await shown('network=threads');
  ok(html.includes('Which loaf should we bake') && !html.includes('data-form="say"'));
});

await t.test('what people write is shown as text, never as markup', async (t) => {
  const { url, act } = await scene(t);
  await act('ann', { say: '<img src=x onerror="alert(1)">' });
  const html = await (await fetch(`${url}/people?username=ann&account="><script>`)).text();
  ok(html.includes('&#60;img src=x') && !html.includes('<img src=x') && !html.includes('"><script>'));
});
