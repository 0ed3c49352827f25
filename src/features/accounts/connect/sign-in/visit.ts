/** The words of a sign-in: who signs in, what comes of each step, and what is kept between the steps. */
import type { AppCredentials } from '../../../../../adapters/port/account.ts';
import type { ConnectableAccount, ConnectAnswer } from '../../../../../adapters/port/connect.ts';
import type { LinkRow } from '../../../../../store/connect-links.ts';

/** A person at a connect link. */
export interface Visit {
  link: LinkRow;
  /** Of the link's address. */
  linkSecret: string;
  /** The browser's cookie. */
  browser: string;
  /** Epoch ms. */
  now: number;
}

/** Why a step failed, in words for the person: permanently (`refused`), or temporarily (`retry`). */
export type Refusal = Exclude<ConnectAnswer, { kind: 'accounts' }>;

/** What the person does next. */
export type NextStep =
  /** Go to the network. */
  | { kind: 'go'; url: string }
  | { kind: 'connected' }
  /** Several accounts: the person picks, from what is kept under this id. */
  | { kind: 'pick'; signInId: string }
  | Refusal;

/** What a sign-in keeps in its row between two requests, sealed. */
export type SignInContent =
  /** The person is at the network. */
  | {
      kind: 'away';
      linkSecret: string;
      /** PKCE; null where the network has none. */
      verifier: string | null;
      app: AppCredentials;
      endpoints: { [name: string]: string };
      /** The app was registered for this; null where it is the operator's. */
      appKey: string | null;
      sandbox: boolean;
      /** Which of several sign-ins it is. Absent if the network has one, or an older version stored it. */
      way?: string;
    }
  /** The network returned several accounts. */
  | { kind: 'picking'; accounts: ConnectableAccount[] };

/** How long a person may take at the network, and to pick. */
export const SIGN_IN_MS = 3_600_000;

export const LINK_CLOSED = 'This link is no longer open.';
export const TOO_LATE = 'This took too long: the sign-in has expired.';
