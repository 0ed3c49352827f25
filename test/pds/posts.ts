/** The records on the PDS after a post: text, facets, photos, videos. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import { cidOf, type File, painted, same, sample } from './files.ts';
import type { Check, Scene } from './scene.ts';
import type { Stage } from './stage.ts';

const photo = sample('photo.jpg');
const wide = sample('wide.png');
const clip = sample('clip.mp4');

export function posts(scene: Scene): Check[] {
  const { stage, ben } = scene;
  return [
    {
      title:
        'a text: link, mention and hashtag have the right byte positions, and an unknown mention is plain',
      async check() {
        const text = 'Schöne Boote 🚤 by @ben.test: https://example.org/boats?x=1 #häfen, not @nobody.test';
        const { record } = await scene.publish(text);
        equal(record.text, text);
        const wanted = [
          ['@ben.test', { $type: 'app.bsky.richtext.facet#mention', did: ben.did }],
          [
            'https://example.org/boats?x=1',
            { $type: 'app.bsky.richtext.facet#link', uri: 'https://example.org/boats?x=1' },
          ],
          ['#häfen', { $type: 'app.bsky.richtext.facet#tag', tag: 'häfen' }],
        ] as const;
        const bytes = Buffer.from(text);
        deepEqual(
          record.facets.toSorted((one, other) => one.index.byteStart - other.index.byteStart),
          wanted.map(([words, feature]) => {
            const byteStart = bytes.indexOf(words);
            return {
              index: { byteStart, byteEnd: byteStart + Buffer.byteLength(words) },
              features: [feature],
            };
          }),
        );
        return undefined;
      },
    },
    {
      title: 'a photo keeps its bytes and its aspect ratio',
      async check() {
        const { record } = await scene.publish('A boat', [await stage.host(photo)]);
        equal(record.embed.$type, 'app.bsky.embed.images');
        deepEqual(record.embed.images[0]?.aspectRatio, { width: 1200, height: 900 });
        const image = record.embed.images[0].image;
        deepEqual(image, { $type: 'blob', ref: image.ref, mimeType: 'image/jpeg', size: photo.length });
        equal(image.ref.$link, cidOf(photo));
        ok(same(await scene.bytesOf(image.ref.$link), photo), 'the bytes differ');
        return `${photo.length} bytes, ${image.ref.$link}`;
      },
    },
    {
      title: 'three photos keep their order, two of them JPEGs and one a PNG',
      async check() {
        const files = [photo, wide, await painted('#3a6')];
        const { record } = await scene.publish('Boats', await hosted(stage, files));
        equal(record.embed.$type, 'app.bsky.embed.images');
        const cids = record.embed.images.map(({ image }) => image.ref.$link);
        deepEqual(cids, files.map(cidOf));
        for (const [index, file] of files.entries())
          ok(same(await scene.bytesOf(cids[index] ?? ''), file), `the bytes of photo ${index} differ`);
        equal(record.embed.images[1]?.image.mimeType, 'image/png');
        return undefined;
      },
    },
    {
      title: 'ten photos without a text become a gallery',
      async check() {
        const files = await Promise.all(
          Array.from({ length: 10 }, (_, index) => painted(`#${index}${index}9`)),
        );
        const { record } = await scene.publish('', await hosted(stage, files));
        equal(record.embed.$type, 'app.bsky.embed.gallery');
        const cids = record.embed.items.map(({ image }) => image.ref.$link);
        deepEqual(cids, files.map(cidOf));
        return undefined;
      },
    },
    {
      title: 'a video: the server accepts the blob with the token that it issued for it',
      async check() {
        const { record } = await scene.publish('A boat on its way', [await stage.host(clip)]);
        equal(record.embed.$type, 'app.bsky.embed.video');
        deepEqual(record.embed.aspectRatio, { width: 640, height: 360 });
        ok(same(await scene.bytesOf(record.embed.video.ref.$link), clip), 'the bytes differ');
        return undefined;
      },
    },
  ];
}

async function hosted(stage: Stage, files: File[]): Promise<string[]> {
  const urls: string[] = [];
  for (const file of files) urls.push(await stage.host(file));
  return urls;
}
