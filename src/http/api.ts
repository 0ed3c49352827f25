/**
 * Serves the table of operations: key, rate limit, query, body, handler, answer, in this order. Written in callbacks
 * rather than promises, because most requests need to wait for nothing before their handler runs.
 */
import { hash } from 'node:crypto';
import type { Context } from '../context.ts';
import type { Operation, Principal, Reply } from '../operations/operation.ts';
import { Problem } from '../operations/problem.ts';
import { answerJson } from './answer.ts';
import { compileInputCheck, type InputCheck } from './check.ts';
import { readBody, type Exchange, type Header } from './exchange.ts';
import { parseBody, requireJson, type JsonObject } from './json-body.ts';
import type { Taken } from './rate.ts';

/** Who a token belongs to: at once where that is known, as a promise where somebody has to be asked. */
export type Authenticate = (token: string) => Principal | null | Promise<Principal | null>;

export interface Gate {
  authenticate: Authenticate;
  /** Takes a token from the key's bucket; null: no limit. */
  takeToken: ((key: string, now: number) => Taken) | null;
  now: () => number;
  /** Answers a problem, or logs anything else and answers a 500. */
  fail(exchange: Exchange, error: unknown, headers?: readonly Header[]): void;
}

/**
 * Lets a request through that carries a good key and is within the key's rate, and refuses others (401, 429).
 *
 * @param through called with the headers that tell the rate; what it throws is answered
 */
export function passGate(
  gate: Gate,
  exchange: Exchange,
  through: (principal: Principal, rateHeaders: readonly Header[]) => void,
): void {
  const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(exchange.header('authorization'))?.[1];
  if (token === undefined) return gate.fail(exchange, unauthorized(MISSING), CHALLENGE);

  const admit = (principal: Principal | null): void => {
    if (principal === null) return gate.fail(exchange, unauthorized(WRONG), CHALLENGE);
    exchange.principal = principal;
    let headers = NO_HEADERS;
    if (gate.takeToken !== null) {
      const taken = gate.takeToken(principal.keyId, gate.now());
      headers = taken.headers;
      if (!taken.allowed) return gate.fail(exchange, tooMany(taken.retryAfterSeconds), headers);
    }
    try {
      through(principal, headers);
    } catch (error) {
      gate.fail(exchange, error, headers);
    }
  };

  const who = gate.authenticate(token);
  if (who instanceof Promise) who.then(admit).catch((error: unknown) => gate.fail(exchange, error));
  else admit(who);
}

const MISSING = 'send your API key in the header: Authorization: Bearer <API_KEY>';
const WRONG = 'this API key is not known: it is mistyped, or it was revoked';
const CHALLENGE: readonly Header[] = [['www-authenticate', 'Bearer']];
const NO_HEADERS: readonly Header[] = [];

const unauthorized = (message: string) => new Problem(401, 'unauthorized', message);
const tooMany = (retryAfterSeconds: number) =>
  new Problem(429, 'rate_limited', `too many requests with this key: try again in ${retryAfterSeconds} s`, {
    retryAfterSeconds,
  });

export interface ApiOptions extends Gate {
  context: Context;
  headers: readonly Header[];
  maxBodyBytes: number;
  /** Refuse, as a bug, answers that do not fit their schema. */
  checkAnswers: boolean;
}

/** @returns what serves a request for this operation */
export function serveOperation(operation: Operation, options: ApiOptions): (exchange: Exchange) => void {
  const check = compileInputCheck(operation);
  return (exchange) => {
    passGate(options, exchange, (principal, rateHeaders) => {
      const fail = (error: unknown) => options.fail(exchange, error, rateHeaders);
      check.params(exchange.params);
      const query = check.query(exchange.query);
      const given = exchange.header('idempotency-key');
      const key = exchange.method === 'POST' && hasHeader(given) ? idempotencyKey(given) : null;
      if (exchange.bodyLength !== 0) requireJson(exchange.header('content-type'));

      readBody(exchange, options.maxBodyBytes, (bytes) => {
        if (bytes instanceof Problem) return fail(bytes);
        try {
          const body: JsonObject = bytes.byteLength === 0 ? {} : parseBody(bytes);
          check.body(body);
          const reply = operation.handle({
            context: options.context,
            principal,
            params: exchange.params,
            query,
            body,
            now: options.now(),
            requestId: exchange.requestId,
            idempotency: key === null ? null : { key, requestHash: requestHash(exchange, bytes) },
          });
          reply.then((done) => answerReply(exchange, done, rateHeaders, check, options)).catch(fail);
        } catch (error) {
          fail(error);
        }
      });
    });
  };
}

function answerReply(
  exchange: Exchange,
  reply: Reply<unknown>,
  rateHeaders: readonly Header[],
  check: InputCheck,
  { headers, checkAnswers }: ApiOptions,
): void {
  if (checkAnswers) {
    const fault = check.resultFault(reply.body);
    if (fault !== null) throw new Error(`the answer of ${exchange.route} does not fit its schema: ${fault}`);
  }
  answerJson(exchange, headers, {
    status: 200,
    body: reply.body,
    more: reply.replayed === true ? [...rateHeaders, ['idempotent-replayed', 'true']] : rateHeaders,
  });
}

const hasHeader = (value: string) => value !== '';

/** @throws Problem 400 */
function idempotencyKey(given: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(given)) return given;
  throw new Problem(
    400,
    'invalid_idempotency_key',
    'Idempotency-Key must be 1 to 255 visible ASCII characters',
  );
}

/** What makes two requests the same: where they go and the raw bytes of what they say (spec 4.2 rule 10). */
function requestHash({ method, path, query }: Exchange, body: Uint8Array): Buffer {
  const head = Buffer.from(`${method} ${path}${query === '' ? '' : `?${query}`}\n`);
  return hash('sha256', Buffer.concat([head, body]), 'buffer');
}
