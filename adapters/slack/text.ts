/** Escapes a text for Slack, whose markup uses three characters. So `<!channel>` in a text notifies nobody. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
