import t from 'tap';
import { OUTAGE_KINDS, scenarioOf } from './scenario.ts';

const SEEDS = 500;

void t.test('the same seed is the same scenario, and another seed another one', async (t) => {
  const texts = Array.from({ length: SEEDS }, (_, seed) => JSON.stringify(scenarioOf(seed)));
  for (const [seed, text] of texts.entries()) t.equal(JSON.stringify(scenarioOf(seed)), text);
  t.equal(new Set(texts).size, SEEDS);
});

void t.test('seeds in a row have every kind of outage, and every move within it', async (t) => {
  const scenarios = Array.from({ length: SEEDS }, (_, seed) => scenarioOf(seed));
  const first = scenarios.slice(0, OUTAGE_KINDS.length).map(({ kind }) => kind);
  t.same(first.toSorted(), [...OUTAGE_KINDS].sort());
  const moves = new Set(
    scenarios.flatMap(({ kind, during }) => during.map(({ move }) => `${kind} ${move.kind}`)),
  );
  for (const kind of OUTAGE_KINDS)
    for (const move of ['comment', 'delete comment', 'say', 'unsend', 'tap', 'reply to story', 'post'])
      t.ok(moves.has(`${kind} ${move}`), `somebody does "${move}" during "${kind}"`);
  t.ok(
    scenarios.some(({ during }) => during.filter(({ move }) => move.kind === 'say').length > 25),
    'more people write than one page of conversations has',
  );
});
