/** The dashboard has layers too: base < features < app. */
import t from 'tap';
import { arrowsBetween, circlesIn, filesIn } from '../support/imports.ts';

const LAYERS = ['base', 'features', 'app'];

const files = filesIn('web/src').filter(({ path }) => path !== 'web/src/vite-env.d.ts');
const paths = new Set(files.map(({ path }) => path));
/** Imports between files of the dashboard, types included. */
const arrows = files.flatMap(({ path, imports }) =>
  imports.flatMap(({ name, typeOnly }) => (paths.has(name) ? [{ from: path, to: name, typeOnly }] : [])),
);
const layerOf = (path: string) => LAYERS.indexOf(path.split('/')[2]!);
/** `features/posts` for a file of a feature, else the layer. */
const roomOf = (path: string) => /^web\/src\/(features\/[^/]+|[^/]+)\//.exec(path)?.[1] ?? path;

void t.test('in web/src, a layer imports only layers below it', async (t) => {
  t.ok(arrows.length > 500, `${arrows.length} imports were read`);
  t.strictSame(
    files.filter(({ path }) => layerOf(path) === -1).map(({ path }) => path),
    [],
    'each file is in the folder of a layer',
  );
  t.strictSame(
    arrows.filter(({ from, to }) => layerOf(to) > layerOf(from)),
    [],
  );
});

void t.test('a feature imports another one through its index, or the types of its shapes', async (t) => {
  const isFeature = (path: string) => path.startsWith('web/src/features/');
  t.strictSame(
    arrows.filter(({ from, to, typeOnly }) => {
      const there = `web/src/${roomOf(to)}`;
      const isPublic = to === `${there}/index.ts` || (typeOnly && to === `${there}/shapes.ts`);
      return isFeature(from) && isFeature(to) && roomOf(from) !== roomOf(to) && !isPublic;
    }),
    [],
  );
});

void t.test(
  'no folders and no files of web/src import each other in a cycle, not even their types',
  async (t) => {
    const betweenRooms = arrows.map(({ from, to }): [string, string] => [roomOf(from), roomOf(to)]);
    t.strictSame(circlesIn(betweenRooms.filter(([from, to]) => from !== to)), []);
    t.strictSame(circlesIn(arrowsBetween(files)), []);
  },
);

void t.test('the dashboard imports nothing of the service', async (t) => {
  t.strictSame(
    files.flatMap(({ path, imports }) =>
      imports
        .filter(({ name, ours }) => ours && !/^(web|clients\/typescript)\//.test(name))
        .map(({ name }) => `${path} imports ${name}`),
    ),
    [],
  );
});
