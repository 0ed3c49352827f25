/**
 * What refusals of Meta's Send API mean, on Instagram and on Messenger (Messenger Platform, "Error codes"; where practice
 * differs from it, the row says so). The subcode decides before the code, since one subcode comes with several codes.
 */
import type { Lost, NetworkResponse } from '../lib/http.ts';
import type { SendOutcome } from '../port/messages.ts';
import { type Access, accessProblem, mayLackRole } from './access.ts';
import { graphErrorOf, messageOf, retryHintMs } from './errors.ts';

/** `repeated`: it is refused, and proves an earlier private reply whose outcome was unknown. */
type Meaning =
  | 'sent'
  | 'repeated'
  | 'window_closed'
  | 'rejected'
  | 'account_blocked'
  | 'unknown'
  | 'retry'
  | 'reauthorize';

const BY_NUMBER = new Map<number, Meaning>([
  [10_900, 'sent'], // this comment has its private reply
  [2_534_025, 'repeated'], // the comment is too old, deleted, or has its private reply
  [10_903, 'rejected'], // the person cannot be answered
  [2_534_022, 'window_closed'],
  [2_018_278, 'window_closed'],
  [2_018_065, 'window_closed'],
  [2_018_108, 'rejected'], // the person takes no messages, or blocked the account
  [551, 'rejected'],
  [1_545_041, 'rejected'],
  [2_534_014, 'rejected'], // no such person for this account
  [2_018_001, 'rejected'],
  [9010, 'rejected'],
  [230, 'rejected'], // without the person's consent; its number looks like a permission of ours
  [9_000_001, 'rejected'], // deleted
  [2_534_041, 'account_blocked'], // the owner switched message access off
  [2_018_028, 'account_blocked'], // the app is not approved for messages
  [2_534_037, 'account_blocked'], // another app has the conversation
  [2_018_300, 'account_blocked'],
  [2_534_029, 'account_blocked'], // the business is blocked, or restricted
  [1_893_063, 'account_blocked'],
  [2_207_050, 'account_blocked'],
  [3, 'account_blocked'], // "no capability": the wrong node for this way of signing in
  [2_534_013, 'reauthorize'], // not linked to its Page any more
  [2_534_077, 'reauthorize'],
  [2_534_040, 'retry'], // too fast
  [2_018_338, 'retry'],
  [1_357_046, 'unknown'], // a partial failure: it may have been sent
]);

/** What an unsuccessful send means. A lost response is unknown unless the request never left. */
export function sendFailure(access: Access, answer: NetworkResponse | Lost, now: number): SendOutcome {
  const outcome = failureOf(access, answer, now);
  const isServerError = answer.kind !== 'lost' && answer.status >= 500;
  return outcome.kind === 'retry' && isServerError ? { ...outcome, mayBeSent: true } : outcome;
}

function failureOf(access: Access, answer: NetworkResponse | Lost, now: number): SendOutcome {
  if (answer.kind === 'lost') {
    const reason = `${access.name}: ${answer.reason}`;
    return { kind: answer.sent ? 'unknown' : 'retry', reason };
  }
  const reason = messageOf(answer, access.name);
  if (answer.status < 300) return { kind: 'unknown', reason }; // taken, and nothing said of what was made
  const meaning = meaningOf(answer);
  switch (meaning) {
    case 'sent':
      return { kind: 'sent', id: null, personId: null };
    case 'repeated':
      return { kind: 'rejected', reason, afterUnknown: 'sent' };
    case 'retry': {
      const afterMs = retryHintMs(answer.headers, now);
      return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
    }
    case undefined: {
      const { problem, reason: advised } = accessProblem(access, answer, now);
      if (mayLackRole(answer)) return { kind: 'account_blocked', reason: advised };
      return problem ?? { kind: 'rejected', reason };
    }
    case 'window_closed':
    case 'rejected':
    case 'account_blocked':
    case 'reauthorize':
    case 'unknown':
      return { kind: meaning, reason };
    default:
      return meaning satisfies never;
  }
}

function meaningOf(answer: NetworkResponse): Meaning | undefined {
  const { code = NaN, subcode = NaN } = graphErrorOf(answer);
  return BY_NUMBER.get(subcode) ?? BY_NUMBER.get(code);
}

/** A person whose data is not shown: no consent, blocked, or unknown to the network. */
const HIDDEN_PERSON = [230, 9010, 551, 2_018_218, 2_018_247, 2_534_014, 2_018_001];

/** Whether a profile cannot be read because of the person, not of the account. */
export function isHiddenPerson(answer: NetworkResponse): boolean {
  const { code = NaN, subcode = NaN } = graphErrorOf(answer);
  return HIDDEN_PERSON.includes(code) || HIDDEN_PERSON.includes(subcode);
}
