/** Judges calls of XRPC by bluesky's lexicons, as `@atproto/api` carries them. */
import { jsonToLex, lexicons, schemas } from '@atproto/api';
import type { Call } from '../calls.ts';
import { NOT_COVERED, type Judge, type Verdict, type Violation } from './judge.ts';
import { hasPath, unknownFields, type Schema } from './schema-walk.ts';

interface Definition {
  type: string;
  parameters?: Schema;
  input?: { encoding: string; schema?: Schema };
  output?: { encoding: string; schema?: Schema };
  record?: Schema;
}

/** Lexicons by id, so that a reference `app.bsky.feed.defs#postView` is a path of this document. */
const document = Object.fromEntries(
  schemas.map(({ id, defs }) => [id, withReferences(defs, id)]),
) as unknown as { [id: string]: { [name: string]: Definition } };

export function lexiconJudge(): Judge {
  return {
    judge(call: Call): Verdict {
      const id = /\/xrpc\/([\w.]+)$/.exec(call.address.pathname)?.[1];
      if (id === undefined) return NOT_COVERED;
      const main = document[id]?.['main'];
      const fault = (part: Violation['in']) => (what: string) => ({ in: part, operation: id, what });
      if (!main) return { operation: id, violations: [fault('request')('is no method')] };
      const violations = [
        ...(call.by === 'adapter' ? requestFaults(call, id, main).map(fault('request')) : []),
        ...(call.by === 'adapter' ? readFaults(call, main).map(fault('reads')) : []),
        ...(call.by === 'simulator' ? responseFaults(call, id, main).map(fault('response')) : []),
      ];
      return { operation: id, violations };
    },
  };
}

function requestFaults({ address, body, response }: Call, id: string, main: Definition): string[] {
  const known = main.parameters?.properties ?? {};
  const names = [...new Set(address.searchParams.keys())];
  const unknown = names.filter((name) => !known[name]).map((name) => `query.${name}: is no parameter`);
  if (response !== null && response.status >= 400 && response.status < 500) return unknown;
  const params = Object.fromEntries(
    names.map((name) => [name, parameter(address.searchParams.getAll(name), known[name])]),
  );
  const faults = [...unknown, ...thrown(() => lexicons.assertValidXrpcParams(id, params))];
  if (body.kind !== 'json' || !main.input?.schema) return faults;
  const input = body.json;
  faults.push(...thrown(() => lexicons.assertValidXrpcInput(id, jsonToLex(input))));
  faults.push(...unknownFields(document, [main.input.schema], input).map((path) => `${path}: is no field`));
  return [...faults, ...recordFaults(input)];
}

/** What is written into a repository is judged as a record, too. */
function recordFaults(input: unknown): string[] {
  const { collection, record } = input as { collection?: string; record?: { $type?: string } };
  if (collection === undefined || record === undefined) return [];
  const schema = document[collection]?.['main']?.record;
  if (!schema) return [`${collection}: is no record`];
  return [
    ...thrown(() => lexicons.assertValidRecord(collection, jsonToLex(record as never))),
    ...unknownFields(document, [schema], record).map((path) => `record.${path}: is no field`),
  ].filter((what) => !what.includes('$type'));
}

function responseFaults({ response }: Call, id: string, main: Definition): string[] {
  if (!response || response.status >= 300 || !main.output?.schema) return [];
  const { body } = response;
  return [
    ...thrown(() => lexicons.assertValidXrpcOutput(id, jsonToLex(body as never))),
    ...unknownFields(document, [main.output.schema], body).map((path) => `${path}: is no field`),
  ].filter((what) => !/\$type|\.record\./.test(what));
}

function readFaults({ reads, response }: Call, main: Definition): string[] {
  const schema = main.output?.schema;
  if (!schema || !response || response.status >= 300) return [];
  return Object.entries(reads)
    .filter(([path, found]) => found && !/\$type|\.record\./.test(path) && !hasPath(document, schema, path))
    .map(([path]) => `${path}: is read and no field`);
}

function parameter(values: string[], schema: Schema | undefined): unknown {
  const one = (text: string, type: unknown) =>
    type === 'integer' ? Number(text) : type === 'boolean' ? text === 'true' : text;
  return schema?.type === 'array'
    ? values.map((text) => one(text, schema.items?.type))
    : one(values[0] ?? '', schema?.type);
}

function thrown(check: () => unknown): string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** `ref` and `union` of the lexicons as JSON Schema has them. */
function withReferences(node: unknown, id: string): unknown {
  if (Array.isArray(node)) return node.map((one) => withReferences(one, id));
  if (typeof node !== 'object' || node === null) return node;
  const { type, ref, refs } = node as { type?: string; ref?: string; refs?: string[] };
  const pointer = (to: string) => {
    const [lexicon = '', name = 'main'] = to.replace(/^lex:/, '').split('#');
    return { $ref: `#/${lexicon || id}/${name}` };
  };
  if (type === 'ref' && ref !== undefined) return pointer(ref);
  if (type === 'union' && refs) return { anyOf: refs.map(pointer), properties: { $type: {} } };
  if (type === 'unknown' || type === 'blob') return {};
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withReferences(value, id)]));
}
