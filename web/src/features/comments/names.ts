import type { Comment } from './tree.ts';
import { t } from '../../base/language/text.ts';

/** What the writer of a comment is called: their name, else their handle. Networks hide some people. */
export const writerName = ({ from: { name, username } }: Pick<Comment, 'from'>): string =>
  name ?? (username === null ? t('Somebody') : `@${username}`);
