/** The parts of `articleSettings` that Tumblr uses. The others are for other article networks. */
import type { PostContent, Refusal } from '../port/publish.ts';
import type { Json } from '../../machines/outcome.ts';

interface Settings {
  tags: string[];
  /** Shown as the source of the post. */
  sourceUrl: string | null;
  asDraft: boolean;
}

/** Observed, not documented. */
const MAX_TAGS = 30;
const MAX_TAG = 140;

export function settingsOf(options: PostContent['options']): Settings {
  const { tags, canonicalUrl, asDraft } = fieldsOf(options);
  return {
    tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string').map(nameOf) : [],
    sourceUrl: typeof canonicalUrl === 'string' ? canonicalUrl : null,
    asDraft: asDraft === true,
  };
}

export function settingsRefusals(options: PostContent['options']): Refusal[] {
  const refusals: Refusal[] = [];
  const refuse = (name: string, message: string) =>
    refusals.push({
      code: 'option_invalid',
      param: `/articleSettings/${name}`,
      message: `articleSettings.${name}: ${message}`,
    });
  const { tags, canonicalUrl, asDraft } = fieldsOf(options);
  if (tags !== undefined) {
    if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string'))
      refuse('tags', 'give a list of texts.');
    else if (tags.some((tag) => tag.includes(','))) {
      refuse('tags', 'a comma parts two tags on Tumblr. Take it out, or make two tags.');
    } else if (tags.some((tag) => nameOf(tag) === '')) refuse('tags', 'a tag is empty. Leave it out.');
  }
  if (canonicalUrl !== undefined && !isAddress(canonicalUrl)) {
    refuse('canonicalUrl', 'give an address that begins with https:// or http://.');
  }
  if (asDraft !== undefined && typeof asDraft !== 'boolean') refuse('asDraft', 'give true or false.');
  return refusals;
}

export function settingsWarnings(options: PostContent['options']): string[] {
  const { tags, sourceUrl } = settingsOf(options);
  const warnings: string[] = [];
  if (sourceUrl !== null) {
    warnings.push(
      'articleSettings.canonicalUrl: Tumblr has no canonical address and shows it as the source of the post.',
    );
  }
  if (tags.length > MAX_TAGS) {
    warnings.push(
      `articleSettings.tags: Tumblr keeps about ${MAX_TAGS} tags, and this post has ${tags.length}. The last may be lost.`,
    );
  }
  if (tags.some((tag) => Array.from(tag).length > MAX_TAG)) {
    warnings.push(`articleSettings.tags: Tumblr may cut a tag that is longer than ${MAX_TAG} characters.`);
  }
  return warnings;
}

/** Removes the `#` that other networks put before a tag. */
function nameOf(tag: string): string {
  return tag.trim().replace(/^#+/, '').trim();
}

function isAddress(value: Json): boolean {
  return typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '');
}

function fieldsOf(options: PostContent['options']): { [name: string]: Json } {
  const settings = options['articleSettings'];
  return typeof settings === 'object' && settings !== null && !Array.isArray(settings) ? settings : {};
}
