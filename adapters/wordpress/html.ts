/** The post's HTML. The person's text is escaped, so it appears as written. */
import { linked } from '../article/html.ts';
import { addressesIn } from '../lib/addresses.ts';
import type { StoredFile } from './checkpoint.ts';

/**
 * A blank line starts a paragraph, another line break becomes `<br>`, addresses become links; the media follow in their
 * order.
 */
export function bodyOf(text: string, following: StoredFile[]): string {
  const paragraphs = text
    .split(/\n[^\S\n]*\n\s*/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${paragraphOf(paragraph.trim())}</p>`);
  return [...paragraphs, ...following.map(figureOf)].join('\n\n');
}

/** An address alone in its paragraph is no link: WordPress shows what is there, such as a video. */
function paragraphOf(text: string): string {
  const [first] = addressesIn(text);
  if (first?.written === text) return escaped(text);
  return linked(text, escaped).replaceAll('\n', '<br />\n');
}

function figureOf({ id, source, isVideo, alt = '' }: StoredFile): string {
  const address = escaped(source);
  return isVideo
    ? `<figure class="wp-block-video"><video controls src="${address}"></video></figure>`
    : `<figure class="wp-block-image size-full"><img src="${address}" alt="${escaped(alt)}" class="wp-image-${escaped(id)}" /></figure>`;
}

/** Square brackets too: WordPress would run `[gallery]` in a text as a shortcode. */
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

/** Names of sites and tags contain HTML entities. The most common ones become characters. */
export function plain(name: string): string {
  return name
    .replaceAll(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim();
}
