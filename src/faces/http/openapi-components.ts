/** The named parts of the OpenAPI document: schemas, error responses, headers. */
import type { ErrorCode } from '../../api/problem.ts';
import { ErrorAnswer } from '../../api/schemas.ts';
import { codesOf } from './status.ts';
import { type JsonSchema, jsonSchema, mapInside } from './json-schema.ts';

export const HEADERS = {
  RequestId: {
    description: 'Names the request: your own X-Request-Id where you sent one.',
    schema: { type: 'string' },
    example: 'req_8Qm2Xv0dK3sT',
  },
  RateLimitPolicy: {
    description: 'Requests (q) that a key may make in a window of seconds (w).',
    schema: { type: 'string' },
    example: '"default";q=6000;w=60',
  },
  RateLimit: {
    description: 'Requests left (r), and seconds (t) until all are available again.',
    schema: { type: 'string' },
    example: '"default";r=5999;t=1',
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' }, example: 2 },
  IdempotentReplayed: {
    description:
      '`true` when this is the stored response of an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

export const header = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });
export const ALWAYS = { 'X-Request-Id': header('RequestId') };
export const LIMITS = { 'RateLimit-Policy': header('RateLimitPolicy'), RateLimit: header('RateLimit') };

/** Schemas and responses that are referred to by name. */
export class Components {
  readonly schemas: { [name: string]: unknown } = {};
  readonly responses: { [name: string]: unknown } = {};

  /** The schema as the document shows it: models become references. */
  schema(schema: JsonSchema): JsonSchema {
    const {
      'x-model': name,
      'x-must': _,
      'x-resource': __,
      'x-network-id': isNetworkId,
      ...published
    } = mapInside(schema, (inner) => this.schema(inner));
    const { pattern: ___, ...unlisted } = published;
    const rest = isNetworkId === true ? unlisted : published;
    if (name === undefined) return rest;
    const existing = this.schemas[name];
    this.schemas[name] ??= rest;
    // a variant (for example optional, with another description) cannot share the name
    if (existing !== undefined && JSON.stringify(existing) !== JSON.stringify(rest)) return rest;
    return { $ref: `#/components/schemas/${name}` };
  }

  /** An error response, by name if it is the one that every operation has. */
  error(status: number, meaning: string | undefined): unknown {
    const common = ERRORS[status];
    if (meaning === undefined && common !== undefined) {
      this.responses[common.name] ??= this.errorAnswer(status, common.meaning, common.example);
      return { $ref: `#/components/responses/${common.name}` };
    }
    const sentence = meaning ?? 'See the sentence in `error`';
    const error = sentence.charAt(0).toLowerCase() + sentence.slice(1);
    return this.errorAnswer(status, sentence, { error, code: common?.example.code ?? codesOf(status)[0] });
  }

  errorAnswer(status: number, description: string, example: object): unknown {
    return {
      description,
      headers: {
        ...ALWAYS,
        ...(status === 429 ? LIMITS : {}),
        ...(status === 429 || status === 503 ? { 'Retry-After': header('RetryAfter') } : {}),
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
  example: { error: string; code: ErrorCode; param?: string };
}

const ERRORS: { [status: number]: CommonError } = {
  400: {
    name: 'Invalid',
    meaning: 'A field or parameter is invalid, missing or unknown',
    example: { error: 'content is required', code: 'required', param: '/content' },
  },
  401: {
    name: 'Unauthorized',
    meaning: 'The key is missing, mistyped or revoked',
    example: {
      error: 'this API key is unknown: it is mistyped, or it was revoked',
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
  503: {
    name: 'Unavailable',
    meaning: 'The database cannot do its work at the moment',
    example: { error: 'the database takes no writes at the moment: try again', code: 'unavailable' },
  },
};
