/** Writing a post: what is visible, what is kept, what has to be chosen. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import t from 'tap';
import { longTest } from '../support/long.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { ready, startDashboard } from './dashboard.ts';

const { open, running } = await startDashboard(t);
const accounts = (page: Page) => page.getByRole('group', { name: 'Accounts' });

for (const size of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])
  longTest(
    `the text has the focus, and time and button are visible, ${size.width} pixels wide`,
    async (t) => {
      const { page, complaints } = await open('/app/w/home/posts/new', size);
      await ready(page);
      const text = page.getByRole('textbox', { name: 'Text', exact: true });
      await accounts(page).getByRole('checkbox').first().waitFor();
      t.equal(await page.evaluate('document.activeElement.tagName'), 'TEXTAREA', 'typing begins at once');
      const [textBox, tags, button] = await Promise.all([
        text.boundingBox(),
        accounts(page).boundingBox(),
        page.getByRole('button', { name: 'Publish now' }).boundingBox(),
      ]);
      t.ok(tags!.y < textBox!.y, 'the accounts are a row above the text');
      const when = await page.getByRole('radiogroup', { name: 'When' }).boundingBox();
      t.ok(when!.y + when!.height <= size.height, 'so is the time');
      t.ok(button!.y + button!.height <= size.height, 'the button is in sight');
      t.ok(tags!.height < 200, 'accounts are a row, not a page');
      const isPhone = size.width < 500;
      t.equal(await page.getByRole('heading', { name: 'Preview' }).isVisible(), !isPhone);
      if (isPhone) {
        await page.getByText('Preview', { exact: true }).first().click();
        await page.getByRole('heading', { name: 'Preview' }).waitFor();
        t.notOk(await text.isVisible());
      }
      t.same(complaints, []);
    },
  );

void t.test('a text is kept until it is sent or discarded', async (t) => {
  const { page } = await open('/app/w/home/posts/new');
  await ready(page);
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('Half of a thought');
  await accounts(page).getByRole('checkbox', { name: 'Telegram' }).check();
  const medium = `${running.sandbox.url}/samples/photo.jpg`;
  await page.getByLabel('Address of a medium').fill(medium);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Calendar' }).click();
  await page.getByRole('heading', { name: 'Calendar' }).waitFor();
  await page.goto(`${running.baseUrl}/app/w/home/posts/new`);
  await page.getByText('Your unfinished text was restored.').waitFor();
  t.equal(await text.inputValue(), 'Half of a thought');
  t.ok(await accounts(page).getByRole('checkbox', { name: 'Telegram' }).isChecked());
  await page.getByRole('img', { name: 'medium 1' }).waitFor();

  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.waitForURL('**/posts/post_*');
  await page.goto(`${running.baseUrl}/app/w/home/posts/new`);
  await ready(page);
  t.equal(await text.inputValue(), '', 'what was sent is not kept');
  t.equal(await accounts(page).getByRole('checkbox', { checked: true }).count(), 0);

  await text.fill('Never mind');
  await page.reload();
  await page.getByText('Your unfinished text was restored.').waitFor();
  await page.getByRole('button', { name: 'Discard…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.waitForURL('**/posts');
  await page.getByRole('link', { name: 'New post' }).click();
  await page.getByRole('heading', { name: 'New post' }).waitFor();
  t.equal(await text.inputValue(), '', 'what was discarded is not kept');
});

void t.test('a network gets a text of its own, and pictures their descriptions', async (t) => {
  const { page, complaints } = await open('/app/w/home/posts/new');
  await ready(page);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('For all of them');
  for (const name of ['Bluesky', 'Mastodon', 'Telegram'])
    await accounts(page).getByRole('checkbox', { name }).check();
  const medium = `${running.sandbox.url}/samples/photo.jpg`;
  await page.getByLabel('Address of a medium').fill(medium);
  await page.keyboard.press('Enter');
  await page.getByLabel('Description of medium 1, for people who do not see it').fill('A red boat');
  await page.getByRole('tab', { name: 'Mastodon' }).click();
  await page.getByRole('textbox', { name: 'Text for Mastodon' }).fill('For Mastodon');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('textbox', { name: 'Text for Bluesky' }).fill('For nobody');
  await page.getByRole('button', { name: 'Back to the common text' }).click();
  t.equal(await page.getByRole('textbox', { name: 'Text for Bluesky' }).inputValue(), 'For all of them');
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.waitForURL('**/posts/post_*');
  const { post } = (await running.call('GET', `/v1/posts/${page.url().split('/').at(-1)}`)).body;
  t.same(post.altText, { [medium]: 'A red boat' });
  t.same(post.overrides, [{ platforms: ['mastodon'], content: 'For Mastodon' }]);
  t.same(complaints, []);

  await page.getByRole('article', { name: /^For / }).getByText('For Mastodon').waitFor();
  await page.getByRole('img', { name: 'A red boat' }).waitFor();
});

void t.test('an account that refuses the post is named with its fix, and left out', async (t) => {
  const { page, complaints } = await open('/app/w/home/posts/new');
  await ready(page);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Without a picture');
  for (const name of ['Bluesky', 'Instagram', 'Telegram'])
    await accounts(page).getByRole('checkbox', { name }).check();
  const refusing = page.getByRole('group', { name: 'Accounts that refuse it' });
  await refusing
    .getByText(/Instagram/)
    .first()
    .waitFor();
  await refusing.getByRole('button', { name: 'Change it for Instagram' }).click();
  await page.getByRole('textbox', { name: 'Text for Instagram' }).waitFor();
  await page.getByRole('button', { name: 'Publish to 2 of 3' }).click();
  await page.waitForURL('**/posts/post_*');
  const { post } = (await running.call('GET', `/v1/posts/${page.url().split('/').at(-1)}`)).body;
  t.same(new Set(post.accountIds), new Set([running.accounts['bluesky'], running.accounts['telegram']]));
  t.match(post.skipped, [{ platform: 'instagram' }]);
  t.same(complaints, []);
});

longTest('each paragraph begins on the side where its language begins', async (t) => {
  const { page } = await open('/app/w/home/posts/new');
  await ready(page);
  const bidi = (name: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('[aria-label="${name}"]')).unicodeBidi`);
  t.equal(await bidi('Text'), 'plaintext');
  await page.getByLabel('Address of a medium').fill(`${running.sandbox.url}/samples/photo.jpg`);
  await page.keyboard.press('Enter');
  t.equal(await bidi('Description of medium 1, for people who do not see it'), 'plaintext');
});

longTest('what a network cuts is struck through in the field itself', async (t) => {
  const { page } = await open('/app/w/home/posts/new');
  await ready(page);
  const field = page.getByRole('textbox', { name: 'Text', exact: true });
  for (const name of ['Bluesky', 'Telegram']) await accounts(page).getByRole('checkbox', { name }).check();
  const lines = Array.from({ length: 30 }, (_, at) => `Line ${at} ${'of a text '.repeat(at % 14)}`);
  for (const text of [
    lines.join('\n'),
    `${'الخبز عاد اليوم! '.repeat(40)}\n`,
    `${'unbroken'.repeat(60)} end\n\n`,
  ]) {
    await field.fill(text);
    const { cutAt } = (
      await running.call('POST', '/v1/posts/validate', {
        content: text,
        accountIds: [running.accounts['bluesky']],
        draft: true,
      })
    ).body.accounts[0];
    await page.locator('.cut-marks > del', { hasText: text.slice(cutAt).trim().slice(-20) }).waitFor();
    // the mark is behind its words: the copy breaks its lines where the field does, and is scrolled with it
    const shape = (selector: string) =>
      page.evaluate<unknown[]>(`(() => {
        const one = document.querySelector('${selector}');
        one.scrollTop = 1e6;
        const { direction, unicodeBidi, fontSize, lineHeight, paddingTop } = getComputedStyle(one);
        return [one.clientWidth, one.scrollHeight, one.scrollTop, direction, unicodeBidi, fontSize, lineHeight, paddingTop];
      })()`);
    const ofField = await shape('[aria-label="Text"]');
    await eventually(async () => JSON.stringify(await shape('.cut-marks')) === JSON.stringify(ofField));
    t.equal((await page.locator('.cut-marks').textContent())!.trimEnd(), text.trimEnd());
    t.ok(await field.getAttribute('aria-describedby'), 'and said in words');
  }
  t.same(await accessibilityFaults(page), []);
  await field.fill('Short');
  await page.locator('.cut-marks').waitFor({ state: 'detached' });
});

longTest('an emoji is put where the caret is, and the tool is loaded when it is opened', async (t) => {
  const { page } = await open('/app/w/home/posts/new');
  await ready(page);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('Rye is back');
  await page.keyboard.press('Home');
  t.notOk(scripts.some((url) => url.includes('emoji')));
  await page.getByRole('button', { name: 'Emoji' }).click();
  await page.getByLabel('Find an emoji').fill('bread');
  await page.getByRole('button', { name: 'baguette bread' }).click();
  t.equal(await text.inputValue(), '🥖Rye is back');
  await page.keyboard.press('Control+z');
  t.equal(await text.inputValue(), 'Rye is back', 'it can be undone');
  t.ok(scripts.some((url) => url.includes('emoji')));
});

longTest('a person who is picked is mentioned on their network, and named on the others', async (t) => {
  const { page } = await open('/app/w/home/posts/new');
  await running.service.sql`
    insert into conversations (id, workspace_id, account_id, person_id, username, name, last_seq, updated_at)
    values ('conv_mia', ${running.workspaceId}, ${running.accounts['telegram']!}, 'p1', 'mia_l', 'Mia Lang', 1, now())`;
  await ready(page);
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('Thanks to ');
  for (const name of ['Bluesky', 'Telegram']) await accounts(page).getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: 'Mention' }).click();
  await page.getByLabel('Find a person').fill('mia');
  await page.getByRole('button', { name: /^Mia Lang/ }).waitFor();
  t.same(await accessibilityFaults(page), []);
  await page.keyboard.press('Enter');
  await page.getByText('Telegram gets @mia_l in a text of its own, the others get “Mia Lang”.').waitFor();
  await page.keyboard.type('!');
  t.equal(await text.inputValue(), 'Thanks to Mia Lang!');
  await page.getByRole('tab', { name: /^Telegram.*a text of its own/ }).click();
  t.equal(await page.getByRole('textbox', { name: 'Text for Telegram' }).inputValue(), 'Thanks to @mia_l');
});

longTest('changes of a post are kept apart from a new one', async (t) => {
  const body = { content: 'As saved', accountIds: [running.accounts['telegram']], draft: true };
  const { id } = (await running.call('POST', '/v1/posts', body)).body.post;
  const { page } = await open(`/app/w/home/posts/${id}/edit`);
  const text = page.getByRole('textbox', { name: 'Text', exact: true });
  await text.fill('As changed');
  await page.reload();
  await page.getByText('Your unfinished text was restored.').waitFor();
  t.equal(await text.inputValue(), 'As changed');
  await page.getByRole('button', { name: 'Discard…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByText('As saved', { exact: true }).waitFor();
  await page.goto(`${running.baseUrl}/app/w/home/posts/${id}/edit`);
  await page.getByRole('heading', { name: 'Edit the post' }).waitFor();
  t.equal(await text.inputValue(), 'As saved');
});

longTest('the audience of a TikTok must be chosen, and refusals use the page’s words', async (t) => {
  const { page } = await open('/app/w/home/accounts');
  for (const [network, name] of [
    ['TikTok', 'Tik'],
    ['Pinterest', 'Pin'],
  ] as const) {
    await page.getByRole('button', { name: 'Connect an account' }).click();
    await page.getByRole('button', { name: `Connect ${network}` }).click();
    await page.getByLabel('Sign in as').fill(name);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('link', { name: 'Finish' }).click();
    await page.getByText(`Connected: ${network}.`).waitFor();
  }
  await page.goto(`${running.baseUrl}/app/w/home/posts/new`);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('A clip');
  await page.getByLabel('Address of a medium').fill(`${running.sandbox.url}/samples/clip.mp4`);
  await page.keyboard.press('Enter');
  await accounts(page).getByRole('checkbox', { name: 'TikTok' }).check();
  const publish = page.getByRole('button', { name: 'Publish now' });
  await page.getByText('Choose who may see it on TikTok.').waitFor();
  t.ok(await publish.isDisabled());
  await page.getByRole('combobox', { name: 'Who may see it' }).click();
  await page.getByRole('option', { name: 'Everybody' }).click();
  await page.getByText('Choose who may see it on TikTok.').waitFor({ state: 'detached' });
  t.ok(await publish.isEnabled());

  await accounts(page).getByRole('checkbox', { name: 'Mastodon' }).check();
  await page.getByText('Mastodon', { exact: true }).and(page.locator('.fold-title')).click();
  const ofMastodon = page.getByRole('group', { name: 'Options of Mastodon' });
  await ofMastodon.getByLabel('Content warning').fill('Cake');
  await ofMastodon.getByRole('combobox', { name: 'Language' }).fill('German');
  await page.getByRole('option', { name: 'German (de)', exact: true }).click();
  await ofMastodon.getByRole('combobox', { name: 'Who may see it' }).click();
  await page.getByRole('option', { name: 'Followers' }).click();
  t.same(await accessibilityFaults(page), []);
  await page.getByRole('tab', { name: 'TikTok' }).click();
  await ofMastodon.waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'All' }).click();
  t.equal(await ofMastodon.getByLabel('Content warning').inputValue(), 'Cake');

  await accounts(page).getByRole('checkbox', { name: 'Pinterest' }).check();
  await page.getByText('Choose a board for Pinterest.').waitFor();
  const pin = page.getByRole('article', { name: 'Preview for Pin' });
  await pin.getByText('Choose a board: a pin needs one.').waitFor();
  t.notMatch(await page.getByRole('main').textContent(), /GET \/v1|pinterestBoardId|tiktokSettings/);

  await accounts(page).getByRole('checkbox', { name: 'Pinterest' }).uncheck();
  await page.getByRole('radiogroup', { name: 'When' }).getByText('Draft').click();
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.waitForURL('**/posts/post_*');
  const address = page.url();
  const saved = async () => (await running.call('GET', `/v1/posts/${address.split('/').at(-1)}`)).body.post;
  t.match(await saved(), {
    tiktokSettings: { privacyLevel: 'PUBLIC_TO_EVERYONE' },
    mastodonSettings: { spoilerText: 'Cake', language: 'de', visibility: 'private' },
  });
  await page.goto(`${address}/edit`);
  await ofMastodon.getByLabel('Content warning').fill('');
  for (const name of ['Language', 'Who may see it']) {
    const field = ofMastodon.locator('.mantine-InputWrapper-root', { hasText: name });
    await field.getByRole('button', { name: 'Choose nothing' }).click();
  }
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(address);
  t.match(await saved(), {
    mastodonSettings: undefined,
    tiktokSettings: { privacyLevel: 'PUBLIC_TO_EVERYONE' },
  });
});

void t.test(
  'labels are written with a post, filter the list, and change on its page and for many',
  async (t) => {
    const { page, complaints } = await open('/app/w/home/posts/new');
    await ready(page);
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Cinnamon buns');
    await accounts(page).getByRole('checkbox', { name: 'Telegram' }).check();
    await page.getByRole('button', { name: '+ Labels' }).click();
    await page.getByRole('combobox', { name: 'Labels' }).pressSequentially('spring,rye');
    await page.keyboard.press('Enter');
    t.same(await accessibilityFaults(page), [], 'the field of labels');
    await page.getByText('Draft', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.waitForURL('**/posts/post_*');
    const labels = page.getByRole('group', { name: 'Labels' });
    t.equal(
      await labels.innerText().then((text) => text.replaceAll(/\s+/g, ' ')),
      'spring rye Change labels',
    );
    await labels.getByRole('button', { name: 'Change labels' }).click();
    await page.getByRole('combobox', { name: 'Labels' }).fill('bakery');
    await page.keyboard.press('Enter');
    const id = /post_\w+/.exec(page.url())![0];
    const stored = async () => (await running.call('GET', `/v1/posts/${id}`)).body.post.labels;
    await eventually(async () => ((await stored()).length === 3 ? true : undefined));
    await page.getByText('Rosa changed the labels').waitFor();
    t.same(await accessibilityFaults(page), [], 'the page of the post');

    await page.goto(`${running.baseUrl}/app/w/home/posts`);
    await page.getByRole('combobox', { name: 'Label' }).selectOption('bakery');
    const posts = page.getByRole('list', { name: 'Posts' });
    await posts.getByRole('link', { name: 'Cinnamon buns' }).waitFor();
    t.equal(await posts.getByRole('listitem').count(), 1, 'the others have no such label');
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('bakery nowhere');
    await page.getByText('No post matches').waitFor();
    t.same(await accessibilityFaults(page), [], 'a search that finds nothing');
    await search.fill('CINNAM');
    await posts.getByRole('link', { name: 'Cinnamon buns' }).waitFor();
    t.match(page.url(), /q=CINNAM/, 'the search is in the address');
    await page.goto(`${running.baseUrl}/app/w/home/calendar?view=list&q=nowhere`);
    await page.getByText('No post matches').waitFor();
    t.equal(await page.getByText('No post is planned').count(), 0, 'a search does not say what is planned');
    await page.goBack();
    await posts.getByRole('checkbox').check();
    await page.getByRole('group', { name: 'Selected posts' }).getByRole('button', { name: 'Label' }).click();
    const dialog = page.getByRole('dialog', { name: 'Labels' });
    await dialog.getByRole('combobox', { name: 'Remove' }).fill('bakery');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab'); // closes the list of labels
    t.same(await accessibilityFaults(page), [], 'the dialog');
    await dialog.getByRole('button', { name: 'Change labels' }).click();
    await page.getByText('Labels of 1 post changed.').waitFor();
    t.strictSame(await stored(), ['spring', 'rye']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone for 1 post.').waitFor();
    t.strictSame(await stored(), ['spring', 'rye', 'bakery']);
    // the list shows pictures of the posts of other tests, whose hosts do not exist
    t.same(
      complaints.filter((one) => !one.includes('ERR_NAME_NOT_RESOLVED')),
      [],
    );
  },
);

void t.test('a post repeats, and a change is for one of its posts or for all after it', async (t) => {
  const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const { page, complaints } = await open(`/app/w/home/posts/new?at=${day}T09:00`);
  await ready(page);
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Fresh rye on Tuesday');
  await accounts(page).getByRole('checkbox', { name: 'Telegram' }).check();
  await page.getByText('Repeat', { exact: true }).click();
  const field = page.getByRole('region', { name: 'Repeat' });
  await field.getByText('Every day', { exact: true }).click();
  await field.getByText('After some posts').click();
  await field.getByRole('textbox', { name: 'How many posts' }).fill('3');
  await field.getByText(/^Every day at .*, 3 times\./).waitFor();
  await field.getByText(/^Next: .+ · .+ · /).waitFor();
  t.same(await accessibilityFaults(page), []);
  await page.getByRole('button', { name: 'Start the series' }).click();
  const card = page.getByRole('article', { name: 'Fresh rye on Tuesday' });
  await card.getByText('Active').waitFor();
  t.same(await accessibilityFaults(page), []);

  const posts = async () =>
    (await running.call('GET', '/v1/posts?status=scheduled')).body.posts
      .filter(({ seriesId }) => seriesId !== null)
      .toSorted((one, other) => one.scheduledAt.localeCompare(other.scheduledAt));
  const texts = async () => (await posts()).map(({ content }) => content).join();
  await eventually(async () => (await posts()).length === 3);
  const edit = async (index: number, text: string, choice: string) => {
    await page.goto(`${running.baseUrl}/app/w/home/posts/${(await posts())[index]!.id}/edit`);
    await ready(page);
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill(text);
    await page.getByText(choice, { exact: true }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'To the series' }).waitFor();
  };
  await edit(0, 'one', 'This post only');
  await eventually(async () => (await texts()) === 'one,Fresh rye on Tuesday,Fresh rye on Tuesday');
  await edit(1, 'two', 'This and all after it');
  await eventually(async () => (await texts()) === 'one,two,two');

  await page.getByRole('link', { name: 'To the series' }).click();
  const changed = page.getByRole('article', { name: 'two' });
  await changed.getByRole('button', { name: 'Pause' }).click();
  await changed.getByText('Paused').waitFor();
  await eventually(async () => (await texts()) === 'one,two');
  await changed.getByRole('button', { name: 'Resume' }).click();
  await eventually(async () => (await texts()) === 'one,two,two');
  await changed.getByRole('button', { name: 'End…' }).click();
  await page.getByText('Remove all that are not out, also edited ones').click();
  await page.getByRole('button', { name: 'End the series' }).click();
  await page.getByText('Nothing repeats yet').waitFor();
  await eventually(async () => (await posts()).length === 0);
  t.same(complaints, []);
});

const MAY = `content,accounts,scheduledAt
Fresh rye in May,telegram,2099-05-04 10:00
Fresh buns in May,cafe,2099-05-05 10:00
A draft of May,telegram,
`;

void t.test('a file is checked, its rows become posts, and the import is taken back', async (t) => {
  const { page, complaints } = await open('/app/w/home/posts');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page.getByText('The first row names the columns').waitFor();
  await ready(page);
  t.same(await accessibilityFaults(page), [], 'before a file was imported');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('Choose a file first.').waitFor();

  const file = page.getByLabel('CSV file');
  const fileOf = (text: string) => ({ name: 'may.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await file.setInputFiles(fileOf('content,colour\nRye,brown\n'));
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText(/colour/).waitFor();
  t.same(await accessibilityFaults(page), [], 'a refusal at the file');
  const telegram = running.accounts['telegram']!;
  await file.setInputFiles(fileOf(MAY.replaceAll('telegram', telegram)));
  await page.getByRole('button', { name: 'Check the file' }).click();
  const result = page.getByRole('region', { name: 'Result of the check' });
  await result.getByText('2 rows can be imported, 1 with a problem').waitFor();
  await result.getByRole('row', { name: /^3 accounts You reach no account/ }).waitFor();
  t.same(await accessibilityFaults(page), [], 'the result of a check');
  await page.setViewportSize({ width: 390, height: 844 });
  // the navigation folds a moment after the change
  await eventually(async () => (await overflow(page)) === 0);
  await page.setViewportSize({ width: 1280, height: 900 });
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    result.getByRole('button', { name: 'Download the problems' }).click(),
  ]);
  t.match(
    await readFile(await saved.path(), 'utf8'),
    /^\uFEFFrow,problem,content.*\r\n3,.*Fresh buns in May,cafe/,
  );

  const made = async () =>
    (await running.call('GET', '/v1/posts')).body.posts.filter(({ content }) => content.endsWith('May'));
  t.equal((await made()).length, 0, 'a check creates nothing');
  await result.getByRole('button', { name: 'Import 2 rows' }).click();
  const card = page.getByRole('article', { name: 'may.csv' }).filter({ hasText: '2 posts imported' });
  await card.getByText('Imported', { exact: true }).waitFor();
  t.equal((await made()).length, 2);
  t.same(await accessibilityFaults(page), [], 'earlier imports');
  await card.getByRole('button', { name: 'Take back…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take this import back?' });
  await dialog.getByText(/are out stay as they are/).waitFor();
  t.same(await accessibilityFaults(page), [], 'the question');
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await page.getByText('2 posts removed, 0 kept').waitFor();
  await eventually(async () => (await made()).length === 0);
  // a refused file is a response of the browser's console, too
  t.same(
    complaints.filter((one) => !one.includes('400')),
    [],
  );
});
