/** What of a post is searched, and the words of a search (docs/contract.md, Search). */
import type { AltText, PostExtras, ThreadPart } from '../../../store/post-extras.ts';
import { queryWords, searchWords } from '../../base/matching/index.ts';

/** Words of one post, over all its texts. */
const MAX_WORDS = 5_000;
/** Words of one search. */
const MAX_QUERY_WORDS = 20;

interface Searched {
  content: string;
  extras: PostExtras;
  labels: readonly string[];
}

/** What of a post names files. */
interface WithFiles {
  media: readonly string[];
  options: object;
  extras: PostExtras;
}

/** A text is joined of parts that no word spans. */
const joined = (texts: readonly string[]): string => texts.join('\n');

const descriptionsIn = (altText: AltText = {}): string[] => Object.values(altText);
const textsOfThread = (thread: readonly ThreadPart[] = []): string[] =>
  thread.flatMap(({ content, altText }) => [content, ...descriptionsIn(altText)]);

/** Everything that people wrote of a post. */
export function textsOf({ content, extras, labels }: Searched): string[] {
  const { overrides = [], altText, thread, firstComment = '' } = extras;
  return [
    content,
    ...labels,
    ...textsOfThread(thread),
    ...descriptionsIn(altText),
    firstComment,
    ...overrides.flatMap((entry) => [
      entry.content ?? '',
      ...descriptionsIn(entry.altText),
      ...textsOfThread(entry.thread),
      entry.firstComment ?? '',
    ]),
  ];
}

/** The words of a post as they are stored: with its workspace, its labels and its hosted files as words of their own. */
export const storedWords = (post: Searched & WithFiles & { workspaceId: string }): string[] => [
  workspaceWord(post.workspaceId),
  ...new Set(post.labels.map(labelWord)),
  ...filesIn(post).map(fileWord),
  ...searchWords(joined(textsOf(post)), MAX_WORDS),
];

export const errorWords = (error: string | null): string[] =>
  error === null ? [] : searchWords(error, MAX_WORDS);

/** No word of a text begins with this sign or the next two. */
const workspaceWord = (workspaceId: string): string => `@${workspaceId}`;
const labelWord = (label: string): string => `=${label.replaceAll(/\s+/g, ' ')}`;
/** store/media-uses.ts finds posts by it. */
const fileWord = (name: string): string => `/${name}`;

/** A hosted file in an address, whatever the public address was when the post was written. */
const HOSTED_FILE = /\/media\/([0-9a-f]{64}\.[a-z0-9]{3,4})/g;

/** The names of the hosted files of a post, wherever it names them: its media, those of parts and overrides, covers, previews. */
function filesIn({ media, options, extras }: WithFiles): string[] {
  const written = JSON.stringify([media, options, extras]);
  return [...new Set(Array.from(written.matchAll(HOSTED_FILE), ([, name]) => name!))];
}

/**
 * What a search looks for.
 * @returns the last of `words` may be the beginning of a longer one; `exact` are compared whole. null if nothing narrows the search,
 * `nothing` if the text that is looked for has no word, so that no post has it
 */
export function searchOf(
  workspaceId: string,
  { q, label }: { q: string | null; label?: string | null | undefined },
): { words: string[]; exact: string[] } | 'nothing' | null {
  const words = q === null ? [] : queryWords(q, MAX_QUERY_WORDS);
  if (q !== null && words.length === 0) return 'nothing';
  if (words.length === 0 && !label) return null;
  return { words, exact: [workspaceWord(workspaceId), ...(label ? [labelWord(label)] : [])] };
}

/** Whether texts have all words of a search, as the index compares them. */
export function hasWords(texts: readonly string[], words: readonly string[]): boolean {
  const found = searchWords(joined(texts), MAX_WORDS);
  const all = new Set(found);
  const last = words.at(-1) ?? '';
  return (
    words.slice(0, -1).every((word) => all.has(word)) &&
    (all.has(last) || found.some((word) => word.startsWith(last)))
  );
}
