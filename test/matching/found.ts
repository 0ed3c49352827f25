/** Whether a text has the words of a query, as the index of posts compares them. */
import { queryWords, searchWords } from '../../src/base/matching/index.ts';

export function isFound(text: string, query: string): boolean {
  const words = queryWords(query, 20);
  const all = searchWords(text, 5_000);
  return (
    words.length > 0 &&
    words.slice(0, -1).every((word) => all.includes(word)) &&
    all.some((word) => word.startsWith(words.at(-1)!))
  );
}
