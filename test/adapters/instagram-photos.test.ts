import { deepEqual } from 'node:assert/strict';
import t from 'tap';
import {
  MediaError,
  type HostedMedia,
  type MediaItem,
  type MediaRequirements,
} from '../../adapters/port/publish.ts';
import { manifest as instagram } from '../../adapters/instagram/manifest.ts';
import { offer } from '../../adapters/instagram/photos.ts';
import { item, post } from '../contract/media.ts';

/** Offers every item of a post; photos are hosted as squares. */
async function offerAll(files: string[]) {
  const asked: { file: string; requirements: MediaRequirements | undefined }[] = [];
  const host = async (media: MediaItem, requirements?: MediaRequirements): Promise<HostedMedia> => {
    asked.push({ file: media.url.split('/').at(-1)!, requirements });
    return { url: `${media.url}?hosted`, contentType: 'image/jpeg', width: 900, height: 900 };
  };
  const plan = instagram.publish.plan(post('', files), { id: 'acc_1', platform: 'instagram', limits: {} });
  const offered = [];
  for (const one of files) offered.push(await offer({ host, plan }, item(one)));
  return { asked, offered };
}

const FEED = { types: ['image/jpeg'], maxBytes: 8_000_000, ratio: { min: 0.8, max: 1.91 } };
const SQUARE = { ...FEED, ratio: { min: 1, max: 1 } };

void t.test('a single photo is requested as a JPEG between 4:5 and 1.91:1', async () => {
  const { asked, offered } = await offerAll(['a.png']);
  deepEqual(asked, [{ file: 'a.png', requirements: FEED }]);
  deepEqual(offered[0], {
    url: 'https://media.test/a.png?hosted',
    contentType: 'image/jpeg',
    width: 900,
    height: 900,
  });
});

void t.test(
  'photos of a carousel are requested in the shape of its first photo, videos unchanged',
  async () => {
    const { asked } = await offerAll(['clip.mp4', 'a.jpg', 'b.png']);
    deepEqual(asked, [
      { file: 'clip.mp4', requirements: { maxBytes: 300_000_000 } },
      { file: 'a.jpg', requirements: FEED },
      { file: 'a.jpg', requirements: FEED },
      { file: 'b.png', requirements: SQUARE },
    ]);
  },
);

void t.test('a photo that cannot be opened is a permanent or a temporary failure', async () => {
  const plan = instagram.publish.plan(post('', ['a.png', 'b.png']), {
    id: 'acc_1',
    platform: 'instagram',
    limits: {},
  });
  for (const [temporary, kind] of [
    [true, 'retry'],
    [false, 'rejected'],
  ] as const) {
    const host = () => Promise.reject(new MediaError('a.png is damaged.', temporary));
    deepEqual(await offer({ host, plan }, item('b.png')), { kind, reason: 'a.png is damaged.' });
  }
});
