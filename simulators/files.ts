/** Files over HTTP: types that a browser shows without running anything, and byte ranges, which video players ask for. */

const TYPES: { [extension: string]: string } = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  pdf: 'application/pdf',
};

/** The type a file is served with, by its name. */
export function typeOf(name: string): string {
  return TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** The extension a file of this type is kept under. */
export function extensionOf(contentType: string): string {
  const type = contentType.split(';')[0]?.trim().toLowerCase();
  return Object.keys(TYPES).find((extension) => TYPES[extension] === type) ?? 'bin';
}

/** Answers GET and HEAD for a file, whole or the one range that is asked for. */
export function serveFile(request: Request, name: string, bytes: Uint8Array<ArrayBuffer>): Response {
  const headers = new Headers({
    'content-type': typeOf(name),
    'accept-ranges': 'bytes',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
  });
  const answer = (status: number, body: Uint8Array<ArrayBuffer>) => {
    headers.set('content-length', String(body.length));
    return new Response(request.method === 'HEAD' ? null : body, { status, headers });
  };
  const range = rangeOf(request.headers.get('range'), bytes.length);
  if (range === 'whole') return answer(200, bytes);
  if (range === 'outside') {
    headers.set('content-range', `bytes */${bytes.length}`);
    return answer(416, new Uint8Array());
  }
  headers.set('content-range', `bytes ${range.from}-${range.to}/${bytes.length}`);
  return answer(206, bytes.slice(range.from, range.to + 1));
}

/** Reads `bytes=0-99`, `bytes=100-` and `bytes=-50`. Anything else is no range, as RFC 9110 allows. */
function rangeOf(header: string | null, length: number): { from: number; to: number } | 'whole' | 'outside' {
  const found = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, first = '', last = ''] = found ?? [];
  if (first === '' && last === '') return 'whole';
  const from = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const to = first === '' || last === '' ? length - 1 : Math.min(Number(last), length - 1);
  return from < length && from <= to ? { from, to } : 'outside';
}
