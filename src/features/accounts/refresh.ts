/**
 * Renews an account's credentials: one call to the network at a time, over all nodes, however many ask.
 *
 * Many refresh tokens work once (x, tumblr, bluesky, slack; networks' documents), so two things must not happen: that two
 * ask with the same token, and that an answer is lost. Therefore:
 * - the right to ask is a lease in the account's row, committed before the call leaves; no transaction is open meanwhile.
 *   Callers on this node share one promise, other nodes look until the credentials are newer or the lease is over.
 * - the answer is saved before anything else happens, and saved again for as long as the database is away.
 * What is left is a process that dies between the network's answer and the commit. The next one asks with the old token:
 * networks that still take it answer (those without rotation, and those that bear a repetition), bluesky opens a new
 * session with the app password; where the old token is dead for good a person must connect again, and is told why.
 */
import type { AccountAccess, Credentials } from '../../../adapters/port/account.ts';
import type { RefreshAnswer } from '../../../adapters/port/app.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { Access } from '../../../machines/account.ts';
import type { Refreshed } from '../../../machines/outcome.ts';
import { Recorder } from '../../engine/recorder.ts';
import type { Log } from '../../base/log.ts';
import { redact, secretsOf } from '../../base/seal.ts';
import { type AppFor, mendOf } from './apps.ts';

/** The result of asking for the right to refresh. */
type Claim =
  /** `tries` above 1: earlier ones with the same credentials have no known outcome. */
  | { kind: 'claimed'; access: AccountAccess; credentialsVersion: number; tries: number }
  | ({ kind: 'newer' } & Access)
  /** Somebody else is asking the network. */
  | { kind: 'busy' }
  | { kind: 'gone' };

export interface RefreshStore {
  /** @param refused the newest version of the credentials that is to be replaced */
  claim(accountId: string, refused: number): Promise<Claim>;
  /** @returns the new version; undefined when they were replaced or taken away by a person meanwhile */
  save(
    accountId: string,
    saved: {
      credentialsVersion: number;
      credentials: Credentials;
      expiresAt: number | null;
      obtainedAt: number;
    },
  ): Promise<number | undefined>;
  /** Gives the right back without new credentials. `unused`: for certain the network took none of their tokens. */
  release(accountId: string, how?: { unused?: boolean }): Promise<void>;
}

interface RefreshDeps {
  store: RefreshStore;
  adapters: { [platform: string]: Manifest };
  /** The app that a renewal takes, where it takes one. */
  appFor: AppFor;
  fetch: typeof globalThis.fetch;
  clock: () => number;
  log: Log;
  /** Waits, ms. Default: a timer. */
  wait?: (ms: number) => Promise<void>;
}

export interface Refresher {
  /**
   * Brings credentials newer than `refused`.
   * @param recorder notes the call, where this caller is the one for whom it is made
   * @throws when the database is away: ask again later
   */
  refresh(accountId: string, refused: number, signal: AbortSignal, recorder?: Recorder): Promise<Refreshed>;
}

/** How long the network may take, ms. */
const CALL_TIMEOUT_MS = 30_000;
/** How long the right to ask is held by a node that lives, ms: longer than the call. */
export const LEASE_MS = 45_000;
const LOOK_EVERY_MS = 100;
/** Longer than a lease: then something is wrong, and the delivery tries again later. */
const LONGEST_LOOK_MS = 60_000;
const SAVE_EVERY_MS = 250;
/** How long an answer is kept in memory for a database that is away, ms. */
const LONGEST_SAVE_MS = 600_000;

export function createRefresher(deps: RefreshDeps): Refresher {
  const running = new Map<string, { refused: number; answer: Promise<Refreshed> }>();
  return {
    refresh(accountId, refused, signal, recorder = new Recorder()) {
      const same = running.get(accountId);
      if (same && refused <= same.refused) return same.answer;
      const answer = refresh(deps, { accountId, refused, signal, recorder }).finally(() => {
        if (running.get(accountId) === mine) running.delete(accountId);
      });
      const mine = { refused, answer };
      running.set(accountId, mine);
      return answer;
    },
  };
}

/**
 * Whether a network renews these credentials without the person.
 * @param adapter undefined where the network is not available
 */
export function isRenewable(adapter: Manifest | undefined, credentials: Credentials): boolean {
  if (!adapter?.app?.refresh) return false;
  return adapter.app.renewable?.(credentials) ?? true;
}

interface RefreshRequest {
  accountId: string;
  refused: number;
  signal: AbortSignal;
  recorder: Recorder;
}

async function refresh(deps: RefreshDeps, request: RefreshRequest): Promise<Refreshed> {
  const { accountId, refused, signal } = request;
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    const claim = await deps.store.claim(accountId, refused);
    switch (claim.kind) {
      case 'claimed':
        return ask(deps, claim, request);
      case 'newer': {
        const { credentialsVersion, obtainedAt, expiresAt } = claim;
        return { kind: 'refreshed', credentialsVersion, obtainedAt, expiresAt };
      }
      case 'gone':
        return { kind: 'reauthorize', reason: 'the account was disconnected', credentialsVersion: refused };
      case 'busy':
        if (waitedMs >= LONGEST_LOOK_MS || signal.aborted)
          return { kind: 'retry', reason: 'the access is still being renewed' };
        await pause(deps, LOOK_EVERY_MS);
        break;
      default:
        claim satisfies never;
    }
  }
}

async function ask(
  deps: RefreshDeps,
  { access, credentialsVersion, tries }: Extract<Claim, { kind: 'claimed' }>,
  { signal, recorder }: RefreshRequest,
): Promise<Refreshed> {
  const adapter = deps.adapters[access.platform];
  const secrets = secretsOf(access.credentials);
  if (!adapter?.app?.refresh) {
    await deps.store.release(access.id);
    return {
      kind: 'reauthorize',
      reason: `${access.platform} no longer accepts the access`,
      credentialsVersion,
    };
  }
  const found = takesApp(adapter, access.credentials) ? await deps.appFor(access) : null;
  if (found && found.kind !== 'app') {
    await deps.store.release(access.id, { unused: true });
    return found.kind === 'retry' ? found : { ...found, credentialsVersion };
  }
  const app = found?.app ?? null;
  if (app) secrets.push(app.clientSecret);
  let answer: RefreshAnswer;
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]);
    answer = await adapter.app.refresh({
      account: access,
      app,
      fetch: recorder.watch({
        fetch: deps.fetch,
        clock: deps.clock,
        credentials: [access.credentials, app?.clientSecret],
      }),
      signal: limit,
      now: deps.clock(),
    });
  } catch (fault) {
    deps.log.error(
      { platform: access.platform, account: access.id, fault: redact(String(fault), secrets) },
      'adapter threw',
    );
    answer = { kind: 'retry', reason: 'an internal error while renewing the access' };
  }
  if (answer.kind === 'refreshed') {
    const { credentials, expiresAt } = answer;
    recorder.hide(credentials);
    const obtainedAt = deps.clock();
    return save(deps, access.id, { credentialsVersion, credentials, expiresAt, obtainedAt }, signal);
  }
  await deps.store.release(access.id, { unused: answer.kind === 'unconfigured' });
  const reason = redact(answer.reason, secrets);
  if (answer.kind === 'retry')
    return { kind: 'retry', reason, ...(answer.afterMs === undefined ? {} : { afterMs: answer.afterMs }) };
  if (answer.kind === 'unconfigured')
    return { kind: 'unconfigured', reason: `${reason}: ${mendOf(access.platform)}`, credentialsVersion };
  const lost =
    tries > 1 ? ' (an earlier renewal was interrupted, and its answer may have replaced the token)' : '';
  return { kind: 'reauthorize', reason: `${reason}${lost}`, credentialsVersion };
}

/** Credentials that cannot be renewed at all take no app to say so. */
function takesApp(adapter: Manifest, credentials: Credentials): boolean {
  return adapter.app?.asApp?.includes('refresh') === true && isRenewable(adapter, credentials);
}

/** The answer is in no other place than here until it is saved. */
async function save(
  deps: RefreshDeps,
  accountId: string,
  fresh: Parameters<RefreshStore['save']>[1],
  signal: AbortSignal,
): Promise<Refreshed> {
  const { expiresAt, obtainedAt } = fresh;
  for (let waitedMs = 0; ; waitedMs += SAVE_EVERY_MS) {
    try {
      const credentialsVersion = await deps.store.save(accountId, fresh);
      // undefined: a person was faster, and what they connected is newer
      return {
        kind: 'refreshed',
        credentialsVersion: credentialsVersion ?? fresh.credentialsVersion,
        obtainedAt,
        expiresAt,
      };
    } catch (fault) {
      if (waitedMs === 0)
        deps.log.error(
          { account: accountId, fault: redact(String(fault), secretsOf(fresh.credentials)) },
          'new credentials could not be saved; trying again',
        );
      if (waitedMs >= LONGEST_SAVE_MS || signal.aborted) throw fault;
      await pause(deps, SAVE_EVERY_MS);
    }
  }
}

async function pause({ wait }: RefreshDeps, ms: number): Promise<void> {
  await (wait ?? ((forMs) => new Promise<void>((resolve) => setTimeout(resolve, forMs))))(ms);
}
