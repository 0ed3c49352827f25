/**
 * The part of a post that TikTok takes: one video with a caption, or up to 35 photos (docs/contract.md, "Text and
 * media for each network").
 */
import type { Json } from '../../machines/outcome.ts';
import { textLength, uncut } from '../lib/measure.ts';
import { stillWarnings } from '../lib/still.ts';
import type { Measure } from '../port/measure.ts';
import type { FieldWarning, MediaItem, Plan, PostContent, Refusal } from '../port/publish.ts';
import { titleFrom } from '../lib/first-line.ts';
import { cutText } from '../lib/length.ts';
import { PRIVACY_LEVELS } from './options.ts';

const MAX_CAPTION = 2200;
const MAX_TITLE = 90;
const MAX_DESCRIPTION = 4000;
const MAX_PHOTOS = 35;
const FLAGS = ['disableComment', 'disableDuet', 'disableStitch'] as const;

export function plan({ text, media, options }: PostContent): Plan {
  const isVideo = hasVideo({ media });
  const words = isVideo ? captionOf(text) : titleAndDescription(text);
  const details = audienceWarnings(options);
  return {
    text: words.text,
    title: words.title,
    media,
    warnings: [
      ...words.warnings,
      ...details.map(({ message }) => message),
      ...settingWarnings(options, isVideo),
      ...stillWarnings(media, 'TikTok'),
    ],
    ...(details.length > 0 && { warningDetails: details }),
    refusals: [...mediaRefusals(media), ...words.refusals, ...settingRefusals(options)],
  };
}

export function measure({ text, media }: PostContent): Measure {
  if (!hasVideo({ media })) {
    const { rest } = titleFrom(text, MAX_TITLE, 'utf16');
    return uncut(textLength(rest, MAX_DESCRIPTION, 'utf16'));
  }
  const sent = cutText(text, MAX_CAPTION, 'utf16');
  return {
    length: textLength(text, MAX_CAPTION, 'utf16'),
    cutAt: sent === text ? null : sent.length,
  };
}

export function hasVideo({ media }: Pick<Plan, 'media'>): boolean {
  return media.some(({ kind }) => kind === 'video');
}

export interface Settings {
  privacyLevel: string;
  disableComment: boolean;
  disableDuet: boolean;
  disableStitch: boolean;
}

/** Visible only to the account unless set. */
export function settingsOf(options: PostContent['options']): Settings {
  const settings = settingsIn(options);
  const { privacyLevel } = settings;
  return {
    privacyLevel: typeof privacyLevel === 'string' ? privacyLevel : 'SELF_ONLY',
    disableComment: settings['disableComment'] === true,
    disableDuet: settings['disableDuet'] === true,
    disableStitch: settings['disableStitch'] === true,
  };
}

interface Words {
  text: string;
  title: string | null;
  warnings: string[];
  refusals: Refusal[];
}

function captionOf(whole: string): Words {
  const text = cutText(whole, MAX_CAPTION, 'utf16');
  const warnings =
    text === whole
      ? []
      : [`content: the caption is cut, TikTok takes ${MAX_CAPTION} characters with a video.`];
  return { text, title: null, warnings, refusals: [] };
}

function titleAndDescription(whole: string): Words {
  const { title, rest, wasCut } = titleFrom(whole, MAX_TITLE, 'utf16');
  const warnings = wasCut
    ? [
        `content: titles of TikTok photo posts have ${MAX_TITLE} characters, so the first line is cut in the title and complete in the description.`,
      ]
    : [];
  const refusals: Refusal[] =
    rest.length > MAX_DESCRIPTION
      ? [
          {
            code: 'text_too_long',
            param: '/content',
            message: `content: TikTok takes ${MAX_DESCRIPTION} characters of description with photos and the text after the title has ${rest.length}. Shorten it.`,
          },
        ]
      : [];
  return { text: rest, title: title === '' ? null : title, warnings, refusals };
}

function mediaRefusals(media: MediaItem[]): Refusal[] {
  if (media.length === 0) {
    const message = `media: TikTok takes no text alone. Add a video, or up to ${MAX_PHOTOS} photos.`;
    return [{ code: 'media_required', param: '/media', message }];
  }
  const refusals: Refusal[] = [];
  const isVideo = hasVideo({ media });
  const firstVideo = media.findIndex(({ kind }) => kind === 'video');
  for (const [index, { kind }] of media.entries()) {
    const param = `/media/${index}`;
    if (kind === 'gif') {
      const message = `media/${index}: TikTok takes no GIF. Send it as an MP4 video, or as a JPEG if it need not move.`;
      refusals.push({ code: 'media_type', param, message });
    } else if (isVideo && index !== firstVideo) {
      const message = `media/${index}: TikTok takes one video alone, or photos alone. Leave the others out.`;
      refusals.push({ code: 'too_many_media', param, message });
    }
  }
  if (!isVideo && media.length > MAX_PHOTOS) {
    const message = `media: a TikTok photo post has up to ${MAX_PHOTOS} photos, and this post has ${media.length}. Leave some out.`;
    const values = { count: media.length, limit: MAX_PHOTOS };
    refusals.push({ code: 'too_many_media', param: `/media/${MAX_PHOTOS}`, message, values });
  }
  return refusals;
}

/** Nobody but the account sees the post unless the caller says who may: a program can ask for it. */
function audienceWarnings(options: PostContent['options']): FieldWarning[] {
  if (isSet(settingsIn(options)['privacyLevel'])) return [];
  return [
    {
      code: 'audience_not_set',
      param: '/tiktokSettings/privacyLevel',
      message:
        'tiktokSettings.privacyLevel is not set, so TikTok shows the post to the account alone (SELF_ONLY).',
    },
  ];
}

function settingWarnings(options: PostContent['options'], isVideo: boolean): string[] {
  const warnings: string[] = [];
  const settings = settingsIn(options);
  for (const flag of ['disableDuet', 'disableStitch'] as const) {
    if (!isVideo && settings[flag] === true) {
      warnings.push(`tiktokSettings.${flag} is left out: TikTok has it for videos, not for photos.`);
    }
  }
  return warnings;
}

function settingRefusals(options: PostContent['options']): Refusal[] {
  const whole = options['tiktokSettings'];
  if (isSet(whole) && (typeof whole !== 'object' || Array.isArray(whole))) {
    const message = 'tiktokSettings must be an object with privacyLevel and the like.';
    return [{ code: 'option_invalid', param: '/tiktokSettings', message }];
  }
  const settings = settingsIn(options);
  const refusals: Refusal[] = [];
  const level = settings['privacyLevel'];
  if (isSet(level) && !PRIVACY_LEVELS.some((option) => option === level)) {
    const message = `tiktokSettings.privacyLevel: choose one of ${PRIVACY_LEVELS.join(', ')}.`;
    refusals.push({ code: 'option_invalid', param: '/tiktokSettings/privacyLevel', message });
  }
  for (const flag of FLAGS) {
    if (!isSet(settings[flag]) || typeof settings[flag] === 'boolean') continue;
    const message = `tiktokSettings.${flag} must be true or false.`;
    refusals.push({ code: 'option_invalid', param: `/tiktokSettings/${flag}`, message });
  }
  return refusals;
}

function settingsIn(options: PostContent['options']): { [name: string]: Json } {
  const settings = options['tiktokSettings'];
  return typeof settings === 'object' && settings !== null && !Array.isArray(settings) ? settings : {};
}

function isSet(value: Json | undefined): value is Json {
  return value !== undefined && value !== null;
}
