/** The part of a post that X takes: all of it, as written. */
import type { AccountFacts } from '../port/account.ts';
import { uncut } from '../lib/measure.ts';
import { stillWarnings } from '../lib/still.ts';
import type { Measure, PostCost } from '../port/measure.ts';
import type { FieldWarning, MediaItem, Plan, PostContent, Refusal } from '../port/publish.ts';
import { detailed, willRefuse } from '../lib/will-refuse.ts';
import { hasLink, weightOf } from './weight.ts';

/** Weighted characters. Paying members have more, in the account's limit `maxCharacters`. */
const MAX_CHARACTERS = 280;
const MAX_IMAGES = 4;
/** US dollars, by X's pay-per-use prices of February 2026 ("Pricing" of the X API). */
const WITH_LINK = 0.2;
const WITHOUT_LINK = 0.015;

/**
 * A text that is too long gets a warning. It is sent all the same, and X refuses it (docs/contract.md, "Text and
 * media for each network").
 */
export function plan(post: PostContent, account: AccountFacts): Plan {
  return {
    text: post.text,
    title: null,
    media: post.media,
    ...detailed(weightWarnings(post.text, account), [
      ...textWarnings(post.text),
      ...post.media.flatMap(mediaWarnings),
      ...stillWarnings(post.media, 'X'),
    ]),
    refusals: [...textRefusals(post), ...mediaRefusals(post.media)],
  };
}

export const measure = ({ text }: PostContent, { limits }: AccountFacts): Measure =>
  uncut({ used: weightOf(text), limit: limitOf(limits), unit: 'weight' });

const limitOf = (limits: AccountFacts['limits']) => limits['maxCharacters'] ?? MAX_CHARACTERS;

/** Both prices are those of the default plan; agreements of one's own differ. */
export function cost({ text }: PostContent): PostCost {
  const linked = hasLink(text);
  return {
    amount: linked ? WITH_LINK : WITHOUT_LINK,
    currency: 'USD',
    why: `X charges the operator for a post ${linked ? 'with' : 'without'} a link`,
  };
}

const dollars = (amount: number) => `$${amount < 0.1 ? amount : amount.toFixed(2)}`;

function weightWarnings(text: string, { limits }: AccountFacts): FieldWarning[] {
  const most = limitOf(limits);
  const weight = weightOf(text);
  if (weight <= most) return [];
  return [
    willRefuse(
      'text_too_long',
      `content: X counts ${weight} characters and takes ${most}, so it will refuse the post: shorten it (a link counts 23, an emoji 2).`,
      { length: weight, limit: most },
    ),
  ];
}

function textWarnings(text: string): string[] {
  const warnings: string[] = [];
  if (hasLink(text)) {
    warnings.push(
      `content: X charges the operator of this service about ${dollars(WITH_LINK)} for a post with a link, and ${dollars(WITHOUT_LINK)} for one without.`,
    );
  }
  const cashtags = text.match(CASHTAG)?.length ?? 0;
  if (cashtags > 1) {
    warnings.push(`content: X takes one cashtag ($NAME) in a post, and this one has ${cashtags}: keep one.`);
  }
  return warnings;
}

/** Finds `$ABC` and `$BRK.A`, but not `$20` or the end of a word. X allows one per post since April 2026. */
const CASHTAG = /(?<![\p{L}\p{N}_$])\$[a-z]{1,6}(?:[._][a-z]{1,2})?(?![\p{L}\p{N}_])/giu;

function textRefusals({ text, media }: PostContent): Refusal[] {
  if (text.trim() !== '' || media.length > 0) return [];
  const message = 'content: X takes no empty post. Write a text or add media.';
  return [{ code: 'text_empty', param: '/content', message }];
}

/** Up to four photos, or one file that moves: X does not allow both in one post through its API. */
function mediaRefusals(media: MediaItem[]): Refusal[] {
  const code = 'too_many_media';
  const moving = media.findIndex((item) => item.kind !== 'image');
  if (moving !== -1 && media.length > 1) {
    const index = moving === 0 ? 1 : moving;
    const message = `media/${index}: a post on X takes 1 video, 1 GIF or up to ${MAX_IMAGES} photos, not several kinds together. Leave it out.`;
    return [{ code, param: `/media/${index}`, message }];
  }
  if (media.length <= MAX_IMAGES) return [];
  const message = `media: a post on X takes up to ${MAX_IMAGES} photos, and this post has ${media.length}. Leave some out.`;
  return [
    { code, param: `/media/${MAX_IMAGES}`, message, values: { count: media.length, limit: MAX_IMAGES } },
  ];
}

/** The upload accepts the WebM type; the guide for videos only names MP4 and MOV. */
function mediaWarnings(item: MediaItem, index: number): string[] {
  if (item.extension !== 'webm') return [];
  return [`media/${index}: X promises to take MP4 and MOV videos, a WebM may be refused. Send it as an MP4.`];
}
