/** An account on a network of Meta that gives responses of the test's own, and the calls it received. */
import { equal } from 'node:assert/strict';
import type { AccountAccess, Credentials } from '../../adapters/port/account.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import { inTurn } from './bench.ts';

export const NOW = Date.UTC(2026, 8, 21, 14, 0);
export const TOKEN = 'IGAAgeheim';

export interface Called {
  call: string;
  query: { [name: string]: string };
  body: unknown;
}

/**
 * @param manifest whose account it is
 * @param responses one for each call
 * @param credentials in addition to the token
 */
export function metaScene(
  manifest: Manifest,
  responses: (Response | Error)[],
  credentials: Credentials = {},
): {
  step: { account: AccountAccess; fetch: typeof fetch; signal: AbortSignal; now: number };
  calls: () => Promise<Called[]>;
} {
  const { fetch, requests } = inTurn(responses);
  const account: AccountAccess = {
    id: 'acc_1',
    platform: manifest.platform,
    limits: {},
    remoteId:
      { instagram: '17841400000000003', facebook: '102000000000001' }[manifest.platform] ??
      '26100000000000001',
    username: manifest.platform === 'facebook' ? 'Cafe Luna' : 'cafe_luna',
    endpoints: { graph: 'https://graph.test' },
    credentials: { accessToken: TOKEN, ...credentials },
  };
  const calls = () =>
    Promise.all(
      requests.map(async (request) => {
        const { pathname, searchParams } = new URL(request.url);
        equal(request.headers.get('authorization'), `Bearer ${TOKEN}`, 'the token is in a header');
        const body = request.method === 'POST' ? await request.clone().json() : null;
        return { call: `${request.method} ${pathname}`, query: Object.fromEntries(searchParams), body };
      }),
    );
  return { step: { account, fetch, signal: new AbortController().signal, now: NOW }, calls };
}

/** A list of the Graph API. @param after the cursor of the next page; null on the last one */
export function page(data: object[], after: string | null = null): object {
  return {
    data,
    paging: {
      cursors: { before: 'first', after: after ?? 'last' },
      ...(after === null ? {} : { next: 'https://elsewhere.test/next' }),
    },
  };
}

/** An error as Meta writes it. */
export function refusal(
  code: number,
  {
    subcode,
    status = 400,
    message = 'In their words.',
    transient = false,
  }: {
    subcode?: number;
    status?: number;
    message?: string;
    transient?: boolean;
  } = {},
): Response {
  const error = {
    message,
    type: 'OAuthException',
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    is_transient: transient,
    fbtrace_id: 'AbC',
  };
  return Response.json({ error }, { status });
}
