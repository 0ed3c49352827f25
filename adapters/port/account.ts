/** An account of a network, and what it takes to act as that account. Every other file of the port builds on these. */

/** What a plan may know of an account. Nothing here is secret. */
export interface AccountFacts {
  id: string;
  /** A key of `adapters/networks.ts`. */
  platform: string;
  /** Limits that the server named when the account was connected (mastodon: maxCharacters …). */
  limits: { [name: string]: number };
  /** What the person granted, in the network's names; null or absent means that it is not known. */
  scopes?: readonly string[] | null;
}

/** What a call needs to reach the network as this account. Secret: never logged, never kept in a checkpoint. */
export interface AccountAccess extends AccountFacts {
  /** The network's own id of the account. */
  remoteId: string;
  username: string;
  endpoints: Endpoints;
  credentials: Credentials;
}

/** Base addresses by name, without a trailing slash. In the sandbox they are the simulator's. */
export type Endpoints = { [name: string]: string };

/** Tokens, keys and passwords by the names that the adapter reads. */
export type Credentials = { [name: string]: string };

/** This service as an app at the network: from the operator's settings, or registered at the person's own server. */
export interface AppCredentials {
  clientId: string;
  /** Empty for a public client. */
  clientSecret: string;
  /**
   * A second pair, by which the app calls as itself, and by whose secret webhooks are signed (X: "API key and secret").
   * Absent means the settings have none, or the network gives none.
   */
  consumer?: ConsumerKey;
}

export interface ConsumerKey {
  key: string;
  secret: string;
}

/** What every call to a network is given: the fetch to use, when to give up, and the time. */
export interface CallContext {
  fetch: typeof globalThis.fetch;
  /** Ends a call that takes too long. */
  signal: AbortSignal;
  /** Epoch ms: the only clock an adapter may read. */
  now: number;
}
