/** What a check of the installation found, as a list of sentences. */
import { type Static, Type } from 'typebox';
import { text } from '../../api/schemas.ts';

export const Check = Type.Object({
  name: text('What was looked at.'),
  state: Type.Enum(['ok', 'wrong', 'unknown'], { type: 'string' }),
  message: text('A sentence; the words of the other side where it was called.'),
});

export type CheckResult = Static<typeof Check>;
