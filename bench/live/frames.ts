/** WebSocket frames of a server, read as far as counting events takes. */

const TEXT = 1;

/**
 * Reads the whole frames at the beginning of some bytes.
 * @param onEvent told of each frame that is an event; other frames, such as greetings, are passed over
 * @returns the bytes of the last frame, which is not whole yet
 */
export function readEvents(bytes: Buffer, onEvent: (bytes: () => Buffer) => void): Buffer {
  let at = 0;
  for (;;) {
    const frame = frameAt(bytes, at);
    if (frame === null) return at === bytes.length ? Buffer.alloc(0) : bytes.subarray(at);
    // events of every server start with the same bytes
    if (frame.isText && bytes[frame.start + 9] === 0x65 && bytes[frame.start + 10] === 0x76)
      onEvent(() => bytes.subarray(frame.start, frame.end));
    at = frame.end;
  }
}

/** Where the content of a frame is. null if it is not all there. RFC 6455, section 5.2; servers do not mask. */
function frameAt(bytes: Buffer, at: number): { isText: boolean; start: number; end: number } | null {
  if (bytes.length - at < 2) return null;
  const short = bytes[at + 1]! & 0x7f;
  const head = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.length - at < head) return null;
  const length =
    head === 2 ? short : head === 4 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
  const start = at + head;
  if (bytes.length < start + length) return null;
  return { isText: (bytes[at]! & 0x0f) === TEXT, start, end: start + length };
}
