/** The body as DEV reads it: Markdown, with two things in it that a text must not become by accident. */
import { withPictures } from '../article/markdown.ts';

/** The text with its pictures, as it is sent. */
export function bodyOf(text: string, pictures: string[]): string {
  return withPictures(withoutFrontMatter(withoutLiquid(text)), pictures);
}

/** Front matter would override title, tags and address: it is one only at the very beginning. */
function withoutFrontMatter(text: string): string {
  return /^\s*---/.test(text) ? `<!-- -->\n\n${text}` : text;
}

/**
 * `{% … %}` and `{{ … }}` are commands: unknown ones are refused, known ones vanish. Only `embed`, the one way to show a
 * video, is left to be one; code is taken literally by DEV itself.
 */
function withoutLiquid(text: string): string {
  return text.replaceAll(
    /~~~.*?~~~|```.*?```|``.+?``|`[^`]+`|\{%-?\s*embed\s+https?:\/\/[^\s%}]+\s*-?%\}|\{(?=[{%])/gs,
    (found) => (found === '{' ? '&#123;' : found),
  );
}
