/** The check of accessibility itself: it finds a fault, and finds it again after the page changed. */
import t from 'tap';
import { accessibilityFaults, openBrowser, openPage } from '../support/browser.ts';

void t.test('faults of a page are found each time, all of them or those of some rules', async (t) => {
  const { page } = await openPage(await openBrowser(t));
  await page.setContent('<html lang="en"><title>A page</title><button>Save</button></html>');
  t.same(await accessibilityFaults(page), []);
  await page.setContent(
    '<html lang="en"><title>A page</title><button></button><p style="color: #aaa">Pale</p></html>',
  );
  const faults = await accessibilityFaults(page);
  t.match(faults.toSorted(), [/^button-name: button: /, /^color-contrast: p: /]);
  t.match(await accessibilityFaults(page, { rules: ['color-contrast'] }), [/^color-contrast: p: /]);
});
