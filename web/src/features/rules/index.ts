/** What other features may import of this one. */
export { ExplainedComment } from './explained.tsx';
export { entryLook, skippedWords } from './words.ts';
