/** Automations of direct messages in a real browser: made by keyboard and by mouse, tried, gone through, edited meanwhile. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { ready, startDashboard } from './dashboard.ts';

const { open, running } = await startDashboard(t, {
  platforms: ['instagram', 'telegram'],
  subscribes: true,
});
const { sandbox, call, service } = running;
const control = controlOf(sandbox);

await eventually(async () => {
  const [row] = await service.sql`select receiving from accounts where platform = 'instagram'`;
  return row!['receiving'] !== null;
});

/** A person does something in the sandbox. */
const act = (username: string, what: object) =>
  control('people', { network: 'instagram', person: { username, name: 'Ann Fan' }, act: what });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const head = (page: Page, name: string | RegExp) =>
  page.locator('[data-head]').and(page.getByRole('button', { name }));
const outline = (page: Page) => page.getByRole('region', { name: 'Steps', exact: true });
const run = (page: Page, text: string) =>
  page.getByRole('article', { name: /^Run of/ }).filter({ hasText: text });
const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement?.getAttribute("aria-label") ?? ""');
/** The browser notes each refusal of a flow that is not complete yet. */
const unexpected = (complaints: readonly string[]) => complaints.filter((text) => !text.includes('400'));
/** Goes through the open menu with the arrow keys, and takes an item. */
const choose = async (page: Page, name: string) => {
  await page.getByRole('menuitem').first().waitFor();
  const isThere = () =>
    page.evaluate<boolean>(
      `document.activeElement?.textContent?.startsWith(${JSON.stringify(name)}) === true`,
    );
  for (let turn = 0; turn < 12 && !(await isThere()); turn += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
};

void t.test('by keyboard alone: a question with two ways is written, tried and published', async (t) => {
  const { page, complaints } = await open('/app/w/home/posts', { height: 900 });
  await ready(page);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Automations' }).click();
  await page.getByRole('heading', { name: 'No automations yet' }).waitFor();
  await page.getByRole('link', { name: /^Price list/ }).waitFor();
  t.equal(await page.getByRole('list', { name: 'Templates' }).getByRole('listitem').count(), 11);
  t.same(await accessibilityFaults(page), []);
  await page.getByRole('link', { name: /^Begin with nothing/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'New automation', level: 1 }).waitFor();

  // the trigger is open
  await page.getByRole('combobox', { name: 'Keywords' }).focus();
  await page.keyboard.type('price,');
  await head(page, /^Start/).focus();
  await page.keyboard.press('Enter');
  await button(page, 'Add a step at the end of the steps').focus();
  await page.keyboard.press('Enter');
  await choose(page, 'Question with choices');
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.waitFor();
  await eventually(() => page.evaluate<boolean>('document.activeElement instanceof HTMLTextAreaElement'));
  await page.keyboard.type('Hi {first_name}, for you?');
  await page.keyboard.press('Escape');
  await eventually(async () => (await focused(page)).startsWith('Question: Hi'));
  // a step into the first way
  await page.keyboard.press('/');
  await choose(page, 'Message');
  await eventually(() => page.evaluate<boolean>('document.activeElement instanceof HTMLTextAreaElement'));
  await page.keyboard.type('It costs 5');
  await page.keyboard.press('Escape');
  await eventually(async () => (await focused(page)).startsWith('Message: It costs 5'));
  // copied, pasted after itself, moved up, and all of it undone
  await page.keyboard.press('Control+d');
  await eventually(async () => (await head(page, /^Message: It costs 5/).count()) === 2);
  await page.keyboard.press('Control+z');
  await eventually(async () => (await head(page, /^Message: It costs 5/).count()) === 1);
  await head(page, /^Message: It costs 5/).focus();
  await page.keyboard.press('Delete');
  await eventually(async () => (await head(page, /^Message: It costs 5/).count()) === 0);
  await head(page, /^Question/).focus();
  await page.keyboard.press('Control+z');
  await head(page, /^Message: It costs 5/).waitFor();
  // the other way: handed over
  await button(page, 'Add a step at the end of steps of no').focus();
  await page.keyboard.press('Enter');
  await choose(page, 'Hand over');
  await head(page, /^Hand over/).waitFor();
  t.same(await accessibilityFaults(page), []);

  // tried
  const say = page.getByRole('textbox', { name: 'Your message' });
  await say.focus();
  await page.keyboard.type('What is the PRICE?');
  await page.keyboard.press('Enter');
  const talk = page.getByRole('log', { name: 'The talk' });
  await talk.getByText('Hi Ann, for you?').waitFor();
  await page.locator('.flow-card[data-active]').getByText('Question').waitFor();
  await talk.getByRole('button', { name: 'Yes' }).focus();
  await page.keyboard.press('Enter');
  await talk.getByText('It costs 5').waitFor();
  await talk.getByText('Completed.').waitFor();
  t.same(await accessibilityFaults(page), []);
  await button(page, 'Take back').click();
  await talk.getByRole('button', { name: 'No' }).waitFor();
  await button(page, '+24 h').click();
  await talk.getByText('Too late to write.').waitFor();
  await button(page, 'Save as test').click();
  await page.getByRole('dialog').getByText('end: window_closed').waitFor();
  await page.keyboard.press('Escape');

  await button(page, 'Publish').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'price', level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'Nobody yet' }).waitFor();
  t.same(await accessibilityFaults(page), []);
  t.same(unexpected(complaints), []);
});

void t.test('a person goes through it, and ends on the version that they began with', async (t) => {
  const { page, complaints } = await open('/app/w/home/automations');
  await ready(page);
  t.same(await accessibilityFaults(page), []);
  await page.getByRole('link', { name: 'price', exact: true }).click();
  await act('ann', { say: 'the price please' });
  await run(page, 'Ann Fan').getByText('In it now').waitFor();
  await run(page, 'Ann Fan').getByText('was asked to choose').waitFor();
  await page.locator('.flow-columns [data-state] .count').getByText('1', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByText('1 person finishes on version 1').waitFor();
  await head(page, /^Message: It costs 5/).click();
  await page.getByRole('textbox', { name: 'Text' }).fill('It costs 7 now');
  await button(page, 'Publish the changes').click();
  await page.getByRole('heading', { name: 'price', level: 1 }).waitFor();
  await act('ann', { tap: 'Yes' });
  await run(page, 'Ann Fan').getByText('Completed').waitFor();
  t.match(
    JSON.stringify(await control('people?network=instagram&username=ann')),
    'It costs 5',
    'the text of the version that she began with',
  );
  await run(page, 'It costs 5').getByText('Version 1.').waitFor();
  await act('bob', { say: 'price' });
  await eventually(async () => (await page.getByRole('article', { name: /^Run of/ }).count()) === 2);
  await act('bob', { tap: 'Yes' });
  await eventually(async () =>
    JSON.stringify(await control('people?network=instagram&username=bob')).includes('It costs 7 now'),
  );
  await act('eve', { say: 'price' });
  await eventually(async () => (await page.getByRole('article', { name: /^Run of/ }).count()) === 3);
  await act('eve', { tap: 'No' });
  await page
    .getByRole('article', { name: /^Run of/ })
    .getByText('Handed over')
    .waitFor();
  t.same(await accessibilityFaults(page), []);
  t.same(unexpected(complaints), []);
});

void t.test('an earlier version is made the newest; two people who edit at once are told', async (t) => {
  const { automations } = (await call('GET', '/v1/dm-automations')).body;
  const { id } = automations[0];
  const { page, complaints } = await open(`/app/w/home/automations/${id}/edit`);
  await ready(page);
  const { page: other } = await open(`/app/w/home/automations/${id}`);
  await ready(other);
  await button(other, 'Go back to version 1').click();
  await other.getByRole('dialog').getByRole('button', { name: 'Go back', exact: true }).click();
  await other.getByText('as version 1 was').waitFor();
  t.same(await accessibilityFaults(other), []);
  const { automation } = (await call('GET', `/v1/dm-automations/${id}`)).body;
  t.match(automation, { version: 3, steps: [{ choices: [{ steps: [{ text: 'It costs 5' }] }] }] });

  await page.getByRole('textbox', { name: 'Name' }).fill('Prices');
  await button(page, 'Publish the changes').click();
  await page.getByRole('alert').getByText('Somebody else has changed this automation meanwhile').waitFor();
  await button(page, 'Open theirs').click();
  await head(page, /^Message: It costs 5/).waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Prices');
  await button(page, 'Publish the changes').click();
  await page.getByRole('heading', { name: 'Prices', level: 1 }).waitFor();
  t.same(
    complaints.filter((text) => !text.includes('409')),
    [],
  );
});

void t.test(
  'by mouse, from a template: problems are beside the card, and a branch takes what follows',
  async (t) => {
    const { page, complaints } = await open('/app/w/home/automations/new?template=price-list');
    await ready(page);
    const name = page.getByRole('textbox', { name: 'Name' });
    t.equal(await name.inputValue(), 'Price list');
    const first = head(page, /^Question/).first();
    await first.click();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill(' ');
    await outline(page).locator('.flow-card[data-blocked]').getByText('invalid').waitFor();
    t.same(await accessibilityFaults(page), []);
    await button(page, 'Undo').click();
    await eventually(async () => (await page.locator('.flow-card[data-blocked]').count()) === 0);
    await page
      .getByRole('button', { name: 'Add a step here, before step 1 of the steps', exact: true })
      .click();
    await page.getByRole('menuitem', { name: /^Follow gate/ }).click();
    await page.getByText('What followed is now in “Yes”.').waitFor();
    await button(page, 'Undo').click();
    t.equal(await head(page, /^Do they follow you/).count(), 0);
    t.same(unexpected(complaints), []);
  },
);

void t.test('a phone in the dark: nothing is cut off', async (t) => {
  const { page, complaints } = await open('/app/w/home/automations', {
    width: 390,
    height: 844,
    scheme: 'dark',
  });
  await ready(page);
  const { automations } = (await call('GET', '/v1/dm-automations')).body;
  for (const path of [
    'automations',
    `automations/${automations[0].id}`,
    `automations/${automations[0].id}/edit`,
    'automations/new?template=follow-to-get',
  ]) {
    await page.goto(`${running.baseUrl}/app/w/home/${path}`);
    await ready(page);
    t.same(await accessibilityFaults(page, { rules: ['color-contrast', 'target-size'] }), [], path);
    t.equal(await overflow(page), 0, path);
  }
  await page.getByRole('radiogroup', { name: 'What is shown' }).getByText('Try it').click();
  await page.getByRole('log', { name: 'The talk' }).waitFor();
  await page.getByRole('radiogroup', { name: 'What is shown' }).getByText('Picture').click();
  t.same(await accessibilityFaults(page, { rules: ['color-contrast', 'target-size'] }), []);
  t.equal(await overflow(page), 0);
  t.same(unexpected(complaints), []);
});
