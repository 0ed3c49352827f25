/** The text of a server's HTML. Links are shortened by hiding parts of them, so removing the tags restores the text. */
export function textOf(html: string): string {
  return html
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(/<\/p>\s*<p(?:\s[^>]*)?>/gi, '\n\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(#x[0-9a-f]+|#[0-9]+|[a-z]+);/gi, (entity, name: string) => characterOf(name) ?? entity);
}

const NAMED: { [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function characterOf(name: string): string | undefined {
  if (!name.startsWith('#')) return NAMED[name.toLowerCase()];
  const isHex = name[1] === 'x' || name[1] === 'X';
  const point = Number.parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return point <= 0x10ffff ? String.fromCodePoint(point) : undefined;
}
