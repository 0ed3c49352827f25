/** Whatever JSON a network sends: every call for numbers returns, throws nothing, and gives no number that is none. */
import { ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { Json } from '../../machines/outcome.ts';
import { seedOf } from '../support/property.ts';
import { accountOf, casesOf, make, NOW, platformsWithCases } from './insights-cases.ts';

const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('12', '2026-09-20T08:15:00+0000', 'views', '-1', '1e400', '+275760-09-13'),
  fc.double(),
  fc.integer(),
  fc.constantFrom<Json>(null, true, false, 2 ** 60, -1, 1e308),
);

/** Any JSON with the keys of the network's samples, so that it reaches deep into the readers. */
function jsonWith(keys: string[]): fc.Arbitrary<Json> {
  return fc.letrec<{ any: Json }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 6, depthSize: 'medium' },
      leaf,
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...keys, '__proto__', 'constructor'), tie('any'), { maxKeys: 6 }),
    ),
  })).any;
}

/** A sample of which one part, found by a random walk, is replaced by anything. */
function replaced(node: Json, [turn, ...walk]: number[], value: Json): Json {
  if (turn === undefined || typeof node !== 'object' || node === null) return value;
  const keys = Object.keys(node);
  const key = keys[turn % Math.max(keys.length, 1)];
  if (key === undefined) return value;
  const copy = (Array.isArray(node) ? [...node] : { ...node }) as { [key: string]: Json };
  copy[key] = replaced(copy[key]!, walk, value);
  return copy;
}

/** No number is infinite, which JSON would turn into null; every post has an id and a time. */
function isWhole(gives: unknown): void {
  ok(typeof gives === 'object' && gives !== null && 'kind' in gives);
  const walk = (node: unknown): void => {
    if (typeof node === 'number') ok(Number.isFinite(node), JSON.stringify(gives));
    if (typeof node !== 'object' || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === 'networkPostId') ok(typeof value === 'string');
      if (key === 'publishedAt') ok(typeof value === 'number');
      if (key === 'day') ok(typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value), String(value));
      walk(value);
    }
  };
  walk(gives);
}

for (const platform of platformsWithCases) {
  void t.test(`${platform}: any JSON is read without a throw`, async (t) => {
    const port = (networks as { [name: string]: Manifest })[platform]?.insights;
    ok(port);
    const cases = casesOf(platform);
    const keys = [...new Set([...JSON.stringify(cases).matchAll(/"([\w$-]+)":/g)].map(([, key]) => key!))];
    const arbitrary = fc.record({
      one: fc.constantFrom(...cases),
      walk: fc.array(fc.nat(), { maxLength: 9 }),
      value: jsonWith(keys),
      isBroken: fc.boolean(),
      status: fc.constantFrom(200, 200, 200, 400, 403, 404, 429, 500),
    });
    const runs = 400;
    const holds = fc.asyncProperty(arbitrary, async ({ one, walk, value, isBroken, status }) => {
      let turn = 0;
      const fetch: typeof globalThis.fetch = () => {
        const sample = one.responses[Math.min(turn, one.responses.length - 1)]?.body ?? null;
        turn += 1;
        const body = isBroken ? replaced(sample, walk, value) : value;
        return Promise.resolve(new Response(JSON.stringify(body), { status }));
      };
      const account = accountOf(platform, one.account);
      const signal = new AbortController().signal;
      isWhole(await make(port, one.call, { account, fetch, signal, now: NOW, without: [], ...one.given }));
    });
    await fc.assert(holds, { seed: seedOf(t), numRuns: runs });
    t.pass(`${runs} cases`);
  });
}
