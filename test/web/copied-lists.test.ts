/** The values that a field of the API takes are written once: the dashboard has them from the description of the API. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import t from 'tap';
import type * as typescript from '../../web/node_modules/typescript/lib/typescript.d.ts';
import { projectRoot } from '../../src/install/pinned.js';
import { ownDocument } from '../support/api-types.ts';
import { filesIn } from '../support/imports.ts';
import { currentDocument } from '../support/openapi/document.ts';

// TypeScript 5 belongs to the dashboard's packages: version 7 gives programs no syntax tree
const ts = createRequire(join(projectRoot, 'web/package.json'))('typescript') as typeof typescript;

/** Written by `npm run openapi`. */
const GENERATED = new Set(['api-types.ts', 'own-operations.ts', 'limits.ts', 'values.ts', 'post-options.ts']);
/** Two values may be the same by chance. */
const MIN_VALUES = 3;

const keyOf = (values: readonly string[]): string => [...new Set(values)].toSorted().join(' ');

/** Every list of values in a description, as `keyOf` writes it. */
function enumsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { enum: values, anyOf } = node as { enum?: unknown; anyOf?: unknown };
  const constants = Array.isArray(anyOf) ? anyOf.flatMap((one: { const?: unknown }) => one.const ?? []) : [];
  const own = [values, constants].flatMap((list) => {
    const texts = Array.isArray(list) ? list.filter((one) => typeof one === 'string') : [];
    return texts.length >= MIN_VALUES ? [keyOf(texts)] : [];
  });
  return [...own, ...Object.values(node).flatMap(enumsOf)];
}

/** Every list of texts in a file: arrays of texts, and the texts of one property in an array of objects. */
function listsIn(path: string, code: string): string[][] {
  const lists: string[][] = [];
  const visit = (node: typescript.Node): void => {
    if (ts.isArrayLiteralExpression(node)) {
      lists.push(node.elements.flatMap((one) => (ts.isStringLiteral(one) ? [one.text] : [])));
      const properties = node.elements.flatMap((one) =>
        ts.isObjectLiteralExpression(one) ? one.properties.filter(ts.isPropertyAssignment) : [],
      );
      const texts = properties.flatMap(({ name, initializer }) =>
        ts.isStringLiteral(initializer) ? [{ name: name.getText(file), text: initializer.text }] : [],
      );
      for (const same of Map.groupBy(texts, ({ name }) => name).values())
        lists.push(same.map(({ text }) => text));
    }
    ts.forEachChild(node, visit);
  };
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  visit(file);
  return lists.filter((list) => list.length >= MIN_VALUES);
}

void t.test('no list of the dashboard repeats the values of a field of the API', async (t) => {
  const known = new Set(
    [currentDocument(), ownDocument()].flatMap((document) => enumsOf(JSON.parse(JSON.stringify(document)))),
  );
  t.ok(known.size > 20, `${known.size} lists of values were read`);
  const lists = filesIn('web/src')
    .filter(({ path }) => !GENERATED.has(path.split('/').at(-1)!))
    .flatMap(({ path, code }) => listsIn(path, code).map((values) => ({ path, values })));
  t.ok(lists.length > 20, `${lists.length} lists of texts were read`);
  t.strictSame(
    lists.filter(({ values }) => known.has(keyOf(values))),
    [],
    'generate it, or write words for each value in an object of its type',
  );
});

void t.test('a copied list is found in each form in which it was written', async (t) => {
  const find = (code: string) => listsIn('x.tsx', code).map(keyOf);
  t.strictSame(find(`const a = ['a', 'b', 'c'] as const`), ['a b c']);
  t.strictSame(find(`new Set(['c', 'b', 'a'])`), ['a b c']);
  t.strictSame(find(`[{ value: 'a', label: 'A' }, { value: 'b' }, { value: 'c' }]`), ['a b c']);
});
