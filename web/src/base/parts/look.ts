/** What a status means to a person. Each has one colour and one sign: `theme.ts` and `look-badge.tsx`. */
export type Tone =
  /** A person has to act: connect again, decide, answer. */
  | 'needs-you'
  /** Under way, or waiting to try again by itself. */
  | 'working'
  /** It is out, and well. */
  | 'live'
  | 'planned'
  /** It failed, was refused or has expired. */
  | 'failed'
  /** Nothing of these: a draft, something cancelled or skipped. It has no sign. */
  | 'neutral';

/** A status for people: a word, its meaning, and a sentence where a word is not enough. */
export interface Look {
  label: string;
  tone: Tone;
  hint?: string;
}

/** Mantine's name of the colour. */
export const TONE_COLORS: { [tone in Tone]: string } = {
  'needs-you': 'orange',
  working: 'yellow',
  live: 'green',
  planned: 'accent',
  failed: 'red',
  neutral: 'gray',
};
