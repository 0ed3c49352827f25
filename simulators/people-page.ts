/**
 * The page at `/people`: be a follower of an account. Comment below its posts, write messages, tap what it offers, and see
 * what came back. `?network=instagram&account=<id>&username=ann`.
 */
import { Html, html } from '../src/base/html.ts';
import { chat, tools } from './people-page-messages.ts';
import { comments } from './people-page-comments.ts';
import { SCRIPT } from './people-page-script.ts';
import { PEOPLE_STYLE } from './people-page-style.ts';
import { pageResponse } from './page-response.ts';
import type { PersonFacts, PersonView, PostView } from './people.ts';
import type { Sandbox } from './sandbox.ts';

/** Answers a request for the page; null where it is for something else. */
export function peoplePage(sandbox: Sandbox, request: Request): Response | null {
  const url = new URL(request.url);
  if (url.pathname !== '/people' || (request.method !== 'GET' && request.method !== 'HEAD')) return null;
  const shown = shownBy(sandbox, url.searchParams);
  return pageResponse(request, (nonce) => document(sandbox, shown, nonce), true);
}

/** What the page is about. */
interface Shown {
  network: string;
  networks: string[];
  accounts: { id: string; name: string }[];
  /** Null if the network has no account yet. */
  account: { id: string; name: string } | null;
  username: string;
  posts: PostView[];
  persons: PersonFacts[];
  /** Null means the account has not met the person yet. */
  view: PersonView | null;
}

function shownBy(sandbox: Sandbox, query: URLSearchParams): Shown {
  const networks = sandbox.platforms.filter((platform) => sandbox.people.has(platform));
  const network =
    networks.find((one) => one === query.get('network')) ??
    networks.find((one) => sandbox.people.accounts(one).length > 0) ??
    networks[0] ??
    '';
  const accounts = networks.length > 0 ? sandbox.people.accounts(network) : [];
  const account = accounts.find(({ id }) => id === query.get('account')) ?? accounts[0] ?? null;
  const place = { network, ...(account ? { account: account.id } : {}) };
  const { posts, persons } = account ? sandbox.people.scene(place) : { posts: [], persons: [] };
  const given = query.get('username')?.trim() ?? '';
  const username = given === '' ? (persons[0]?.username ?? 'ann') : given;
  const known = persons.some((person) => person.username === username);
  const view = known ? sandbox.people.view(place, username) : null;
  return { network, networks, accounts, account, username, posts, persons, view };
}

function document(sandbox: Sandbox, shown: Shown, nonce: string): string {
  const { network, account, username } = shown;
  const at = JSON.stringify({ network, account: account?.id ?? '', username });
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Be a follower: Troupe sandbox</title>
        <style>
          ${new Html(PEOPLE_STYLE)}
        </style>
      </head>
      <body data-at="${at}">
        <header>
          <h1>Be a follower</h1>
          <p>Act as a person and see what the account answers. <a href=".">All posts of the sandbox</a></p>
        </header>
        ${chooser(shown)}
        <p id="problem" role="alert" hidden></p>
        <main>
          ${
            account
              ? html`${person(sandbox, shown)}
                  ${sandbox.people.hasMessages(network) ? html`<nav class="jump" aria-label="On this page"><a href="#posts">Posts</a> <a href="#messages">Messages</a></nav>` : ''}
                  <div class="columns">
                    ${comments(shown)} ${sandbox.people.hasMessages(network) ? messages(shown) : ''}
                  </div>`
              : html`<p class="empty">
                  ${network || 'No network'} has no account yet: connect one in Troupe first.
                </p>`
          }
        </main>
        <script nonce="${nonce}">
          ${new Html(SCRIPT)};
        </script>
      </body>
    </html> `.text;
}

function chooser({ network, networks, accounts, account, username, persons }: Shown): Html {
  return html`<form class="chooser" method="get" action="people">
    <label
      >Network
      <select name="network">
        ${networks.map((one) => html`<option ${one === network ? html` selected` : ''}>${one}</option>`)}
      </select></label
    >
    <label
      >Account
      <select name="account">
        ${accounts.map(({ id, name }) => html`<option value="${id}" ${id === account?.id ? html` selected` : ''}>${name}</option>`)}
      </select></label
    >
    <label
      >I am
      <input
        name="username"
        value="${username}"
        list="persons"
        required
        maxlength="60"
        autocomplete="off"
        spellcheck="false"
    /></label>
    <datalist id="persons">
      ${persons.map((person) => html`<option value="${person.username}"></option>`)}
    </datalist>
    <button>Show</button>
  </form>`;
}

/** Who acts, and whether the app hears of it. */
function person(sandbox: Sandbox, { network, account, username, view }: Shown): Html {
  const facts = view?.person;
  const toggle = (on: boolean, act: string, undo: string, label: string, undoLabel: string) =>
    html`<button
      type="button"
      data-act="${JSON.stringify({ [on ? undo : act]: true })}"
      aria-pressed="${on ? 'true' : 'false'}"
    >
      ${on ? undoLabel : label}
    </button>`;
  return html`<section class="person" aria-label="The person" data-live="person">
    <p>
      <b>${username}</b>
      <span
        >${facts ? (facts.follows ? 'follows' : 'does not follow') : 'has not met'}
        ${account?.name ?? ''}</span
      >
    </p>
    <div class="buttons">
      ${toggle(facts?.follows === true, 'follow', 'unfollow', 'Follow', 'Unfollow')}
      ${toggle(facts?.blocked === true, 'block', 'unblock', 'Block the account', 'Unblock the account')}
    </div>
    <p class="hears">${hears(sandbox, network, account?.id ?? '')}</p>
  </section>`;
}

function hears(sandbox: Sandbox, network: string, account: string): string {
  const { apps, accounts } = sandbox.people.subscriptions(network);
  if (apps.length === 0) return 'No app has set an address for webhooks: nobody hears of what you do.';
  if (!accounts.some((one) => one.account === account))
    return 'No app is subscribed to this account: nobody hears of what you do.';
  const waiting = sandbox.webhooks.waiting(network);
  const last = sandbox.webhooks.deliveries(network).at(-1)?.status;
  const told =
    last === undefined
      ? ''
      : last === 'failed'
        ? ' It did not respond last time.'
        : ` It last responded ${last}.`;
  if (waiting > 0) return `${waiting} ${waiting === 1 ? 'event waits' : 'events wait'} for the app.${told}`;
  return `The app hears of what you do.${told}`;
}

function messages({ account, username, view }: Shown): Html {
  return html`<section class="messages" id="messages" aria-label="Messages">
    <h2>Messages</h2>
    <div
      class="log"
      data-live="messages"
      role="log"
      aria-label="Messages with ${account?.name ?? ''}"
      tabindex="0"
    >
      ${chat(view?.messages ?? [], username, account?.name ?? '')}
    </div>
    ${tools()}
  </section>`;
}
