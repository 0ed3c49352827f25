/** Every hosted page by axe, in both themes, and as narrow as phones are. */
// Long test: every hosted page on three screens; pages.test.ts goes through them at every change.
import t from 'tap';
import { networks } from '../../../adapters/networks.ts';
import {
  accessibilityFaults,
  openBrowser,
  openPage,
  overflow,
  type PageOptions,
} from '../../support/browser.ts';
import { startService } from '../../support/service.ts';
import { linkFor, severalAccounts } from './person.ts';

void t.test('every page passes axe in light and dark, and fits a phone screen', async (t) => {
  const browser = await openBrowser(t);
  const running = await startService(t, {
    adapters: { ...networks, instagram: { ...networks.instagram, connect: severalAccounts() } },
  });
  const link = await linkFor(running, { redirectUrl: 'https://example.org/' });
  // axe takes seconds for each page, so it is asked what can differ: colours by theme, by width whether all fits
  const looks: [string, PageOptions, { axe: null | { rules?: string[] } }][] = [
    ['light', {}, { axe: {} }],
    ['dark, on a phone', { width: 390, height: 844, scheme: 'dark' }, { axe: { rules: ['color-contrast'] } }],
    ['narrow', { width: 320, height: 640 }, { axe: null }],
  ];
  for (const [look, options, { axe }] of looks) {
    const { page } = await openPage(browser, options);
    const check = async (name: string) => {
      if (axe) t.same(await accessibilityFaults(page, axe), [], `${name}, ${look}`);
      t.equal(await overflow(page), 0, `${name} does not scroll sideways, ${look}`);
    };
    await page.goto(link.url);
    await check('the list');
    await page.goto(`${link.url}/bluesky`);
    await check('a form');
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByText('Type your whole handle').waitFor();
    await check('a form with an error');
    await page.goto(`${link.url}/telegram`);
    await check('a code');
    await page.goto(link.url);
    await page.getByRole('link', { name: 'Connect Instagram' }).click();
    await page.getByRole('button', { name: 'Sign in with Instagram' }).waitFor();
    await check('two ways to sign in');
    await page.getByRole('button', { name: 'Sign in with Instagram' }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Choose accounts' }).waitFor();
    await check('the choice');
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('heading', { name: 'Connected' }).waitFor();
    await check('what is done');
    await page.goto(`${running.baseUrl}/connect/${'x'.repeat(43)}`);
    await check('a link that is not known');
  }
});
