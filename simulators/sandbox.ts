/**
 * The sandbox: simulated networks, what they received, the calls they were sent and the faults they show. Tests use it
 * in-process through `fetch`; `server.ts` serves the same `handle` over HTTP.
 */
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { getResponse } from 'msw';
import type { AppCredentials } from '../adapters/port/account.ts';
import { openFaults, type Faults } from './faults.ts';
import { extensionOf, serveFile } from './files.ts';
import { callLog, openLedger, type CallLog, type Ledger } from './ledger.ts';
import {
  run,
  type Frame,
  type RunningNetwork,
  type SimulatedAccount,
  type SimulatedNetwork,
} from './simulator.ts';
import type { History } from './numbers/history.ts';
import { openPeople, type People } from './people-of-networks.ts';
import { openStore } from './store.ts';
import { openWebhooks, type Webhooks } from './webhooks/queue.ts';

export interface SandboxOptions {
  /** Address below which every network is served as `<baseUrl>/<platform>`, without a trailing slash. */
  baseUrl: string;
  /** Where state is kept; memory only when absent. */
  folder?: string;
  networks: SimulatedNetwork<unknown>[];
  /** Epoch ms. Default: the system's clock. */
  now?: () => number;
  /** How networks fetch media addresses and call webhooks. Default: the global fetch. */
  fetch?: typeof globalThis.fetch;
  /** Holds a slow answer back. Default: a timer. */
  delay?: (ms: number) => Promise<unknown>;
}

export interface Sandbox {
  baseUrl: string;
  platforms: string[];
  /** Answers a request to any network; `Response.error()` means that the connection breaks without a response. */
  handle(request: Request): Promise<Response>;
  /** The same for adapters, in-process: a broken connection is a rejection and a signal ends the call, as with fetch. */
  fetch: typeof globalThis.fetch;
  /**
   * An account with credentials that work. The same name twice gives the same account.
   * @throws RangeError where the network is not simulated
   */
  connect(platform: string, name: string, login?: string): SimulatedAccount;
  /** How accounts of each network are connected here. */
  networks(): ConnectableNetwork[];
  /** The accounts that were made by `connect`. */
  accounts(): ConnectedAccount[];
  ledger: Pick<Ledger, 'entries'>;
  calls: Pick<CallLog, 'entries'>;
  faults: Pick<Faults, 'add' | 'list' | 'clear'>;
  /** People who comment and write messages on the networks, and the callbacks of the apps. */
  people: People;
  /** Posts of the past, and metrics that networks drop. Nothing happens where numbers are not simulated. */
  numbers: {
    makeHistory(platform: string, account: string, history: History): void;
    dropMetric(platform: string, name: string): void;
    /** Whether the network has numbers. */
    has(platform: string): boolean;
  };
  /** What the networks send to apps. */
  webhooks: Omit<Webhooks, 'add' | 'clear'>;
  /** Returns when everything that changed is kept. */
  saved(): Promise<void>;
  /** Forgets everything: posts, accounts, people, webhooks, calls, faults. */
  reset(): void;
}

/** What a service must know to connect accounts of a simulated network. */
interface ConnectableNetwork {
  platform: string;
  endpoints: { [name: string]: string };
  app: AppCredentials | null;
  /** Address of the page on which a person acts on the network by hand. */
  hand: string | null;
}

/** An account as far as the page needs to know it. */
interface ConnectedAccount {
  network: string;
  remoteId: string;
  displayName: string;
}

/** Starts the given networks. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { baseUrl, networks } = options;
  const now = options.now ?? Date.now;
  const store = openStore(options.folder);
  const ledger = openLedger(store);
  const calls = callLog();
  const faults = openFaults(store);
  let accounts = (store.read('accounts') ?? []) as ConnectedAccount[];

  let running = new Map<string, RunningNetwork>();
  const fetch: typeof globalThis.fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const webhooks = openWebhooks({
    store,
    now,
    fetch,
    callback: (network, object, hook) => running.get(network)?.people?.callback(object, hook) ?? null,
    disable: (network, account) => running.get(network)?.people?.unsubscribe(account),
  });

  const frame: Frame = {
    baseUrl,
    now,
    fetch,
    webhooks,
    load: (platform) => store.read(platform) as ReturnType<Frame['load']>,
    save: (platform, saved) => store.writeSoon(platform, saved),
    record: (entry) => ledger.record(entry),
    keepMedia: (bytes, contentType) => {
      const name = mediaName(bytes, contentType);
      store.keep(name, bytes);
      return `${baseUrl}/media/${name}`;
    },
    takeFault: (call) => faults.take(call),
    logCall: (call) => calls.add({ ...call, at: new Date(now()).toISOString() }),
    delay: async (ms) => {
      await (options.delay ?? ((ms: number) => wait(ms, undefined, { ref: false })))(ms);
    },
  };

  const start = () => {
    running = new Map(networks.map((network) => [network.platform, run(network, frame)]));
  };
  start();

  const handle = async (request: Request): Promise<Response> => {
    const path = pathBelow(baseUrl, request.url);
    if (path === null) return notFound(request);
    const [first = '', name = ''] = path.split('/');
    if (first === 'media') return storedMedia(request, name);
    const network = running.get(first);
    // The network is picked by its path first: each request is held against one network's routes, not against all.
    const response = network && (await getResponse(network.handlers, request));
    await store.saved();
    return response ?? notFound(request);
  };

  const storedMedia = (request: Request, name: string): Response => {
    const bytes = /^[0-9a-f]{32}\.[a-z0-9]+$/.test(name) ? store.kept(name) : null;
    return bytes ? serveFile(request, name, bytes) : notFound(request);
  };

  return {
    baseUrl,
    platforms: networks.map(({ platform }) => platform),
    handle,
    fetch: (input, init) => fetchFrom(baseUrl, handle, new Request(input, init)),
    connect: (platform, name, login) => {
      const network = running.get(platform);
      if (!network) throw new RangeError(`${platform} is not among the simulated networks`);
      const account = network.connect(name, login);
      store.flush();
      const { remoteId, displayName } = account;
      if (!accounts.some((known) => known.network === platform && known.remoteId === remoteId)) {
        accounts = [...accounts, { network: platform, remoteId, displayName }];
        store.write('accounts', accounts);
      }
      return account;
    },
    networks: () =>
      networks.map((network) => {
        const own = `${baseUrl}/${network.platform}`;
        return {
          platform: network.platform,
          endpoints: network.endpoints?.(own) ?? {},
          app: network.app ?? null,
          hand: network.hand?.(own) ?? null,
        };
      }),
    accounts: () => accounts,
    ledger,
    calls,
    faults,
    people: openPeople((platform) => running.get(platform)?.people ?? null),
    numbers: {
      makeHistory: (platform, account, history) =>
        running.get(platform)?.numbers?.makeHistory(account, history),
      dropMetric: (platform, name) => running.get(platform)?.numbers?.dropMetric(name),
      has: (platform) => (running.get(platform)?.numbers ?? null) !== null,
    },
    webhooks,
    saved: () => store.saved(),
    reset: () => {
      store.clear();
      webhooks.clear();
      ledger.clear();
      calls.clear();
      faults.clear();
      accounts = [];
      start();
    },
  };
}

async function fetchFrom(
  baseUrl: string,
  handle: (request: Request) => Promise<Response>,
  request: Request,
): Promise<Response> {
  const { signal } = request;
  signal.throwIfAborted();
  if (pathBelow(baseUrl, request.url) === null)
    throw broken('ENOTFOUND', `no network at ${new URL(request.url).host}`);
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    const response = await Promise.race([handle(request), aborted.promise]);
    if (response.type === 'error') throw broken('UND_ERR_SOCKET', 'other side closed');
    return response;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** What undici's fetch rejects with. */
function broken(code: string, message: string): TypeError {
  return new TypeError('fetch failed', { cause: Object.assign(new Error(message), { code }) });
}

function pathBelow(baseUrl: string, url: string): string | null {
  const { href } = new URL(url);
  return href.startsWith(`${baseUrl}/`)
    ? new URL(url).pathname.slice(new URL(baseUrl).pathname.length).replace(/^\//, '')
    : null;
}

function notFound(request: Request): Response {
  const { pathname } = new URL(request.url);
  return Response.json(
    { error: `The sandbox has nothing at ${request.method} ${pathname}` },
    { status: 404 },
  );
}

function mediaName(bytes: Uint8Array, contentType: string): string {
  return `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${extensionOf(contentType)}`;
}
