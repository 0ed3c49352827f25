/** What the settings of common clients look like. Pure. */
import { t } from '../../base/language/text.ts';

interface Client {
  id: string;
  label: string;
  /** Where the text goes. */
  where: string;
  /** The service has to be reached from the internet, by https. */
  isRemote?: boolean;
  /** A person allows it here, by OAuth: it needs no key. */
  byConsent?: true;
  /** What to know besides. */
  note?: string;
  /** @param at address of the tools; the API key, or what stands for it */
  text: (at: At) => string;
}

interface At {
  url: string;
  key: string;
}

/** In place of a key that is not known here. */
export const KEY_PLACE = '<API_KEY>';

const json = (value: object): string => JSON.stringify(value, null, 2);

/** Not encrypted, and not on the same machine: some clients insist on being told that this is meant. */
const isPlainHttp = (url: string): boolean =>
  url.startsWith('http:') && !/^http:\/\/(localhost|127\.0\.0\.1|\[::1\])[:/]/.test(url);

export const CLIENTS: readonly Client[] = [
  {
    id: 'claude-code',
    label: 'Claude Code',
    where: t('Run this in a terminal. With --scope user it counts for every project.'),
    note: t('Without --header it needs no key: /mcp → Authenticate then sends you here.'),
    text: ({ url, key }) =>
      `claude mcp add --transport http troupe ${url} --header "Authorization: Bearer ${key}"`,
  },
  {
    id: 'claude',
    label: 'Claude',
    where: t(
      'On claude.ai or in the app: Settings → Connectors → Add custom connector, with this address. Claude then sends you here, to say what it may do.',
    ),
    isRemote: true,
    byConsent: true,
    text: ({ url }) => url,
  },
  {
    id: 'claude-desktop',
    label: 'Claude Desktop',
    where: t(
      'Settings → Developer → Edit Config opens claude_desktop_config.json. Start Claude again afterwards.',
    ),
    note: t('It starts the program mcp-remote by npx, so Node.js has to be installed.'),
    text: ({ url, key }) =>
      json({
        mcpServers: {
          troupe: {
            command: 'npx',
            args: [
              '-y',
              'mcp-remote',
              url,
              '--header',
              // without a space: some versions cut an argument there
              'Authorization:${AUTHORIZATION}',
              ...(isPlainHttp(url) ? ['--allow-http'] : []),
            ],
            env: { AUTHORIZATION: `Bearer ${key}` },
          },
        },
      }),
  },
  {
    id: 'cursor',
    label: 'Cursor',
    where: t('Into ~/.cursor/mcp.json, or .cursor/mcp.json of one project.'),
    text: ({ url, key }) =>
      json({ mcpServers: { troupe: { url, headers: { Authorization: `Bearer ${key}` } } } }),
  },
  {
    id: 'vscode',
    label: 'VS Code',
    where: t('Into .vscode/mcp.json, or the file that “MCP: Open User Configuration” opens.'),
    note: t('VS Code asks for the key when it connects, and keeps it safe. The file has no secret in it.'),
    text: ({ url }) =>
      json({
        inputs: [
          { type: 'promptString', id: 'troupe-key', description: 'API key of Troupe', password: true },
        ],
        servers: {
          troupe: { type: 'http', url, headers: { Authorization: 'Bearer ${input:troupe-key}' } },
        },
      }),
  },
  {
    id: 'chatgpt',
    label: 'ChatGPT',
    where: t(
      'Settings → Apps & Connectors, with the developer mode under Advanced settings: Create, with this address and OAuth. ChatGPT then sends you here, to say what it may do.',
    ),
    isRemote: true,
    byConsent: true,
    text: ({ url }) => url,
  },
  {
    id: 'openai',
    label: t('Responses API of OpenAI'),
    where: t('As a tool in a request.'),
    isRemote: true,
    text: ({ url, key }) =>
      json({
        type: 'mcp',
        server_label: 'troupe',
        server_url: url,
        authorization: key,
        require_approval: 'always',
      }),
  },
  {
    id: 'other',
    label: t('Another one'),
    where: t('Most clients take this form. The transport is called “HTTP” or “Streamable HTTP”.'),
    text: ({ url, key }) =>
      json({ mcpServers: { troupe: { type: 'http', url, headers: { Authorization: `Bearer ${key}` } } } }),
  },
];
