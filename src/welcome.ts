/** What `npm start` prints about the demo workspace. */

export interface Welcome {
  sandboxUrl: string;
  apiKey: string;
  /** Where the key and the addresses are kept. */
  file: string;
  /** A command that publishes a post, and the networks it leaves out; null on every start but the first. */
  toTry: { command: string; leftOut: string[] } | null;
}

/**
 * The key is printed once, by the start that made it: terminals and logs are kept, and read by others. Later starts say
 * where it is.
 * @returns lines to print
 */
export function welcome({ sandboxUrl, apiKey, file, toTry }: Welcome): string[] {
  const sandbox = `Sandbox of the networks:  ${sandboxUrl}`;
  if (toTry === null) return ['', sandbox, `API key (demo workspace): in ${file}`];
  const { command, leftOut } = toTry;
  const all =
    leftOut.length === 0 ? 'every account' : `every account but ${leftOut.join(', ')} (takes no picture)`;
  return [
    '',
    `API key (demo workspace): ${apiKey}`,
    sandbox,
    `Both are kept in:         ${file} (the key is not printed again)`,
    `\nPublish a post with a picture to ${all}:\n\n${command}\n`,
  ];
}
