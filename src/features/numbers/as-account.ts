/** A read of numbers as one of the accounts: with its access, which is renewed when it has expired. */
import type { AccountAccess, CallContext } from '../../../adapters/port/account.ts';
import type { InsightsPort, InsightsProblem } from '../../../adapters/port/insights.ts';
import { accountLoader, type LoadedAccount } from '../accounts/index.ts';
import { redact, secretsOf } from '../../base/seal.ts';
import type { NumbersContext } from './context.ts';

export type ReadDeps = Pick<
  NumbersContext,
  'sql' | 'sealer' | 'adapters' | 'guard' | 'refresher' | 'clock' | 'log'
>;

/** What a call takes. */
export type NumbersStep = CallContext & { account: AccountAccess; port: InsightsPort };

/** The account was disconnected. */
export interface MissingAccount {
  kind: 'account_gone';
  reason: string;
}

/**
 * Reads as an account, and once more when the access had expired and could be renewed.
 * @param read may be called twice
 */
export async function numbersAs<Answer extends { kind: string }>(
  deps: ReadDeps,
  {
    accountId,
    signal,
    fetch = deps.guard.fetch,
  }: { accountId: string; signal: AbortSignal; fetch?: typeof globalThis.fetch },
  read: (step: NumbersStep) => Promise<Answer | InsightsProblem>,
): Promise<Answer | InsightsProblem | MissingAccount> {
  const load = accountLoader(deps);
  const ask = async ({ access: account }: LoadedAccount): Promise<Answer | InsightsProblem> => {
    const port = deps.adapters[account.platform]?.insights;
    if (!port) return { kind: 'not_available', reason: `${account.platform} gives no numbers` };
    try {
      return await read({ account, port, fetch, signal, now: deps.clock() });
    } catch (fault) {
      const reason = redact(String(fault), secretsOf(account.credentials));
      deps.log.error(
        { platform: account.platform, account: account.id, fault: reason },
        'reading numbers failed',
      );
      return { kind: 'network_down', reason: 'an internal error while reading numbers' };
    }
  };
  const loaded = await load(accountId);
  if (!loaded) return GONE;
  if (loaded.status === 'needs_reconnect') {
    const reason = loaded.reason ?? 'its access has ended';
    return { kind: 'reauthorize', reason: `connect the account again: ${reason}` };
  }
  const answer = await ask(loaded);
  if (answer.kind !== 'expired') return answer;
  const renewed = await deps.refresher.refresh(accountId, loaded.credentialsVersion, signal);
  if (renewed.kind === 'retry') return { kind: 'network_down', reason: renewed.reason };
  if (renewed.kind !== 'refreshed') return { kind: 'reauthorize', reason: renewed.reason };
  const again = await load(accountId);
  return again ? ask(again) : GONE;
}

const GONE: MissingAccount = { kind: 'account_gone', reason: 'the account was disconnected' };
