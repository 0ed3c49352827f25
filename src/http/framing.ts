/**
 * Where a request ends. A proxy and a server that disagree about it can be made to see different requests in the same
 * bytes ("request smuggling"), so whatever leaves room for doubt is refused and the connection closed (RFC 9112,
 * sections 6.1 and 6.3).
 *
 * uWebSockets.js 20.0.8 itself refuses Content-Length together with Transfer-Encoding, but was found to take the first
 * of two differing Content-Lengths, any Transfer-Encoding that ends in "chunked", and to call the handler of a request
 * whose Content-Length is no number before it refuses it.
 */

/**
 * @param headers names in lower case and values, alternating
 * @returns why the request cannot be taken, or the length of its body: null for a chunked one, 0 for none
 */
export function framingOf(headers: readonly string[]): { fault: string } | { bodyLength: number | null } {
  let length: string | undefined;
  let encoding: string | undefined;
  for (let i = 0; i < headers.length; i += 2) {
    const value = headers[i + 1]!;
    if (headers[i] === 'content-length') {
      // RFC 9110, 8.6 lets a server take repeated equal lengths; nobody who means well sends them
      if (length !== undefined) return { fault: 'Content-Length is given more than once' };
      length = value;
    } else if (headers[i] === 'transfer-encoding') {
      if (encoding !== undefined) return { fault: 'Transfer-Encoding is given more than once' };
      encoding = value;
    }
  }
  if (length === undefined && encoding === undefined) return NO_BODY;
  if (length !== undefined && encoding !== undefined)
    return { fault: 'Content-Length and Transfer-Encoding exclude each other' };
  if (encoding !== undefined)
    return encoding.toLowerCase() === 'chunked'
      ? CHUNKED
      : { fault: 'the only Transfer-Encoding taken here is chunked' };
  return /^\d{1,15}$/.test(length!)
    ? { bodyLength: Number(length) }
    : { fault: 'Content-Length is not a number' };
}

const NO_BODY = { bodyLength: 0 };
const CHUNKED = { bodyLength: null };
