/** The inbox with several people and several who answer: search, saved replies, an answer of somebody else, forgetting. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import t from 'tap';
import { longTest } from '../support/long.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { untilReceiving } from '../support/until-receiving.ts';
import { ready, startDashboard } from './dashboard.ts';

const { open, running } = await startDashboard(t, { platforms: ['instagram'], subscribes: true });
const { sandbox, call, service } = running;

const control = controlOf(sandbox);
const act = (name: string, what: object) => {
  const person = { username: name.toLowerCase(), name: `${name} Fan` };
  return control('people', { network: 'instagram', person, act: what });
};

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name });
const answerField = (page: Page) => page.getByRole('textbox', { name: /^Answer to/ });
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });

await untilReceiving(service, 'instagram');
for (const name of ['Ann', 'Bob', 'Cleo']) await act(name, { say: `Hello from ${name}` });
await act('Bob', { say: 'Do you have it in green?' });
const conversations = async () => (await call('GET', '/v1/inbox')).body.conversations;
await eventually(async () => {
  const list = await conversations();
  return (
    list.length === 3 && list.every(({ contact }: { contact: { name: string } }) => contact.name !== null)
  );
});

void t.test('a search finds words of messages and names, in what is done too', async (t) => {
  const [, ann] = (await call('GET', '/v1/inbox?q=cleo')).body.conversations;
  t.equal(ann, undefined);
  const [{ id }] = await eventually(async () => {
    const found = (await call('GET', '/v1/inbox?q=green')).body.conversations;
    return found.length === 1 && found;
  });
  await call('POST', `/v1/inbox/${id}/done`, {});
  const { page, complaints } = await open('/app/w/home/inbox');
  await ready(page);
  await row(page, 'Ann Fan').waitFor();
  t.equal(await row(page, 'Bob Fan').count(), 0, 'it is done');
  await page.keyboard.press('/');
  await page.keyboard.type('gree');
  await row(page, 'Bob Fan').waitFor();
  await row(page, 'Ann Fan').waitFor({ state: 'detached' });
  await page.getByText('In all conversations, open and done.').waitFor();
  t.match(page.url(), /q=gree/);
  t.same(await accessibilityFaults(page), []);
  await page.getByRole('searchbox').fill('nothing like it');
  await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
  await page.getByRole('searchbox').press('Escape');
  await row(page, 'Ann Fan').waitFor();
  t.notMatch(page.url(), /q=/);
  t.same(complaints, []);
});

longTest('a saved reply is written in the settings and inserted with its key', async (t) => {
  const { page, complaints } = await open('/app/w/home/settings/inbox');
  await ready(page);
  await page.getByRole('heading', { name: 'No saved replies yet' }).waitFor();
  await page.getByRole('button', { name: 'New saved reply' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Opening hours');
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello {first_name}, we open at 9.');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await page.getByRole('group', { name: 'Opening hours' }).waitFor();
  await page.getByRole('button', { name: 'New saved reply' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('opening hours');
  await page.getByRole('textbox', { name: 'Text' }).fill('Again');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await page.getByText('“opening hours” is there already: choose another name.').waitFor();
  t.same(await accessibilityFaults(page), []);
  await page.getByRole('textbox', { name: 'Name' }).fill('Address');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await page.getByRole('group', { name: 'Address' }).waitFor();

  await page.goto(`${running.baseUrl}/app/w/home/inbox`);
  await row(page, 'Ann Fan').click();
  await log(page).getByText('Hello from Ann').waitFor();
  await page.keyboard.press('s');
  await page.getByRole('dialog', { name: 'Saved replies' }).waitFor();
  await page.keyboard.type('hours');
  await page.getByRole('option', { name: 'Opening hours' }).waitFor();
  t.same(await accessibilityFaults(page), []);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await eventually(async () => (await answerField(page).inputValue()) === 'Hello Ann, we open at 9.');
  await page.locator('#answer:focus').waitFor();
  await page.keyboard.press('Control+Enter');
  await log(page).getByText('Hello Ann, we open at 9.').waitFor();
  t.same(
    complaints.filter((text) => !text.includes('409')),
    [],
  );
});

void t.test('when somebody answered meanwhile, the answer waits until it was read', async (t) => {
  const { page } = await open('/app/w/home/inbox', { scheme: 'dark' });
  await ready(page);
  await row(page, 'Cleo Fan').click();
  await log(page).getByText('Hello from Cleo').waitFor();
  const [{ id }] = (await call('GET', '/v1/inbox?q=cleo')).body.conversations;
  // the page hears of nothing meanwhile
  let isCut = true;
  await page.route(/\/messages\?/, (route) => (isCut ? route.abort() : route.continue()));
  await page.route(/\/messages$/, (route) => {
    isCut = false;
    return route.continue();
  });
  await call('POST', `/v1/inbox/${id}/messages`, { message: 'An answer of somebody else' });
  await answerField(page).fill('My answer');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('alert').getByText('Somebody has answered meanwhile').waitFor();
  await log(page).getByText('An answer of somebody else').waitFor();
  t.equal(await answerField(page).inputValue(), 'My answer');
  t.same(await accessibilityFaults(page), []);
  await page.getByRole('button', { name: 'Send anyway' }).click();
  await log(page).getByText('My answer').waitFor();
  await eventually(async () => (await answerField(page).inputValue()) === '');
  await answerField(page).fill('And one more');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await log(page).getByText('And one more').waitFor();
  t.equal(await page.getByRole('alert').count(), 0, 'one’s own answer does not stand in the way');
});

longTest('the list says what was not sent, and why', async (t) => {
  const { page } = await open('/app/w/home/inbox', { width: 390, height: 844 });
  await ready(page);
  await row(page, 'Cleo Fan').waitFor();
  const [{ id }] = (await call('GET', '/v1/inbox?q=cleo')).body.conversations;
  await act('Cleo', { block: true });
  t.equal((await call('POST', `/v1/inbox/${id}/messages`, { message: 'Are you there?' })).status, 502);
  await row(page, 'Cleo Fan').getByText('Not sent:').waitFor();
  t.equal(await overflow(page), 0);
  t.same(await accessibilityFaults(page), []);
  await row(page, 'Cleo Fan').click();
  await log(page).getByText('Are you there?').waitFor();
  t.equal(await overflow(page), 0);
});

longTest('a long list and a long thread go on', async (t) => {
  const { sql } = service;
  await sql`
    insert into conversations (id, workspace_id, account_id, person_id, name, last_seq, updated_at)
    select 'conv_many' || n, workspace_id, account_id, 'many' || n, 'Many ' || n, 0, now() - n * interval '1 minute'
    from (select * from conversations limit 1) c, generate_series(1, 110) n`;
  const [{ id }] = (await call('GET', '/v1/inbox?q=ann')).body.conversations;
  await sql`
    insert into direct_messages (id, workspace_id, conversation_id, account_id, direction, by, text, attachments, network_at, seq)
    select 'msg_old' || lpad(n::text, 3, '0'), workspace_id, id, account_id, 'in', 'contact', 'old message ' || n, '[]',
           now() - interval '1 day' + n * interval '1 minute', 0
    from conversations, generate_series(1, 120) n where id = ${id}`;
  t.teardown(async () => {
    await sql`delete from conversations where id like 'conv_many%'`;
    await sql`delete from direct_messages where id like 'msg_old%'`;
  });
  await sql`update conversations set done = false where id like 'conv_many%'`;
  const { page } = await open('/app/w/home/inbox');
  await ready(page);
  await row(page, 'Ann Fan').waitFor();
  t.equal((await row(page, /^Many/ as never).count()) <= 100, true);
  await page.getByRole('button', { name: 'Show older conversations' }).click();
  await eventually(
    async () =>
      (await page.getByRole('list', { name: 'Conversations' }).getByRole('listitem').count()) >= 112,
  );
  await row(page, 'Ann Fan').click();
  await log(page).getByText('old message 120').waitFor();
  t.equal(await log(page).getByText('old message 1', { exact: true }).count(), 0);
  await log(page).getByRole('button', { name: 'Show older messages' }).click();
  await log(page).getByText('old message 1', { exact: true }).waitFor();
  t.equal(await log(page).getByRole('button', { name: 'Show older messages' }).count(), 0);
});

longTest('a person is exported, and forgotten after a question', async (t) => {
  const { page, complaints } = await open('/app/w/home/inbox');
  await ready(page);
  await row(page, 'Ann Fan').click();
  await log(page).getByText('Hello from Ann').waitFor();
  const more = () => page.getByRole('button', { name: 'More for this person' }).click();
  await more();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export everything' }).click(),
  ]);
  t.equal(file.suggestedFilename(), 'ann.json');
  const exported = JSON.parse(await readFile(await file.path(), 'utf8'));
  t.match(exported, { conversation: { contact: { username: 'ann' } }, messages: [{ direction: 'out' }, {}] });
  await more();
  await page.getByRole('menuitem', { name: 'Forget this person' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forget Ann Fan?' });
  await dialog.waitFor();
  t.same(await accessibilityFaults(page), []);
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await page.getByText('Ann Fan is forgotten').waitFor();
  await row(page, 'Ann Fan').waitFor({ state: 'detached' });
  t.equal((await call('GET', '/v1/inbox?q=ann')).body.conversations.length, 0);
  t.same(complaints, []);
});

longTest('what the inbox keeps is set', async (t) => {
  const { page } = await open('/app/w/home/settings/inbox');
  await ready(page);
  await page.getByRole('switch', { name: 'Delete old messages' }).click();
  const days = page.getByRole('textbox', { name: 'Keep messages for so many days' });
  await days.fill('0');
  await page.getByText('Give a number from 1 to 3,650.').waitFor();
  await days.fill('90');
  await page.getByRole('form', { name: 'What is kept' }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('What the inbox keeps is saved.').waitFor();
  t.match((await call('GET', '/v1/inbox-settings')).body, { keepMessagesDays: 90, copyFiles: true });
});

longTest(
  'the words that stop automatic messages are set; one that nobody can write is said at its field',
  async (t) => {
    const { page } = await open('/app/w/home/settings/inbox', { width: 390, height: 844 });
    await ready(page);
    const form = page.getByRole('form', { name: 'Stop and start words' });
    const stop = form.getByRole('combobox', { name: 'Stop words' });
    await stop.fill('\u200b');
    await stop.press('Enter');
    const save = form.getByRole('button', { name: 'Save the words' });
    await save.click();
    await form.getByText('has nothing to match').waitFor();
    t.same(await accessibilityFaults(page), []);
    t.equal(await overflow(page), 0);
    await stop.press('Backspace');
    await stop.fill('basta');
    await stop.press('Enter');
    await form.getByRole('combobox', { name: 'Start words' }).fill('avanti');
    await save.click();
    await page.getByText('The words are saved.').waitFor();
    const { body } = await call('GET', '/v1/inbox-settings');
    t.equal(body.stopWords.at(-1), 'basta');
    t.equal(body.startWords.at(-1), 'avanti');
  },
);
