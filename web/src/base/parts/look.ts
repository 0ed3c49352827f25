/** A status for people: a word, a colour, and a sentence where a word is not enough. */
export interface Look {
  label: string;
  color: string;
  hint?: string;
}
