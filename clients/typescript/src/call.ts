/** One call of an operation, with its retries. */
import createFetchClient from 'openapi-fetch';
import { type ErrorCode, type ErrorValues, TroupeError, TroupeUnreachable } from './errors.ts';
import { type Fields, type Placing, splitInput, textOf } from './input-parts.ts';
import { table } from './operations.ts';
import type { CallOptions, OperationId } from './types.ts';

export interface Transport {
  /** Address of the service without a trailing slash. */
  baseUrl: string;
  key: string;
  fetch: (request: Request) => Promise<Response>;
  timeoutMs: number;
  retries: number;
  /** @throws when the signal ends the wait */
  pause: (ms: number, signal?: AbortSignal) => Promise<void>;
}

interface Row extends Placing {
  method: string;
}

/** The service's body of an error. */
interface Refusal {
  error: string;
  code: ErrorCode;
  param?: string;
  values?: ErrorValues;
  accountId?: string;
  requestId?: string;
}

/** The first wait before another try, ms; each further one is twice as long. */
const FIRST_WAIT_MS = 500;
/** A longer wait than this is the caller's to decide, seconds. */
const LONGEST_WAIT_S = 60;

/**
 * Calls an operation. It is tried again when that is safe: what only reads, and a POST under its key, when no response came, on 503, and
 * on a 502 or 504 of a proxy; anything on 429.
 * @throws TroupeError, TroupeUnreachable, TypeError when an id in the path is missing; the signal's reason when that ended it
 */
export async function callOperation(
  transport: Transport,
  id: OperationId,
  input: Fields = {},
  options: CallOptions = {},
): Promise<unknown> {
  const row: Row = table[id];
  const { signal, retries = transport.retries } = options;
  const key =
    row.method === 'POST'
      ? (options.idempotencyKey ?? (options.idempotencyKey === null ? null : crypto.randomUUID()))
      : null;
  const repeatable = row.method === 'GET' || key !== null;
  const request = requestOf(transport, row, input, key);
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted();
    const result = await request(signal, options.timeoutMs ?? transport.timeoutMs);
    if ('data' in result) return result.data;
    const wait = tries > retries ? null : waitOf(result.error, { repeatable, tries });
    if (wait === null) throw result.error;
    await transport.pause(wait, signal);
  }
}

type Result = { data: unknown } | { error: TroupeError | TroupeUnreachable };

/** @returns a function that makes one try */
function requestOf(transport: Transport, row: Row, input: Fields, idempotencyKey: string | null) {
  const client = createFetchClient<Record<string, Record<string, unknown>>>({
    baseUrl: transport.baseUrl,
    fetch: transport.fetch,
    headers: {
      authorization: `Bearer ${transport.key}`,
      ...(idempotencyKey !== null && { 'idempotency-key': idempotencyKey }),
    },
    // a POST that is redirected would become a GET
    redirect: 'manual',
  });
  const { path, query, body } = splitInput(row, input);
  const init = {
    params: { path, query },
    ...(body !== null && { body: row.body === 'form' ? formOf(body) : body }),
  };
  return async (signal: AbortSignal | undefined, timeoutMs: number): Promise<Result> => {
    const late = AbortSignal.timeout(timeoutMs);
    try {
      const { data, error, response } = await client.request(
        row.method.toLowerCase() as 'get',
        row.path as never,
        { ...init, signal: signal ? AbortSignal.any([signal, late]) : late } as never,
      );
      if (response.ok && typeof data === 'object' && data !== null) return { data };
      return { error: refused(response, error, idempotencyKey) };
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      const why = late.aborted ? `no response within ${timeoutMs} ms` : reasonOf(cause);
      return { error: new TroupeUnreachable(`${transport.baseUrl}: ${why}`, { cause, idempotencyKey }) };
    }
  };
}

function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.set(name, value instanceof Blob ? value : textOf(value));
  return form;
}

function refused(response: Response, body: unknown, idempotencyKey: string | null): TroupeError {
  const { status } = response;
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
  const details = {
    status,
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: Number.isFinite(retryAfter) ? retryAfter : null,
    idempotencyKey,
  };
  if (isRefusal(body)) {
    const { error, code, param: field, values, accountId } = body;
    return new TroupeError(error, {
      ...details,
      code,
      ...(field && { field }),
      ...(values && { values }),
      ...(accountId && { accountId }),
    });
  }
  const to = response.headers.get('location');
  const message =
    to === null
      ? `the response with status ${status} is not one of Troupe: check the address`
      : `the address is redirected to ${to}: use that one`;
  return new TroupeError(message, { ...details, code: `http_${status}` });
}

const isRefusal = (body: unknown): body is Refusal =>
  typeof body === 'object' && body !== null && 'code' in body && 'error' in body;

/** @returns how long to wait before another try, ms; null if there is none */
function waitOf(
  error: TroupeError | TroupeUnreachable,
  { repeatable, tries }: { repeatable: boolean; tries: number },
): number | null {
  const growing = FIRST_WAIT_MS * 2 ** (tries - 1) * (0.5 + Math.random() / 2);
  if (error instanceof TroupeUnreachable) return repeatable ? growing : null;
  const { status, code, retryAfterSeconds } = error;
  const ofProxy = code.startsWith('http_') && [502, 504].includes(status);
  // the first try of this call still runs: its result is given when it is there
  const stillRuns = code === 'idempotency_in_progress';
  if (!(status === 429 || (repeatable && (status === 503 || ofProxy || stillRuns)))) return null;
  if (retryAfterSeconds === null) return growing;
  return retryAfterSeconds > LONGEST_WAIT_S ? null : retryAfterSeconds * 1_000;
}

/** fetch says "fetch failed" and keeps the reason as the cause. */
function reasonOf(thrown: unknown): string {
  const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  return cause instanceof Error
    ? cause.message || ((cause as { code?: string }).code ?? cause.name)
    : String(cause);
}
