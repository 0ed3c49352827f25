/**
 * The page at `/`: what each network received, newest first, with pictures, and the faults that are set.
 * `?network=bluesky` shows one network, `&id=<post id>` one of its posts.
 */
import { Html, html } from '../src/base/html.ts';
import { pageResponse } from './page-response.ts';
import { PAGE_STYLE } from './page-style.ts';
import type { Sandbox } from './sandbox.ts';
import type { Fault, LedgerEntry } from './simulator.ts';

const MAX_POSTS = 100;

/** Answers a request for the page; null where it is for something else. */
export function page(sandbox: Sandbox, request: Request): Response | null {
  const url = new URL(request.url);
  if (url.pathname !== '/' || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
  const network = sandbox.platforms.find((platform) => platform === url.searchParams.get('network'));
  const shown = { network, id: url.searchParams.get('id') };
  return pageResponse(request, (nonce) => document(sandbox, shown, nonce));
}

interface Shown {
  /** One network's posts; undefined: all. */
  network: string | undefined;
  /** One post, by its id on the network; null means all. */
  id: string | null;
}

function document(sandbox: Sandbox, { network, id }: Shown, nonce: string): string {
  const all = sandbox.ledger.entries();
  const shown = all.filter(
    (entry) => (network === undefined || entry.network === network) && (id === null || entry.id === id),
  );
  const latest = shown.slice(-MAX_POSTS).toReversed();
  const faults = sandbox.faults.list();
  const version = `${all.length} ${JSON.stringify(faults)}`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Troupe sandbox</title>
        <style>
          ${new Html(STYLE)}
        </style>
      </head>
      <body>
        <header>
          <h1>Sandbox</h1>
          <p>What the simulated networks received. Nothing here has reached a real network.</p>
          <p><a href="people">Be a follower</a>: comment on these posts and write messages.</p>
        </header>
        <nav aria-label="Networks">
          ${tab(undefined, 'All', all.length, network)}
          ${sandbox.platforms.map((platform) => tab(platform, platform, all.filter((entry) => entry.network === platform).length, network))}
        </nav>
        <main>
          ${faultList(faults)}
          <section aria-label="Posts">
            ${id === null ? '' : html`<p class="empty">One post is shown. <a href="${network === undefined ? '?' : `?network=${network}`}">Show all</a></p>`}
            ${latest.length === 0 ? html`<p class="empty">${id === null ? 'No post yet.' : 'The network has no post with this id.'}</p>` : latest.map((entry) => card(entry, sandbox))}
            ${shown.length > latest.length ? html`<p class="empty">${shown.length - latest.length} older posts are not shown.</p>` : ''}
          </section>
        </main>
        <script nonce="${nonce}">
          ${new Html(script(version))};
        </script>
      </body>
    </html> `.text;
}

function tab(platform: string | undefined, name: string, count: number, current: string | undefined): Html {
  const here = platform === current && html` aria-current="page"`;
  const href = platform === undefined ? '?' : `?network=${encodeURIComponent(platform)}`;
  return html`<a href="${href}" ${here}>${name} <span>${count}</span></a>`;
}

function faultList(faults: Fault[]): Html | null {
  if (faults.length === 0) return null;
  return html`<section class="faults" aria-label="Faults">
    <h2>Faults that are set</h2>
    <ul>
      ${faults.map((fault) => html`<li>${faultLine(fault)}</li>`)}
    </ul>
  </section>`;
}

function faultLine({
  kind,
  network,
  account,
  call,
  status,
  retryAfterSeconds,
  delayMs,
  times,
}: Fault): string {
  const parts = [
    `${network}: ${kind.replaceAll('_', ' ')}`,
    status === undefined ? '' : String(status),
    retryAfterSeconds === undefined ? '' : `retry after ${retryAfterSeconds} s`,
    delayMs === undefined ? '' : `${delayMs} ms`,
    call === undefined ? '' : `on ${call}`,
    account === undefined ? '' : `for ${account}`,
    times === undefined ? 'until taken away' : times === 1 ? 'once' : `${times} times`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function card({ network, account, id, at, text, media, details }: LedgerEntry, sandbox: Sandbox): Html {
  const name = sandbox
    .accounts()
    .find((known) => known.network === network && known.remoteId === account)?.displayName;
  const facts = Object.entries(details).filter(
    ([, value]) => value !== null && value !== '' && value !== false,
  );
  return html`<article>
    <p class="head">
      <b>${network}</b> <span>${name ?? account}</span>
      <time datetime="${at}">${at.slice(0, 19).replace('T', ' ')} UTC</time>
    </p>
    ${media.length === 0 ? '' : html`<div class="media many-${Math.min(media.length, 4)}">${media.map((item) => picture(item, sandbox.baseUrl))}</div>`}
    ${text === '' ? '' : html`<p class="text" dir="auto">${text}</p>`}
    <dl>
      <div>
        <dt>id</dt>
        <dd>${id}</dd>
      </div>
      ${facts.map(
        ([key, value]) =>
          html`<div>
            <dt>${key}</dt>
            <dd dir="auto">${typeof value === 'string' ? value : JSON.stringify(value)}</dd>
          </div>`,
      )}
    </dl>
  </article>`;
}

function picture({ url, type, bytes }: LedgerEntry['media'][number], baseUrl: string): Html {
  const label = `${type}, ${size(bytes)}`;
  if (url === null || !/^https?:/.test(url)) return html`<p class="file">${label}</p>`;
  // The sandbox's own files stay readable where the page is looked at through another address.
  const src = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length + 1) : url;
  if (type.startsWith('video/'))
    return html`<video src="${src}" controls muted playsinline preload="metadata"></video>`;
  if (type.startsWith('image/')) return html`<img src="${src}" alt="${label}" loading="lazy" />`;
  return html`<p class="file"><a href="${src}" rel="noreferrer">${label}</a></p>`;
}

function size(bytes: number): string {
  return bytes < 1_000_000
    ? `${Math.max(1, Math.round(bytes / 1000))} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Reloads the page when something came in, unless a video is playing. */
function script(version: string): string {
  const known = JSON.stringify(version).replaceAll('<', '\\u003c');
  return `
const known = ${known};
setInterval(async () => {
  if (document.hidden || [...document.querySelectorAll('video')].some((video) => !video.paused)) return;
  const [health, { faults }] = await Promise.all(['control/health', 'control/faults'].map((path) => fetch(path).then((answer) => answer.json())));
  if (health.posts + ' ' + JSON.stringify(faults) !== known) location.reload();
}, 2000);
`;
}

const STYLE = `${PAGE_STYLE}
article, .faults { margin-bottom: 1rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--card); overflow: hidden; }
.faults { padding: .75rem 1rem; border-color: var(--mark); background: var(--mark-paper); color: var(--mark); }
.faults h2 { margin: 0; font-size: 1rem; }
.faults ul { margin: .25rem 0 0; padding-left: 1.2rem; }
.head { display: flex; flex-wrap: wrap; gap: .1rem .6rem; margin: 0; padding: .6rem 1rem; align-items: baseline; }
.head time { margin-left: auto; color: var(--soft); font-size: .85rem; font-variant-numeric: tabular-nums; }
.media { display: grid; grid-template-columns: 1fr; gap: 2px; background: var(--line); }
.many-2, .many-3, .many-4 { grid-template-columns: 1fr 1fr; }
.media img, .media video { display: block; width: 100%; height: 100%; max-height: 32rem; object-fit: cover; background: var(--paper); }
.media:not(.many-1) > * { aspect-ratio: 4 / 3; }
.media:not(.many-1) > :last-child:nth-child(odd) { grid-column: span 2; aspect-ratio: 8 / 3; }
.many-1 img, .many-1 video { object-fit: contain; }
.file { margin: 0; padding: 1rem; background: var(--card); color: var(--soft); }
.text { margin: 0; padding: .75rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
dl { display: flex; flex-wrap: wrap; gap: .1rem 1.25rem; margin: 0; padding: .5rem 1rem .75rem; color: var(--soft); font-size: .8rem; }
dl div { display: flex; gap: .35rem; min-width: 0; }
dt::after { content: ':'; }
dd { margin: 0; overflow-wrap: anywhere; }
`;
