/**
 * The choices of a field, from words for each of its values. The words are an object of the field's type: one that leaves a
 * value out, or has one that the service does not know, does not compile.
 */
export const choicesOf = <Value extends string>(words: { readonly [value in Value]: string }) =>
  (Object.entries(words) as [Value, string][]).map(([value, label]) => ({ value, label }));
