/** A person with a browser, without the browser: follows no redirect by itself and keeps cookies of the service. */
import type { OAuthConnect } from '../../../adapters/port/connect.ts';
import { networks } from '../../../adapters/networks.ts';
import type { RunningService } from '../../support/service.ts';

export interface Person {
  get(address: string): Promise<Seen>;
  /** Sends a form, as a browser does from a page of ours. */
  send(
    address: string,
    fields?: { [name: string]: string },
    headers?: { [name: string]: string },
  ): Promise<Seen>;
  cookie: string;
}

export interface Seen {
  status: number;
  headers: Headers;
  /** The redirect target, absolute; empty when there is none. */
  location: string;
  text: string;
}

export function newPerson({ baseUrl }: Pick<RunningService, 'baseUrl'>): Person {
  const person: Person = {
    cookie: '',
    get: (address) => ask(address, {}),
    send: (address, fields = {}, headers = {}) =>
      ask(address, {
        method: 'POST',
        body: new URLSearchParams(fields).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
      }),
  };
  async function ask(address: string, init: RequestInit): Promise<Seen> {
    const url = new URL(address, baseUrl);
    const ours = url.origin === new URL(baseUrl).origin;
    const headers = new Headers(init.headers);
    if (ours && person.cookie !== '') headers.set('cookie', person.cookie);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    const [set] = response.headers.getSetCookie();
    if (ours && set !== undefined) person.cookie = set.split(';')[0]!;
    const location = response.headers.get('location');
    return {
      status: response.status,
      headers: response.headers,
      location: location === null ? '' : new URL(location, url).href,
      text: await response.text(),
    };
  }
  return person;
}

/** Creates a link with the API. */
export async function linkFor(
  running: RunningService,
  body: object = {},
): Promise<{ id: string; url: string; platforms: string[]; status: string; expiresAt: string }> {
  const answer = await running.call('POST', '/v1/connect-links', body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.connectLink;
}

/**
 * Presses the button of a network, allows access on its page, and returns the callback's address, which is not
 * requested yet.
 */
export async function allow(
  person: Person,
  link: { url: string },
  platform: string,
  {
    login = 'rosa',
    fields = {},
    way,
    without = [],
  }: {
    login?: string;
    fields?: { [name: string]: string };
    /** One of several sign-ins. */
    way?: string;
    /** Permissions that the person switches off. */
    without?: string[];
  } = {},
): Promise<string> {
  const sent = await person.send(`${link.url}/${platform}${way ? `?way=${way}` : ''}`, fields);
  if (sent.status !== 303) throw new Error(`${sent.status} ${sent.text}`);
  const decided = new URL(sent.location);
  decided.searchParams.set('login', login);
  for (const scope of without) decided.searchParams.append('without', scope);
  return (await person.get(decided.href)).location;
}

/** A sign-in that offers three accounts. */
export function severalAccounts(): OAuthConnect {
  const instagram = networks.instagram.connect as OAuthConnect;
  return {
    ...instagram,
    async exchange(step) {
      const answer = await instagram.exchange(step);
      if (answer.kind !== 'accounts') return answer;
      const names = [
        'Café Luna',
        'Café Luna at the harbour, which has a very long name indeed',
        'Rosas Boats',
      ];
      const accounts = names.map((displayName, index) => ({
        ...answer.accounts[0]!,
        remoteId: `${index}`,
        username: `account_${index}`,
        displayName,
      }));
      return { kind: 'accounts', accounts };
    },
  };
}
