import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Import {
  /** Path from the root for files of ours, such as `store/connect.ts`; else the package's name. */
  name: string;
  ours: boolean;
  /** Types alone: nothing of it is there at run time. */
  typeOnly: boolean;
}
interface File {
  path: string;
  code: string;
  imports: Import[];
}

const files = ['machines', 'adapters', 'simulators', 'store', 'src', 'bench', 'test']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((path) => /\.(ts|js)$/.test(path) && !path.includes('/node_modules/'))
  .map(readFile);
const inFolder = (folder: string) => files.filter((file) => file.path.startsWith(`${folder}/`));

void t.test('machines know XState and machines alone', async (t) => {
  t.strictSame(
    breaches(inFolder('machines'), ({ name, ours }) =>
      ours ? name.startsWith('machines/') : name === 'xstate',
    ),
    [],
  );
});

void t.test('an adapter knows the types of the machines, the port and its own network', async (t) => {
  // a folder without an adapter of its own holds what several networks share: Meta's errors, articles
  const networks = new Set(
    files.flatMap(({ path }) => /^adapters\/(?!port\/)([^/]+)\/manifest\.ts$/.exec(path)?.[1] ?? []),
  );
  for (const file of inFolder('adapters')) {
    const network = /^adapters\/([^/]+)\//.exec(file.path)?.[1];
    const isTable = file.path === 'adapters/networks.ts'; // the one file that names every network
    const inTable = ['adapters/networks.ts', 'adapters/versions.ts'];
    const allowed = ({ name, ours, typeOnly }: Import) => {
      if (!ours) return true;
      if (name.startsWith('machines/')) return typeOnly;
      if (inTable.includes(name)) return network === undefined;
      const [, other] = /^adapters\/([^/]+)\//.exec(name) ?? [];
      const isShared = other === undefined || !networks.has(other);
      return name.startsWith('adapters/') && (isShared || other === network || isTable);
    };
    t.strictSame(breaches([file], allowed), [], file.path);
  }
  t.ok(networks.size >= 20, 'the folders were found');
});

void t.test('the port knows no network, and its files import each other in no circle', async (t) => {
  const port = inFolder('adapters/port');
  t.strictSame(
    breaches(port, ({ name, ours, typeOnly }) =>
      ours
        ? name.startsWith('adapters/port/') || (typeOnly && name.startsWith('machines/'))
        : typeOnly && name === 'typebox',
    ),
    [],
  );
  // what imports nothing that is left is taken away until nothing is; a circle stays
  let left = port;
  for (;;) {
    const paths = new Set(left.map(({ path }) => path));
    const next = left.filter(({ imports }) => imports.some(({ name }) => paths.has(name)));
    if (next.length === left.length) break;
    left = next;
  }
  t.strictSame(
    left.map(({ path }) => path),
    [],
  );
});

void t.test(
  'a simulator knows nothing of the service but the types it shares and a few readers',
  async (t) => {
    const shared = [
      'src/media/pixels.ts',
      'src/media/sniff.ts',
      'src/install/embedded/process-identity.ts',
      'adapters/lib/http.ts',
    ];
    t.strictSame(
      breaches(
        inFolder('simulators'),
        ({ name, ours, typeOnly }) =>
          !ours || name.startsWith('simulators/') || typeOnly || shared.includes(name),
      ),
      [],
    );
  },
);

void t.test('the store knows the types of the machines, and nothing else of ours', async (t) => {
  t.strictSame(
    breaches(
      inFolder('store'),
      ({ name, ours, typeOnly }) =>
        !ours || name.startsWith('store/') || (typeOnly && name.startsWith('machines/')),
    ),
    [],
  );
});

void t.test('nothing that ships imports a test or a bench', async (t) => {
  const shipped = files.filter((file) => !/^(test|bench)\//.test(file.path));
  t.strictSame(
    breaches(shipped, ({ name, ours }) => !ours || !/^(test|bench)\//.test(name)),
    [],
  );
});

void t.test('the environment is read in src/config.ts, and where that would be too late', async (t) => {
  const readers = files.filter(({ path, code }) => !path.startsWith('test/') && /process\.env\b/.test(code));
  t.strictSame(readers.map((file) => file.path).sort(), [
    'src/config.ts',
    'src/http/uws.ts', // sets what the native library reads while it is loaded
    'src/install/install.js', // plain JavaScript, for whatever Node and npm started it
    'src/main.ts', // how much to say of a configuration that cannot be read
  ]);
  // a test hands its environment on to programs that it starts; what it depends on itself, test/support reads
  const handedOn = /\.\.\.process\.env\b|process\.env\['PATH'\]/g;
  const tests = inFolder('test').filter(({ code }) => /process\.env\b/.test(code.replaceAll(handedOn, '')));
  t.strictSame(
    tests.map((file) => file.path).filter((path) => !path.startsWith('test/support/')),
    [],
  );
});

void t.test('machines and adapters are told the time and never wait', async (t) => {
  const clock =
    /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bset(Timeout|Interval)\(|timers\/promises/;
  const readers = [...inFolder('machines'), ...inFolder('adapters')].filter(({ code }) => clock.test(code));
  t.strictSame(
    readers.map((file) => file.path),
    [],
  );
});

void t.test('no file is named for nothing in particular', async (t) => {
  const vague = files.filter(({ path }) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.)/.test(path));
  t.strictSame(
    vague.map((file) => file.path),
    [],
  );
});

void t.test('the check reads every form of import', async (t) => {
  const code = `
    import a from 'a'; import type { B } from "./b.ts"; import { type C, type D } from '../c.ts';
    import {
      type E,
      f,
    } from './e.ts';
    export * from './g.ts'; export type { H } from './h.ts'; import './i.ts';
    const j = await import('./j.ts'); type K = typeof import('k');
    // import l from './l.ts'
    const m = "import n from './n.ts'";`;
  t.strictSame(
    importsOf('src/here/x.ts', withoutComments(code)).map(({ name, typeOnly }) =>
      typeOnly ? `type ${name}` : name,
    ),
    [
      'a',
      'type src/here/b.ts',
      'type src/c.ts',
      'src/here/e.ts',
      'src/here/g.ts',
      'type src/here/h.ts',
      'src/here/i.ts',
      'src/here/j.ts',
      'type k',
    ],
  );
});

function breaches(list: File[], allowed: (one: Import) => boolean): string[] {
  return list.flatMap(({ path, imports }) =>
    imports
      .filter((one) => !allowed(one))
      .map(({ name, typeOnly }) => `${path} imports ${typeOnly ? 'types of ' : ''}${name}`),
  );
}

function readFile(path: string): File {
  const code = withoutComments(readFileSync(join(root, path), 'utf8'));
  return { path, code, imports: importsOf(path, code) };
}

function importsOf(path: string, code: string): Import[] {
  const statements = code.matchAll(
    /(?:^|;)\s*(?:import|export)\s+(type\s)?(?:([\w*\s{},$]*?)\s*from\s*)?['"]([^'"]+)['"]|(typeof\s+)?\bimport\(\s*['"]([^'"]+)['"]/gm,
  );
  return [...statements].map(([, type, names, from, typeOf, late]) => {
    const name = (from ?? late)!;
    const ours = name.startsWith('.');
    const listed = /^\{(.*)\}$/s
      .exec((names ?? '').trim())?.[1]
      ?.split(',')
      .map((one) => one.trim())
      .filter(Boolean);
    return {
      name: ours ? relative('.', join(dirname(path), name)) : name,
      ours,
      typeOnly:
        type !== undefined ||
        typeOf !== undefined ||
        (listed !== undefined && listed.length > 0 && listed.every((one) => one.startsWith('type '))),
    };
  });
}

/** Comments, and template texts over several lines (SQL, pages), say nothing of what a file does. */
function withoutComments(source: string): string {
  return source.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/(^|\s)\/\/.*$/gm, '');
}
