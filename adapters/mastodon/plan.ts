/** The part of a post that a Mastodon server takes. Nothing is cut: a text that is too long is refused. */
import { addressesIn, type AddressRules, WEB } from '../lib/addresses.ts';
import { lengthIn } from '../lib/length.ts';
import { uncut } from '../lib/measure.ts';
import type { AccountFacts } from '../port/account.ts';
import type { Measure } from '../port/measure.ts';
import type { Plan, PostContent, Refusal } from '../port/publish.ts';
import { settingRefusals, settingsOf } from './options.ts';

/** Used if the server did not state its own limit. */
const DEFAULT_MAX_CHARACTERS = 500;
/** `characters_reserved_per_url`: every link counts as this many. */
const LINK_CHARACTERS = 23;
const MAX_IMAGES = 4;

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

export function plan(post: PostContent, account: AccountFacts): Plan {
  const refusals = [...textRefusals(post, account), ...mediaRefusals(post), ...settingRefusals(post.options)];
  return { text: post.text, title: null, media: post.media, warnings: [], refusals };
}

export const measure = (post: PostContent, { limits }: AccountFacts): Measure =>
  uncut({ used: lengthOf(post), limit: limitOf(limits), unit: 'weight' });

/** The server counts text and content warning together; addresses in the warning count as they are written. */
const lengthOf = ({ text, options }: Pick<PostContent, 'text' | 'options'>): number =>
  countCharacters(text) + lengthIn('graphemes', settingsOf(options).spoilerText);

const limitOf = (limits: AccountFacts['limits']) => limits['maxCharacters'] ?? DEFAULT_MAX_CHARACTERS;

function textRefusals({ text, media, options }: PostContent, { limits }: AccountFacts): Refusal[] {
  if (text.trim() === '' && media.length === 0) {
    return [
      { code: 'empty_post', param: '/content', message: 'content is empty: give mastodon a text or media.' },
    ];
  }
  const most = limitOf(limits);
  const length = lengthOf({ text, options });
  if (length <= most) return [];
  const message = `content has ${length} characters, this mastodon server takes ${most}: shorten it (a link counts ${LINK_CHARACTERS}).`;
  return [{ code: 'text_too_long', param: '/content', message, values: { length, limit: most } }];
}

/** What the server takes as a link: all but spaces and some signs, so also the words of scripts without spaces. */
const LINKS: AddressRules = {
  ...WEB,
  path: /^[^\s<>()?]$/u,
  pathEnd: /^[^\s<>()?!*"'「」;:=,.$%[\]~&|@]$/u,
  query: /^[a-z\d!?*'();:&=+$/%#[\]\-_.,~|@^\u{A0}-\u{10FFFD}]$/iu,
  queryEnd: /^[a-z\d_&=#/\-\u{A0}-\u{10FFFD}]$/iu,
  pathPairs: '()',
  queryPairs: '',
};

/**
 * Length as the server counts it: graphemes, 23 for each link of any length, and only `@name` of `@name@other.host`.
 */
export function countCharacters(text: string): number {
  let counted = '';
  let done = 0;
  for (const { start, end } of addressesIn(text, LINKS)) {
    counted += text.slice(done, start) + 'x'.repeat(LINK_CHARACTERS);
    done = end;
  }
  counted += text.slice(done);
  const named = counted.replaceAll(/(?<![=/\w])(@\w+(?:[.-]+\w+)*)@[\w.-]+\w/g, '$1');
  return [...segmenter.segment(named)].length;
}

/** Photos, or one file that moves. An animated GIF is one, because the server turns it into a video. */
function mediaRefusals({ media }: PostContent): Refusal[] {
  const moving = media.findIndex((item) => item.kind !== 'image');
  if (moving !== -1 && media.length > 1) {
    const index = moving === 0 ? 1 : moving;
    const message = `media[${index}] does not fit: a mastodon post takes either 1 video, 1 GIF or up to ${MAX_IMAGES} photos.`;
    return [{ code: 'mixed_media', param: `/media/${index}`, message }];
  }
  if (media.length <= MAX_IMAGES) return [];
  const message = `media has ${media.length} photos: a mastodon post takes up to ${MAX_IMAGES}.`;
  const values = { count: media.length, limit: MAX_IMAGES };
  return [{ code: 'too_many_images', param: `/media/${MAX_IMAGES}`, message, values }];
}
