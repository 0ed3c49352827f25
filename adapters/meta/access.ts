/** What an error of Meta says about the account's access, for calls that read, and for comments and messages. */
import { brief, type Lost, type NetworkResponse } from '../lib/http.ts';
import type { AccessProblem } from '../port/read.ts';
import { graphErrorOf, judge, messageOf, retryHintMs } from './errors.ts';

/** On whose behalf a call is made. */
export interface Access {
  /** The network's name, for sentences. */
  name: string;
  /** The permission that the call needs. */
  scope: string;
}

/** "Temporarily blocked" (368): a quick retry makes it worse. */
const BLOCKED_AFTER_MS = 3_600_000;

const OWN = {
  // -1, -2 and 1200 are faults of Meta; 80001, 80002 and 80006 are limits of calls
  byCode: (code: number) =>
    [-1, -2, 1200].includes(code)
      ? ('temporary' as const)
      : [341, 80_001, 80_002, 80_006].includes(code)
        ? ('throttled' as const)
        : undefined,
  // the account is not linked to its Page any more, or the link lacks the second factor
  bySubcode: (subcode: number) =>
    subcode === 2_534_013 || subcode === 2_534_077 ? ('reauthorize' as const) : undefined,
};
/**
 * Numbers that look like a missing permission and are none: the person did not consent (230), the owner switched message
 * access off, the app is not approved for messages, another app has the conversation.
 */
const NO_PERMISSION = [230, 2_534_041, 2_018_028, 2_534_037, 2_018_300];
/** Codes by which the account itself has lost its access; other refusals of access are about a permission. */
const SIGNED_OUT = [102, 190];

/**
 * Reads a response without the expected content, for any status.
 * @returns `problem` is null where the error is about what was asked for, not about the access. `reason`: the network's
 *   words
 */
export function accessProblem(
  { name, scope }: Access,
  answer: NetworkResponse,
  now: number,
): { problem: AccessProblem | null; reason: string } {
  const error = graphErrorOf(answer);
  const reason = reasonOf(answer, name);
  const { code = NaN, subcode = NaN } = error;
  if (mayLackRole(answer)) return { problem: { kind: 'retry', reason }, reason };
  if (NO_PERMISSION.includes(code) || NO_PERMISSION.includes(subcode)) return { problem: null, reason };
  const verdict = judge(error, OWN);
  if (verdict === 'permanent') return { problem: null, reason };
  if (verdict === 'reauthorize') {
    const isSignedOut = error.code === undefined || SIGNED_OUT.includes(error.code);
    const isUnlinked = error.subcode !== undefined && OWN.bySubcode(error.subcode) !== undefined;
    const kind = isSignedOut || isUnlinked || scope === '' ? 'reauthorize' : 'missing_scope';
    return {
      problem: kind === 'reauthorize' ? { kind, reason } : { kind, reason, scope },
      reason,
    };
  }
  const afterMs = retryHintMs(answer.headers, now) ?? (error.code === 368 ? BLOCKED_AFTER_MS : undefined);
  return { problem: { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) }, reason };
}

/**
 * An app in development mode gets this for every call about an account without a role in it, although the sign-in worked
 * (seen with Instagram Login in 2026). It reads like a wrong address.
 */
const NO_ROLE = /unsupported request - method type/i;
const NO_ROLE_ADVICE =
  'Meta says this also while its app is in development mode and the account has no role in it: add the account as a tester, or publish the app';

export function mayLackRole(answer: NetworkResponse): boolean {
  return graphErrorOf(answer).code === 100 && NO_ROLE.test(messageOf(answer, ''));
}

/** The network's own words, and what a person can do where the words do not tell. */
function reasonOf(answer: NetworkResponse, name: string): string {
  const words = messageOf(answer, name);
  return mayLackRole(answer) ? brief(`${words}. ${NO_ROLE_ADVICE}.`) : words;
}

/** A call that changes nothing, and whose response was lost. */
export function lostProblem({ name }: Access, { reason }: Lost): Extract<AccessProblem, { kind: 'retry' }> {
  return { kind: 'retry', reason: `${name}: ${reason}` };
}
