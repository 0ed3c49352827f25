/**
 * The addresses that networks call: `GET` and `POST /inbound/{platform}`. A body is answered with 200 only when every event
 * of it is stored. No key and no rate limit stand before them: the signature decides.
 */
import type { Manifest } from '../../../adapters/port/manifest.ts';
import { parseExactly } from '../../../adapters/lib/exact-json.ts';
import type { Sql } from '../../../store/connect.ts';
import type { Networks } from '../accounts/index.ts';
import { bodyOf, type Exchange, type Header, type RawRoute } from '../../api/exchange.ts';
import { Problem } from '../../api/problem.ts';
import type { Log } from '../../base/log.ts';
import { signingApps } from './secrets.ts';
import { eventStore, rowsOf } from './store-events.ts';

interface InboundDeps {
  sql: Sql;
  adapters: { [platform: string]: Manifest };
  networks: Networks;
  /** Agreed with the networks when the address is entered there. */
  verifyToken: string;
  clock: () => number;
  log: Log;
  /** Called when events were stored. */
  onStored: () => void;
  /** Counts what was understood and what was not. */
  count: (platform: string, kind: string) => void;
}

/** Bytes of a body: 1,000 updates with long texts fit. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
const PLAIN: readonly Header[] = [
  ['content-type', 'text/plain; charset=utf-8'],
  ['cache-control', 'no-store'],
  ['x-content-type-options', 'nosniff'],
];

/** @param type of the body; absent means plain text */
const headersOf = (type: string | undefined): readonly Header[] =>
  type === undefined ? PLAIN : [['content-type', type], ...PLAIN.slice(1)];

export function inboundRoutes(deps: InboundDeps): RawRoute[] {
  const receiving = { ...deps, store: eventStore(deps) };
  return [
    { method: 'GET', path: '/inbound/{platform}', handle: (exchange) => challenge(deps, exchange) },
    { method: 'POST', path: '/inbound/{platform}', handle: (exchange) => receive(receiving, exchange) },
  ];
}

/** The network checks that the address is ours. */
async function challenge(deps: InboundDeps, exchange: Exchange): Promise<void> {
  const { platform, inbound } = portOf(deps, exchange);
  const query = Object.fromEntries(new URLSearchParams(exchange.query));
  for (const { secrets } of await signingApps(deps.networks, { platform, inbound }, deps.verifyToken)) {
    const body = inbound.challenge?.(query, secrets) ?? null;
    if (body !== null)
      return exchange.answer({ status: 200, headers: headersOf(inbound.challengeType), body });
  }
  exchange.answer({
    status: 403,
    headers: PLAIN,
    body: 'the verify token is wrong, or no app is configured',
  });
}

async function receive(
  { store, ...deps }: InboundDeps & { store: ReturnType<typeof eventStore> },
  exchange: Exchange,
): Promise<void> {
  const { platform, inbound } = portOf(deps, exchange);
  // the headers end with the call of the handler
  const headers = {
    'x-hub-signature-256': exchange.header('x-hub-signature-256'),
    'x-twitter-webhooks-signature': exchange.header('x-twitter-webhooks-signature'),
  };
  const body = await bodyOf(exchange, MAX_BODY_BYTES);
  const apps = await signingApps(deps.networks, { platform, inbound }, deps.verifyToken);
  const signer = apps.find(({ secrets }) => inbound.verify({ headers, body }, secrets));
  if (!signer) {
    deps.count(platform, 'unsigned');
    throw new Problem(
      'unauthorized',
      'the signature is missing or wrong: it is made with the secret of an app that is not configured here',
    );
  }
  const parsed = parseExactly(Buffer.from(body).toString('utf8'));
  const now = deps.clock();
  const events = parsed === undefined ? [] : inbound.split(parsed, now);
  const rows = rowsOf(events, signer, (kind) => deps.count(platform, kind));
  const isNew = await store(rows);
  exchange.answer({ status: 200, headers: PLAIN, body: 'EVENT_RECEIVED' });
  if (isNew) deps.onStored();
}

/** @throws Problem 404 for a network that calls no webhooks */
function portOf({ adapters }: InboundDeps, exchange: Exchange) {
  const platform = exchange.params['platform']!;
  const inbound = Object.hasOwn(adapters, platform) ? adapters[platform]!.inbound : undefined;
  if (!inbound) throw new Problem('not_found', `${platform} calls no webhooks of this service`);
  return { platform, inbound };
}
