/** The id of a request in responses and logs. */
import { randomBytes } from 'node:crypto';

/**
 * Visible ASCII, at most 128 characters: safe in a header and in a log line.
 * @param header the caller's X-Request-Id, which is used if it is valid (docs/contract.md, Conventions)
 */
export function requestIdOf(header: string): string {
  if (header !== '' && header.length <= 128 && /^[\x21-\x7e]+$/.test(header)) return header;
  counter += 1;
  return `${prefix}${counter.toString(36)}`;
}

/** A random prefix for each process and a counter: as unique as a UUID, at a tenth of the cost. */
const prefix = `req_${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, '0')}`;
let counter = 0;
