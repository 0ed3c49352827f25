/** Markdown bodies: the text as written, with the pictures after it. */

/** A body with pictures after its text. */
export function withPictures(body: string, urls: string[]): string {
  return [body, ...urls.map(picture)].join('\n\n');
}

/** A picture on a line of its own. Characters that would end the address, or that templates interpret, are encoded. */
function picture(url: string): string {
  const safe = url.replaceAll(
    /[\s()<>{}]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `![](${safe})`;
}
