/** What networks say, made safe and readable. Pure. */
import { sentence } from '../finding.ts';

/** Addresses come from the network: only those of the web are linked. */
export const isWebAddress = (url: string | null): url is string => url !== null && /^https?:\/\//i.test(url);

/** What a network said, as a sentence without the numbers of its errors, such as `(#551)` and `(551/1545041)`. */
export const networkWords = (error: string): string =>
  sentence(error.replaceAll(/\s*\((?:#\d+|\d+(?:\/\d+)*)\)/g, ''));
