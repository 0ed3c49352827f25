/** Whatever JSON comes: bodies are split without a throw, and a bad item never takes a good one with it. */
import { deepEqual, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import t from 'tap';
import { manifest as facebook } from '../../adapters/facebook/manifest.ts';
import { manifest as instagram } from '../../adapters/instagram/manifest.ts';
import { storable } from '../../adapters/lib/storable.ts';
import { manifest as threads } from '../../adapters/threads/manifest.ts';
import type { InboundEvent } from '../../adapters/port/inbound.ts';
import type { Json } from '../../machines/outcome.ts';
import { property } from '../support/property.ts';
import { samplesOf } from './samples/read.ts';

const NOW = 1_790_000_005_000;
const ports = { instagram, facebook, threads };

/** Every key of the samples, so that random bodies reach deep into the readers. */
const KEYS = [
  ...new Set(
    (['instagram', 'facebook', 'threads'] as const).flatMap((network) =>
      samplesOf(network).flatMap(({ body }) =>
        [...JSON.stringify(body).matchAll(/"(\w+)":/g)].map(([, key]) => key!),
      ),
    ),
  ),
  '__proto__',
  'constructor',
  'toString',
];
const leaf = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('add', 'comment', 'feed', 'messages', 'react', '0', 'a\0b', '\ud800', '1790000000'),
  fc.double(),
  fc.integer(),
  fc.constantFrom<Json>(null, true, false, 2 ** 60, -1),
);
const json = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 6, depthSize: 'medium' },
    leaf,
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...KEYS), tie('any'), { maxKeys: 6 }),
  ),
})).any;

/** A sample of which one part, found by a random walk, is replaced by anything. */
const broken = (network: keyof typeof ports) =>
  fc
    .tuple(fc.constantFrom(...samplesOf(network)), fc.array(fc.nat(), { maxLength: 9 }), json)
    .map(([{ body }, walk, value]) => replaced(body, walk, value));

function replaced(node: Json, [turn, ...walk]: number[], value: Json): Json {
  if (turn === undefined || typeof node !== 'object' || node === null) return value;
  const keys = Object.keys(node);
  const key = keys[turn % Math.max(keys.length, 1)];
  if (key === undefined) return value;
  const copy = (Array.isArray(node) ? [...node] : { ...node }) as { [key: string]: Json };
  copy[key] = replaced(copy[key]!, walk, value);
  return copy;
}

/** As it comes from the wire. */
const asSent = (body: Json) => JSON.parse(JSON.stringify(body)) as Json;

function isWhole(event: InboundEvent) {
  ok(event.dedupeKey.length > 3 && event.dedupeKey.length <= 400, event.dedupeKey);
  ok(Number.isSafeInteger(event.at) && event.at > 0 && event.at <= NOW + 86_400_000, String(event.at));
  ok(event.remoteId === null || (event.remoteId !== '' && event.remoteId.length <= 500));
  const { raw, ...said } = event;
  deepEqual(storable(raw), raw);
  deepEqual(storable(said as Json), said, 'every text can be stored');
}

for (const [network, { inbound }] of Object.entries(ports)) {
  ok(inbound);
  const split = (body: Json) => inbound.split(asSent(body), NOW);

  void t.test(`${network}: any JSON is split, and what came gives the same event again`, async (t) => {
    const arbitrary = fc.oneof(json, broken(network as keyof typeof ports));
    property(t, { arbitrary, runs: 3000 }, (body) => {
      for (const event of split(body)) {
        isWhole(event);
        if (event.raw !== null) deepEqual(inbound.split(event.raw, NOW), [event]);
      }
    });
  });

  void t.test(`${network}: good bodies come through beside anything`, async (t) => {
    const samples = samplesOf(network as keyof typeof ports);
    const arbitrary = fc.tuple(
      fc.constantFrom(...samples),
      fc.oneof(json, broken(network as keyof typeof ports)),
    );
    property(t, { arbitrary, runs: 1000 }, ([{ body }, bad]) => {
      const good = Array.isArray(body) ? body : [body];
      const alone = split(good);
      const together = split([bad, ...good, bad]);
      const kept = new Set(together.map((event) => JSON.stringify(event)));
      ok(alone.every((event) => kept.has(JSON.stringify(event))));
    });
  });

  void t.test(`${network}: deep and wide bodies are split too`, async () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`) as Json;
    for (const body of [
      deep,
      { entry: deep },
      { entry: [{ id: '1', changes: deep, time: deep }] },
      { values: deep },
    ]) {
      for (const event of inbound.split(body, NOW)) isWhole(event);
    }
    const items = samplesOf(network as keyof typeof ports)
      .map(({ body }) => body)
      .flat();
    const many = Array.from({ length: 1000 }, (_, index) => items[index % items.length]!);
    ok(inbound.split(many, NOW).length >= 1000);
  });
}
