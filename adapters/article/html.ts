/** HTML bodies: the text as written, in paragraphs, with its web addresses as links. */
import { addressesIn } from '../lib/addresses.ts';

/** Blank lines separate paragraphs. Other line breaks become `<br>`. */
export function htmlOf(text: string): string {
  return text
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${linked(paragraph, escapeHtml).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Escapes a text and makes its web addresses links. @param escape how this network's HTML writes special characters */
export function linked(text: string, escape: (text: string) => string): string {
  let html = '';
  let done = 0;
  for (const { start, end, written } of addressesIn(text)) {
    const address = escape(written);
    html += `${escape(text.slice(done, start))}<a href="${address}">${address}</a>`;
    done = end;
  }
  return html + escape(text.slice(done));
}
