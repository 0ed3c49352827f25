/** The library in the dashboard, and in the composer. */
import t from 'tap';
import { accessibilityFaults, overflow } from '../support/browser.ts';
import { eventually } from '../support/eventually.ts';
import { ready, startDashboard } from './dashboard.ts';

const { running, open } = await startDashboard(t, { platforms: ['telegram', 'mastodon'] });
const samples = 'simulators/samples';
const list = async () => (await running.call('GET', '/v1/media')).body.media;

void t.test('files are uploaded, described, found and deleted', async (t) => {
  const { page, complaints } = await open('/app/w/home/library', { width: 1280 });
  await ready(page);
  await page.getByRole('heading', { name: 'No files yet' }).waitFor();
  t.same(await accessibilityFaults(page), [], 'empty');
  await page.getByLabel('Files to upload').setInputFiles([`${samples}/photo.jpg`, `${samples}/clip.mp4`]);
  const photo = page.getByRole('article', { name: 'photo.jpg' });
  await photo.getByText('1200 × 900 · 80 kB').waitFor();
  await page.getByRole('article', { name: 'clip.mp4' }).waitFor();
  await photo.getByText('Nothing uses it').waitFor();
  await photo.getByRole('textbox', { name: /^Description of photo\.jpg/ }).fill('A red boat');
  await photo.getByRole('button', { name: 'Save the description' }).click();
  await eventually(async () => (await list()).some(({ altText }) => altText === 'A red boat'));
  await photo.getByRole('button', { name: 'Save the description' }).waitFor({ state: 'detached' });

  await page.getByRole('searchbox', { name: 'Search' }).fill('RED');
  await page.getByRole('article', { name: 'clip.mp4' }).waitFor({ state: 'detached' });
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await page.getByRole('combobox', { name: 'Type' }).selectOption('video');
  await photo.waitFor({ state: 'detached' });
  await page.getByRole('article', { name: 'clip.mp4' }).waitFor();
  await page.getByRole('combobox', { name: 'Type' }).selectOption('document');
  await page.getByText('No file fits.').waitFor();
  await page.getByRole('combobox', { name: 'Type' }).selectOption('');
  await photo.waitFor();

  const { url } = (await list()).find(({ name }) => name === 'photo.jpg');
  const accountIds = [running.accounts['telegram']!];
  await running.call('POST', '/v1/posts', {
    content: 'In the harbour',
    accountIds,
    media: [url],
    draft: true,
  });
  await page.reload();
  await photo.getByText('In 1 post:').waitFor();
  await photo.getByRole('link', { name: 'In the harbour' }).waitFor();
  t.same(await accessibilityFaults(page), [], 'with files');
  await page.setViewportSize({ width: 390, height: 844 });
  await eventually(async () => (await overflow(page)) === 0);
  await page.setViewportSize({ width: 1280, height: 900 });

  await photo.getByRole('button', { name: 'Delete photo.jpg…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this file?' });
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await dialog.getByText(/Posts that are not out \(1\) and series \(0\) need this file/).waitFor();
  t.same(await accessibilityFaults(page), [], 'what needs it');
  t.equal((await list()).length, 2, 'nothing is deleted yet');
  await dialog.getByRole('button', { name: 'Delete all the same' }).click();
  await photo.waitFor({ state: 'detached' });
  t.same(
    (await list()).map(({ name }) => name),
    ['clip.mp4'],
  );
  // the refusal is a response of the browser's console, too
  t.same(
    complaints.filter((line) => !line.includes('409')),
    [],
  );
});

void t.test('the composer takes files of the library with their descriptions', async (t) => {
  const form = new FormData();
  form.set(
    'file',
    new File([await (await fetch(`${running.sandbox.url}/samples/wide.png`)).blob()], 'wide.png'),
  );
  const headers = { authorization: `Bearer ${running.key}` };
  const uploaded = await fetch(`${running.baseUrl}/v1/media/upload`, { method: 'POST', headers, body: form });
  const { id, url } = (await uploaded.json()) as { id: string; url: string };
  await running.call('PATCH', `/v1/media/${id}` as '/v1/media/{id}', { altText: 'A wide view' });
  const { page, complaints } = await open('/app/w/home/posts/new');
  await ready(page);
  await page.getByRole('button', { name: 'Choose from the library' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose from the library' });
  await dialog.getByRole('button', { name: 'wide.png: A wide view' }).click();
  t.same(await accessibilityFaults(page), [], 'the choice');
  await dialog.getByRole('button', { name: 'Add 1 file' }).click();
  await dialog.waitFor({ state: 'detached' });
  t.equal(await page.getByRole('textbox', { name: /^Description of medium 1/ }).inputValue(), 'A wide view');
  t.equal(await page.locator('.medium img').getAttribute('src'), url);
  t.same(complaints, []);
});
