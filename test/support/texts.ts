/**
 * Reads the texts of the dashboard from its syntax trees: those that go through the layer of languages (`t` and `rich`), and those that
 * a person would read and that do not.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as TypeScript from '../../web/node_modules/typescript/lib/typescript.js';
import { projectRoot } from '../../src/install/pinned.js';

// TypeScript 7 of the root has no interface for programs yet; the dashboard's generator of types brings the one before
const ts = createRequire(join(projectRoot, 'web/package.json'))('typescript') as typeof TypeScript;
type Node = TypeScript.Node;

export interface Text {
  english: string;
  /** Names of the values that the call gives it. */
  values: string[];
  place: string;
}

export interface Fault {
  place: string;
  text: string;
  what: string;
}

/** Generated files, types, and files that no page of the dashboard loads. */
const NOT_READ =
  /\/(api-types|operations|own-operations|post-options|network-glyphs|limits|values)\.ts$|\.d\.ts$|\/features\/reference\//;

/** @returns the files whose texts are read, from the root */
export function filesWithTexts(): string[] {
  return readdirSync(join(projectRoot, 'web/src'), { recursive: true, encoding: 'utf8' })
    .map((name) => join('web/src', name))
    .filter((path) => /\.tsx?$/.test(path) && !NOT_READ.test(path))
    .toSorted();
}

/** @param path from the root */
export function readTexts(path: string): { texts: Text[]; faults: Fault[] } {
  return textsOf(path, readFileSync(join(projectRoot, path), 'utf8'));
}

export function textsOf(path: string, code: string): { texts: Text[]; faults: Fault[] } {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kind);
  const placeOf = (node: Node) => `${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
  const texts: Text[] = [];
  const faults: Fault[] = [];
  const fault = (node: Node, what: string) =>
    faults.push({ place: placeOf(node), text: node.getText().replaceAll(/\s+/g, ' ').slice(0, 160), what });
  const visit = (node: Node): void => {
    if (isText(node)) {
      const [first, second] = node.arguments;
      if (first === undefined || !ts.isStringLiteralLike(first)) fault(node, 'the text is not a literal');
      else {
        texts.push({ english: first.text, values: namesIn(second), place: placeOf(node) });
        if (/^[\s,;.:·]|\s$/.test(first.text)) fault(first, 'a piece of a sentence');
        for (const value of valuesIn(second)) if (hasWords(value)) fault(value, 'words in a value');
      }
      if (second !== undefined) ts.forEachChild(second, visit);
      return;
    }
    const what = faultOf(node);
    if (what !== null) fault(node, what);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { texts, faults };
}

function isText(node: Node): node is TypeScript.CallExpression {
  return (
    ts.isCallExpression(node) && ts.isIdentifier(node.expression) && /^(t|rich)$/.test(node.expression.text)
  );
}

const valuesIn = (values: Node | undefined): Node[] =>
  values !== undefined && ts.isObjectLiteralExpression(values)
    ? values.properties.flatMap((one) => (ts.isPropertyAssignment(one) ? [one.initializer] : []))
    : [];

const namesIn = (values: Node | undefined): string[] =>
  values !== undefined && ts.isObjectLiteralExpression(values)
    ? values.properties.map((one) => one.name?.getText() ?? '…')
    : values === undefined
      ? []
      : ['…'];

/** A choice of words in a value: the sentence is glued together. A default for a name is none. */
function hasWords(value: Node): boolean {
  return (
    ts.isConditionalExpression(value) &&
    [value.whenTrue, value.whenFalse].some((one) => isText(one) || isWord(one))
  );
}

const isWord = (node: Node): boolean => ts.isStringLiteralLike(node) && /^[ ,]*[a-z]{2,}/i.test(node.text);

/** Why what a person reads here is not in the layer; null if it is none of that. */
function faultOf(node: Node): string | null {
  if (ts.isJsxText(node))
    return /\p{L}{2}/u.test(node.text) && !isCode(node) ? 'text outside the layer' : null;
  if (ts.isStringLiteralLike(node))
    return looksLikeText(node.text) && !isForPrograms(node) ? 'text outside the layer' : null;
  if (ts.isTemplateExpression(node)) {
    const words = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}');
    return looksLikeTemplate(words) && !isForPrograms(node) ? 'a sentence made of pieces' : null;
  }
  if (ts.isConditionalExpression(node) && /===\s*1$/.test(node.condition.getText()))
    return isWord(node.whenTrue) && isWord(node.whenFalse) ? 'a plural made by hand' : null;
  return null;
}

/** Commands, headers and the like, which are the same in every language. */
function isCode({ parent }: Node): boolean {
  const opening = ts.isJsxElement(parent) ? parent.openingElement.getText() : '';
  return /^<(Code|code|Kbd|kbd)\b/.test(opening) || /ff="monospace"/.test(opening);
}

/** Starts like a sentence, or has two words. */
const looksLikeText = (text: string): boolean =>
  (/^[A-Z“(][a-z’']+/.test(text.trim()) || /(^|[^\w-])[a-z’']+ [a-z]{2,}/i.test(text)) &&
  !/var\(--|^\d+px|rgba?\(|calc\(|color-mix|cqw|^[a-z]+(-[a-z]+)+( [a-z-]+)*$/.test(text);

const looksLikeTemplate = (text: string): boolean =>
  /[A-Za-z]{2,}[ .,:]|[ (“][A-Za-z]{2,}|^[A-Z][a-z]+$/.test(text) &&
  !/^(troupe\.|claude mcp|Bearer|\/|https?:|data:|translate|color-mix|arrow|max\(|row |[a-z]+: \{\}| {2}- )|\/v1\/|cqw|\{\}\.[a-z]+$|^[a-z_]+ \{\}/.test(
    text,
  );

/** Attributes and properties whose values are names for programs. */
const NAMES =
  /^(className|style|href|to|path|type|variant|size|c|color|id|key|htmlFor|rel|target|component|role|d|viewBox|transform|fill|stroke|aria-keyshortcuts|accept|autoComplete|inputMode|call|needs|align|justify|wrap|position|orientation|dir|ff|outline|fontFamily|queryKey|mutationKey|method|Authorization|gridTemplateColumns|w|h|aria-labelledby|aria-describedby)$/;
const FUNCTIONS =
  /^(console\.|useMediaQuery|matchMedia|lazy|page|call|import|fetch|can|ifCan|useCan|localStorage|sessionStorage|CSS\.)|\.(includes|has|get|set|delete|startsWith|endsWith|querySelector|closest|matches|setAttribute|getAttribute|addEventListener|removeEventListener|split|join|replace|replaceAll|append|indexOf|getPropertyValue|test|exec)$/;
const CLASSES =
  /^(Error|TypeError|RangeError|DOMException|Set|Map|URL|URLSearchParams|RegExp|Event|CustomEvent|Blob|Worker|Date)$/;

function isForPrograms(node: Node): boolean {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isLiteralTypeNode(parent))
    return true;
  if (ts.isCaseClause(parent) || ts.isElementAccessExpression(parent) || ts.isPropertyDeclaration(parent))
    return true;
  if (ts.isPropertyAssignment(parent) && parent.name === node) return true;
  if (ts.isBinaryExpression(parent) && /^([!=]==?|in)$/.test(parent.operatorToken.getText())) return true;
  for (let child = node, one = parent; one !== undefined; child = one, one = one.parent) {
    if (ts.isJsxAttribute(one)) return NAMES.test(one.name.getText());
    if (ts.isPropertyAssignment(one)) return NAMES.test(one.name.getText().replaceAll("'", ''));
    if (ts.isTypeNode(one) || ts.isTaggedTemplateExpression(one)) return true;
    if (ts.isCallExpression(one) && child !== one.expression)
      return FUNCTIONS.test(one.expression.getText().replaceAll(/\s/g, ''));
    if (ts.isNewExpression(one)) return CLASSES.test(one.expression.getText());
    if (ts.isBlock(one) || ts.isArrowFunction(one) || ts.isJsxElement(one) || ts.isSourceFile(one))
      return false;
  }
  return false;
}
