/** What a call can end with besides its reply. */
import type { components } from './api.ts';

/** What the service says in `code` of an error. */
export type ErrorCode = components['schemas']['ErrorCode'];

/**
 * `code` of a `TroupeError`: of the service, of the live feed alone, or of a response that is not the service's own. A later version of
 * the service may send one that is not among these: treat it by its status.
 */
export type TroupeErrorCode =
  | ErrorCode
  | 'another_user'
  | 'feed_gap'
  | 'too_many_subscriptions'
  | `http_${number}`;

/** What a sentence of the service names. */
export type ErrorValues = components['schemas']['ErrorValues'];

export interface ErrorDetails {
  status: number;
  code: TroupeErrorCode;
  field?: string | null;
  values?: ErrorValues;
  accountId?: string | null;
  requestId?: string | null;
  retryAfterSeconds?: number | null;
  idempotencyKey?: string | null;
}

/** The service refused. `message` is its sentence: what is wrong, and what to do. */
export class TroupeError extends Error {
  override readonly name: string = 'TroupeError';
  /** HTTP status; 0 on the live feed. */
  readonly status: number;
  /** Stable name of the error, in snake_case; `http_502` and the like when the response is not the service's own. */
  readonly code: TroupeErrorCode;
  /** JSON pointer of the field at fault, such as `/media/1`; null when it is about no field. */
  readonly field: string | null;
  /** What the sentence names, such as `limit`: make one of your own of it and the code. Empty if nothing. */
  readonly values: ErrorValues;
  /** The account at fault. */
  readonly accountId: string | null;
  /** Name it when you ask for help. */
  readonly requestId: string | null;
  /** The service asks to wait this long. */
  readonly retryAfterSeconds: number | null;
  /** Under which the call was made. */
  readonly idempotencyKey: string | null;

  constructor(message: string, details: ErrorDetails) {
    super(message);
    this.status = details.status;
    this.code = details.code;
    this.field = details.field ?? null;
    this.values = details.values ?? {};
    this.accountId = details.accountId ?? null;
    this.requestId = details.requestId ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.idempotencyKey = details.idempotencyKey ?? null;
  }
}

/**
 * No response came, so it is not known whether the call had an effect. Make it again with the same `idempotencyKey`, and nothing
 * happens twice.
 */
export class TroupeUnreachable extends Error {
  override readonly name = 'TroupeUnreachable';
  readonly idempotencyKey: string | null;

  constructor(message: string, { cause, idempotencyKey }: { cause: unknown; idempotencyKey: string | null }) {
    super(message, { cause });
    this.idempotencyKey = idempotencyKey;
  }
}

/** A webhook is not from the service, or too old. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: 'header_missing' | 'too_old' | 'wrong_signature' | 'not_an_event';

  constructor(code: WebhookError['code'], message: string) {
    super(message);
    this.code = code;
  }
}
