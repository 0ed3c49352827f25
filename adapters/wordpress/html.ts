/** The post's HTML: what a person wrote is text, so it is shown as text. */
import type { StoredFile } from './checkpoint.ts';

/** A blank line begins a paragraph, another line end is a break; media follow in their order. */
export function bodyOf(text: string, following: StoredFile[]): string {
  const paragraphs = text
    .split(/\n[^\S\n]*\n\s*/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escaped(paragraph.trim()).replaceAll('\n', '<br />\n')}</p>`);
  return [...paragraphs, ...following.map(figureOf)].join('\n\n');
}

function figureOf({ id, source, isVideo }: StoredFile): string {
  const address = escaped(source);
  return isVideo
    ? `<figure class="wp-block-video"><video controls src="${address}"></video></figure>`
    : `<figure class="wp-block-image size-full"><img src="${address}" alt="" class="wp-image-${escaped(id)}" /></figure>`;
}

/** Square brackets too: `[gallery]` in a text is words, and would be run as a shortcode. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"[\]]/g, (sign) => SIGNS[sign] ?? sign);
}

const SIGNS: { [sign: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '[': '&#91;',
  ']': '&#93;',
};

/** Names of sites and tags come with HTML's entities: the most common of them become characters. */
export function plain(name: string): string {
  return name
    .replaceAll(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();
}
