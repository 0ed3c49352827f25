/** The post's `articleSettings`: one object for all article networks; each network reads its part. */
import type { PostContent, Refusal } from '../port/publish.ts';
import { at } from '../lib/http.ts';

export interface ArticleSettings {
  tags: string[];
  canonicalUrl: string | null;
  /** Leave the article among the drafts. */
  asDraft: boolean;
  /** Slug of the newsletter to mail it with (ghost). */
  newsletter: string | null;
  /** The recipients of the newsletter (ghost). */
  emailSegment: string | null;
  /** The disclosure of AI use (devto). */
  aiDisclosure: string | null;
}

/** Reads the settings. A value that is empty or of another type counts as absent. */
export function articleSettings(options: PostContent['options']): ArticleSettings {
  const settings = options['articleSettings'];
  const tags = at(settings, 'tags');
  const words = (name: string): string | null => {
    const value = at(settings, name);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  return {
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    canonicalUrl: words('canonicalUrl'),
    asDraft: at(settings, 'asDraft') === true,
    newsletter: words('newsletter'),
    emailSegment: words('emailSegment'),
    aiDisclosure: words('aiDisclosure'),
  };
}

/** Refuses a canonical address that is not an absolute http(s) address or is too long for the network. */
export function canonicalRefusals({ canonicalUrl }: ArticleSettings, maxCharacters = 2048): Refusal[] {
  if (canonicalUrl === null) return [];
  const param = '/articleSettings/canonicalUrl';
  if (!URL.canParse(canonicalUrl) || !/^https?:$/.test(new URL(canonicalUrl).protocol)) {
    const message =
      'articleSettings.canonicalUrl is no web address: write it whole, beginning with https://, or leave it out';
    return [{ code: 'option_invalid', param, message }];
  }
  if (canonicalUrl.length <= maxCharacters) return [];
  const message = `articleSettings.canonicalUrl has ${canonicalUrl.length} characters and the network takes ${maxCharacters}: use a shorter address`;
  return [{ code: 'option_invalid', param, message }];
}
