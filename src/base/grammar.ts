/** English of sentences that are put together from tables of words. */

/** A word with its article: "a draft post", "an any_message trigger". By its first letter; those that sound otherwise are named. */
export function withArticle(words: string): string {
  const isVowel = /^[aeiou]/i.test(words) && !/^(?:uni|use|one|eu)/i.test(words);
  return `${isVowel ? 'an' : 'a'} ${words}`;
}

/** A number with its noun: "1 hour", "0.5 hours", "2 hours". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
