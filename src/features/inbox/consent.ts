/**
 * Words by which a person ends and resumes automatic messages: the whole message, give or take case, accents, punctuation and
 * emoji.
 */
import {
  firstMatch,
  indexKeywords,
  type KeywordIndex,
  prepareKeywords,
  prepareText,
} from '../../base/matching/index.ts';

/** "No" is not one of them: it answers questions. */
export const DEFAULT_STOP_WORDS = ['stop', 'stop all', 'unsubscribe', 'cancel', 'quit'];
export const DEFAULT_START_WORDS = ['start', 'unstop'];
export const MAX_WORD_CHARS = 40;
export const MAX_WORDS = 20;

/** Whether a text can be one of the words: longer ones need no look at the list. */
export const mayBeWord = (text: string): boolean => text !== '' && text.length <= 2 * MAX_WORD_CHARS;

/** The events of a conversation (machines/conversation.ts). */
export type Consent = 'person.opted_out' | 'person.opted_in';

/** @param words null means the default ones. @returns says what a message means; null if nothing of this */
export function consentOf(words: {
  stopWords: string[] | null;
  startWords: string[] | null;
}): (text: string) => Consent | null {
  const stop = indexOf(words.stopWords ?? DEFAULT_STOP_WORDS);
  const start = indexOf(words.startWords ?? DEFAULT_START_WORDS);
  return (text) => {
    if (!mayBeWord(text)) return null;
    const prepared = prepareText(text);
    if (stop !== null && firstMatch(stop, prepared) !== null) return 'person.opted_out';
    return start !== null && firstMatch(start, prepared) !== null ? 'person.opted_in' : null;
  };
}

/** null means a list without words matches nothing, while keywords without words match everything. */
const indexOf = (words: readonly string[]): KeywordIndex | null =>
  words.length === 0 ? null : indexKeywords([prepareKeywords(words, 'exact')]);
