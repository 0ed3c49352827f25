/** Small descriptions of a network that does not exist, one for each kind of judge, and calls that fit them. */
import { buildSchema } from 'graphql';
import type { Call } from '../calls.ts';
import { callOf } from '../calls.ts';
import type { CallRecord } from '../record/records.ts';
import type { OpenApi } from './openapi.ts';

/** A call of an adapter with a response of 200. */
export function call(address: string, changes: Partial<CallRecord> = {}): Call {
  const record: CallRecord = {
    by: 'adapter',
    site: 'adapters/boats/publish.ts:1',
    method: 'POST',
    url: address,
    headers: {},
    body: { kind: 'none' },
    response: { status: 200, headers: {}, body: {} },
    reads: {},
    ...changes,
  };
  return callOf(record) ?? { ...record, network: 'boats', address: new URL(address) };
}

const BOAT = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    sails: { type: 'integer' },
    color: { type: 'string', enum: ['red', 'blue'] },
    owner: { type: 'string', nullable: true },
  },
};

export const openApi = {
  paths: {
    '/boats': {
      post: {
        parameters: [
          { name: 'view', in: 'query', schema: { type: 'array', items: { type: 'string', enum: ['full'] } } },
        ],
        requestBody: {
          content: {
            'application/json': { schema: { $ref: '#/components/schemas/Boat' } },
            'multipart/form-data': { schema: { $ref: '#/components/schemas/Boat' } },
          },
        },
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Boat' } } } },
        },
      },
    },
  },
  components: { schemas: { Boat: BOAT } },
} as unknown as OpenApi;

export const botApi = {
  methods: {
    sendBoat: {
      returns: ['Boat'],
      fields: [
        { name: 'chat_id', types: ['Integer', 'String'], required: true },
        { name: 'sails', types: ['Integer'], required: false },
      ],
    },
  },
  types: {
    Boat: { fields: [{ name: 'boat_id', types: ['Integer'], required: true }] },
    ResponseParameters: { fields: [] },
  },
};

export const graphql = `
  type Query { boat(id: ID!): Boat }
  type Boat { id: ID! name: String sails: Int }
  type Mutation { paint(input: PaintInput!): Boat }
  input PaintInput { color: Color! }
  enum Color { RED BLUE }
`;

export const ownSchema = buildSchema(
  'type Query { boat(id: ID!): Boat } type Boat { id: ID! name: String! flag: String }',
);

export const kinds = {
  kinds: {
    Harbour: {
      apis: [
        {
          method: 'POST',
          endpoint: 'boats',
          return: 'Boat',
          params: [
            { name: 'name', type: 'string', required: true },
            { name: 'color', type: 'boat_color_enum_param' },
          ],
        },
        { method: 'GET', endpoint: 'boats', return: 'Boat', params: [] },
      ],
      fields: [],
    },
    Boat: {
      apis: [{ method: 'GET', return: 'Boat', params: [] }],
      fields: [
        { name: 'id', type: 'string' },
        { name: 'sails', type: 'int' },
      ],
    },
  },
  enums: new Map([['boat_color_enum_param', ['RED', 'BLUE']]]),
};

export const collection = {
  item: [
    {
      item: [
        { request: { method: 'POST', url: { path: ['me', 'boats'], query: [{ key: 'name' }] } } },
        { request: { method: 'GET', url: { path: ['{{boat_id}}'], query: [{ key: 'fields' }] } } },
      ],
    },
  ],
  variable: [{ key: 'fields_boats', value: 'id,name' }],
};

export const tables = [
  '### `/boats` - Launch a boat',
  '| URI | HTTP Method | Authentication |',
  '| --- | --- | --- |',
  '| `api.tumblr.com/v2/blog/{blog-identifier}/boats` | POST | OAuth |',
  '#### Request Parameters',
  '| Parameter | Type |',
  '| --- | --- |',
  '| **name** | String |',
].join('\n');
