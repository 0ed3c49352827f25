/**
 * `GET /media/{name}`: hosted files, without a key, because networks fetch them. The address contains the hash of the
 * bytes, so it cannot be guessed, and clients may cache the file for ever. Whatever the file contains, a browser shows
 * it as the type its name says and runs nothing in it.
 */
import type { Exchange, Header, RawRoute } from '../../api/exchange.ts';
import type { Log } from '../../base/log.ts';
import { Problem } from '../../api/problem.ts';
import { storageProblem } from './problem.ts';
import { type ByteRange, isPrivate, type MediaStorage, typeOfName } from './storage.ts';

/** @param log reports failures of the store */
export function mediaRoute(storage: MediaStorage, log: Pick<Log, 'error'>): RawRoute {
  return {
    method: 'GET',
    path: '/media/{name}',
    async handle(exchange) {
      try {
        await serve(storage, exchange);
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ENOENT') throw noSuchFile(); // it was deleted meanwhile
        throw storageProblem(cause, log) ?? cause;
      }
    },
  };
}

async function serve(storage: MediaStorage, exchange: Exchange): Promise<void> {
  const name = exchange.params['name'] ?? '';
  const type = typeOfName(name);
  const file = type === null ? null : await storage.stat(name);
  if (type === null || file === null || file.bytes === 0) {
    throw noSuchFile();
  }
  const etag = `"${name}"`;
  const headers: Header[] = [
    ['content-type', type],
    // a file of one message may be deleted, so a browser keeps it for an hour only
    ['cache-control', isPrivate(name) ? 'private, max-age=3600' : 'public, max-age=31536000, immutable'],
    ['etag', etag],
    ['accept-ranges', 'bytes'],
    ['x-content-type-options', 'nosniff'],
    ['content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'"],
    ['cross-origin-resource-policy', 'cross-origin'],
    ['access-control-allow-origin', '*'],
  ];
  if (matches(exchange.header('if-none-match'), etag)) {
    exchange.answer({ status: 304, headers, body: null });
    return;
  }
  const condition = exchange.header('if-range');
  const header = condition === '' || condition === etag ? exchange.header('range') : '';
  const range = rangeOf(header, file.bytes);
  if (range === 'outside') {
    headers.push(['content-range', `bytes */${file.bytes}`]);
    exchange.answer({ status: 416, headers: headers.filter(([name]) => name !== 'cache-control'), body: '' });
    return;
  }
  const { from, to } = range === 'whole' ? { from: 0, to: file.bytes - 1 } : range;
  if (range !== 'whole') headers.push(['content-range', `bytes ${from}-${to}/${file.bytes}`]);
  await exchange.stream({
    status: range === 'whole' ? 200 : 206,
    headers,
    length: to - from + 1,
    body: storage.read(name, { from, to }),
  });
}

const noSuchFile = () => new Problem('not_found', 'there is no hosted file of this name');

/** If-None-Match: any tag of a list, weak or strong (RFC 9110, 13.1.2). */
function matches(header: string, etag: string): boolean {
  return header.split(',').some((one) => {
    const tag = one.trim();
    return tag === '*' || tag === etag || tag === `W/${etag}`;
  });
}

/**
 * Reads one range: `bytes=0-99`, `100-` or `-50`. Anything else, also a list, is ignored (RFC 9110, 14.2 allows it).
 */
function rangeOf(header: string, length: number): ByteRange | 'whole' | 'outside' {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header.trim());
  const [, first = '', last = ''] = found ?? [];
  if (first === '' && last === '') return 'whole';
  if (first !== '' && last !== '' && Number(last) < Number(first)) return 'whole';
  if (first === '')
    return last === '0' ? 'outside' : { from: Math.max(0, length - Number(last)), to: length - 1 };
  if (Number(first) >= length) return 'outside';
  return { from: Number(first), to: last === '' ? length - 1 : Math.min(Number(last), length - 1) };
}
