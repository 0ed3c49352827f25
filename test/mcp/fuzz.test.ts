/** Whatever arguments a model makes up, a tool answers: with a result as its schema says, or with an error in words. */
// Long test: hundreds of generated calls; tools.test.ts calls each kind of tool, and test/flows/fuzz.test.ts generates requests at every change.
import * as fc from 'fast-check';
import t from 'tap';
import { longTest } from '../support/long.ts';
import type { JsonSchema } from '../../src/faces/http/json-schema.ts';
import { createKey } from '../../src/features/auth/keys.ts';
import { type Called, connectClient, VERSIONS } from './client.ts';
import { exampleIn, furnish } from './world.ts';
import { operations } from '../../src/service/operations.ts';

const RUNS = 25;

/** Values of every type, with texts that break databases and parsers. */
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.boolean(),
  fc.integer(),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('\0', '\ud800', '', 'post_x', '2026-13-01', 'https://[::1]/a.png', '__proto__', null),
);

/** Mostly what the schema asks for, sometimes anything. */
function valueOf(schema: JsonSchema): fc.Arbitrary<unknown> {
  const right =
    schema.enum !== undefined
      ? fc.constantFrom(...schema.enum)
      : schema.type === 'integer'
        ? fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 200 })
        : schema.type === 'boolean'
          ? fc.boolean()
          : schema.type === 'array'
            ? fc.array(schema.items === undefined ? anything : valueOf(schema.items), { maxLength: 3 })
            : schema.type === 'object'
              ? fc.record(
                  Object.fromEntries(
                    Object.entries(schema.properties ?? {}).map(([name, one]) => [name, valueOf(one)]),
                  ),
                  { requiredKeys: [] },
                )
              : fc.string({ maxLength: 30 });
  return fc.oneof({ weight: 3, arbitrary: right }, { weight: 1, arbitrary: anything });
}

/** @throws Error for an error without words, or one of ours */
function insistOnWords(name: string, { isError, body }: Called): void {
  if (!isError) return;
  if (typeof body.error !== 'string' || typeof body.code !== 'string')
    throw new Error(`an error without words: ${JSON.stringify(body)}`);
  if (['internal', 'unavailable'].includes(body.code)) throw new Error(`${name}: ${JSON.stringify(body)}`);
}

void t.test('generated arguments get a result that fits, or an error in words', async (t) => {
  const world = await furnish(t);
  for (const [index, version] of VERSIONS.entries()) {
    const { client, call } = await connectClient(t, { ...world, allTools: true }, version);
    for (const { name, inputSchema } of (await client.listTools()).tools) {
      const operation = operations.find(({ tool }) => tool?.name === name)!;
      const { properties = {}, examples } = inputSchema as JsonSchema;
      const [example] = examples as [{ [argument: string]: unknown }];
      const base = await exampleIn(world, operation, example);
      const given = fc.record(
        {
          ...Object.fromEntries(
            Object.entries(properties).map(([argument, one]) => [argument, valueOf(one)]),
          ),
          nope: anything,
          constructor: anything,
        },
        { requiredKeys: [] },
      );
      await fc.assert(
        fc.asyncProperty(given, fc.boolean(), async (made, onExample) => {
          insistOnWords(name, await call(name, onExample && index === 0 ? { ...base, ...made } : made));
        }),
        { numRuns: RUNS },
      );
      t.pass(`${name}, ${version}`);
    }
  }
  t.equal((await world.call('GET', '/v1/workspaces')).status, 200);
});

longTest('so they do when each call has to be confirmed', async (t) => {
  const world = await furnish(t);
  const { userId } = (await world.service.authenticate(world.key))!;
  const held = { userId, name: 'held', confirm: 'call' as const, now: Date.now() };
  const { key } = await createKey(world.service.directory, held);
  const { client, call } = await connectClient(t, { baseUrl: world.baseUrl, key });
  for (const { name, inputSchema } of (await client.listTools()).tools) {
    const { properties = {}, examples } = inputSchema as JsonSchema;
    if (!('confirmation' in properties)) continue;
    const operation = operations.find(({ tool }) => tool?.name === name)!;
    const [example] = examples as [{ [argument: string]: unknown }];
    const base = await exampleIn(world, operation, example);
    const given = fc.record(
      Object.fromEntries(Object.entries(properties).map(([argument, one]) => [argument, valueOf(one)])),
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(given, async (made) => insistOnWords(name, await call(name, { ...base, ...made }))),
      { numRuns: RUNS },
    );
    t.pass(name);
  }
});
