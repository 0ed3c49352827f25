/** Connects a Ghost site by its address and the Admin API key of a custom integration. */
import type { ConnectAnswer, ConnectStep, FormConnect } from '../port/connect.ts';
import { ask, at, textAt } from '../lib/http.ts';
import { readError } from './errors.ts';
import type { Failure } from '../lib/outcome.ts';
import { call } from './request.ts';

const KEY = /^([0-9a-f]{24}):([0-9a-f]{64})$/i;
const CONTENT_KEY = /^[0-9a-f]{26}$/i;

export const connect: FormConnect = {
  kind: 'form',
  steps: [
    'Open the settings of your site in Ghost, and there Integrations.',
    'Add a custom integration and name it, for example "Troupe".',
    'Copy its Admin API key (not the Content API key), and paste it here with the address of the site.',
  ],
  fields: [
    {
      name: 'site',
      label: 'Address of the site',
      help: 'The part before /ghost in the address of the admin pages.',
      example: 'https://name.ghost.io',
    },
    {
      name: 'adminApiKey',
      label: 'Admin API key',
      help: 'It is in Ghost under Settings, Integrations, in your custom integration.',
      secret: true,
    },
  ],
  connect: (step) => openSite(step, step.fields['site'] ?? '', (step.fields['adminApiKey'] ?? '').trim()),
};

async function openSite(step: ConnectStep, typed: string, key: string): Promise<ConnectAnswer> {
  const admin = addressOf(typed);
  if (admin === null) {
    return refused(
      'site',
      'The address of the site is missing or not a web address: type it as in https://name.ghost.io',
    );
  }
  const [, keyId, secret] = KEY.exec(key) ?? [];
  if (keyId === undefined || secret === undefined) {
    return refused(
      'adminApiKey',
      CONTENT_KEY.test(key)
        ? 'That is the Content API key: copy the Admin API key, which has a colon in its middle'
        : 'That is no Admin API key: it has 24 signs, a colon and 64 signs; copy it whole',
    );
  }
  const { fetch, signal, now } = step;
  const account = { endpoints: { admin }, credentials: { keyId: keyId.toLowerCase(), secret } };

  const about = await ask(fetch, call(account, now, 'GET', '/site/'), signal);
  const site = about.kind === 'response' && about.status === 200 ? at(about.json, 'site') : undefined;
  if (site === undefined) return notASite(about, readError(about, { account, now }));

  const newsletters = await ask(fetch, call(account, now, 'GET', '/newsletters/?limit=50'), signal);
  const opened = newsletters.kind === 'response' && Array.isArray(at(newsletters.json, 'newsletters'));
  if (!opened) {
    const { kind, reason } = readError(newsletters, { account, now });
    return kind === 'retry' ? { kind, reason } : refused('adminApiKey', reason);
  }
  const { host, pathname } = new URL(admin);
  const place = `${host}${pathname.replace(/\/$/, '')}`;
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId: `${place}:${account.credentials.keyId}`,
        username: place,
        displayName: textAt(site, 'title') || place,
        url: webAddress(textAt(site, 'url')),
        avatarUrl: webAddress(textAt(site, 'icon') ?? textAt(site, 'logo')),
        ...account,
        limits: {},
        expiresAt: null,
      },
    ],
  };
}

/** The address before `/ghost`, without a trailing slash; null if it is no web address. */
function addressOf(typed: string): string | null {
  const text = typed.trim();
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (text === '' || !URL.canParse(whole)) return null;
  const { protocol, host, pathname, username } = new URL(whole);
  if (!/^https?:$/.test(protocol) || username !== '') return null;
  return `${protocol}//${host}${pathname.replace(/\/ghost\/*$/, '').replace(/\/+$/, '')}`;
}

/** A redirect would lose the body of later calls, so the person is asked for the address it leads to. */
function notASite(answer: Awaited<ReturnType<typeof ask>>, failure: Failure): ConnectAnswer {
  if (answer.kind === 'response') {
    const moved = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null;
    const to =
      moved !== null && URL.canParse(moved)
        ? addressOf(moved.replace(/\/ghost\/api\/admin\/site\/?$/, ''))
        : null;
    if (to !== null) return refused('site', `The site is at another address: type ${to}`);
    if (answer.status < 500 && answer.status !== 429 && answer.status !== 408) {
      return refused(
        'site',
        'There is no Ghost site at this address: type the part before /ghost in the address of its admin pages',
      );
    }
  }
  if (answer.kind === 'lost' && !answer.sent) {
    return refused('site', `The site cannot be reached at this address: ${answer.reason}`);
  }
  return { kind: 'retry', reason: failure.reason };
}

function webAddress(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? url : null;
}

function refused(field: 'site' | 'adminApiKey', reason: string): ConnectAnswer {
  return { kind: 'refused', reason, field };
}
