/**
 * Reads what a page says of itself (Open Graph, else its title and description), for the preview that networks show below a
 * post. The page is not trusted: it is read through the URL guard, for 5 seconds and 2 MiB at most, and only its head is parsed.
 */
import type { PagePreview, PageReading } from '../../../store/link-previews.ts';
import { cutText } from '../../../adapters/lib/length.ts';
import type { Guard } from '../../base/outbound/guard.ts';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 2 * 1024 * 1024;
/** Characters. The longest that a network takes is LinkedIn's title of 400. */
const MAX_TITLE = 300;
const MAX_DESCRIPTION = 1_000;
/** Characters of an address in the form that is fetched: letters outside ASCII are longer in it than as they were written. */
export const MAX_PAGE_URL = 2048;
/** Characters that are parsed before the next look whether the head has ended. */
const PIECE = 16_384;

/** @returns what the page says, or why there is no preview. Never throws. */
export type ReadPage = (url: string, signal?: AbortSignal) => Promise<PageReading>;

/** @param userAgent how this service names itself to the servers of pages */
export function pageReader(guard: Pick<Guard, 'check' | 'allows' | 'fetch'>, userAgent: string): ReadPage {
  return async (url, signal) => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const response = await guard.fetch(url, {
        headers: { accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1', 'user-agent': userAgent },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      const refused = refusalOf(response, url);
      if (refused !== null) {
        await response.body?.cancel();
        return { preview: null, reason: refused };
      }
      const html = await decode(await readBytes(response), response.headers.get('content-type'));
      return { preview: await previewIn(html, response.url || url, guard) };
    } catch (cause) {
      return { preview: null, reason: reasonOf(cause, url, timeout) };
    }
  };
}

function refusalOf(response: Response, url: string): string | null {
  if (!response.ok) return `${hostOf(url)} responded with status ${response.status}`;
  const type = response.headers.get('content-type') ?? 'text/html';
  return /^(text\/html|application\/xhtml\+xml)\b/i.test(type.trim())
    ? null
    : `${hostOf(url)} has no web page there`;
}

function reasonOf(cause: unknown, url: string, timeout: AbortSignal): string {
  if (timeout.aborted) return `${hostOf(url)} did not respond within ${TIMEOUT_MS / 1000} seconds`;
  const { code, message } = cause as { code?: unknown; message: string };
  return code === 'URL_REFUSED' ? message.replace(/\.$/, '') : `${hostOf(url)} could not be reached`;
}

/** The first bytes of a response. What is after them is not read. */
async function readBytes({ body }: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= MAX_BYTES) break; // leaving the loop cancels the rest
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES);
}

/** By the byte order mark, the header, or what the page says, as browsers do. */
async function decode(bytes: Buffer, contentType: string | null): Promise<string> {
  const { decodeBuffer } = await import('encoding-sniffer');
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(contentType ?? '')?.[1];
  return decodeBuffer(bytes, {
    defaultEncoding: 'utf-8',
    ...(charset !== undefined && { transportLayerEncodingLabel: charset }),
  });
}

/** What a page says. @param base the page's own address, after redirects */
async function previewIn(
  html: string,
  base: string,
  guard: Pick<Guard, 'check' | 'allows'>,
): Promise<PagePreview> {
  const { title, meta } = await readHead(html);
  const first = (...names: string[]) => names.map((name) => meta.get(name)).find(Boolean);
  return {
    // a preview needs a title
    title: words(first('og:title', 'twitter:title') ?? title, MAX_TITLE) || hostOf(base),
    description: words(first('og:description', 'twitter:description', 'description'), MAX_DESCRIPTION),
    image: imageAt(first('og:image', 'og:image:url', 'og:image:secure_url', 'twitter:image'), base, guard),
  };
}

/** What a head may hold (HTML standard, "in head"). Any other element begins the body. */
const IN_HEAD = new Set(
  'html head title meta link base style script noscript noframes template basefont bgsound'.split(' '),
);
/** Elements that are open at once: the parser's time grows with the square of them. */
const MAX_OPEN = 64;

/** The title and the meta tags of a page's head, by name; of several with one name the first. */
async function readHead(html: string): Promise<{ title: string; meta: Map<string, string> }> {
  const { Parser } = await import('htmlparser2');
  const meta = new Map<string, string>();
  let title = '';
  let isInTitle = false;
  let open = 0;
  let isRead = false;
  const parser = new Parser({
    onopentag: (name, { property, name: named, content = '' }) => {
      open += 1;
      isRead ||= open > MAX_OPEN || !IN_HEAD.has(name);
      if (isRead) return;
      isInTitle = name === 'title' && title === '';
      const key = (property ?? named)?.toLowerCase();
      if (name === 'meta' && key !== undefined && !meta.has(key)) meta.set(key, content);
    },
    ontext: (text) => {
      if (isInTitle && title.length <= MAX_TITLE) title += text;
    },
    onclosetag: (name, isImplied) => {
      open -= 1;
      if (name === 'title') isInTitle = false;
      if (name === 'head' && !isImplied) isRead = true;
    },
  });
  for (let from = 0; from < html.length; from += PIECE) {
    parser.write(html.slice(from, from + PIECE));
    if (isRead) break;
  }
  return { title, meta };
}

/** A text in one line, without control characters. */
function words(written: string | undefined, most: number): string {
  const line = (written ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return cutText(line, most, 'code_points');
}

/** @returns null for what may not be fetched */
function imageAt(
  written: string | undefined,
  base: string,
  guard: Pick<Guard, 'check' | 'allows'>,
): string | null {
  const url = written === undefined ? null : URL.parse(written, base)?.href;
  if (!url || url.length > MAX_PAGE_URL || guard.check(url, guard.allows(base) ? 'both' : 'real') !== null)
    return null;
  return url;
}

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? 'the server';
