/** The check of accessibility itself: it finds a fault, and finds it again after the page changed. */
import t from 'tap';
import { accessibilityFaults, openBrowser, openPage } from '../support/browser.ts';
import { playsLong } from '../support/long.ts';

const GOOD = '<html lang="en"><title>A page</title><button>Save</button></html>';
const BAD = '<html lang="en"><title>A page</title><button></button><p style="color: #aaa">Pale</p></html>';

void t.test('faults of a page are found each time, all of them or those of some rules', async (t) => {
  const { page } = await openPage(await openBrowser(t));
  await page.setContent(BAD);
  const faults = await accessibilityFaults(page);
  t.match(faults.toSorted(), [/^button-name: button: /, /^color-contrast: p: /]);
  await page.setContent(GOOD);
  t.same(await accessibilityFaults(page), []);
  await page.setContent(BAD);
  t.equal(
    (await accessibilityFaults(page)).length,
    playsLong ? 2 : 1,
    'contrast is judged once in a short run',
  );
  t.match(await accessibilityFaults(page, { rules: ['color-contrast'] }), [/^color-contrast: p: /]);
});
