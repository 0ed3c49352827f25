/** Meta's networks take one object with a request: "multi-ID requests" (`?ids=a,b`) are errors since Graph v26.0. */
import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { casesOf } from './insights-cases.ts';

const FOLDERS = ['facebook', 'instagram', 'threads', 'meta'];

void t.test('no adapter of Meta asks for several objects by their ids', async (t) => {
  for (const folder of FOLDERS) {
    const root = new URL(`../../adapters/${folder}/`, import.meta.url);
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.ts'),
    );
    t.ok(files.length > 0, folder);
    for (const file of files) {
      const text = readFileSync(new URL(file, root), 'utf8');
      const code = text.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
      t.notMatch(code, /[?&]ids=|\bids:\s|['"]ids['"]/, `${folder}/${file}`);
    }
  }
});

void t.test('no recorded request for numbers names several objects', async (t) => {
  for (const platform of ['facebook', 'instagram', 'threads'])
    for (const { name, asks } of casesOf(platform))
      for (const asked of asks) t.notMatch(asked, /[?&]ids=/, `${platform}: ${name}`);
});
