/**
 * An operation is declared once. Its route, the check of its input and its entry in the OpenAPI document are made from
 * the declaration, so that they cannot disagree. Where it is served is said by its faces:
 *
 * - `rest`: a route of the public API, described in the OpenAPI document;
 * - `dashboard`: a private route of the pages, described nowhere;
 * - `tool`: a tool for agents, at `/mcp` (`src/faces/mcp`).
 *
 * A handler gets the services it needs, its context. An operation says by its type which these are, so the parts of the
 * program declare operations without knowing each other, and the table (`src/service/operations.ts`) compiles only if the
 * context of the service (`src/service/context.ts`) has them all.
 */
import type { Static, TObject, TSchema } from 'typebox';
import type { Tx } from '../../store/connect.ts';
import type { AuditRule, Entry } from './audit-entry.ts';
import type { Principal, Role, Scope } from './principal.ts';
import type { UploadedFile } from './upload.ts';

/** One call of an operation, checked against its schemas. */
export interface Call<Context = unknown, Params = unknown, Query = unknown, Body = unknown> {
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
  /**
   * Given where the caller has to confirm what goes out: compares what happens now with what was agreed to, or says that this
   * has to be agreed to after all. The work of a tool that can be held calls it in its transaction, after it locked what it
   * changes and before it changes anything: what was compared earlier may have changed meanwhile (docs/mcp.md, Confirmations).
   * @throws Problem when something else would happen
   */
  agreed?: (tx: Tx) => Promise<void>;
  /**
   * Its audit entry, for a call that may change something: what runs the work stores it in the same transaction (idempotent.ts,
   * start-once.ts, recorded.ts).
   */
  entry?: Entry | undefined;
  /** The file that was sent, for an operation with `upload`. It is deleted when the call has ended. */
  file?: UploadedFile;
}

/** The file that an operation takes. */
interface Upload {
  part: string;
  maxBytes: number;
  description: string;
  /** The file may also be the whole body, with this content type; the fields of `body` are in the query then. Absent means it may not. */
  raw?: string;
}

/** null means an empty cell. */
export type CsvCell = string | number | null;

export interface Reply<Result> {
  body: Result;
  /** True when an earlier answer is given again under the same Idempotency-Key. */
  replayed?: boolean;
  /** True when the call changed nothing, so that it leaves no audit entry. */
  unchanged?: true;
}

export interface Route<Path extends string = string> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Path with parameters in braces: `/v1/posts/{id}`. */
  path: Path;
}

/** Where an operation is served: at least one of these. */
export interface Faces<Path extends string = string> {
  /** A route of the public API. */
  rest?: Route<Path>;
  /** A route for the pages of the dashboard, not part of the public API. */
  dashboard?: Route<Path>;
  /**
   * `name`: snake_case, as agents call it. `onRequest`: there only for clients that ask for all tools; the 33 of the contract
   * are always there.
   */
  tool?: { name: string; onRequest?: true };
}

/**
 * How an operation treats people who are held to some accounts (held.ts): `followed`: its handler shows and changes what is of their
 * accounts; `irrelevant`: nothing in it is of an account; `refused`: it concerns all accounts of the workspace, 403 held_to_accounts.
 */
type AccountLimit = 'followed' | 'irrelevant' | 'refused';

/** Where operations about the installation are. */
export const INSTALLATION_PATH = '/app/api/installation';

/** What an operation for operators of the installation declares besides. */
export const FOR_OPERATORS = {
  isForOperators: true,
  isForSessions: true,
  isPersonal: true,
  accountLimit: 'irrelevant',
  scope: 'manage',
} as const;

/**
 * Who may call an operation, by its path: one about the installation compiles only if it is for operators, and no other one is. No role
 * in a workspace, key or app leads to it.
 */
type Callers<Path extends string> = Path extends `${typeof INSTALLATION_PATH}${string}`
  ? typeof FOR_OPERATORS
  : { isForOperators?: never };

/** An operation as it is written down, with the types of its schemas. */
interface Declaration<
  Context,
  Params extends TObject,
  Query extends TObject,
  Body extends TObject,
  Result extends TSchema,
  Path extends string,
> extends Faces<Path> {
  /** operationId of the OpenAPI document. */
  id: string;
  /**
   * What a caller needs (src/api/scope.ts); of several, one, and the handler says which. Default `read` for what reads; an
   * operation that may change something names its own.
   */
  scope?: Scope | readonly Scope[];
  /** The roles of which the caller needs one in the workspace. Default: those that its scope stands for (src/api/roles.ts). */
  roles?: readonly Role[];
  /** It concerns the person who calls, not a workspace: no role is needed. */
  isPersonal?: true;
  /** Only a person who is signed in to the dashboard may call it: no key and no app. */
  isForSessions?: true;
  /** How it treats people who are held to some accounts of the workspace. */
  accountLimit: AccountLimit;
  /** The group it is listed in: one of the feature's tags. */
  tag: string;
  summary: string;
  description?: string;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The body is a form (multipart/form-data): the fields of `body` as texts, and one file in this part. */
  upload?: Upload;
  result: Result;
  /** The result as rows, the first one their headings: sent as CSV to who accepts `text/csv`. Absent if there is only JSON. */
  csv?(this: void, result: Static<Result>): CsvCell[][];
  /**
   * Nothing is published, sent or deleted by it, although its method is not GET: a key whose calls have to be confirmed may use it
   * over REST.
   */
  isHarmless?: true;
  /** What its audit entry is about (audit.ts). Default: what its path names. */
  audit?: AuditRule;
  /** Error answers besides those every operation has (400, 401, 403, 429, 500 and so on), with what they mean. */
  errors?: { [status: number]: string };
  /** An example that works, shown in the OpenAPI document and run by a test. */
  example: { params?: Static<Params>; query?: Static<Query>; body?: Static<Body>; result: Static<Result> };
  handle(call: Call<Context, Static<Params>, Static<Query>, Static<Body>>): Promise<Reply<Static<Result>>>;
}

/**
 * An operation as the faces serve it: what its fields are is known to its schemas alone. `in`: a context with more
 * services than the handler needs will do, one with fewer does not compile.
 */
export interface Operation<in Context, out Result = unknown> extends Faces {
  id: string;
  scope?: Scope | readonly Scope[];
  roles?: readonly Role[];
  isPersonal?: true;
  isForSessions?: true;
  /** Only operators of the installation may call it (src/api/operators.ts). */
  isForOperators?: true;
  accountLimit: AccountLimit;
  tag: string;
  summary: string;
  description?: string;
  params?: TObject;
  query?: TObject;
  body?: TObject;
  upload?: Upload;
  result: TSchema;
  csv?(this: void, result: unknown): CsvCell[][];
  isHarmless?: true;
  audit?: AuditRule;
  errors?: { [status: number]: string };
  example: { params?: unknown; query?: unknown; body?: unknown; result: unknown };
  handle(call: Call<Context>): Promise<Reply<Result>>;
}

/** @returns what declares operations whose handlers need these services */
export function operationsWith<Context>() {
  return <
    Params extends TObject,
    Query extends TObject,
    Body extends TObject,
    Result extends TSchema,
    const Path extends string,
  >(
    declared: Declaration<Context, Params, Query, Body, Result, Path> & Callers<Path>,
  ): Operation<Context, Static<Result>> => declared;
}

/** Every route an operation is served at. */
export const routesOf = ({ rest, dashboard }: Faces): Route[] =>
  [rest, dashboard].filter((route) => route !== undefined);
