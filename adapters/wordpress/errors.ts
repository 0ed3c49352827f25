/**
 * What a site's refusals mean. WordPress answers `{code, message}` with the message in the site's language, so the code
 * decides. In front of it stand web servers, firewalls and caches, which answer with pages: there the status decides.
 */
import type { Outcome } from '../../machines/outcome.ts';
import { type Answer, brief, type Lost, retryAfterMs, textAt } from '../lib/http.ts';

/** A refusal after which nothing was done. */
export type Trouble = Extract<Outcome, { kind: 'retry' | 'rejected' | 'reauthorize' }>;

/** The password was taken back or changed, or does not arrive. */
const NOT_LET_IN =
  /^(incorrect_password|invalid_username|invalid_email|rest_not_logged_in|application_passwords_disabled\w*)$/;
/** Faults of the file that come as 500. */
const UNFIT_FILE = new Set(['rest_upload_sideload_error', 'rest_upload_unknown_error']);
/** Refusals of firewalls and security plugins, which come as pages. */
const BLOCKED = new Set([403, 406, 415]);

/** Judges an answer that is not the one hoped for, of a call that may be made again. */
export function troubleOf(answer: Answer | Lost, now: number): Trouble {
  if (answer.kind === 'lost') return { kind: 'retry', reason: `the site: ${answer.reason}` };
  const { status, headers } = answer;
  const code = codeOf(answer);
  const reason = wordsOf(answer);
  if (code !== null && UNFIT_FILE.has(code)) return { kind: 'rejected', reason };
  if (status >= 500 || status === 429 || status === 408) {
    const afterMs = retryAfterMs(headers, now);
    return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
  }
  if (status < 400) return { kind: 'retry', reason };
  if (code === null && BLOCKED.has(status)) return { kind: 'retry', reason };
  if (code === null ? status === 401 : NOT_LET_IN.test(code)) return { kind: 'reauthorize', reason };
  return { kind: 'rejected', reason };
}

/** Judges the answer to a call that may have been done all the same: then only a look tells. */
export function troubleOfDeed(answer: Answer | Lost, now: number): Outcome {
  const trouble = troubleOf(answer, now);
  const isOpen =
    answer.kind === 'lost'
      ? answer.sent
      : answer.status >= 500 || answer.status === 408 || answer.status < 300;
  return trouble.kind === 'retry' && isOpen ? { kind: 'unknown', reason: trouble.reason } : trouble;
}

/** WordPress's own code; null where something else answered. */
export function codeOf({ json }: Answer): string | null {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? textAt(json, 'code') : null;
}

function wordsOf(answer: Answer): string {
  const { status, headers } = answer;
  const code = codeOf(answer);
  if (code !== null) {
    // plugins write HTML into messages
    const message = (textAt(answer.json, 'message') ?? '').replaceAll(/<[^>]*>/g, '');
    const words = brief(`the site answered: ${message} (${code})`);
    return NOT_LET_IN.test(code) ? `${words}${HINTS.notLetIn}` : words;
  }
  if (status >= 300 && status < 400) {
    const to = URL.parse(headers.get('location') ?? '')?.host;
    return `the site answered with a redirect${to === undefined ? '' : ` to ${to}`}: if it has moved, connect it again`;
  }
  const said = `the site answered ${status} without what was asked for`;
  if (headers.get('cf-mitigated') !== null || BLOCKED.has(status)) return `${said}${HINTS.blocked}`;
  if (status === 413) return `${said}: the file is too large for its web server`;
  return said;
}

const HINTS = {
  notLetIn:
    '. The application password was taken back, or the web server does not pass the Authorization header on: connect the site again',
  blocked: ': a firewall or a security plugin may keep this service out, allow it there',
};
