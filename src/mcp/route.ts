/** `/mcp`: messages of the Model Context Protocol over HTTP, one in each POST (docs/mcp.md). */
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import type { Operation } from '../api/operation.ts';
import { bodyOf, type Exchange, type Header, type RawRoute } from '../api/exchange.ts';
import { Problem } from '../api/problem.ts';
import { type JsonObject, parseObject } from '../http/json-body.ts';
import { apiHeaders } from '../http/response.ts';
import { catalogueOf } from './catalogue.ts';
import { refuseForeign } from './foreign.ts';
import type { ToolServerOptions } from './server.ts';

/** A file in base64, and what is around it. */
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
/** Headers of the protocol and of its transport. */
const PASSED = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'];

export interface McpRouteOptions<Context> extends Omit<ToolServerOptions<Context>, 'tools'> {
  operations: readonly Operation<Context>[];
  /** The address that callers use, without a trailing slash. */
  baseUrl: () => string;
}

/**
 * Who calls is known before: the route asks for a key like every other (`passGate` in src/http/api.ts).
 * @throws when the tools do not fit their operations, so that the server does not start
 */
export function mcpRoute<Context>(options: McpRouteOptions<Context>): RawRoute {
  const tools = catalogueOf(options.operations);
  let loading: ReturnType<typeof load> | null = null;
  const load = async () => {
    // on first use, because the library takes longer to load than the rest of the server
    const { authInfoOf, createToolServer } = await import('./server.ts');
    return { authInfoOf, server: createToolServer({ ...options, tools }) };
  };
  return {
    method: 'POST',
    path: '/mcp',
    key: true,
    async handle(exchange, rateHeaders) {
      const { baseUrl } = options;
      refuseForeign(exchange, baseUrl());
      const bytes = await bodyOf(exchange, MAX_MESSAGE_BYTES);
      const answer = messageIn(bytes);
      if ('error' in answer) return answerError(exchange, answer.error, rateHeaders, baseUrl());
      const { authInfoOf, server } = await (loading ??= load());
      const caller = { principal: exchange.principal!, requestId: exchange.requestId };
      const response = await server.fetch(requestOf(exchange, baseUrl()), {
        authInfo: authInfoOf(caller),
        parsedBody: answer.message,
      });
      await send(exchange, response, rateHeaders, baseUrl());
    },
  };
}

interface RpcError {
  status: number;
  code: number;
  message: string;
  id: unknown;
}

function messageIn(bytes: Uint8Array): { message: JsonObject } | { error: RpcError } {
  let message: JsonObject;
  try {
    message = parseObject(bytes);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const isJson = error.kind === 'invalid';
    return {
      error: { status: 400, code: isJson ? -32_600 : -32_700, message: error.message, id: null },
    };
  }
  // a stream without an end: nothing changes here that it could tell of
  if (message['method'] === 'subscriptions/listen' && message['id'] !== undefined)
    return {
      error: { status: 404, code: -32_601, message: 'there are no subscriptions here', id: message['id'] },
    };
  return { message };
}

function requestOf(exchange: Exchange, baseUrl: string): Request {
  const headers = new Headers();
  for (const name of PASSED) {
    const value = exchange.header(name);
    if (value !== '') headers.set(name, value);
  }
  return new Request(`${baseUrl}/mcp`, { method: 'POST', headers });
}

/** Every answer of the library ends with its result, so it is sent whole. */
async function send(
  exchange: Exchange,
  response: Awaited<ReturnType<McpHttpHandler['fetch']>>,
  rateHeaders: readonly Header[],
  baseUrl: string,
): Promise<void> {
  const text = await response.text();
  const type = response.headers.get('content-type');
  exchange.answer({
    status: response.status,
    headers: [...headersOf(baseUrl, type ?? 'application/json'), ...rateHeaders],
    // an empty text rather than none: without a length a client of 202 would wait for the end of the connection
    body: text,
  });
}

function answerError(
  exchange: Exchange,
  { status, code, message, id }: RpcError,
  rateHeaders: readonly Header[],
  baseUrl: string,
): void {
  exchange.answer({
    status,
    headers: [...headersOf(baseUrl, 'application/json'), ...rateHeaders],
    body: JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } }),
  });
}

const headersOf = (baseUrl: string, type: string): Header[] => [
  ['content-type', type],
  ...apiHeaders(baseUrl).filter(([name]) => name !== 'content-type'),
];
