/**
 * Records the HTTP exchanges of one attempt of an effect, for people who examine it later. It wraps the `fetch` that
 * adapters get, and the wrapper changes nothing about the calls. It records only what an adapter itself reads of a
 * response, when the adapter reads it: no body is read twice, and a body that is never read is not recorded. Secrets are
 * removed before anything is kept (redact-exchange.ts).
 *
 * The recording is in memory until the attempt has ended, and is then written with the result. It is lost when the
 * process dies.
 */
import { lostBy } from '../../adapters/lib/http.ts';
import type { Exchange, Recorded } from '../../store/exchanges.ts';
import { codeOf } from '../../adapters/lib/network-code.ts';
import { createRedactor, type Redactor } from './redact-exchange.ts';

/** How many calls of an attempt are kept: the first ones show how it started, the last ones how it ended. */
const FIRST_KEPT = 10;
export const MAX_EXCHANGES = 40;
/** The maximum size of a recording as JSON, bytes. */
export const MAX_BYTES = 64 * 1024;
/** The maximum size of a recorded response body, bytes of text. */
export const MAX_ANSWER_BYTES = 2048;
export const MAX_REQUEST_BYTES = 1024;

type Answer = NonNullable<Exchange['answer']>;

const MAX_URL_CHARS = 500;
const MAX_HEADER_CHARS = 120;
const MAX_HEADERS = 12;
/** How many characters of a body are processed. The rest is only counted. */
const MAX_READ_CHARS = 16 * 1024;
/** How many characters are removed at the end of a text that was cut, because it may end with a part of a secret. */
const DOUBTFUL_CHARS = 2048;
/** A part of a secret with fewer characters may be kept. */
const SHORTEST_PART = 4;

const TELLING_HEADER =
  /^(content-type|retry-after|cf-ray|cf-mitigated|deprecation|sunset|x-(app|ad-account|business-use-case|page)-usage|x-(li-uuid|restli-id|fb-rev|fb-debug|tt-logid|slack-req-id|transaction-id|correlation-id|pinterest-rid)|(.*-)?rate-?limit.*|(.*-)?(request|trace)-?id)$/i;
const TEXT_TYPE = /^text\/|[/+](json|xml|javascript|x-www-form-urlencoded|x-ndjson)\b/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\b/i;
const JSON_TYPE = /[/+]json\b/i;

interface Watch {
  fetch: typeof globalThis.fetch;
  /** The current time, epoch ms. */
  clock: () => number;
  /** Secrets that must not be recorded in any form: every text of 8 characters or more in this value. */
  credentials: unknown;
}

/** Collects the exchanges of one attempt. */
export class Recorder {
  #first: Exchange[] = [];
  #last: Exchange[] = [];
  #leftOut = 0;
  readonly #secrets = new Set<string>();
  #redactor: Redactor | null = null;
  /** True after the attempt has ended: responses that still arrive are not recorded. */
  #isOver = false;
  #code: string | undefined;

  /** The network's code in the last response that was read; undefined: no response was read, or it is no refusal. */
  get code(): string | undefined {
    return this.#code;
  }

  /** The same fetch, but its calls are recorded. */
  watch({ fetch, clock, credentials }: Watch): typeof globalThis.fetch {
    return async (input, init) => {
      this.#code = undefined;
      this.hide(credentials); // not earlier, because many attempts make no call
      const exchange = this.#begin(input, init, clock());
      const startedAt = performance.now();
      const over = (error: string | null) => {
        if (this.#isOver) return;
        exchange.ms = Math.round(performance.now() - startedAt);
        exchange.error ??= error;
      };
      try {
        const response = await fetch(input, init);
        over(null);
        if (!this.#isOver) noted(exchange, () => this.#answered(exchange, response));
        return response;
      } catch (cause) {
        over(lostBy(cause).reason);
        throw cause;
      }
    };
  }

  /** Removes more secrets, also from what is recorded already: a refresh returns new ones. */
  hide(credentials: unknown): void {
    const before = this.#secrets.size;
    for (const secret of textsOf(credentials)) this.#secrets.add(secret);
    if (this.#secrets.size === before) return;
    this.#redactor = null;
    for (const exchange of [...this.#first, ...this.#last]) this.#clean(exchange);
  }

  /** Ends the recording and returns it; null when no call was made. */
  end(): Recorded | null {
    this.#isOver = true;
    if (this.#first.length === 0) return null;
    return bounded([...this.#first, ...this.#last], this.#leftOut);
  }

  /** Continues the recording for another run of the same attempt. */
  resume(): void {
    this.#isOver = false;
    this.#code = undefined;
  }

  get #safe(): Redactor {
    return (this.#redactor ??= createRedactor(this.#secrets));
  }

  #begin(input: string | URL | Request, init: RequestInit | undefined, at: number): Exchange {
    const exchange: Exchange = {
      at,
      ms: null,
      method: '',
      url: '',
      request: { type: null, size: null, body: null },
      answer: null,
      error: null,
    };
    if (this.#isOver) return exchange;
    if (this.#first.length < FIRST_KEPT) this.#first.push(exchange);
    else this.#last.push(exchange);
    if (this.#first.length + this.#last.length > MAX_EXCHANGES) {
      this.#last.shift();
      this.#leftOut += 1;
    }
    noted(exchange, () => this.#asked(exchange, input, init));
    return exchange;
  }

  #asked(exchange: Exchange, input: string | URL | Request, init: RequestInit | undefined): void {
    const request = input instanceof Request ? input : null;
    const url = request?.url ?? (input instanceof URL ? input.href : (input as string));
    const headers = new Headers(init?.headers ?? request?.headers);
    const hasBody = init?.body === undefined ? (request?.body ?? null) !== null : init.body !== null;
    exchange.method = init?.method ?? request?.method ?? 'GET';
    exchange.url = cutText(this.#safe.address(url), MAX_URL_CHARS);
    exchange.request = { type: typeOf(headers), size: hasBody ? sizeIn(headers) : 0, body: null };
    if (request && hasBody && init?.body === undefined) void this.#tellRequest(exchange, request);
  }

  /** Records the body of a request if it is JSON or a form. It reads a copy, before the call reads the body itself. */
  async #tellRequest({ request: recorded }: Exchange, request: Request): Promise<void> {
    const { type } = recorded;
    if (type === null || !(JSON_TYPE.test(type) || FORM_TYPE.test(type))) return;
    try {
      const text = await request.clone().text();
      if (this.#isOver) return;
      recorded.size = Buffer.byteLength(text);
      recorded.body = this.#beginning(text, MAX_REQUEST_BYTES, FORM_TYPE.test(type));
    } catch {
      recorded.body = null; // the body was read before, or the call was aborted: the call itself reports the error
    }
  }

  #answered(exchange: Exchange, response: Response): void {
    const answer: Answer = {
      status: response.status,
      headers: this.#headersOf(response.headers),
      size: null,
      body: null,
    };
    exchange.answer = answer;
    onRead(response, (read) => {
      if (!this.#isOver) this.#code = codeOf(response.status, read);
      if (!this.#isOver) noted(exchange, () => this.#read(answer, read, response.headers));
    });
  }

  #read(answer: Answer, read: string | number, headers: Headers): void {
    const type = typeOf(headers);
    if (typeof read === 'string' && (type === null || TEXT_TYPE.test(type))) {
      answer.size = Buffer.byteLength(read);
      answer.body = this.#beginning(read, MAX_ANSWER_BYTES, false);
    } else {
      answer.size = typeof read === 'number' ? read : (sizeIn(headers) ?? Buffer.byteLength(read));
      answer.body = `${answer.size} bytes of ${type ?? 'an unknown type'}`;
    }
  }

  #headersOf(headers: Headers): Answer['headers'] {
    const pairs = [...headers].filter(([name]) => TELLING_HEADER.test(name)).slice(0, MAX_HEADERS);
    return Object.fromEntries(
      pairs.map(([name, value]) => [name, cutText(this.#safe.text(value), MAX_HEADER_CHARS)]),
    );
  }

  /** The beginning of a body. It is redacted before it is cut. */
  #beginning(text: string, maxBytes: number, isForm: boolean): string {
    const read = storable(text.slice(0, MAX_READ_CHARS));
    let safe = isForm ? this.#safe.form(read) : this.#safe.text(read);
    if (text.length > MAX_READ_CHARS)
      safe = safe.slice(0, Math.max(0, safe.length - Math.max(this.#safe.longest, DOUBTFUL_CHARS)));
    const beginning = cutBytes(safe, maxBytes);
    return beginning.length < safe.length || text.length > MAX_READ_CHARS ? `${beginning}…` : beginning;
  }

  #clean(exchange: Exchange): void {
    exchange.url = this.#safe.address(exchange.url);
    const { request, answer } = exchange;
    if (request.body !== null) request.body = this.#safe.text(request.body);
    if (!answer) return;
    if (answer.body !== null) answer.body = this.#withoutPart(this.#safe.text(answer.body));
    for (const [name, value] of Object.entries(answer.headers)) answer.headers[name] = this.#safe.text(value);
  }

  /** Removes a part of a secret from the end of a text that was cut before the secret was known. */
  #withoutPart(text: string): string {
    if (!text.endsWith('…')) return text;
    const shorter = text.slice(0, -1);
    for (const secret of this.#secrets)
      for (let length = Math.min(secret.length, shorter.length); length >= SHORTEST_PART; length -= 1)
        if (shorter.endsWith(secret.slice(0, length))) return `${shorter.slice(0, -length)}…`;
    return text;
  }
}

/** Runs a part of the recording. If it throws, the exchange says so, and the call continues. */
function noted(exchange: Exchange, note: () => void): void {
  try {
    note();
  } catch (fault) {
    exchange.error ??= `it could not be recorded (${fault instanceof Error ? fault.name : 'unknown'})`;
  }
}

/** Reports what is read of the body of a response: its text, or its number of bytes. */
function onRead(response: Response, tell: (read: string | number) => void): void {
  const text = response.text.bind(response);
  const readText = async () => {
    const read = await text();
    tell(read);
    return read;
  };
  const counted = <T>(read: () => Promise<T>, sizeOf: (whole: T) => number) =>
    own(async () => {
      const whole = await read();
      tell(sizeOf(whole));
      return whole;
    });
  Object.defineProperties(response, {
    text: own(readText),
    json: own(async () => JSON.parse(await readText()) as unknown),
    arrayBuffer: counted(response.arrayBuffer.bind(response), ({ byteLength }) => byteLength),
    blob: counted(response.blob.bind(response), ({ size }) => size),
  });
}

const own = (value: () => Promise<unknown>) => ({ value, configurable: true, writable: true });

/** Removes bodies, the oldest first, then calls from the middle, until the recording is small enough. */
function bounded(exchanges: Exchange[], leftOut: number): Recorded {
  const written = [...exchanges];
  const bare = new Set<Exchange>();
  let total = written.reduce((sum, exchange) => sum + sizeOf(exchange), 0);
  for (const exchange of written) {
    if (total <= MAX_BYTES) break;
    const before = sizeOf(exchange);
    exchange.request.body = null;
    if (exchange.answer) exchange.answer.body = null;
    const saved = before - sizeOf(exchange);
    if (saved > 0) bare.add(exchange);
    total -= saved;
  }
  let dropped = 0;
  while (total > MAX_BYTES && written.length > FIRST_KEPT) {
    total -= sizeOf(written.splice(FIRST_KEPT, 1)[0]!);
    dropped += 1;
  }
  const withoutBodies = written.filter((exchange) => bare.has(exchange)).length;
  return { exchanges: written, leftOut: leftOut + dropped, withoutBodies };
}

const sizeOf = (exchange: Exchange) => Buffer.byteLength(JSON.stringify(exchange));

/** Every text in credentials, at any depth. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}

function typeOf(headers: Headers): string | null {
  const type = headers.get('content-type');
  return type === null ? null : cutText(type.replace(/;\s*boundary=.*$/i, ''), MAX_HEADER_CHARS);
}

/** The size from `content-length`, or from the range of a file that is sent in parts: `bytes 0-1023/4096`. */
function sizeIn(headers: Headers): number | null {
  const range = /^bytes (\d+)-(\d+)\//.exec(headers.get('content-range') ?? '');
  const length = headers.get('content-length');
  if (length !== null && /^\d+$/.test(length)) return Number(length);
  return range ? Number(range[2]) - Number(range[1]) + 1 : null;
}

const cutText = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** The beginning of a text that fits into so many bytes of UTF-8, without cutting a character. */
function cutBytes(text: string, most: number): string {
  if (Buffer.byteLength(text) <= most) return text;
  return new TextDecoder().decode(Buffer.from(text).subarray(0, most)).replace(/\ufffd+$/, '');
}

/** Replaces what Postgres cannot store: NUL and half of a surrogate pair. */
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\ufffd');
