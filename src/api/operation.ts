/**
 * An operation is declared once; its REST route, the check of its input, its entry in the OpenAPI document and its
 * MCP tool all come from that declaration, so they cannot disagree.
 */
import type { Static, TObject, TSchema } from 'typebox';
import type { Context } from '../context.ts';
import type { WaitingFile } from '../media/storage.ts';

/** A workspace as a caller's key reaches it. */
export interface Workspace {
  id: string;
  slug: string;
  name: string;
  timezone: string;
  plan: string;
}

/** Who calls: the user behind a key, with the workspaces the user is a member of, oldest membership first. */
export interface Principal {
  userId: string;
  keyId: string;
  workspaces: Workspace[];
}

/** One call of an operation, checked against its schemas. */
export interface Call<Params = unknown, Query = unknown, Body = unknown> {
  context: Context;
  principal: Principal;
  params: Params;
  query: Query;
  body: Body;
  /** Instant of the call, epoch ms. */
  now: number;
  requestId: string;
  /** Given with a POST that carried an Idempotency-Key: the key, and a hash of method, path and body. */
  idempotency: { key: string; requestHash: Buffer } | null;
  /** The file that was sent, for an operation with `upload`. It is thrown away when the call has ended. */
  file?: WaitingFile;
}

export interface Reply<Result> {
  body: Result;
  /** True when an earlier answer is given again under the same Idempotency-Key. */
  replayed?: boolean;
}

export interface Operation<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
  Result extends TSchema = TSchema,
> {
  /** operationId of the OpenAPI document. */
  id: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Path with parameters in braces: `/v1/posts/{id}`. */
  path: string;
  tag: string;
  summary: string;
  description?: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The body is a form (multipart/form-data): the fields of `body` as texts, and one file in this part. */
  upload?: { part: string; maxBytes: number; description: string };
  result: Result;
  /** Error answers besides those every operation has (400, 401, 403, 429, 500 and so on), with what they mean. */
  errors?: { [status: number]: string };
  /** An example that works, shown in the OpenAPI document and run by a test. */
  example: { params?: Static<Params>; query?: Static<Query>; body?: Static<Body>; result: Static<Result> };
  handle(call: Call<Static<Params>, Static<Query>, Static<Body>>): Promise<Reply<Static<Result>>>;
}

/** Keeps the types of the schemas while declaring. */
export function operation<
  Params extends TObject,
  Query extends TObject,
  Body extends TObject,
  Result extends TSchema,
>(declared: Operation<Params, Query, Body, Result>): Operation<Params, Query, Body, Result> {
  return declared;
}
