/** What a judge is: it compares a call with what the network publishes of its API. */
import type { Call } from '../calls.ts';

/** Something in a call that the description does not have, or has otherwise. */
export interface Violation {
  /** Whose fault it is: what the adapter sent or read, or what the simulator answered. */
  in: 'request' | 'response' | 'reads' | 'schema';
  /** `POST /2/tweets`. */
  operation: string;
  /** Where, and what is wrong: `body.text: must be string`. */
  what: string;
}

export interface Verdict {
  /** Null: the description does not cover this call. */
  operation: string | null;
  violations: Violation[];
}

export interface Judge {
  judge(call: Call): Verdict;
  /** Judges what can only be judged together: the simulator's own schema, or a program of the compiler. */
  finish?(): Violation[] | Promise<Violation[]>;
}

/** A verdict on a call that the description does not cover. */
export const NOT_COVERED: Verdict = { operation: null, violations: [] };
