/** The texts of mails, as plain text and as HTML. */
import { type Html, html } from '../../base/html.ts';

/** What a mail says. */
export interface Letter {
  /** For titles in the debugger: words with `_`, such as `password_reset`. */
  about: string;
  subject: string;
  /** Sentences, each a paragraph. */
  paragraphs: string[];
  /** What the person is to open. */
  link?: { label: string; url: string };
  /** Why the person got it, in small letters. */
  footer: string;
}

/** Both forms say the same. A line break in the subject becomes a blank. */
export function composeLetter({ subject, paragraphs, link, footer }: Letter): {
  subject: string;
  text: string;
  html: string;
} {
  const lines = [...paragraphs, ...(link ? [`${link.label}:\n${link.url}`] : []), `-- \n${footer}`];
  return {
    subject: subject.replaceAll(/\s+/g, ' '),
    text: `${lines.join('\n\n')}\n`,
    html: html`<!doctype html>
      <html>
        <body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif;color:#1a1b1e;background:#fff">
          <div style="max-width:520px;margin:0 auto">
            ${paragraphs.map((one) => html`<p dir="auto">${one}</p>`)} ${link ? buttonOf(link) : null}
            <p style="font-size:13px;color:#5c5f66">${footer}</p>
          </div>
        </body>
      </html>`.text,
  };
}

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
