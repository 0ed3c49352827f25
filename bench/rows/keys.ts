/**
 * Keys of rows that the bench multiplies: 26 characters, as long as the ULIDs of real ids. They ascend with their number,
 * as ids ascend with time, and end in characters that do not compress. Each is made in JavaScript and in SQL.
 */
import { createHash } from 'node:crypto';

/** Sorts before the ids that the product makes today. */
const PREFIX = '01J0';
const NUMBER_DIGITS = 6;
const RANDOM_DIGITS = 16;

/** The largest number that a key can hold. */
export const MAX_KEYS = 16 ** NUMBER_DIGITS - 1;

export function keyOf(number: number): string {
  const random = createHash('md5').update(String(number)).digest('hex').slice(0, RANDOM_DIGITS);
  return `${PREFIX}${number.toString(16).padStart(NUMBER_DIGITS, '0')}${random}`.toUpperCase();
}

/** @param number an SQL expression of type integer. @returns the expression of its key */
export const keySql = (number: string): string =>
  `('${PREFIX}' || upper(lpad(to_hex(${number}), ${NUMBER_DIGITS}, '0') || substr(md5((${number})::text), 1, ${RANDOM_DIGITS})))`;
