/**
 * Networks whose descriptions come from npm are judged with every run of the tests: what their adapters send and read, and
 * what their simulators answer, while posts are published, looked up and counted.
 */
// Runs alone: it replaces modules of its process by ones that record.
import './record/preload.js';
import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { PostContent } from '../../adapters/port/publish.ts';

// what is imported by name is loaded before the modules are replaced
const { exceptions } = await import('./exceptions.ts');
const { TABLE } = await import('./judges/table.ts');
const { judgeAll } = await import('./report.ts');
const { networks } = await import('../../adapters/networks.ts');
const { networks: simulated } = await import('../../simulators/networks.ts');
const { drive, look, setScene } = await import('../contract/drive.ts');
const { photos, post } = await import('../contract/media.ts');
const { recorded } = await import('./record/records.ts');
const { callOf } = await import('./calls.ts');

const LINK = 'https://example.com/a';
const ARTICLE = 'Boats at noon\n\nTwo came in with the tide.';
/** Names of credentials that are not secret. */
const NOT_SECRET =
  'identifier did keyId account languageCode clientId channelId channelType teamId site'.split(' ');
/** The same with a description of each file. */
const described = ({ media, ...content }: PostContent): PostContent => ({
  ...content,
  media: media.map((item, index) => ({ ...item, alt: `Boat ${index}` })),
});

const POSTS: { [network: string]: PostContent[] } = {
  bluesky: [
    post(`Boats #tide @rosa.test ${LINK}`),
    described(post('Boats', photos(2))),
    post('A boat that turns', ['clip.mp4']),
  ],
  ghost: [
    post(ARTICLE),
    described(post(ARTICLE, photos(2))),
    post(ARTICLE, photos(2), { articleSettings: { tags: ['Boats'] } }),
  ],
  google_business: [post('Boats at noon'), post('Boats at noon', photos(1))],
  slack: [post('Boats'), described(post('Boats', photos(2)))],
  youtube: [post('Boats at noon\n\nTwo came in.', ['clip.mp4'])],
};

const fromNpm = Object.keys(TABLE).filter((network) => TABLE[network]?.from === 'npm');

await t.test('each network whose description comes from npm has posts here', async () => {
  deepEqual(Object.keys(POSTS).toSorted(), fromNpm.toSorted());
});

for (const network of fromNpm) {
  await t.test(`${network}: calls and responses fit its description`, async () => {
    const adapter = (networks as { [name: string]: Manifest })[network];
    const simulator = simulated.find(({ platform }) => platform === network);
    ok(adapter && simulator);
    const before = recorded().length;
    const scene = setScene({ adapter, network: simulator, notSecret: NOT_SECRET });
    for (const [index, content] of (POSTS[network] ?? []).entries()) {
      const driven = await drive(scene, { post: content, deliveryId: `delivery-${index}` });
      equal(driven.status, 'published', driven.error ?? '');
      await look(scene, content, driven.checkpoint, { deliveryId: `delivery-${index}` });
    }
    scene.sandbox.numbers.makeHistory(network, scene.account.remoteId, { days: 30, posts: 12 });
    const step = {
      account: scene.account,
      fetch: scene.sandbox.fetch,
      signal: new AbortController().signal,
      now: scene.clock.now,
      without: [],
    };
    await adapter.insights?.posts?.read({ ...step, cursor: null });
    await adapter.insights?.account?.read(step);
    await adapter.insights?.daily?.read({ ...step, from: '2026-04-14', to: '2026-05-04' });

    const calls = recorded()
      .slice(before)
      .flatMap((record) => callOf(record) ?? []);
    const judged = { [network]: { judge: () => TABLE[network]!.judge!(''), known: simulator.known } };
    const { networks: reports } = await judgeAll(calls, judged, exceptions);
    const [report] = reports;
    deepEqual(report?.violations, []);
    ok(report.requests > 0, 'calls were judged');
    // only writes have a schema at Ghost
    if (network !== 'ghost') ok(report.responses > 0, 'responses were judged');
  });
}
