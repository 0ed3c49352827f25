/**
 * The page on which a simulated network asks a person whether an app may act for them. There are no passwords here: a
 * name is enough, and the same name is always the same account.
 */
import { Html, html } from '../src/base/html.ts';

/** What a person decided; or the page that asks them. */
type Consent = { kind: 'page'; response: Response } | { kind: 'allowed'; login: string } | { kind: 'denied' };

/**
 * Reads the decision from an authorization request, or asks for it. The form sends the same request again with `login`
 * or `deny` in its query; a test may do the same without the page.
 */
export function askForConsent(url: URL, asking: { network: string; app: string; scopes: string[] }): Consent {
  const login = url.searchParams.get('login')?.trim();
  if (login) return { kind: 'allowed', login };
  if (url.searchParams.has('deny')) return { kind: 'denied' };
  return { kind: 'page', response: page(url, asking) };
}

/** Back to the app, with what the network has to say: `code`, `state`, `error`. */
export function backTo(redirectUri: string, said: { [name: string]: string | null }): Response {
  const back = new URL(redirectUri);
  for (const [name, value] of Object.entries(said)) if (value !== null) back.searchParams.set(name, value);
  return new Response(null, { status: 302, headers: { location: back.href, 'cache-control': 'no-store' } });
}

function page(
  url: URL,
  { network, app, scopes }: { network: string; app: string; scopes: string[] },
): Response {
  const kept = [...url.searchParams]
    .filter(([name]) => name !== 'login' && name !== 'deny')
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
  const { text } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="data:," />
        <title>${network}: allow ${app}?</title>
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <main>
          <p class="network">${network} (sandbox)</p>
          <h1>Allow ${app} to use your account?</h1>
          ${
            scopes.length === 0
              ? ''
              : html`<p>It asks for:</p>
                  <ul>
                    ${scopes.map((scope) => html`<li><code>${scope}</code></li>`)}
                  </ul>`
          }
          <form method="get" action="${url.pathname}">
            ${kept}
            <label for="login">Sign in as</label>
            <input id="login" name="login" value="rosa" autocomplete="off" spellcheck="false" />
            <div class="choice"><button>Allow</button></div>
          </form>
          <form method="get" action="${url.pathname}">
            ${kept}
            <input type="hidden" name="deny" value="1" />
            <button class="plain">Deny</button>
          </form>
        </main>
      </body>
    </html> `;
  return new Response(text, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      // no form-action: the form's answer redirects to the app, wherever that is
      'content-security-policy':
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    },
  });
}

const STYLE = `
:root { font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { width: min(26rem, 100vw - 2rem); }
.network { opacity: .75; margin: 0; }
h1 { font-size: 1.35rem; margin: .25rem 0 1rem; overflow-wrap: anywhere; }
ul { padding-left: 1.25rem; }
code { font-size: .9em; overflow-wrap: anywhere; }
label { display: block; font-weight: 600; }
input, button { font: inherit; width: 100%; box-sizing: border-box; min-height: 2.75rem; border-radius: .5rem; }
input { padding: 0 .75rem; border: 1px solid color-mix(in srgb, currentColor 45%, transparent); background: transparent; color: inherit; }
button { margin-top: .75rem; border: 0; background: #1d4ed8; color: #fff; font-weight: 600; cursor: pointer; }
button.plain { background: transparent; color: inherit; border: 1px solid color-mix(in srgb, currentColor 45%, transparent); }
`;
