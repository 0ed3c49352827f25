/** Pictures of the dashboard for the README and docs/, made by the tests of the pages that they show: `npm run pictures`. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';

/**
 * Scrolls to the top of the page and writes what its window shows into the folder that TROUPE_TEST_PICTURES names; without it nothing is written.
 * @param name of the file, without .png
 */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['TROUPE_TEST_PICTURES'] ?? '';
  if (folder === '') return;
  await page.evaluate('document.activeElement?.blur(); scrollTo(0, 0); document.fonts.ready');
  const shot = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await sharp(shot)
    .png({ palette: true, effort: 10 })
    .toFile(join(folder, `${name}.png`));
}
