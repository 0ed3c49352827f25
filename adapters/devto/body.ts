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

/**
 * `{% … %}` and `{{ … }}` are commands: DEV refuses unknown ones and runs known ones. Only `embed`, the one way to
 * show a video, is left unescaped. DEV itself shows code literally.
 */
function withoutLiquid(text: string): string {
  return text.replaceAll(
    /~~~.*?~~~|```.*?```|``.+?``|`[^`]+`|\{%-?\s*embed\s+https?:\/\/[^\s%}]+\s*-?%\}|\{(?=[{%])/gs,
    (found) => (found === '{' ? '&#123;' : found),
  );
}
