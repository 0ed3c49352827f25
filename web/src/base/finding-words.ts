/**
 * The sentences that the dashboard shows for errors, refusals and warnings of the service. The words of their codes are many and seldom
 * needed, so they are loaded with the first error.
 */
import type * as Words from './error-words.ts';
import { type Finding, sentence } from './finding.ts';

/** The words of codes, once they are loaded. */
let words: Pick<typeof Words, 'wordsOf'> | undefined;

/** Loads the words of codes. Without them, as while the service is down, its own sentences are shown. */
export async function readWords(): Promise<void> {
  words ??= await import('./error-words.ts').catch(() => undefined);
}

/**
 * What the dashboard says of a finding, after `readWords`.
 * @returns a whole sentence: it starts with a capital letter and ends with a full stop
 */
export const findingWords = (finding: Finding): string =>
  words?.wordsOf(finding) ?? sentence(finding.message);
