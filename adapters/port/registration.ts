/**
 * How this service is registered as an app (OAuth client, bot) at a network that wants one: what an operator does there, what they bring
 * back, and how it is proved. Settings, Installation shows it.
 */
import type { AppCredentials, CallContext, Endpoints } from './account.ts';

export interface AppRegistration {
  /** The page of the network on which apps are made. */
  console: { name: string; url: string };
  /**
   * What to do there, a sentence for each step. The redirect address, the addresses of webhooks and the scopes are shown beside them, to be
   * copied.
   */
  steps: string[];
  /** Absent if the secret contains the id (`idIn`). */
  id?: AppValue;
  secret: AppValue;
  /** The app's id, where it is a part of the secret (telegram's token). @returns null for a secret of another shape. Pure. */
  idIn?(secret: string): string | null;
  /** A second pair, by which the app calls as itself. Absent if the network gives none. */
  consumer?: { key: AppValue; secret: AppValue; help: string };
  /** What the network examines, and what works only afterwards. A sentence each; empty: nothing. */
  review: string[];
  /** Asks the network whether it knows id and secret. Absent if it has no such call without a person. */
  prove?(step: ProveStep): Promise<AppProof>;
}

/** One of the values that the network gives the operator. */
export interface AppValue {
  /** What the network calls it. */
  label: string;
  /** What it usually looks like. Networks change it, so another shape is a hint and no error. */
  shape: { pattern: RegExp; words: string };
}

export type ProveStep = CallContext & { endpoints: Endpoints; app: AppCredentials };

export type AppProof =
  | { kind: 'accepted' }
  /** The network's words, without the secret. */
  | { kind: 'refused'; reason: string }
  /** The network is busy or down, or its response says neither. */
  | { kind: 'unclear'; reason: string };
