/**
 * Ends the network's webhooks for a disconnected account, before its access is ended: the call needs the access. The
 * account's machine says how often it is tried.
 *
 * The subscription stays while another account of this cell receives by it: the same account of the network, connected in
 * another workspace by the same app, or an account of another platform (`SubscriptionsPort.sharing`).
 */
import type { AccountAccess, AppCredentials } from '../../../adapters/port/account.ts';
import type { Subscribed, SubscriptionsPort, SubscriptionStep } from '../../../adapters/port/inbound.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { AccessProblem } from '../../../adapters/port/read.ts';
import type { Sql } from '../../../store/connect.ts';
import { listAccesses } from '../../../store/revocations.ts';
import type { Recorder } from '../../engine/recorder.ts';
import type { Log } from '../../base/log.ts';
import { redact, type Sealer, secretsOf } from '../../base/seal.ts';
import type { AppFor } from './apps.ts';
import { openedAccess } from './opened-access.ts';

interface UnsubscribeDeps {
  sql: Sql;
  sealer: Sealer;
  appFor: AppFor;
  fetch: typeof globalThis.fetch;
  clock: () => number;
  log: Log;
  /** The address of this service, without a trailing slash. */
  publicUrl: () => string;
}

/** `ended`: nothing is subscribed, or it has to stay. `failed`: another try finds the same. */
type Unsubscribed =
  | { kind: 'ended' }
  | { kind: 'retry'; reason: string; afterMs?: number }
  | { kind: 'failed'; reason: string };

/** How long the network may take, ms. */
const CALL_TIMEOUT_MS = 30_000;
/** Accounts that a statement reads. */
const BATCH = 200;

/** Ends the subscription of one account that was disconnected. Asked again it does no harm. */
export async function unsubscribeAccount(
  deps: UnsubscribeDeps,
  step: { adapter: Manifest; account: AccountAccess; signal: AbortSignal; recorder: Recorder },
): Promise<Unsubscribed> {
  const { account, recorder } = step;
  const port = step.adapter.inbound?.subscriptions;
  if (!port || (await isSubscribedForAnother(deps, port, account))) return { kind: 'ended' };
  const found = await deps.appFor(account);
  if (found.kind === 'retry') return found;
  if (found.kind === 'unconfigured' && port.isConfigured) return { kind: 'retry', reason: found.reason };
  const app = found.kind === 'app' ? found.app : null;
  if (app !== null && port.isConfigured?.(app) === false) return { kind: 'ended' };
  const secrets = [...secretsOf(account.credentials), ...secretsOfApp(app)];
  const credentials = [account.credentials, secretsOfApp(app)];
  const fetch = recorder.watch({ fetch: deps.fetch, clock: deps.clock, credentials });
  const answer = await ask(
    deps,
    port,
    {
      account,
      app,
      callbackUrl: `${deps.publicUrl()}/inbound/${account.platform}`,
      byStream: step.adapter.inbound?.stream?.isUsed ?? false,
      fetch,
      now: deps.clock(),
      signal: AbortSignal.any([step.signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
    },
    secrets,
  );
  if (answer.kind === 'subscribed') return { kind: 'ended' };
  const reason = redact(answer.reason, secrets);
  if (answer.kind !== 'retry') return { kind: 'failed', reason };
  const { afterMs } = answer;
  return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
}

async function ask(
  { log }: UnsubscribeDeps,
  port: SubscriptionsPort,
  step: SubscriptionStep,
  secrets: string[],
): Promise<Subscribed | AccessProblem> {
  try {
    return await port.unsubscribe(step);
  } catch (fault) {
    const { platform, id } = step.account;
    log.error({ platform, account: id, fault: redact(String(fault), secrets) }, 'adapter threw');
    return { kind: 'retry', reason: 'an internal error while unsubscribing the account' };
  }
}

/** Whether a connected account of any workspace of the cell receives by the same subscription. */
async function isSubscribedForAnother(
  { sql, sealer }: UnsubscribeDeps,
  { sharing }: SubscriptionsPort,
  account: AccountAccess,
): Promise<boolean> {
  const platforms = [account.platform, ...(sharing?.platforms ?? [])];
  for (let after = ''; ;) {
    const rows = await listAccesses(sql, { platforms, after, limit: BATCH });
    for (const row of rows) {
      const isSame = row.platform === account.platform && row.remoteId === account.remoteId;
      if (!isSame && (row.platform === account.platform || !sharing)) continue;
      const other = openedAccess({ ...row, accountId: row.id }, sealer);
      // one that cannot be read may well be connected by the same app
      if (other === null) return true;
      if (isSame ? isOfSameApp(account, other) : sharing?.shares(account, other)) return true;
    }
    if (rows.length < BATCH) return false;
    after = rows.at(-1)!.id;
  }
}

const isOfSameApp = (one: AccountAccess, other: AccountAccess) =>
  one.credentials['clientId'] === other.credentials['clientId'];

/** Secrets of the app, which no reason and no recording may contain. */
const secretsOfApp = (app: AppCredentials | null): string[] =>
  [app?.clientSecret, app?.consumer?.key, app?.consumer?.secret].filter((secret) => secret !== undefined);
