/** HTML bodies: the text as written, in paragraphs, with its web addresses as links. */

/** Blank lines separate paragraphs. Other line breaks become `<br>`. */
export function htmlOf(text: string): string {
  return text
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => `<p>${linked(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('');
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * Finds web addresses. Punctuation that ends the sentence, and a closing bracket opened before the address, are left
 * out.
 */
function linked(text: string): string {
  let html = '';
  let done = 0;
  for (const { 0: found, index } of text.matchAll(/https?:\/\/[^\s<>"]+/g)) {
    const url = addressIn(found);
    if (!URL.canParse(url)) continue;
    html += `${escapeHtml(text.slice(done, index))}<a href="${escapeHtml(url)}">${escapeHtml(url)}</a>`;
    done = index + url.length;
  }
  return html + escapeHtml(text.slice(done));
}

function addressIn(found: string): string {
  const url = found.replace(/[.,;:!?'…]+$/, '');
  const opened = url.split('(').length;
  const closed = url.split(')').length;
  return url.endsWith(')') && closed > opened ? addressIn(url.slice(0, -1)) : url;
}
