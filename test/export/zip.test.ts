/** An archive is written as fast as it is read, and what it is made of is read no faster: its memory does not grow with its size. */
import { randomBytes } from 'node:crypto';
import t from 'tap';
import { type ArchivedFile, zipOf } from '../../src/faces/export/zip.ts';

const CHUNK_BYTES = 64 * 1024;
/** Chunks that may wait on their way: in the file's stream, in the archive's, and the one at hand. */
const MAX_AHEAD = 8;

void t.test(
  'its files are read no faster than the archive, and no further when its reader stops',
  async (t) => {
    let made = 0;
    let hasEnded = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          made += 1;
          yield randomBytes(CHUNK_BYTES);
        }
      } finally {
        hasEnded = true;
      }
    }
    async function* files(): AsyncGenerator<ArchivedFile> {
      yield { name: 'endless', isText: false, chunks: endless() };
    }
    let read = 0;
    let mostAhead = 0;
    for await (const { byteLength } of zipOf(files(), new Date(0))) {
      read += byteLength;
      // what could be read ahead meanwhile is
      await new Promise((resolve) => setImmediate(resolve));
      const ahead = made - Math.floor(read / CHUNK_BYTES);
      mostAhead = Math.max(mostAhead, ahead);
      if (read > 200 * CHUNK_BYTES) break;
    }
    t.ok(mostAhead <= MAX_AHEAD, `${mostAhead} chunks wait`);
    t.ok(hasEnded, 'the file is closed');
    const until = made;
    await new Promise((resolve) => setImmediate(resolve));
    t.equal(made, until);
  },
);
