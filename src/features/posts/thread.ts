/** The parts of a thread after the post itself, as a body has them (docs/contract.md, Threads). */
import { Type } from 'typebox';
import type { ThreadPart } from '../../../store/post-extras.ts';
import { invalid } from '../../api/problem.ts';
import { closed } from '../../api/schemas.ts';
import { MAX_CONTENT, MAX_MEDIA, MAX_URL } from './fields.ts';
import { addressAt, innerAltTextField, withAddresses } from './media-fields.ts';

/** Parts after the post itself. */
const MAX_PARTS = 24;

/** The list, of a post or of an override. */
export const threadParts = (description?: string) =>
  Type.Array(
    Type.Object(
      {
        content: Type.String({ maxLength: MAX_CONTENT }),
        media: Type.Optional(Type.Array(Type.String({ maxLength: MAX_URL }), { maxItems: MAX_MEDIA })),
        altText: innerAltTextField,
      },
      closed,
    ),
    { maxItems: MAX_PARTS, ...(description !== undefined && { description }) },
  );

/**
 * @param path of the list
 * @returns the parts with media as addresses
 * @throws Problem 400 for a part without text and media, and for media that is no address
 */
export function readThread(thread: readonly ThreadPart[], path: string): ThreadPart[] {
  return thread.map((part, index) => {
    const { content, media = [], altText } = part;
    const at = `${path}/${index}`;
    if (content.trim() === '' && media.length === 0)
      throw invalid(`${at}/content`, `part ${index + 2} of the thread is empty: write a text or add media`, {
        code: 'content_required',
      });
    return {
      content,
      ...(media.length > 0 && { media: media.map((url, place) => addressAt(url, `${at}/media/${place}`)) }),
      ...(altText && { altText: withAddresses(altText, `${at}/altText`) }),
    };
  });
}
