/**
 * Ends the webhooks and the access of a disconnected account at its network. The account's row is deleted already; the
 * statement that deleted it stored what this needs. The account's machine decides how often it is tried and when to give up.
 *
 * An access that another account uses is not ended: the same account of the network in another workspace, or one that was
 * connected again meanwhile, and accounts that share one access as their adapter says.
 */
import type { AccountAccess } from '../../../adapters/port/account.ts';
import type { RevokeAnswer, RevokeStep } from '../../../adapters/port/app.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { AccountEvent } from '../../../machines/account.ts';
import type { Sql } from '../../../store/connect.ts';
import { isConnectedSomewhere, listAccesses, readRevocation } from '../../../store/revocations.ts';
import type { Recorder } from '../../engine/recorder.ts';
import type { Log } from '../../base/log.ts';
import { redact, type Sealer, secretsOf } from '../../base/seal.ts';
import type { AppFor } from './apps.ts';
import { openedAccess } from './opened-access.ts';
import { unsubscribeAccount } from './unsubscribe.ts';

interface RevokeDeps {
  sql: Sql;
  sealer: Sealer;
  adapters: { [platform: string]: Manifest };
  appFor: AppFor;
  fetch: typeof globalThis.fetch;
  clock: () => number;
  log: Log;
  /** The address of this service, without a trailing slash. */
  publicUrl: () => string;
}

export type Revoked = Extract<AccountEvent, { type: `revoke.${string}` }>;

/** How long the network may take, ms. */
const CALL_TIMEOUT_MS = 30_000;
/** Accounts that a statement reads. */
const BATCH = 200;

/**
 * Ends the subscription of one account that was disconnected, then its access. Asked again it does no harm.
 * @param request triesLeft: whether it may be asked again. If not, the access is ended although unsubscribing failed. Absent
 *   in effects that an earlier version stored: as if there were none
 */
export async function revokeAccess(
  deps: RevokeDeps,
  request: { accountId: string; triesLeft?: boolean; signal: AbortSignal; recorder: Recorder },
): Promise<Revoked> {
  const row = await readRevocation(deps.sql, request.accountId);
  if (!row) return nothing('nothing is kept that it could be ended by');
  const adapter = deps.adapters[row.platform];
  if (!adapter || !(adapter.app?.revoke || adapter.inbound?.subscriptions))
    return nothing(`${row.platform} has no call to end it`);
  const account = openedAccess(row, deps.sealer);
  if (!account) return refused('the credentials were sealed with a key that is not at hand');
  const { signal, recorder } = request;
  const unsubscribed = await unsubscribeAccount(deps, { adapter, account, signal, recorder });
  if (unsubscribed.kind === 'retry' && request.triesLeft === true) return retryOf(unsubscribed);
  const revoked = await revokeOpened(deps, { adapter, account, signal, recorder });
  const hasFailed = unsubscribed.kind !== 'ended' && revoked.type === 'revoke.revoked';
  return hasFailed ? { ...revoked, reason: `unsubscribing failed: ${unsubscribed.reason}` } : revoked;
}

async function revokeOpened(
  deps: RevokeDeps,
  step: { adapter: Manifest; account: AccountAccess; signal: AbortSignal; recorder: Recorder },
): Promise<Revoked> {
  const { adapter, account, signal, recorder } = step;
  if (!adapter.app?.revoke) return nothing(`${account.platform} has no call to end it`);
  if (await isShared(deps, adapter, account)) return nothing('another account lives by the same access');
  const found = adapter.app.asApp?.includes('revoke') ? await deps.appFor(account) : null;
  if (found && found.kind !== 'app') return { type: 'revoke.retry', reason: found.reason };
  const app = found?.app ?? null;
  const secrets = [...secretsOf(account.credentials), app?.clientSecret ?? ''];
  const credentials = [account.credentials, app?.clientSecret];
  const fetch = recorder.watch({ fetch: deps.fetch, clock: deps.clock, credentials });
  return eventOf(await ask({ ...deps, fetch }, adapter, { account, app, signal, secrets }), secrets);
}

async function ask(
  { fetch, clock, log }: RevokeDeps,
  adapter: Manifest,
  step: Omit<RevokeStep, 'fetch' | 'now'> & { secrets: string[] },
): Promise<RevokeAnswer> {
  const { account, app, secrets } = step;
  const signal = AbortSignal.any([step.signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]);
  try {
    return await adapter.app!.revoke!({ account, app, signal, fetch, now: clock() });
  } catch (fault) {
    const what = { platform: account.platform, account: account.id, fault: redact(String(fault), secrets) };
    log.error(what, 'adapter threw');
    return { kind: 'retry', reason: 'an internal error while ending the access' };
  }
}

function eventOf(answer: RevokeAnswer, secrets: string[]): Revoked {
  switch (answer.kind) {
    case 'revoked':
      return { type: 'revoke.revoked' };
    case 'retry':
      return retryOf({ ...answer, reason: redact(answer.reason, secrets) });
    case 'refused':
      return refused(redact(answer.reason, secrets));
    default:
      return answer satisfies never;
  }
}

async function isShared(
  { sql, sealer }: RevokeDeps,
  adapter: Manifest,
  account: AccountAccess,
): Promise<boolean> {
  const { platform, remoteId } = account;
  if (await isConnectedSomewhere(sql, { platform, remoteId })) return true;
  const { app } = adapter;
  if (!app?.sharesAccess) return false;
  const platforms = [platform, ...(app.accessKin ?? [])];
  for (let after = ''; ;) {
    const rows = await listAccesses(sql, { platforms, after, limit: BATCH });
    for (const row of rows) {
      const other = openedAccess({ ...row, accountId: row.id }, sealer);
      // one that cannot be read may well share it
      if (other === null || app.sharesAccess(account, other)) return true;
    }
    if (rows.length < BATCH) return false;
    after = rows.at(-1)!.id;
  }
}

const retryOf = ({ reason, afterMs }: { reason: string; afterMs?: number }): Revoked => ({
  type: 'revoke.retry',
  reason,
  ...(afterMs === undefined ? {} : { afterMs }),
});
const nothing = (reason: string): Revoked => ({ type: 'revoke.revoked', reason });
const refused = (reason: string): Revoked => ({ type: 'revoke.refused', reason });
