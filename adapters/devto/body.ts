/** The body as DEV reads it: Markdown. Two constructs that DEV would interpret are escaped. */
import { withPictures } from '../article/markdown.ts';

/** The text with its pictures, as it is sent. */
export function bodyOf(text: string, pictures: string[]): string {
  return withPictures(withoutFrontMatter(withoutLiquid(text)), pictures);
}

/** Front matter would override title, tags and address. It only counts at the very beginning. */
function withoutFrontMatter(text: string): string {
  return /^\s*---/.test(text) ? `<!-- -->\n\n${text}` : text;
}

/** What DEV's own patterns take for code and show literally, whatever Markdown says. */
const LITERAL = /(~~~.*?~~~|```.*?```|``.+?``|`[^`]+`)/s;

/**
 * `{% … %}` and `{{ … }}` are commands: DEV refuses unknown ones and runs known ones. Only `embed`, the one way to
 * show a video, is left unescaped. In code that DEV's patterns miss (a fence of more than three signs with another fence
 * inside, lines that are indented), an entity would be shown as such, so the line is marked as raw.
 */
function withoutLiquid(text: string): string {
  const isCode = codeLines(text);
  let line = 0;
  return text
    .split(LITERAL)
    .map((part, index) => {
      const lines = part.split('\n');
      const from = line;
      line += lines.length - 1;
      return index % 2 === 1
        ? part
        : lines.map((words, at) => (isCode[from + at] === true ? raw(words) : escaped(words))).join('\n');
    })
    .join('');
}

function escaped(words: string): string {
  return words.replaceAll(/\{%-?\s*embed\s+https?:\/\/[^\s%}]+\s*-?%\}|\{(?=[{%])/g, (match) =>
    match === '{' ? '&#123;' : match,
  );
}

/** The mark comes after the indent, because DEV reads Markdown first. */
function raw(code: string): string {
  if (!/\{[{%]/.test(code)) return code;
  const indent = /^\s*/.exec(code)?.[0] ?? '';
  return code.includes('endraw')
    ? escaped(code)
    : `${indent}{% raw %}${code.slice(indent.length)}{% endraw %}`;
}

/** For each line, whether it is inside a fenced or indented block of code (CommonMark, 4.4 and 4.5). */
function codeLines(text: string): boolean[] {
  let fence: string | null = null;
  let wasBlank = true;
  let wasIndented = false;
  return text.split('\n').map((line) => {
    const marks = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence !== null) {
      if (marks?.startsWith(fence) === true && line.trim() === marks) fence = null;
      return fence !== null;
    }
    fence = marks;
    const isIndented = /^(?: {4}| {0,3}\t)/.test(line) && (wasBlank || wasIndented);
    const isBlank = line.trim() === '';
    wasIndented = isIndented || (isBlank && wasIndented);
    wasBlank = isBlank;
    return isIndented;
  });
}
