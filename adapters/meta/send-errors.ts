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

/** What refusals say in plain words: the network's own often are codes, or are about calls. */
const WORDS = {
  person: 'this person takes no messages from this account',
  unknownPerson: 'the network knows no such person for this account',
  consent: 'this person has not agreed to messages from this account',
  deleted: 'the account of this person is deleted',
  comment: 'the comment is deleted, is older than 7 days, or has had its private reply',
  window: 'this person wrote too long ago to be answered',
  switchedOff: 'the settings of this account do not let apps read and send its messages',
  notApproved: 'the app is not approved for messages',
  otherApp: 'another app has this conversation',
  restricted: 'the network has restricted this account',
} as const;

const BY_NUMBER = new Map<number, [Meaning, plain?: string]>([
  [10_900, ['sent']], // this comment has its private reply
  [2_534_025, ['repeated', WORDS.comment]],
  [10_903, ['rejected', WORDS.person]],
  [2_534_022, ['window_closed', WORDS.window]],
  [2_018_278, ['window_closed', WORDS.window]],
  [2_018_065, ['window_closed', WORDS.window]],
  [2_018_108, ['rejected', WORDS.person]], // or blocked the account
  [551, ['rejected', WORDS.person]],
  [1_545_041, ['rejected', WORDS.person]],
  [2_534_014, ['rejected', WORDS.unknownPerson]],
  [2_018_001, ['rejected', WORDS.unknownPerson]],
  [9010, ['rejected', WORDS.unknownPerson]],
  [230, ['rejected', WORDS.consent]], // its number looks like a permission of ours
  [9_000_001, ['rejected', WORDS.deleted]],
  [2_534_041, ['account_blocked', WORDS.switchedOff]], // by the owner
  [2_018_028, ['account_blocked', WORDS.notApproved]],
  [2_534_037, ['account_blocked', WORDS.otherApp]],
  [2_018_300, ['account_blocked', WORDS.otherApp]],
  [2_534_029, ['account_blocked', WORDS.restricted]],
  [1_893_063, ['account_blocked', WORDS.restricted]],
  [2_207_050, ['account_blocked', WORDS.restricted]],
  [3, ['account_blocked']], // "no capability": the wrong node for this way of signing in
  [2_534_013, ['reauthorize']], // not linked to its Page any more
  [2_534_077, ['reauthorize']],
  [2_534_040, ['retry']], // too fast
  [2_018_338, ['retry']],
  [1_357_046, ['unknown']], // a partial failure: it may have been sent
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
  const message = messageOf(answer, access.name);
  if (answer.status < 300) return { kind: 'unknown', reason: message }; // taken, and nothing said of what was made
  const [meaning, plain] = meaningOf(answer);
  const reason = plain === undefined ? message : `${plain}: ${message}`;
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

function meaningOf(answer: NetworkResponse): [Meaning?, string?] {
  const { code = NaN, subcode = NaN } = graphErrorOf(answer);
  return BY_NUMBER.get(subcode) ?? BY_NUMBER.get(code) ?? [];
}

/** A person whose data is not shown: no consent, blocked, or unknown to the network. */
const HIDDEN_PERSON = [230, 9010, 551, 2_018_218, 2_018_247, 2_534_014, 2_018_001];

/** Whether a profile cannot be read because of the person, not of the account. */
export function isHiddenPerson(answer: NetworkResponse): boolean {
  const { code = NaN, subcode = NaN } = graphErrorOf(answer);
  return HIDDEN_PERSON.includes(code) || HIDDEN_PERSON.includes(subcode);
}
