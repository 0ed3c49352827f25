/** Reads a request's body: one JSON object in UTF-8 whose texts can be stored, or a Problem that says what is wrong. */
import { invalid, Problem } from '../../api/problem.ts';
import { fieldName, pointer } from './field.ts';
import { findRepeatedKey } from './repeated-key.ts';

export type JsonObject = { [field: string]: unknown };

/** Not null, and not a list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Deeper than any body of the API (an automation's branches nest six levels), and small enough for any stack. */
const MAX_DEPTH = 100;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * @param contentType header of the request
 * @throws Problem for another type or encoding
 */
export function requireJson(contentType: string): void {
  if (contentType === 'application/json') return;
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const charset = parameters.map((parameter) => /^\s*charset\s*=\s*"?([^"\s]*)"?\s*$/.exec(parameter)?.[1]);
  if (type.trim() === 'application/json' && charset.every((name) => !name || /^utf-?8$/.test(name))) return;
  throw new Problem(
    'unsupported_media_type',
    contentType === ''
      ? 'the request has a body but no content-type: send JSON with content-type: application/json'
      : `the body is sent as ${contentType.slice(0, 100)}: send JSON in UTF-8 with content-type: application/json`,
  );
}

/**
 * @param bytes of the whole body
 * @returns the object
 * @throws Problem that says what is wrong with the body, or which field cannot be stored
 */
export function parseBody(bytes: Uint8Array): JsonObject {
  const { value, text } = read(bytes);
  insistOnStorable(value, text.includes('\\u'));
  return value;
}

/** As `parseBody`, without a look at whether its texts can be stored: for a body that only carries what is stored. */
export const parseObject = (bytes: Uint8Array): JsonObject => read(bytes).value;

function read(bytes: Uint8Array): { value: JsonObject; text: string } {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new Problem('invalid_json', 'the body is not valid UTF-8: encode the JSON as UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Problem('invalid_json', `the body is not valid JSON${whereOf(error, text)}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Problem('invalid_json', `the body must be a JSON object, not ${nameOf(value)}`);
  const repeated = findRepeatedKey(text);
  if (repeated !== null)
    throw invalid(pointer(repeated), `${fieldName(repeated)} is in the body more than once: send it once`, {
      code: 'repeated_field',
    });
  return { value: value as JsonObject, text };
}

/**
 * For a value that came inside another body.
 * @throws Problem for a text that Postgres cannot store, and for too deep nesting
 */
export const requireStorable = (value: JsonObject): void => insistOnStorable(value, true);

function insistOnStorable(value: unknown, escapes: boolean): void {
  const fault = findUnstorable(value, 0, escapes);
  if (fault !== null)
    throw invalid(pointer(fault.path), `${fieldName(fault.path) || 'the body'} ${fault.why}`);
}

/**
 * Finds texts that Postgres cannot store, and nesting that would overflow a stack: both are valid JSON, and would lead
 * to a 500. In valid UTF-8 only escapes can write such texts, so `escapes: false` checks only the nesting.
 */
function findUnstorable(value: unknown, depth: number, escapes: boolean): Unstorable | null {
  if (typeof value === 'string') return escapes ? textFault(value) : null;
  if (typeof value !== 'object' || value === null) return null;
  // the path of such a deep value would not help
  if (depth > MAX_DEPTH) return { path: [], why: `nests deeper than ${MAX_DEPTH} levels`, whole: true };
  const list = Array.isArray(value);
  for (const [key, child] of Object.entries(value)) {
    const fault = (escapes ? textFault(key) : null) ?? findUnstorable(child, depth + 1, escapes);
    if (fault !== null)
      return fault.whole ? fault : { ...fault, path: [list ? Number(key) : key, ...fault.path] };
  }
  return null;
}

interface Unstorable {
  path: (string | number)[];
  why: string;
  /** The error is about the whole body. */
  whole: boolean;
}

function textFault(text: string): Unstorable | null {
  if (text.includes('\0'))
    return { path: [], why: 'holds the character U+0000, which no text here can', whole: false };
  if (!text.isWellFormed())
    return { path: [], why: 'holds half of a surrogate pair, which is no character', whole: false };
  return null;
}

/** ` (line 3, column 7)` if V8 reports the position. Its message is not passed on, because it quotes the body. */
function whereOf(error: unknown, text: string): string {
  const position = /at position (\d+)/.exec((error as Error).message)?.[1];
  if (position === undefined) return text.trim() === '' ? ': it is empty' : '';
  const lines = text.slice(0, Number(position)).split('\n');
  return ` (line ${lines.length}, column ${lines.at(-1)!.length + 1})`;
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
