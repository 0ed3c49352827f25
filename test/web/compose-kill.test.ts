/** A post for four networks is written and published in Chromium, and the service is killed in the middle of both: each thing once. */
// Long test: starts the real process three times; test/web/compose-networks.test.ts writes the same without a kill in npm test.
import type { Page } from 'playwright-core';
import t from 'tap';
import { buildWeb } from '../../src/install/build-web.js';
import { rowNamed } from '../prove/rows.ts';
import { openStage } from '../prove/stage.ts';
import { openBrowser, openPage } from '../support/browser.ts';
import { testDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { ready } from './dashboard.ts';

const NETWORKS = ['bluesky', 'mastodon', 'facebook', 'discord'] as const;
const PARTS = ['It is baked at four', 'Bring a bag'];
const ALT = ['A loaf', 'The oven', 'The shop'];
const TEXTS = {
  bluesky: 'Our rye is back',
  mastodon: 'Our rye is back, dear neighbours',
  facebook: 'Our rye is back',
  discord: '**Rye** is back',
};

const text = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** Two overrides, a thread of three, three pictures with alt text. */
async function write(page: Page, sandboxUrl: string): Promise<void> {
  await text(page, 'Text').fill(TEXTS.bluesky);
  await page.getByRole('button', { name: 'Choose all' }).click();
  for (const [tab, words] of [
    ['Mastodon', TEXTS.mastodon],
    ['Discord', TEXTS.discord],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await text(page, `Text for ${tab}`).fill(words);
  }
  await page.getByRole('tab', { name: 'All' }).click();
  for (const [index, part] of PARTS.entries()) {
    await page.getByRole('button', { name: 'Add a part' }).click();
    await text(page, `Part ${index + 2} of the thread`).fill(part);
  }
  for (const [index, words] of ALT.entries()) {
    await page.getByLabel('Address of a medium').fill(`${sandboxUrl}/samples/photo.jpg?${index}`);
    await page.keyboard.press('Enter');
    await page.getByLabel(`Description of medium ${index + 1}, for people who do not see it`).fill(words);
  }
}

void t.test(
  'kill -9 while it is written and while it is published: each part once, and the page says so',
  async (t) => {
    if (!buildWeb()) throw new Error('the dashboard could not be built');
    const { url } = await testDatabase(t, { migrated: false });
    const stage = await openStage(url, await temporaryFolder(t));
    t.teardown(() => stage.stop());
    const workspace = await stage.workspace();
    const accounts = await Promise.all(NETWORKS.map((name) => stage.connect(workspace, rowNamed(name))));
    const [, mastodon] = accounts;
    const texts = async (network: (typeof NETWORKS)[number]) =>
      (await stage.ledger(accounts[NETWORKS.indexOf(network)]!)).map((entry) => entry.text);

    const { page } = await openPage(await openBrowser(t), { height: 1000 });
    const [name, value] = workspace.cookie.split('=', 2);
    await page.context().addCookies([{ name: name!, value: value!, url: stage.publicUrl }]);
    await page.goto(`${stage.publicUrl}/app/w/${workspace.name}/posts/new`);
    await ready(page);
    await write(page, stage.sandboxUrl);

    stage.kill();
    await text(page, 'Part 3 of the thread').press('End');
    await page.keyboard.type('!');
    await stage.revive();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await ready(page);
    t.equal(await text(page, 'Part 3 of the thread').inputValue(), `${PARTS[1]}!`, 'what was typed is there');

    // the network takes the second part after the service is dead
    const call = mastodon!.row.liveCall;
    let isHeld = false;
    stage.onHolding = () => {
      isHeld = true;
    };
    await stage.fault({ kind: 'held', network: 'mastodon', call, skip: 1, times: 1, delayMs: 600_000 });
    const publish = page.getByRole('button', { name: 'Publish now' });
    await publish.click();
    await page.waitForURL('**/posts/post_*');
    const isInTheMiddle = async () => {
      const counts = await Promise.all(NETWORKS.map(async (network) => (await texts(network)).length));
      return isHeld && counts[1] === 1 && counts[2] === 1 && counts[3] === 1;
    };
    await eventually(isInTheMiddle);
    stage.kill();
    t.pass('killed while Mastodon has one part of three');
    stage.release();
    await eventually(async () => (await texts('mastodon')).length === 2);
    await stage.revive();

    const region = page.getByRole('region', { name: 'Accounts' });
    await eventually(async () => {
      stage.advance(5_000);
      return (await page.getByRole('status', { name: 'Status' }).getByText('Published').count()) > 0;
    }, 180_000);
    const thread = [...PARTS.slice(0, 1), `${PARTS[1]}!`];
    for (const network of NETWORKS) {
      const whole = [TEXTS[network], ...thread];
      const isThread = network === 'bluesky' || network === 'mastodon';
      t.same(await texts(network), isThread ? whole : [whole.join('\n\n')], network);
    }
    for (const network of ['bluesky', 'mastodon'] as const) {
      const [first] = await stage.ledger(accounts[NETWORKS.indexOf(network)]!);
      t.same(
        first?.media.map(({ alt }) => alt),
        ALT,
        `${network} has the descriptions`,
      );
    }
    t.equal(
      await region.getByRole('link', { name: 'See it in the sandbox' }).count(),
      8,
      'each part has its link',
    );
    t.ok(await region.getByText('Published', { exact: true }).count());
    for (const [index, part] of thread.entries())
      await page
        .getByRole('region', { name: `Part ${index + 2} of the thread` })
        .getByText(part)
        .waitFor();
    for (const words of ALT) await page.getByRole('img', { name: words }).waitFor();
  },
);
