/**
 * Every operation that the dashboard may call: those of the public API, and its own. Both tables are generated from the API's
 * description.
 */
import {
  type Fields,
  type Placing,
  splitInput,
  textOf,
} from '../../../clients/typescript/src/input-parts.ts';
import { table } from '../../../clients/typescript/src/operations.ts';
import type { InputOf, ReplyOf } from '../../../clients/typescript/src/types.ts';
import type { operations } from './api-types.ts';
import { ownTable } from './own-operations.ts';

export const operationTable = { ...table, ...ownTable };

/** The name of an operation, such as `createPost`. */
export type OperationId = keyof typeof operationTable;

type OrUndefined<Fields> = {
  [Field in keyof Fields]: undefined extends Fields[Field] ? Fields[Field] | undefined : Fields[Field];
};

/** What an operation takes: the fields of path, query and body in one object. A field that is undefined is left out of the request. */
export type Input<Id extends OperationId> = OrUndefined<InputOf<operations[Id]>>;

/** What an operation responds with. */
export type Reply<Id extends OperationId> = ReplyOf<operations[Id]>;

interface Row extends Placing {
  method: string;
}

export interface OperationRequest {
  method: string;
  /** The path with its query. */
  address: string;
  /** What is sent; absent means nothing. */
  body?: Fields;
  /** It is sent as a form, which can have files, in place of JSON. */
  isForm?: true;
}

/**
 * @param input all fields of the operation: those of its path and query are encoded there, the others are its body
 * @throws TypeError when a field of the path is missing, empty, or only dots
 */
export function requestOf(id: OperationId, input: Fields): OperationRequest {
  const row: Row = operationTable[id];
  const { path, query, body } = splitInput(row, input);
  const place = row.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name]!));
  const request = { method: row.method, address: place + queryOf(query) };
  if (body === null) return request;
  return row.body === 'form' ? { ...request, body, isForm: true } : { ...request, body };
}

/** @returns the query with its question mark; an empty text when it has no fields */
function queryOf(fields: Fields): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, textOf(value));
  return query.size === 0 ? '' : `?${query}`;
}
