import type { Conversation } from '../../base/api.ts';
import { t } from '../../base/language/text.ts';

/** What a person is called: their name, else their handle. */
export const personName = ({ contact: { name, username } }: Pick<Conversation, 'contact'>): string =>
  name ?? (username === null ? t('A person') : `@${username}`);
