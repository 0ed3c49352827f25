import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { languages } from './languages/plugin.ts';
import { sharedFiles } from './shared-files.ts';
import { GLYPHS } from './src/base/parts/network-glyphs.ts';

/** Writes a `.br` and a `.gz` beside each text file: the service serves files and compresses nothing itself. */
function compressed(): Plugin {
  let folder = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    async closeBundle() {
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      await Promise.all(names.filter((name) => TEXT.test(name)).map((name) => compress(join(folder, name))));
    },
  };
}

const TEXT = /\.(js|json|css|html|svg|webmanifest)$/;
const brotli = promisify(brotliCompress);

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < 1024) return;
  // 6 % smaller than the quality below it, for two seconds of a build; the highest one is 2 % smaller still, for five more. The viewer of
  // the API's reference alone would take as long as all others together
  const quality = { [constants.BROTLI_PARAM_QUALITY]: bytes.length > 1_000_000 ? 8 : 10 };
  await writeFile(`${file}.br`, await brotli(bytes, { params: quality }));
  await writeFile(`${file}.gz`, gzipSync(bytes));
}

/** Components whose styles others build upon, so that theirs have to come first. Mantine's own order. */
const BASIC_STYLES = [
  'baseline',
  'global',
  'ScrollArea',
  'UnstyledButton',
  'VisuallyHidden',
  'Paper',
  'Popover',
  'CloseButton',
  'Group',
  'Loader',
  'Overlay',
  'ModalBase',
  'Input',
  'InlineInput',
  'Flex',
  'FloatingIndicator',
  'ActionIcon',
];

/**
 * Brings the styles of Mantine's components with the components that a page uses, in place of all of them with the first page. Each is
 * in a layer of its own, since they arrive in any order; styles of the dashboard are in no layer and win.
 */
function componentStyles(): Plugin {
  const order = [...BASIC_STYLES, 'others'].map((name) => `mantine.${name}`);
  return {
    name: 'component-styles',
    enforce: 'pre',
    // in the page itself: files of styles arrive in any order
    transformIndexHtml: () => [
      { tag: 'style', children: `@layer ${order.join(', ')};`, injectTo: 'head-prepend' },
    ],
    transform: {
      filter: { id: /@mantine\/core\/(esm\/.*\.module\.mjs|styles\/[\w-]+\.css)$/ },
      handler(code, id) {
        const module = /(\w+)\.module\.mjs$/.exec(id)?.[1];
        if (module !== undefined) {
          const styles = `${id.slice(0, id.indexOf('/esm/'))}/styles/${module}.css`;
          return existsSync(styles)
            ? { code: `${code}\nimport ${JSON.stringify(styles)};`, map: null }
            : undefined;
        }
        const name = basename(id, '.css');
        const layer = BASIC_STYLES.includes(name) ? name : 'others';
        return { code: `@layer mantine.${layer} {\n${code}\n}`, map: null };
      },
    },
  };
}

/** One file with the marks of all networks: as script they would be loaded before anything is drawn. */
function networkMarks(): Plugin {
  const symbols = Object.entries(GLYPHS).map(
    ([platform, path]) => `<symbol id="${platform}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`,
  );
  const source = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
  const served = '/app/network-marks.svg';
  let isBuild = false;
  return {
    name: 'network-marks',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    configureServer({ middlewares }) {
      middlewares.use(served, (_, response) => {
        response.setHeader('content-type', 'image/svg+xml');
        response.end(source);
      });
    },
    resolveId: (id) => (id === 'virtual:network-marks' ? `\0${id}` : undefined),
    load(id) {
      if (id !== '\0virtual:network-marks') return undefined;
      const url = isBuild
        ? `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name: 'network-marks.svg', source })}`
        : JSON.stringify(served);
      return `export const marksUrl = ${url};\nexport const marked = ${JSON.stringify(Object.keys(GLYPHS))};`;
    },
  };
}

const base = '/app/';
const rolldownOptions = { input: ['index.html', 'reference.html'] };
const plugins = () => [componentStyles(), networkMarks(), react(), languages()];

/** How a build shares modules out to files. */
async function output(): Promise<Rolldown.OutputOptions> {
  const files = await sharedFiles({
    root: import.meta.dirname,
    base,
    plugins: plugins(),
    build: { rolldownOptions },
  });
  const name = (id: string) => files.get(id);
  // what a joined file imports stays where it is: pages that do not need it must not load it
  return {
    codeSplitting: { includeDependenciesRecursively: false, groups: [{ debugName: 'shared files', name }] },
  };
}

export default defineConfig(async ({ command }) => ({
  base,
  plugins: [...plugins(), compressed()],
  // the test runner brings another React to the root of the project: packages that are hoisted there would find it
  resolve: { dedupe: ['react', 'react-dom'] },
  build: {
    outDir: 'dist',
    // browsers without it load scripts a little later, and a file for them would be one more for everybody
    modulePreload: { polyfill: false },
    emptyOutDir: true,
    // the viewer of the API's reference is one file of 1.7 MB, which its own page alone loads
    chunkSizeWarningLimit: 1_800,
    rolldownOptions: { ...rolldownOptions, output: command === 'build' ? await output() : {} },
  },
  server: {
    // for work on the dashboard beside a running service
    proxy: { '/v1': { target: 'http://127.0.0.1:3000', ws: true }, '/app/api': 'http://127.0.0.1:3000' },
  },
}));
