/** The protocol's own client against a running service. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Test } from 'tap';
import type { Answer } from '../support/service.ts';

/** The two versions of the protocol that are promised. */
export const VERSIONS = ['2025-11-25', '2026-07-28'] as const;

export interface Called {
  isError: boolean;
  /** The structured result, or the error. */
  body: Answer['body'];
  texts: string[];
  replayed: boolean;
}

export interface ToolClient {
  client: Client;
  call(name: string, given?: object): Promise<Called>;
}

/** @param at the service's address, the key to call it with, and whether all tools are asked for; it is closed when the test ends */
export async function connectClient(
  t: Test,
  at: { baseUrl: string; key: string; allTools?: boolean },
  version: (typeof VERSIONS)[number] = '2026-07-28',
): Promise<ToolClient> {
  const client = new Client(
    { name: 'troupe-test', version: '1' },
    version === '2026-07-28' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  const headers = { authorization: `Bearer ${at.key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${at.baseUrl}/mcp${at.allTools ? '?tools=all' : ''}`), {
      requestInit: { headers },
    }),
  );
  t.teardown(() => client.close());
  return {
    client,
    async call(name, given = {}) {
      const result = await client.callTool({ name, arguments: given as { [name: string]: unknown } });
      const texts = result.content.map((one) => (one.type === 'text' ? one.text : ''));
      const isError = result.isError === true;
      return {
        isError,
        body: isError ? JSON.parse(texts[0]!) : result.structuredContent,
        texts,
        replayed: result['_meta']?.['idempotentReplayed'] === true,
      };
    },
  };
}
