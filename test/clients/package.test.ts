import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import t from 'tap';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

void t.test('the packed package is built, whole, and works for a program that installs it', async (t) => {
  const folder = await temporaryFolder(t);
  // builds: npm runs `prepack`
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], {
    cwd: join(root, 'clients/typescript'),
  });
  const [described] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('['))) as [
    { filename: string; files: { path: string }[] },
  ];
  const paths = described.files.map(({ path }) => path).toSorted();
  for (const path of [
    'README.md',
    'LICENSE',
    'package.json',
    'dist/index.js',
    'dist/index.d.ts',
    'dist/api.d.ts',
  ])
    t.ok(paths.includes(path), path);
  t.strictSame(
    paths.filter((path) => !/^(dist\/[\w-]+\.(js|d\.ts)|README\.md|LICENSE|package\.json)$/.test(path)),
    [],
    'nothing else is published',
  );

  // what `npm install` of the file would make, without a registry
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, 'troupe-client'), { recursive: true });
  await run(
    'tar',
    ['-xzf', described.filename, '--strip-components=1', '-C', join(modules, 'troupe-client')],
    {
      cwd: folder,
    },
  );
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers'])
    await symlink(join(root, 'node_modules', name), join(modules, name));
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');

  const { baseUrl, key } = await startService(t);
  const readme = await readFile(join(root, 'clients/typescript/README.md'), 'utf8');
  const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code!);
  t.ok(examples.length >= 5);
  await writeFile(join(folder, 'readme.ts'), `export {};\n${withImportsFirst(examples)}`);
  await writeFile(
    join(folder, 'program.ts'),
    `import { createTroupe, TroupeError } from 'troupe-client';
const troupe = createTroupe({ baseUrl: ${JSON.stringify(baseUrl)}, key: ${JSON.stringify(key)} });
const { workspaces } = await troupe.listWorkspaces();
console.log(workspaces.map(({ slug }) => slug).join());
// @ts-expect-error -- no such operation
troupe.createToast;
// @ts-expect-error -- a field that the operation lacks
const refused: unknown = await troupe.listPosts({ colour: 'red' }).catch((error: unknown) => error);
console.log(refused instanceof TroupeError && refused.code);
`,
  );
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        module: 'nodenext',
        target: 'es2024',
        lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
        types: [],
        noEmit: true,
      },
      include: ['program.ts', 'readme.ts', 'globals.d.ts'],
    }),
  );
  await writeFile(
    join(folder, 'globals.d.ts'),
    'declare const process: { env: { [name: string]: string | undefined } };',
  );
  const checked = await run(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  t.equal(checked.stdout, '', 'its types hold, and so do the examples of its README');
  const { stdout } = await run(process.execPath, [join(folder, 'program.ts')]);
  t.equal(stdout, 'home\nunknown_parameter\n');
  t.ok((await readdir(join(modules, 'troupe-client'))).includes('dist'));
});

/** The examples as one module: their imports together at the top, each in a scope of its own. */
function withImportsFirst(examples: string[]): string {
  const imports = new Set(examples.flatMap((code) => code.match(/^import .*$/gm) ?? []));
  const [first, ...others] = examples.map((code) => code.replaceAll(/^import .*$/gm, ''));
  return [...imports, first, ...others.map((code) => `{\n${code}}`)].join('\n');
}
