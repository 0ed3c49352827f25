/** A typed client of Troupe's API. See README.md. */
import { callOperation, type Transport } from './call.ts';
import { follow, type LiveOptions } from './live.ts';
import type { LiveMessage } from './live-messages.ts';
import { table } from './operations.ts';
import type { CallOptions, Input, Item, ListedId, Methods, OperationId, PagedId, Reply } from './types.ts';

export type { components, operations, webhooks } from './api.ts';
export {
  type ErrorCode,
  type ErrorValues,
  TroupeError,
  type TroupeErrorCode,
  TroupeUnreachable,
  WebhookError,
} from './errors.ts';
export { webhookEvents } from './operations.ts';
export type { LiveOptions } from './live.ts';
export type { LiveEvent, LiveGap, LiveMessage, LiveStart } from './live-messages.ts';
export type {
  Call,
  CallOptions,
  Input,
  Item,
  ListedId,
  Methods,
  OperationId,
  PagedId,
  Reply,
  WebhookEvent,
} from './types.ts';
export { type ReceivedWebhook, verifyWebhook } from './webhooks.ts';

export interface TroupeOptions {
  /** Address of the service, such as `https://troupe.example`. */
  baseUrl: string;
  /** An API key or an access token. */
  key: string;
  /** How often a call is tried again where that is safe. Default 2. */
  retries?: number;
  /** How long a try may take, ms. Default 60,000: answering a comment may take half of that. */
  timeoutMs?: number;
  /** Default: that of the platform. */
  fetch?: (request: Request) => Promise<Response>;
  /** Waits between tries; for tests. */
  pause?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Each operation of the API is a function with its name: `troupe.createPost({…})`. */
export interface Troupe extends Methods {
  /** Each page of a list, newest first: `for await (const page of troupe.pages('listComments'))`. */
  pages<Id extends PagedId>(
    id: Id,
    input?: Input<Id>,
    options?: CallOptions,
  ): AsyncGenerator<Reply<Id>, void, undefined>;
  /** Each entry of a list, over all its pages: `for await (const comment of troupe.items('listComments'))`. */
  items<Id extends ListedId>(
    id: Id,
    input?: Input<Id>,
    options?: CallOptions,
  ): AsyncGenerator<Item<Id>, void, undefined>;
  /** What happens in a workspace, from now on or after a number; reconnects and resumes by itself. */
  live(options?: LiveOptions): AsyncGenerator<LiveMessage, void, undefined>;
}

/** @throws TypeError when the address is none */
export function createTroupe(options: TroupeOptions): Troupe {
  const { protocol, search, hash } = new URL(options.baseUrl);
  if (!/^https?:$/.test(protocol) || search !== '' || hash !== '')
    throw new TypeError(`baseUrl must be an address like https://troupe.example, not ${options.baseUrl}`);
  const transport: Transport = {
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    key: options.key,
    fetch: options.fetch ?? ((request) => fetch(request)),
    timeoutMs: options.timeoutMs ?? 60_000,
    retries: options.retries ?? 2,
    pause: options.pause ?? pause,
  };
  const methods = Object.fromEntries(
    Object.keys(table).map((id) => [
      id,
      (input?: object, callOptions?: CallOptions) =>
        callOperation(transport, id as OperationId, { ...input }, callOptions),
    ]),
  ) as unknown as Methods;
  return {
    ...methods,
    pages: (id, input, callOptions) => pagesOf(transport, id, { ...input }, callOptions) as never,
    items: (id, input, callOptions) => itemsOf(transport, id, { ...input }, callOptions) as never,
    live: (liveOptions = {}) => follow(transport, liveOptions),
  };
}

async function* pagesOf(transport: Transport, id: PagedId, input: object, options?: CallOptions) {
  let from: object = {};
  for (;;) {
    const page = (await callOperation(transport, id, { ...input, ...from }, options)) as { next: unknown };
    yield page;
    if (page.next === null || page.next === undefined) return;
    from = { [table[id].cursor]: page.next };
  }
}

async function* itemsOf(transport: Transport, id: ListedId, input: object, options?: CallOptions) {
  for await (const page of pagesOf(transport, id, input, options))
    yield* (page as unknown as { [list: string]: unknown[] })[table[id].list]!;
}

/** @throws the signal's reason when it ends the wait */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
