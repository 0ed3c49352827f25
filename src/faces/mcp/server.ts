/**
 * The server of tools that one request gets: the library makes one for each, so nothing is kept between requests
 * (docs/mcp.md).
 */
import {
  createMcpHandler,
  isLegacyRequest,
  type McpHttpHandler,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool as ProtocolTool,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { mayCallSomewhere } from '../../api/admit.ts';
import { mayUse } from '../../api/scope.ts';
import type { Principal } from '../../api/principal.ts';
import { isObject, type JsonObject } from '../http/json-body.ts';
import { nearest } from '../http/nearest.ts';
import { redactText } from '../../base/redact.ts';
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

/** Answers a message that was parsed before. */
export interface ToolServer {
  fetch(request: Request, sent: { authInfo: AuthInfo; parsedBody: JsonObject }): Promise<Response>;
}

type AuthInfo = ReturnType<typeof authInfoOf>;

export function createToolServer<Context>(options: ToolServerOptions<Context>): ToolServer {
  const onerror = (error: Error): void => {
    if (!(error instanceof ProtocolError))
      options.log.debug({ err: error }, 'a message for tools was refused');
  };
  const serverFor = serversOf(options);
  const newer: McpHttpHandler = createMcpHandler(
    ({ authInfo }) => serverFor(authInfo?.extra?.[CALLER] as Caller),
    // responses are sent whole, and a subscription would have nothing to report
    { keepAliveMs: 0, legacy: 'reject', onerror },
  );
  return {
    async fetch(request, sent) {
      const isNewer = namesVersion(sent.parsedBody) || !(await isLegacyRequest(request, sent.parsedBody));
      if (isNewer) return newer.fetch(request, sent);
      // the library answers clients of these versions by an event stream, which costs more than the call
      const server = serverFor(sent.authInfo.extra[CALLER]);
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the library takes no other one
      transport.onerror = onerror;
      try {
        await server.connect(transport);
        return await transport.handleRequest(request, sent);
      } finally {
        await server.close();
      }
    },
  };
}

/** Each message since 2026-07-28 does: then the library need not be asked, which would look at the message twice. */
const namesVersion = ({ params }: JsonObject): boolean =>
  isObject(params) && isObject(params['_meta']) && PROTOCOL_VERSION_META_KEY in params['_meta'];

/** @returns a function that makes the server of a request: the library needs a separate one for each */
function serversOf<Context>(options: ToolServerOptions<Context>): (caller: Caller) => Server {
  const { tools, version } = options;
  const listed = [...tools.values()].map((tool) => tool.listed as unknown as ProtocolTool);
  const usual = new Map([...tools].filter(([, tool]) => !tool.onRequest));
  const listedUsually = [...usual.values()].map((tool) => tool.listed as unknown as ProtocolTool);
  return (caller) => {
    const server = new Server(
      { name: 'troupe', title: 'Troupe', version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    const there = caller.allTools ? tools : usual;
    const all = caller.allTools ? listed : listedUsually;
    server.setRequestHandler('tools/list', () => ({
      tools: mayDoAll(caller.principal) ? all : listedFor(caller, there),
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
  };
}

/** Neither scopes nor a role keep the caller from anything. */
const mayDoAll = ({ scopes, workspaces }: Principal): boolean =>
  scopes === undefined && workspaces.every(({ role }) => role === 'owner');

/** Only the tools that the caller's scopes and roles allow: a model tries what it sees. */
const listedFor = <Context>({ principal }: Caller, there: ReadonlyMap<string, Tool<Context>>) =>
  [...there.values()]
    .filter(({ operation }) => mayUse(principal, operation) && mayCallSomewhere(principal, operation))
    .map((tool) => tool.listed as unknown as ProtocolTool);

function unknownTool(name: string, names: readonly string[]): string {
  const close = nearest(name, names);
  const advice = close === null ? `the tools are: ${names.join(', ')}` : `did you mean ${close}?`;
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
