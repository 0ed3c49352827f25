/** PDF documents: media for networks that accept them, left out for all others. */
import { deepEqual, equal, rejects } from 'node:assert/strict';
import t from 'tap';
import { mediaItems } from '../../src/features/media/items.ts';
import { createMediaOpener } from '../../src/features/media/open.ts';
import { open as sampleOf } from '../contract/media.ts';

const PDF = { url: 'https://cdn.example.com/slides.pdf', kind: 'document', extension: 'pdf' } as const;

const opening = (bytes: Uint8Array<ArrayBuffer>, most = 100_000_000) =>
  createMediaOpener({
    fetch: () => Promise.resolve(new Response(bytes)),
    maxBytes: { image: most, video: 0 },
  });

void t.test(
  'a PDF is media if the network accepts documents, and is listed separately if it does not',
  async () => {
    const urls = ['https://cdn.example.com/a.jpg', PDF.url, 'https://cdn.example.com/page'];
    const taking = mediaItems(urls, { documents: true });
    deepEqual(
      taking.items.map(({ kind }) => kind),
      ['image', 'document'],
    );
    deepEqual(taking.documents, []);
    const others = mediaItems(urls);
    deepEqual(
      others.items.map(({ kind }) => kind),
      ['image'],
    );
    deepEqual(others.documents, [PDF.url]);
    deepEqual(others.skipped, ['https://cdn.example.com/page']);
  },
);

void t.test('a PDF is opened with the type of its bytes, within the limit', async () => {
  const { bytes } = await sampleOf(PDF);
  const opened = await opening(bytes)(PDF);
  deepEqual(opened, { bytes, contentType: 'application/pdf', width: null, height: null });
  await rejects(opening(bytes, 10)(PDF), {
    name: 'MediaError',
    message: /slides.pdf is larger than/,
  });
});

void t.test(
  'a PDF with the name of a picture is refused, and so is a picture with the name of a PDF',
  async () => {
    const { bytes } = await sampleOf(PDF);
    const picture = { url: 'https://cdn.example.com/a.jpg', kind: 'image', extension: 'jpg' } as const;
    await rejects(opening(bytes)(picture), { message: /application\/pdf, though its name ends in \.jpg/ });
    const photo = await sampleOf(picture);
    await rejects(opening(photo.bytes)(PDF), { message: /image\/jpeg, though its name ends in \.pdf/ });
    equal(photo.contentType, 'image/jpeg');
  },
);
