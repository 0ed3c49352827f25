/** A sandbox with one network, an account on it, and an app that receives its webhooks. */
import { createHmac } from 'node:crypto';
import { ok } from 'node:assert/strict';
import { at, textAt } from '../../adapters/lib/http.ts';
import type { Json } from '../../machines/outcome.ts';
import { control } from '../../simulators/control.ts';
import { createSandbox } from '../../simulators/sandbox.ts';
import type { SimulatedNetwork } from '../../simulators/simulator.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const HOOK = 'https://app.test/hook';
const VERIFY_TOKEN = 'verify me';

export type Body = { [name: string]: Json };
export interface Answered {
  status: number;
  body: Body;
}

/** One request that the app received. */
export interface Received {
  raw: string;
  body: Body;
  signature: string | null;
  type: string | null;
}

/** @param options.folder where the sandbox keeps its state; memory only when absent */
export function peopleScene(
  network: SimulatedNetwork<unknown>,
  options: { folder?: string; now?: number } = {},
) {
  const clock = { now: options.now ?? Date.UTC(2026, 10, 2, 9) };
  const received: Received[] = [];
  const app = {
    /** What the app responds; `cut`: no response. */
    status: 200 as number | 'cut',
    challenge: (given: string) => given,
    /** Runs while the app holds its response back. */
    meanwhile: () => undefined as void,
  };
  const sandbox = createSandbox({
    baseUrl: 'http://sandbox.test',
    networks: [network],
    now: () => clock.now,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const url = new URL(request.url);
      ok(url.href.startsWith(HOOK), `nothing is at ${url.href}`);
      if (request.method === 'GET') {
        const isRight = url.searchParams.get('hub.verify_token') === VERIFY_TOKEN;
        return new Response(isRight ? app.challenge(url.searchParams.get('hub.challenge') ?? '') : '', {
          status: isRight ? 200 : 403,
        });
      }
      const raw = await request.text();
      received.push({
        raw,
        body: JSON.parse(raw) as Body,
        signature: request.headers.get('x-hub-signature-256'),
        type: request.headers.get('content-type'),
      });
      app.meanwhile();
      if (app.status === 'cut') throw new TypeError('fetch failed');
      return new Response('', { status: app.status });
    },
    ...(options.folder === undefined ? {} : { folder: options.folder }),
  });
  const { platform } = network;
  const account = sandbox.connect(platform, 'Café Luna');
  const credentials = sandbox.networks()[0]?.app;
  ok(credentials);
  const call = async (path: string, init: RequestInit = {}): Promise<Answered> => {
    const request = new Request(`${account.endpoints['graph']}${path}`, init);
    if (!request.headers.has('authorization')) {
      request.headers.set('authorization', `Bearer ${account.credentials['accessToken']}`);
    }
    const response = await sandbox.fetch(request);
    return { status: response.status, body: (await response.json()) as Body };
  };
  const send = (path: string, body: Body, method = 'POST') =>
    call(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  /** A call of the app itself. */
  const asApp = (path: string, init: RequestInit = {}) =>
    call(path, {
      ...init,
      headers: { authorization: `Bearer ${credentials.clientId}|${credentials.clientSecret}` },
    });
  const asked = async (path: string, body?: Json, method = body === undefined ? 'GET' : 'POST') => {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? { method } : { method, headers, body: JSON.stringify(body) };
    const response = await control(sandbox, new Request(`http://sandbox.test/control/${path}`, init));
    ok(response);
    return { status: response.status, body: (await response.json()) as Body };
  };
  const act = async (username: string, act: Body, person: Body = {}): Promise<Body> => {
    const { status, body } = await asked('people', {
      network: platform,
      account: account.remoteId,
      person: { username, ...person },
      act,
    });
    ok(status === 200, JSON.stringify(body));
    return body;
  };
  const see = async (username: string): Promise<Body> =>
    (await asked(`people?network=${platform}&username=${encodeURIComponent(username)}`)).body;
  const posts = async () => (await asked(`people?network=${platform}`)).body['posts'] as Body[];
  return {
    sandbox,
    account,
    clock,
    app,
    received,
    credentials,
    call,
    send,
    asApp,
    asked,
    act,
    see,
    posts,
    manner: (change: Body) => asked('webhooks', { network: platform, ...change }),
    setCallback: (more: Body = {}) =>
      asked('webhooks', { network: platform, callbackUrl: HOOK, verifyToken: VERIFY_TOKEN, ...more }),
    settled: () => sandbox.webhooks.settled(),
  };
}

export const codesOf = ({ body }: Answered): Json[] => {
  const error = (body['error'] ?? {}) as Body;
  return [error['code'] ?? null, error['error_subcode'] ?? null];
};

/** Messaging items or changes of what was received, in order. */
export function itemsOf(
  received: Received[],
  list: 'messaging' | 'changes' | 'standby' = 'messaging',
): Body[] {
  return received.flatMap(({ body }) =>
    (body['entry'] as Body[]).flatMap((entry) => (entry[list] ?? []) as Body[]),
  );
}

export function signatureOf(raw: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`;
}

export function idIn(body: Body, name = 'id'): string {
  const id = textAt(body, name);
  ok(id, `${name} of ${JSON.stringify(body)}`);
  return id;
}

/** Objects of a list somewhere in a body. */
export function listAt(body: Json | undefined, ...path: (string | number)[]): Body[] {
  const list = at(body, ...path);
  ok(Array.isArray(list), `a list at ${path.join('.')}`);
  return list as Body[];
}
