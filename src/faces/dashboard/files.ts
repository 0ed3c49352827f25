/**
 * The dashboard's files, as `npm run build -w web` builds them: read into memory once, about 6 MB. Names under
 * `assets/` contain a hash of the contents, so browsers cache them for ever; the page itself is requested each time.
 * All addresses of pages (`/app/…`) return the same page, which decides in the browser what to show.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { hash } from 'node:crypto';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Exchange, Header } from '../../api/exchange.ts';

/** The folder of the build. */
export const dashboardFolder = fileURLToPath(new URL('../../../web/dist', import.meta.url));

/** The path of the dashboard. The root redirects to it. */
const PLACE = '/app';

interface File {
  bytes: Uint8Array;
  /** Compressed by the build, if that makes it smaller. */
  encoded: { name: 'br' | 'gzip'; bytes: Uint8Array }[];
  headers: Header[];
  etag: string;
}

const TYPES: { [extension: string]: string } = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
};

/** Only scripts of this service run; pictures of posts come from anywhere; no other site may frame the pages. */
const POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'", // the components set positions and sizes by style attributes
  "img-src 'self' data: blob: https: http:",
  "media-src 'self' blob: https: http:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

interface DashboardFiles {
  /** Responds to a GET or HEAD of a dashboard file. @returns false when there is no such file */
  serve(exchange: Exchange): boolean;
}

/** Headers of every file. */
const COMMON: Header[] = [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'same-origin'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['vary', 'accept-encoding'],
];
const HTTPS_ONLY: Header = ['strict-transport-security', 'max-age=31536000'];

/**
 * @param folder with index.html; if it is missing, a page says how to build it
 * @param secure the public address is https
 */
export function readDashboard(folder: string, { secure }: { secure: boolean }): DashboardFiles {
  const files = builtFiles(folder);
  const page = files.get('index.html') ?? NOT_BUILT;
  const more = secure ? [HTTPS_ONLY] : [];

  return {
    serve(exchange) {
      const { method, path } = exchange;
      if (method !== 'GET' && method !== 'HEAD') return false;
      if (path !== '/' && path !== PLACE && !path.startsWith(`${PLACE}/`)) return false;
      if (path.startsWith(`${PLACE}/api/`)) return false;
      exchange.route = 'dashboard';
      const name = path.slice(PLACE.length + 1);
      // pages beside the dashboard, such as the API's reference, are files of their own
      const file = path === '/' ? undefined : (files.get(name) ?? files.get(`${name}.html`));
      if (file !== undefined) send(exchange, file, more);
      // a name with an extension is a file that does not exist (any more), such as a script of an earlier build: not a page
      else if (!wantsPage(exchange) || extname(path) !== '') return false;
      else send(exchange, page, more);
      return true;
    },
  };
}

function wantsPage(exchange: Exchange): boolean {
  const accept = exchange.header('accept');
  return accept === '' || /text\/html|\*\/\*/.test(accept);
}

/** @param more headers besides those of the file */
function send(exchange: Exchange, file: File, more: readonly Header[]): void {
  const headers = [...file.headers, ...more];
  if (exchange.header('if-none-match').includes(file.etag))
    return exchange.answer({ status: 304, headers, body: null });
  const accepted = exchange.header('accept-encoding');
  const encoded = file.encoded.find(({ name }) => new RegExp(`\\b${name}\\b(?!;q=0)`).test(accepted));
  if (encoded !== undefined) headers.push(['content-encoding', encoded.name]);
  exchange.answer({ status: 200, headers, body: encoded?.bytes ?? file.bytes });
}

/** What was read, with the time of the build's page: services of one process share the files. */
const builds = new Map<string, { builtAtMs: number; files: Map<string, File> }>();

/** @returns the files of the build in a folder, by their names; empty if there is none */
function builtFiles(folder: string): Map<string, File> {
  const builtAtMs = statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const before = builds.get(folder);
  if (before?.builtAtMs === builtAtMs) return before.files;
  const files = readFiles(folder);
  builds.set(folder, { builtAtMs, files });
  return files;
}

function readFiles(folder: string): Map<string, File> {
  const files = new Map<string, File>();
  for (const name of namesIn(folder)) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const bytes = readFileSync(join(folder, name));
    const etag = `W/"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`;
    const cache = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    const headers: Header[] = [...COMMON, ['content-type', type], ['cache-control', cache], ['etag', etag]];
    if (type.startsWith('text/html')) headers.push(['content-security-policy', POLICY]);
    const encoded = (['br', 'gzip'] as const).flatMap((encoding) => {
      try {
        const suffix = encoding === 'br' ? '.br' : '.gz';
        return [{ name: encoding, bytes: readFileSync(join(folder, name + suffix)) }];
      } catch {
        return []; // too small to be compressed
      }
    });
    files.set(name, { bytes, encoded, headers, etag });
  }
  return files;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
      name.replaceAll('\\', '/'),
    );
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw cause;
  }
}

/** In place of a page that is missing. */
const NOT_BUILT: File = {
  bytes: Buffer.from(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Troupe</title>
<p>The API runs. The dashboard is not built yet: run <code>npm run build -w web</code>, then start Troupe again.</p></html>`),
  encoded: [],
  headers: [
    ...COMMON,
    ['content-type', TYPES['.html']!],
    ['cache-control', 'no-store'],
    ['content-security-policy', POLICY],
  ],
  etag: '"not-built"',
};
