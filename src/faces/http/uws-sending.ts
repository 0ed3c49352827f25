/**
 * The bytes of a response that is sent while it is read, as fast as the client takes them: at most one chunk waits in the library's
 * memory (`uws.ts` lists the rules of the library).
 */
import type { HttpResponse } from 'uWebSockets.js';

export class Sending {
  /** Whether the head is out: from then on there can be no other response. */
  isHeadSent = false;
  readonly #res: HttpResponse;
  readonly #length: number | null;
  readonly #writeHead: () => void;
  #sent = 0;
  #isAborted = false;
  #resume: (() => void) | null = null;

  /** @param length of all bytes; null where only the end will tell. writeHead: writes status and headers, and is called once */
  constructor(res: HttpResponse, length: number | null, writeHead: () => void) {
    this.#res = res;
    this.#length = length;
    this.#writeHead = writeHead;
    res.onWritable(() => {
      this.#resume?.();
      return true;
    });
  }

  /** The client is gone: what waits for it ends. */
  abort(): void {
    this.#isAborted = true;
    this.#resume?.();
  }

  /** Resolves when the client has room for more, or is gone. @returns true when these were the last bytes of a known length */
  async send(chunk: Uint8Array): Promise<boolean> {
    if (this.#length === null) {
      await this.#sendPart(chunk);
      return false;
    }
    return this.#sendOf(chunk, this.#length);
  }

  /** Ends a response of unknown length. @returns false where the length was known: it ended early */
  end(): boolean {
    if (this.#length !== null) return false;
    this.#res.cork(() => {
      this.#sendHead();
      this.#res.end();
    });
    return true;
  }

  async #sendPart(chunk: Uint8Array): Promise<void> {
    if (chunk.byteLength === 0 || this.#isAborted) return; // an empty part would mean the end
    let hasRoom = false;
    this.#res.cork(() => {
      this.#sendHead();
      hasRoom = this.#res.write(chunk);
    });
    if (!hasRoom) await this.#untilWritable();
  }

  async #sendOf(chunk: Uint8Array, length: number): Promise<boolean> {
    let rest = chunk.subarray(0, length - this.#sent);
    while (rest.byteLength > 0 && !this.#isAborted) {
      let all = false;
      this.#res.cork(() => {
        this.#sendHead();
        [all] = this.#res.tryEnd(rest, length);
      });
      const written = all ? rest.byteLength : this.#res.getWriteOffset() - this.#sent;
      this.#sent += written;
      if (this.#sent === length) return true;
      rest = rest.subarray(written);
      if (!all) await this.#untilWritable();
    }
    return false;
  }

  #sendHead(): void {
    if (!this.isHeadSent) this.#writeHead();
    this.isHeadSent = true;
  }

  async #untilWritable(): Promise<void> {
    if (this.#isAborted) return;
    await new Promise<void>((resolve) => {
      this.#resume = resolve;
    });
    this.#resume = null;
  }
}
