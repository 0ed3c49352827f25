/**
 * Finds where a request ends. If a proxy and a server disagree about that, the same bytes can mean different requests
 * ("request smuggling"). So every ambiguous request is refused and its connection closed (RFC 9112, sections 6.1 and
 * 6.3).
 * uWebSockets.js 20.0.8 itself refuses Content-Length together with Transfer-Encoding. But it takes the first of two
 * different Content-Lengths and any Transfer-Encoding that ends in "chunked", and calls the handler of a request whose
 * Content-Length is not a number before it refuses it.
 */

/**
 * @param headers names in lower case and values, alternating
 * @returns why the request must be refused, or the length of its body: null for a chunked one, 0 for none
 */
export function framingOf(headers: readonly string[]): { fault: string } | { bodyLength: number | null } {
  let length: string | undefined;
  let encoding: string | undefined;
  for (let i = 0; i < headers.length; i += 2) {
    const value = headers[i + 1]!;
    if (headers[i] === 'content-length') {
      // RFC 9110, 8.6 allows repeated equal lengths; no ordinary client sends them
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
