/** Pages for a person whom an app sent here by a request that cannot be granted. Plain HTML, without a script. */
import { createHash } from 'node:crypto';
import { Html, html, NO_ICON } from '../../base/html.ts';
import type { OAuthFault } from './fault.ts';

const STYLE = `
:root { color-scheme: light dark; --paper: #f7f6f3; --ink: #1d1c1a; --soft: #5f5b54; --act: #1f4fbf; --on-act: #fff; }
@media (prefers-color-scheme: dark) { :root { --paper: #151412; --ink: #efebe4; --soft: #b3ada3; --act: #8fb0ff; --on-act: #10131c; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, sans-serif; -webkit-text-size-adjust: 100%; }
main { max-width: 32rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.6rem; line-height: 1.25; }
p { margin: 0 0 1rem; }
.quiet { color: var(--soft); font-size: .9rem; }
.button { display: block; box-sizing: border-box; min-height: 3rem; margin: 1.5rem 0 .5rem; padding: .7rem 1rem; border-radius: .6rem; background: var(--act); color: var(--on-act); font-weight: 600; text-align: center; text-decoration: none; }
.button:hover { filter: brightness(1.08); }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
`;

/** Of the pages below: nothing but their own style, in no frame. */
export const PAGE_POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** There is no app that could be told. */
export const faultPage = (fault: OAuthFault): string =>
  page(
    html`<p>The app that sent you here made a mistake: ${fault.message}.</p>
      <p>Nothing was allowed. Go back to the app and begin again; if it happens again, tell its makers.</p>`,
  );

/**
 * An app that the person has not let act before.
 * @param content app: what it calls itself; back: the address to which it wants the error; place: the same in words
 */
export const strangerPage = (content: {
  fault: OAuthFault;
  app: string;
  back: string;
  place: string;
}): string =>
  page(
    html`<p>“${content.app}” sent you here and made a mistake: ${content.fault.message}.</p>
      <p>Nothing was allowed. You can close this page, or go back to the app, which then gets the error.</p>
      <p><a class="button" rel="noreferrer" href="${content.back}">Go on to ${content.place}</a></p>
      <p class="quiet">
        You have not connected this app before, and nobody has checked its name or where the button leads. If
        you did not come from this app, close the page.
      </p>`,
  );

function page(inside: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>This app cannot be connected</title>
        ${NO_ICON} ${new Html(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <main>
          <h1>This app cannot be connected</h1>
          ${inside}
        </main>
      </body>
    </html>`.text;
}
