/** What differs between the networks whose posts are made of containers: Instagram and Threads. */
import type { AccountAccess } from '../port/account.ts';
import { type Answer, textAt } from '../lib/http.ts';
import type { Start } from './checkpoint.ts';
import type { GeneralVerdict, Failure as FailureOf } from './errors.ts';
import type { Caller } from './request.ts';

/** What an error of a container network means. */
export type Verdict =
  | GeneralVerdict
  /** The account's posts of 24 hours are used up. */
  | 'daily_limit'
  /** The container is spoilt: make another. */
  | 'new_container'
  /** They do not find the container, for the moment or for good. Threads says the same of one that is not ready yet. */
  | 'missing'
  /** The container is not ready yet. */
  | 'not_ready'
  /** They could not fetch the media URL. This comes and goes. */
  | 'unfetched'
  /** Refused as spam, though the post may be live all the same. */
  | 'maybe_live';

/** A call that did not give what was asked for. */
export type Failure = FailureOf<Verdict>;

export type ContainerStatus =
  | { code: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'EXPIRED' }
  /** Their error, judged. */
  | { code: 'ERROR'; failure: Failure };

export interface ContainerNetwork {
  /** For sentences. */
  name: string;
  start: Start;
  callerOf(account: AccountAccess): Caller;
  /** Edges below the account: the call that publishes a container, and the list of its own posts. */
  edges: { publish: string; list: string };
  /** Fields of a container's status, and which of them is the status. */
  status: { fields: string; code: string };
  /** Fields of an own post besides `id`, `timestamp` and `permalink`; `words` is its text. */
  post: { words: string; more?: string };
  /** Rows of a page of own posts, and the most pages: no account may post more since a container was made. */
  list: { limit: number; maxPages: number };
  /** Judges any response without the expected content, whatever its status. */
  readError(answer: Answer, now: number): Failure;
  /** Judges a container that failed. */
  failureOfStatus(answer: Answer): Failure;
  /** Waits before a container that is not found is asked for again; then another is made. */
  missedAfterMs: number[];
  /**
   * What "not found" means of a container that was seen finished. `hidden`: it may be published all the same, since the
   * right to read it is another one. `not_ready`: it goes back to waiting.
   */
  missing: 'hidden' | 'not_ready';
  /** Verdicts on a container's status after which only the list of own posts can tell. */
  unreadable: Verdict[];
}

/** Reads a container's status. @returns null where the response does not say */
export function statusIn(network: ContainerNetwork, answer: Answer): ContainerStatus | null {
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
