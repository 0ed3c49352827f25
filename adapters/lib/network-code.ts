/** The code by which a network refuses a call, where networks write it. Pure. */

/** A longer body is no refusal that names a code. */
const MAX_READ_CHARS = 64 * 1024;
/** Codes are words, numbers and addresses of problem types; anything else is a sentence, or may hold what was sent. */
const CODE = /^[\w.:-]{1,64}$/u;

/**
 * @param status of the response
 * @param read its text, or its number of bytes where it was not read as a text
 * @returns the network's code, such as `10/2534022` (Meta: code and subcode), `InvalidRequest` or `rest_cannot_create`;
 *   `http_403` where a refusal names none; undefined for a response that refuses nothing
 */
export function codeOf(status: number, read: string | number): string | undefined {
  const body = typeof read === 'string' && read.length <= MAX_READ_CHARS ? parsed(read) : undefined;
  const named = codeIn(body);
  if (status < 400) return named !== undefined && saysError(body) ? named : undefined;
  return named ?? `http_${status}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

type Fields = { [name: string]: unknown };
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const firstOf = (value: unknown): unknown => (Array.isArray(value) ? (value as unknown[])[0] : undefined);

/** TikTok's code of a call that succeeded: each of its responses has an `error`. */
const TIKTOK_OK = 'ok';

/** Reddit and Slack refuse with status 200, GraphQL too. */
function saysError(body: unknown): boolean {
  const { error, errors, ok, json } = fieldsOf(body);
  const isThere = (value: unknown) =>
    value !== undefined && value !== null && fieldsOf(value)['code'] !== TIKTOK_OK;
  return (
    ok === false ||
    isThere(error) ||
    firstOf(errors) !== undefined ||
    firstOf(fieldsOf(json)['errors']) !== undefined
  );
}

function codeIn(body: unknown): string | undefined {
  const { error, errors, code, error_code: errorCode, type, serviceErrorCode, json } = fieldsOf(body);
  const inner = fieldsOf(error);
  const first = fieldsOf(firstOf(errors));
  const subcode = codeFrom(inner['error_subcode']);
  const meta = codeFrom(inner['code']);
  const candidates = [
    meta !== undefined && subcode !== undefined ? `${meta}/${subcode}` : undefined,
    inner['status'],
    meta,
    error,
    fieldsOf(first['extensions'])['code'],
    first['code'],
    first['type'],
    // Reddit: [code, words, field]
    firstOf(firstOf(fieldsOf(json)['errors'])),
    serviceErrorCode,
    code,
    errorCode,
    // X: the address of a problem type
    typeof type === 'string' && type.includes('/') ? type.split('/').at(-1) : undefined,
  ];
  return candidates.map(codeFrom).find((one) => one !== undefined);
}

function codeFrom(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return undefined;
  return CODE.test(value) || /^\d+\/\d+$/u.test(value) ? value : undefined;
}
