/** What breaks callers. `openapi.test.ts` compares the API as it is now with the last release. */
import t from 'tap';
import { breakingChanges, contractOf, type Json } from '../support/openapi/compare.ts';
import { currentDocument } from '../support/openapi/document.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- each case reaches into another place
type Any = any;

/** A small API with one of everything that is compared. */
const small = (): Any => ({
  paths: {
    '/v1/things': {
      get: {
        operationId: 'listThings',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer', maximum: 100, default: 25 } },
          { name: 'sort', in: 'query', schema: { type: 'string', enum: ['name', 'age'] } },
        ],
        responses: {
          200: {
            headers: { 'X-Request-Id': {} },
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['things'],
                  properties: { things: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } },
                },
              },
              'text/csv': { schema: { type: 'string' } },
            },
          },
        },
      },
      post: {
        operationId: 'createThing',
        parameters: [],
        requestBody: {
          required: false,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'],
                additionalProperties: false,
                properties: {
                  name: { type: 'string', minLength: 1, maxLength: 50 },
                  note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
                  step: {
                    anyOf: [
                      tagged('wait', { ms: { type: 'integer' } }),
                      tagged('say', { text: { type: 'string' } }),
                    ],
                  },
                },
              },
            },
          },
        },
        responses: { 200: { content: {} } },
      },
    },
  },
  webhooks: {
    'thing.made': {
      post: {
        operationId: 'onThingMade',
        parameters: [{ name: 'X-Signature', in: 'header', required: true }],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['id', 'kind', 'parent'],
        properties: {
          id: { type: 'string' },
          kind: { type: 'string', enum: ['small', 'large'] },
          parent: { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] },
          step: {
            anyOf: [tagged('wait', { ms: { type: 'integer' } }), tagged('say', { text: { type: 'string' } })],
          },
          counts: { type: 'object', patternProperties: { '^.*$': { type: 'integer' } } },
        },
      },
    },
    securitySchemes: { apiKey: { type: 'http' } },
  },
});
function tagged(type: string, fields: Json): Json {
  return {
    type: 'object',
    required: ['type', ...Object.keys(fields)],
    properties: { type: { const: type }, ...fields },
  };
}

const broken = (change: (document: Any) => void): string[] => {
  const after = small();
  change(after);
  return breakingChanges(small(), after);
};
const body = (document: Any): Any =>
  document.paths['/v1/things'].post.requestBody.content['application/json'].schema;
const list = (document: Any): Any => document.paths['/v1/things'].get;
const listed = (document: Any): Any => list(document).responses[200].content;
const thing = (document: Any): Any => document.components.schemas.Thing;

const BREAKS: [sentence: string, change: (document: Any) => void][] = [
  ['GET /v1/things is gone', (d) => delete d.paths['/v1/things'].get],
  [
    'POST /v1/things: its operationId is makeThing',
    (d) => (d.paths['/v1/things'].post.operationId = 'makeThing'),
  ],
  ['GET /v1/things: the parameter query sort is gone', (d) => list(d).parameters.pop()],
  [
    'GET /v1/things: the parameter query owner is required now',
    (d) => list(d).parameters.push({ name: 'owner', in: 'query', required: true }),
  ],
  [
    'GET /v1/things: the parameter query limit is required now',
    (d) => (list(d).parameters[0].required = true),
  ],
  [
    'GET /v1/things query limit: maximum is 50 instead of 100',
    (d) => (list(d).parameters[0].schema.maximum = 50),
  ],
  [
    'GET /v1/things query limit: default is 10 instead of 25',
    (d) => (list(d).parameters[0].schema.default = 10),
  ],
  ['GET /v1/things query sort: takes no "age" any more', (d) => list(d).parameters[1].schema.enum.pop()],
  ['GET /v1/things: answers 200 no more', (d) => (list(d).responses = {})],
  [
    'GET /v1/things: the header X-Request-Id of its response 200 is gone',
    (d) => (list(d).responses[200].headers = {}),
  ],
  ['GET /v1/things 200: text/csv is gone', (d) => delete listed(d)['text/csv']],
  ['GET /v1/things 200.things is gone', (d) => delete listed(d)['application/json'].schema.properties.things],
  [
    'GET /v1/things 200.things may be missing now',
    (d) => (listed(d)['application/json'].schema.required = []),
  ],
  ['POST /v1/things: requires a body now', (d) => (d.paths['/v1/things'].post.requestBody.required = true)],
  ['POST /v1/things: takes no body any more', (d) => delete d.paths['/v1/things'].post.requestBody],
  ['POST /v1/things.note is gone', (d) => delete body(d).properties.note],
  ['POST /v1/things.note: takes no null any more', (d) => (body(d).properties.note = { type: 'string' })],
  ['POST /v1/things.note is required now', (d) => body(d).required.push('note')],
  [
    'POST /v1/things.colour is required now',
    (d) => {
      body(d).properties.colour = { type: 'string' };
      body(d).required.push('colour');
    },
  ],
  ['POST /v1/things.name: minLength is 2 instead of 1', (d) => (body(d).properties.name.minLength = 2)],
  ['POST /v1/things.name: pattern is ^x instead of none', (d) => (body(d).properties.name.pattern = '^x')],
  ['POST /v1/things.name: takes no string any more', (d) => (body(d).properties.name = { type: 'integer' })],
  [
    'POST /v1/things.step: takes no object with type "say" any more',
    (d) => body(d).properties.step.anyOf.pop(),
  ],
  [
    'POST /v1/things.step.until is required now',
    (d) => body(d).properties.step.anyOf[0].required.push('until'),
  ],
  ['Thing (in a response).id is gone', (d) => delete thing(d).properties.id],
  ['Thing (in a response).id may be missing now', (d) => (thing(d).required = ['kind', 'parent'])],
  [
    'Thing (in a response).id: may be null now',
    (d) => (thing(d).properties.id = { type: ['string', 'null'] }),
  ],
  ['Thing (in a response).id: may be integer now', (d) => (thing(d).properties.id = { type: 'integer' })],
  ['Thing (in a response).kind: may be null now', (d) => thing(d).properties.kind.enum.push(null)],
  ['Thing (in a response).kind: may be string now', (d) => (thing(d).properties.kind = { type: 'string' })],
  ['Thing (in a response).step.ms is gone', (d) => delete thing(d).properties.step.anyOf[0].properties.ms],
  [
    'Thing (in a response).counts.*: may be string now',
    (d) => (thing(d).properties.counts.patternProperties = { '^.*$': { type: 'string' } }),
  ],
  ['webhook thing.made is gone', (d) => delete d.webhooks['thing.made']],
  ['webhook thing.made: header X-Signature is gone', (d) => (d.webhooks['thing.made'].post.parameters = [])],
  ['security scheme apiKey is gone', (d) => (d.components.securitySchemes = {})],
];

const FINE: [what: string, change: (document: Any) => void][] = [
  ['nothing changes', () => undefined],
  ['a new operation', (d) => (d.paths['/v1/others'] = d.paths['/v1/things'])],
  [
    'a new optional parameter',
    (d) => list(d).parameters.push({ name: 'owner', in: 'query', schema: { type: 'string' } }),
  ],
  ['a new optional field of a request', (d) => (body(d).properties.colour = { type: 'string' })],
  ['a new value in a request', (d) => list(d).parameters[1].schema.enum.push('size')],
  ['longer texts', (d) => (body(d).properties.name.maxLength = 500)],
  [
    'null is accepted',
    (d) => (body(d).properties.name = { anyOf: [body(d).properties.name, { type: 'null' }] }),
  ],
  ['a field that was required is optional in a request', (d) => (body(d).required = [])],
  ['a new kind of step in a request', (d) => body(d).properties.step.anyOf.push(tagged('ask', {}))],
  ['a new field of a response', (d) => (thing(d).properties.colour = { type: 'string' })],
  ['a new value in a response', (d) => thing(d).properties.kind.enum.push('huge')],
  ['a new kind of step in a response', (d) => thing(d).properties.step.anyOf.push(tagged('ask', { q: {} }))],
  ['less in a response', (d) => (thing(d).properties.parent = { type: 'null' })],
  ['a new webhook', (d) => (d.webhooks['thing.sold'] = d.webhooks['thing.made'])],
  ['other words', (d) => (thing(d).properties.id.description = 'Its id')],
];

void t.test('what takes something away from callers is a break', async (t) => {
  for (const [sentence, change] of BREAKS) t.match(broken(change), [sentence], sentence);
});

void t.test('what adds something is none', async (t) => {
  for (const [what, change] of FINE) t.strictSame(broken(change), [], what);
});

void t.test('of the real document, no operation and no field of a model can go unnoticed', async (t) => {
  const { components, paths } = contractOf(currentDocument()) as Any;
  const real = { components, paths };
  t.strictSame(breakingChanges(real, structuredClone(real)), []);
  for (const [path, item] of Object.entries(paths as { [path: string]: Any }))
    for (const method of Object.keys(item)) {
      const { [method]: _, ...rest } = item;
      const of = (operations: object): Any => ({ components, paths: { [path]: operations } });
      t.strictSame(breakingChanges(of(item), of(rest)), [`${method.toUpperCase()} ${path} is gone`]);
    }
  for (const [name, model] of Object.entries(components.schemas as { [name: string]: Any })) {
    const content = { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } };
    const read = { '/x': { get: { responses: { 200: { content } } } } };
    for (const field of Object.keys(model.properties ?? {})) {
      const { [field]: _, ...properties } = model.properties;
      const schemas = { ...components.schemas, [name]: { ...model, properties } };
      const found = breakingChanges(
        { components, paths: read },
        { components: { ...components, schemas }, paths: read },
      );
      t.ok(found.includes(`${name} (in a response).${field} is gone`), `${name}.${field}`);
    }
  }
});
