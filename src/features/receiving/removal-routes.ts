/**
 * What a person asks for at the network about this service:
 *
 * POST /inbound/{platform}/deauthorize   they removed the app: their accounts have to be connected again
 * POST /inbound/{platform}/deletion      they want their data deleted: accounts, tokens, conversations and comments
 * GET  /inbound/deletions/{code}         what became of that
 *
 * The network signs both calls with the secret of the app (`signed_request`). It says when it made them, but not for which of
 * the two addresses, so either takes both (docs/contract.md, "What people ask for at Meta").
 */
import { randomBytes } from 'node:crypto';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import { deleteAccount } from '../../../store/accounts.ts';
import type { Sql } from '../../../store/connect.ts';
import {
  countCommentsOf,
  deleteConversationsOf,
  findAccountsOfLogin,
  findDeletion,
  insertDeletion,
} from '../../../store/removals.ts';
import { accountDisconnected, type Networks } from '../accounts/index.ts';
import { bodyOf, type Exchange, type Header, type RawRoute } from '../../api/exchange.ts';
import { Problem } from '../../api/problem.ts';
import type { Node } from '../../engine/node.ts';
import { lockInto } from '../../engine/take.ts';
import { html, PLAIN_PAGE_HEADERS, plainPage } from '../../base/html.ts';
import { removeCopies } from '../../kinds/media-copy.ts';
import { signingApps } from './secrets.ts';

interface RemovalDeps {
  sql: Sql;
  node: Pick<Node, 'command'>;
  adapters: { [platform: string]: Manifest };
  networks: Networks;
  verifyToken: string;
  /** Epoch ms. */
  clock: () => number;
  /** Public address of this service, without a trailing slash. */
  baseUrl: () => string;
}

const MINUTE_MS = 60_000;
/** Meta repeats its webhooks for 36 hours after a failure (Webhooks, "Getting started"); no page says less of these calls. */
const MAX_AGE_MS = 36 * 60 * MINUTE_MS;
/** How far ahead the clock of the network may be. */
const MAX_AHEAD_MS = 5 * MINUTE_MS;
const MAX_FORM_BYTES = 16 * 1024;
const JSON_HEADERS: readonly Header[] = [
  ['content-type', 'application/json; charset=utf-8'],
  ['cache-control', 'no-store'],
];
const PAGE_HEADERS: readonly Header[] = [...PLAIN_PAGE_HEADERS, ['cache-control', 'no-store']];

export function removalRoutes(deps: RemovalDeps): RawRoute[] {
  return [
    {
      method: 'POST',
      path: '/inbound/{platform}/deauthorize',
      handle: (exchange) => deauthorize(deps, exchange),
    },
    {
      method: 'POST',
      path: '/inbound/{platform}/deletion',
      handle: (exchange) => deleteData(deps, exchange),
    },
    { method: 'GET', path: '/inbound/deletions/{code}', handle: (exchange) => showDeletion(deps, exchange) },
  ];
}

async function deauthorize(deps: RemovalDeps, exchange: Exchange): Promise<void> {
  const signed = await signedIn(deps, exchange);
  await deps.node.command(async (tx, turn) => {
    for (const { id, credentialsVersion } of await findAccountsOfLogin(tx, {
      ...signed,
      sandboxOrigin: deps.networks.sandboxOrigin,
    })) {
      const actor = await lockInto(tx, turn, id);
      const reason = 'the app was removed at the network';
      if (actor)
        turn.deliver(actor, { type: 'deauthorized', credentialsVersion, reason } as { type: string });
    }
    return { result: null };
  });
  exchange.answer({ status: 200, headers: JSON_HEADERS, body: '{}' });
}

async function deleteData(deps: RemovalDeps, exchange: Exchange): Promise<void> {
  const signed = await signedIn(deps, exchange);
  const code = randomBytes(18).toString('base64url');
  await deps.node.command(async (tx, turn) => {
    const counts = { accounts: 0, conversations: 0, comments: 0 };
    for (const { id, workspaceId } of await findAccountsOfLogin(tx, {
      ...signed,
      sandboxOrigin: deps.networks.sandboxOrigin,
    })) {
      counts.accounts += 1;
      counts.comments += await countCommentsOf(tx, id);
      const { conversations, copies } = await deleteConversationsOf(tx, id);
      counts.conversations += conversations;
      removeCopies(turn, { workspaceId, accountId: id }, copies);
      await accountDisconnected(tx, turn, { accountId: id, workspaceId });
      await deleteAccount(tx, { id, workspaceId }, turn.now);
    }
    await insertDeletion(tx, { code, platform: signed.platform, now: turn.now, ...counts });
    return { result: null };
  });
  const body = { url: `${deps.baseUrl()}/inbound/deletions/${code}`, confirmation_code: code };
  exchange.answer({ status: 200, headers: JSON_HEADERS, body: JSON.stringify(body) });
}

interface Signed {
  platform: string;
  /** The accounts of which the signing app may speak: their platforms, and whether they are simulated. */
  platforms: string[];
  simulated: boolean;
  loginId: string;
}

/** @throws Problem 401 when no app that is configured here has signed the form, or it did so too long ago */
async function signedIn(deps: RemovalDeps, exchange: Exchange): Promise<Signed> {
  const platform = exchange.params['platform']!;
  const inbound = Object.hasOwn(deps.adapters, platform) ? deps.adapters[platform]!.inbound : undefined;
  if (!inbound?.signedRequest) throw new Problem('not_found', `${platform} makes no such call`);
  const form = Object.fromEntries(
    new URLSearchParams(Buffer.from(await bodyOf(exchange, MAX_FORM_BYTES)).toString('utf8')),
  );
  for (const { secrets, platforms, simulated } of await signingApps(
    deps.networks,
    { platform, inbound },
    deps.verifyToken,
  )) {
    const read = inbound.signedRequest(form, secrets);
    if (!read) continue;
    const fault = ageFault(read.issuedAt, deps.clock());
    if (fault !== null) throw new Problem('unauthorized', fault);
    return { platform, platforms, simulated, loginId: read.loginId };
  }
  throw new Problem(
    'unauthorized',
    'signed_request is missing, or no app that is configured here has signed it',
  );
}

/**
 * Somebody who has an old signed request could send it again, after the person has come back.
 * @param issuedAt epoch ms; null where it does not say
 * @returns why it is refused; null when it is not
 */
export function ageFault(issuedAt: number | null, now: number): string | null {
  if (issuedAt === null) return 'signed_request has no issued_at, so its age is unknown';
  if (issuedAt < now - MAX_AGE_MS)
    return `signed_request has expired: it was issued more than ${MAX_AGE_MS / (60 * MINUTE_MS)} hours ago`;
  if (issuedAt > now + MAX_AHEAD_MS)
    return `signed_request was issued more than ${MAX_AHEAD_MS / MINUTE_MS} minutes in the future: check the clock of this machine`;
  return null;
}

/** A page for the person: what was deleted, without saying whose it was. */
async function showDeletion({ sql }: RemovalDeps, exchange: Exchange): Promise<void> {
  const found = await findDeletion(sql, exchange.params['code']!);
  if (!found) throw new Problem('not_found', 'there is no request with this code');
  const { platform, askedAt, doneAt, accounts, conversations, comments } = found;
  const state =
    doneAt === null
      ? 'The deletion is in progress.'
      : `Deleted on ${doneAt}: ${accounts} accounts with their access, ${conversations} conversations, ${comments} comments.`;
  const body = plainPage(
    'Deletion of data',
    html`<p>Asked for at ${platform} on ${askedAt}.</p>
      <p>${state}</p>
      <p>Posts that were published stay at the networks.</p>`,
  );
  exchange.answer({ status: 200, headers: PAGE_HEADERS, body });
}
