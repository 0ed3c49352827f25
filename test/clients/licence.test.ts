/** A program that uses a client may have any licence: both clients are MIT and import nothing of the service. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CLIENTS = ['typescript', 'n8n'];

for (const name of CLIENTS) {
  const folder = join(root, 'clients', name);

  void t.test(`clients/${name} is MIT, by its package and by a licence of its own`, async (t) => {
    const described = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { license: string };
    t.equal(described.license, 'MIT');
    const licence = await readFile(join(folder, 'LICENSE'), 'utf8');
    t.match(licence, /^MIT License\n[\s\S]*Permission is hereby granted, free of charge/);
    t.match(await readFile(join(folder, 'README.md'), 'utf8'), /\bMIT\b/);
  });

  void t.test(`clients/${name} imports nothing of the service`, async (t) => {
    const files = (await readdir(folder, { recursive: true })).filter(
      (file) => /\.(ts|js|mjs)$/.test(file) && !/(^|\/)(node_modules|dist)\//.test(file),
    );
    t.ok(files.length >= 2);
    for (const file of files) {
      const source = await readFile(join(folder, file), 'utf8');
      for (const [, specifier] of source.matchAll(/(?:from|import|require)\s*\(?\s*['"]([^'"]+)['"]/g)) {
        const target = specifier!.startsWith('.')
          ? relative(folder, join(folder, dirname(file), specifier!))
          : '';
        t.notOk(target.startsWith('..'), `${file} imports ${specifier}`);
        t.notMatch(specifier, /^(troupe$|troupe\/|\/)/, `${file} imports ${specifier}`);
      }
    }
  });
}
