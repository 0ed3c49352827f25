/** What other features may import of this one. The dialog is loaded when it is opened. */
import { lazy } from 'react';

export { entryLook, skippedWords } from './words.ts';

export const ExplainedComment = lazy(async () => ({
  default: (await import('./explained.tsx')).ExplainedComment,
}));
