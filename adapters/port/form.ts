/** What a form needs to know of a post field besides its JSON Schema. It stands in the schema as `x-form`, beside `title`. */

interface FormHints {
  /** Shown below the field in place of the schema's description, which is for callers of the API. */
  hint?: string;
  /** Words for each value. A text without an enum that has them is chosen too. */
  labels?: { [value: string]: string };
  /** What the network does if nothing is chosen, in one or two words. */
  ifEmpty?: string;
  /** What a person has to do before the post can go out: the field may not stay empty. */
  required?: string;
  /** Id of the operation whose response lists the choices. */
  choicesFrom?: 'listPinterestBoards';
  /** Written before the value in the form; people who type it too mean the same. */
  prefix?: string;
  /** The value is a language tag. */
  isLanguage?: true;
  /** The networks that read the field, where others have the same object; absent means all. */
  platforms?: readonly string[];
  /** Shown only while another property of the object has one of these values. */
  shownWith?: { property: string; values: readonly string[] };
}

/** The keywords of a field that a form draws: its label, and the hints. */
export const inForm = (title: string, hints?: FormHints) => ({ title, ...(hints && { 'x-form': hints }) });
