/** The differences between the networks that publish containers: Instagram and Threads. */
import type { AccountAccess } from '../port/account.ts';
import { type NetworkResponse, textAt } from '../lib/http.ts';
import type { Start } from './checkpoint.ts';
import type { GeneralVerdict, Failure as FailureOf } from './errors.ts';
import type { Caller } from './request.ts';

/** What an error of a container network means. */
export type Verdict =
  | GeneralVerdict
  /** The account has used its posts for 24 hours. */
  | 'daily_limit'
  /** The container failed: make another. */
  | 'new_container'
  /** The network does not find the container, temporarily or for good. Threads says the same before it is ready. */
  | 'missing'
  /** The container is not ready yet. */
  | 'not_ready'
  /** The network could not fetch the media URL. This is often temporary. */
  | 'unfetched'
  /** Refused as spam. The post may be live all the same. */
  | 'maybe_live';

/** A call whose response lacks the expected content. */
export type Failure = FailureOf<Verdict>;

export type ContainerStatus =
  | { code: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'EXPIRED' }
  /** The meaning of the network's error. */
  | { code: 'ERROR'; failure: Failure };

export interface ContainerNetwork {
  /** The network's name, for sentences. */
  name: string;
  start: Start;
  callerOf(account: AccountAccess): Caller;
  /**
   * Paths below the account: the call that publishes a container, the list of the account's posts, and the list of those that
   * stand below another post. Absent means the network takes no threads.
   */
  edges: { publish: string; list: string; parts?: string };
  /** The fields of a container to request, and the one that holds its status. */
  status: { fields: string; code: string };
  /** Fields of a listed post in addition to `id`, `timestamp` and `permalink`; `words` holds its text. */
  post: { words: string; more?: string };
  /**
   * Rows in one page of the account's posts, and the page limit: more than an account may post in the time concerned.
   */
  list: { limit: number; maxPages: number };
  /** Its posts have no text: only their time tells which is meant. Absent means they have one. */
  wordless?: true;
  /** Classifies a response without the expected content, for any status. */
  readError(answer: NetworkResponse, now: number): Failure;
  /** Classifies a container that failed. */
  failureOfStatus(answer: NetworkResponse): Failure;
  /** The waits before a container that was not found is requested again. After the last one, another is made. */
  missedAfterMs: number[];
  /**
   * The meaning of "not found" for a container that was seen finished. `hidden`: it may be published all the same,
   * because reading it needs another permission. `not_ready`: it returns to waiting.
   */
  missing: 'hidden' | 'not_ready';
  /** Verdicts on a container's status after which only the list of the account's posts shows whether it is live. */
  unreadable: Verdict[];
}

/** Reads a container's status. @returns null if the response has none */
export function statusIn(network: ContainerNetwork, answer: NetworkResponse): ContainerStatus | null {
  if (answer.status >= 300) return null;
  const code = textAt(answer.json, network.status.code);
  switch (code) {
    case 'IN_PROGRESS':
    case 'FINISHED':
    case 'PUBLISHED':
    case 'EXPIRED':
      return { code };
    case 'ERROR':
      return { code, failure: network.failureOfStatus(answer) };
    case null:
    default:
      return null;
  }
}
