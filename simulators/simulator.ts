/**
 * What a simulated network is made of. Each network is a list of routes over its own paths, answers, errors and
 * limits; each route runs in the same frame, which finds the account, applies the faults that were set
 * and saves the state. The routes become msw handlers: tests use them in-process, `simulators/server.ts` serves them
 * as a process of its own that outlives a crash of the service.
 */
import { http, HttpResponse, type HttpHandler } from 'msw';
import type { Exchange } from './exchange.ts';
import type { AppCredentials, Credentials } from '../adapters/port/account.ts';
import type { Json } from '../machines/outcome.ts';
import { strayIn, type KnownCall, type KnownCalls, type Stray } from './known.ts';
import type { NetworkNumbers } from './numbers/network.ts';
import type { NetworkPeople } from './people.ts';
import type { Manner, OutgoingEvent } from './webhooks/event.ts';

/** What a network really received: one entry for each post that is live on it. */
export interface LedgerEntry {
  network: string;
  /** The account's id on the network. */
  account: string;
  /** The post's id on the network. */
  id: string;
  at: string;
  text: string;
  /** `alt`: the description of a file. Absent means it has none, or the network's simulator keeps none. */
  media: { url: string | null; type: string; bytes: number; alt?: string }[];
  /** What else the post has: title, facets, link, options. */
  details: { [name: string]: Json };
}

/**
 * A fault to inject, asked for over the control API or by a test.
 * - `status`: nothing is done and the network answers this status in its own error format
 * - `error_after_accept`: the work is done, then the network answers this status all the same
 * - `lost_answer`: the work is done and the connection is cut without an answer
 * - `cut`: the connection is cut before anything is done
 * - `no_id`: the work is done and the answer is 200 with an empty JSON object
 * - `slow`: the work is done and the answer comes after `delayMs`
 * - `held`: nothing is done for `delayMs`, then the call continues as usual
 * - `expired_token`: the network reports, in its own way, that the access token has expired
 */
export interface Fault {
  kind: 'status' | 'error_after_accept' | 'lost_answer' | 'cut' | 'no_id' | 'slow' | 'held' | 'expired_token';
  network: string;
  /** The account's id on the network; absent means every account. */
  account?: string | undefined;
  /** Name of the call, as in the network's routes; absent means every call. */
  call?: string | undefined;
  status?: number | undefined;
  /** Meta's own numbers of an error: its networks put them into the body. */
  code?: number | undefined;
  subcode?: number | undefined;
  retryAfterSeconds?: number | undefined;
  delayMs?: number | undefined;
  /** How many calls it leaves alone before. Absent means none. */
  skip?: number | undefined;
  /** How often; absent means until it is taken away. */
  times?: number | undefined;
}

/** An account on a simulated network, as Troupe keeps it after connecting. */
export interface SimulatedAccount {
  remoteId: string;
  username: string;
  displayName: string;
  url: string | null;
  endpoints: { [name: string]: string };
  credentials: Credentials;
  limits: { [name: string]: number };
  /** What the person granted. Absent means that the network does not say. */
  scopes?: readonly string[];
}

/** What a network's routes may use. */
export interface World<State> {
  /** Address of this network in the sandbox, without a trailing slash: `<sandboxUrl>/<platform>`. */
  baseUrl: string;
  /** Plain JSON, saved after each call: a network remembers across restarts. */
  state: State;
  /** Epoch ms. */
  now(): number;
  /** A new number, rising by one, never given twice by this network: the stuff of ids. */
  nextNumber(): number;
  record(entry: Omit<LedgerEntry, 'network' | 'at'>): void;
  /**
   * Keeps an uploaded file as the network's own storage does.
   * @returns its address in the sandbox, for `LedgerEntry.media`: the page shows pictures from there
   */
  keepMedia(bytes: Uint8Array<ArrayBuffer>, contentType: string): string;
  /** Fetches a media URL as the network's own fetcher would. */
  fetch: typeof globalThis.fetch;
  /** What this network sends to apps. */
  webhooks: {
    send(event: OutgoingEvent): void;
    manner(): Manner;
    /** Returns when everything that is due was sent. */
    settled(): Promise<void>;
  };
}

/** One call of a network's API. */
export interface Route {
  /**
   * Its name for faults and for the log of calls: the network's own word for it. Where only the body says which call it
   * is, read a clone.
   */
  call: string | ((exchange: Exchange) => string | Promise<string>);
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Path below the network's base address, in msw's pattern: `/xrpc/com.atproto.repo.putRecord`, `/bot:token/:method`. */
  path: string;
  /**
   * The account a request is for (its id on the network), or null where it names none. Must not use up the body: where
   * only the body says it, read a clone.
   */
  account(exchange: Exchange): string | null | Promise<string | null>;
  answer(exchange: Exchange): Response | Promise<Response>;
}

/** A simulated network. */
export interface SimulatedNetwork<State> {
  platform: string;
  initial(): State;
  /** Base addresses of this network in the sandbox, by the names the adapter uses; `baseUrl` as in `World`. */
  endpoints?(baseUrl: string): { [name: string]: string };
  /** The app under which people are asked for their consent; absent where none is needed. */
  app?: AppCredentials;
  /** A page on which a person does by hand what connecting asks for and the network's API does not offer. */
  hand?(baseUrl: string): string;
  /**
   * Makes an account, with credentials that work. The same name twice gives the same account.
   * @param login another way of signing in, where the network has one
   */
  connect(world: World<State>, name: string, login?: string): SimulatedAccount;
  routes(world: World<State>): Route[];
  /** People who comment and write messages; absent means nobody does here. */
  people?(world: World<State>): NetworkPeople;
  /** Posts of the past, and metrics that it drops; absent means its numbers are not simulated. */
  numbers?(world: World<State>): NetworkNumbers;
  /** This network's own error body and headers for a status that a fault asks for (429, 500, 503 …). */
  error(
    status: number,
    retryAfterSeconds: number | undefined,
    codes?: { code: number; subcode?: number },
  ): Response;
  /** The parameters of each call. What is not among them is refused; absent means the network's own code looks at them. */
  known?: KnownCalls;
  /** The same by a state that has the names of earlier days. Absent means no state has them. */
  knownBy?(state: State): KnownCalls;
  /** How this network refuses a parameter that it does not know. Default: its error for the status 400. */
  refuse?(stray: Stray, exchange: Exchange, known: KnownCall): Response;
  /** How this network says that an access token has expired; null where its tokens never expire. */
  expiredToken(): Response | null;
}

/** What the frame around the routes is given. */
export interface Frame {
  baseUrl: string;
  now(): number;
  fetch: typeof globalThis.fetch;
  load(platform: string): { state: unknown; counter: number } | null;
  save(platform: string, saved: { state: unknown; counter: number }): void;
  record(entry: LedgerEntry): void;
  /** Keeps an uploaded file and returns its address. */
  keepMedia(bytes: Uint8Array<ArrayBuffer>, contentType: string): string;
  /** The first fault that fits, counted down. */
  takeFault(call: { network: string; account: string | null; call: string }): Fault | null;
  logCall(call: { network: string; account: string | null; call: string; status: number | 'cut' }): void;
  /** Holds an answer back; the caller decides on which clock. */
  delay(ms: number): Promise<void>;
  webhooks: {
    add(network: string, event: OutgoingEvent): void;
    manner(network: string): Manner;
    settled(): Promise<void>;
  };
}

export interface RunningNetwork {
  platform: string;
  handlers: HttpHandler[];
  connect(name: string, login?: string): SimulatedAccount;
  /** Null if nobody comments or writes here. What they do is saved. */
  people: NetworkPeople | null;
  /** Null means its numbers are not simulated. */
  numbers: NetworkNumbers | null;
}

/**
 * The network's own refusal of what a call does not know, with a header that says what it is: many networks do not name it.
 * Null means all is known.
 */
async function refusalOf<State>(
  network: SimulatedNetwork<State>,
  exchange: Exchange,
  known: KnownCall | undefined,
): Promise<Response | null> {
  const stray = known ? await strayIn(exchange, known) : null;
  if (!known || !stray) return null;
  const refused = network.refuse?.(stray, exchange, known) ?? network.error(400, undefined);
  const { status, headers, body } = refused;
  const named = new Headers(headers);
  named.set('x-sandbox-refused', `${stray.where} ${stray.name}: ${stray.fault}`);
  return new Response(body, { status, headers: named });
}

/** Puts a network to work inside a frame. */
export function run<State>(network: SimulatedNetwork<State>, frame: Frame): RunningNetwork {
  const { platform } = network;
  const baseUrl = `${frame.baseUrl}/${platform}`;
  const saved = frame.load(platform) as { state: State; counter: number } | null;
  let counter = saved?.counter ?? 0;
  // what was saved by an earlier version lacks what has been added since
  const state = { ...network.initial(), ...saved?.state };
  const save = () => frame.save(platform, { state, counter });

  const world: World<State> = {
    baseUrl,
    state,
    now: () => frame.now(),
    fetch: frame.fetch,
    keepMedia: (bytes, contentType) => frame.keepMedia(bytes, contentType),
    nextNumber: () => ++counter,
    webhooks: {
      send: (event) => frame.webhooks.add(platform, event),
      manner: () => frame.webhooks.manner(platform),
      settled: () => frame.webhooks.settled(),
    },
    record: (entry) => frame.record({ network: platform, at: new Date(frame.now()).toISOString(), ...entry }),
  };

  const handlers = network.routes(world).map((route) =>
    http[route.method](`${baseUrl}${route.path}`, async ({ request, params }) => {
      const exchange: Exchange = {
        request,
        params: params as { [name: string]: string },
        url: new URL(request.url),
      };
      const account = await route.account(exchange);
      const name = typeof route.call === 'string' ? route.call : await route.call(exchange);
      const call = { network: platform, account, call: name };
      const log = (response: Response): Response => {
        frame.logCall({ ...call, status: response.type === 'error' ? 'cut' : response.status });
        return response;
      };

      const fault = frame.takeFault(call);
      const status = fault?.status ?? 503;
      if (fault?.kind === 'cut') return log(HttpResponse.error());
      const failed = () => network.error(status, fault?.retryAfterSeconds, codesOf(fault));
      if (fault?.kind === 'status') return log(failed());
      if (fault?.kind === 'expired_token')
        return log(network.expiredToken() ?? network.error(401, undefined));

      if (fault?.kind === 'held') await frame.delay(fault.delayMs ?? 0);

      const refused = await refusalOf(network, exchange, (network.knownBy?.(state) ?? network.known)?.[name]);
      if (refused) return log(refused);

      const answer = await route.answer(exchange);
      save();
      if (!fault) return log(answer);
      switch (fault.kind) {
        case 'slow':
          await frame.delay(fault.delayMs ?? 0);
          return log(answer);
        case 'lost_answer':
          return log(HttpResponse.error());
        case 'no_id':
          return log(HttpResponse.json({}));
        case 'error_after_accept':
          return log(failed());
        case 'held':
          return log(answer);
        default:
          return log(answer);
      }
    }),
  );
  return {
    platform,
    handlers,
    connect: (name, login) => {
      const account = network.connect(world, name, login);
      save();
      return account;
    },
    people: network.people ? saving(network.people(world), save, () => counter) : null,
    numbers: network.numbers ? savingNumbers(network.numbers(world), save) : null,
  };
}

function codesOf(fault: Fault | null): { code: number; subcode?: number } | undefined {
  if (fault?.code === undefined) return undefined;
  return { code: fault.code, ...(fault.subcode === undefined ? {} : { subcode: fault.subcode }) };
}

function savingNumbers(numbers: NetworkNumbers, save: () => void): NetworkNumbers {
  return {
    makeHistory: (account, history) => {
      numbers.makeHistory(account, history);
      save();
    },
    dropMetric: (name) => {
      numbers.dropMetric(name);
      save();
    },
  };
}

/**
 * The same people; whatever changes something is saved.
 * @param counted the network's counter: each new thing takes a number
 */
function saving(people: NetworkPeople, save: () => void, counted: () => number): NetworkPeople {
  const saved = <T>(result: T): T => {
    save();
    return result;
  };
  return {
    ...people,
    posts: (account) => {
      const before = counted();
      const posts = people.posts(account);
      return counted() === before ? posts : saved(posts);
    },
    act: (account, person, act) => saved(people.act(account, person, act)),
    setCallback: async (given) => {
      await people.setCallback(given);
      save();
    },
    ...(people.check && {
      check: async () => {
        await people.check?.();
        save();
      },
    }),
    unsubscribe: (account) => saved(people.unsubscribe(account)),
    remove: (account, removal) => saved(people.remove(account, removal)),
  };
}
