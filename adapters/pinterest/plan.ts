/** Makes a pin from a post (docs/contract.md, "Text and media for each network"). */
import type { Json } from '../../machines/outcome.ts';
import { stillWarnings } from '../lib/still.ts';
import type { MediaItem, Plan, PostContent, Refusal } from '../port/publish.ts';
import { titleFrom } from '../lib/first-line.ts';
import { cutText } from '../lib/length.ts';
import { startOfEnd, textLength } from '../lib/measure.ts';
import type { Measure } from '../port/measure.ts';

const MAX_TITLE = 100;
const MAX_DESCRIPTION = 800;
const MAX_LINK = 2048;

/** The first line is the title, the rest the description; both are cut to the limits. */
export function plan({ text, media, options }: PostContent): Plan {
  const { title, rest, wasCut } = titleFrom(text, MAX_TITLE, 'code_points');
  const description = cutText(rest, MAX_DESCRIPTION, 'code_points');
  const warnings: string[] = [];
  if (wasCut) {
    warnings.push(
      `content: Pinterest titles have ${MAX_TITLE} characters, so the first line is cut in the title and complete in the description.`,
    );
  }
  if (description !== rest) {
    warnings.push(
      `content: the description is cut, Pinterest takes ${MAX_DESCRIPTION} characters after the title.`,
    );
  }
  warnings.push(...stillWarnings(media, 'Pinterest'));
  return {
    text: description,
    title: title === '' ? null : title,
    media,
    warnings,
    refusals: [...mediaRefusals(media), ...optionRefusals(options)],
  };
}

export function measure({ text }: PostContent): Measure {
  const { rest } = titleFrom(text, MAX_TITLE, 'code_points');
  const sent = cutText(rest, MAX_DESCRIPTION, 'code_points');
  return {
    length: textLength(rest, MAX_DESCRIPTION, 'code_points'),
    cutAt: sent === rest ? null : startOfEnd(text, rest) + sent.length,
  };
}

/** The picture of a pin: the only one, or a video's cover. */
export function pictureOf({ media }: Pick<Plan, 'media'>): MediaItem | undefined {
  return media.find(({ kind }) => kind !== 'video');
}

export function videoOf({ media }: Pick<Plan, 'media'>): MediaItem | undefined {
  return media.find(({ kind }) => kind === 'video');
}

/** One picture, or one MP4 or MOV video with a picture as its cover, in any order. */
function mediaRefusals(media: MediaItem[]): Refusal[] {
  if (media.length === 0) {
    const message =
      'media: Pinterest takes no text alone. Add a picture, or a video with a picture as its cover.';
    return [{ code: 'media_required', param: '/media', message }];
  }
  const refusals: Refusal[] = [];
  const count = { picture: 0, video: 0 };
  for (const [index, item] of media.entries()) {
    const param = `/media/${index}`;
    const what = item.kind === 'video' ? 'video' : 'picture';
    count[what] += 1;
    if (item.extension === 'webm') {
      const message = `media/${index}: Pinterest takes MP4 and MOV videos, not WebM. Convert it first.`;
      refusals.push({ code: 'media_type', param, message });
    }
    if (count[what] > 1) {
      const message = `media/${index}: a pin has one picture, or one video with one picture as its cover. Leave the others out.`;
      refusals.push({ code: 'too_many_media', param, message });
    }
  }
  if (count.picture === 0) {
    const message = 'media: a video pin needs a cover. Add a picture to the media of the post.';
    refusals.push({ code: 'media_required', param: '/media', message, values: { kind: 'cover' } });
  }
  return refusals;
}

function optionRefusals(options: PostContent['options']): Refusal[] {
  return [...boardRefusals(options['pinterestBoardId']), ...linkRefusals(options['pinterestLink'])];
}

function boardRefusals(board: Json | undefined): Refusal[] {
  const param = '/pinterestBoardId';
  if (board === undefined || board === null || board === '') {
    const message =
      'pinterestBoardId is missing: a pin needs a board. Give the id of one from GET /v1/pinterest-boards.';
    return [{ code: 'option_required', param, message }];
  }
  if (typeof board === 'string' && /^\d+$/.test(board)) return [];
  const message = 'pinterestBoardId is no board id: give the digits as GET /v1/pinterest-boards shows them.';
  return [{ code: 'option_invalid', param, message }];
}

function linkRefusals(link: Json | undefined): Refusal[] {
  if (link === undefined || link === null || link === '') return [];
  const refuse = (message: string): Refusal[] => [
    { code: 'option_invalid', param: '/pinterestLink', message },
  ];
  const url = typeof link === 'string' ? URL.parse(link) : null;
  if (typeof link !== 'string' || !url || !/^https?:$/.test(url.protocol)) {
    return refuse('pinterestLink is no web address: give a whole one, with https:// in front.');
  }
  if (link.length > MAX_LINK) {
    return refuse(
      `pinterestLink has ${link.length} characters and Pinterest takes ${MAX_LINK}: give a shorter address.`,
    );
  }
  return [];
}
