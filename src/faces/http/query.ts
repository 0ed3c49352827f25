/**
 * Reads query strings by their schema: integers, numbers, and booleans as true, false, 1 or 0. A parameter that is
 * unknown, or given twice, is refused by name (docs/contract.md, Conventions).
 */
import type { TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { invalid, Problem } from '../../api/problem.ts';
import { explain } from './explain.ts';
import { fieldName, pointer } from './field.ts';
import { closed, jsonSchema, type JsonSchema } from './json-schema.ts';

type Read = (text: string) => unknown;

/**
 * @param where names the operation, for errors in its declaration
 * @returns a function that reads a query without its question mark, and throws a Problem 400
 */
export function compileQuery(where: string, schema: TObject): (raw: string) => { [name: string]: unknown } {
  const strict = closed(jsonSchema(schema)) as TSchema;
  const fits = Compile(strict);
  const readers = new Map(
    Object.entries(schema.properties).map(([name, one]) => [
      name,
      readerOf(`${where}: ${name}`, jsonSchema(one)),
    ]),
  );

  return (raw) => {
    const query: { [name: string]: unknown } = {};
    if (raw !== '') {
      for (const pair of raw.split('&')) {
        if (pair === '') continue;
        const equals = pair.indexOf('=');
        const name = decode(equals === -1 ? pair : pair.slice(0, equals));
        const text = decode(equals === -1 ? '' : pair.slice(equals + 1));
        if (name === null || text === null)
          throw new Problem(
            'invalid',
            `${name === null ? 'a name' : fieldName([name])} in the query is not percent-encoded UTF-8`,
            name === null ? {} : { param: pointer([name]) },
          );
        const read = readers.get(name);
        if (read === undefined) {
          const { code, param, message } = explain(strict, { ...query, [name]: text }, 'query parameter');
          throw invalid(param, message, { code });
        }
        if (Object.hasOwn(query, name))
          throw invalid(pointer([name]), `${fieldName([name])} is in the query more than once`, {
            code: 'repeated_parameter',
          });
        query[name] = read(text);
      }
    }
    if (fits.Check(query)) return query;
    const { code, param, message } = explain(strict, query, 'query parameter');
    throw invalid(param, message, { code });
  };
}

/**
 * @param where names the operation, for errors in its declaration
 * @returns a function that converts the texts of a form to the types of their schemas. A text that cannot be converted stays as it is
 */
export function compileTexts(
  where: string,
  schema: TObject,
): (fields: { [name: string]: string }) => { [name: string]: unknown } {
  const readers = new Map(
    Object.entries(schema.properties).map(([name, one]) => [
      name,
      readerOf(`${where}: ${name}`, jsonSchema(one)),
    ]),
  );
  return (fields) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, text]) => [name, readers.get(name)?.(text) ?? text]),
    );
}

/**
 * Converts a parameter's text to the type of its schema. A text that cannot be converted stays as it is, and the check
 * reports it.
 */
function readerOf(where: string, schema: JsonSchema): Read {
  const type = schema.type ?? (isChoiceOfTexts(schema) ? 'string' : '');
  const read = typeof type === 'string' ? READERS[type] : undefined;
  if (read === undefined) throw new Error(`${where}: a query parameter is a text, a number or a boolean`);
  return read;
}

const READERS: { [type: string]: Read } = {
  string: (text) => text,
  integer: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text),
  number: (text) => (/^-?\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : text),
  boolean: (text) => BOOLEANS.get(text) ?? text,
};

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
]);

function isChoiceOfTexts(schema: JsonSchema): boolean {
  if (schema.enum !== undefined) return schema.enum.every((one) => typeof one === 'string');
  if (typeof schema.const === 'string') return true;
  return schema.anyOf?.every(isChoiceOfTexts) === true;
}

/**
 * Decodes as forms encode: plus is a space (WHATWG URL, application/x-www-form-urlencoded). null if it cannot be decoded.
 */
function decode(text: string): string | null {
  if (/^[\w.~:@!$'()*,;-]*$/.test(text)) return text;
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return decoded.includes('\0') ? null : decoded; // Postgres cannot store U+0000 in text
  } catch {
    return null;
  }
}
