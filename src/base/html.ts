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
  return new Html(parts.map((part, index) => part + escaped(values[index] ?? null)).join(''));
}

function escaped(value: Value): string {
  if (value === null || value === false) return '';
  if (Array.isArray(value)) return value.map(escaped).join('\n');
  if (value instanceof Html) return value.text;
  return String(value).replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** An empty icon: without one, browsers ask for a file, and Firefox reports that the page's policy forbids it. */
export const NO_ICON = new Html('<link rel="icon" href="data:," />');

/** Headers of a page for people that needs nothing but its own style. */
export const PLAIN_PAGE_HEADERS: readonly (readonly [name: string, value: string])[] = [
  ['content-type', 'text/html; charset=utf-8'],
  ['content-security-policy', "default-src 'none'; img-src data:; style-src 'unsafe-inline'"],
  ['x-content-type-options', 'nosniff'],
];

/** A page for people with a heading, without a script. @param body the markup below the heading */
export function plainPage(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${NO_ICON}
        <style>
          :root {
            color-scheme: light dark;
          }
          body {
            font:
              1rem/1.5 system-ui,
              sans-serif;
            max-width: 40rem;
            margin: 3rem auto;
            padding: 0 1rem;
          }
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`.text;
}
