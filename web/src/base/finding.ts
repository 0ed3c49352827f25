/** Errors, refusals and warnings of the service. `finding-words.ts` says them to a person. Pure. */

/** What a sentence of the service names, beside its code. */
export type Values = { readonly [name: string]: string | number };

/** An error, a refusal or a warning. */
export interface Finding {
  /** Stable name, in snake_case. */
  code: string;
  /** JSON pointer of the field at fault; empty: none. */
  param: string;
  /** The service's own sentence. */
  message: string;
  values?: Values | undefined;
}

/** The API's sentences start in lower case and end without a full stop, so that they can be quoted. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  const whole = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?)”]$/.test(whole) ? whole : `${whole}.`;
}
