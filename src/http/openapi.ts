/** The description of the API (OpenAPI 3.1, spec section 9), made from the table of operations. */
import type { Operation } from '../api/operation.ts';
import { ErrorAnswer } from '../api/schemas.ts';
import { kinds, type OutgoingEvent, outgoingEvents } from '../kinds/index.ts';
import { jsonSchema, mapInside, type JsonSchema } from './json-schema.ts';

export interface OpenApiOptions {
  operations: readonly Operation[];
  /** Address that callers use, without a slash at the end. */
  baseUrl: string;
  /** Path items of routes outside the table (a multipart upload, say), as they are to appear. */
  paths?: { [path: string]: object };
}

type Json = { [key: string]: unknown };

/** @returns the document, plain JSON */
export function openApiDocument({ operations, baseUrl, paths = {} }: OpenApiOptions): Json {
  const components = new Components();
  const described: { [path: string]: Json } = {};
  for (const operation of operations) {
    const item = (described[operation.path] ??= {});
    item[operation.method] = describe(operation, components);
  }
  const webhooks = Object.fromEntries(
    outgoingEvents(kinds).map((event) => [event.name, { post: describeWebhook(event, components) }]),
  );
  const used = new Set(['Webhooks', ...operations.map((operation) => operation.tag)]);
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Troupe API',
      version: '1.0.0',
      summary: 'One request publishes a post to many networks.',
      description: ABOUT,
      license: { name: 'GNU Affero General Public License v3.0 or later', identifier: 'AGPL-3.0-or-later' },
    },
    servers: [{ url: baseUrl }],
    security: [{ apiKey: [] }],
    tags: [...used].map((name) => ({ name, description: TAGS[name] })),
    paths: { ...described, ...paths },
    webhooks,
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
            'Makes a repeat safe: within 24 hours the same key with the same body is given the first answer again, with `Idempotent-Replayed: true`, and nothing is made twice.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
          example: '3f1c9a52-5e0b-4b1e-9d53-0d0c2f6f7a11',
        },
      },
      headers: HEADERS,
    },
  };
  return JSON.parse(JSON.stringify(document)) as Json; // what TypeBox hides in schemas stays behind
}

const ABOUT = `Errors are \`{"error": "what is wrong and what to do", "code", "param", "requestId"}\`. A field or query parameter that is not known is refused with its name. Every answer carries \`X-Request-Id\`. Times are ISO 8601 in UTC. Lists are newest first.`;

const TAGS: { [name: string]: string } = {
  Posts: 'Publish, schedule, edit and follow posts on many accounts at once.',
  Media: 'Host images and videos for posts.',
  Scheduling: 'The posting schedule of a workspace and its next free slot.',
  Pinterest: 'What a pin needs besides a post.',
  Workspaces: 'One for each customer or brand, with accounts, a schedule and webhooks of its own.',
  Accounts: 'Accounts at the networks that posts go to.',
  'Connect links': 'Hosted pages on which people connect their accounts without a login here.',
  Analytics: 'Numbers of posts and accounts.',
  Comments: 'Read and answer comments on published posts.',
  Inbox: 'Read and answer direct messages.',
  'Comment-to-DM rules': 'A keyword in a comment sends a private message.',
  'DM automations': 'Conversations of several steps within the reply window.',
  Webhooks: 'Calls to your own servers when something happens.',
  Debugger:
    'The statecharts behind every post, delivery and account: where they stand, how they got there, and a hand.',
};

const HEADERS = {
  RequestId: {
    description: 'Names the request: your own X-Request-Id where you sent one.',
    schema: { type: 'string' },
    example: 'req_8Qm2Xv0dK3sT',
  },
  RateLimitPolicy: {
    description: 'Requests (q) a key may make in a window of seconds (w).',
    schema: { type: 'string' },
    example: '"default";q=6000;w=60',
  },
  RateLimit: {
    description: 'Requests left (r), and seconds (t) until all of them are there again.',
    schema: { type: 'string' },
    example: '"default";r=5999;t=1',
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' }, example: 2 },
  IdempotentReplayed: {
    description: '`true` when an earlier answer is given again under the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

const header = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });
const ALWAYS = { 'X-Request-Id': header('RequestId') };
const LIMITS = { 'RateLimit-Policy': header('RateLimitPolicy'), RateLimit: header('RateLimit') };

/** Schemas and answers that are referred to by name. */
class Components {
  readonly schemas: { [name: string]: unknown } = {};
  readonly responses: { [name: string]: unknown } = {};

  /** The schema as it goes into the document: models become references. */
  schema(schema: JsonSchema): JsonSchema {
    const { 'x-model': name, 'x-must': _, ...rest } = mapInside(schema, (inner) => this.schema(inner));
    if (name === undefined) return rest;
    const known = this.schemas[name];
    this.schemas[name] ??= rest;
    // a variant, such as one that is made optional with another description, cannot share the name
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(rest)) return rest;
    return { $ref: `#/components/schemas/${name}` };
  }

  /** An error answer, by name where it is what every operation has. */
  error(status: number, meaning: string | undefined): unknown {
    const common = ERRORS[status];
    if (meaning === undefined && common !== undefined) {
      this.responses[common.name] ??= this.errorAnswer(status, common.meaning, common.example);
      return { $ref: `#/components/responses/${common.name}` };
    }
    const said = meaning ?? 'See the sentence in `error`';
    const error = said.charAt(0).toLowerCase() + said.slice(1);
    return this.errorAnswer(status, said, { error, code: common?.example.code ?? 'refused' });
  }

  errorAnswer(status: number, description: string, example: object): unknown {
    return {
      description,
      headers: {
        ...ALWAYS,
        ...(status === 429 ? { ...LIMITS, 'Retry-After': header('RetryAfter') } : {}),
      },
      content: {
        'application/json': {
          schema: this.schema(jsonSchema(ErrorAnswer)),
          example: { ...example, requestId: HEADERS.RequestId.example },
        },
      },
    };
  }
}

interface CommonError {
  name: string;
  meaning: string;
  example: { error: string; code: string; param?: string };
}

const ERRORS: { [status: number]: CommonError } = {
  400: {
    name: 'Invalid',
    meaning: 'A field or parameter breaks a rule, is missing or is not known',
    example: { error: 'content is required', code: 'required', param: '/content' },
  },
  401: {
    name: 'Unauthorized',
    meaning: 'The key is missing, mistyped or revoked',
    example: {
      error: 'this API key is not known: it is mistyped, or it was revoked',
      code: 'unauthorized',
    },
  },
  403: {
    name: 'Forbidden',
    meaning: 'The key does not reach the workspace, or its plan does not include this',
    example: {
      error: 'this key does not reach the workspace "cafe-luna"',
      code: 'not_a_member',
      param: '/workspace',
    },
  },
  404: {
    name: 'NotFound',
    meaning: 'There is nothing with this id in the workspace',
    example: {
      error: 'there is no post post_01JD0000000000000000000001 in this workspace',
      code: 'not_found',
    },
  },
  409: {
    name: 'InProgress',
    meaning: 'The first request with this Idempotency-Key is still running',
    example: {
      error: 'the first request with this Idempotency-Key is still running; try again shortly',
      code: 'idempotency_in_progress',
    },
  },
  413: {
    name: 'BodyTooLarge',
    meaning: 'The body is larger than allowed',
    example: { error: 'the request body is larger than the 1 MiB allowed here', code: 'body_too_large' },
  },
  415: {
    name: 'UnsupportedMediaType',
    meaning: 'The body is not JSON by its content type',
    example: {
      error: 'the request has a body but no content-type: send JSON with content-type: application/json',
      code: 'unsupported_media_type',
    },
  },
  422: {
    name: 'KeyReused',
    meaning: 'The Idempotency-Key was used with another request',
    example: {
      error: 'this Idempotency-Key was used with another request within the last 24 hours; use a new key',
      code: 'idempotency_mismatch',
    },
  },
  429: {
    name: 'TooManyRequests',
    meaning: 'The key made too many requests',
    example: { error: 'too many requests with this key: try again in 2 s', code: 'rate_limited' },
  },
  500: {
    name: 'Internal',
    meaning: 'Something went wrong on our side',
    example: { error: 'something went wrong on our side', code: 'internal' },
  },
};

function describe(operation: Operation, components: Components): Json {
  const { id, method, tag, summary, description, params, query, body, upload, result, example } = operation;
  const statuses = new Set([400, 401, 403, 429, 500, ...Object.keys(operation.errors ?? {}).map(Number)]);
  if (params !== undefined) statuses.add(404);
  if (body !== undefined) for (const status of [413, 415]) statuses.add(status);
  if (method === 'post') for (const status of [409, 422]) statuses.add(status);
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
    requestBody:
      body === undefined
        ? undefined
        : {
            // every field may be left out, and so may the body
            required: upload !== undefined || (jsonSchema(body).required ?? []).length > 0,
            content:
              upload === undefined
                ? {
                    'application/json': {
                      schema: components.schema(jsonSchema(body)),
                      example: example.body,
                    },
                  }
                : {
                    'multipart/form-data': {
                      schema: formSchema(components.schema(jsonSchema(body)), upload),
                    },
                  },
          },
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
        },
      },
      ...Object.fromEntries(
        [...statuses]
          .sort((a, b) => a - b)
          .map((status) => [status, components.error(status, operation.errors?.[status])]),
      ),
    },
  };
}

/** The fields of a form and its file (OpenAPI 3.1, considerations for file uploads). */
function formSchema(fields: JsonSchema, { part, description }: NonNullable<Operation['upload']>): Json {
  const file = { type: 'string', contentMediaType: 'application/octet-stream', description };
  return {
    ...fields,
    properties: { ...fields.properties, [part]: file },
    required: [...(fields.required ?? []), part],
  };
}

function parametersOf(
  where: 'path' | 'query',
  schema: Operation['query'],
  examples: object | undefined,
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

function describeWebhook(
  { name: event, summary, schema, example }: OutgoingEvent,
  components: Components,
): Json {
  const signature = (name: string, description: string, example: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
    example,
  });
  return {
    operationId: `on${event.replaceAll(/(^|\.)(\w)/g, (_, __, letter: string) => letter.toUpperCase())}`,
    tags: ['Webhooks'],
    summary,
    description:
      'Sent once, with a timeout of 10 seconds; an endpoint with `retries` is sent it again under the same webhook-id. Check the signature over the raw bytes before you read them.',
    security: [],
    parameters: [
      signature(
        'X-Service-Signature',
        "`sha256=` and the HMAC-SHA256 of the raw body under the endpoint's signing secret, in lower-case hex.",
        'sha256=5f2c1e0a7b9d4c3e8f6a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60',
      ),
      signature('webhook-id', 'Id of the event: use it to notice repeats.', 'evt_01JD0000000000000000000001'),
      signature('webhook-timestamp', 'When this try left, in seconds since 1970.', '1777881601'),
      signature(
        'webhook-signature',
        'As Standard Webhooks sign: `v1,` and the HMAC-SHA256 of id, timestamp and body, in base64.',
        'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      ),
    ],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: components.schema(jsonSchema(schema)),
          example: {
            event,
            timestamp: '2026-05-04T08:00:01.000Z',
            workspace: 'cafe-luna',
            ...example,
          },
        },
      },
    },
    responses: {
      '2XX': { description: 'Taken. Anything else counts as failed.' },
      410: { description: 'The endpoint is gone for good: the send is not repeated.' },
    },
  };
}
