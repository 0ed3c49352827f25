/** The size of files that are sent as they are, and what their servers say of it. */
import { deepEqual, doesNotThrow, equal, throws } from 'node:assert/strict';
import t from 'tap';
import { MediaError, type MediaItem } from '../../adapters/port/publish.ts';
import { refuseSize, sizeAt } from '../../src/features/media/size.ts';

const item = (kind: MediaItem['kind']): MediaItem => ({
  url: 'https://files.test/a.bin?signature=sesame',
  kind,
  extension: 'bin',
});
const never = new AbortController().signal;

void t.test('one byte more than a network takes is refused, with both sizes and no secret', async () => {
  for (const [kind, words] of [
    ['gif', 'a GIF'],
    ['video', 'a video'],
    ['document', 'a document'],
  ] as const) {
    doesNotThrow(() => refuseSize(item(kind), 100, { maxBytes: 100 }));
    throws(
      () => refuseSize(item(kind), 101, { maxBytes: 100 }),
      new MediaError(
        `https://files.test/a.bin has 101 bytes, and the network takes 100 in ${words}: make the file smaller.`,
        false,
      ),
    );
  }
});

void t.test('photos are converted, and an unknown size or no limit refuses nothing', async () => {
  doesNotThrow(() => refuseSize(item('image'), 101, { maxBytes: 100 }));
  doesNotThrow(() => refuseSize(item('gif'), null, { maxBytes: 100 }));
  doesNotThrow(() => refuseSize(item('gif'), 101, {}));
  doesNotThrow(() => refuseSize(item('gif'), 101));
});

void t.test('the size is asked for without reading the file', async () => {
  const asked: string[] = [];
  const size = (answer: () => Response | Promise<Response>) => {
    const fetch: typeof globalThis.fetch = async (_, init) => {
      asked.push(init?.method ?? 'GET');
      return answer();
    };
    return sizeAt(fetch, 'https://files.test/a.gif', never);
  };
  const told = (length: string, status = 200) =>
    new Response(null, { status, headers: { 'content-length': length } });
  equal(await size(() => told('12')), 12);
  for (const silent of [
    () => new Response(null),
    () => told('12', 403),
    () => told('0'),
    () => told('many'),
    () => Promise.reject(new TypeError('fetch failed')),
  ])
    equal(await size(silent), null);
  deepEqual(new Set(asked), new Set(['HEAD']));
});
