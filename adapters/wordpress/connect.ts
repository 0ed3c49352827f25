/**
 * Connects a site by an application password. The person is sent to their own site's approval page, which creates the
 * password and returns it (developer.wordpress.org, "Application Passwords: Integration Guide"); or they create one
 * and type it.
 *
 * The password is sent to one host only: the one whose page approved it. A site that names another host's approval
 * page could collect passwords of that host, so it is refused.
 */
import type { ConnectAnswer, ConnectField, ConnectStep, FormConnect, OAuthConnect } from '../port/connect.ts';
import { ask, at, brief, textAt } from '../lib/http.ts';
import { readError } from './errors.ts';
import { findSite, type DiscoveredSite, noSite, siteAt } from './discover.ts';
import { plain } from './html.ts';
import { remoteIdOf } from './remote-id.ts';
import { getRequest } from './site.ts';

/** Identifies this product to sites, so that a person recognises its passwords; the same for every installation. */
const APP_ID = '6f1c22ab-5d0e-4c0f-9a57-3f6de8b1c402';

const SITE: ConnectField = {
  name: 'site',
  label: 'Address of your site',
  help: 'The address people read your site at.',
  example: 'https://blog.example',
};

const byHand: FormConnect = {
  kind: 'form',
  steps: [
    'On your site, open Users, then Profile, and scroll down to Application Passwords.',
    'Type a name such as Troupe, press Add and copy the password that is shown.',
  ],
  fields: [
    SITE,
    { name: 'username', label: 'User name', help: 'The name you sign in to the site with.', example: 'rosa' },
    {
      name: 'applicationPassword',
      label: 'Application password',
      help: 'Six groups of four letters: not the password you sign in with.',
      secret: true,
      example: 'abcd EFGH 1234 ijkl MNOP 5678',
    },
  ],
  connect: connectByHand,
};

export const connect: OAuthConnect = {
  kind: 'oauth',
  pkce: false,
  scopes: [],
  returns: 'query',
  fields: [SITE],
  register,
  authorizeUrl({ endpoints, app, redirectUri, state }) {
    const url = new URL(endpoints['authorize'] ?? '');
    const back = (more: { [name: string]: string }) => {
      const address = new URL(redirectUri);
      for (const [name, value] of Object.entries(more)) address.searchParams.set(name, value);
      return address.href;
    };
    url.searchParams.set('app_id', app.clientId);
    url.searchParams.set('success_url', back({ state }));
    url.searchParams.set('reject_url', back({ state, error: 'access_denied' }));
    return url.href;
  },
  exchange,
  byHand,
};

type Registering = Parameters<NonNullable<OAuthConnect['register']>>[0];
type Registered = Awaited<ReturnType<NonNullable<OAuthConnect['register']>>>;

/** Nothing is registered: this finds the site and its approval page. */
async function register(step: Registering): Promise<Registered> {
  const found = await findSite(step, step.fields['site'] ?? '');
  if ('kind' in found) return found;
  const { api, site, authorizeUrl } = found;
  if (authorizeUrl === null) {
    return refused(
      'The site offers no application passwords: it needs https and WordPress 5.6, and no security plugin that turns them off.',
      'site',
    );
  }
  const approval = new URL(authorizeUrl);
  if (approval.host !== new URL(api).host || approval.protocol !== new URL(api).protocol) {
    return refused(
      `The site sends people to ${approval.host} for their approval, which is not where its API is: type an application password instead.`,
      'site',
    );
  }
  if (!takesReturnsTo(step.redirectUri, approval)) {
    return refused(
      'WordPress sends people back to https addresses alone, and this service has none: type an application password instead.',
    );
  }
  approval.searchParams.set('app_name', step.appName);
  return {
    kind: 'registered',
    app: { clientId: APP_ID, clientSecret: '' },
    endpoints: { api, site, authorize: approval.href },
  };
}

/** WordPress allows plain http on sites declared local, and since 7.0 for loopback addresses; the page decides. */
function takesReturnsTo(redirectUri: string, approval: URL): boolean {
  const { protocol, hostname } = new URL(redirectUri);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'https:' || isLoopback || approval.protocol === 'http:';
}

/** The returned password must be for the site that was asked for. */
async function exchange(step: Parameters<OAuthConnect['exchange']>[0]): Promise<ConnectAnswer> {
  const { site_url: site = '', user_login: username = '', password = '' } = step.returned ?? {};
  if (username === '' || password === '')
    return refused('The site did not approve the connection: start again.');
  if (placeOf(site) === null || placeOf(site) !== placeOf(step.endpoints['site'] ?? '')) {
    return refused('The approval came from another site than the one that was asked for: start again.');
  }
  const api = step.endpoints['api'] ?? '';
  const found = (await siteAt(step, api)) ?? noSite(api);
  return 'kind' in found ? found : accountOf(step, found, { username, password });
}

/** Compares host and folder; the scheme may differ behind proxies. */
function placeOf(address: string): string | null {
  const url = URL.parse(address);
  return url && `${url.host}${url.pathname.replace(/\/+$/, '')}`;
}

async function connectByHand(
  step: ConnectStep & { fields: { [name: string]: string } },
): Promise<ConnectAnswer> {
  const field = (name: string) => (step.fields[name] ?? '').trim();
  if (field('site') === '') return refused('Type the address of your site.', 'site');
  const found = await findSite(step, field('site'));
  if ('kind' in found) return found;
  if (field('username') === '') return refused('Type the name you sign in to the site with.', 'username');
  const password = field('applicationPassword');
  if (!/^[a-zA-Z0-9]{24}$/.test(password.replaceAll(/\s/g, ''))) {
    return refused(
      'Type an application password (six groups of four), not the password you sign in with.',
      'applicationPassword',
    );
  }
  return accountOf(step, found, { username: field('username'), password });
}

/** Signs in once, which proves the password, and reads what the person may do there. */
async function accountOf(
  step: ConnectStep,
  { api, name, home, iconUrl }: DiscoveredSite,
  { username, password }: { username: string; password: string },
): Promise<ConnectAnswer> {
  const credentials = { username, applicationPassword: password.replaceAll(/\s/g, '') };
  const request = getRequest({ endpoints: { api }, credentials }, '/wp/v2/users/me', { context: 'edit' });
  const answer = await ask(step.fetch, request, step.signal);
  const id = answer.kind === 'response' && answer.status === 200 ? textAt(answer.json, 'id') : null;
  if (answer.kind === 'lost' || id === null) {
    const { kind, reason } = readError(answer, { account: { credentials }, now: step.now });
    if (kind === 'retry') return { kind, reason: `It did not work this time; ${reason}.` };
    return refused(`It was not let in; ${brief(reason).slice(0, 300)}.`, 'applicationPassword');
  }
  const me = answer.json;
  const { host } = new URL(api);
  if (at(me, 'capabilities', 'publish_posts') !== true) {
    return refused(
      `${username} may not publish on ${host}: it takes the role of an author or more.`,
      'username',
    );
  }
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId: remoteIdOf(api, id),
        username: textAt(me, 'username') ?? username,
        displayName: plain(name) || host,
        url: home,
        avatarUrl: iconUrl,
        endpoints: { api },
        credentials,
        limits: {},
        expiresAt: null,
      },
    ],
  };
}

function refused(reason: string, field?: string): Extract<ConnectAnswer, { kind: 'refused' }> {
  return { kind: 'refused', reason, ...(field === undefined ? {} : { field }) };
}
