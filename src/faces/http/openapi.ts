/** The description of the public API (OpenAPI 3.1), generated from the operations that have a route in it. */
import type { TSchema } from 'typebox';
import type { Operation, Route } from '../../api/operation.ts';
import { csvText } from './csv.ts';
import { jsonSchema, type JsonSchema } from './json-schema.ts';
import { ALWAYS, Components, header, HEADERS, LIMITS } from './openapi-components.ts';

/** A call from this service to a server of its users. */
interface OutgoingCall {
  /** `post.published` */
  event: string;
  summary: string;
  description: string;
  /** Headers that it carries. */
  headers: { name: string; description: string; example: string }[];
  body: TSchema;
  example: object;
  /** What the service concludes from the response, by status. */
  responses: { [status: string]: { description: string } };
}

interface OpenApiOptions {
  /** The table of operations; those only for the dashboard are left out. */
  operations: readonly Operation<never>[];
  /** Descriptions of the groups of operations, by name. */
  tags: { [name: string]: string };
  webhooks: readonly OutgoingCall[];
  /** The address that callers use, without a trailing slash. */
  baseUrl: string;
}

type Json = { [key: string]: unknown };

/** @returns the document, plain JSON */
export function openApiDocument({ operations, tags, webhooks, baseUrl }: OpenApiOptions): Json {
  const components = new Components();
  const described: { [path: string]: Json } = {};
  const used = new Set(webhooks.length > 0 ? [WEBHOOKS] : []);
  for (const operation of operations) {
    if (operation.rest === undefined) continue;
    const { method, path } = operation.rest;
    (described[path] ??= {})[method] = describe(operation, operation.rest, components);
    used.add(operation.tag);
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Troupe API',
      version: '1.0.0',
      summary: 'One request publishes a post to many networks.',
      description: ABOUT,
      contact: { name: 'The operator of this installation', url: baseUrl },
      license: { name: 'MIT: this document and clients made from it', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags: [...used].map((name) => ({ name, description: tags[name] })),
    paths: described,
    webhooks: Object.fromEntries(
      webhooks.map((call) => [call.event, { post: describeWebhook(call, components) }]),
    ),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key of the settings tab, or an access token of OAuth 2.1. Keep it on your server.',
        },
      },
      schemas: components.schemas,
      responses: components.responses,
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'Makes a repeated request safe: within 24 hours the same key with the same body returns the first response again, with `Idempotent-Replayed: true`, and nothing is created twice.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
          example: '3f1c9a52-5e0b-4b1e-9d53-0d0c2f6f7a11',
        },
      },
      headers: HEADERS,
    },
  };
  return JSON.parse(JSON.stringify(document)) as Json; // drops the hidden properties of TypeBox schemas
}

/** The group in which calls to users' servers are listed. */
const WEBHOOKS = 'Webhooks';

const ABOUT = `Errors are \`{"error": "what is wrong and what to do", "code", "param", "requestId"}\`. A field or query parameter that is unknown is refused by name. Every response carries \`X-Request-Id\`. Times are ISO 8601 in UTC. Lists are newest first.\n\nThis document may be used freely (MIT), also to generate clients of any licence. The service itself is AGPL-3.0-or-later.`;

function describe(operation: Operation<never>, { method }: Route, components: Components): Json {
  const { id, tag, summary, description, params, query, result, example } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    parameters: [
      ...parametersOf('path', params, example.params, components),
      ...parametersOf('query', query, example.query, components),
      ...(method === 'post' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    requestBody: requestBodyOf(operation, components),
    responses: {
      200: {
        description: 'Done',
        headers: {
          ...ALWAYS,
          ...LIMITS,
          ...(method === 'post' ? { 'Idempotent-Replayed': header('IdempotentReplayed') } : {}),
        },
        content: {
          'application/json': { schema: components.schema(jsonSchema(result)), example: example.result },
          ...(operation.csv && {
            'text/csv': { schema: { type: 'string' }, example: csvText(operation.csv(example.result)) },
          }),
        },
      },
      ...Object.fromEntries(
        failuresOf(operation, method).map((status) => [
          status,
          components.error(status, operation.errors?.[status]),
        ]),
      ),
    },
  };
}

/** The statuses of errors that an operation may respond with, in order. */
function failuresOf({ params, body, errors = {} }: Operation<never>, method: Route['method']): number[] {
  const statuses = new Set([400, 401, 403, 429, 500, 503, ...Object.keys(errors).map(Number)]);
  if (params !== undefined) statuses.add(404);
  if (body !== undefined) for (const status of [413, 415]) statuses.add(status);
  if (method === 'post') for (const status of [409, 422]) statuses.add(status);
  return [...statuses].sort((a, b) => a - b);
}

function requestBodyOf(
  { body, upload, example }: Operation<never>,
  components: Components,
): Json | undefined {
  if (body === undefined) return undefined;
  const schema = components.schema(jsonSchema(body));
  return {
    // every field is optional, so the body is too
    required: upload !== undefined || (jsonSchema(body).required ?? []).length > 0,
    content:
      upload === undefined
        ? { 'application/json': { schema, example: example.body } }
        : {
            'multipart/form-data': { schema: formSchema(schema, upload) },
            ...(upload.raw !== undefined && {
              [upload.raw]: { schema: { type: 'string', description: upload.description } },
            }),
          },
  };
}

/** The fields of a form and its file (OpenAPI 3.1, considerations for file uploads). */
function formSchema(
  fields: JsonSchema,
  { part, description }: NonNullable<Operation<never>['upload']>,
): Json {
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description };
  return {
    ...fields,
    properties: { ...fields.properties, [part]: file },
    required: [...(fields.required ?? []), part],
  };
}

function parametersOf(
  where: 'path' | 'query',
  schema: Operation<never>['query'],
  examples: unknown,
  components: Components,
): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema);
  return Object.entries(properties).map(([name, property]) => {
    const { description, examples: own, ...rest } = components.schema(property);
    const [first] = Array.isArray(own) ? (own as unknown[]) : [];
    return {
      name,
      in: where,
      required: where === 'path' || required.includes(name) ? true : undefined,
      description,
      schema: rest,
      example: (examples as Json | undefined)?.[name] ?? first,
    };
  });
}

function describeWebhook(call: OutgoingCall, components: Components): Json {
  const { event, summary, description, headers, body, example, responses } = call;
  return {
    operationId: `on${event.replaceAll(/(^|\.)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}`,
    tags: [WEBHOOKS],
    summary,
    description,
    security: [],
    parameters: headers.map((one) => ({ ...one, in: 'header', required: true, schema: { type: 'string' } })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: components.schema(jsonSchema(body)), example } },
    },
    responses,
  };
}
