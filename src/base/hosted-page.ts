/** The frame of the hosted pages: plain HTML without a script, for people who have no login here, mostly on a phone. */
import { STYLE_TAG } from './hosted-style.ts';
import { type Html, html, NO_ICON } from './html.ts';

/** What a page needs beside its own. */
export interface Frame {
  workspace: string;
  sandbox: boolean;
  /** For whom the page is. Absent means that nobody is named. */
  recipient?: string;
}

/** A page for people. @param frame null means that it names no workspace */
export function hostedPage(frame: Frame | null, title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>${title}${frame === null ? '' : ` – ${frame.workspace}`}</title>
        ${NO_ICON} ${STYLE_TAG}
      </head>
      <body>
        ${frame?.sandbox ? html`<p class="sandbox">Sandbox: nothing here reaches a real network.</p>` : ''}
        <main>
          ${frame === null ? '' : html`<p class="workspace">${frame.workspace}${frame.recipient === undefined ? '' : ` · for ${frame.recipient}`}</p>`}
          ${body}
        </main>
      </body>
    </html> `.text;
}

/** Nothing can be done here, or not this way. */
export function messagePage(
  frame: Frame | null,
  content: { title: string; text: string; way: { href: string; label: string } | null },
): string {
  const { title, text, way } = content;
  return hostedPage(
    frame,
    title,
    html`<h1>${title}</h1>
      <p role="alert">${text}</p>
      ${way === null ? '' : html`<p><a class="button" href="${way.href}">${way.label}</a></p>`}`,
  );
}
