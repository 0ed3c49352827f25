/**
 * HTTP calls of the adapters: one request in; a response, or the reason why none came, out. No retry, no sleep, no
 * throw.
 */
import type { Json } from '../../machines/outcome.ts';

/** A response. The body is read completely, and parsed if it is JSON. */
export interface NetworkResponse {
  kind: 'response';
  status: number;
  headers: Headers;
  /** The parsed body; null if it is not JSON. */
  json: Json;
  text: string;
}

/** There is no response. `sent` is false only if the request certainly never reached the network. */
export interface Lost {
  kind: 'lost';
  sent: boolean;
  reason: string;
}

/** Failures that occur before a request is written, so nothing has reached the network. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'URL_REFUSED',
]);

/** Longer bodies are cut: nothing in an error page needs more. */
const MAX_BODY_CHARS = 1_000_000;

/**
 * Sends a request and reads the whole response.
 * @returns the response with any status, or what is known about its loss
 */
export async function ask(
  fetch: typeof globalThis.fetch,
  request: Request,
  signal: AbortSignal,
): Promise<NetworkResponse | Lost> {
  try {
    const response = await fetch(request, { signal });
    const text = (await response.text()).slice(0, MAX_BODY_CHARS);
    return { kind: 'response', status: response.status, headers: response.headers, json: parse(text), text };
  } catch (cause) {
    return lostBy(cause);
  }
}

/**
 * Sends a request whose response does not end, as a network's stream of events.
 * @returns its open body; a response with another status than 200 is read completely
 */
export async function openBody(
  fetch: typeof globalThis.fetch,
  request: Request,
  signal: AbortSignal,
): Promise<{ kind: 'open'; body: ReadableStream<Uint8Array> } | NetworkResponse | Lost> {
  try {
    const response = await fetch(request, { signal });
    if (response.status === 200 && response.body !== null) return { kind: 'open', body: response.body };
    const text = (await response.text()).slice(0, MAX_BODY_CHARS);
    return { kind: 'response', status: response.status, headers: response.headers, json: parse(text), text };
  } catch (cause) {
    return lostBy(cause);
  }
}

/** Whether a successful response was too long: it was cut, so that there is no JSON. */
export function isCut(answer: NetworkResponse): boolean {
  return answer.status < 300 && answer.text.length >= MAX_BODY_CHARS;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null; // HTML from a proxy, or an empty body: the status decides
  }
}

/**
 * Reads from a failed fetch whether the request can have arrived. The address is left out, because it may contain a
 * token.
 */
export function lostBy(cause: unknown): Lost {
  const code = codeOf(cause);
  if (cause instanceof Error && (cause.name === 'TimeoutError' || cause.name === 'AbortError')) {
    return { kind: 'lost', sent: true, reason: 'no answer in time' };
  }
  const sent = !NEVER_SENT.has(code);
  return { kind: 'lost', sent, reason: sent ? `the connection broke (${code})` : `no connection (${code})` };
}

function codeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown';
  const { code } = cause as { code?: unknown };
  if (typeof code === 'string') return code;
  return cause.cause === undefined ? cause.name : codeOf(cause.cause);
}

/**
 * The wait that a Retry-After header (seconds, or an HTTP date) asks for, in ms.
 * @returns undefined if the header is missing or unreadable
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Follows keys into JSON. Returns undefined if the path does not exist. */
export function at(json: Json | undefined, ...path: (string | number)[]): Json | undefined {
  let node: Json | undefined = json;
  for (const key of path) {
    if (typeof node !== 'object' || node === null) return undefined;
    node = (node as { [key: string | number]: Json })[key];
  }
  return node;
}

/** The string at a path; null if there is none. Numbers become strings, because ids are strings everywhere. */
export function textAt(json: Json | undefined, ...path: (string | number)[]): string | null {
  const value = at(json, ...path);
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : null;
}

/** The network's own words, cut to at most 500 characters for storing. */
export function brief(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 500 ? `${line.slice(0, 499)}…` : line;
}

/** Removes credentials from a network's words: networks repeat what they were sent. */
export function withoutSecrets(
  text: string,
  credentials: { [name: string]: string },
  secrets: string[],
): string {
  return secrets.reduce((words, name) => {
    const secret = credentials[name];
    return secret ? words.replaceAll(secret, '(hidden)') : words;
  }, text);
}
