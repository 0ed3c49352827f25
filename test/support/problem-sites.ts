/** The errors that the service makes, read from its source: the code of each, and the names of its values. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as TypeScript from '../../web/node_modules/typescript/lib/typescript.js';
import { projectRoot } from '../../src/install/pinned.js';
import { type File, filesIn } from './imports.ts';

const ts = createRequire(join(projectRoot, 'web/package.json'))('typescript') as typeof TypeScript;

export interface ProblemSite {
  /** File and line. */
  place: string;
  /** Literal codes alone are read. */
  code: string;
  /** The literal or pattern of its message. */
  message: string;
  /** Literal texts, and `1` for what is computed. */
  values: { [name: string]: string | number };
}

/** Every `new Problem(…)` and `invalid(…)` of a folder whose code is a literal. */
export function problemSites(folder: string): ProblemSite[] {
  return filesIn(folder).flatMap(sitesOf);
}

function sitesOf({ path, code }: File): ProblemSite[] {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const sites: ProblemSite[] = [];
  const visit = (node: TypeScript.Node): void => {
    const found = siteOf(node);
    if (found !== null) {
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      sites.push({ place: `${path}:${line}`, ...found });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return sites;
}

function siteOf(node: TypeScript.Node): Omit<ProblemSite, 'place'> | null {
  const isNew = ts.isNewExpression(node);
  if (!isNew && !ts.isCallExpression(node)) return null;
  const name = node.expression.getText();
  if (name !== (isNew ? 'Problem' : 'invalid')) return null;
  const [first, message, details] = node.arguments ?? [];
  const own = propertiesOf(details);
  const code = literalOf(own.get('code')) ?? (isNew ? literalOf(first) : 'invalid');
  if (code === null || message === undefined) return null;
  const values = [...propertiesOf(own.get('values'))].map(([key, value]) => [key, literalOf(value) ?? 1]);
  return { code, message: message.getText(), values: Object.fromEntries(values) as ProblemSite['values'] };
}

const literalOf = (node: TypeScript.Node | undefined): string | null =>
  node !== undefined && ts.isStringLiteral(node) ? node.text : null;

/** Properties of an object literal by their names; the first object of a spread condition counts as well. */
function propertiesOf(node: TypeScript.Node | undefined): Map<string, TypeScript.Node> {
  const properties = new Map<string, TypeScript.Node>();
  if (node === undefined || !ts.isObjectLiteralExpression(node)) return properties;
  for (const property of node.properties) {
    if (ts.isPropertyAssignment(property)) properties.set(property.name.getText(), property.initializer);
    if (ts.isShorthandPropertyAssignment(property)) properties.set(property.name.text, property.name);
  }
  return properties;
}
