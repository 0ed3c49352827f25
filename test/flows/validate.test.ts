/** What validate says of each account (docs/contract.md, Validate). */
import { performance } from 'node:perf_hooks';
import t from 'tap';
import { platforms } from '../../adapters/networks.ts';
import { LENGTH_UNITS } from '../../adapters/port/measure.ts';
import { startService } from '../support/service.ts';

void t.test('every network says how long the text is to it, where it is cut and what it costs', async (t) => {
  const { call, accounts } = await startService(t, { platforms: [...platforms] });
  const { status, body } = await call('POST', '/v1/posts/validate', {
    content: `Boats ${'a'.repeat(400)}`,
    accountIds: Object.values(accounts),
    overrides: [{ platforms: ['mastodon'], content: 'See https://example.com/a/long/path/to/a/page' }],
    draft: true,
  });
  t.equal(status, 200, JSON.stringify(body));
  const shown = Object.fromEntries(body.accounts.map((account) => [account.platform, account]));
  t.same(Object.keys(shown).toSorted(), [...platforms].toSorted());
  for (const { platform, length, linkPreview, cost } of Object.values(shown)) {
    t.ok((LENGTH_UNITS as readonly string[]).includes(length.unit), `${platform}: ${length.unit}`);
    t.equal(typeof length.used, 'number', platform);
    t.equal(linkPreview, null, platform);
    t.equal(cost === null, platform !== 'x', platform);
  }
  t.match(shown['bluesky'], { length: { used: 406, limit: 300, unit: 'graphemes' }, cutAt: 300 });
  t.equal(shown['bluesky']?.text.length, 300);
  t.match(shown['mastodon'], { length: { used: 27, limit: 500, unit: 'weight' }, cutAt: null });
  t.match(shown['x'], { length: { used: 406, limit: 280, unit: 'weight' }, cutAt: null });
  t.match(shown['x']?.cost, { amount: 0.015, currency: 'USD', why: /without a link/ });
});

void t.test('overrides make validate take no more than twice as long', async (t) => {
  const { call, accounts } = await startService(t, { platforms: [...platforms] });
  const plain = {
    content: 'See https://example.com/page 😀 '.repeat(8),
    accountIds: Object.values(accounts),
    draft: true,
  };
  const own = platforms.slice(0, 5).map((platform) => ({
    platforms: [platform],
    content: `${platform}: https://example.com/page `.repeat(8),
  }));
  const bodies = { plain, own: { ...plain, overrides: own } };
  const times: { [name in keyof typeof bodies]: number[] } = { plain: [], own: [] };
  for (let round = 0; round < 40; round += 1)
    for (const name of ['plain', 'own'] as const) {
      const start = performance.now();
      const { status } = await call('POST', '/v1/posts/validate', bodies[name]);
      times[name].push(performance.now() - start);
      t.equal(status, 200);
    }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!;
  const [without, withOverrides] = [median(times.plain), median(times.own)];
  t.comment(`without ${without.toFixed(2)} ms, with ${withOverrides.toFixed(2)} ms`);
  t.ok(withOverrides <= 2 * without, `${withOverrides} ms ≤ 2 × ${without} ms`);
});
