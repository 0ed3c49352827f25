/** The post field for Mastodon (`POST /api/v1/statuses`: `spoiler_text`, `language`, `visibility`). */
import { Type } from 'typebox';
import type { Json } from '../../machines/outcome.ts';
import { inForm } from '../port/form.ts';
import type { PostOptions } from '../port/manifest.ts';
import type { PostContent, Refusal } from '../port/publish.ts';

/**
 * Who may see a status. `direct` is left out: such a status reaches nobody but the people it mentions, which is a message and not a
 * post.
 */
const VISIBILITIES = ['public', 'unlisted', 'private'] as const;
/** ISO 639, with a region or a script for the languages that servers list with one (`pt-BR`, `zh-TW`). */
const LANGUAGE = /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/;
const MAX_SPOILER = 5_000;

export const options: PostOptions = {
  mastodonSettings: Type.Optional(
    Type.Object(
      {
        spoilerText: Type.Optional(
          Type.String({
            maxLength: MAX_SPOILER,
            description: 'Content warning: hides text and media. Counts towards the limit.',
            ...inForm('Content warning', {
              hint: 'Hides text and media until a person opens them. It counts towards the limit.',
            }),
          }),
        ),
        language: Type.Optional(
          Type.String({
            maxLength: 8,
            description: 'ISO 639, such as `de`.',
            ...inForm('Language', { hint: '', ifEmpty: 'As set in the account', isLanguage: true }),
          }),
        ),
        visibility: Type.Optional(
          Type.Enum([...VISIBILITIES], {
            type: 'string',
            description: '`private`: followers only.',
            ...inForm('Who may see it', {
              hint: '',
              labels: {
                public: 'Everybody',
                unlisted: 'Everybody, but not in public lists',
                private: 'Followers',
              },
              ifEmpty: 'Everybody',
            }),
          }),
        ),
      },
      { additionalProperties: false },
    ),
  ),
};

interface Settings {
  /** Empty: none. */
  spoilerText: string;
  language: string | null;
  visibility: string;
}

/** The settings of a post; public, without a content warning and in the account's own language unless set. */
export function settingsOf(options: PostContent['options']): Settings {
  const { spoilerText, language, visibility } = fieldsOf(options);
  return {
    spoilerText: typeof spoilerText === 'string' ? spoilerText.trim() : '',
    language: typeof language === 'string' ? language : null,
    visibility: typeof visibility === 'string' ? visibility : 'public',
  };
}

export function settingRefusals(options: PostContent['options']): Refusal[] {
  const { language, visibility } = fieldsOf(options);
  const refusals: Refusal[] = [];
  const refuse = (name: string, message: string) =>
    refusals.push({
      code: 'option_invalid',
      param: `/mastodonSettings/${name}`,
      message: `mastodonSettings.${name}: ${message}`,
    });
  if (isSet(language) && (typeof language !== 'string' || !LANGUAGE.test(language)))
    refuse('language', 'give an ISO 639 code, for example de or pt-BR.');
  if (isSet(visibility) && !VISIBILITIES.some((one) => one === visibility))
    refuse('visibility', `choose one of ${VISIBILITIES.join(', ')}.`);
  return refusals;
}

function fieldsOf(options: PostContent['options']): { [name: string]: Json } {
  const settings = options['mastodonSettings'];
  return typeof settings === 'object' && settings !== null && !Array.isArray(settings) ? settings : {};
}

const isSet = (value: Json | undefined) => value !== undefined && value !== null;
