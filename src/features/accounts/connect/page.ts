/**
 * The hosted pages of a connect link: plain HTML without a script, for a person who has no login here, mostly on a phone.
 * Colours keep 4.5:1 in both themes, targets are 44 px, every error stands beside its field and is named to readers.
 */
import type { ConnectableAccount, ConnectField } from '../../../../adapters/port/connect.ts';
import { type Frame, hostedPage as page } from '../../../base/hosted-page.ts';
import { type Html, html } from '../../../base/html.ts';
import { networkName } from './networks.ts';

interface AccountView {
  platform: string;
  displayName: string;
  username: string;
}

/** A network in the list. */
interface NetworkView {
  platform: string;
  name: string;
  /** Why it cannot be connected; null where it can. */
  reason: string | null;
  /** Sends the person away at once, with no form before. */
  goes: boolean;
}

/** The list of networks, and what is connected already. */
export function listPage(
  frame: Frame,
  content: {
    path: string;
    networks: NetworkView[];
    accounts: AccountView[];
    /** Where "Finish" leads; null where nobody waits. */
    finish: string | null;
    expires: string;
    notice: string | null;
  },
): string {
  const { path, networks, accounts, finish, expires, notice } = content;
  const done = accounts.length > 0;
  return page(
    frame,
    'Connect accounts',
    html`<h1>${done ? 'Connected' : 'Connect your accounts'}</h1>
      ${notice === null ? '' : html`<p class="problem" role="alert">${notice}</p>`}
      ${
        done
          ? html`<ul class="accounts" aria-label="Connected accounts">
                ${accounts.map(
                  (account) =>
                    html`<li>
                      ${tick()}<span
                        ><b>${account.displayName}</b>
                        <small
                          >${networkName(account.platform)}${account.username === account.displayName ? '' : ` · ${account.username}`}</small
                        ></span
                      >
                    </li>`,
                )}
              </ul>
              ${
                finish === null
                  ? html`<p>You can close this page, or connect another account.</p>`
                  : html`<p><a class="button" href="${finish}">Finish</a></p>`
              }
              <h2>Connect another</h2>`
          : html`<p>Choose a network. You give your permission there, and can take it back at any time.</p>`
      }
      <ul class="networks">
        ${networks.map((network) => networkRow(path, network))}
      </ul>
      <p class="quiet">
        This link works until <time datetime="${expires}">${dayOf(expires)}</time>.${
          !done && finish !== null ? html` <a href="${finish}">Go back without connecting</a>` : ''
        }
      </p>`,
  );
}

function networkRow(path: string, { platform, name, reason, goes }: NetworkView): Html {
  if (reason !== null) {
    return html`<li class="off"><span class="who">${mark(name)}${name}</span> <small>${reason}</small></li>`;
  }
  const inner = html`<span class="who">${mark(name)}${name}</span>
    <span class="do" aria-hidden="true">Connect</span>`;
  return goes
    ? html`<li>
        <form method="post" action="${path}/${platform}">
          <button aria-label="Connect ${name}">${inner}</button>
        </form>
      </li>`
    : html`<li><a href="${path}/${platform}" aria-label="Connect ${name}">${inner}</a></li>`;
}

/** Which of several sign-ins of a network. */
export function choicePage(
  frame: Frame,
  content: { path: string; name: string; ways: { send: string; name: string; help: string }[] },
): string {
  const { path, name, ways } = content;
  return page(
    frame,
    `Connect ${name}`,
    html`<p><a class="back" href="${path}">All networks</a></p>
      <h1>${mark(name)}Connect ${name}</h1>
      <p>Choose where you sign in. Either way leads to the same account.</p>
      <ul class="ways">
        ${ways.map(
          (way, index) =>
            html`<li>
              <form method="post" action="${way.send}">
                <button class="button" aria-describedby="way-${index}">Sign in with ${way.name}</button>
              </form>
              <p class="help" id="way-${index}">${way.help}</p>
            </li>`,
        )}
      </ul>`,
  );
}

/** One network's form. */
export function formPage(
  frame: Frame,
  content: {
    path: string;
    /** Where the form is sent. */
    send: string;
    name: string;
    steps: string[];
    /** What the steps ask to copy: shown so that one press marks it whole. */
    copy: string | null;
    fields: ConnectField[];
    /** What was typed; secrets are never handed in. */
    values: { [name: string]: string };
    problem: { reason: string; field?: string } | null;
    /** What the button says. */
    action: string;
    hand: string | null;
    /** Another way to the same account. */
    other: string | null;
  },
): string {
  const { path, send, name, steps, copy, fields, values, problem, action, hand, other } = content;
  const atField = problem !== null && fields.some((field) => field.name === problem.field);
  return page(
    frame,
    `${problem === null ? '' : 'Error: '}Connect ${name}`,
    html`<p><a class="back" href="${path}">All networks</a></p>
      <h1>${mark(name)}Connect ${name}</h1>
      ${problem !== null && !atField ? html`<p class="problem" role="alert">${problem.reason}</p>` : ''}
      ${
        steps.length === 0
          ? ''
          : html`<ol class="steps">
              ${steps.map((step) => html`<li>${withCopy(step, copy)}</li>`)}
            </ol>`
      }
      ${hand === null ? '' : html`<p class="quiet">In the sandbox you do this by hand: <a href="${hand}" target="_blank" rel="noopener">act at ${name}</a>.</p>`}
      <form method="post" action="${send}" novalidate>
        ${fields.map((field) => input(field, values[field.name] ?? '', problem?.field === field.name ? problem.reason : null))}
        <button class="button">${action}</button>
      </form>
      ${other === null ? '' : html`<p class="quiet">It does not work? <a href="${other}">Connect by hand</a>.</p>`}`,
  );
}

/** A step with what is to be copied set off, the command before it included: `/connect 4F7K-Q2MA`. */
function withCopy(step: string, copy: string | null): Html {
  const at = copy === null ? -1 : step.indexOf(copy);
  if (copy === null || at === -1) return html`${step}`;
  const start = at - (/\/\w+ $/.exec(step.slice(0, at))?.[0].length ?? 0);
  const end = at + copy.length;
  return html`${step.slice(0, start)}<code>${step.slice(start, end)}</code>${step.slice(end)}`;
}

function input(field: ConnectField, value: string, problem: string | null): Html {
  const { name, label, help, secret, example } = field;
  const described = problem === null ? `${name}-help` : `${name}-problem ${name}-help`;
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <p class="help" id="${name}-help">${help}</p>
    ${problem === null ? '' : html`<p class="problem" id="${name}-problem">${problem}</p>`}
    <input
      id="${name}"
      name="${name}"
      type="${secret ? 'password' : 'text'}"
      ${secret ? '' : html`value="${value}" `}${example === undefined ? '' : html`placeholder="${example}" `}aria-describedby="${described}"
      ${problem === null ? '' : html` aria-invalid="true" autofocus`}
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
    />
  </div>`;
}

/** Which of several accounts. */
export function pickPage(
  frame: Frame,
  content: {
    path: string;
    action: string;
    name: string;
    accounts: ConnectableAccount[];
    problem: string | null;
  },
): string {
  const { path, action, name, accounts, problem } = content;
  const onlyOne = accounts.some(({ alone }) => alone);
  return page(
    frame,
    `${problem === null ? '' : 'Error: '}Choose accounts`,
    html`<p><a class="back" href="${path}">All networks</a></p>
<h1>${mark(name)}Choose accounts</h1>
<form method="post" action="${action}">
<fieldset${problem === null ? '' : html` aria-describedby="problem"`}>
<legend>
  You manage several at ${name}. ${onlyOne ? 'Which one shall be connected? For another, sign in once more.' : 'Which shall be connected?'}
</legend>
${problem === null ? '' : html`<p class="problem" id="problem" role="alert">${problem}</p>`}
${accounts.map(
  ({ remoteId, displayName, username }, index) =>
    html`<label class="choice" for="account-${index}"
      ><input
        type="${onlyOne ? 'radio' : 'checkbox'}"
        id="account-${index}"
        name="account"
        value="${remoteId}"
      /><span
        ><b>${displayName}</b>${username === displayName ? '' : html` <small>${username}</small>`}</span
      ></label
    >`,
)}
</fieldset>
<button class="button">Connect</button>
</form>`,
  );
}

/** The network's first letter, in a circle: no network's trademark. */
function mark(name: string): Html {
  return html`<span class="mark" aria-hidden="true">${name.slice(0, 1)}</span>`;
}

function tick(): Html {
  return html`<span class="tick" aria-hidden="true">✓</span>`;
}

/** `24 May 2026, 10:00 UTC` */
function dayOf(iso: string): string {
  const text = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(new Date(iso));
  return `${text} UTC`;
}
