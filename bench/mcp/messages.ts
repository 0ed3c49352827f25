/** Calls of a tool, as clients of both versions of the protocol send them. */
import type { LoadRequest } from '../http/load.ts';

export const VERSIONS = ['2026-07-28', '2025-11-25'] as const;
export type Version = (typeof VERSIONS)[number];

/** @param call which tool, with which arguments */
export function toolCall(
  version: Version,
  { key, name, given }: { key: string; name: string; given: object },
): LoadRequest {
  const isNew = version === '2026-07-28';
  const lines = [
    'POST /mcp HTTP/1.1',
    'host: 127.0.0.1',
    `authorization: Bearer ${key}`,
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    `mcp-protocol-version: ${version}`,
    ...(isNew ? ['mcp-method: tools/call', `mcp-name: ${name}`] : []),
  ];
  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  };
  const params = { name, arguments: given, ...(isNew && { _meta: meta }) };
  return {
    head: lines.join('\r\n'),
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}
