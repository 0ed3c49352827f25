/**
 * Parses JSON without rounding long numbers. Networks write ids as strings, but now and then one comes as a number of 17
 * digits, which JavaScript would change into another account's id.
 */
import type { Json } from '../../machines/outcome.ts';

/** A whole number of 16 digits or more, outside strings in practice. A match inside a string costs only time. */
const LONG_NUMBER = /[:[,]\s*-?\d{16,}/;

/**
 * Parses a text; whole numbers that JavaScript cannot hold exactly become strings.
 * @returns undefined if it is not JSON
 */
export function parseExactly(text: string): Json | undefined {
  try {
    return LONG_NUMBER.test(text) ? (JSON.parse(text, keepDigits) as Json) : (JSON.parse(text) as Json);
  } catch {
    return undefined; // not JSON, or nested so deeply that no reviver can walk it
  }
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded && /^-?\d+$/.test(context?.source ?? '') ? context?.source : value;
}
