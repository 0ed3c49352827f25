/** Words that docs/style.md does not want, and where a file has them. */

export interface RefusedWord {
  word: string;
  /** What the style page says in its place. */
  instead: string;
}

export interface Found extends RefusedWord {
  /** From 1. */
  line: number;
}

/** A row of the table "Say, Not" that marks words as code in its second column. */
const ROW = /^\| (?<instead>[^|]+) \| (?<words>[^|]*`[^|]*) \|$/gm;

/** @param page the text of docs/style.md. @returns the words that are marked as code in the column "Not" */
export function readRefused(page: string): RefusedWord[] {
  return [...page.matchAll(ROW)].flatMap(({ groups }) =>
    [...groups!['words']!.matchAll(/`([^`]+)`/g)].map(([, word]) => ({
      word: word!,
      instead: groups!['instead']!,
    })),
  );
}

/** Comments, and texts in quotes. */
const TEXTS =
  /\/\*.*?\*\/|(?<=^|[^:'"`])\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/gs;
/** The same, and texts between tags. */
const TEXTS_WITH_TAGS = new RegExp(`${TEXTS.source}|(?<=[>}])[^<>{}=;()]+(?=[<{])`, 'gs');

/**
 * The prose of a file, with its lines where they were: a page is prose but for its code; of code the comments and the texts
 * with a space, as a name in quotes is no prose.
 */
export function proseOf(file: string, text: string): string {
  if (file.endsWith('.md')) return text.replaceAll(/```.*?```|`[^`\n]*`/gs, blank);
  const parts = file.endsWith('.tsx') ? TEXTS_WITH_TAGS : TEXTS;
  let prose = '';
  let end = 0;
  for (const { 0: part, index } of text.matchAll(parts)) {
    const isProse = part.startsWith('/') || /\s/.test(part);
    prose += blank(text.slice(end, index)) + (isProse ? withoutCode(part) : blank(part));
    end = index + part.length;
  }
  return prose + blank(text.slice(end));
}

/** A comment or text without what it marks as code, and without values that are put into it. */
function withoutCode(part: string): string {
  if (!part.startsWith('`')) return part.replaceAll(/`[^`]*`/g, blank);
  return part.replaceAll(/\\`[^`]*`|\$\{[^}]*\}|`/g, blank);
}

/** Takes everything out of a text but its line breaks. */
function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}

/** @returns each place of a refused word, in the order of the list. A word is found whatever its case, and as a whole */
export function findRefused(prose: string, refused: readonly RefusedWord[]): Found[] {
  const lines = prose.split('\n');
  return refused.flatMap(({ word, instead }) => {
    const pattern = word.endsWith('_')
      ? new RegExp(`\\b${word}`)
      : new RegExp(`\\b${word}${/\w$/.test(word) ? '\\b' : ''}`, 'i');
    return lines.flatMap((text, index) => (pattern.test(text) ? [{ word, instead, line: index + 1 }] : []));
  });
}

/** A row of the table of names: what to write, the names marked as code, and an example. */
const NAMES_ROW = /^ *\| (?<instead>[^|]+) \| (?<names>`[^|]*) \| [^|]+ \|$/gm;

/** @param page the text of docs/style.md. @returns the names that the table of names refuses */
export function readRefusedNames(page: string): RefusedWord[] {
  return [...page.matchAll(NAMES_ROW)].flatMap(({ groups }) =>
    [...groups!['names']!.matchAll(/`([^`]+)`/g)].map(([, word]) => ({
      word: word!,
      instead: groups!['instead']!,
    })),
  );
}

/** What a lookup in the same function returns may have such a name: `const found = rows.find(…)`. */
const MAY_BE_LOCAL = new Set(['found']);

/**
 * Declarations by their keyword, also of compounds with the name, and parameters with a type or of an arrow function. A
 * predicate such as `isTaken` is none.
 */
const declared = (name: string) => {
  const capital = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  const any = `(?:${name}|${capital})`;
  const compound = `(?:${any}[A-Z]\\w*|(?!is[A-Z]|has[A-Z]|was[A-Z]|are[A-Z]|not[A-Z]|mark[A-Z]|on[A-Z])[a-zA-Z]\\w*${capital}(?:[A-Z]\\w*)?)`;
  const local = MAY_BE_LOCAL.has(name) ? `(?:${capital}|${compound})` : `(?:${any}|${compound})`;
  return new RegExp(
    `\\b(?:const|let)\\s+${local}\\b|\\b(?:function|class|interface|type)\\s+(?:${any}|${compound})\\b|\\(\\s*${any}\\s*:|[(,]\\s*${any}\\s*\\)\\s*(?::|=>)`,
  );
};

/**
 * @param code of a file, without texts and comments: `codeOf` makes it
 * @returns each line that declares a variable, a parameter, a function or a type with a refused name. Properties are left out, as some are stored
 */
export function findRefusedNames(code: string, refused: readonly RefusedWord[]): Found[] {
  const lines = code.split('\n');
  return refused.flatMap(({ word, instead }) => {
    const pattern = declared(word);
    return lines.flatMap((text, index) => (pattern.test(text) ? [{ word, instead, line: index + 1 }] : []));
  });
}

/** The code of a file, with its lines where they were. */
export const codeOf = (text: string): string => text.replaceAll(TEXTS, blank);
