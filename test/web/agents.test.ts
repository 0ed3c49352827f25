/** The page of agents: what they did, and what to do while there is none. */
import t from 'tap';
import { longTest } from '../support/long.ts';
import { connectClient } from '../mcp/client.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { connectedApp } from '../support/connected-app.ts';
import { waitingCall } from '../support/waiting-call.ts';
import { ready, startDashboard } from './dashboard.ts';

const { open, running } = await startDashboard(t);
const { baseUrl, accounts } = running;

longTest('while no agent was there, the page says what to do', async (t) => {
  const { page, complaints } = await open('/app/w/home/posts');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Agents' }).click();
  await page.getByRole('heading', { name: 'No agent has done anything yet' }).waitFor();
  t.same(await accessibilityFaults(page), []);
  await page.getByRole('link', { name: 'Connect an agent' }).click();
  await page.getByRole('heading', { name: 'Connect an agent' }).waitFor();
  await page.goto(`${baseUrl}/app/agents/connect`); // the address in llms.txt
  await page.getByRole('heading', { name: 'Connect an agent' }).waitFor();
  t.equal(new URL(page.url()).pathname, '/app/w/home/agents/connect');
  t.same(complaints, []);
});

void t.test(
  'an agent is connected with a key and settings to copy, and the page sees it arrive',
  async (t) => {
    const { page, complaints } = await open('/app/w/home/agents/connect');
    const check = page.getByRole('status');
    await check.getByText('Nothing has come with any of your keys or apps yet').waitFor();
    const settings = (client: string) => page.getByLabel(`Settings of ${client}`, { exact: true });
    t.equal(
      await settings('Claude Code').textContent(),
      `claude mcp add --transport http troupe ${baseUrl}/mcp --header "Authorization: Bearer <API_KEY>"`,
    );
    await page.getByRole('combobox', { name: 'Client' }).click();
    await page.getByRole('option', { name: 'Cursor' }).click();
    t.equal(await page.getByLabel('Name of the key').inputValue(), 'Cursor');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await check.getByText('The key “Cursor” is created').waitFor();
    await check.getByText('Nothing has come with this key yet').waitFor();
    const { mcpServers } = JSON.parse((await settings('Cursor').textContent())!) as {
      mcpServers: { troupe: { url: string; headers: { Authorization: string } } };
    };
    const { url, headers } = mcpServers.troupe;
    t.equal(url, `${baseUrl}/mcp`);
    const [, key] = /^Bearer (trp_\S+)$/.exec(headers.Authorization)!;
    t.equal(await page.getByLabel('The new key', { exact: true }).textContent(), key);
    const { client, call } = await connectClient(t, { baseUrl, key: key! });
    await check.getByText(/troupe-test 1 with the key “Cursor” connected/).waitFor();
    await client.listTools();
    await call('list_accounts');
    await check.getByText(/called list_accounts/).waitFor();
    await t.rejects(call('list_account'));
    await check.getByText('It is connected; its last call was refused').waitFor();
    t.same(await accessibilityFaults(page), []);
    await page.getByRole('link', { name: 'Everything that agents did' }).click();
    await page.getByRole('list', { name: 'Calls of tools' }).getByText('Key “Cursor”').first().waitFor();
    t.same(complaints, []);
  },
);

longTest('the key of an agent is held to the scopes and workspaces that are chosen with it', async (t) => {
  await running.call('POST', '/v1/workspaces', { name: 'Second', slug: 'second' });
  const { page, complaints } = await open('/app/w/home/agents/connect');
  const create = page.getByRole('button', { name: 'Create a key' });
  await page.getByLabel('Name of the key').fill('Drafts in Second');
  t.ok(await page.getByRole('checkbox', { name: 'Write drafts' }).isChecked());
  for (const name of ['Publish', 'Answer people', 'Manage'])
    t.notOk(await page.getByRole('checkbox', { name }).isChecked(), `${name}: it starts with the least`);
  await page.getByRole('checkbox', { name: 'home' }).uncheck();
  t.ok(await create.isDisabled(), 'no workspace is chosen');
  await page.getByRole('checkbox', { name: 'Second' }).check();
  t.same(await accessibilityFaults(page), []);
  await create.click();
  const key = (await page.getByLabel('The new key', { exact: true }).textContent())!;
  const { client, call } = await connectClient(t, { baseUrl, key });
  const tools = (await client.listTools()).tools.map(({ name }) => name);
  t.ok(tools.includes('create_post') && tools.includes('list_posts'));
  t.notOk(tools.includes('send_message') || tools.includes('create_workspace'));
  t.match((await call('list_workspaces')).body.workspaces, [{ slug: 'second' }]);
  t.match((await call('create_post', { content: 'x', accountIds: ['acc_1'], publishNow: true })).body, {
    code: 'insufficient_scope',
  });
  t.same(complaints, []);
});

longTest('a call that waits says whether a key or an app made it', async (t) => {
  const id = await connectedApp(running, running.key);
  await waitingCall(running, { key: running.key, grantId: id, plan: { title: 'Send a direct message' } });
  const { page, complaints } = await open('/app/w/home/agents');
  const card = page.getByRole('article', { name: 'Send a direct message, by An app' });
  await card.getByText('App “An app” ·').waitFor();
  await card.getByRole('button', { name: 'Refuse' }).click();
  await card.waitFor({ state: 'detached' });
  t.same(complaints, []);
});

void t.test('what an agent does appears by itself, with the way to it', async (t) => {
  const { page, complaints } = await open('/app/w/home/agents');
  await page.getByRole('list', { name: 'Calls of tools' }).waitFor();
  const { call } = await connectClient(t, running);
  const accountIds = [accounts['telegram'], accounts['discord']];
  const { body } = await call('create_post', { content: 'Fresh bread', accountIds, draft: true });
  await call('list_posts', { status: 'draft' });
  await call('delete_post', { id: 'post_nope' });
  const list = page.getByRole('list', { name: 'Calls of tools' });
  await list.getByText('create_post').first().waitFor();
  await list.getByText('Connected').first().waitFor();
  await list.getByText('troupe-test 1').first().waitFor();
  await list.getByText('not_found').waitFor();
  t.equal(await list.getByText('Fresh bread').count(), 0, 'what was written is not shown');
  await page.getByText('Changes only').click();
  await list.getByText('list_posts').waitFor({ state: 'detached' });
  await list.getByRole('link', { name: body.post.id }).click();
  await page.waitForURL(`**/posts/${body.post.id}`);
  t.same(complaints, []);
});

void t.test('a person sees what an agent would do, and allows or refuses it', async (t) => {
  const { page, complaints } = await open('/app/w/home/agents/connect');
  await page.getByLabel('Name of the key').fill('Careful');
  await page.getByRole('checkbox', { name: 'Publish' }).check();
  await page.getByRole('button', { name: 'Create a key' }).click();
  const key = (await page.getByLabel('The new key', { exact: true }).textContent())!;
  const { call } = await connectClient(t, { baseUrl, key });
  const post = (content: string) => ({
    content,
    accountIds: [accounts['telegram'], accounts['discord']],
    media: [`${running.sandbox.url}/samples/photo.jpg`],
    publishNow: true,
  });
  const { body: first } = await call('create_post', post('Fresh bread at eight'));
  const { body: second } = await call('create_post', post('Something nobody wants'));
  const check = page.getByRole('status');
  await check.getByText('It works, and asks before it acts').waitFor();
  await check.getByRole('link', { name: 'See what it asks for' }).click();
  const waiting = page.getByRole('region', { name: 'Waiting for you' });
  const cards = waiting.getByRole('article', { name: 'Create a post, by Careful' });
  const wanted = cards.filter({ hasText: 'Fresh bread at eight' });
  await wanted.getByText('At once, on:').waitFor();
  await wanted
    .getByRole('link', { name: /photo\.jpg/ })
    .getByRole('img')
    .first()
    .waitFor();
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('img', { name: '2 waiting for you' })
    .waitFor();
  t.same(await accessibilityFaults(page), []);
  await wanted.getByRole('button', { name: 'Allow' }).click();
  await wanted.waitFor({ state: 'detached' });
  await cards.getByRole('button', { name: 'Refuse' }).click();
  await waiting.waitFor({ state: 'detached' });
  const again = ({ confirmation }: { confirmation: string }, content: string) =>
    call('create_post', { ...post(content), confirmation });
  t.match((await again(second, 'Something nobody wants')).body, { code: 'confirmation_refused' });
  t.notOk((await again(first, 'Fresh bread at eight')).isError);
  await page.getByRole('list', { name: 'Calls of tools' }).getByText('Asked first').first().waitFor();
  await page.getByText('Allowed by Rosa.').waitFor();
  await page
    .getByText(/accountIds: [^·]+ \(Telegram\), [^·]+ \(Discord\) ·/)
    .first()
    .waitFor();
  t.same(complaints, []);
});

longTest('what tools need is set for the workspace and for each key', async (t) => {
  const { page, complaints } = await open('/app/w/home/agents');
  const { call } = await connectClient(t, running);
  const message = { content: 'x', accountIds: [accounts['telegram']], publishNow: true };
  const needed = async () => (await call('create_post', message)).body.confirmBy ?? 'none';
  const choose = async (label: RegExp, option: string) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option }).click();
  };
  const OF_WORKSPACE = /in this workspace/;
  const until = (confirm: string) => eventually(async () => (await needed()) === confirm);
  await choose(OF_WORKSPACE, 'The agent asks, and calls again');
  await until('call');
  await choose(OF_WORKSPACE, 'Nothing: it happens at once');
  await until('none');
  await page.goto(`${baseUrl}/app/w/home/settings/keys`);
  await choose(/with the key test$/, 'Waits for a person');
  await until('person');
  await choose(/with the key test$/, 'Acts at once');
  await until('none');
  t.same(complaints, []);
});

for (const [name, options] of [
  ['a wide light screen', { width: 1280, scheme: 'light' }],
  ['a phone in the dark', { width: 390, height: 844, scheme: 'dark' }],
] as const)
  longTest(`everything on ${name} can be read, and nothing is cut off`, async (t) => {
    const { page, complaints } = await open('/app/w/home/agents', options);
    // colours are others in the dark, and what is touched is smaller on a phone
    const looked = options.scheme === 'dark' ? { rules: ['color-contrast', 'target-size'] } : {};
    await ready(page);
    await page.getByText('create_post').first().waitFor();
    const told = {
      title: 'Send a direct message',
      changes: 'A message.',
      arguments: { message: 'Yes, from eight. '.repeat(30) },
    };
    await waitingCall(running, { key: running.key, plan: told });
    await page.getByRole('region', { name: 'Waiting for you' }).waitFor();
    t.same(await accessibilityFaults(page, looked), []);
    t.equal(await overflow(page), 0);
    await page.goto(`${baseUrl}/app/w/home/agents/connect`);
    for (const label of ['Claude Code', 'Claude Desktop', 'Cursor', 'VS Code', 'ChatGPT', 'Another one']) {
      await page.getByRole('combobox', { name: 'Client' }).click();
      await page.getByRole('option', { name: label }).click();
      await page.getByLabel(`Settings of ${label}`, { exact: true }).waitFor();
      t.same(await accessibilityFaults(page, looked), [], label);
      t.equal(await overflow(page), 0, label);
    }
    t.same(complaints, []);
  });
