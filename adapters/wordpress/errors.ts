/**
 * Meanings of a site's errors. WordPress returns `{code, message}` with the message in the site's language, so status
 * and code decide: 401 for a caller who is not signed in, 403 for one whose role does not allow the call
 * (`rest_authorization_required_code()`). Web servers, firewalls and caches in front of it return pages, for which
 * the status decides.
 */
import { each, errorReader, type Rule } from '../lib/error-rules.ts';
import { at, type NetworkResponse, textAt } from '../lib/http.ts';

export const { readError, readPublishError, isServerError, messageOf } = errorReader({
  network: 'the site',
  message: (response) => {
    const code = codeOf(response);
    // plugins write HTML into messages
    return code === null
      ? null
      : `${(textAt(response.json, 'message') ?? '').replaceAll(/<[^>]*>/g, '')} (${code})`;
  },
  code: codeOf,
  // errors about the file, with status 500
  codes: each(['rest_upload_sideload_error', 'rest_upload_unknown_error'], 'rejected'),
  special: (response) => redirected(response) ?? signedOut(response) ?? refusedByServer(response),
});

/** WordPress's own code; null if something else responded. */
export function codeOf({ json }: NetworkResponse): string | null {
  return typeof json === 'object' && json !== null && !Array.isArray(json) ? textAt(json, 'code') : null;
}

/** A redirect is not followed, so the call had no effect. */
function redirected({ status, headers }: NetworkResponse): Rule | null {
  if (status < 300 || status >= 400) return null;
  const host = URL.parse(headers.get('location') ?? '')?.host;
  const to = host === undefined ? '' : ` to ${host}`;
  return {
    kind: 'retry',
    reason: `the site responded with a redirect${to}: if it has moved, connect it again`,
  };
}

/** Errors about the password, for any status: plugins send some of them with 403. */
const NOT_LET_IN =
  /^(incorrect_password|invalid_username|invalid_email|rest_not_logged_in|application_passwords_disabled\w*)$/;

/**
 * The site treated the call as not signed in. A site that does not accept the password continues as if there
 * were none: it returns 401 with the code of the missing right (`rest_cannot_create`), or, when drafts are listed,
 * 400 with that error among the details of a parameter.
 */
function signedOut(response: NetworkResponse): Rule | null {
  const { status, json } = response;
  if (status < 400 || status >= 500 || status === 408 || status === 429) return null;
  const details = at(json, 'data', 'details');
  const isSignedOut =
    status === 401 ||
    NOT_LET_IN.test(codeOf(response) ?? '') ||
    (typeof details === 'object' &&
      details !== null &&
      Object.values(details).some((detail) => at(detail, 'data', 'status') === 401));
  if (!isSignedOut) return null;
  return {
    kind: 'reauthorize',
    advice:
      'It does not accept the application password: it was revoked, or the web server does not pass the Authorization header on. Connect the site again',
  };
}

/** Refusals of firewalls and security plugins, which come as pages. */
const BLOCKED = new Set([403, 406, 415]);

/** A page in place of WordPress's own response: the web server or what is in front of it refused the call. */
function refusedByServer(response: NetworkResponse): Rule | null {
  const { status, headers } = response;
  if (codeOf(response) !== null) return null;
  if (status === 413) return { kind: 'rejected', advice: 'The file is too large for its web server' };
  if (!BLOCKED.has(status) && headers.get('cf-mitigated') === null) return null;
  return {
    kind: status >= 500 ? 'server_error' : 'retry',
    advice: 'A firewall or a security plugin may keep this service out: allow it there',
  };
}
