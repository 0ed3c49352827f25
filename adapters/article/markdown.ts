/** Markdown bodies: the text as it was written, with the pictures after it. */

/** A body with pictures after its text. */
export function withPictures(body: string, urls: string[]): string {
  return [body, ...urls.map(picture)].join('\n\n');
}

/** A picture of its own line. Signs that would end the address, or that templates read, are encoded. */
function picture(url: string): string {
  const safe = url.replaceAll(
    /[\s()<>{}]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `![](${safe})`;
}
