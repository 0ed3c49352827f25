/** Markdown as far as simulated networks read it. */

/** Addresses of the pictures in a text, in their order. */
export function picturesIn(markdown: string): string[] {
  return [...markdown.matchAll(/!\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, url]) => url ?? '');
}
