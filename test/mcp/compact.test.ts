/** Schemas are made smaller without changing what they say. */
import * as fc from 'fast-check';
import t from 'tap';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { JsonSchema } from '../../src/faces/http/json-schema.ts';
import { catalogueOf } from '../../src/faces/mcp/catalogue.ts';
import { compact } from '../../src/faces/mcp/compact.ts';
import { outputSchema } from '../../src/faces/mcp/schema.ts';
import { operations } from '../../src/service/operations.ts';

const tools = [...catalogueOf(operations).values()];
const plainOf = (text: string) => text;

void t.test('"or null" is a list of types, and what occurs twice is named', async (t) => {
  const person = {
    type: 'object',
    properties: { name: { type: 'string', description: 'As they write it.' } },
  };
  const small = compact({
    type: 'object',
    properties: {
      at: { anyOf: [{ type: 'string', format: 'date-time', examples: ['2026'] }, { type: 'null' }] },
      choice: { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
      from: person,
      to: person,
    },
  });
  t.strictSame(small, {
    type: 'object',
    properties: {
      at: { type: ['string', 'null'], format: 'date-time' },
      choice: { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
      from: { $ref: '#/$defs/s1' },
      to: { $ref: '#/$defs/s1' },
    },
    $defs: { s1: person },
  });
});

/** A value with one part of it replaced or left out, wherever the path leads. */
function changed(value: unknown, path: number[], by: unknown): unknown {
  if (typeof value !== 'object' || value === null || path.length === 0) return by;
  const entries = Object.entries(value);
  if (entries.length === 0) return by;
  const place = path[0]! % entries.length;
  const [name, inner] = entries[place]!;
  const next = changed(inner, path.slice(1), by);
  if (Array.isArray(value)) return value.with(place, next);
  return Object.fromEntries(
    entries.flatMap(([key, one]) => (key !== name ? [[key, one]] : next === undefined ? [] : [[key, next]])),
  );
}

void t.test('a result fits the listed schema exactly when it fits the whole one', async (t) => {
  for (const { name, operation, listed } of tools) {
    // a list's records may lack fields in what is listed, because of `fields`
    if ('fields' in listed.inputSchema.properties!) continue;
    const whole = Compile(outputSchema(operation.result, plainOf) as TSchema);
    const small = Compile(listed.outputSchema as TSchema);
    const { result } = operation.example;
    t.ok(whole.Check(result) && small.Check(result), `${name}: its example`);
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(null, undefined, '', 'x', -1, 1.5, true, [], {}, '2026-05-04T08:00:00.000Z'),
        (path, by) => {
          const made = changed(result, path, by);
          return whole.Check(made) === small.Check(made);
        },
      ),
      { numRuns: 100 },
    );
  }
});

void t.test('the list of the usual tools stays below what clients read well', async (t) => {
  const listed = tools.filter(({ onRequest }) => !onRequest).map((tool) => tool.listed);
  const sizeOf = (parts: unknown[]) => JSON.stringify(parts).length;
  t.ok(sizeOf(listed) < 170_000, `${sizeOf(listed)} characters in all`);
  // most clients show a model these alone
  const shown = listed.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  t.ok(sizeOf(shown) < 60_000, `${sizeOf(shown)} characters for a model`);
  const refs: string[] = [];
  const find = (schema: JsonSchema) => {
    if (schema.$ref !== undefined) refs.push(schema.$ref);
  };
  for (const { inputSchema } of listed)
    JSON.stringify(inputSchema, (_, one: JsonSchema) => (find(one ?? {}), one));
  t.strictSame(refs, [], 'what a model is shown has no references: not every client follows them');
});
