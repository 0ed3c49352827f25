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
import { mayUse } from '../api/scope.ts';
import { nearest } from '../http/nearest.ts';
import { redactText } from '../redact.ts';
import { callTool, type CallOptions, type Caller, record } from './call.ts';
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
  const usual = new Map([...tools].filter(([, tool]) => !tool.onRequest));
  const listedUsually = [...usual.values()].map((tool) => tool.listed as unknown as ProtocolTool);
  return createMcpHandler(
    ({ authInfo }) => {
      const server = new Server(
        { name: 'troupe', title: 'Troupe', version },
        { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
      );
      const caller = authInfo?.extra?.[CALLER] as Caller;
      const there = caller.allTools ? tools : usual;
      const all = caller.allTools ? listed : listedUsually;
      server.setRequestHandler('tools/list', () => ({
        tools: caller.principal.scopes === undefined ? all : listedFor(caller, there),
      }));
      server.setRequestHandler('tools/call', async ({ params }) => {
        const tool = there.get(params.name);
        if (tool === undefined) {
          recordUnknown(params.name, caller, options);
          const why = tools.has(params.name)
            ? `${params.name} is at /mcp?tools=all`
            : unknownTool(params.name, [...there.keys()]);
          throw new ProtocolError(ProtocolErrorCode.InvalidParams, why);
        }
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

/** Only the tools that the caller's scopes allow: a model tries what it sees. */
const listedFor = <Context>({ principal }: Caller, there: ReadonlyMap<string, Tool<Context>>) =>
  [...there.values()]
    .filter(({ operation }) => mayUse(principal, operation))
    .map((tool) => tool.listed as unknown as ProtocolTool);

function unknownTool(name: string, known: readonly string[]): string {
  const close = nearest(name, known);
  const advice = close === null ? `the tools are: ${known.join(', ')}` : `did you mean ${close}?`;
  return `there is no tool ${JSON.stringify(name.slice(0, 64))}; ${advice}`;
}

/** Whatever a model made up is kept as a name only if it looks like one. */
function recordUnknown<Context>(name: string, caller: Caller, options: ToolServerOptions<Context>): void {
  record(options, caller, {
    at: options.now(),
    workspace: undefined,
    tool: /^\w{1,64}$/.test(name) ? redactText(name) : '(no such tool)',
    operation: null,
    changes: false,
    arguments: {},
    outcome: 'refused',
    code: 'unknown_tool',
    resourceId: null,
    confirmedBy: null,
  });
}
