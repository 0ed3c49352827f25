/** A file of the library as callers see it. */
import { type Static, Type } from 'typebox';
import type { MediaRow } from '../../../store/media.ts';
import type { MediaUse } from '../../../store/media-uses.ts';
import { choice, instant, model, nullable, text } from '../../api/schemas.ts';
import { kindOf } from './file-types.ts';
import type { MediaType } from './sniff.ts';

/** Posts that an entry of the list names. */
export const MAX_NAMED_USES = 5;

const Use = Type.Object({
  id: text('Id of the post.'),
  status: text('Status of the post.'),
  text: text('The beginning of its text.'),
});

export const MediaFile = model(
  'MediaFile',
  Type.Object(
    {
      id: text('Id of the file.'),
      url: Type.String({ format: 'uri', description: 'Its permanent address, which needs no key.' }),
      type: choice(['image', 'gif', 'video', 'document'], 'What it is.'),
      contentType: text('Its type by its bytes, such as image/jpeg.'),
      name: nullable(text('What it was called where it came from; null if nobody said.')),
      bytes: Type.Integer({ description: 'Its size as it was sent.' }),
      width: nullable(Type.Integer({ description: 'In pixels, as it is shown; null if it is not known.' })),
      height: nullable(Type.Integer({ description: 'In pixels, as it is shown; null if it is not known.' })),
      durationSeconds: nullable(Type.Number({ description: 'Of a video; null if it is not known.' })),
      altText: nullable(
        text(
          'What is on it, for people who do not see it; null if nobody described it. Posts have their own.',
        ),
      ),
      uploadedBy: nullable(
        Type.Object(
          { id: text('Id of the user.'), name: text('Name of the user at that time.') },
          { description: 'Who uploaded it first; null for files of older versions.' },
        ),
      ),
      createdAt: instant('When it was uploaded first.'),
      usedBy: Type.Object(
        {
          count: Type.Integer({
            description: 'Posts that use it, of any status; at most 1,000 are counted.',
          }),
          posts: Type.Array(Use, { description: `The newest ${MAX_NAMED_USES} of them.` }),
          series: Type.Array(Type.String(), { description: 'Ids of series that have not ended and use it.' }),
        },
        { description: 'What uses it, as far as the caller sees it.' },
      ),
    },
    { description: 'A file that is hosted for the workspace.' },
  ),
);

interface Uses {
  count: number;
  posts: readonly MediaUse[];
  series: readonly string[];
}

/** @param url of the file */
export function publicFile(url: string, row: MediaRow, uses: Uses): Static<typeof MediaFile> {
  const { fileName, name: _, ...facts } = row;
  return {
    ...facts,
    url,
    name: fileName,
    type: kindOf(row.contentType as MediaType),
    usedBy: {
      count: uses.count,
      posts: uses.posts.map(({ id, status, text }) => ({ id, status, text })),
      series: [...uses.series],
    },
  };
}

export const mediaExample: Static<typeof MediaFile> = {
  id: 'med_01JD0000000000000000000001',
  url: 'https://troupe.example.org/media/9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.jpg',
  type: 'image',
  contentType: 'image/jpeg',
  name: 'harbour.jpg',
  bytes: 245_760,
  width: 1600,
  height: 1200,
  durationSeconds: null,
  altText: 'A red boat in the harbour',
  uploadedBy: { id: 'usr_01JD0000000000000000000001', name: 'Rosa' },
  createdAt: '2026-05-04T08:00:00.000Z',
  usedBy: {
    count: 1,
    posts: [{ id: 'post_01JD0000000000000000000001', status: 'scheduled', text: 'Open on Sunday.' }],
    series: [],
  },
};
