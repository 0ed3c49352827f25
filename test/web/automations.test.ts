/** Automations of direct messages in a real browser: made by keyboard and by mouse, tried, gone through, edited meanwhile. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { longTest } from '../support/long.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { ready, startDashboard } from './dashboard.ts';
import { untilReceiving } from '../support/until-receiving.ts';

const { open, running } = await startDashboard(t, {
  platforms: ['instagram', 'telegram'],
  subscribes: true,
});
const { sandbox, call, service } = running;
const control = controlOf(sandbox);

await untilReceiving(service, 'instagram');

/** A person does something in the sandbox. */
const act = (username: string, what: object) =>
  control('people', { network: 'instagram', person: { username, name: 'Ann Fan' }, act: what });

/** A person taps a choice, once the network shows it to them. */
const tap = (username: string, label: string) =>
  eventually(() =>
    act(username, { tap: label }).then(
      () => true,
      () => false,
    ),
  );

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const head = (page: Page, name: string | RegExp) =>
  page.locator('[data-head]').and(page.getByRole('button', { name }));
const outline = (page: Page) => page.getByRole('region', { name: 'Steps', exact: true });
const run = (page: Page, text: string) =>
  page.getByRole('article', { name: /^Run of/ }).filter({ hasText: text });
const focused = (page: Page) =>
  page.evaluate<string>('document.activeElement?.getAttribute("aria-label") ?? ""');
const testRow = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Tests', exact: true }).getByRole('listitem').filter({ hasText: name });
/** The browser notes each refusal of a flow that is not complete yet. */
const unexpected = (complaints: readonly string[]) => complaints.filter((text) => !text.includes('400'));
/** Goes through the open menu with the arrow keys, and takes an item. */
const choose = async (page: Page, name: string) => {
  await page.getByRole('menuitem').first().waitFor();
  // in the next frame, when the focus that a key has moved is there
  const isThere = () =>
    page.evaluate<boolean>(
      `new Promise((resolve) => requestAnimationFrame(() =>
        resolve(document.activeElement?.textContent?.startsWith(${JSON.stringify(name)}) === true)))`,
    );
  // the first keys may come before the menu listens
  await eventually(async () => {
    if (await isThere()) return true;
    await page.keyboard.press('ArrowDown');
    return false;
  });
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
  // as JSON through the clipboard: a copy after itself, moved up, cut out, and pasted again
  const messages = head(page, /^Message: It costs 5/);
  const areMessages = (count: number) => eventually(async () => (await messages.count()) === count);
  const isFocused = (start: string) => eventually(async () => (await focused(page)).startsWith(start));
  // the editor itself gives the focus to a card a moment after a change
  await eventually(async () => {
    await messages.first().focus();
    await page.keyboard.press('Control+c');
    return page.getByText('Message is copied.').isVisible();
  });
  await page.keyboard.press('Control+v');
  await areMessages(2);
  await page.keyboard.press('Control+x');
  await areMessages(1);
  await isFocused('Message: It costs 5');
  await page.keyboard.press('Control+v');
  await areMessages(2);
  await page.keyboard.press('Control+z');
  await areMessages(1);
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
  t.same(await accessibilityFaults(page), []);
  await page.getByRole('textbox', { name: 'What the test is called' }).fill('silence');
  await page.keyboard.press('Enter');
  await testRow(page, 'silence').getByText('Passes').waitFor();

  await button(page, 'Publish').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'price', level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'Nobody yet' }).waitFor();
  t.same(await accessibilityFaults(page), []);
  const { automations } = (await call('GET', '/v1/dm-automations')).body;
  t.match((await call('GET', `/v1/dm-automations/${automations[0].id}/tests`)).body.tests, [
    { name: 'silence', passes: true },
  ]);
  t.same(unexpected(complaints), []);
});

longTest('a person goes through it, and ends on the version that they began with', async (t) => {
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
  await tap('ann', 'Yes');
  await run(page, 'Ann Fan').getByText('Completed').waitFor();
  t.match(
    JSON.stringify(await control('people?network=instagram&username=ann')),
    'It costs 5',
    'the text of the version that she began with',
  );
  await run(page, 'It costs 5').getByText('Version 1.').waitFor();
  await act('bob', { say: 'price' });
  await eventually(async () => (await page.getByRole('article', { name: /^Run of/ }).count()) === 2);
  await tap('bob', 'Yes');
  await eventually(async () =>
    JSON.stringify(await control('people?network=instagram&username=bob')).includes('It costs 7 now'),
  );
  await act('eve', { say: 'price' });
  await eventually(async () => (await page.getByRole('article', { name: /^Run of/ }).count()) === 3);
  await tap('eve', 'No');
  await page
    .getByRole('article', { name: /^Run of/ })
    .getByText('Handed over')
    .waitFor();
  t.same(await accessibilityFaults(page), []);
  // a person of ours answers her, and the conversation is done
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Inbox' }).click();
  const row = page
    .getByRole('list', { name: 'Conversations' })
    .getByRole('link')
    .filter({ hasText: 'Flagged' });
  await row.click();
  await page.getByRole('textbox', { name: /^Answer to/ }).fill('I am Rosa, what do you need?');
  await page.getByRole('textbox', { name: /^Answer to/ }).press('Control+Enter');
  await eventually(async () =>
    JSON.stringify(await control('people?network=instagram&username=eve')).includes('I am Rosa'),
  );
  await button(page, 'Done').click();
  await row.waitFor({ state: 'detached' });
  t.same(unexpected(complaints), []);
});

longTest('an earlier version is made the newest; two people who edit at once are told', async (t) => {
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

longTest('a draft is kept, told to others, tested and compared before people get it', async (t) => {
  const { automations } = (await call('GET', '/v1/dm-automations')).body;
  const { id, version } = automations[0];
  const path = `/v1/dm-automations/${id}` as const;
  const draft = async () => (await call('GET', `${path}/draft`)).body.draft;
  const question = /^Question/;
  const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
  const { page, complaints } = await open(`/app/w/home/automations/${id}/edit`);
  await ready(page);
  await head(page, question).click();
  await text(page).fill('For you, {first_name}?');
  await page.getByText('The draft is saved.').waitFor();
  t.match(await draft(), { version, steps: [{ text: 'For you, {first_name}?' }], by: { name: 'Rosa' } });
  t.equal((await call('GET', path)).body.automation.version, version, 'nobody gets it yet');

  // it is there for others, who go on with it
  const { page: other } = await open(`/app/w/home/automations/${id}/edit`);
  await ready(other);
  await other.getByText('You go on with a draft that is not published. Rosa saved it').waitFor();
  await head(other, /^Question: For you/).click();
  await text(other).fill('For you or for others?');
  await other.getByText('The draft is saved.').waitFor();
  t.same(await accessibilityFaults(other), []);
  // the one who was slower is told, and sees both
  await text(page).fill('Who is it for?');
  const told = page.getByRole('alert').filter({ hasText: 'has saved a draft of this automation meanwhile' });
  await told.waitFor();
  t.match(
    await draft(),
    { steps: [{ text: 'For you or for others?' }] },
    'nothing is lost before they choose',
  );
  await button(page, 'Compare them').click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('del').getByText('Question: For you or for others?').waitFor();
  await dialog.locator('ins').getByText('Question: Who is it for?').waitFor();
  t.same(await accessibilityFaults(page), []);
  await page.keyboard.press('Escape');
  await button(page, 'Go on with mine').click();
  await told.waitFor({ state: 'detached' });
  await eventually(async () => (await draft()).steps[0].text === 'Who is it for?');

  // the test that was saved sees it, shows the talk, and stands in the way
  const row = testRow(page, 'silence');
  await row.getByText('Fails').waitFor();
  await button(page, 'Show the talk').click();
  await row.locator('ins').getByText('Who is it for?').waitFor();
  await button(page, 'Publish the changes').click();
  await dialog.getByRole('heading', { name: 'A test fails' }).waitFor();
  t.same(await accessibilityFaults(page), []);
  await button(page, 'Go back to the steps').click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('switch', { name: 'Publish only when every test passes' }).click();
  await button(page, 'Publish the changes').click();
  t.ok(await button(page, 'Publish all the same').isDisabled());
  await button(page, 'Go back to the steps').click();
  await button(page, 'Actions for the test silence').click();
  await page.getByRole('menuitem', { name: 'Accept what it says now' }).click();
  await row.getByText('Passes').waitFor();
  await button(page, 'Actions for the test silence').click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
  await page.locator('.flow-said').getByRole('button', { name: 'Undo', exact: true }).click();
  await row.getByText('Passes').waitFor();
  await button(page, 'Show the changes').click();
  await dialog.locator('ins').getByText('Question: Who is it for?').waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Publish the changes').click();
  await page.getByRole('heading', { name: 'Prices', level: 1 }).waitFor();
  await eventually(async () => (await draft()) === null);
  t.match((await call('GET', path)).body.automation, { version: version + 1, requireTests: true });

  await button(page, `Compare version ${version + 1}`).click();
  await dialog.locator('ins').getByText('Question: Who is it for?').waitFor();
  t.same(await accessibilityFaults(page), []);
  t.same(
    complaints.filter((line) => !line.includes('409')),
    [],
  );
});

longTest('a draft keeps steps that the page does not know, and one it cannot show', async (t) => {
  const { id } = (await call('GET', '/v1/dm-automations')).body.automations[0];
  const path = `/v1/dm-automations/${id}/draft` as const;
  const draft = async () => (await call('GET', path)).body.draft;
  const trigger = { type: 'any_message' };
  const poll = { id: 'p', type: 'poll', question: 'Which?' };
  const steps = [{ id: 'm', type: 'message', text: 'Hello' }, poll];
  await call('PUT', path, { trigger, steps });
  const { page, complaints } = await open(`/app/w/home/automations/${id}/edit`);
  await ready(page);
  await head(page, /^Unknown step: .*Which\?/).click();
  await page.getByText('This page does not know steps of this type.').waitFor();
  t.same(await accessibilityFaults(page), []);
  await head(page, /^Message: Hello/).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello you');
  await eventually(async () => (await draft()).steps[0].text === 'Hello you');
  t.same((await draft()).steps[1], poll);
  await page.close();

  await call('PUT', path, { trigger, steps: [{ id: 'm', type: 'message', text: 7 }] });
  const before = await draft();
  const { page: other } = await open('/app/w/home/automations');
  const changes: string[] = [];
  other.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/draft')) changes.push(request.method());
  });
  await other.goto(`${new URL(other.url()).origin}/app/w/home/automations/${id}/edit`);
  await other.getByText('There is a draft that this page cannot show').waitFor();
  await other.getByRole('link', { name: 'Cancel' }).click(); // what is not saved is saved when the page is left
  await other.getByRole('heading', { name: 'Prices', level: 1 }).waitFor();
  t.same(changes, [], 'opening it changes nothing');
  t.same(await draft(), before);
  await call('DELETE', `${path}?revision=${before.revision}`);
  t.same(
    complaints.filter((line) => !line.includes('400')),
    [],
  );
});

longTest('by mouse: a question with two ways is built, tried, published and gone through', async (t) => {
  const { page, complaints } = await open('/app/w/home/automations', { height: 900 });
  await ready(page);
  await button(page, 'New automation').click();
  await page.getByRole('link', { name: /^Begin with nothing/ }).click();
  const keywords = page.getByRole('combobox', { name: 'Keywords' });
  await keywords.click();
  await keywords.pressSequentially('hours,');
  const add = async (place: string, block: RegExp) => {
    await button(page, place).click();
    // its own menu: the one before may still be fading out
    await page.getByRole('menu', { name: place, exact: true }).getByRole('menuitem', { name: block }).click();
  };
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await add('Add a step at the end of the steps', /^Question with choices/);
  await text.fill('Which shop?');
  await page.getByRole('textbox', { name: 'Choice 1' }).fill('North');
  await page.getByRole('textbox', { name: 'Choice 2' }).fill('South');
  await add('Add a step at the end of steps of north', /^Message/);
  await text.fill('From 9 to 5');
  await add('Add a step at the end of steps of south', /^Hand over/);
  await head(page, /^Hand over/).waitFor();
  const talk = page.getByRole('log', { name: 'The talk' });
  await button(page, 'Write “hours”').click();
  await talk.getByRole('button', { name: 'North' }).click();
  await talk.getByText('From 9 to 5').waitFor();
  await talk.getByText('Completed.').waitFor();
  await button(page, 'Publish').click();
  await page.getByRole('heading', { name: 'hours', level: 1 }).waitFor();
  await act('mia', { say: 'your hours?' });
  await run(page, 'In it now').getByText('was asked to choose').waitFor();
  await tap('mia', 'North');
  await run(page, 'Completed').getByText('From 9 to 5').waitFor();
  // a press on a step of the picture shows those who ended in it
  await page.locator('.flow-columns [data-state]').filter({ hasText: 'From 9 to 5' }).click();
  await page.getByText('Those whose last step is “Message: From 9 to 5”').waitFor();
  await page.getByRole('link', { name: 'What happened, step by step' }).click();
  await page.waitForURL(/\/debugger\/run_/);
  await page.getByRole('heading', { level: 1, name: 'Run of an automation: @mia in “hours”' }).waitFor();
  await page
    .getByRole('region', { name: 'Why' })
    .getByText(/went through all steps/)
    .waitFor();
  // the chart of the version that the person went through, with the way they took
  await page.locator('[data-active="true"][data-state$=".completed"]').waitFor();
  await page.getByRole('link', { name: 'The automation' }).waitFor();
  t.same(unexpected(complaints), []);
});

longTest(
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

longTest('a phone in the dark: nothing is cut off', async (t) => {
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

longTest('with a finger: steps are moved, removed and brought back', async (t) => {
  const { page, complaints } = await open('/app/w/home/automations/new?template=price-list', {
    width: 390,
    height: 844,
    touch: true,
  });
  await ready(page);
  const card = head(page, /^Message: Product A is/);
  const branch = (name: string) => page.getByRole('list', { name: `Steps of ${name}`, exact: true });
  const act = async (name: string) => {
    await page.getByRole('button', { name: /^Actions for Message: Product A is/ }).tap();
    await page.getByRole('menuitem', { name, exact: true }).tap();
  };
  await act('Move to “Product B”');
  await branch('Product B').and(page.locator(':has([aria-label^="Message: Product A is"])')).waitFor();
  t.equal(await branch('Product B').getByRole('listitem').count(), 3, 'both, and the place to add');
  await act('Move down');
  const heads = await branch('Product B').locator('[data-head]').all();
  const labels = await Promise.all(
    heads.map(async (one) => (await one.getAttribute('aria-label'))!.slice(0, 18)),
  );
  t.same(labels, ['Message: Product B', 'Message: Product A']);
  await act('Remove');
  await card.waitFor({ state: 'detached' });
  for (let turn = 0; turn < 3; turn += 1) await button(page, 'Undo').tap();
  await branch('Product A').and(page.locator(':has([aria-label^="Message: Product A is"])')).waitFor();
  await card.tap();
  await page.getByRole('textbox', { name: 'Text', exact: true }).waitFor();
  t.same(unexpected(complaints), []);
});
