/**
 * Reads a feed at its address. Its server is not trusted: it is asked through the URL guard, for 20 seconds and 5 MB at most. A server that knows
 * the last version (ETag, Last-Modified; RFC 9110, 13) says that nothing has changed, and one that asks for a pause (Retry-After) is given it.
 */
import type { Guard } from '../../base/outbound/guard.ts';
import type { WorkspaceNetworks } from '../../base/workspace-networks.ts';
import { type FeedContent, readItems, UnreadableFeed } from './items.ts';

const TIMEOUT_MS = 20_000;
/** Bytes, after decompression. */
const MAX_BYTES = 5_000_000;
/** The longest pause that a server gets, ms. */
const MAX_PAUSE_MS = 24 * 60 * 60_000;
/** Characters of a validator that is stored. */
const MAX_VALIDATOR = 500;

/** By what the server knows which version was read last; null means it named none. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

export type FeedReading =
  | ({ kind: 'content'; validators: Validators } & FeedContent)
  | { kind: 'unchanged' }
  /** `afterMs`: the server wants no read before; null means it said nothing. */
  | { kind: 'failed'; problem: string; afterMs: number | null };

/** @returns what the feed says, or why it could not be read, as a sentence. Never throws. @param of.now epoch ms */
type ReadFeed = (
  url: string,
  of: { before: Validators; now: number; signal?: AbortSignal },
) => Promise<FeedReading>;

/** The reader for a workspace with these networks: only those of simulated networks reach the sandbox. */
export type ReadFeedOf = (networks: WorkspaceNetworks | undefined) => ReadFeed;

/** @param userAgent how this service names itself to the servers of feeds */
export function feedReaders(guard: Pick<Guard, 'fetch' | 'fetchReal'>, userAgent: string): ReadFeedOf {
  const any = feedReader(guard, userAgent);
  const real = feedReader({ fetch: guard.fetchReal }, userAgent);
  return (networks) => (networks === 'real' ? real : any);
}

/** @param userAgent how this service names itself to the servers of feeds */
export function feedReader(guard: Pick<Guard, 'fetch'>, userAgent: string): ReadFeed {
  return async (url, { before, now, signal }) => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const response = await guard.fetch(url, {
        headers: headersFor(before, userAgent),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      if (response.status === 304 || !response.ok) {
        await response.body?.cancel();
        return response.status === 304 ? { kind: 'unchanged' } : refusalOf(response, url, now);
      }
      const text = await decode(await readBytes(response), response.headers.get('content-type'));
      const content = await readItems(text, response.url || url);
      return { kind: 'content', validators: validatorsOf(response.headers), ...content };
    } catch (cause) {
      return { kind: 'failed', problem: problemOf(cause, url, timeout), afterMs: null };
    }
  };
}

function headersFor({ etag, lastModified }: Validators, userAgent: string): { [name: string]: string } {
  return {
    accept:
      'application/rss+xml, application/atom+xml, application/feed+json, application/xml;q=0.9, application/json;q=0.9, */*;q=0.1',
    'user-agent': userAgent,
    ...(etag !== null && { 'if-none-match': etag }),
    ...(lastModified !== null && { 'if-modified-since': lastModified }),
  };
}

function validatorsOf(headers: Headers): Validators {
  const storable = (name: string): string | null => {
    const value = headers.get(name);
    return value === null || value.length > MAX_VALIDATOR ? null : value;
  };
  return { etag: storable('etag'), lastModified: storable('last-modified') };
}

function refusalOf({ status, headers }: Response, url: string, now: number): FeedReading {
  return {
    kind: 'failed',
    problem: `${hostOf(url)} responded with status ${status}`,
    afterMs: pauseOf(headers.get('retry-after'), now),
  };
}

/** How long a server wants no read, ms: seconds or a date (RFC 9110, 10.2.3); null for anything else. */
function pauseOf(written: string | null, now: number): number | null {
  if (written === null) return null;
  const wait = /^\d{1,9}$/.test(written.trim()) ? Number(written) * 1_000 : Date.parse(written) - now;
  return Number.isNaN(wait) || wait <= 0 ? null : Math.min(wait, MAX_PAUSE_MS);
}

/** @throws UnreadableFeed for more than `MAX_BYTES`; what is after them is not read */
async function readBytes({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    // leaving the loop cancels the rest
    if (size > MAX_BYTES) throw new UnreadableFeed(`the feed is larger than ${MAX_BYTES / 1_000_000} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** By the byte order mark, the header, or what the XML declaration says. */
async function decode(bytes: Buffer, contentType: string | null): Promise<string> {
  const { decodeBuffer } = await import('encoding-sniffer');
  const charset =
    /charset\s*=\s*"?([\w-]+)/i.exec(contentType ?? '')?.[1] ??
    /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)/i.exec(bytes.subarray(0, 200).toString('latin1'))?.[1];
  return decodeBuffer(bytes, {
    defaultEncoding: 'utf-8',
    ...(charset !== undefined && { transportLayerEncodingLabel: charset }),
  });
}

function problemOf(cause: unknown, url: string, timeout: AbortSignal): string {
  if (cause instanceof UnreadableFeed) return cause.message;
  if (timeout.aborted)
    return `${hostOf(url)} did not send the whole feed within ${TIMEOUT_MS / 1000} seconds`;
  const { code, message } = cause as { code?: unknown; message: string };
  return code === 'URL_REFUSED' ? message.replace(/\.$/, '') : `${hostOf(url)} could not be reached`;
}

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? 'the server';
