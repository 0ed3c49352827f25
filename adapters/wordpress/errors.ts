/**
 * Meanings of a site's errors. WordPress returns `{code, message}` with the message in the site's language, so status
 * and code decide: 401 for a caller who is not signed in, 403 for one whose role does not allow the call
 * (`rest_authorization_required_code()`). Web servers, firewalls and caches in front of it return pages, for which
 * the status decides.
 */
import type { Outcome } from '../../machines/outcome.ts';
import { type NetworkResponse, at, brief, type Lost, retryAfterMs, textAt } from '../lib/http.ts';

/** A refusal. Nothing was changed on the site. */
export type Failure = Extract<Outcome, { kind: 'retry' | 'rejected' | 'reauthorize' }>;

/** Errors about the password, for any status: plugins send some of them with 403. */
const NOT_LET_IN =
  /^(incorrect_password|invalid_username|invalid_email|rest_not_logged_in|application_passwords_disabled\w*)$/;
/** Errors about the file that have status 500. */
const UNFIT_FILE = new Set(['rest_upload_sideload_error', 'rest_upload_unknown_error']);
/** Refusals of firewalls and security plugins, which come as pages. */
const BLOCKED = new Set([403, 406, 415]);

/** Classifies a response without the expected content, of a call that may be made again. */
export function readError(answer: NetworkResponse | Lost, now: number): Failure {
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
  if (isSignedOut(answer)) return { kind: 'reauthorize', reason };
  if (code === null && BLOCKED.has(status)) return { kind: 'retry', reason };
  return { kind: 'rejected', reason };
}

/** Classifies the response to a call that may have taken effect all the same: then only a lookup shows the result. */
export function readPublishError(answer: NetworkResponse | Lost, now: number): Outcome {
  const failure = readError(answer, now);
  const isOpen =
    answer.kind === 'lost'
      ? answer.sent
      : answer.status >= 500 || answer.status === 408 || answer.status < 300;
  return failure.kind === 'retry' && isOpen ? { kind: 'unknown', reason: failure.reason } : failure;
}

/**
 * Whether the site treated the call as not signed in. A site that does not accept the password continues as if there
 * were none: it returns 401 with the code of the missing right (`rest_cannot_create`), or, when drafts are listed,
 * 400 with that error among the details of a parameter.
 */
function isSignedOut(answer: NetworkResponse): boolean {
  const code = codeOf(answer);
  if (answer.status === 401 || (code !== null && NOT_LET_IN.test(code))) return true;
  const details = at(answer.json, 'data', 'details');
  if (typeof details !== 'object' || details === null) return false;
  return Object.values(details).some((detail) => at(detail, 'data', 'status') === 401);
}

/** WordPress's own code; null if something else responded. */
export function codeOf({ json }: NetworkResponse): string | null {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? textAt(json, 'code') : null;
}

function wordsOf(answer: NetworkResponse): string {
  const { status, headers } = answer;
  const code = codeOf(answer);
  const hint = isSignedOut(answer) ? HINTS.signedOut : '';
  if (code !== null) {
    // plugins write HTML into messages
    const message = (textAt(answer.json, 'message') ?? '').replaceAll(/<[^>]*>/g, '');
    return `${brief(`the site answered: ${message} (${code})`)}${hint}`;
  }
  if (status >= 300 && status < 400) {
    const to = URL.parse(headers.get('location') ?? '')?.host;
    return `the site responded with a redirect${to === undefined ? '' : ` to ${to}`}: if it has moved, connect it again`;
  }
  const said = `the site responded with ${status} and without the expected content`;
  if (headers.get('cf-mitigated') !== null || BLOCKED.has(status)) return `${said}${HINTS.blocked}`;
  if (status === 413) return `${said}: the file is too large for its web server`;
  return `${said}${hint}`;
}

const HINTS = {
  signedOut:
    '. It does not accept the application password: it was revoked, or the web server does not pass the Authorization header on. Connect the site again',
  blocked: ': a firewall or a security plugin may keep this service out, allow it there',
};
