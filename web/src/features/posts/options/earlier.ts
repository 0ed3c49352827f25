/** Options in texts that were saved by pages which had a text field of its own name for each. Pure. */

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** @returns the options by the API's names, and everything else as it is */
export function withApiNames(saved: { [name: string]: unknown }): { [name: string]: unknown } {
  const { tiktokPrivacy, articleTags, articleCanonicalUrl, googleButton, googleButtonUrl, ...rest } = saved;
  const tags = isText(articleTags) ? articleTags.split(',').flatMap((tag) => tag.trim() || []) : [];
  return {
    ...(isText(tiktokPrivacy) && { tiktokSettings: { privacyLevel: tiktokPrivacy } }),
    ...((tags.length > 0 || isText(articleCanonicalUrl)) && {
      articleSettings: { tags, canonicalUrl: articleCanonicalUrl },
    }),
    ...(isText(googleButton) && {
      googleBusinessSettings: { button: googleButton, buttonUrl: googleButtonUrl },
    }),
    ...rest,
  };
}
