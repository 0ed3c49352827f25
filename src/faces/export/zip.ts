/** A ZIP archive as a stream: its files are read one after the other, and only as fast as the archive is read. */
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ArchivedFile {
  /** With slashes between folders. */
  name: string;
  /** Whether it gets smaller when it is compressed: texts do, pictures and videos do not. */
  isText: boolean;
  chunks: AsyncIterable<Uint8Array>;
}

/**
 * @param files each is read to its end before the next one is asked for
 * @param at when they were made
 * @returns the bytes. Who stops reading them ends the reading of the files, too
 * @throws what the files throw
 */
export async function* zipOf(files: AsyncIterable<ArchivedFile>, at: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  const filling = new Filling(zip, files, at);
  zip.on('error', (error: Error) => output.destroy(error));
  const filled = filling.run().catch((error: unknown) => void output.destroy(error as Error));
  try {
    for await (const chunk of output) yield chunk as Uint8Array;
  } finally {
    filling.stop();
    output.destroy();
    await filled;
  }
}

/** Gives the files to the archive. */
class Filling {
  readonly #zip: ZipFile;
  readonly #files: AsyncIterable<ArchivedFile>;
  readonly #at: Date;
  #source: Readable | null = null;
  #isStopped = false;

  constructor(zip: ZipFile, files: AsyncIterable<ArchivedFile>, at: Date) {
    this.#zip = zip;
    this.#files = files;
    this.#at = at;
  }

  async run(): Promise<void> {
    for await (const { name, isText, chunks } of this.#files) {
      if (this.#isStopped) return;
      // one chunk ahead at most
      const source = Readable.from(chunks, { highWaterMark: 1 });
      this.#source = source;
      const read = finished(source);
      this.#zip.addReadStream(source, name, { mtime: this.#at, compress: isText });
      await read;
    }
    this.#zip.end();
  }

  stop(): void {
    this.#isStopped = true;
    this.#source?.destroy();
  }
}
