import { readdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { projectRoot } from '../src/install/pinned.js';
import {
  breaches,
  arrowsBetween,
  circlesIn,
  filesIn,
  type Import,
  importsOf,
  withoutComments,
} from './support/imports.ts';

const files = filesIn('machines', 'adapters', 'simulators', 'store', 'src', 'clients', 'bench', 'test');
const inFolder = (folder: string) => files.filter((file) => file.path.startsWith(`${folder}/`));

void t.test('machines import XState and machines only', async (t) => {
  t.strictSame(
    breaches(inFolder('machines'), ({ name, ours }) =>
      ours ? name.startsWith('machines/') : name === 'xstate',
    ),
    [],
  );
});

void t.test('an adapter imports the types of the machines, the port and its own network', async (t) => {
  // a folder without an adapter holds what several networks share: Meta's errors, articles
  const networks = new Set(
    files.flatMap(({ path }) => /^adapters\/(?!port\/)([^/]+)\/manifest\.ts$/.exec(path)?.[1] ?? []),
  );
  for (const file of inFolder('adapters')) {
    const network = /^adapters\/([^/]+)\//.exec(file.path)?.[1];
    const isTable = file.path === 'adapters/networks.ts'; // the only file that names every network
    const inTable = ['adapters/networks.ts', 'adapters/options.ts', 'adapters/versions.ts'];
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

void t.test('the port imports no network', async (t) => {
  const port = inFolder('adapters/port');
  t.strictSame(
    breaches(port, ({ name, ours, typeOnly }) =>
      ours
        ? name.startsWith('adapters/port/') || (typeOnly && name.startsWith('machines/'))
        : typeOnly && name === 'typebox',
    ),
    [],
  );
});

void t.test(
  'a simulator imports nothing of the service except the types they share and a few readers',
  async (t) => {
    const shared = [
      'src/base/html.ts',
      'src/features/media/pixels.ts',
      'src/features/media/sniff.ts',
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

void t.test('the store imports the types of the machines, and nothing else of ours', async (t) => {
  t.strictSame(
    breaches(
      inFolder('store'),
      ({ name, ours, typeOnly }) =>
        !ours || name.startsWith('store/') || (typeOnly && name.startsWith('machines/')),
    ),
    [],
  );
});

void t.test('the engine, the store and the introspection name no kind of actor', async (t) => {
  const names = ['post', 'delivery', 'account', 'webhook_send'];
  // comparisons, cases and tables with the name of a kind; examples and paths of operations may name one
  const asks = new RegExp(
    `(kind|name|type)\\)?\\s*[!=]==?\\s*'(${names.join('|')})'|case '(${names.join('|')})'|startsWith\\('(${names.join('|')}|acc_|dlv_|send_)|context' ->> '`,
  );
  const generic = files.filter(
    ({ path }) =>
      /^src\/(engine|features\/introspection)\//.test(path) ||
      /^store\/(actors|turns|effects|feed|definitions)\.ts$/.test(path),
  );
  t.ok(generic.length > 40);
  t.strictSame(
    generic.filter(({ code }) => asks.test(code)).map(({ path }) => path),
    [],
  );
  t.match("if (row.kind === 'post') return;", asks, 'the check finds what it looks for');
});

/**
 * The layers of src/, lowest first; each is a folder. A file imports those of its own layer and of lower ones. The two files
 * beside the folders start a program, and import all of them.
 */
const LAYERS = ['base', 'install', 'api', 'engine', 'kinds', 'features', 'faces', 'service', 'demo', 'cli'];
const PROGRAMS = ['src/main.ts', 'src/cli.ts'];

/** The room of a file in src/: a feature or a face by its own folder, such as `features/posts`, else the layer. */
const roomOf = (path: string) => /^src\/((?:features|faces)\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? path;

const inSrc = inFolder('src');
const paths = new Set(inSrc.map(({ path }) => path));
const layerOf = (path: string) =>
  PROGRAMS.includes(path) ? LAYERS.length : LAYERS.indexOf(path.split('/')[1]!);
/** Imports between files of src/, including types. */
const arrows = inSrc.flatMap(({ path, imports }) =>
  imports.flatMap(({ name, typeOnly }) => (paths.has(name) ? [{ from: path, to: name, typeOnly }] : [])),
);

void t.test('in src/, a layer imports only layers below it', async (t) => {
  t.strictSame(
    inSrc.filter(({ path }) => layerOf(path) === -1).map(({ path }) => path),
    [],
    'each file is in the folder of a layer',
  );
  t.ok(arrows.length > 500, `${arrows.length} imports were read`);
  t.strictSame(
    arrows.filter(({ from, to }) => layerOf(to) > layerOf(from)),
    [],
  );
});

void t.test('the client libraries import nothing of the service', async (t) => {
  t.ok(inFolder('clients').length > 5);
  t.strictSame(
    breaches(inFolder('clients'), ({ name, ours }) => !ours || name.startsWith('clients/')),
    [],
  );
});

void t.test('the matching of keywords imports nothing outside its folder', async (t) => {
  t.ok(inFolder('src/base/matching').length > 5);
  t.strictSame(
    breaches(inFolder('src/base/matching'), ({ name }) => name.startsWith('src/base/matching/')),
    [],
  );
});

void t.test('a feature imports another feature only through its index', async (t) => {
  const isFeature = (room: string) => room.startsWith('features/');
  t.strictSame(
    arrows.filter(({ from, to }) => {
      const [here, there] = [roomOf(from), roomOf(to)];
      return isFeature(here) && isFeature(there) && here !== there && to !== `src/${there}/index.ts`;
    }),
    [],
  );
});

void t.test('no folders of src/ import each other in a cycle', async (t) => {
  const betweenRooms = arrows.map(({ from, to }): [string, string] => [roomOf(from), roomOf(to)]);
  t.strictSame(circlesIn(betweenRooms.filter(([from, to]) => from !== to)), []);
});

void t.test('no files import each other in a cycle, not even their types', async (t) => {
  for (const folder of ['machines', 'adapters', 'simulators', 'store', 'src'])
    t.strictSame(circlesIn(arrowsBetween(inFolder(folder))), [], folder);
});

void t.test('the cycle finder finds cycles', async (t) => {
  t.strictSame(
    circlesIn([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'd'],
    ]),
    [],
  );
  t.strictSame(
    circlesIn([
      ['a', 'b'],
      ['b', 'c'],
      ['c', 'b'],
      ['c', 'd'],
      ['d', 'd'],
    ]),
    [['b', 'c'], ['d']],
  );
});

void t.test('no shipped file imports a test or a bench', async (t) => {
  const shipped = files.filter((file) => !/^(test|bench)\//.test(file.path));
  t.strictSame(
    breaches(shipped, ({ name, ours }) => !ours || !/^(test|bench)\//.test(name)),
    [],
  );
});

void t.test(
  'the environment is read in src/service/config.ts and src/base/settings.ts, and in files that run before it',
  async (t) => {
    const readers = files.filter(
      ({ path, code }) => !path.startsWith('test/') && /process\.env\b/.test(code),
    );
    t.strictSame(readers.map((file) => file.path).sort(), [
      'src/base/settings.ts',
      'src/faces/http/uws.ts', // sets what the native library reads while it is loaded
      'src/install/install.js', // plain JavaScript, for whatever Node and npm started it
      'src/main.ts', // how much to say of a configuration that cannot be read
      'src/service/config.ts',
    ]);
    // a test passes its environment on to programs that it starts; test/support reads what the test itself depends on
    const handedOn = /\.\.\.process\.env\b|process\.env\['PATH'\]/g;
    const tests = inFolder('test').filter(({ code }) => /process\.env\b/.test(code.replaceAll(handedOn, '')));
    t.strictSame(
      tests.map((file) => file.path).filter((path) => !path.startsWith('test/support/')),
      [],
    );
  },
);

void t.test('machines, adapters and the matching get the time as an argument and never wait', async (t) => {
  const clock =
    /\bDate\.now\b|\bnew Date\(\)|\bperformance\.now\b|\bset(Timeout|Interval)\(|timers\/promises/;
  const pure = ['machines', 'adapters', 'src/base/matching'].flatMap(inFolder);
  const readers = pure.filter(({ code }) => clock.test(code));
  t.strictSame(
    readers.map((file) => file.path),
    [],
  );
});

void t.test('in features nothing but actors waits or retries, except what is listed here', async (t) => {
  /** Why each file has a timer or a lease although it is no actor. */
  const allowed = {
    'src/features/accounts/budgets/redis-meter.ts': 'the time limit of one call',
    'src/features/accounts/connect/sign-in/posted-codes.ts':
      'a page that a person waits for: one reader of an app’s messages at a time',
    'src/features/accounts/refresh-store.ts': 'the lease of refresh.ts',
    'src/features/accounts/refresh.ts':
      'one renewal of credentials at a time over all nodes; a new token is kept until it is saved',
    'src/features/agents/audit.ts': 'writes a buffer',
    'src/features/auth/keys.ts': 'writes a buffer',
    'src/features/introspection/layout.ts': 'the time limit of one computation',
    'src/features/media/cleanup.ts': 'deletes files that are too old',
    'src/features/numbers/fresh.ts': 'a request that waits for an actor',
    'src/features/numbers/news.ts': 'gathers events of a moment for one turn',
    'src/features/receiving/processor.ts': 'the mailbox of events by account: it wakes for the next one',
  };
  const waits = /\bset(Timeout|Interval)\(|timers\/promises|\bLEASE|\blease[A-Z]/;
  const found = inFolder('src/features').filter(({ code }) => waits.test(code));
  t.strictSame(
    found.map(({ path }) => path).sort(),
    Object.keys(allowed),
    'make it an actor, or say here why it is none',
  );
});

void t.test('a feature locks actors through the engine, which lets others pass', async (t) => {
  const direct = inFolder('src/features').filter(({ code }) => /\blockActors\b/.test(code));
  t.strictSame(
    direct.map(({ path }) => path),
    [],
    'lockForTurn, lockInto or lockAllInto',
  );
});

void t.test('docs/architecture.md says of every feature what it does', (t) => {
  const page = readFileSync(`${projectRoot}/docs/architecture.md`, 'utf8');
  const features = readdirSync(`${projectRoot}/src/features`).filter((name) => !name.includes('.'));
  const missing = features.filter((name) => !page.includes(`\n| \`${name}\` | `));
  t.strictSame(missing, []);
  t.end();
});

void t.test('no file has a name without meaning, such as utils', async (t) => {
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
