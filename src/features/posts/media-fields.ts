/** Addresses of media in a body, and descriptions of them. */
import { Type } from 'typebox';
import type { AltText } from '../../../store/post-extras.ts';
import { invalid } from '../../api/problem.ts';
import { MAX_ALT_TEXT, mediaAddress } from '../media/index.ts';

export const altTextField = Type.Optional(
  Type.Record(Type.String(), Type.String(), {
    description: 'Descriptions of media, by URL; up to 1,500 characters each.',
  }),
);
/** Of an override or a part: as the post's own. */
export const innerAltTextField = Type.Optional(Type.Record(Type.String(), Type.String()));

/** @throws Problem 400 for what is no URL. @param path of the field */
export function addressAt(written: string, path: string): string {
  const address = mediaAddress(written);
  if (address === null)
    throw invalid(
      path,
      `${nameOf(path)} must be an absolute URL, for example https://example.org/picture.jpg`,
      { values: { reason: 'address' } },
    );
  return address;
}

/**
 * @param path of the field
 * @returns descriptions by the media's address
 * @throws Problem 400 for what is no URL, and for a description that is too long
 */
export function withAddresses(descriptions: AltText, path: string): AltText {
  const read = Object.entries(descriptions).map(([url, words]) => {
    const length = Array.from(words).length;
    if (length > MAX_ALT_TEXT)
      throw invalid(
        path,
        `${nameOf(path)} of ${url.slice(0, 200)} has ${length} characters: shorten it to ${MAX_ALT_TEXT}`,
        { values: { reason: 'too_long', length, limit: MAX_ALT_TEXT } },
      );
    const address = mediaAddress(url);
    if (address === null) throw unknownMedia(path, url);
    return [address, words];
  });
  return Object.fromEntries(read) as AltText;
}

export const unknownMedia = (path: string, url: string) =>
  invalid(
    path,
    `${nameOf(path)} describes ${url.slice(0, 200)}, which is not in media: use the same URL in both`,
    { code: 'unknown_media' },
  );

/** `/overrides/0/media/1` as people write it: overrides[0].media[1] */
const nameOf = (path: string): string =>
  path
    .slice(1)
    .split('/')
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1);
