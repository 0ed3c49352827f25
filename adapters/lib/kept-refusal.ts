/** A refusal that a checkpoint keeps while what was made for the post is deleted, so that a crash in between does not lose it. */
import type { Lost, NetworkResponse } from './http.ts';
import { codeOf } from './network-code.ts';

interface StoredRefusal {
  /** Why the network refused the post for good. */
  refused: string;
  /** The network's code of that refusal. Absent means no response of the network refused anything. */
  refusedCode?: string;
}

/** @param answer what refused the post, if it was a response */
export function refusalOf(reason: string, answer?: NetworkResponse | Lost): StoredRefusal {
  const code = answer?.kind === 'response' ? codeOf(answer.status, answer.text) : undefined;
  return { refused: reason, ...(code !== undefined && { refusedCode: code }) };
}

/** @returns the code for the outcome of a post whose refusal was kept */
export function refusalCode({ refusedCode }: Pick<StoredRefusal, 'refusedCode'>): { code?: string } {
  return refusedCode === undefined ? {} : { code: refusedCode };
}
