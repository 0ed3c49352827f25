/**
 * The server of tools that one request gets: the library makes one for each, so nothing is kept between requests
 * (docs/mcp.md).
 */
import {
  createMcpHandler,
  type McpHttpHandler,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool as ProtocolTool,
} from '@modelcontextprotocol/server';
import { nearest } from '../http/nearest.ts';
import { callTool, type CallOptions, type Caller } from './call.ts';
import type { Tool } from './catalogue.ts';
import { INSTRUCTIONS } from './guides.ts';

export interface ToolServerOptions<Context> extends CallOptions<Context> {
  tools: ReadonlyMap<string, Tool<Context>>;
  version: string;
}

/** Under this name the caller is handed through the library. */
const CALLER = 'caller';

/** What the library hands through to the server of a request. */
export const authInfoOf = (caller: Caller) => ({
  token: '', // it was checked before, and nothing behind this point needs it
  clientId: caller.principal.keyId,
  scopes: [],
  extra: { [CALLER]: caller },
});

export function createToolServer<Context>(options: ToolServerOptions<Context>): McpHttpHandler {
  const { tools, version, log } = options;
  const listed = [...tools.values()].map((tool) => tool.listed as unknown as ProtocolTool);
  return createMcpHandler(
    ({ authInfo }) => {
      const server = new Server(
        { name: 'troupe', title: 'Troupe', version },
        { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
      );
      server.setRequestHandler('tools/list', () => ({ tools: listed }));
      server.setRequestHandler('tools/call', async ({ params }) => {
        const tool = tools.get(params.name);
        if (tool === undefined)
          throw new ProtocolError(
            ProtocolErrorCode.InvalidParams,
            unknownTool(params.name, [...tools.keys()]),
          );
        const caller = authInfo?.extra?.[CALLER] as Caller;
        return callTool(tool, params.arguments ?? {}, caller, options);
      });
      return server;
    },
    {
      // answers are sent whole, and nothing here changes that a subscription could tell of
      keepAliveMs: 0,
      onerror: (error) => {
        if (!(error instanceof ProtocolError)) log.debug({ err: error }, 'a message for tools was refused');
      },
    },
  );
}

function unknownTool(name: string, known: readonly string[]): string {
  const close = nearest(name, known);
  const advice = close === null ? `the tools are: ${known.join(', ')}` : `did you mean ${close}?`;
  return `there is no tool ${JSON.stringify(name.slice(0, 64))}; ${advice}`;
}
