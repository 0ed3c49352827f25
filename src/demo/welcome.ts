/** What `npm start` prints about the demo workspace: first where to look, then how a program would do it. */

interface WelcomeFacts {
  baseUrl: string;
  apiKey: string;
  sandboxUrl: string;
}

interface WelcomeOptions {
  /** Where the same facts are kept. */
  file: string;
  /** How many simulated accounts there are. */
  accounts: number;
  /** Ids of those that the command publishes to. */
  tried: string[];
  /** This start made the key, so nobody has seen it yet. */
  isNewKey: boolean;
}

/** The key is printed once, by the start that made it, because terminals and logs are kept. Later starts say where it is. */
export function welcomeText({ baseUrl, apiKey, sandboxUrl }: WelcomeFacts, options: WelcomeOptions): string {
  const { file, accounts, tried, isNewKey } = options;
  const look = `
Open the dashboard:       ${baseUrl}/app
See what was published:   ${sandboxUrl} (the sandbox: ${accounts} simulated accounts, one on each network)
Write as a follower:      ${sandboxUrl}/people (comments and messages arrive in the inbox)
API key (demo workspace): `;
  if (!isNewKey) return `${look}in ${file}\n`;
  const body = {
    content: 'Hello from Troupe',
    publishNow: true,
    accountIds: tried,
    media: [`${sandboxUrl}/samples/photo.jpg`],
  };
  return `${look}${apiKey}
Kept with the addresses:  ${file} (the key is not printed again)

Or publish a post with a picture to ${tried.length} of the accounts by the API:

curl ${baseUrl}/v1/posts -H 'Authorization: Bearer ${apiKey}' \\
  -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(body)}'
`;
}
