/** The Bot API as an OpenAPI document: its methods take a form, a query or JSON, and answer `{ok, result}`. */
import type { Call } from '../calls.ts';
import { NOT_COVERED, type Judge } from './judge.ts';
import { openApiJudge, type OpenApi } from './openapi.ts';
import type { Schema } from './schema-walk.ts';

interface Field {
  name: string;
  types: string[];
  required: boolean;
}

export interface BotApi {
  methods: { [name: string]: { fields?: Field[]; returns: string[] } };
  types: { [name: string]: { fields?: Field[]; subtypes?: string[] } };
}

const BASE = 'https://api.telegram.org';

export function telegramJudge(api: BotApi): Judge {
  const judge = openApiJudge(documentOf(api), { base: BASE, files: /^attached|^file\d*$/ });
  return {
    judge(call: Call) {
      const method = /^\/bot[^/]+\/(\w+)$/.exec(call.address.pathname)?.[1];
      if (method === undefined) return NOT_COVERED;
      // a method is called by GET or POST, and its name in any spelling
      return judge.judge({
        ...call,
        method: 'POST',
        address: new URL(`${BASE}/${method}${call.address.search}`),
      });
    },
  };
}

function documentOf({ methods, types }: BotApi): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const [name, { fields = [], returns }] of Object.entries(methods)) {
    const schema = objectOf(fields);
    const content = Object.fromEntries(
      ['application/json', 'multipart/form-data', 'application/x-www-form-urlencoded'].map((type) => [
        type,
        { schema },
      ]),
    );
    paths[`/${name}`] = {
      post: {
        requestBody: { content },
        responses: {
          200: responseOf({ ok: { const: true }, result: anyOf(returns), description: { type: 'string' } }, [
            'result',
          ]),
          default: responseOf(
            {
              ok: { const: false },
              error_code: { type: 'integer' },
              description: { type: 'string' },
              parameters: { $ref: '#/components/schemas/ResponseParameters' },
            },
            ['error_code', 'description'],
          ),
        },
      },
    };
  }
  const schemas = Object.fromEntries(
    Object.entries(types).map(([name, { fields, subtypes }]) => [
      name,
      name === 'InputFile' ? { type: 'string' } : fields ? objectOf(fields) : anyOf(subtypes ?? []),
    ]),
  );
  return { paths, components: { schemas } } as OpenApi;
}

function responseOf(properties: { [name: string]: Schema }, required: string[]) {
  const schema = { type: 'object', properties, required: ['ok', ...required] };
  return { content: { 'application/json': { schema } } };
}

function objectOf(fields: Field[]): Schema {
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, types }) => [name, anyOf(types)])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
}

function anyOf(types: string[]): Schema {
  if (types.length === 0) return {};
  const [only] = types;
  return types.length === 1 && only !== undefined ? schemaOf(only) : { anyOf: types.map(schemaOf) };
}

const PLAIN: { [type: string]: Schema } = {
  Integer: { type: 'integer' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  True: { const: true },
  Float: { type: 'number' },
};

function schemaOf(type: string): Schema {
  if (type.startsWith('Array of ')) return { type: 'array', items: schemaOf(type.slice('Array of '.length)) };
  return PLAIN[type] ?? { $ref: `#/components/schemas/${type}` };
}
