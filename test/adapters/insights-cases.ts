/**
 * Recorded and documented responses of calls for numbers, one file per network (`samples/insights`), with what is asked and
 * what is read from them. `source` names where a body is from; ids and names are made up.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { networks } from '../../adapters/networks.ts';
import type { AccountAccess } from '../../adapters/port/account.ts';
import type { InsightsPort, InsightsStep } from '../../adapters/port/insights.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { Json } from '../../machines/outcome.ts';

export const CALLS = ['posts', 'byId', 'post', 'account', 'followers', 'daily'] as const;
export type Call = (typeof CALLS)[number];

export interface Case {
  name: string;
  source: string;
  call: Call;
  /** What the call is given beside the account. */
  given: { [name: string]: Json };
  /** What differs from the network's usual account. */
  account?: { remoteId?: string; credentials?: { [name: string]: string } };
  responses: { status?: number; headers?: { [name: string]: string }; body: Json }[];
  /** Requests, without host and token. */
  asks: string[];
  gives: Json;
}

const folder = new URL('samples/insights/', import.meta.url);

export const platformsWithCases: string[] = readdirSync(folder)
  .map((file) => file.replace(/\.json$/, ''))
  .toSorted();

export function casesOf(platform: string): Case[] {
  return JSON.parse(readFileSync(new URL(`${platform}.json`, folder), 'utf8')) as Case[];
}

export const NOW = Date.UTC(2026, 9, 1, 12);

const REMOTE_IDS: { [platform: string]: string } = {
  instagram: '17841400000000001',
  facebook: '102000000000001',
  threads: '26100000000000001',
  x: '900100',
  youtube: 'UCabcdefghijklmnopqrstuv',
  bluesky: 'did:plc:cafeluna',
};

export function accountOf(platform: string, more: Case['account'] = {}): AccountAccess {
  const endpoints = (networks as { [name: string]: Manifest })[platform]?.endpoints ?? {};
  return {
    id: 'acc_1',
    platform,
    remoteId: more.remoteId ?? REMOTE_IDS[platform] ?? '1001',
    username: 'cafe_luna',
    endpoints: {
      ...Object.fromEntries(Object.keys(endpoints).map((name) => [name, `https://${name}.test`])),
      ...OWN_ENDPOINTS[platform],
    },
    credentials: { accessToken: 'AT-1', token: 'TOKEN-1', apiKey: 'KEY-1', ...more.credentials },
    limits: {},
  };
}

/** Addresses that only connected accounts have. */
const OWN_ENDPOINTS: { [platform: string]: { [name: string]: string } } = {
  mastodon: { server: 'https://server.test' },
  wordpress: { site: 'https://site.test', api: 'https://site.test/wp-json' },
  ghost: { admin: 'https://admin.test' },
};

/** Makes the call; the port's calls differ in what they are given. */
export function make(
  port: InsightsPort,
  call: Call,
  step: InsightsStep & { [name: string]: unknown },
): Promise<unknown> {
  const given = step as never;
  switch (call) {
    case 'post':
      return port.post?.(given) ?? absent(call);
    case 'posts':
    case 'byId':
    case 'followers':
    case 'account':
    case 'daily':
      return port[call]?.read(given) ?? absent(call);
    default:
      return call satisfies never;
  }
}

function absent(call: Call): Promise<never> {
  return Promise.reject(new Error(`there is no ${call}`));
}

/** A request as cases name it. */
export function told(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  const query = [...searchParams].map(([name, value]) => `${name}=${value}`).join('&');
  return `${request.method} ${pathname}${query === '' ? '' : `?${query}`}`;
}
