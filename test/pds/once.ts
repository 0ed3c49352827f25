/** One record per post, whatever is lost, repeated or edited meanwhile. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import type { MediaItem } from '../../adapters/port/publish.ts';
import type { Work } from '../../adapters/bluesky/checkpoint.ts';
import { manifest as bluesky } from '../../adapters/bluesky/manifest.ts';
import type { Checkpoint } from '../../machines/outcome.ts';
import { cidOf, painted } from './files.ts';
import { type Check, COLLECTION, count, GET, PUT, type Scene } from './scene.ts';
import { stepFor, untilRecord } from './steps.ts';

export function once(scene: Scene): Check[] {
  const { stage, rosa } = scene;
  return [
    {
      title: 'a post whose response is lost is looked up, found, and not sent again',
      async check() {
        stage.front.lose(PUT, 'back');
        const { record, calls } = await scene.publish('Written, but nobody said so');
        equal(record.text, 'Written, but nobody said so');
        deepEqual([count(calls, PUT), count(calls, GET)], [1, 1]);
        return undefined;
      },
    },
    {
      title: 'a post that is lost on its way is looked up, not found, and sent again',
      async check() {
        stage.front.lose(PUT, 'there');
        const { calls } = await scene.publish('Lost on its way');
        deepEqual([count(calls, PUT), count(calls, GET)], [2, 1]);
        return undefined;
      },
    },
    {
      title: 'a repeated step, also twice at once, leaves one record',
      async check() {
        const account = await stage.access(rosa.accountId);
        const step = stepFor(account, 'Once', 'delivery-again');
        const ready = await untilRecord(step);
        const first = await bluesky.publish.publish(ready);
        const second = await bluesky.publish.publish(ready);
        deepEqual(second, first);
        ok(first.kind === 'published');
        scene.published.push(first.networkPostId);

        const other = await untilRecord(stepFor(account, 'Once, at once', 'delivery-at-once'));
        const both = await Promise.all([bluesky.publish.publish(other), bluesky.publish.publish(other)]);
        for (const outcome of both)
          ok(outcome.kind === 'published' || outcome.kind === 'unknown', outcome.kind);
        const found = await bluesky.publish.verify(other);
        ok(found.kind === 'live' && found.networkPostId !== null);
        scene.published.push(found.networkPostId);
        return `at once: ${both.map(({ kind }) => kind).join(' and ')}, then ${found.kind}`;
      },
    },
    {
      title: 'an edit after the record existed finds the key in use, and the record is not changed',
      async check() {
        const account = await stage.access(rosa.accountId);
        const before = await untilRecord(stepFor(account, 'As it was', 'delivery-edited'));
        const first = await bluesky.publish.publish(before);
        ok(first.kind === 'published');
        scene.published.push(first.networkPostId);
        const edited = stepFor(account, 'As it is now', 'delivery-edited', before.checkpoint);
        equal(bluesky.publish.repeatable(edited), 'no_longer');
        const after = await untilRecord(edited);
        const second = await bluesky.publish.publish(after);
        equal(second.kind, 'unknown', JSON.stringify(second));
        const found = await bluesky.publish.verify(after);
        equal(found.kind, 'cannot_tell', JSON.stringify(found));
        equal((await scene.read(first.networkPostId)).text, 'As it was');
        return `${second.kind === 'unknown' ? second.reason : ''}; ${found.kind === 'cannot_tell' ? found.reason : ''}`;
      },
    },
    {
      title: 'blobs that the server no longer has are uploaded again',
      async check() {
        const account = await stage.access(rosa.accountId);
        const file = await painted('#a52');
        const item: MediaItem = { url: 'https://media.test/a.jpg', kind: 'image', extension: 'jpg' };
        const step = stepFor(account, 'A boat, again', 'delivery-blobs', null, [{ item, file }]);
        const ready = await untilRecord(step);
        const work = JSON.parse(
          JSON.stringify(ready.checkpoint).replaceAll(cidOf(file), cidOf(Uint8Array.of(1, 2, 3))),
        ) as Checkpoint;
        const refused = await bluesky.publish.publish({ ...ready, checkpoint: work });
        ok(refused.kind === 'progress', JSON.stringify(refused));
        equal((refused.checkpoint as Work).lostBlobs, 1);
        const again = await bluesky.publish.publish(
          await untilRecord({ ...ready, checkpoint: refused.checkpoint }),
        );
        ok(again.kind === 'published', JSON.stringify(again));
        scene.published.push(again.networkPostId);
        return undefined;
      },
    },
    {
      title: 'every published post exists once, and nothing else exists',
      async check() {
        const all = { repo: rosa.did, collection: COLLECTION, limit: 100 };
        const { data } = await scene.reader.com.atproto.repo.listRecords(all);
        const uris = data.records.map(({ uri }) => uri);
        deepEqual(uris.toSorted(), scene.published.toSorted());
        equal(new Set(uris).size, uris.length);
        return `${uris.length} records`;
      },
    },
  ];
}
