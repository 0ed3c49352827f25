/**
 * What models and their programs read first: `/llms.txt` (https://llmstxt.org), and the pages of documentation that it
 * leads to, as Markdown.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Header, RawRoute } from '../../api/exchange.ts';
import { Problem } from '../../api/problem.ts';

const TYPES: { [extension: string]: string } = {
  '.md': 'text/markdown; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
};

/** Pages for those who call the service, and what is in them. */
const PAGES: { [file: string]: string } = {
  'keys.md': 'what a key may do: scopes and workspaces',
  'people.md': 'who is in a workspace, and what they may do: members, roles, invitations',
  'mcp.md': 'how an agent connects, what the 33 tools take and give, the audit list',
  'api.md': 'how to use the REST API, with examples: idempotency, errors, pages, times',
  'contract.md':
    'what the API promises: statuses, limits, retries, comments, messages, rules, automations, numbers',
  'connecting.md': 'connecting accounts of the networks, connect links for other people',
  'matching.md': 'how comments and messages are compared with keywords',
  'live.md': 'events over a WebSocket, with resume',
  'asyncapi.yaml': 'the events of the live feed, as AsyncAPI',
};
/** Pages that a short look can leave out. */
const OPTIONAL: { [file: string]: string } = {
  'sandbox.md': 'simulated networks to try everything against',
  'flows.md': 'how an automation of direct messages becomes a statechart',
  'numbers.md': 'which numbers each network has, and how they are read',
  'plans.md': 'what a plan includes',
  'dashboard.md': 'the pages for people',
  'operating.md': 'running the service',
  'glossary.md': 'the vocabulary',
};

interface LlmsOptions {
  /** The folder with the pages. Without it `/llms.txt` names none. */
  folder: string;
  /** Public address, without a trailing slash. */
  baseUrl: () => string;
  /** Names of the networks. */
  networks: readonly string[];
}

/** `GET /llms.txt` and `GET /docs/{file}`, without a key. Files are read once, with the first request. */
export function llmsRoutes(options: LlmsOptions): RawRoute[] {
  let pages: ReadonlyMap<string, File> | null = null;
  const files = () => (pages ??= readFiles(options.folder));
  return [
    {
      method: 'GET',
      path: '/llms.txt',
      handle: (exchange) =>
        exchange.answer({
          status: 200,
          headers: headersOf('text/plain; charset=utf-8'),
          body: llmsText(options, files()),
        }),
    },
    {
      method: 'GET',
      path: '/docs/{file}',
      handle(exchange) {
        const file = files().get(exchange.params['file']!);
        if (file === undefined)
          throw new Problem('not_found', 'there is no such page of documentation; /llms.txt lists them');
        exchange.answer({ status: 200, headers: headersOf(file.type), body: file.bytes });
      },
    },
  ];
}

const headersOf = (type: string): Header[] => [
  ['content-type', type],
  ['cache-control', 'public, max-age=300'],
  ['x-content-type-options', 'nosniff'],
];

interface File {
  type: string;
  /** Its first heading, or else its name. */
  title: string;
  bytes: Uint8Array;
}

function readFiles(folder: string): ReadonlyMap<string, File> {
  const files = new Map<string, File>();
  for (const name of namesIn(folder)) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const bytes = readFileSync(join(folder, name));
    files.set(name, { type, bytes, title: /^# (.+)$/m.exec(bytes.toString('utf8'))?.[1] ?? name });
  }
  return files;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw cause;
  }
}

function llmsText({ baseUrl, networks }: LlmsOptions, files: ReadonlyMap<string, File>): string {
  const base = baseUrl();
  const linksTo = (pages: { [file: string]: string }) =>
    Object.entries(pages).flatMap(([name, about]) => {
      const file = files.get(name);
      return file === undefined ? [] : [`- [${file.title}](${base}/docs/${name}): ${about}`];
    });
  const [pages, optional] = [linksTo(PAGES), linksTo(OPTIONAL)];
  return [
    '# Troupe',
    '',
    `> A service that publishes and schedules posts on ${networks.length} social networks, measures them, and answers comments and direct messages. Open source, self-hosted.`,
    '',
    `Networks: ${networks.join(', ')}.`,
    '',
    `- Agents call tools at ${base}/mcp by the Model Context Protocol (Streamable HTTP, POST).`,
    `- Programs call the REST API below ${base}/v1. Tools and REST are the same operations, with the same errors.`,
    `- Both take an API key, or a token that an app gets by OAuth 2.1 (a 401 of /mcp leads the way): \`Authorization: Bearer trp_…\`. A person makes one at ${base}/app/agents/connect.`,
    '- Send an `Idempotency-Key` (on tools: `idempotencyKey`) with what creates or sends something, and the same one when you repeat it.',
    '- Ask the person before you publish or answer anything in public.',
    '',
    '## API',
    '',
    `- [OpenAPI](${base}/v1/openapi.json): every operation of the REST API, with examples (OpenAPI 3.1)`,
    ...(pages.length === 0 ? [] : ['', '## Docs', '', ...pages]),
    ...(optional.length === 0 ? [] : ['', '## Optional', '', ...optional]),
    '',
  ].join('\n');
}
