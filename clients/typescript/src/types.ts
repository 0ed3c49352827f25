/** The shapes of calls, read off the generated types of the API. */
import type { operations, webhooks } from './api.ts';
import type { Methods, table } from './operations.ts';

/** The name of an operation, such as `createPost`. */
export type OperationId = keyof typeof table;

type Table = typeof table;
type Given<Part> = [NonNullable<Part>] extends [never] ? unknown : NonNullable<Part>;
type BodyOf<Body> = [NonNullable<Body>] extends [never]
  ? unknown
  : NonNullable<Body> extends { content: { 'multipart/form-data': infer Form } }
    ? Form
    : NonNullable<Body> extends { content: infer Content }
      ? Content[keyof Content]
      : unknown;

/** An operation as openapi-typescript describes it. */
export interface Described {
  parameters: { path?: unknown; query?: unknown };
  requestBody?: unknown;
  responses: { 200: { content: { 'application/json': unknown } } };
}

/** What a described operation takes: the fields of path, query and body. */
export type InputOf<Operation extends Described> = Given<Operation['parameters']['path']> &
  Given<Operation['parameters']['query']> &
  BodyOf<Operation['requestBody']>;

/** What a described operation responds with. */
export type ReplyOf<Operation extends Described> = Operation['responses'][200]['content']['application/json'];

/** What an operation takes: the fields of path, query and body in one object. */
export type Input<Id extends OperationId> = {
  [Field in keyof InputOf<operations[Id]>]: InputOf<operations[Id]>[Field];
};

/** What an operation responds with. */
export type Reply<Id extends OperationId> = ReplyOf<operations[Id]>;

export interface CallOptions {
  /**
   * Makes the call safe to repeat, for 24 hours. Only for operations that are a POST. Without it the client makes one for the call and
   * keeps it over its retries. Give your own (an order's id) to be safe over a restart of your program too; null sends none, and
   * then the call is not repeated.
   */
  idempotencyKey?: string | null;
  /** Ends the call, and the waits between its tries. */
  signal?: AbortSignal;
  /** How long a try may take, ms. Default: that of the client. */
  timeoutMs?: number;
  /** How often it is tried again. Default: that of the client. */
  retries?: number;
}

/** One operation as a function. */
export type Call<Id extends OperationId> =
  Partial<Input<Id>> extends Input<Id>
    ? (input?: Input<Id>, options?: CallOptions) => Promise<Reply<Id>>
    : (input: Input<Id>, options?: CallOptions) => Promise<Reply<Id>>;

/** Operations that give a list in pages. */
export type PagedId = { [Id in OperationId]: Table[Id] extends { cursor: string } ? Id : never }[OperationId];
/** Those of them whose pages have one list. */
export type ListedId = { [Id in OperationId]: Table[Id] extends { list: string } ? Id : never }[OperationId];

/** One entry of the list that an operation gives. */
export type Item<Id extends ListedId> = Table[Id] extends { list: infer List }
  ? List extends keyof Reply<Id>
    ? Reply<Id>[List] extends readonly (infer One)[]
      ? One
      : never
    : never
  : never;

type EventPayload<Name extends keyof webhooks> =
  webhooks[Name]['post']['requestBody']['content']['application/json'];
/** What is sent to an endpoint, told apart by `event`. */
export type WebhookEvent = {
  [Name in keyof webhooks]: Omit<EventPayload<Name>, 'event'> & { event: Name };
}[keyof webhooks];

export type { Methods };
