/**
 * This service as an app at an account's network, as the operator set it (app-settings.ts); for an account of the sandbox the
 * sandbox's own. Not used for networks where this service registers an app with each server (mastodon): those are stored with the account.
 */
import type { AccountAccess, AppCredentials, Endpoints } from '../../../adapters/port/account.ts';

/**
 * The app at the network that an account is on, and the network's addresses for the app's own calls. `app` is null where there
 * is none.
 */
export type AppAt = (
  account: Pick<AccountAccess, 'platform' | 'endpoints' | 'credentials'>,
) => Promise<{ app: AppCredentials | null; endpoints: Endpoints } | { silent: true }>;

type AppAnswer =
  | { kind: 'app'; app: AppCredentials }
  /** The operator has to do something: a sentence that says what. */
  | { kind: 'unconfigured'; reason: string }
  | { kind: 'retry'; reason: string };

export type AppFor = (account: AccountAccess) => Promise<AppAnswer>;

/** Asks for the app that an account was connected by: another one may not use its tokens. */
export function createAppFor(appAt: AppAt): AppFor {
  return async (account) => {
    const found = await appAt(account);
    if ('silent' in found) return { kind: 'retry', reason: 'the sandbox does not answer' };
    const { app } = found;
    const setting = settingOf(account.platform);
    if (app === null)
      return { kind: 'unconfigured', reason: `no app is set (${setting}, or Settings, Installation)` };
    const { clientId } = account.credentials;
    if (clientId !== undefined && clientId !== app.clientId) {
      const reason = `the account was connected by the app ${clientId}, and the app is ${app.clientId} now: connect it again, or set the earlier app`;
      return { kind: 'unconfigured', reason };
    }
    return { kind: 'app', app };
  };
}

/** The variable that names the app's id. */
const settingOf = (platform: string): string => `${platform.toUpperCase()}_CLIENT_ID`;

/** What the operator is told to look at when a network refuses the app. */
export function mendOf(platform: string): string {
  return `check its id and secret (${settingOf(platform)}, or Settings, Installation)`;
}
