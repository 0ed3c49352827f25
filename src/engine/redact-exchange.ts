/**
 * Removes secrets from an HTTP exchange before anything of it is kept: from addresses, headers and bodies.
 *
 * There are three checks, because each alone misses something. The first removes the attempt's own secrets, in every form
 * in which they are written. The second goes by the names of fields, parameters and elements, for secrets that a network
 * returns (a new token, the address of an upload). The third removes what looks like a secret under any name
 * (src/base/redact.ts, long random values in addresses). It works on texts without parsing them: numbers keep their digits,
 * and a body that was cut needs no special case.
 */
import { redactText } from '../base/redact.ts';

const REDACTED = '[redacted]';

/** Shorter values are names and numbers, and removing them would make sentences unreadable. */
const SHORTEST_SECRET = 8;

/** Names whose values are secrets, in bodies and addresses. */
const SECRET_NAME =
  /(^|[_.:-])(jwt|sig|policy|code_?verifier|device_?code|otp|ticket)$|(tokens?|secrets?|password|passwd|jwts?|authorization|cookie|signature|credentials?|assertion|proof|nonce|(api|access|private|secret|signing|session|page|app|admin|client|consumer|stream)[_-]?key(id)?|session(_?id)?|upload_?ur[il]|auth_?code)$/i;
/** Names that are secret in addresses and forms, and harmless in responses: `"code": "rest_forbidden"`. */
const SECRET_PARAMETER = /^(code|key|hash|hmac|auth|pass|pwd|ut|state)$/i;

/** A random value in an address gives access to something: an upload, a webhook, a signed link. */
const RANDOM_VALUE = /^(?=[^a-z]*[a-z])(?=\D*\d)[\w.~+=-]{20,}$/i;
/** A longer run of letters and digits than words in an address have. */
const RANDOM_RUN = /[a-z\d]{20,}/gi;
/** Ids that are useful in the debugger and give no access: UUIDs, and MongoDB's ids. */
const ID = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{24})$/i;

/** Absolute addresses in a text, also with the slashes escaped as in JSON. */
const ADDRESS = /\bhttps?:(?:\\?\/){2}[^\s"'<>]+/gi;
/** `"name": "value"`; a value may be cut off. */
const JSON_TEXT = /"([\w.:-]{2,60})"(\s*:\s*)"((?:[^"\\]|\\[^])*)("|\\?$)/g;
/** The same in a text that is a JSON string itself, so that its quotes are escaped. */
const QUOTED_JSON_TEXT = /(\\{1,7})"([\w.:-]{2,60})\1"(\s*:\s*)\1"((?:(?!\1")(?:\\[^]|[^\\]))*)(\1"|\\?$)/g;
/** `"name": ["value", …]` */
const JSON_LIST = /"([\w.:-]{2,60})"(\s*:\s*)\[([^[\]{}]*)(\]|$)/g;
/** `{"name": "x-amz-signature", "value": "…"}` */
const JSON_PAIR =
  /("(?:name|key|field)"\s*:\s*"([\w.:-]{2,60})"\s*,\s*"value"\s*:\s*)"((?:[^"\\]|\\[^])*)("|\\?$)/g;
const ELEMENT = /<([\w:.-]{2,60})>([^<]+)/g;
/** Elements of the error pages of S3 and similar services. */
const SECRET_ELEMENT =
  /(token|secret|password|signature|signatureprovided|stringtosign|stringtosignbytes|canonicalrequest|canonicalrequestbytes|awsaccesskeyid|accesskeyid)$/i;
/** Secrets of networks that src/base/redact.ts does not know. */
const PATTERNS: [RegExp, string][] = [
  [/(\/webhooks\/\d+\/)[\w-]+/g, `$1${REDACTED}`],
  // the address that Slack returns for uploading a file
  [/(\/upload\/v1\/)[\w-]+/g, `$1${REDACTED}`],
  [/\bAIza[\w-]{20,}/g, REDACTED],
  [/\bya29\.[\w.-]{10,}/g, REDACTED],
];

/** Redacts the exchanges of one attempt. */
export interface Redactor {
  text(text: string): string;
  /** The address of a request: redacts each parameter by its name and by its value. */
  address(url: string): string;
  /** A form: `application/x-www-form-urlencoded`. */
  form(body: string): string;
  /** Characters of the longest secret in any of its forms: a text that is cut may end with a part of it. */
  longest: number;
}

/** @param secrets values that must not be kept under any name; values of fewer than 8 characters are ignored */
export function createRedactor(secrets: Iterable<string>): Redactor {
  const forms = [...new Set([...secrets].filter((one) => one.length >= SHORTEST_SECRET).flatMap(formsOf))]
    .filter((form) => form.length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length); // the longest first, because one secret may contain another
  const own = (text: string) => forms.reduce((safe, form) => safe.replaceAll(form, REDACTED), text);
  return {
    text: (text) => redactText(patterns(named(addresses(own(text))))),
    address: (url) => redactText(patterns(address(own(url)))),
    form: (body) => redactText(patterns(parameters(own(body)))),
    longest: forms[0]?.length ?? 0,
  };
}

/** Every form in which a secret is written in addresses, JSON, forms and Basic authorization. */
function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret.toWellFormed());
  const strict = encoded.replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const quoted = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    encoded,
    strict,
    encoded.replaceAll('%20', '+'),
    strict.replaceAll('%20', '+'),
    encoded.replaceAll(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase()),
    encodeURIComponent(encoded),
    quoted,
    quoted.replaceAll('/', String.raw`\/`),
    secret.replaceAll(/\s/g, ''),
    secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
    ...base64FormsOf(secret),
  ];
}

/** Base64 of a secret that follows other text, such as `name:password`: three forms, by the length of that text modulo 3. */
function base64FormsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // leaves out the characters that also encode a part of the text before or after the secret
    const whole = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function patterns(text: string): string {
  let safe = text;
  for (const [pattern, replacement] of PATTERNS) safe = safe.replace(pattern, replacement);
  return safe;
}

function addresses(text: string): string {
  return text.replace(ADDRESS, address);
}

/** An address in a text: its slashes and ampersands may be escaped, its end may be cut off. */
function address(url: string): string {
  const [path = '', ...rest] = url.split(/([?#])/);
  const safe = path
    .split(/(\\?\/)/)
    .map((segment) => (isRandomSegment(segment) ? REDACTED : segment))
    .join('');
  return safe + rest.map((part) => (part.length > 1 ? parameters(part) : part)).join('');
}

function isRandomSegment(segment: string): boolean {
  if (ID.test(segment)) return false;
  return (segment.match(RANDOM_RUN) ?? []).some((run) => RANDOM_VALUE.test(run));
}

function parameters(query: string): string {
  return query
    .split(/(&amp;|\\u0026|&)/)
    .map((pair) => {
      const at = pair.indexOf('=');
      if (at === -1) return isRandom(pair) ? REDACTED : pair;
      const name = decoded(pair.slice(0, at));
      const value = decoded(pair.slice(at + 1));
      const isSecret = SECRET_NAME.test(name) || SECRET_PARAMETER.test(name) || isRandom(value);
      return value !== '' && isSecret ? `${pair.slice(0, at)}=${REDACTED}` : pair;
    })
    .join('');
}

const isRandom = (value: string) => RANDOM_VALUE.test(value) && !ID.test(value);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text; // the text was cut in the middle of an escape
  }
}

/** Removes the values of fields and elements whose names mark them as secret. */
function named(text: string): string {
  return text
    .replace(JSON_TEXT, (all, name: string, colon: string, value: string, end: string) =>
      value !== '' && SECRET_NAME.test(name) ? `"${name}"${colon}"${REDACTED}${end === '"' ? end : ''}` : all,
    )
    .replace(JSON_PAIR, (all, begin: string, name: string, value: string, end: string) =>
      value !== '' && SECRET_NAME.test(name) ? `${begin}"${REDACTED}${end === '"' ? end : ''}` : all,
    )
    .replace(JSON_LIST, (all, name: string, colon: string, list: string, end: string) =>
      list.includes('"') && SECRET_NAME.test(name) ? `"${name}"${colon}["${REDACTED}"${end}` : all,
    )
    .replace(
      QUOTED_JSON_TEXT,
      (all, slashes: string, name: string, colon: string, value: string, end: string) => {
        if (value === '' || !SECRET_NAME.test(name)) return all;
        const quote = `${slashes}"`;
        return `${quote}${name}${quote}${colon}${quote}${REDACTED}${end === quote ? end : ''}`;
      },
    )
    .replace(ELEMENT, (all, name: string) => (SECRET_ELEMENT.test(name) ? `<${name}>${REDACTED}` : all));
}
