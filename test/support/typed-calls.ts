/** The type of a response by the method and path of its call, from the API's description that the published client is made of too. */
import type { table } from '../../clients/typescript/src/operations.ts';
import type { ReplyOf } from '../../clients/typescript/src/types.ts';
import type { components, operations } from '../../web/src/base/api-types.ts';
import type { ownTable } from '../../web/src/base/own-operations.ts';

type Table = typeof table & typeof ownTable;
type OperationId = keyof Table;

/** A response. `Body` is what the operation at a method and path responds with (`BodyOf`). */
export interface Answer<Body = Untyped> {
  status: number;
  headers: Headers;
  body: Body;
}

/** What the API's description leaves open, such as the context of an actor, and a body whose operation its reader does not name. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests read it all the same
export type Untyped = any;

/** The response of an operation as a test reads it: `Read<'getPost'>['post']`. */
export type Read<Id extends OperationId> = Readable<ReplyOf<operations[Id]>>;

/** A schema of the API's description as a test reads it: `ReadSchema<'Post'>`. */
export type ReadSchema<Name extends keyof components['schemas']> = Readable<components['schemas'][Name]>;

/** The body of the response to a call: the operation's fields and those of an error. A path that names no operation gives an error's alone. */
export type BodyOf<Method extends string, Path extends string> = string extends Path
  ? ReadSchema<'Error'>
  : [IdOf<Method, Path>] extends [never]
    ? ReadSchema<'Error'>
    : WithError<Read<IdOf<Method, Path>>>;

/** Calls an operation of the service by method and path. The body and the headers are not checked: tests send wrong ones on purpose. */
export type Call = <const Method extends string, const Path extends string>(
  method: Method,
  path: Path,
  body?: unknown,
  headers?: { [name: string]: string },
) => Promise<Answer<BodyOf<Method, Path>>>;

type WithError<Body> = Body & Omit<ReadSchema<'Error'>, keyof Body>;

/**
 * A value as a test reads it. A test knows what it made, and fails when that is not there: so nothing is null, a list has the entries that
 * are looked for, and a union has the fields of all its members. A field that no member has does not compile.
 */
export type Readable<Value> = unknown extends Value ? Untyped : Present<NonNullable<Value>>;
type Present<Value> = [Value] extends [never]
  ? never
  : Extract<Value, Plain> | ReadableList<Extract<Value, List>> | ReadableObject<Exclude<Value, Plain | List>>;

type Plain = string | number | boolean;
type List = readonly unknown[];
type ReadableList<Value> = Value extends readonly (infer Entry)[] ? Entries<Readable<Entry>> : never;
type ReadableObject<Value> = [Value] extends [never]
  ? never
  : { [Field in FieldOf<Value>]: Readable<FieldIn<Value, Field>> };
type FieldOf<Value> = Value extends unknown ? Extract<keyof Value, string> : never;
type FieldIn<Value, Field> = Value extends unknown
  ? Field extends keyof Value
    ? Value[Field]
    : never
  : never;

/** A list whose entries are there. */
export type Entries<Entry> = Sure<Entry> & Entry[];
/** What gives an entry of a list, or undefined, gives the entry here. */
interface Sure<Entry> {
  0: Entry;
  1: Entry;
  2: Entry;
  3: Entry;
  at(index: number): Entry;
  find(is: (entry: Entry, index: number) => unknown): Entry;
  findLast(is: (entry: Entry, index: number) => unknown): Entry;
  filter(is: (entry: Entry, index: number) => unknown): Entries<Entry>;
  flatMap<Result>(resultOf: (entry: Entry, index: number) => Result | readonly Result[]): Entries<Result>;
  toReversed(): Entries<Entry>;
  toSorted(compare?: (one: Entry, other: Entry) => number): Entries<Entry>;
  slice(start?: number, end?: number): Entries<Entry>;
}

/** The operation at a method and path; never if there is none. `/posts/batch` names `/posts/batch` before `/posts/{id}`. */
type IdOf<Method extends string, Path extends string> = [ExactIdOf<Method, WithoutQuery<Path>>] extends [
  never,
]
  ? PatternIdOf<Method, SegmentsOf<WithoutQuery<Path>>>
  : ExactIdOf<Method, WithoutQuery<Path>>;
type ExactIdOf<Method extends string, Path extends string> = {
  [Id in OperationId]: Table[Id] extends { method: Method; path: Path } ? Id : never;
}[OperationId];
type PatternIdOf<Method extends string, Segments extends string[]> = {
  [Id in OperationId]: Table[Id]['method'] extends Method
    ? Fits<SegmentsOf<Table[Id]['path']>, Segments> extends true
      ? Id
      : never
    : never;
}[OperationId];

type WithoutQuery<Path extends string> = Path extends `${infer Place}?${string}` ? Place : Path;
type SegmentsOf<Path extends string> = Path extends `${infer First}/${infer Others}`
  ? [First, ...SegmentsOf<Others>]
  : [Path];

/** Whether the segments of a call are those of an operation's path, in which `{id}` stands for any. */
type Fits<Pattern extends string[], Segments extends string[]> = Pattern extends [
  infer Name extends string,
  ...infer Others extends string[],
]
  ? Segments extends [infer Segment extends string, ...infer Rest extends string[]]
    ? Name extends `{${string}}`
      ? Fits<Others, Rest>
      : Segment extends Name
        ? Fits<Others, Rest>
        : false
    : false
  : Segments extends []
    ? true
    : false;
