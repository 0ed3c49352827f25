/**
 * How accounts of a network are connected. A network's `connect.ts` says what a person must type or where they are
 * sent, and turns what comes back into accounts. It keeps nothing and retries nothing: `src/features/accounts/connect/` holds the state
 * between the calls, the pages and the storing.
 */
import type { AppCredentials, CallContext, Credentials, Endpoints } from './account.ts';

/** Something a person types to connect an account. */
export interface ConnectField {
  name: string;
  label: string;
  /** One sentence: where to find it. */
  help: string;
  /** Not shown again, never sent back to a page. */
  secret?: boolean;
  /** Shown in the empty field. */
  example?: string;
}

/** A step of connecting. There is no account yet: only the network's addresses are known. */
export interface ConnectStep extends CallContext {
  endpoints: Endpoints;
}

/** An account that was proved to belong to the person. */
export interface ConnectableAccount {
  /** The network's own id, stable for good: the same account connected twice is one account. */
  remoteId: string;
  /**
   * The person's id at this app, by which the network names them when they remove the app or want their data deleted
   * (`InboundPort.signedRequest`). Absent if the network has no such call.
   */
  loginId?: string;
  username: string;
  displayName: string;
  url: string | null;
  avatarUrl: string | null;
  /** Base addresses, where the account has its own (a server, a PDS, a site); the network's otherwise. */
  endpoints: { [name: string]: string };
  /** All that later calls need, by the names the adapter reads; refresh tokens included. */
  credentials: Credentials;
  /** Limits that the network states for this account. */
  limits: { [name: string]: number };
  /** What the person granted, in the network's names. Absent means that the network does not say, or nothing depends on it. */
  scopes?: readonly string[];
  /** When the person must connect again unless something renews it first, epoch ms; null where never. */
  expiresAt: number | null;
  /**
   * All accounts of this sign-in share one refresh token, which can be used once. If two were connected, the first
   * refresh would end the other's access. So one is connected; another sign-in connects the next.
   */
  alone?: true;
}

export type ConnectAnswer =
  /** Several where one sign-in opens several (Pages, blogs, locations): the person picks. Never empty. */
  | { kind: 'accounts'; accounts: ConnectableAccount[] }
  /** A sentence for the person, and the field at fault where there is one. */
  | { kind: 'refused'; reason: string; field?: string }
  /** The network is busy or down. */
  | { kind: 'retry'; reason: string };

/** The person is sent to the network and comes back with a code (OAuth 2.0 authorization code). */
export interface OAuthConnect {
  kind: 'oauth';
  pkce: boolean;
  scopes: string[];
  /**
   * What the person comes back with. Absent means `code`. `query`: something else, which `exchange` reads from `returned`
   * (wordpress: `user_login` and `password`); there is no code then, and a refusal still comes as `error`.
   */
  returns?: 'query';
  /** Asked before the person is sent away: the server's address, for networks of many servers. */
  fields?: ConnectField[];
  /**
   * Registers this service at the person's server. Absent means the app comes from the operator's settings.
   * @returns the app to keep and where its server is, or a sentence for the person
   */
  register?(
    step: ConnectStep & { fields: { [name: string]: string }; redirectUri: string; appName: string },
  ): Promise<
    | { kind: 'registered'; app: AppCredentials; endpoints: { [name: string]: string } }
    | Exclude<ConnectAnswer, { kind: 'accounts' }>
  >;
  /** The address the person is sent to. Pure. */
  authorizeUrl(request: {
    endpoints: ConnectStep['endpoints'];
    app: AppCredentials;
    redirectUri: string;
    state: string;
    /** S256; only where `pkce`. */
    codeChallenge: string | null;
  }): string;
  /** Exchanges the code that came back. */
  exchange(
    step: ConnectStep & {
      app: AppCredentials;
      redirectUri: string;
      /** Empty where `returns` is `query`. */
      code: string;
      codeVerifier: string | null;
      /** The whole query of the return, only where `returns` is `query`. Secret: it may hold a password. */
      returned?: { [name: string]: string };
    },
  ): Promise<ConnectAnswer>;
  /** Another way to the same account, where the network does not send people back to this service's address. */
  byHand?: FormConnect;
  /** Other sign-ins that lead to the same accounts, in the order in which they are offered after this one. Absent means none. */
  others?: OtherSignIn[];
  /** What the person chooses by, where there are several sign-ins. */
  choice?: {
    /** Where they sign in: `Facebook`. */
    name: string;
    /** One sentence: who should take it. */
    help: string;
  };
}

/**
 * Another sign-in that leads to the same accounts of the network (instagram: with Facebook). An account that was connected
 * by one and is connected by the other stays the same account, with the new access.
 */
export interface OtherSignIn {
  /** Names it in addresses. */
  id: string;
  /** The platform whose app the person signs in to: its settings name the id and the secret. */
  app: string;
  /** Base addresses of the real network for this sign-in. */
  endpoints: Endpoints;
  connect: OAuthConnect;
}

/** The person types credentials that they made at the network: an app password, a bot token, a webhook address. */
export interface FormConnect {
  kind: 'form';
  /** Sentences that explain how to get the credentials, one step each. */
  steps: string[];
  fields: ConnectField[];
  /** Tries what was typed, and proves that it opens the account. */
  connect(step: ConnectStep & { fields: { [name: string]: string } }): Promise<ConnectAnswer>;
  /** The same through an app of the operator's, where the settings name one: then nothing is typed. */
  shared?: SharedConnect;
}

/**
 * One app of the operator serves everybody (telegram's bot). The person adds it to the place to post in. Others added
 * it too, so naming a place proves nothing: the person posts a code there, and the app reads it.
 */
export interface SharedConnect {
  /** The app's name at the network, for the person to look it up. */
  nameOf(
    step: ConnectStep & { app: AppCredentials },
  ): Promise<{ kind: 'name'; name: string } | Exclude<ConnectAnswer, { kind: 'accounts' }>>;
  /** Sentences that explain what to do, one step each. Pure. */
  steps(app: { name: string; code: string }): string[];
  /**
   * Codes that were posted where the app can see them. Reading again from the same cursor gives the same codes. Once
   * a cursor is used, the network forgets what came before it.
   */
  read(
    step: ConnectStep & { app: AppCredentials; cursor: string | null },
  ): Promise<
    | { kind: 'codes'; codes: { code: string; place: string }[]; cursor: string | null }
    | Exclude<ConnectAnswer, { kind: 'accounts' }>
  >;
  /** Connects the place in which the person's code was found. */
  connect(step: ConnectStep & { app: AppCredentials; place: string }): Promise<ConnectAnswer>;
}

export type Connect = OAuthConnect | FormConnect;
