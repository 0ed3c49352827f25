/** The columns of a file (docs/imports.md). */
import { t } from '../../base/language/text.ts';

export const COLUMN_NAMES = [
  'content',
  'accounts',
  'scheduledAt',
  'media',
  'labels',
  'altText',
  'firstComment',
] as const;

/** What each column holds. */
export const COLUMN_WORDS: { [column in (typeof COLUMN_NAMES)[number]]: string } = {
  content: t('The text of the post. Required, except beside media.'),
  accounts: t(
    'Ids, user names or platform:username, separated by commas. Rows without any take the accounts chosen above.',
  ),
  scheduledAt: t('The time, in the time zone of the workspace. Empty: the post becomes a draft.'),
  media: t('Public addresses of pictures and videos, separated by spaces.'),
  labels: t('Separated by commas.'),
  altText: t('A description of each picture or video, one a line.'),
  firstComment: t('A comment below the post, on networks that have them.'),
};
