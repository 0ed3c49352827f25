/** Text as Slack wants it: three signs are its markup's own. So `<!channel>` in a text calls nobody. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
