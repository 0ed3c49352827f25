/** The name a request goes by in answers and logs. */
import { randomBytes } from 'node:crypto';

/**
 * Visible ASCII, no more than 128 characters: safe in a header and in a line of the log.
 * @param given the caller's X-Request-Id, which is kept when it is sane (decisions.md, Conventions)
 */
export function requestIdOf(given: string): string {
  if (given !== '' && given.length <= 128 && /^[\x21-\x7e]+$/.test(given)) return given;
  counter += 1;
  return `${prefix}${counter.toString(36)}`;
}

/** Random for each process and counted within it: as unlike as a UUID, at a tenth of the price. */
const prefix = `req_${randomBytes(9).toString('base64url').replaceAll(/[-_]/g, '0')}`;
let counter = 0;
