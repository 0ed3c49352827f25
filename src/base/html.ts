/** Pages written as template texts: each value that is put in is escaped, unless it is HTML itself. */

/** Markup that is put into a page as it is. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | false | null | Value[];

/** `html\`<p>${anybodysText}</p>\``. Of lists each element is put in; null and false are nothing. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(parts.map((part, index) => part + shown(values[index] ?? null)).join(''));
}

function shown(value: Value): string {
  if (value === null || value === false) return '';
  if (Array.isArray(value)) return value.map(shown).join('\n');
  if (value instanceof Html) return value.text;
  return String(value).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
