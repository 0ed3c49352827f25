/** `/mcp`: messages of the Model Context Protocol over HTTP, one in each POST (docs/mcp.md). */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Operation } from '../../api/operation.ts';
import { bodyOf, type Exchange, type Header, type RawRoute } from '../../api/exchange.ts';
import { Problem } from '../../api/problem.ts';
import { isObject, type JsonObject, parseObject } from '../http/json-body.ts';
import { apiHeaders } from '../http/response.ts';
import { Semaphore } from '../../base/semaphore.ts';
import { type Caller, record } from './call.ts';
import { withResult } from './late-text.ts';
import { catalogueOf } from './catalogue.ts';
import { refuseForeign } from './foreign.ts';
import type { ToolServerOptions } from './server.ts';

/** A file in base64, and what is around it. */
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
/** Larger messages, which carry a file, are parsed one at a time, each in a separate turn of the event loop. */
const LARGE_MESSAGE_BYTES = 256 * 1024;
const oneLarge = new Semaphore(1);
/**
 * A list of tools takes many milliseconds. Many at once would block the event loop for seconds, while other requests wait and
 * idle connections are closed although a request has arrived on them. So each list is made in a separate turn.
 */
const oneList = new Semaphore(1);
/** Headers of the protocol and of its transport. */
const PASSED = ['content-type', 'accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id'];

interface McpRouteOptions<Context> extends Omit<ToolServerOptions<Context>, 'tools'> {
  operations: readonly Operation<Context>[];
  /** The address that callers use, without a trailing slash. */
  baseUrl: () => string;
  /** The IP address of who calls. */
  addressOf: (exchange: Exchange) => string;
  /** What a 401 says of how to get a token. */
  challenge: NonNullable<RawRoute['challenge']>;
}

/**
 * Who calls is known before: the route asks for a key like every other (`passGate` in src/faces/http/api.ts).
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
    challenge: options.challenge,
    async handle(exchange, rateHeaders) {
      const { baseUrl } = options;
      refuseForeign(exchange, baseUrl());
      const address = options.addressOf(exchange); // before the socket may be gone
      const bytes = await bodyOf(exchange, MAX_MESSAGE_BYTES);
      const answer =
        bytes.byteLength <= LARGE_MESSAGE_BYTES
          ? messageIn(bytes)
          : await oneLarge.run(() => nextTurn().then(() => messageIn(bytes)));
      if ('error' in answer) return answerError(exchange, answer.error, rateHeaders, baseUrl());
      const { authInfoOf, server } = await (loading ??= load());
      const caller: Caller = {
        principal: exchange.principal!,
        requestId: exchange.requestId,
        address,
        client: clientOf(answer.message) ?? (exchange.header('user-agent') || null),
        allTools: asksForAll(exchange),
        result: null,
      };
      const respond = async () => {
        const response = await server.fetch(requestOf(exchange, baseUrl()), {
          authInfo: authInfoOf(caller),
          parsedBody: answer.message,
        });
        return { response, text: await response.text() };
      };
      const isList = answer.message['method'] === 'tools/list';
      const { response, text } = await (isList ? oneList.run(() => nextTurn().then(respond)) : respond());
      recordMessage(answer.message, caller, response.status, options);
      send(exchange, response, {
        body: caller.result === null ? text : withResult(text, caller.result),
        headers: [...headersOf(baseUrl(), response.headers.get('content-type')), ...rateHeaders],
      });
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
  // the stream stays open and empty: the tools do not change while the service runs
  if (message['method'] === 'subscriptions/listen' && message['id'] !== undefined)
    return {
      error: { status: 404, code: -32_601, message: 'there are no subscriptions here', id: message['id'] },
    };
  return { message };
}

/** `/mcp?tools=all`, or the header `Troupe-Tools: all` for clients whose address is fixed. */
const asksForAll = (exchange: Exchange): boolean =>
  exchange.header('troupe-tools') === 'all' ||
  (exchange.query !== '' && new URLSearchParams(exchange.query).get('tools') === 'all');

/**
 * What a program calls itself: with every message since 2026-07-28, before that only when it begins.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
 */
function clientOf({ params }: JsonObject): string | null {
  const { clientInfo, _meta }: JsonObject = isObject(params) ? params : {};
  const info = clientInfo ?? (isObject(_meta) ? _meta['io.modelcontextprotocol/clientInfo'] : undefined);
  if (!isObject(info) || typeof info['name'] !== 'string') return null;
  return typeof info['version'] === 'string' ? `${info['name']} ${info['version']}` : info['name'];
}

/** Messages by which a client connects: the audit list says that it did. */
const CONNECTS = new Set(['initialize', 'server/discover', 'tools/list']);

function recordMessage<Context>(
  { method }: JsonObject,
  caller: Caller,
  status: number,
  options: McpRouteOptions<Context>,
): void {
  if (typeof method !== 'string' || !CONNECTS.has(method)) return;
  record(options, caller, {
    at: options.now(),
    workspace: undefined,
    tool: method,
    operation: null,
    changes: false,
    arguments: {},
    outcome: status === 200 ? 'done' : 'refused',
    code: null,
    resourceId: null,
    confirmedBy: null,
  });
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
function send(
  exchange: Exchange,
  { status }: Pick<Response, 'status'>,
  // an empty text rather than none: without a length a client of 202 would wait for the end of the connection
  { body, headers }: { body: string; headers: readonly Header[] },
): void {
  exchange.answer({ status, headers, body });
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

const headersOf = (baseUrl: string, type: string | null): Header[] => [
  ['content-type', type ?? 'application/json'],
  ...apiHeaders(baseUrl).filter(([name]) => name !== 'content-type'),
];
