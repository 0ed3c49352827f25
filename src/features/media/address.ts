/** Addresses of media, as people copy them from a browser. */
import { Format } from 'typebox/format';

/**
 * The address in the form that every program reads: spaces and letters outside ASCII are encoded as the URL standard
 * says, which browsers do too. One that is a URI already stays as it was given.
 * @returns null for anything else
 */
export function mediaAddress(written: string): string | null {
  if (Format.Test('uri', written)) return written;
  return /^\s*https?:\/\//i.test(written) ? (URL.parse(written)?.href ?? null) : null;
}
