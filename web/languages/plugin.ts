/**
 * Languages in the build: texts of the dashboard are compiled beforehand, so that no page loads a parser. Each other language is a file of
 * its own, which is read when it is chosen. English stands in the code and has no file.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';
import { pseudo } from './pseudo.ts';

type Message = ReturnType<typeof compile>;

/** @returns the plugins of the build and of the development server */
export function languages(): Plugin[] {
  return [texts(), start()];
}

const read = (language: string): { [english: string]: string } =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`${language}.json`, import.meta.url)), 'utf8')) as {
    [english: string]: string;
  };

/** Texts by their English, both compiled, as `src/app/start.ts` looks them up. */
const catalogueOf = (texts: [english: Message, text: Message][]): string =>
  JSON.stringify(
    Object.fromEntries(
      texts.map(([english, text]) => [typeof english === 'string' ? english : JSON.stringify(english), text]),
    ),
  );

/** The file of each language. `pseudo` is made of English: for tests and development. */
const CATALOGUES: { [language: string]: () => string } = {
  ar: () =>
    catalogueOf(Object.entries(read('ar')).map(([english, text]) => [compile(english), compile(text)])),
  pseudo: () =>
    catalogueOf(
      Object.keys(read('en')).map((english) => {
        const compiled = compile(english);
        return [compiled, pseudo(compiled)];
      }),
    ),
};

interface Node {
  type: string;
  start: number;
  end: number;
  callee?: { type: string; name?: string };
  arguments?: (Node & { value?: unknown })[];
}

/** Puts the compiled text in place of the literal in each `t('…')` and `rich('…')`. */
const texts = (): Plugin => ({
  name: 'language-texts',
  // after TypeScript has become JavaScript
  enforce: 'post',
  transform: {
    filter: { id: /\/web\/src\/.*\.tsx?$/, code: /\b(?:t|rich)\(/ },
    handler(code, id) {
      if (id.endsWith('/base/language/text.ts')) return undefined;
      const literals = textsIn(this.parse(code));
      if (literals.length === 0) return undefined;
      let result = '';
      let at = 0;
      for (const { start, end, value } of literals) {
        result += code.slice(at, start) + JSON.stringify(compile(value));
        at = end;
      }
      return { code: result + code.slice(at), map: null };
    },
  },
  // what reads texts as they are used: in tests alone
  load: {
    filter: { id: /\/base\/language\/compile\.ts$/ },
    handler: () => 'export const compile = (text) => text;',
  },
});

/** Literals that are texts, in the order of the code. */
function textsIn(program: object): { start: number; end: number; value: string }[] {
  const found: { start: number; end: number; value: string }[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return undefined;
    const { type, callee, arguments: given } = node as Node;
    const first = given?.[0];
    if (type === 'CallExpression' && (callee?.name === 't' || callee?.name === 'rich') && first !== undefined)
      if (typeof first.value === 'string')
        found.push({ start: first.start, end: first.end, value: first.value });
    return Object.values(node).forEach(visit);
  };
  visit(program);
  return found.toSorted((one, other) => one.start - other.start);
}

const START = '/src/app/start.ts';
const SERVED = '/app/languages/';

/**
 * The page runs `start.ts`, which runs the script of the page when the language is there. The two share no module: the script of the page
 * stays the entry that all others build upon. The browser fetches it meanwhile.
 */
function start(): Plugin {
  let isBuild = false;
  return {
    name: 'language-start',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    buildStart() {
      if (isBuild) this.emitFile({ type: 'chunk', id: `.${START}`, name: 'start' });
    },
    generateBundle() {
      for (const [language, source] of Object.entries(CATALOGUES))
        this.emitFile({ type: 'asset', name: `${language}.json`, source: source() });
    },
    configureServer({ middlewares }) {
      middlewares.use(SERVED, (request, response) => {
        const source = CATALOGUES[/^\/(\w+)\.json$/.exec(request.url ?? '')?.[1] ?? ''];
        response.setHeader('content-type', 'application/json');
        response.end(source?.() ?? '{}');
      });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, path }) {
        if (!path.endsWith('/index.html')) return html;
        const files = Object.values(bundle ?? {});
        const started = files.find((one) => one.type === 'chunk' && one.facadeModuleId?.endsWith(START));
        const addresses = Object.keys(CATALOGUES).map((language) => {
          const asset = files.find((one) => one.type === 'asset' && one.names.includes(`${language}.json`));
          return `data-${language}="${asset === undefined ? `${SERVED}${language}.json` : `/app/${asset.fileName}`}"`;
        });
        const src = started === undefined ? `/app${START}` : `/app/${started.fileName}`;
        return html.replace(
          /<script type="module"( crossorigin)? src="([^"]+\/(?:index|main)[^"]*)"><\/script>/,
          (_, cors: string | undefined, main: string) =>
            `<link rel="modulepreload"${cors ?? ''} href="${main}">\n` +
            `    <script type="module"${cors ?? ''} src="${src}" data-main="${main}" ${addresses.join(' ')} id="start"></script>`,
        );
      },
    },
  };
}
