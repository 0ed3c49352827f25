/**
 * The part of a post that Hashnode takes: an article with a title, up to 15 tags, and pictures that it stores. No
 * video.
 */
import { uncut } from '../lib/measure.ts';
import type { Measure } from '../port/measure.ts';
import type { Plan, PostContent, Refusal } from '../port/publish.ts';
import { articleSettings, canonicalRefusals } from '../article/settings.ts';
import { articleText } from '../article/text.ts';
import { draftInput } from './draft.ts';
import { bytesOf } from './graphql.ts';
import { tagsOf } from './tags.ts';

/** Not documented; shorter and longer values were refused in practice. */
const MIN_TITLE = 6;
const MAX_TITLE = 250;
/** The size of the whole request. */
const MAX_BYTES = 100_000;
/** The length that a picture's address at Hashnode may have. */
const ANY_PICTURE = `https://cdn.hashnode.com/${'x'.repeat(130)}`;

export function plan({ text, media, options }: PostContent): Plan {
  const settings = articleSettings(options);
  const article = articleText(text, { network: 'Hashnode', maxTitle: MAX_TITLE, unit: 'utf16' });
  const tagging = tagsOf(settings);
  const plan: Plan = {
    text: article.body,
    title: article.title,
    media: media.filter(({ kind }) => kind !== 'video'),
    warnings: [...article.warnings, ...shortWarnings(article.title), ...tagging.warnings],
    refusals: [
      ...emptyRefusals(text),
      ...videoRefusals(media),
      ...tagging.refusals,
      ...canonicalRefusals(settings),
    ],
  };
  return { ...plan, refusals: [...plan.refusals, ...sizeRefusals(plan, options)] };
}

/** Hashnode limits the whole request. */
export const measure = (post: PostContent): Measure =>
  uncut({ used: requestBytes(plan(post), post.options), limit: MAX_BYTES, unit: 'bytes' });

function emptyRefusals(text: string): Refusal[] {
  if (text.trim() !== '') return [];
  const message =
    'content is empty and an article on Hashnode needs a title: write one in the first line, and the text below it';
  return [{ code: 'text_empty', param: '/content', message }];
}

function shortWarnings(title: string): string[] {
  return title.length >= MIN_TITLE || title === ''
    ? []
    : [`the title has ${title.length} characters: Hashnode may refuse titles with fewer than ${MIN_TITLE}`];
}

function videoRefusals(media: PostContent['media']): Refusal[] {
  return media.flatMap(({ kind, extension }, index) =>
    kind === 'video'
      ? [
          {
            code: 'media_type',
            param: `/media/${index}`,
            message: `media/${index} is a .${extension} video and Hashnode takes pictures only: leave it out, or put %[<address>] with its address on YouTube on a line of its own`,
          },
        ]
      : [],
  );
}

/** The largest request that publishing makes. */
function requestBytes(plan: Plan, options: PostContent['options']): number {
  const pictures = plan.media.map(() => ANY_PICTURE);
  const slug = 'x'.repeat(90);
  return bytesOf(draftInput({ plan, options, publicationId: 'x'.repeat(24), pictures, slug }));
}

function sizeRefusals(plan: Plan, options: PostContent['options']): Refusal[] {
  const bytes = requestBytes(plan, options);
  if (bytes <= MAX_BYTES) return [];
  const message = `content makes a request of ${bytes} bytes and Hashnode takes ${MAX_BYTES} in all: shorten it`;
  return [{ code: 'text_too_long', param: '/content', message }];
}
