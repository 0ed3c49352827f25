/** The settings of clients, as the dashboard writes them. */
import t from 'tap';
import { CLIENTS } from '../../web/src/features/agents/clients.ts';

const at = { url: 'https://troupe.example.org/mcp', key: 'trp_key' };
const textOf = (id: string, where = at) => CLIENTS.find((one) => one.id === id)!.text(where);
const jsonOf = (id: string, where = at) => JSON.parse(textOf(id, where)) as unknown;

void t.test('each has the address, and the key unless the client asks for it', async (t) => {
  for (const { id, byConsent = false, text } of CLIENTS) {
    t.ok(text(at).includes(at.url), id);
    t.equal(text(at).includes(at.key), id !== 'vscode' && !byConsent, id);
  }
});

void t.test('they have the form that each client reads', async (t) => {
  const headers = { Authorization: 'Bearer trp_key' };
  t.equal(
    textOf('claude-code'),
    'claude mcp add --transport http troupe https://troupe.example.org/mcp --header "Authorization: Bearer trp_key"',
  );
  t.same(jsonOf('cursor'), { mcpServers: { troupe: { url: at.url, headers } } });
  t.same(jsonOf('other'), { mcpServers: { troupe: { type: 'http', url: at.url, headers } } });
  t.match(jsonOf('vscode'), {
    inputs: [{ type: 'promptString', id: 'troupe-key', password: true }],
    servers: { troupe: { type: 'http', headers: { Authorization: 'Bearer ${input:troupe-key}' } } },
  });
  t.match(jsonOf('openai'), { type: 'mcp', server_url: at.url, authorization: at.key });
});

void t.test('mcp-remote is told when plain http is meant', async (t) => {
  const argsFor = (url: string) =>
    (jsonOf('claude-desktop', { ...at, url }) as { mcpServers: { troupe: { args: string[] } } }).mcpServers
      .troupe.args;
  t.strictSame(argsFor('https://x.example/mcp').includes('--allow-http'), false);
  t.strictSame(argsFor('http://localhost:3000/mcp').includes('--allow-http'), false);
  t.strictSame(argsFor('http://127.0.0.1:3000/mcp').includes('--allow-http'), false);
  t.strictSame(argsFor('http://troupe.lan/mcp').includes('--allow-http'), true);
  t.strictSame(argsFor('http://localhost.example.org/mcp').includes('--allow-http'), true);
});
