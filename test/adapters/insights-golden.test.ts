/** What each network's responses say, and what each call asks: the samples of `samples/insights`. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { inTurn } from './bench.ts';
import { accountOf, CALLS, casesOf, make, NOW, platformsWithCases, told } from './insights-cases.ts';

const manifests = networks as { [platform: string]: Manifest };

void t.test('every network that has numbers has a sample of each of its calls', async () => {
  const all = Object.entries(manifests).filter(([, { insights }]) => insights !== undefined);
  deepEqual(all.map(([platform]) => platform).toSorted(), platformsWithCases);
  for (const [platform, { insights }] of all) {
    const called = new Set(casesOf(platform).map(({ call }) => call));
    for (const call of CALLS) equal(called.has(call), insights?.[call] !== undefined, `${platform} ${call}`);
  }
});

for (const platform of platformsWithCases) {
  void t.test(`${platform}: samples are read as they mean`, async (t) => {
    const port = manifests[platform]?.insights;
    ok(port);
    for (const one of casesOf(platform)) {
      await t.test(`${one.call}: ${one.name}`, async () => {
        ok(one.source.length > 5);
        const { fetch, requests } = inTurn(
          one.responses.map(({ status = 200, headers = {}, body }) =>
            Response.json(body, { status, headers }),
          ),
        );
        const account = accountOf(platform, one.account);
        const step = {
          account,
          fetch,
          signal: new AbortController().signal,
          now: NOW,
          without: [],
          ...one.given,
        };
        const gives = await make(port, one.call, step);
        deepEqual(requests.map(told), one.asks);
        deepEqual(JSON.parse(JSON.stringify(gives)), one.gives);
        for (const secret of Object.values(account.credentials)) ok(!JSON.stringify(gives).includes(secret));
      });
    }
  });
}
