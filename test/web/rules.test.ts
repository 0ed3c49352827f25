/** Comment-to-DM rules in a real browser: made from a post, tried, answered, paused, refused; a phone. */
import type { Page } from 'playwright-core';
import t from 'tap';
import { longTest } from '../support/long.ts';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { controlOf } from '../support/sandbox-control.ts';
import { ready, startDashboard } from './dashboard.ts';
import { untilReceiving } from '../support/until-receiving.ts';

const { open, running } = await startDashboard(t, { platforms: ['instagram', 'telegram'], subscribes: true });
const { sandbox, call, accounts, service } = running;
const control = controlOf(sandbox);

await untilReceiving(service, 'instagram');

const { body: made } = await call('POST', '/v1/posts', {
  content: 'Comment LINK and I send you the recipe',
  media: [`${sandbox.url}/samples/photo.jpg`],
  accountIds: [accounts['instagram']],
  publishNow: true,
});
// instagram's container is polled every few seconds of the service's clock
const hurry = setInterval(() => running.advance(2_000), 50);
const post = await running
  .until(made.post.id, ({ status }) => status === 'published')
  .finally(() => clearInterval(hurry));
const { networkPostId } = post.deliveries[0];

/** A person comments below the post. */
const comment = (username: string, text: string) =>
  control('people', {
    network: 'instagram',
    person: { username },
    act: { comment: { text, mediaId: networkPostId } },
  });

/** What the activity shows of a comment. */
const entry = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text }).first();
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const keywords = (page: Page) => page.getByRole('combobox', { name: 'Keywords' });
const goTo = async (page: Page, path: string) => {
  await page.goto(`${running.baseUrl}/app/w/home/${path}`);
  await ready(page);
};

await comment('zoe', 'Send me the link'); // before there is any rule

void t.test('without a rule the page says what one does; nothing can be saved half-written', async (t) => {
  const { page, complaints } = await open('/app/w/home/posts');
  await ready(page);
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Rules' }).click();
  await page.getByRole('heading', { name: 'No rules yet' }).waitFor();
  t.same(await accessibilityFaults(page), []);
  await page.getByRole('link', { name: 'Make the first rule' }).click();
  await button(page, 'Make the rule').click();
  await page.getByText('Write a keyword, then press Enter.').waitFor();
  await page.getByText('Write the message.').waitFor();
  t.equal(await page.evaluate('document.activeElement?.getAttribute("aria-invalid")'), 'true');
  t.same(await accessibilityFaults(page), []);
  t.same(complaints, []);
});

void t.test('a rule is made from a post: one comment wins, one is near, one comes twice', async (t) => {
  const { page, complaints } = await open(`/app/w/home/posts/${post.id}`);
  await ready(page);
  await button(page, /^Actions for the post/).click();
  await page.getByRole('menuitem', { name: 'Answer comments with a message' }).click();
  await page.getByRole('heading', { name: 'New rule' }).waitFor();
  const chosen = page.getByRole('radio', { name: /Comment LINK and I send you the recipe/ });
  await chosen.waitFor();
  t.ok(await chosen.isChecked(), 'the post is chosen');
  await keywords(page).fill('link');
  await page.keyboard.press('Enter');
  await keywords(page).pressSequentially('recipe,');
  await page
    .getByRole('textbox', { name: 'Message', exact: true })
    .fill('Hi {username}: https://example.org/bread');
  await page.locator('.rule-phone').getByText('Hi ann: https://example.org/bread').waitFor();
  await page.getByText('under Requests, without a notification').waitFor();
  await button(page, 'Suggest some').click();
  t.equal(await page.getByRole('textbox', { name: /^Public reply/ }).count(), 3);
  await button(page, 'Remove public reply 3').click();

  const trial = page.getByRole('form', { name: 'Try a comment' });
  const tryIt = async (text: string) => {
    await trial.getByRole('textbox', { name: 'A comment' }).fill(text);
    await page.keyboard.press('Enter');
  };
  await tryIt('The LINK please');
  await trial.getByText('The comment has the keyword “link”.').waitFor();
  await tryIt('link again');
  await trial.getByText('This person has had the message of this rule.').waitFor();
  await tryIt('links');
  await trial.getByText('“links” is close to “link”').waitFor();
  t.same(await accessibilityFaults(page), []);

  await page.reload();
  await ready(page);
  await page.getByText('What you had written was restored.').waitFor();
  running.advance(2_000); // the network counts whole seconds: what was made in this one is history
  await button(page, 'Make the rule').click();
  await page.getByRole('heading', { name: 'link, recipe', level: 1 }).waitFor();
  await page.getByRole('heading', { name: 'No comment has matched yet' }).waitFor();
  t.equal(
    await page.getByRole('link', { name: 'be a follower in the sandbox' }).getAttribute('href'),
    `${sandbox.url}/people`,
  );

  await comment('ann', 'The link, please!');
  await entry(page, 'The link, please!').getByText('Sent', { exact: true }).waitFor();
  await entry(page, 'The link, please!').getByText('Public reply: “').waitFor();
  t.match(
    JSON.stringify(await control('people?network=instagram&username=ann')),
    'Hi ann: https://example.org/bread',
    'the person has the message',
  );
  await comment('bob', 'links');
  await page.getByText('1 person wrote “links”').waitFor();
  const { page: comments } = await open('/app/w/home/comments');
  await comments
    .getByRole('article')
    .filter({ hasText: 'links' })
    .getByRole('button', { name: 'Rules' })
    .click();
  await comments.getByRole('dialog').getByText('“links” is close to “link”').waitFor();
  t.same(await accessibilityFaults(comments), []);
  await comments.close();
  await comment('ann', 'link once more');
  const second = entry(page, 'link once more');
  await second.getByText('This person has had the message of this rule.').waitFor();
  await second.getByText('Skipped', { exact: true }).waitFor();
  t.same(await accessibilityFaults(page), []);

  await button(page, 'Add “links” as a keyword').click();
  await page.getByText('1 person wrote “links”').waitFor({ state: 'detached' });
  await page.getByRole('heading', { name: 'link, recipe, links', level: 1 }).waitFor();
  await comment('bob', 'links!');
  await entry(page, 'links!').getByText('Sent', { exact: true }).waitFor();

  await button(page, 'Count').click();
  await page.getByText('1 message would be sent').waitFor();
  t.same(await accessibilityFaults(page), []);
  await button(page, 'Send 1 message').click();
  const reaching = setInterval(() => running.advance(30_000), 200);
  await entry(page, 'Send me the link')
    .getByText('Sent', { exact: true })
    .waitFor()
    .finally(() => clearInterval(reaching));

  await entry(page, 'link once more')
    .getByRole('link', { name: /^What happened, step by step/ })
    .click();
  await page.waitForURL(/\/debugger\/preply_/);
  await page.locator('.react-flow__node').first().waitFor(); // its chart
  await page.goBack();
  await page
    .getByRole('main')
    .getByRole('link', { name: 'What happened, step by step', exact: true })
    .click();
  await page.waitForURL(/\/debugger\/rule_/);
  await page.locator('.react-flow__node').first().waitFor();
  t.same(complaints, []);
});

longTest('it is changed, paused, found, and deleted; what is wrong is said at its field', async (t) => {
  const { page, complaints } = await open('/app/w/home/rules');
  await ready(page);
  const card = page.getByRole('article', { name: 'Rule: link, recipe, links' });
  await card.getByText('Comment LINK and I send').waitFor();
  t.same(await accessibilityFaults(page), []);
  await button(page, 'Try a comment').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'A comment' }).fill('recipe?');
  await page.keyboard.press('Enter');
  await dialog.getByText('The comment has the keyword “recipe”.').waitFor();
  t.same(await accessibilityFaults(page), []);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('switch', { name: 'link, recipe, links is active' }).press('Space');
  await card.getByText('Paused').waitFor();
  await page.getByRole('switch', { name: 'link, recipe, links is active' }).press('Space');
  await card.getByText('Active').waitFor();

  await button(page, 'More about link, recipe, links').click();
  t.same(await accessibilityFaults(page), []);
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('heading', { name: 'Edit the rule' }).waitFor();
  const message = page.getByRole('textbox', { name: 'Message', exact: true });
  await message.fill('x'.repeat(1_001));
  await page.getByText('1,001 / 1,000 characters: too long.').waitFor();
  await button(page, 'Save').click();
  await page.getByText('This has 1,001 characters, and 1,000 is the most: shorten it.').waitFor();
  t.equal(await message.getAttribute('aria-invalid'), 'true');
  await message.fill('Another text');
  await button(page, 'Add a public reply').click();
  await page.getByText('More options', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Leave out public replies after' }).fill('90');
  await page.getByRole('switch', { name: 'Count the clicks on links' }).click();
  await keywords(page).fill('\u200b');
  await page.keyboard.press('Enter');
  await button(page, 'Save').click();
  await page.getByText('This has nothing to match: write a word or an emoji.').waitFor();
  await keywords(page).press('Backspace');
  await button(page, 'Save').click();
  await page.getByRole('heading', { name: 'link, recipe, links', level: 1 }).waitFor();
  await page.getByRole('region', { name: 'What it does' }).getByText('Another text').waitFor();

  const { body } = await call('GET', '/v1/comment-dm-rules');
  t.equal(body.rules[0].dmText, 'Another text');
  t.equal(body.rules[0].publicReplyLateMinutes, 90);
  t.equal(body.rules[0].trackLinks, true);
  t.equal(body.rules[0].publicReplies.length, 2, 'an empty public reply is left out');
  await goTo(page, `rules/${body.rules[0].id}/edit`);
  await page.getByText('The next post', { exact: true }).click();
  await button(page, 'Save').click();
  await page.getByText('below the next post, which is not out yet').waitFor();
  t.equal((await call('GET', '/v1/comment-dm-rules')).body.rules[0].nextPost, true);

  for (const word of ['pdf', 'price', 'guide', 'course'])
    await call('POST', '/v1/comment-dm-rules', {
      accountId: accounts['instagram'],
      keywords: [word],
      dmText: `The ${word}`,
    });
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Rules' }).click();
  await page.getByRole('article', { name: 'Rule: course' }).waitFor();
  await page.getByRole('textbox', { name: 'Find a rule' }).fill('pri');
  await page.getByRole('article', { name: 'Rule: course' }).waitFor({ state: 'detached' });
  t.match(page.url(), /q=pri/);
  await button(page, 'More about price').click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByText('its activity is deleted with it').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No rule matches' }).waitFor();
  await button(page, 'Show all rules').click();
  await page.getByRole('article', { name: 'Rule: course' }).waitFor();
  t.same(
    complaints.filter((text) => !text.includes('400')),
    [],
  );
});

longTest('with rules of several accounts, a trial asks below whose post the comment stands', async (t) => {
  const otherId = accounts['telegram']!;
  await service.sql`update accounts set platform = 'instagram' where id = ${otherId}`;
  t.teardown(() => service.sql`update accounts set platform = 'telegram' where id = ${otherId}`);
  const word = { accountId: otherId, keywords: ['zebra'], dmText: 'Stripes' };
  const { rule } = (await call('POST', '/v1/comment-dm-rules', word)).body;
  t.teardown(() => call('DELETE', `/v1/comment-dm-rules/${rule.id}`));
  const { page, complaints } = await open('/app/w/home/rules', { width: 390, height: 844 });
  await ready(page);
  await button(page, 'Try a comment').click();
  const dialog = page.getByRole('dialog', { name: 'What would the rules answer?' });
  const judged = dialog.getByRole('list', { name: 'Comments that were tried' });
  const account = dialog.getByRole('combobox', { name: 'Below a post of' });
  const tryIt = async (index: number) => {
    await account.click();
    await page.getByRole('option').nth(index).click();
    await dialog.getByRole('textbox', { name: 'A comment' }).fill('zebra');
    await page.keyboard.press('Enter');
    await judged.getByText(/^Gets/).waitFor();
    return (await judged.textContent())!;
  };
  const said = [await tryIt(0), await tryIt(1)];
  t.equal(
    said.filter((text) => text.includes('Gets the message')).length,
    1,
    'the rules of one account answer',
  );
  t.equal(said.filter((text) => text.includes('Gets nothing')).length, 1, 'those of the other do not');
  t.same(await accessibilityFaults(page), []);
  t.equal(await overflow(page), 0);
  t.same(complaints, []);
});

longTest('a phone in the dark: every page of rules fits and can be read', async (t) => {
  const { page, complaints } = await open('/app/w/home/rules', {
    width: 390,
    height: 844,
    scheme: 'dark',
  });
  const { body } = await call('GET', '/v1/comment-dm-rules');
  const { id } = body.rules.at(-1);
  for (const path of ['rules', `rules/${id}`, `rules/${id}/edit`, 'rules/new']) {
    await goTo(page, path);
    await page
      .locator('.rule-posts, .rule-entry, .rule-card, .rule-phone')
      .first()
      .waitFor({ state: 'attached' });
    t.same(await accessibilityFaults(page, { rules: ['color-contrast', 'target-size'] }), [], path);
    t.equal(await overflow(page), 0, `${path} is as wide as the screen`);
  }
  await page.getByText('Preview', { exact: true }).click();
  await page.locator('.rule-phone').waitFor();
  await goTo(page, `rules/${id}`);
  await page.getByText('The rule', { exact: true }).click();
  await page.getByRole('heading', { name: 'What would it answer?' }).waitFor();
  t.equal(await overflow(page), 0);
  t.same(complaints, []);
});
