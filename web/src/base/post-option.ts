/** The post fields of single networks, as the table that `npm run openapi` generates has them. */

/** A JSON Schema with a label (`title`) and the hints for forms (`FormHints` in `adapters/port/form.ts`). */
export interface OptionSchema {
  type: 'string' | 'boolean' | 'array' | 'object';
  title?: string;
  description?: string;
  enum?: readonly string[];
  format?: string;
  maxLength?: number;
  maxItems?: number;
  items?: OptionSchema;
  properties?: { readonly [name: string]: OptionSchema };
  'x-form'?: {
    hint?: string;
    labels?: { readonly [value: string]: string };
    ifEmpty?: string;
    required?: string;
    choicesFrom?: string;
    prefix?: string;
    isLanguage?: boolean;
    platforms?: readonly string[];
    shownWith?: { property: string; values: readonly string[] };
  };
}

export interface PostOption {
  /** The field of a post. */
  name: string;
  /** The networks that take it. */
  platforms: readonly string[];
  schema: OptionSchema;
}
