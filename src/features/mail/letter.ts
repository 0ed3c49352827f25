/** The texts of mails, as plain text and as HTML. */
import { type Html, html } from '../../base/html.ts';

/** What a mail says. */
export interface Letter {
  /** For titles in the debugger: words with `_`, such as `password_reset`. */
  about: string;
  subject: string;
  /** Sentences, each a paragraph. */
  paragraphs: string[];
  /** Follow the paragraphs. */
  lists?: { heading: string; items: string[] }[];
  /** What the person is to open. */
  link?: { label: string; url: string };
  /** Why the person got it, in small letters. */
  footer: string;
}

/** Both forms say the same. A line break in the subject becomes a blank. */
export function composeLetter({ subject, paragraphs, lists = [], link, footer }: Letter): {
  subject: string;
  text: string;
  html: string;
} {
  const listed = lists.map(({ heading, items }) =>
    [`${heading}:`, ...items.map((one) => `- ${one}`)].join('\n'),
  );
  const lines = [
    ...paragraphs,
    ...listed,
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    `-- \n${footer}`,
  ];
  return {
    subject: subject.replaceAll(/\s+/g, ' '),
    text: `${lines.join('\n\n')}\n`,
    html: html`<!doctype html>
      <html>
        <body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1a1b1e;background:#fff">
          <div style="max-width:520px;margin:0 auto">
            ${paragraphs.map((one) => html`<p dir="auto">${one}</p>`)} ${lists.map(listOf)}
            ${link ? buttonOf(link) : null}
            <p style="font-size:13px;color:#5c5f66">${footer}</p>
          </div>
        </body>
      </html>`.text,
  };
}

const listOf = ({ heading, items }: NonNullable<Letter['lists']>[number]): Html => html`
  <p dir="auto" style="margin-bottom:4px"><b>${heading}</b></p>
  <ul style="margin-top:0;padding-inline-start:20px">
    ${items.map((one) => html`<li dir="auto">${one}</li>`)}
  </ul>
`;

const buttonOf = ({ label, url }: NonNullable<Letter['link']>): Html => html`
  <p>
    <a
      href="${url}"
      style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1c5fb8;color:#fff;text-decoration:none"
      >${label}</a
    >
  </p>
  <p style="font-size:13px;color:#5c5f66;word-break:break-all">${url}</p>
`;
