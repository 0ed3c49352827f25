/** How adapters speak HTTP: one call in, an answer or the loss of one out. No retry, no sleep, nothing thrown. */
import type { Json } from '../../machines/outcome.ts';

/** What came back. The body is read whole, as JSON where it is JSON. */
export interface Answer {
  kind: 'answer';
  status: number;
  headers: Headers;
  /** Parsed body, or null where it is not JSON. */
  json: Json;
  text: string;
}

/** No answer. `sent: false` only where it is certain that the request never reached the network. */
export interface Lost {
  kind: 'lost';
  sent: boolean;
  reason: string;
}

/** Failures that come before a request is written: nothing has reached the network. */
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

/** Bodies beyond this are cut: an error page is not worth more. */
const MAX_BODY_CHARS = 1_000_000;

/**
 * Sends a request and reads the whole answer.
 * @returns the answer whatever its status, or what is known of its loss
 */
export async function ask(
  fetch: typeof globalThis.fetch,
  request: Request,
  signal: AbortSignal,
): Promise<Answer | Lost> {
  try {
    const response = await fetch(request, { signal });
    const text = (await response.text()).slice(0, MAX_BODY_CHARS);
    return { kind: 'answer', status: response.status, headers: response.headers, json: parse(text), text };
  } catch (cause) {
    return lostBy(cause);
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null; // HTML from a proxy, or nothing: the status decides
  }
}

/** Reads from a failed fetch whether the request can have arrived. The address is left out: it may hold a token. */
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
 * Milliseconds to wait by a Retry-After header (seconds, or an HTTP date).
 * @returns undefined where there is none
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Walks into JSON by keys: undefined where the path is not there. */
export function at(json: Json | undefined, ...path: (string | number)[]): Json | undefined {
  let node: Json | undefined = json;
  for (const key of path) {
    if (typeof node !== 'object' || node === null) return undefined;
    node = (node as { [key: string | number]: Json })[key];
  }
  return node;
}

/** A string at a path; null where there is none. Numbers become strings: ids are strings everywhere. */
export function textAt(json: Json | undefined, ...path: (string | number)[]): string | null {
  const value = at(json, ...path);
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : null;
}

/** A network's own words, cut for storing: never more than 500 characters. */
export function brief(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 500 ? `${line.slice(0, 499)}…` : line;
}

/** A network's words without a credential in them: networks repeat what they were sent. */
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
