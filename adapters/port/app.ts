/**
 * How this service, as an app at the network, keeps an account's access alive and ends it. A network without this group
 * has credentials that need no renewal, and no call that ends them.
 */
import type { AccountAccess, AppCredentials, CallContext, Credentials } from './account.ts';

export interface AppPort {
  /** Exchanges or renews the account's access token. Returns the credentials to keep: all of them. */
  refresh?(step: RefreshStep): Promise<RefreshAnswer>;
  /**
   * Whether `refresh` can renew these credentials, where that differs between accounts: linkedin gives refresh tokens to
   * partners alone. Absent means `refresh` can renew those of every account. Pure.
   */
  renewable?(credentials: Credentials): boolean;
  /**
   * Ends the account's access at the network when the account is disconnected. Absent if the network has no call for it.
   * Calling it twice does no harm.
   */
  revoke?(step: RevokeStep): Promise<RevokeAnswer>;
  /**
   * Whether ending the first account's access would end the second's too. Two rows for the same account of the network
   * always share it; this is about different ones. Absent means it never would. Pure.
   */
  sharesAccess?(one: AccountAccess, other: AccountAccess): boolean;
  /** Other networks with the same sign-in: `sharesAccess` is asked about their accounts too. */
  accessKin?: string[];
  /**
   * The calls that need the operator's OAuth client. For these, `step.app` is never null, and `credentials.clientId`
   * names the app that the account was connected by. Absent means none.
   */
  asApp?: ('refresh' | 'revoke')[];
}

export interface RefreshStep extends CallContext {
  account: AccountAccess;
  /** This service as an app at the network; null where `asApp` does not name the call. */
  app: AppCredentials | null;
}
export type RefreshAnswer =
  /** `expiresAt`: epoch ms, or null where the network names no end. */
  | { kind: 'refreshed'; credentials: Credentials; expiresAt: number | null }
  | { kind: 'retry'; reason: string; afterMs?: number }
  /** The network refuses the account's access: a person has to connect it again. */
  | { kind: 'reauthorize'; reason: string }
  /** The network refuses the app and says nothing about the account: the operator has to correct the settings. */
  | { kind: 'unconfigured'; reason: string };

export type RevokeStep = RefreshStep;
export type RevokeAnswer =
  /** The access has ended, by this call or before it. */
  | { kind: 'revoked' }
  | { kind: 'retry'; reason: string; afterMs?: number }
  | { kind: 'refused'; reason: string };
