/** The inbox in a real browser: a message arrives, is answered and done; the keyboard; a phone. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { longTest } from '../support/long.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { eventually } from '../support/eventually.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { untilReceiving } from '../support/until-receiving.ts';
import { ready, startDashboard } from './dashboard.ts';

const { open, running } = await startDashboard(t, {
  platforms: ['instagram', 'facebook', 'telegram'],
  subscribes: true,
});
const { sandbox, call, accounts, service } = running;

const control = controlOf(sandbox);
/** A person does something at an account. */
const act = (name: string, what: object, network = 'instagram') =>
  control('people', { network, person: { username: name.toLowerCase(), name: `${name} Fan` }, act: what });

/** What a row of the list says. */
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name });
const answerField = (page: Page) => page.getByRole('textbox', { name: /^Answer to/ });
const log = (page: Page) => page.getByRole('log', { name: 'Messages' });

await untilReceiving(service, 'instagram', 'facebook');

void t.test('a message arrives without a reload, is answered, and is done', async (t) => {
  const { page, complaints } = await open('/app/w/home/inbox');
  await ready(page);
  await page.getByRole('heading', { name: 'Nothing is open' }).waitFor();
  const sandboxLink = page.getByRole('link', { name: 'be a follower in the sandbox' });
  t.equal(await sandboxLink.getAttribute('href'), `${sandbox.url}/people`);
  t.same(await accessibilityFaults(page), []);

  await act('Ann', { say: 'Do you open on Sunday? 🌞' });
  await row(page, 'Ann Fan').getByText('Do you open on Sunday?').waitFor();
  await row(page, 'Ann Fan').getByRole('img', { name: '1 unread' }).waitFor();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('img', { name: '1 unread' }).waitFor();
  await eventually(async () => (await page.title()) === '(1) Inbox · home · Troupe');

  await row(page, 'Ann Fan').click();
  await log(page).getByText('Do you open on Sunday?').waitFor();
  await page.getByText('Instagram takes a reply for 23 h').waitFor();
  await eventually(async () => (await page.title()) === 'Ann Fan · Inbox · home · Troupe');
  t.equal(await page.getByRole('img', { name: '1 unread' }).count(), 0, 'opening reads it');

  const size = page.locator('#answer-size');
  await answerField(page).fill('🌞'.repeat(251));
  await size.getByText('1,004 / 1,000 bytes: too long for Instagram. An emoji has four bytes').waitFor();
  t.ok(await page.getByRole('button', { name: 'Send' }).isDisabled());
  await answerField(page).fill('Yes, from 9 to 5');
  await size.getByText('16 / 1,000 bytes').waitFor();
  await row(page, 'Ann Fan').getByText('Draft').waitFor();
  await page.reload();
  await ready(page);
  t.equal(await answerField(page).inputValue(), 'Yes, from 9 to 5', 'an answer is kept');
  await answerField(page).press('Control+Enter');
  await log(page).getByText('Yes, from 9 to 5').waitFor();
  await eventually(async () => (await answerField(page).inputValue()) === '');
  const received = await control('people?network=instagram&username=ann');
  t.match(JSON.stringify(received), 'Yes, from 9 to 5', 'the person has it');

  await act('Ann', { say: 'Great, thanks' });
  await log(page).getByText('Great, thanks').waitFor();
  await act('Ann', { delete: true });
  await log(page).getByText('Ann Fan took this message back').waitFor();
  t.same(await accessibilityFaults(page), []);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('heading', { name: 'Nothing is open' }).waitFor();
  await page.getByRole('radiogroup', { name: 'Which conversations' }).getByText('Done').click();
  t.match(page.url(), /show=done/);
  await row(page, 'Ann Fan').click();
  await page.getByRole('button', { name: 'Open again' }).click();
  await row(page, 'Ann Fan').waitFor({ state: 'visible' });
  await page.getByRole('button', { name: 'Done', exact: true }).waitFor();
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('heading', { name: 'Conversation: Ann Fan' }).waitFor();
  t.same(complaints, []);
});

longTest('what the network refuses is said in plain words, and the text stays', async (t) => {
  await act('Ann', { say: 'one more' });
  const { page } = await open('/app/w/home/inbox');
  await ready(page);
  await row(page, 'Ann Fan').click();
  await log(page).getByText('one more').waitFor();
  await act('Ann', { block: true });
  await answerField(page).fill('Are you there?');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('alert').getByText('Instagram refused it').waitFor();
  t.equal(await answerField(page).inputValue(), 'Are you there?');
  await log(page).getByText('Not sent.').waitFor();
  t.same(await accessibilityFaults(page), []);
  await act('Ann', { unblock: true });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await eventually(async () => (await answerField(page).inputValue()) === '');
  // the one that failed is shown too
  await eventually(async () => (await log(page).getByText('Are you there?').count()) === 2);
});

void t.test('an answer whose response is lost is sent once, even after a reload', async (t) => {
  await act('Ann', { say: 'are you open?' });
  const { page } = await open('/app/w/home/inbox');
  await ready(page);
  await row(page, 'Ann Fan').click();
  await log(page).getByText('are you open?').waitFor();
  await page.route(/\/messages$/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    return route.abort();
  });
  await answerField(page).fill('Only once, please');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('alert').getByText('Press Send again').waitFor();
  await page.unrouteAll();
  await page.reload();
  await ready(page);
  t.equal(await answerField(page).inputValue(), 'Only once, please');
  await page.getByRole('button', { name: 'Send' }).click();
  await eventually(async () => (await answerField(page).inputValue()) === '');
  const [{ id }] = (await call('GET', '/v1/inbox')).body.conversations;
  const { messages } = (await call('GET', `/v1/inbox/${id}/messages`)).body;
  t.equal(messages.filter(({ text }: { text: string }) => text === 'Only once, please').length, 1);
});

longTest('with the keyboard alone: next, previous, answer, unread, done, help', async (t) => {
  await call('POST', `/v1/inbox/${(await call('GET', '/v1/inbox')).body.conversations[0].id}/done`, {});
  for (const name of ['Bob', 'Cleo', 'Dora']) {
    await act(name, { say: `hello from ${name}` });
    await eventually(
      async () =>
        (await call('GET', '/v1/inbox?unread=true')).body.conversations[0]?.contact.name === `${name} Fan`,
    );
  }
  const { page, complaints } = await open('/app/w/home/inbox');
  await ready(page);
  await row(page, 'Bob Fan').waitFor();
  const isOpen = (name: string) =>
    page.getByRole('region', { name: `Conversation with ${name} Fan` }).waitFor();
  const press = (keys: string) => page.keyboard.press(keys);
  await press('j');
  await isOpen('Dora');
  await press('j');
  await isOpen('Cleo');
  await press('k');
  await isOpen('Dora');
  await press('r');
  await page.keyboard.type('je ?');
  t.equal(await answerField(page).inputValue(), 'je ?', 'in a field the keys are letters');
  await isOpen('Dora');
  await press('Control+Enter');
  await log(page).getByText('je ?').waitFor();
  await eventually(async () => (await answerField(page).inputValue()) === '');
  await press('Escape');
  await press('u');
  await row(page, 'Dora Fan').getByRole('img', { name: '1 unread' }).waitFor();
  await press('j');
  await isOpen('Cleo');
  await press('e');
  await isOpen('Bob');
  await row(page, 'Cleo Fan').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys of the inbox' }).waitFor();
  t.same(await accessibilityFaults(page), []);
  await press('e');
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await isOpen('Bob');

  await page.getByRole('checkbox', { name: 'Select Bob Fan' }).check();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page
    .getByRole('group', { name: 'Selected conversations' })
    .getByRole('button', { name: 'Done' })
    .click();
  await page.getByText('2 conversations are done.').waitFor();
  t.same((await call('GET', '/v1/inbox?done=false')).body.conversations, []);
  t.same(complaints, []);
});

longTest('on a phone, in the dark, the list and a conversation are two screens', async (t) => {
  await act('Emil', { say: 'A question '.repeat(30) }, 'facebook');
  const { page, complaints } = await open('/app/w/home/inbox', { width: 390, height: 844, scheme: 'dark' });
  await ready(page);
  await row(page, 'Emil Fan').waitFor();
  t.equal(await overflow(page), 0);
  t.same(await accessibilityFaults(page), []);
  await row(page, 'Emil Fan').click();
  await log(page).getByText('A question').waitFor();
  t.equal(await row(page, 'Emil Fan').count(), 0);
  await page.getByText('Facebook takes a reply for 23 h').waitFor();
  t.equal(await overflow(page), 0);
  t.same(await accessibilityFaults(page), []);
  const { id } = (await call('GET', '/v1/inbox?platform=facebook')).body.conversations[0];
  await service.sql`update conversations set window_ends_at = now() - interval '8 days',
    human_until = now() - interval '2 days' where id = ${id}`;
  await page.reload();
  await page.getByText('Facebook has taken no reply from here since').waitFor();
  await page.getByText('as soon as Emil Fan writes').waitFor();
  t.equal(await answerField(page).count(), 0);
  t.same(await accessibilityFaults(page, { rules: ['color-contrast'] }), []);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await row(page, 'Emil Fan').waitFor();

  await page.goto(`${running.baseUrl}/app/w/home/inbox?account=${accounts['instagram']}`);
  await page.getByRole('heading', { name: 'Nothing is open here' }).waitFor();
  await page.getByRole('button', { name: 'Show everything that is open' }).click();
  await row(page, 'Emil Fan').waitFor();
  t.same(complaints, []);
});

void t.test('without an account that receives, it says which to connect', async (t) => {
  await service.sql`update accounts set platform = 'telegram'`;
  t.teardown(
    () =>
      service.sql`update accounts set platform = case id when ${accounts['instagram']!} then 'instagram' when ${accounts['facebook']!} then 'facebook' else 'telegram' end`,
  );
  const { page } = await open('/app/w/home/inbox?show=flagged');
  await ready(page);
  await page.getByRole('heading', { name: 'No account receives messages' }).waitFor();
  await page.getByText('Connect an account of').waitFor();
  await page.getByRole('link', { name: 'To the accounts' }).waitFor();
});

longTest('the ad that brought a person is shown above what they wrote', async (t) => {
  const pictureUrl = `${sandbox.url}/samples/photo.jpg`;
  await act('Ada', { openAd: { id: '1200', title: 'Autumn bread', pictureUrl } });
  await act('Ada', { say: 'I saw this' });
  const { page, complaints } = await open('/app/w/home/inbox');
  await row(page, 'Ada').click();
  await log(page).getByText('Came from an ad').waitFor();
  await log(page).getByText('Autumn bread').waitFor();
  await act('Ada', { openRef: 'spring' });
  await log(page).getByText('Code: spring').waitFor();
  await row(page, 'Ada').getByText('Opened an ad or a link').waitFor();
  t.same(await accessibilityFaults(page), []);
  t.same(complaints, []);
});

void t.test(
  'beside a conversation are the comments of its person, and what rules and automations did',
  async (t) => {
    const accountId = accounts['instagram']!;
    const { rule } = (
      await call('POST', '/v1/comment-dm-rules', {
        accountId,
        keywords: ['menu'],
        dmText: 'Here is the menu',
      })
    ).body;
    const { automation } = (
      await call('POST', '/v1/dm-automations', {
        accountId,
        name: 'Hours',
        trigger: { type: 'keyword', keywords: ['hours'] },
        steps: [{ type: 'message', text: 'From 8 to 6' }],
      })
    ).body;
    await act('Mia', { say: 'Good morning' });
    const { page, complaints } = await open('/app/w/home/inbox', { width: 1440, height: 900 });
    await ready(page);
    await row(page, 'Mia Fan').click();
    const panel = page.getByRole('complementary', { name: 'About Mia Fan' });
    await panel.getByText('has written no comment below posts of this account').waitFor();

    const { posts } = await control('people?network=instagram');
    const { id: mediaId } = posts.find(({ origin }: { origin: string }) => origin === 'elsewhere');
    await act('Mia', { comment: { text: 'The menu, please', mediaId } });
    const answers = panel.getByRole('list', { name: 'Messages of rules' });
    await act('Mia', { say: 'hours' });
    const runs = panel.getByRole('list', { name: 'Automations' });
    await runs.getByText('Completed').waitFor();
    await answers.getByText('Here is the menu').waitFor();
    t.equal(
      await answers.getByRole('link', { name: 'Rule for “menu”' }).getAttribute('href'),
      `/app/w/home/rules/${rule.id}`,
    );
    t.equal(
      await runs.getByRole('link', { name: 'Hours', exact: true }).getAttribute('href'),
      `/app/w/home/automations/${automation.id}`,
    );
    t.same(await accessibilityFaults(page), []);
    await panel
      .getByRole('list', { name: 'Comments' })
      .getByRole('link', { name: 'The menu, please' })
      .click();
    await page.getByRole('article', { name: /mia/i }).and(page.locator('[aria-current=true]')).waitFor();
    t.same(complaints, []);
  },
);

void t.test('a conversation gets a label and a note, and is snoozed until its person writes', async (t) => {
  await act('Lea', { say: 'Do you deliver?' });
  const { page, complaints } = await open('/app/w/home/inbox', { width: 1440, height: 900 });
  await ready(page);
  await row(page, 'Lea Fan').click();
  const panel = page.getByRole('complementary', { name: 'About Lea Fan' });
  await panel.getByRole('combobox', { name: 'Labels' }).fill('wholesale');
  await panel.getByRole('combobox', { name: 'Labels' }).press('Enter');
  await row(page, 'Lea Fan').getByText('wholesale').waitFor();
  await panel.getByRole('textbox', { name: 'New note' }).fill('Wants the spring price');
  await panel.getByRole('button', { name: 'Write the note' }).click();
  await panel.getByRole('list', { name: 'Notes' }).getByText('Wants the spring price').waitFor();
  t.same(await accessibilityFaults(page), []);

  await page.getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: 'Until tomorrow morning' }).click();
  await row(page, 'Lea Fan').waitFor({ state: 'detached' });
  await page.getByRole('radiogroup', { name: 'Which conversations' }).getByText('Snoozed').click();
  await row(page, 'Lea Fan').click();
  await page.getByRole('note').getByText('or until the person writes').waitFor();
  t.same(await accessibilityFaults(page), []);
  await act('Lea', { say: 'Hello?' });
  await page.getByRole('note').getByText('or until the person writes').waitFor({ state: 'detached' });
  await page.getByRole('combobox', { name: 'Label', exact: true }).click();
  await page.getByRole('option', { name: 'wholesale (1 open)' }).click();
  t.match(page.url(), /label=wholesale/);
  t.same(complaints, []);
});

longTest('on a phone what is known of a person is in a dialog', async (t) => {
  await act('Lea', { say: 'Still there?' });
  const { page } = await open('/app/w/home/inbox', { width: 390, height: 844 });
  await ready(page);
  await row(page, 'Lea Fan').click();
  await page.getByRole('button', { name: 'About this person' }).click();
  const dialog = page.getByRole('dialog', { name: 'About Lea Fan' });
  await dialog.getByText('Wants the spring price').waitFor();
  t.equal(await overflow(page), 0);
  t.same(await accessibilityFaults(page), []);
});

void t.test('a picture is sent before the text, and can be taken away before', async (t) => {
  await act('Pia', { say: 'What does it look like?' });
  const { page, complaints } = await open('/app/w/home/inbox');
  await ready(page);
  await row(page, 'Pia Fan').click();
  const file = page.getByRole('group', { name: 'File of the answer' });
  const choose = (path: string) => page.locator('.composer input[type=file]').setInputFiles(path);
  await choose('simulators/samples/wide.png');
  await file.getByRole('img', { name: 'What you send' }).waitFor();
  t.same(await accessibilityFaults(page), []);
  await file.getByRole('button', { name: 'Remove the file' }).click();
  await file.waitFor({ state: 'detached' });
  t.ok(await page.getByRole('button', { name: 'Send' }).isDisabled());
  await choose('simulators/samples/photo.jpg');
  await file.waitFor();
  await answerField(page).fill('Like this');
  await page.getByRole('button', { name: 'Send' }).click();
  await log(page).getByText('Like this').waitFor();
  await log(page).getByRole('img', { name: 'Picture from you' }).waitFor();
  await file.waitFor({ state: 'detached' });
  t.equal(await answerField(page).inputValue(), '');
  await eventually(async () => {
    const { messages } = await control('people?network=instagram&username=pia');
    const sent = messages.filter(({ byAccount }: { byAccount: boolean }) => byAccount);
    return sent.length === 2 && sent[0].attachments[0].type === 'image' && sent[1].text === 'Like this';
  });
  t.same(complaints, []);
});
