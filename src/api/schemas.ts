/**
 * Words that the schemas of all operations are written with. A shape made with `model` is a component of the OpenAPI
 * document, and every place that holds it refers to it there.
 */
import { Type, type TSchema, type TStringOptions } from 'typebox';
import { ERROR_CODES } from './problem.ts';

/**
 * Names a schema among the components of the OpenAPI document. The name is a keyword of the schema itself, since the
 * schema's identity is lost when it is made optional or cloned; it does not reach the document.
 */
export function model<T extends TSchema>(name: string, schema: T): T {
  return Object.assign(schema, { 'x-model': name });
}

/** Option of an object that takes no other fields than those it names. */
export const closed = { additionalProperties: false };

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** One of these texts, in an answer. Its type is any text, because rows of the database are typed so. */
export const choice = (values: readonly string[], description: string) =>
  Type.String({ enum: [...values], description });

export const text = (description: string) => Type.String({ description });

/** A text of a request that people write, such as a name: blanks alone are refused. @param most characters */
export const notBlank = (most: number, description: string) =>
  Type.String({
    minLength: 1,
    maxLength: most,
    pattern: '\\S',
    'x-must': `have 1 to ${most} characters, not spaces alone`,
    description,
  });

/** An instant, ISO 8601 in UTC. */
export const instant = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-05-04T08:00:00.000Z'] });

/** What an id in a request can belong to. */
export type ResourceKind =
  | 'account'
  | 'account_group'
  | 'actor'
  | 'api_key'
  | 'approval_link'
  | 'automation'
  | 'comment_rule'
  | 'confirmation'
  | 'connect_link'
  | 'conversation'
  | 'conversation_note'
  | 'definition'
  | 'dm_run'
  | 'grant'
  | 'import'
  | 'invitation'
  | 'media'
  | 'member'
  | 'message'
  | 'operator'
  | 'post'
  | 'post_note'
  | 'report_link'
  | 'push_browser'
  | 'saved_reply'
  | 'post_template'
  | 'series'
  | 'feed'
  | 'session'
  | 'webhook'
  | 'workspace';

/**
 * An id (or slug) in a request. A caller reaches only what belongs to the caller's own workspaces, and a test makes
 * sure of it for every field that is declared with this.
 *
 */
export const resourceId = (kind: ResourceKind, options: TStringOptions = {}) =>
  Type.String({ maxLength: 64, ...options, 'x-resource': kind });

/** A text that does not begin with an id of this service, such as `post_01JD0000000000000000000001`. */
const NOT_OURS = '^(?![a-z]{2,8}_[0-9A-HJKMNP-TV-Z]{26})';

/**
 * A network's own id in a request. An id of this service in its place, which the network cannot have, is refused with where to find
 * the other one. The pattern is not part of the document: nothing that was right before is refused.
 * @param where what names it, such as "`networkPostId` of GET /v1/performance"
 */
export const networkId = (where: string, options: TStringOptions = {}) =>
  Type.String({
    maxLength: 256,
    pattern: NOT_OURS,
    'x-network-id': true,
    'x-must': `be the network's own id, not one of this service: it is ${where}`,
    ...options,
  });

/** The id in a path such as `/v1/posts/{id}`. */
export const idParams = (kind: ResourceKind) => Type.Object({ id: resourceId(kind) });

/** No pattern: a slug that cannot be one is a workspace the caller is not a member of. */
const WorkspaceSlug = resourceId('workspace', {
  minLength: 1,
  maxLength: 63,
  description: 'Workspace slug; else your first.',
  examples: ['cafe-luna'],
});

/** The field `workspace` of a query or body. */
export const workspaceField = { workspace: Type.Optional(WorkspaceSlug) };

/** A query that names the workspace alone. */
export const workspaceQuery = Type.Object(workspaceField, closed);

/** The answer of a DELETE. */
export const Deleted = Type.Object({ id: Type.String(), deleted: Type.Literal(true) });

const ErrorCodeName = model(
  'ErrorCode',
  Type.Enum([...ERROR_CODES], {
    type: 'string',
    description:
      'Stable name of the error, in snake_case. Later versions may add some: treat one that you do not know by its status.',
  }),
);

/** Beside the code of an error, refusal or warning. */
export const ErrorValues = model(
  'ErrorValues',
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description:
      'What the sentence names, such as `limit`, `length` and `network`, so that a program can make a sentence of its own of it and the code. Absent means nothing.',
    examples: [{ limit: 20 }],
  }),
);

/** The one shape of every error; the contract has `error`, the rest is additive. */
export const ErrorAnswer = model(
  'Error',
  Type.Object({
    error: text('What is wrong and what to do, in a sentence.'),
    code: ErrorCodeName,
    param: Type.Optional(
      Type.String({ description: 'JSON pointer of the field at fault.', examples: ['/media/1'] }),
    ),
    values: Type.Optional(ErrorValues),
    accountId: Type.Optional(text('The account at fault.')),
    networkCode: Type.Optional(
      text("The network's own code of its refusal. Absent means no response of a network refused anything."),
    ),
    requestId: text('As in the header X-Request-Id: name it when you ask for help.'),
  }),
);
