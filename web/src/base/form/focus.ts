/** Gives a field of a form the focus. */

const CONTROLS = 'input:not([type="hidden"]), textarea, select, button';

/**
 * Puts the focus into the first of some fields, in the order of the page. A group of choices gets it in the one that is
 * chosen.
 */
export function focusFirst(fields: readonly HTMLElement[]): void {
  const [first] = fields.toSorted((one, other) =>
    one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );
  if (first === undefined) return;
  const control = first.matches(CONTROLS)
    ? first
    : (first.querySelector<HTMLElement>('input:checked') ?? first.querySelector<HTMLElement>(CONTROLS));
  control?.focus();
}
