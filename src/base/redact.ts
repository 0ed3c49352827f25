/**
 * Redacts an actor once more before something of it is shown or downloaded. Snapshots and journals hold no secrets by
 * design, but networks may write anything into their responses, and a download leaves the service.
 */

/**
 * What the secrets begin with that this service makes, so that they are recognized wherever they turn up: in logs, journals,
 * recordings, errors, and by scanners of others. 32 random bytes in base64url follow, of a webhook's secret 24 in base64.
 */
export const SECRET_PREFIXES = {
  apiKey: 'trp_',
  session: 'trs_',
  confirmation: 'tcf_',
  invitation: 'tri_',
  appRequest: 'trq_',
  appCode: 'trc_',
  appAccess: 'tra_',
  appRefresh: 'trr_',
  passwordReset: 'trw_',
  approvalLink: 'trv_',
  reportLink: 'trn_',
  exportLink: 'trx_',
  webhook: 'whsec_',
} as const;

const REDACTED = '[redacted]';
/** Names of fields whose texts are secrets. Numbers, such as a version of the credentials, are not. */
const SECRET_FIELD =
  /(^|[_-])(token|secret|password|passwd|jwt|authorization|cookie|api[_-]?key|signature|credentials?)$|(access|refresh|bearer|auth|upload|session|page)[_-]?(token|jwt|key|secret)$/i;

/** Secrets of this service, whatever stands before them. */
const OWN: [RegExp, string][] = [
  [new RegExp(`(${Object.values(SECRET_PREFIXES).join('|')})[\\w+/=-]{10,}`, 'g'), `$1${REDACTED}`],
  // a connect link: everybody who has it can connect accounts
  [/((?:\/|%2F)connect(?:\/|%2F))[\w-]{43}(?![\w-])/gi, `$1${REDACTED}`],
];

/** Patterns of secrets anywhere in a text. */
const PATTERNS: [RegExp, string][] = [
  ...OWN,
  [/\b(Bearer|Basic|DPoP)\s+[\w.~+/=-]{8,}/gi, `$1 ${REDACTED}`],
  // a JSON Web Token
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, REDACTED],
  // a Telegram bot's token
  [/(?<!\d)\d{6,}:[\w-]{30,}/g, REDACTED],
  // a Discord or Slack webhook: anybody who knows its address can post
  [/(\/api\/webhooks\/\d+\/)[\w-]+/g, `$1${REDACTED}`],
  [/(hooks\.slack\.com\/services\/)[\w/-]+/g, `$1${REDACTED}`],
  [/\b(xox[a-z]-|EAA|ghp_)[\w-]{10,}/g, `$1${REDACTED}`],
  // in a query or a form
  [
    /([?&;"'\s](?:access_token|refresh_token|client_secret|api_key|apikey|token|secret|password|signature|sig|X-Amz-Signature|X-Amz-Credential|code)=)[^&\s"']+/gi,
    `$1${REDACTED}`,
  ],
  // in JSON that was quoted
  [
    /("(?:access_?token|refresh_?token|client_?secret|api_?key|password|jwt|accessJwt|refreshJwt)"\s*:\s*")[^"]+/gi,
    `$1${REDACTED}`,
  ],
  // user and password of an address
  [/(\b[a-z][a-z+.-]*:\/\/)[^/\s:@]+:[^/\s@]+@/gi, `$1${REDACTED}@`],
];

/** A copy without secrets and texts that look like one. Equal values are redacted to equal values. */
export function redactDeep<T>(value: T): T {
  return clean(value) as T;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      typeof part === 'string' && part !== '' && SECRET_FIELD.test(name) ? REDACTED : clean(part),
    ]),
  );
}

/** Without the secrets of this service alone: for what is written often, such as logs and errors. */
export const redactOwn = (text: string): string => replaced(text, OWN);

export const redactText = (text: string): string => replaced(text, PATTERNS);

function replaced(text: string, patterns: readonly [RegExp, string][]): string {
  let safe = text;
  for (const [pattern, replacement] of patterns) safe = safe.replace(pattern, replacement);
  return safe;
}
