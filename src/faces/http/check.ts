/** Checks input against an operation's schemas, which are compiled when the first server of the process starts. */
import { Type, type TObject, type TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Operation } from '../../api/operation.ts';
import { invalid, Problem } from '../../api/problem.ts';
import { explain } from './explain.ts';
import { closed, jsonSchema, requireSupportedFormats } from './json-schema.ts';
import { compileQuery, compileTexts } from './query.ts';

export interface InputCheck {
  /** @throws Problem 404: an id that cannot be valid does not exist */
  params(params: Readonly<Record<string, string>>): void;
  /** @returns the parameters, converted to the types of their schemas. @throws Problem 400 */
  query(raw: string): { [name: string]: unknown };
  /** @throws Problem 400 with the field and a sentence */
  body(body: unknown): void;
  /** The texts of a form, converted to the types of the body's fields. */
  form(fields: { [name: string]: string }): { [name: string]: unknown };
  /** The fields of the body, where they are in the query. @throws Problem 400 */
  bodyInQuery(raw: string): { [name: string]: unknown };
  /** What is wrong with a response; null when it matches its schema. */
  resultFault(result: unknown): string | null;
}

const NOTHING = Type.Object({});

/** What is compiled already, by operation and path: nothing in it belongs to one server. */
const compiled = new WeakMap<Operation<never>, Map<string, InputCheck>>();

/**
 * Compiles the schemas of an operation, once in a process.
 * @throws when the declaration itself is wrong, so that the server does not start
 */
export function compileInputCheck(operation: Operation<never>, path: string): InputCheck {
  const ofPaths = compiled.get(operation) ?? new Map<string, InputCheck>();
  const check = ofPaths.get(path) ?? compile(operation, path);
  compiled.set(operation, ofPaths.set(path, check));
  return check;
}

function compile(operation: Operation<never>, path: string): InputCheck {
  const { id, params = NOTHING, query = NOTHING, body = NOTHING, result } = operation;
  for (const schema of [params, query, body, result]) requireSupportedFormats(jsonSchema(schema), id);
  requireSameParams(id, path, params);
  const paramsFit = operation.params === undefined ? null : Compile(params as TSchema);
  const bodyCheck = compileBody(body);
  const resultFits = Compile(result);
  return {
    params(values) {
      if (paramsFit !== null && !paramsFit.Check(values))
        throw new Problem('not_found', 'there is nothing with the id in the path');
    },
    query: compileQuery(id, query),
    body: bodyCheck,
    form: operation.upload === undefined ? (fields) => fields : compileTexts(id, body),
    bodyInQuery: operation.upload?.raw === undefined ? () => ({}) : compileQuery(id, body),
    resultFault: (value) => (resultFits.Check(value) ? null : explain(result, value).message),
  };
}

/**
 * @param schema of an object; fields it does not name are refused, on every level
 * @returns a function that throws a Problem 400 for a value that does not match
 */
export function compileBody(schema: TObject): (value: unknown) => void {
  const strict = closed(jsonSchema(schema)) as TSchema;
  const fits = Compile(strict);
  return (value) => {
    if (fits.Check(value)) return;
    const { code, param, message, values } = explain(strict, value);
    throw invalid(param, message, { code, ...(values && { values }) });
  };
}

function requireSameParams(id: string, path: string, params: TObject): void {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
  const declared = Object.keys(params.properties);
  if (named.length !== declared.length || named.some((name) => !declared.includes(name)))
    throw new Error(
      `${id}: the path names ${named.join(', ') || 'nothing'}, params ${declared.join(', ') || 'nothing'}`,
    );
}
