/** Makes a language for tests out of English: accents, brackets, and a third longer. What has no brackets did not come through the layer. Pure. */
import type compile from 'icu-minify/compile';

type Message = ReturnType<typeof compile>;

const PLAIN = 'aceginorsuyzACEGINORSUYZ';
const ACCENTED = 'áçéğíñóřšúýžÁÇÉĞÍÑÓŘŠÚÝŽ';

/** @param english compiled; places of values, and the cases of plurals, stay */
export function pseudo(english: Message): Message {
  const length = lengthOf(english);
  const padding = length < 2 ? '' : ` ${'·'.repeat(Math.ceil(length / 3))}`.replaceAll(/·{8}(?=·)/g, '$& ');
  return ['[', ...[accented(english)].flat(), `${padding}]`] as Message;
}

type Node = string | number | unknown[] | object;

function accented(node: unknown): Node {
  if (typeof node === 'string')
    return node.replaceAll(/[a-z]/gi, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter);
  if (Array.isArray(node))
    return node.map((part: unknown) => (Array.isArray(part) ? named(part) : accented(part)));
  return node as Node;
}

/** `[name]`, `[name, type, cases]`, or a tag `[name, ...children]`. */
function named([name, ...rest]: unknown[]): unknown[] {
  const [type, cases] = rest;
  if (typeof type === 'number' && type > 0 && typeof cases === 'object' && cases !== null)
    return [name, type, Object.fromEntries(Object.entries(cases).map(([key, one]) => [key, accented(one)]))];
  if (typeof type === 'number' && type > 0) return [name, ...rest];
  return [name, ...(accented(rest) as unknown[])];
}

const lengthOf = (node: unknown): number => {
  if (typeof node === 'string') return node.length;
  if (Array.isArray(node)) return node.reduce((sum: number, part: unknown) => sum + lengthOf(part), 0);
  return 0;
};
