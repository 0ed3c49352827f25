/** Calls of tools: arguments, operation, result. A refusal is a result too, with the words of REST. */
import { hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RecordedCall } from '../../features/agents/index.ts';
import type { Caller as AuditCaller } from '../../api/audit.ts';
import type { Keyed } from '../../api/idempotent.ts';
import { jsonOf } from '../../api/json-text.ts';
import type { Tx } from '../../../store/connect.ts';
import type { Call, Operation, Reply } from '../../api/operation.ts';
import { findWorkspace, type Principal, reachOf } from '../../api/principal.ts';
import { invalid, Problem } from '../../api/problem.ts';
import { insistOnAccess } from '../../api/admit.ts';
import { runOperation } from '../../api/run.ts';
import { insistOnScopesOf } from '../../api/scope.ts';
import type { Uploads } from '../../api/upload.ts';
import { requireStorable, type JsonObject } from '../http/json-body.ts';
import { problemBody, problemOf } from '../http/response.ts';
import type { Tool } from './catalogue.ts';
import { IDEMPOTENCY_KEY, MAX_FILE_BYTES, underListedNames } from './extras.ts';
import { pick } from './fields.ts';
import { accountsNamed } from './find-account.ts';
import { type ConfirmOptions, insistOnConfirmation, Unconfirmed } from './confirm.ts';
import { inOrder } from '../../base/in-order.ts';
import { objectMark, textMark } from './late-text.ts';
import { resourceIdOf } from './recorded.ts';

export interface CallOptions<Context> extends ConfirmOptions {
  /** Passed to every operation. */
  context: Context;
  /** The table of operations, of which a tool may use more than the one that it is made from. */
  operations: readonly Operation<Context>[];
  uploads: Uploads;
  /** Whether a refused call used the key of another request: then the result says that instead. */
  findMismatch: (call: Keyed) => Promise<Problem | null>;
  /** Keeps a call in the audit list. */
  record: (call: RecordedCall) => void;
  log: { error(fields: object, message: string): void; debug(fields: object, message: string): void };
  /** Called with each error that is not the caller's fault. */
  onFault?: (error: unknown) => void;
  now: () => number;
  /** Treat results that do not match their schema as bugs. For tests. */
  checkResults: boolean;
}

/** Who calls, in which request. */
export interface Caller {
  principal: Principal;
  requestId: string;
  /** IP address. */
  address: string;
  /** What the program calls itself; null if it does not. */
  client: string | null;
  /** The client asked for the tools beyond the usual ones. */
  allTools: boolean;
  /** JSON of the result, once there is one: it takes the place of the marks in the answer (late-text.ts). */
  result: string | null;
}

/** CallToolResult of the protocol, as far as tools here use it. */
interface ToolResult {
  [field: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: { [name: string]: unknown };
  isError?: true;
  _meta?: { [name: string]: unknown };
}

/**
 * @param sent the arguments as they came; caller: is given the result
 * @returns always: what is thrown becomes a result with `isError`. A result has marks in its place
 */
export async function callTool<Context>(
  tool: Tool<Context>,
  sent: JsonObject,
  caller: Caller,
  options: CallOptions<Context>,
): Promise<ToolResult> {
  const args = underListedNames(tool.name, sent);
  const at = options.now();
  let confirmedBy: string | null = null;
  const ended = (how: Ended) => {
    try {
      record(options, caller, { at, ...calledOf(tool, args), ...how, confirmedBy });
    } catch (err) {
      options.log.error({ err, tool: tool.name }, 'a call of a tool could not be recorded');
    }
  };
  try {
    const { body, replayed, note } = await run(tool, args, caller, options, (by) => {
      confirmedBy = by;
    });
    const text = jsonOf(body);
    const fault = options.checkResults ? tool.faultOf(JSON.parse(text)) : null;
    if (fault !== null) throw new Error(`the result of ${tool.name} does not match its schema: ${fault}`);
    ended({ outcome: 'done', code: null, resourceId: tool.changes ? resourceIdOf(body) : null });
    caller.result = text;
    return {
      content: [textMark, ...(note === undefined ? [] : [note])].map((one) => ({ type: 'text', text: one })),
      structuredContent: objectMark(),
      ...(replayed === true ? { _meta: { idempotentReplayed: true } } : {}),
    };
  } catch (error) {
    const problem = error instanceof Problem ? error : problemOf(error);
    if (problem !== error) options.onFault?.(error);
    if (problem !== error)
      options.log.error({ err: error, requestId: caller.requestId, tool: tool.name }, 'a tool failed');
    ended({ outcome: problem === error ? 'refused' : 'failed', code: problem.code, resourceId: null });
    const more = problem instanceof Unconfirmed ? problem.more : {};
    const text = JSON.stringify({ ...problemBody(problem, caller.requestId), ...more });
    return { content: [{ type: 'text', text }], isError: true };
  }
}

type Ended = Pick<RecordedCall, 'outcome' | 'code' | 'resourceId'>;

const calledOf = (tool: Tool<never>, args: JsonObject) => ({
  workspace: args['workspace'],
  tool: tool.name,
  operation: tool.operation.id,
  changes: tool.changes,
  arguments: tool.recorded(args),
});

/**
 * Writes a call into the audit list of the workspace that the caller named, or else of the caller's first workspace.
 * A call by somebody who is in no workspace is not recorded.
 */
export function record(
  options: Pick<CallOptions<never>, 'record'>,
  { principal, requestId, client }: Caller,
  {
    workspace: slug,
    ...call
  }: Omit<RecordedCall, 'workspaceId' | 'userId' | 'keyId' | 'keyName' | 'client' | 'requestId'> & {
    workspace: unknown;
  },
): void {
  const { userId, keyId, keyName } = principal;
  const workspace = findWorkspace(principal, slug) ?? principal.workspaces[0];
  if (workspace === undefined) return;
  const by = { userId, keyId, ...(keyName !== undefined && { keyName }) };
  options.record({ ...call, ...by, workspaceId: workspace.id, client, requestId });
}

const KEY = new RegExp(IDEMPOTENCY_KEY);

interface Ran extends Reply<unknown> {
  /** A sentence beside the result. */
  note?: string;
}

async function run<Context>(
  tool: Tool<Context>,
  args: JsonObject,
  { principal, requestId, client, address }: Caller,
  { context, operations, uploads, findMismatch, now, ...confirming }: CallOptions<Context>,
  confirmed: (by: string | null) => void,
): Promise<Ran> {
  requireStorable(args);
  insistOnScopesOf(principal, tool.operation);
  insistOnAccess(principal, tool.operation, { params: args, query: args, body: args });
  const key = tool.isKeyed ? args['idempotencyKey'] : undefined;
  const call = {
    context,
    principal,
    now: now(),
    requestId,
    idempotency:
      typeof key === 'string' && KEY.test(key)
        ? { key, requestHash: hashOf(tool.name, args, principal) }
        : null,
  };
  try {
    tool.check(args);
    const caller = { principal, client, now: call.now };
    const { agreed, confirmedBy } = await insistOnConfirmation(tool, args, caller, confirming);
    confirmed(confirmedBy);
    const sorted = sortedByPlace(tool, args);
    const by = { address: () => address, tool: tool.name };
    if (tool.name === 'upload_media') return await upload(tool, sorted, { call, by, operations, uploads });
    if (agreed === null)
      return shaped(tool, sorted.tool, await runOperation(tool.operation, { ...call, ...sorted }, by));
    return await handleAgreed(tool, { ...call, ...sorted, agreed }, by);
  } catch (error) {
    const mismatch =
      error instanceof Problem && call.idempotency !== null && error.kind !== 'idempotency_in_progress'
        ? await findMismatch(call)
        : null;
    throw mismatch ?? error;
  }
}

/** @throws when the operation made something without comparing it with what was agreed to, which is a bug */
async function handleAgreed<Context>(
  { name, operation }: Tool<Context>,
  { agreed, ...call }: Call<Context> & Required<Pick<Call, 'agreed'>>,
  by: AuditCaller,
): Promise<Reply<unknown>> {
  let isCompared = false;
  const comparing = async (tx: Tx) => {
    await agreed(tx);
    isCompared = true;
  };
  const reply = await runOperation(operation, { ...call, agreed: comparing }, by);
  // what is answered again was compared when it was made
  if (!isCompared && reply.replayed !== true) throw new Error(`${name} did not compare what was agreed to`);
  return reply;
}

type Sorted = { [place in ReturnType<Tool<never>['placeOf']>['place']]: JsonObject };

function sortedByPlace(tool: Tool<never>, args: JsonObject): Sorted {
  const sorted: Sorted = { params: {}, query: {}, body: {}, tool: {} };
  for (const [name, value] of Object.entries(args)) {
    const { place, field } = tool.placeOf(name);
    sorted[place][field] = value;
  }
  return sorted;
}

/** Does with a result what the tool's own arguments say. */
function shaped(tool: Tool<never>, { name, fields }: JsonObject, reply: Reply<unknown>): Ran {
  let result: Ran = reply;
  if (tool.name === 'list_accounts' && typeof name === 'string') {
    const { accounts } = reply.body as { accounts: Parameters<typeof accountsNamed>[0] };
    const found = accountsNamed(accounts, name);
    const names = accounts.map(({ displayName, platform }) => `${displayName} (${platform})`);
    const others = names.length === 0 ? 'there are no accounts' : `the accounts are: ${names.join(', ')}`;
    result = {
      ...reply,
      body: { accounts: found },
      ...(found.length === 0 && { note: `No account has this name; ${others}.` }),
    };
  }
  if (!Array.isArray(fields)) return result;
  return { ...result, body: pick(result.body as object, tool.guide.records!, fields as string[]) };
}

/** A file by its address or by its bytes. */
async function upload<Context>(
  tool: Tool<Context>,
  { params, query, body, tool: { file } }: Sorted,
  {
    call,
    by,
    operations,
    uploads,
  }: {
    call: Omit<Parameters<Operation<Context>['handle']>[0], 'params' | 'query' | 'body'>;
    by: AuditCaller;
    operations: readonly Operation<Context>[];
    uploads: Uploads;
  },
): Promise<Ran> {
  const { url, ...rest } = body;
  if (file !== undefined && url !== undefined)
    throw invalid('/file', 'file and url cannot go together: give one of them');
  if (typeof file !== 'string') {
    if (url === undefined)
      throw invalid('/url', 'url is required, or file with the bytes in base64', { code: 'required' });
    return runOperation(tool.operation, { ...call, params, query, body }, by);
  }
  const operation = operations.find(({ id }) => id === 'uploadMedia')!;
  const sink = uploads.begin();
  try {
    await writeDecoded(file, (bytes) => sink.write(bytes));
    return await runOperation(operation, { ...call, params, query, body: rest, file: sink.finish() }, by);
  } finally {
    sink.discard();
  }
}

/** Characters that are decoded at a time: a whole number of groups of base64, and a millisecond's work. */
const PIECE_CHARS = 256 * 1024;
const GROUPS = /^[A-Za-z0-9+/]*$/;
const LAST_GROUPS = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Decodes base64 in pieces, between which the server does other things.
 * @throws Problem when the text is no base64, or too much of it
 */
async function writeDecoded(text: string, write: (bytes: Uint8Array) => void): Promise<void> {
  if (text.length % 4 !== 0) throw notBase64();
  if (Buffer.byteLength(text, 'base64') > MAX_FILE_BYTES)
    throw new Problem(
      'media_too_large',
      `file has more than ${MAX_FILE_BYTES / 1024 / 1024} MB: give its url`,
      {
        param: '/file',
      },
    );
  for (let at = 0; at < text.length; at += PIECE_CHARS) {
    if (at > 0) await nextTurn();
    const piece = text.slice(at, at + PIECE_CHARS);
    // Buffer.from ignores what is not base64, and half a file would be hosted
    if (!(at + PIECE_CHARS < text.length ? GROUPS : LAST_GROUPS).test(piece)) throw notBase64();
    write(Buffer.from(piece, 'base64'));
  }
}

const notBase64 = () =>
  invalid('/file', 'file must be base64 (RFC 4648, section 4) with padding, without a data: prefix');

/** What makes two calls the same: the tool and its arguments, in whatever order they came. */
function hashOf(name: string, args: JsonObject, principal: Principal): Buffer {
  // a confirmation does not make it another call
  const text = inOrder({ ...args, idempotencyKey: undefined, confirmation: undefined });
  return hash('sha256', `${reachOf(principal)}tool ${name}\n${JSON.stringify(text)}`, 'buffer');
}
