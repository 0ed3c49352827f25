/** A request that cannot be served, said so that a person or an agent can mend it (spec section 7, decisions.md). */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  /** Stable, snake_case. */
  readonly code: string;
  /** JSON pointer of the field at fault. */
  readonly param: string | undefined;
  readonly accountId: string | undefined;
  /** Seconds, for a 429 and a 503. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { param?: string; accountId?: string; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = more.param;
    this.accountId = more.accountId;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** A field that breaks a rule. */
export const invalid = (param: string, message: string, more: { code?: string; accountId?: string } = {}) =>
  new Problem(400, more.code ?? 'invalid', message, {
    param,
    ...(more.accountId === undefined ? {} : { accountId: more.accountId }),
  });

export const notFound = (what: string, id: string) =>
  new Problem(404, 'not_found', `there is no ${what} ${id} in this workspace`);
