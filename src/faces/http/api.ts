/**
 * Serves the table of operations: key, rate limit, query, body, handler, response, in this order. It uses callbacks
 * instead of promises, because most requests need not wait for anything before their handler runs. A request that would be
 * refused as invalid is 404 where what its path names is not there.
 */
import { hash } from 'node:crypto';
import { isSameOrigin } from '../../features/auth/sessions.ts';
import type { Operation, Reply } from '../../api/operation.ts';
import type { FileSink, UploadedFile, Uploads } from '../../api/upload.ts';
import { type Principal, reachOf } from '../../api/principal.ts';
import type { Named } from '../../api/absent.ts';
import { auditRuleOf } from '../../api/audit.ts';
import type { Keyed } from '../../api/idempotent.ts';
import { Problem } from '../../api/problem.ts';
import { insistOnAccess, mayCallSomewhere } from '../../api/admit.ts';
import { runOperation } from '../../api/run.ts';
import { insistOnScopesOf, scopesOf } from '../../api/scope.ts';
import { answerCsv, wantsCsv } from './csv.ts';
import { answerJson } from './response.ts';
import { compileInputCheck, type InputCheck } from './check.ts';
import { readBody, type Exchange, type Header, type RawRoute } from '../../api/exchange.ts';
import { parseBody, requireJson, type JsonObject } from './json-body.ts';
import { receiveForm } from './multipart.ts';
import { receiveRaw } from './raw-upload.ts';
import type { RateResult } from '../../base/rate.ts';

/** The owner of a token: returned at once if it is known, else as a promise of the lookup. */
export type Authenticate = (token: string) => Principal | null | Promise<Principal | null>;

/** People who are signed in to the dashboard. */
export interface SessionGate {
  /**
   * The session token in the cookie of a request; null if none.
   * @throws Problem 403 when the request was sent to a name that is not this service's
   */
  tokenIn(header: (name: string) => string): string | null;
  find(token: string): Promise<Principal | null>;
}

export interface Gate {
  authenticate: Authenticate;
  /** The other way to authenticate, for pages of the dashboard. Default: API keys only. */
  sessions?: SessionGate | undefined;
  /** Takes a token from the key's bucket; null means no limit. */
  takeToken: ((key: string, now: number) => RateResult) | null;
  now: () => number;
  /** The header of a 401. Default: `WWW-Authenticate: Bearer`. */
  challenge?: RawRoute['challenge'] | undefined;
  /** Sends a problem as the response; logs any other error and responds 500. */
  fail(exchange: Exchange, error: unknown, headers?: readonly Header[]): void;
}

/**
 * Lets a request through that has a valid key and is within the key's rate limit, and refuses others (401, 429).
 * @param through called with the rate limit headers; an error it throws becomes the response
 */
export function passGate(
  gate: Gate,
  exchange: Exchange,
  through: (principal: Principal, rateHeaders: readonly Header[]) => void,
): void {
  const header = exchange.header('authorization');
  const session = header === '' ? (gate.sessions?.tokenIn((name) => exchange.header(name)) ?? null) : null;
  const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(header)?.[1];
  const { challenge = () => BEARER } = gate;
  if (token === undefined && session === null)
    return gate.fail(exchange, unauthorized(MISSING), [challenge(false)]);
  // browsers send the cookie for requests of any page; reading is safe, because pages of other sites cannot see the
  // response
  if (session !== null && !READS.has(exchange.method) && !isSameOrigin((name) => exchange.header(name)))
    return gate.fail(exchange, new Problem('foreign_origin', FOREIGN));

  const admit = (principal: Principal | null): void => {
    if (principal === null)
      return gate.fail(exchange, unauthorized(session === null ? WRONG : ENDED), [
        challenge(session === null),
      ]);
    exchange.principal = principal;
    let headers = NO_HEADERS;
    if (gate.takeToken !== null) {
      const allowance = gate.takeToken(principal.keyId, gate.now());
      headers = allowance.headers;
      if (!allowance.allowed) return gate.fail(exchange, tooMany(allowance.retryAfterSeconds), headers);
    }
    try {
      through(principal, headers);
    } catch (error) {
      gate.fail(exchange, error, headers);
    }
  };

  const who = session === null ? gate.authenticate(token!) : gate.sessions!.find(session);
  if (who instanceof Promise) who.then(admit).catch((error: unknown) => gate.fail(exchange, error));
  else admit(who);
}

const MISSING = 'send your API key in the header: Authorization: Bearer <API_KEY>';
const WRONG = 'this API key or access token is unknown: it is mistyped, it has ended, or it was revoked';
const ENDED = 'your session has ended: sign in again';
const FOREIGN = 'a page of another site cannot change anything here: send an API key';
const READS = new Set(['GET', 'HEAD']);
const BEARER: Header = ['www-authenticate', 'Bearer'];
const NO_HEADERS: readonly Header[] = [];

const unauthorized = (message: string) => new Problem('unauthorized', message);
const tooMany = (retryAfterSeconds: number) =>
  new Problem('rate_limited', `too many requests with this key: try again in ${retryAfterSeconds} s`, {
    values: { seconds: retryAfterSeconds },
    retryAfterSeconds,
  });

export interface ApiOptions<Context> extends Gate {
  /** Passed to every operation. */
  context: Context;
  /** Whether a refused request used the key of another request: then the response says that instead. Default: never. */
  findMismatch?: ((call: Keyed) => Promise<Problem | null>) | undefined;
  /** The 404 about what the path of a refused request names, where that is not there. Default: never. */
  findAbsent?: ((named: Named) => Promise<Problem | null>) | undefined;
  headers: readonly Header[];
  maxBodyBytes: number;
  /** For operations with `upload`. */
  uploads: Uploads | undefined;
  /** Treat responses that do not match their schema as bugs. */
  checkAnswers: boolean;
  /** The IP address of who calls. */
  addressOf: (exchange: Exchange) => string;
}

/** @returns a function that serves requests for this operation */
export function serveOperation<Context>(
  operation: Operation<Context>,
  path: string,
  options: ApiOptions<Context>,
): (exchange: Exchange) => void {
  const check = compileInputCheck(operation, path);
  scopesOf(operation);
  auditRuleOf(operation);
  const { uploads } = options;
  return (exchange) => {
    passGate(options, exchange, (principal, rateHeaders) => {
      insistOnScopesOf(principal, operation);
      insistOnTool(principal, exchange, operation);
      check.params(exchange.params);
      const named = { operation, params: exchange.params, principal };
      const fail = (error: unknown): void => {
        void failFor(named, exchange, { error, rateHeaders, options });
      };
      const isRaw = isRawUpload(exchange, operation.upload);
      const query = attempt(() => (isRaw ? {} : check.query(exchange.query)), fail);
      if (query === undefined) return;
      const retryKey = exchange.header('idempotency-key');
      const key = exchange.method === 'POST' && retryKey !== '' ? idempotencyKey(retryKey) : null;
      /** @param content the bytes that identify the request; read: parses them, or throws a Problem */
      const run = async (content: Uint8Array, read: () => JsonObject, file?: UploadedFile): Promise<void> => {
        const call = {
          context: options.context,
          principal,
          params: exchange.params,
          query,
          now: options.now(),
          requestId: exchange.requestId,
          idempotency: key === null ? null : { key, requestHash: requestHash(exchange, principal, content) },
          ...(file === undefined ? {} : { file }),
        };
        try {
          const body = read();
          insistOnAccess(principal, operation, { params: exchange.params, query, body });
          check.body(body);
          const reply = await runOperation(operation, { ...call, body }, callerOf(exchange, options));
          answerReply(exchange, reply, rateHeaders, check, { ...options, csv: operation.csv });
        } catch (error) {
          throw (await mismatchOf(error, call, options.findMismatch)) ?? error;
        }
      };

      if (operation.upload !== undefined) {
        insistOnSomeAccess(principal, operation, query);
        receiveUpload({ exchange, upload: operation.upload, uploads, isRaw, check }, run).catch(fail);
        return;
      }
      if (exchange.bodyLength !== 0) requireJson(exchange.header('content-type'));
      readBody(exchange, options.maxBodyBytes, (bytes) => {
        if (bytes instanceof Problem) return fail(bytes);
        run(bytes, () => (bytes.byteLength === 0 ? {} : parseBody(bytes))).catch(fail);
      });
    });
  };
}

const callerOf = (exchange: Exchange, { addressOf }: Pick<ApiOptions<unknown>, 'addressOf'>) => ({
  address: () => addressOf(exchange),
  tool: null,
});

/** @throws Problem when the key has to confirm what it does, which tools alone can (docs/mcp.md, Confirmations) */
function insistOnTool(
  { confirm = 'none' }: Principal,
  { method }: Exchange,
  { isHarmless, tool }: Pick<Operation<never>, 'isHarmless' | 'tool'>,
): void {
  if (confirm === 'none' || READS.has(method) || isHarmless) return;
  const instead =
    tool === undefined ? 'a person can do it in the dashboard' : `call the tool ${tool.name} at /mcp`;
  throw new Problem(
    'confirmation_required',
    `what is done with this key has to be confirmed, and over REST it cannot be: ${instead}`,
  );
}

/**
 * The reason that the Idempotency-Key of a refused request cannot be used, if that must be reported instead; else null.
 */
async function mismatchOf(
  error: unknown,
  call: Keyed,
  find: ApiOptions<unknown>['findMismatch'],
): Promise<Problem | null> {
  if (!(error instanceof Problem) || call.idempotency === null || find === undefined) return null;
  return error.kind === 'idempotency_in_progress' ? null : find(call);
}

/** Sends an error, or the 404 that comes before it. */
async function failFor(
  named: Named,
  exchange: Exchange,
  {
    error,
    rateHeaders,
    options,
  }: {
    error: unknown;
    rateHeaders: readonly Header[];
    options: Pick<ApiOptions<unknown>, 'fail' | 'findAbsent'>;
  },
): Promise<void> {
  try {
    options.fail(exchange, (await absentOf(error, named, options.findAbsent)) ?? error, rateHeaders);
  } catch (fault) {
    options.fail(exchange, fault, rateHeaders);
  }
}

/** The 404 that is sent instead of a 400, if what the path names is not there; else null. */
async function absentOf(
  error: unknown,
  named: Named,
  find: ApiOptions<unknown>['findAbsent'],
): Promise<Problem | null> {
  const isInvalid = error instanceof Problem && (error.kind === 'invalid' || error.kind === 'invalid_json');
  return isInvalid && find !== undefined ? find(named) : null;
}

/** @returns undefined when it threw, after the error was passed on */
function attempt<Result>(run: () => Result, fail: (error: unknown) => void): Result | undefined {
  try {
    return run();
  } catch (error) {
    fail(error);
    return undefined;
  }
}

/** The most uploads at once on this node: each is a file on the disk, as large as its operation allows. */
const MAX_UPLOADS = 64;
let uploadsUnderWay = 0;

interface Receiving {
  exchange: Exchange;
  upload: NonNullable<Operation<never>['upload']>;
  uploads: Uploads | undefined;
  /** The file is the whole body, and the fields are in the query; else they are in a form with it. */
  isRaw: boolean;
  check: Pick<InputCheck, 'form' | 'bodyInQuery'>;
}

/** Receives the file of an upload with its fields, runs the operation with them, and deletes the received file. */
async function receiveUpload(
  { exchange, upload, uploads, isRaw, check }: Receiving,
  run: RunWithFile,
): Promise<void> {
  if (uploads === undefined) throw new Error('the server has no folder for uploads');
  if (uploadsUnderWay >= MAX_UPLOADS) {
    const more = { retryAfterSeconds: 5 };
    throw new Problem('busy', `${MAX_UPLOADS} uploads are under way: try again in 5 s`, more);
  }
  uploadsUnderWay += 1;
  let sink: FileSink<UploadedFile> | null = null;
  const { part, maxBytes } = upload;
  const begin = () => (sink = uploads.begin());
  try {
    if (isRaw) {
      const fields = check.bodyInQuery(exchange.query);
      const file = await receiveRaw(exchange, { part, maxBytes, begin });
      return await run(Buffer.from(file.sha256), () => fields, file);
    }
    const { fields: texts, file, fileName } = await receiveForm(exchange, { part, maxBytes, begin });
    // boundaries differ each time, so the fields and the file's hash identify the request
    const text = JSON.stringify([Object.entries(texts).toSorted(byName), file.sha256]);
    const named = fileName === null ? file : { ...file, name: fileName };
    await run(Buffer.from(text), () => check.form(texts), named);
  } finally {
    uploadsUnderWay -= 1;
    (sink as FileSink<UploadedFile> | null)?.discard();
  }
}

/** The form names the workspace: nothing of it is received from somebody who could send it to none. @throws Problem 403 */
function insistOnSomeAccess(principal: Principal, operation: Operation<never>, query: JsonObject): void {
  if (!mayCallSomewhere(principal, operation))
    insistOnAccess(principal, operation, { params: {}, query, body: {} });
}

/** Whether the file is the whole body. */
const isRawUpload = (exchange: Exchange, upload: Operation<never>['upload']): boolean =>
  upload?.raw !== undefined &&
  exchange.header('content-type').split(';', 1)[0]!.trim().toLowerCase() === upload.raw;

const byName = ([a]: [string, string], [b]: [string, string]) => (a < b ? -1 : 1);

type RunWithFile = (content: Uint8Array, read: () => JsonObject, file: UploadedFile) => Promise<void>;

function answerReply(
  exchange: Exchange,
  reply: Reply<unknown>,
  rateHeaders: readonly Header[],
  check: InputCheck,
  {
    headers,
    checkAnswers,
    csv,
  }: Pick<ApiOptions<unknown>, 'headers' | 'checkAnswers'> & { csv: Operation<never>['csv'] | undefined },
): void {
  if (checkAnswers) {
    const fault = check.resultFault(reply.body);
    if (fault !== null)
      throw new Error(`the response of ${exchange.route} does not match its schema: ${fault}`);
  }
  if (csv !== undefined && wantsCsv(exchange.header('accept'))) {
    answerCsv(exchange, [...headers, ...rateHeaders], csv(reply.body));
    return;
  }
  answerJson(exchange, headers, {
    status: 200,
    body: reply.body,
    more: reply.replayed === true ? [...rateHeaders, ['idempotent-replayed', 'true']] : rateHeaders,
  });
}

/** @throws Problem for a key that is no visible ASCII text, or too long */
function idempotencyKey(key: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw new Problem('invalid_idempotency_key', 'Idempotency-Key must be 1 to 255 visible ASCII characters');
}

/**
 * What makes two requests the same: their target and the raw bytes of their contents (docs/contract.md, Conventions).
 */
function requestHash({ method, path, query }: Exchange, principal: Principal, body: Uint8Array): Buffer {
  const head = Buffer.from(`${reachOf(principal)}${method} ${path}${query === '' ? '' : `?${query}`}\n`);
  return hash('sha256', Buffer.concat([head, body]), 'buffer');
}
