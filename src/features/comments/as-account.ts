/** A read at a network as one of the accounts: with its access, which is renewed when it has expired. */
import type { AccountAccess, CallContext, Credentials } from '../../../adapters/port/account.ts';
import type { CommentsPort } from '../../../adapters/port/comments.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { AccessProblem } from '../../../adapters/port/read.ts';
import { accountLoader, type LoadedAccount, meteredComments } from '../accounts/index.ts';
import { redact, secretsOf } from '../../base/seal.ts';
import type { CommentsContext } from './context.ts';

/** What a call of the comments port takes. */
export type Step = CallContext & { account: AccountAccess; port: CommentsPort };

/** How to read. */
export interface Reading {
  accountId: string;
  signal: AbortSignal;
  /** It keeps something from being done twice, so that it is read even when the day's budget for paid reads is used up. */
  isLookup?: true;
  /** What is read with. Absent means the network's comments. */
  portOf?: (adapter: Manifest | undefined) => CommentsPort | null;
  /** What a call is made with, where it is recorded. Absent means the guarded fetch. */
  fetchWith?: (credentials: Credentials) => typeof globalThis.fetch;
}

/**
 * Reads as an account, and once more when the access had expired and could be renewed.
 * @param read may be called twice
 */
export async function readAs<Answer>(
  context: Pick<CommentsContext, 'sql' | 'sealer' | 'adapters' | 'guard' | 'refresher' | 'clock' | 'log'>,
  { accountId, signal, isLookup, portOf, fetchWith = () => context.guard.fetch }: Reading,
  read: (step: Step) => Promise<Answer | AccessProblem>,
): Promise<Answer | AccessProblem> {
  const load = accountLoader(context);
  const ask = async ({ access: account }: LoadedAccount): Promise<Answer | AccessProblem> => {
    const adapter = context.adapters[account.platform];
    const port = portOf
      ? portOf(adapter)
      : adapter && (isLookup ? adapter.comments : meteredComments(context.sql, adapter));
    if (!port) return { kind: 'reauthorize', reason: `comments of ${account.platform} cannot be read yet` };
    try {
      const fetch = fetchWith(account.credentials);
      return await read({ account, port, fetch, signal, now: context.clock() });
    } catch (fault) {
      const reason = redact(String(fault), secretsOf(account.credentials));
      context.log.error({ platform: account.platform, account: account.id, fault: reason }, 'adapter threw');
      return { kind: 'retry', reason: 'an internal error while reading comments' };
    }
  };
  const loaded = await load(accountId);
  if (!loaded) return GONE;
  if (loaded.status === 'needs_reconnect') {
    return {
      kind: 'reauthorize',
      reason: loaded.reason ?? 'connect the account again: its access has ended',
    };
  }
  const answer = await ask(loaded);
  if (!isExpired(answer)) return answer;

  const renewed = await context.refresher.refresh(accountId, loaded.credentialsVersion, signal);
  if (renewed.kind === 'retry') return renewed;
  if (renewed.kind !== 'refreshed') return { kind: 'reauthorize', reason: renewed.reason };
  const again = await load(accountId);
  return again ? ask(again) : GONE;
}

const GONE: AccessProblem = { kind: 'reauthorize', reason: 'the account was disconnected' };

function isExpired(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && (answer as { kind?: unknown }).kind === 'expired';
}

/** What went wrong, for people: the network's words, and what to do. */
export function wordsOf(problem: AccessProblem | { kind: 'missing'; reason: string }): string {
  return problem.kind === 'missing_scope'
    ? `${problem.reason.replace(/\.?$/, '.')} Connect the account again and allow ${problem.scope}.`
    : problem.reason;
}
