/**
 * Connecting a Bluesky account with an app password.
 *
 * The password is sent to one server only: Bluesky's own, or the account's own if the person typed its address. A
 * handle leads to a DID and a DID to a server, and anybody can set both, so a server the person did not see never
 * receives a password (https://atproto.com/specs/did, https://atproto.com/specs/handle).
 */
import type { ConnectAnswer, ConnectStep, FormConnect } from '../port/connect.ts';
import { type NetworkResponse, ask, at, brief, type Lost, textAt } from '../lib/http.ts';
import { jsonPost } from '../lib/request.ts';
import { tryAgain } from '../lib/try-again.ts';
import type { Json } from '../../machines/outcome.ts';

/** Servers run by Bluesky. Their accounts sign in at the entryway. */
const OWN_HOSTS = /(^|\.)(bsky\.social|host\.bsky\.network)$/;
const APP_PASSWORD = /^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/;

export const connect: FormConnect = {
  kind: 'form',
  steps: [
    'In Bluesky, open Settings, then Privacy and security, then App passwords.',
    'Add an app password and copy it. It can post, but cannot change your account.',
  ],
  fields: [
    {
      name: 'handle',
      label: 'Handle',
      help: 'Your name on Bluesky, without the @.',
      example: 'rosa.bsky.social',
    },
    {
      name: 'appPassword',
      label: 'App password',
      help: 'Four groups of four letters: not the password of your account.',
      secret: true,
      example: 'xxxx-xxxx-xxxx-xxxx',
    },
    {
      name: 'server',
      label: 'Server (optional)',
      help: 'Leave it empty, unless your account is on a server of its own. The app password is sent there.',
      example: 'https://bsky.social',
    },
  ],
  connect: connectAccount,
};

type Step = ConnectStep & { fields: { [name: string]: string } };

async function connectAccount(step: Step): Promise<ConnectAnswer> {
  const handle = (step.fields['handle'] ?? '').trim().replace(/^@/, '').toLowerCase();
  const password = (step.fields['appPassword'] ?? '').trim();
  if (!/^[^\s@]+(@[^\s@]+)?\.[^\s@]+$|^did:[a-z]+:\S+$/.test(handle)) {
    return refused('handle', 'Type your whole handle, such as rosa.bsky.social.');
  }
  if (!APP_PASSWORD.test(password)) {
    return refused(
      'appPassword',
      'Type an app password (xxxx-xxxx-xxxx-xxxx), not the password of your account.',
    );
  }
  const server = await signInServer(step, handle);
  if (typeof server !== 'string') return server;
  const address = `${server}/xrpc/com.atproto.server.createSession`;
  // a redirect would send the password to another host
  const request = jsonPost(address, { identifier: handle, password }, { redirect: 'manual' });
  const session = await ask(step.fetch, request, step.signal);
  if (session.kind === 'lost' || session.status !== 200) return whyNoSession(session);
  return accountOf(step, session.json, { server, password });
}

/** The base address the password may be sent to, or the reason why there is none. */
async function signInServer(step: Step, handle: string): Promise<string | ConnectAnswer> {
  const entryway = step.endpoints['pds'] ?? '';
  const typed = (step.fields['server'] ?? '').trim();
  const named = typed === '' ? null : serverIn(typed, entryway);
  if (typed !== '' && named === null) {
    return refused(
      'server',
      'Type the address of your server, such as https://bsky.social, or leave it empty.',
    );
  }
  const home = handle.includes('@') ? null : await homeOf(step, handle);
  if (home !== null && typeof home !== 'string') return home;
  if (home === null || home === entryway || OWN_HOSTS.test(new URL(home).hostname)) {
    // an account on Bluesky's servers, or an e-mail address, which only the server can resolve
    if (named === null || named === home || isOwn(named, entryway)) return entryway;
    if (home === null) return named;
    return refused('server', `${handle} is an account of Bluesky itself: leave the server empty.`);
  }
  if (named === home) return home;
  const host = new URL(home).host;
  return refused(
    'server',
    named === null
      ? `${handle} lives on ${host}. Type https://${host} here if the app password may be sent there.`
      : `${handle} lives on ${host}, not on ${new URL(named).host}. Nothing was sent.`,
  );
}

function isOwn(address: string, entryway: string): boolean {
  return address === entryway || OWN_HOSTS.test(new URL(address).hostname);
}

/** The server a person typed. It must use https, except the sandbox's server. */
function serverIn(typed: string, entryway: string): string | null {
  const text = typed.replace(/\/+$/, '');
  if (text === entryway) return entryway;
  const url = URL.parse(/^[a-z]+:\/\//i.test(text) ? text : `https://${text}`);
  return url?.protocol === 'https:' && url.pathname === '/' && url.username === '' ? url.origin : null;
}

/** Finds the address of the server that holds the account: handle to DID, DID to document. */
async function homeOf(step: Step, handle: string): Promise<string | ConnectAnswer> {
  const { endpoints } = step;
  let did = handle;
  if (!handle.startsWith('did:')) {
    const params = new URLSearchParams({ handle });
    const found = await get(
      step,
      `${endpoints['public']}/xrpc/com.atproto.identity.resolveHandle?${params.toString()}`,
    );
    const failure = failureOf(found);
    if (failure !== null) return failure;
    did = textAt((found as NetworkResponse).json, 'did') ?? '';
    if ((found as NetworkResponse).status !== 200 || did === '') {
      return refused('handle', 'There is no Bluesky account with this handle: check its spelling.');
    }
  }
  const document = await get(step, documentOf(did, endpoints['plc'] ?? ''));
  const failure = failureOf(document);
  if (failure !== null) return failure;
  const home = homeIn((document as NetworkResponse).json, endpoints['pds'] ?? '');
  if (
    (document as NetworkResponse).status !== 200 ||
    textAt((document as NetworkResponse).json, 'id') !== did ||
    home === null
  ) {
    return refused('handle', 'The account’s identity names no server that can be used.');
  }
  return home;
}

function documentOf(did: string, plc: string): string {
  const host = /^did:web:([a-z0-9.-]+)$/i.exec(did)?.[1];
  return host === undefined ? `${plc}/${encodeURIComponent(did)}` : `https://${host}/.well-known/did.json`;
}

/** The account's server according to its DID document; null if there is none, or none that may be called. */
function homeIn(document: Json | undefined, entryway: string): string | null {
  const services = at(document, 'service');
  if (!Array.isArray(services)) return null;
  const pds = services.find((service) => textAt(service, 'id')?.endsWith('#atproto_pds'));
  const address = textAt(pds, 'serviceEndpoint')?.replace(/\/+$/, '') ?? '';
  if (address === entryway) return entryway;
  const url = URL.parse(address);
  return url?.protocol === 'https:' && url.username === '' ? url.origin : null;
}

async function accountOf(
  step: Step,
  session: Json,
  { server, password }: { server: string; password: string },
): Promise<ConnectAnswer> {
  const did = textAt(session, 'did');
  const accessJwt = textAt(session, 'accessJwt');
  const refreshJwt = textAt(session, 'refreshJwt');
  const handle = textAt(session, 'handle') ?? did;
  if (did === null || handle === null || accessJwt === null || refreshJwt === null) {
    return refused('server', 'The response is not that of a Bluesky server.');
  }
  if (at(session, 'active') === false) {
    const status = brief(textAt(session, 'status') ?? 'not active');
    return refused('handle', `Bluesky says that the account is ${status}.`);
  }
  const pds = homeIn(at(session, 'didDoc'), step.endpoints['pds'] ?? '') ?? server;
  const params = new URLSearchParams({ actor: did });
  const profile = await get(step, `${pds}/xrpc/app.bsky.actor.getProfile?${params.toString()}`, accessJwt);
  const profileJson = profile.kind === 'response' && profile.status === 200 ? profile.json : null;
  return {
    kind: 'accounts',
    accounts: [
      {
        remoteId: did,
        username: handle,
        displayName: textAt(profileJson, 'displayName') || handle,
        url: `https://bsky.app/profile/${handle}`,
        avatarUrl: textAt(profileJson, 'avatar'),
        endpoints: {
          pds,
          video: step.endpoints['video'] ?? '',
          public: step.endpoints['public'] ?? '',
        },
        // the DID, since handles change
        credentials: { identifier: did, appPassword: password, did, accessJwt, refreshJwt },
        limits: {},
        expiresAt: null,
      },
    ],
  };
}

function whyNoSession(answer: NetworkResponse | Lost): ConnectAnswer {
  const failure = failureOf(answer);
  if (failure !== null) return failure;
  const code = textAt((answer as NetworkResponse).json, 'error') ?? '';
  switch (code) {
    case 'AuthFactorTokenRequired':
      return refused(
        'appPassword',
        'This is the password of the account: make an app password and type that.',
      );
    case 'AccountTakedown':
    case 'AccountSuspended':
    case 'AccountDeactivated':
      return refused(
        'handle',
        'Bluesky has closed this account, temporarily or permanently: see the Bluesky app.',
      );
    default:
      return refused(
        'appPassword',
        'Bluesky does not take this handle with this app password: type it again.',
      );
  }
}

function get(step: Step, url: string, token?: string): Promise<NetworkResponse | Lost> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return ask(step.fetch, new Request(url, { headers, redirect: 'manual' }), step.signal);
}

/** A failure of the connection or the server, which says nothing about what was typed; null if there is none. */
function failureOf(answer: NetworkResponse | Lost): ConnectAnswer | null {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `Bluesky did not answer: ${answer.reason}.` };
  if (answer.status !== 429 && answer.status < 500) return null;
  return {
    kind: 'retry',
    reason: `Bluesky is busy or down (status ${answer.status}): ${tryAgain(answer.headers)}.`,
  };
}

const refused = (field: string, reason: string): ConnectAnswer => ({ kind: 'refused', reason, field });
