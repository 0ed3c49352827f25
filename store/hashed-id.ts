/** Ids of actors of which there is one for each thing, such as one for each account of a network. */
import { createHash } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** As many letters as the ids of other actors have after their prefix. */
const ID_LENGTH = 26;

/** A hash of a text in `length` letters and digits. */
export const hashOf = (text: string, length: number = ID_LENGTH): string =>
  [...createHash('sha256').update(text).digest().subarray(0, length)]
    .map((byte) => ALPHABET[byte % ALPHABET.length])
    .join('');
