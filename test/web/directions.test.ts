/** What a person wrote keeps its own direction on the pages of posts: from the syntax of the pages. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import t from 'tap';
import type * as typescript from '../../web/node_modules/typescript/lib/typescript.d.ts';
import { projectRoot } from '../../src/install/pinned.js';
import { filesIn } from '../support/imports.ts';

// TypeScript 5 belongs to the dashboard's packages: version 7 gives programs no syntax tree
const ts = createRequire(join(projectRoot, 'web/package.json'))('typescript') as typeof typescript;

/** Properties and variables with words of people. */
const WRITTEN =
  /\b(content|displayName|firstComment|description|(?:person|set)\.(?:mention|name)|(?:part|planned|comment|post)\.text)\b/;
/** Expressions that only ask about such words. */
const ASKS = /^[^?]*(===|!==|>|\.trim\(\) ===)[^?&]*$/;

/** Each place in JSX where such words are shown without an element around them that has a direction of its own. */
function withoutDirection(path: string, code: string): string[] {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: typescript.Node, hasDirection: boolean): void => {
    let here = hasDirection;
    if (ts.isJsxElement(node)) {
      const { tagName, attributes } = node.openingElement;
      const names = attributes.properties.map((one) => one.name?.getText(file));
      here ||= tagName.getText(file) === 'bdi' || names.includes('dir');
    }
    const isShown =
      ts.isJsxExpression(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent));
    if (isShown && !here && node.expression && !hasJsx(node.expression)) {
      const text = node.expression.getText(file);
      if (WRITTEN.test(text) && !ASKS.test(text)) found.push(`${path}: ${text.slice(0, 80)}`);
    }
    ts.forEachChild(node, (child) => visit(child, here));
  };
  visit(file, false);
  return found;
}

function hasJsx(node: typescript.Node): boolean {
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) return true;
  return ts.forEachChild(node, (child) => hasJsx(child) || undefined) ?? false;
}

void t.test('what a person wrote has a direction of its own wherever a page of posts shows it', async (t) => {
  const files = filesIn('web/src/features/posts').filter(({ path }) => path.endsWith('.tsx'));
  t.ok(files.length > 30, `${files.length} files were read`);
  t.strictSame(
    files.flatMap(({ path, code }) => withoutDirection(path, code)),
    [],
    'give the element dir="auto", or put the words into <bdi>',
  );
});

void t.test('every field for a text has a direction of its own', async (t) => {
  const fields = filesIn('web/src/features/posts').flatMap(({ path, code }) =>
    [...code.matchAll(/<(?:Textarea|TextInput)\b(?:[^>{]|\{[^}]*\})*?>/g)].map(([text]) => ({ path, text })),
  );
  t.ok(fields.length > 4, `${fields.length} fields were read`);
  t.strictSame(
    fields
      .filter(({ text }) => !/\bdir="auto"/.test(text))
      .map(({ path, text }) => `${path}: ${text.slice(0, 60)}`),
    [],
  );
});

void t.test('words without a direction are found, and those with one are not', async (t) => {
  const find = (jsx: string) => withoutDirection('x.tsx', `const a = ${jsx};`).length;
  t.equal(find('<Text>{post.content}</Text>'), 1);
  t.equal(find('<Text>{a.displayName || a.username}, {name}</Text>'), 1);
  t.equal(find('<Text dir="auto">{post.content}</Text>'), 0);
  t.equal(find('<Text>at <bdi>{post.content}</bdi></Text>'), 0);
  t.equal(find(`<Text>{post.content !== '' && <b>Text</b>}</Text>`), 0);
});
