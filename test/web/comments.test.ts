/** Comments in a real browser: one arrives, is answered and hidden; reviews; the keyboard; a phone. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { longTest } from '../support/long.ts';
import { eventually } from '../support/eventually.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { untilReceiving } from '../support/until-receiving.ts';
import { ready, startDashboard } from './dashboard.ts';

const { open, running } = await startDashboard(t, {
  platforms: ['instagram', 'facebook', 'threads', 'google_business', 'telegram'],
  subscribes: true,
});
const { sandbox, call, accounts, service } = running;

const control = controlOf(sandbox);
/** What there is at a network, as a text. */
const seen = async (query: string) => JSON.stringify(await control(`people?${query}`));

await untilReceiving(service, 'instagram', 'facebook', 'threads');

/** A post that is live on all networks with comments below posts. */
const COMMENTED = ['instagram', 'facebook', 'threads'];
const { body: made } = await call('POST', '/v1/posts', {
  content: 'Fresh bread at seven',
  media: [`${sandbox.url}/samples/photo.jpg`],
  accountIds: COMMENTED.map((platform) => accounts[platform]),
  publishNow: true,
});
// instagram's container is polled every few seconds of the service's clock
const hurry = setInterval(() => running.advance(2_000), 50);
const post = await running
  .until(made.post.id, ({ status }) => status === 'published')
  .finally(() => clearInterval(hurry));

/** A person comments below the post. @returns the comment's id */
async function comment(
  name: string,
  text: string,
  { network = 'instagram', ...more }: { network?: string; parentId?: string } = {},
): Promise<string> {
  const { networkPostId } = post.deliveries.find((one: { platform: string }) => one.platform === network);
  const act = { comment: { text, mediaId: networkPostId, ...more } };
  return (await control('people', { network, person: { username: name }, act })).commentId;
}

/** What a person sees of the network. */
const seenBy = (name: string, network = 'instagram') => seen(`network=${network}&username=${name}`);

const card = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text }).first();
const act = (page: Page, text: string, name: string) =>
  card(page, text).getByRole('button', { name, exact: true });
const isCurrent = (page: Page, text: string) =>
  page.locator('article[aria-current="true"]').filter({ hasText: text }).waitFor();
const show = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Which comments' }).getByText(name, { exact: true }).click();

longTest('a comment that is a picture shows the picture', async (t) => {
  const pictureUrl = `${sandbox.url}/samples/photo.jpg`;
  const { networkPostId } = post.deliveries.find((one: { platform: string }) => one.platform === 'facebook');
  const said = { comment: { mediaId: networkPostId, pictureUrl } };
  const { commentId } = await control('people', {
    network: 'facebook',
    person: { username: 'pia', name: 'Pia' },
    act: said,
  });
  const { page, complaints } = await open('/app/w/home/comments');
  const picture = page.getByRole('img', { name: /^Picture from / });
  await picture.waitFor();
  t.equal(await picture.getAttribute('src'), pictureUrl);
  t.same(await accessibilityFaults(page), []);
  t.same(complaints, []);
  await page.close();
  await control('people', {
    network: 'facebook',
    person: { username: 'pia' },
    act: { delete: { commentId } },
  });
  await eventually(async () => (await call('GET', '/v1/comments')).body.comments.length === 0);
});

void t.test('a comment arrives without a reload, is answered, hidden, and done', async (t) => {
  const { page, complaints } = await open('/app/w/home/posts');
  await ready(page);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Comments' }).click();
  await page.getByRole('heading', { name: 'Nothing is open' }).waitFor();
  const sandboxLink = page.getByRole('link', { name: 'be a follower in the sandbox' });
  t.equal(await sandboxLink.getAttribute('href'), `${sandbox.url}/people`);
  t.same(await accessibilityFaults(page), []);

  await comment('ann', 'Open on Sunday? 🌞');
  await card(page, 'Open on Sunday?').waitFor();
  const openCount = page.getByRole('navigation', { name: 'Pages' }).getByRole('img', { name: '1 open' });
  await openCount.waitFor();
  const shown = card(page, 'Open on Sunday?');
  await shown.getByText('Fresh bread at seven').waitFor();
  await shown.locator('img.post-picture').waitFor();
  t.equal(
    await shown.getByRole('link', { name: 'Post', exact: true }).getAttribute('href'),
    `/app/w/home/posts/${post.id}`,
  );
  t.match(await shown.getByRole('link', { name: 'See it in the sandbox' }).getAttribute('href'), sandbox.url);

  await act(page, 'Open on Sunday?', 'Reply').click();
  const field = page.getByRole('textbox', { name: 'Answer to @ann' });
  await field.fill('Yes, from 9 to 5');
  await page.reload();
  await ready(page);
  await shown.getByText('Draft').waitFor();
  await act(page, 'Open on Sunday?', 'Reply').click();
  t.equal(await field.inputValue(), 'Yes, from 9 to 5', 'an answer is kept');
  t.same(await accessibilityFaults(page), []);
  await field.press('Control+Enter');
  await shown.getByRole('group', { name: 'Your answer' }).getByText('Yes, from 9 to 5').waitFor();
  await field.waitFor({ state: 'detached' });
  t.equal(await shown.getByText('Draft').count(), 0);
  t.match(await seenBy('ann'), 'Yes, from 9 to 5', 'the network has it');

  await act(page, 'Open on Sunday?', 'Hide').click();
  await shown.getByText('Hidden').waitFor();
  t.match(await seen('network=instagram'), /"hidden": ?true/, 'the network hides it');
  await act(page, 'Open on Sunday?', 'Show again').click();
  await shown.getByText('Hidden').waitFor({ state: 'detached' });

  await act(page, 'Open on Sunday?', 'Answer privately').click();
  await page.getByText('A direct message, which only @ann sees. Instagram takes one').waitFor();
  await page.getByRole('textbox', { name: 'Private answer to @ann' }).fill('Here is the address');
  await page.getByRole('button', { name: 'Send' }).click();
  await shown.getByText('Answered privately').waitFor();
  t.match(await seenBy('ann'), 'Here is the address');
  t.equal(await act(page, 'Open on Sunday?', 'Answer privately').getAttribute('aria-disabled'), 'true');
  await act(page, 'Open on Sunday?', 'Answer privately').hover();
  await page.getByRole('tooltip').getByText('Instagram allows that once').waitFor();

  await openCount.waitFor({ state: 'detached' }); // what is answered is done
  await act(page, 'Open on Sunday?', 'Open again').click();
  await openCount.waitFor();
  await act(page, 'Open on Sunday?', 'Done').click();
  await shown.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'Nothing is open' }).waitFor();
  await openCount.waitFor({ state: 'detached' });
  await show(page, 'Done');
  await shown.waitFor();
  t.match(page.url(), /show=done/);
  await show(page, 'Open');
  await comment('ann', 'And on Monday?', {
    parentId: (await call('GET', '/v1/comments')).body.comments[0].id,
  });
  await card(page, 'And on Monday?').getByText('answers @ann: “Open on Sunday?').waitFor();
  await page.getByRole('article').nth(1).getByText('Open on Sunday?').waitFor(); // a new reply reopens it
  t.same(complaints, []);
});

void t.test('of a post: replies below what they answer, and what failed beside what came', async (t) => {
  const first = await comment('bob', 'Is it sourdough?', { network: 'facebook' });
  await comment('cleo', 'I think so', { network: 'facebook', parentId: first });
  sandbox.sandbox.faults.add({ kind: 'status', status: 503, network: 'threads', times: 10 });
  const { page, complaints } = await open(`/app/w/home/posts/${post.id}`);
  await ready(page);
  await page.getByRole('link', { name: 'Comments' }).last().click();
  await card(page, 'Is it sourdough?').waitFor();
  await card(page, 'I think so').getByText('answers bob: “Is it sourdough?”').waitFor();
  const alert = page.getByRole('alert').filter({ hasText: 'Not everything could be read' });
  await alert.getByText(/^Threads \(.+\) did not respond:/).waitFor();
  t.same(await accessibilityFaults(page), []);
  sandbox.sandbox.faults.clear();
  await comment('dora', 'Hello from Threads', { network: 'threads' });
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.waitFor({ state: 'detached' });
  await card(page, 'Hello from Threads').waitFor();
  t.equal(await act(page, 'Hello from Threads', 'Delete').getAttribute('aria-disabled'), 'true');

  await act(page, 'I think so', 'Delete').click();
  const dialog = page.getByRole('dialog', { name: 'Delete this comment?' });
  await dialog.getByText('This cannot be undone').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await card(page, 'I think so').waitFor({ state: 'detached' });
  t.notMatch(await seen('network=facebook'), 'I think so', 'it is gone at the network');
  t.same(complaints, []);
});

void t.test('a list that could not be read everywhere says so, and can be read again', async () => {
  running.advance(61_000);
  sandbox.sandbox.faults.add({ kind: 'status', status: 503, network: 'threads', times: 1 });
  const { page } = await open('/app/w/home/comments');
  await ready(page);
  const alert = page.getByRole('alert').filter({ hasText: 'Threads' });
  await alert.waitFor();
  await card(page, 'Is it sourdough?').waitFor();
  running.advance(2_000);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.waitFor({ state: 'detached' });
});

longTest('reviews have stars, and say what cannot be done with them', async (t) => {
  await control('people', {
    network: 'google_business',
    account: sandbox.sandbox.people.accounts('google_business')[0]?.id,
    person: { username: 'Rosa' },
    act: { review: { stars: 2, text: 'Cold coffee' } },
  });
  running.advance(61_000);
  const { page, complaints } = await open('/app/w/home/comments?show=reviews');
  await ready(page);
  await page.getByRole('article', { name: 'Review by Rosa' }).waitFor();
  await card(page, 'Cold coffee').getByRole('img', { name: '2 of 5 stars' }).waitFor();
  await act(page, 'Cold coffee', 'Reply').click();
  await page.getByText('below the review. A new one replaces').waitFor();
  await page.getByRole('textbox', { name: 'Answer to Rosa' }).fill('It is hot again');
  await page.getByRole('button', { name: 'Send' }).click();
  const reply = card(page, 'Cold coffee').getByRole('group', { name: 'Your answer' });
  await reply.getByText('It is hot again').waitFor();
  t.same(await accessibilityFaults(page), []);
  await reply.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete your answer?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await reply.waitFor({ state: 'detached' });
  t.same(complaints, []);
});

longTest('with the keyboard alone: next, previous, reply, hide, done, several, help', async (t) => {
  for (const one of (await call('GET', '/v1/comments?done=false&limit=100')).body.comments)
    await call('POST', `/v1/comments/${one.id}/done`, { accountId: one.accountId });
  for (const name of ['emil', 'fay', 'gus']) await comment(name, `hello from ${name}`);
  await eventually(async () => (await call('GET', '/v1/comments?done=false')).body.comments.length === 3);
  const { page, complaints } = await open('/app/w/home/comments');
  await ready(page);
  await card(page, 'hello from emil').waitFor();
  const press = (keys: string) => page.keyboard.press(keys);
  await press('j');
  await isCurrent(page, 'hello from gus');
  await press('j');
  await isCurrent(page, 'hello from fay');
  await press('k');
  await isCurrent(page, 'hello from gus');
  await press('r');
  const field = page.getByRole('textbox', { name: 'Answer to @gus' });
  await field.waitFor();
  await page.keyboard.type('je ?');
  t.equal(await field.inputValue(), 'je ?', 'in a field the keys are letters');
  await press('Escape');
  await field.waitFor({ state: 'detached' });
  await press('r');
  t.equal(await field.inputValue(), 'je ?', 'a draft is kept');
  await press('Control+Enter');
  await card(page, 'hello from gus').getByRole('group', { name: 'Your answer' }).waitFor();
  await press('h');
  await card(page, 'hello from gus').getByText('Hidden').waitFor();
  await press('e'); // it is answered, so it was done
  await act(page, 'hello from gus', 'Done').waitFor();
  await press('e');
  await card(page, 'hello from gus').waitFor({ state: 'detached' });
  await isCurrent(page, 'hello from fay');
  await press('p');
  await page.getByRole('textbox', { name: 'Private answer to @fay' }).waitFor();
  await press('Escape');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keys of comments' }).waitFor();
  t.same(await accessibilityFaults(page), []);
  await press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await press('x');
  await page.getByRole('checkbox', { name: 'Select @fay' }).isChecked();
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const bar = page.getByRole('group', { name: 'Selected comments' });
  t.same(await accessibilityFaults(page), []);
  await bar.getByRole('button', { name: 'Hide' }).click();
  await page.getByText('2 comments are hidden.').waitFor();
  await page.getByRole('checkbox', { name: 'Select @emil' }).check();
  await page.getByRole('checkbox', { name: 'Select @fay' }).check();
  await bar.getByRole('button', { name: 'Done' }).click();
  await page.getByText('2 comments are done.').waitFor();
  t.same((await call('GET', '/v1/comments?done=false')).body.comments, []);
  t.same(complaints, []);
});

void t.test('what the network refuses is said in plain words, and the text stays', async (t) => {
  await comment('hal', 'one more');
  const { page } = await open('/app/w/home/comments');
  await ready(page);
  await act(page, 'one more', 'Reply').click();
  const field = page.getByRole('textbox', { name: 'Answer to @hal' });
  await field.fill('Are you there?');
  sandbox.sandbox.faults.add({
    kind: 'status',
    status: 400,
    network: 'instagram',
    call: 'replies/post',
    times: 1,
  });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('alert').getByText('Instagram refused it').waitFor();
  t.equal(await field.inputValue(), 'Are you there?');
  await page.getByRole('button', { name: 'Send' }).click();
  await card(page, 'one more').getByRole('group', { name: 'Your answer' }).waitFor();
});

longTest('on a phone, in the dark, everything can be read and reached', async (t) => {
  await comment('ida', `A question ${'without an end '.repeat(30)}`, { network: 'facebook' });
  const { page, complaints } = await open('/app/w/home/comments', {
    width: 390,
    height: 844,
    scheme: 'dark',
  });
  await ready(page);
  await card(page, 'A question').waitFor();
  t.equal(await overflow(page), 0);
  t.same(await accessibilityFaults(page), []);
  await act(page, 'A question', 'Reply').click();
  await page.getByRole('textbox', { name: 'Answer to ida' }).waitFor();
  t.equal(await overflow(page), 0);
  await page.goto(`${running.baseUrl}/app/w/home/comments?post=${post.id}`);
  await card(page, 'Is it sourdough?').waitFor();
  t.equal(await overflow(page), 0);
  t.same(await accessibilityFaults(page), []);
  await page.goto(`${running.baseUrl}/app/w/home/comments?account=${accounts['threads']}&show=done`);
  await card(page, 'Hello from Threads').waitFor();
  await page.goto(`${running.baseUrl}/app/w/home/comments?account=${accounts['google_business']}`);
  await page.getByRole('button', { name: 'Show everything that is open' }).click();
  await card(page, 'A question').waitFor();
  t.same(complaints, []);
});

longTest('when somebody answered meanwhile, the reply waits until it was read', async (t) => {
  const commentId = await comment('jon', 'Do you deliver?');
  const { page } = await open('/app/w/home/comments');
  await ready(page);
  await act(page, 'Do you deliver?', 'Reply').click();
  const field = page.getByRole('textbox', { name: 'Answer to @jon' });
  await field.fill('My answer');
  // somebody is faster by the time that the request takes
  let isFirst = true;
  await page.route('**/v1/comments/reply', async (route) => {
    const body = { accountId: accounts['instagram'], platform: 'instagram', commentId };
    if (isFirst) await call('POST', '/v1/comments/reply', { ...body, message: 'Of somebody else' });
    isFirst = false;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('alert').getByText('Somebody has answered meanwhile').waitFor();
  const answers = card(page, 'Do you deliver?').getByRole('group', { name: 'Your answer' });
  await answers.getByText('Of somebody else').waitFor();
  t.equal(await field.inputValue(), 'My answer');
  t.notMatch(await seenBy('jon'), 'My answer');
  t.same(await accessibilityFaults(page), []);
  await page.getByRole('button', { name: 'Send anyway' }).click();
  await answers.getByText('My answer').waitFor();
  t.match(await seenBy('jon'), 'My answer');
});

void t.test('without an account that has comments, it says which to connect', async () => {
  await service.sql`update comments set done = true`;
  await service.sql`update accounts set platform = 'telegram'`;
  const { page } = await open('/app/w/home/comments');
  await ready(page);
  await page.getByRole('heading', { name: 'No account has comments' }).waitFor();
  await page.getByText('Connect an account of').waitFor();
  await page.getByRole('link', { name: 'To the accounts' }).waitFor();
});
