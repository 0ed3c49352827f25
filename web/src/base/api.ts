/**
 * Calls of the service from the dashboard; the browser sends the session's cookie by itself. The types of responses are
 * generated from the service's own description (`npm run openapi`).
 */
import { type Fields, textOf } from '../../../clients/typescript/src/input-parts.ts';
import type { components } from './api-types.ts';
import {
  type Input,
  operationTable,
  type OperationId,
  type OperationRequest,
  type Reply,
  requestOf,
} from './operations.ts';
import type { Values } from './finding.ts';
import { findingWords, readWords } from './finding-words.ts';
import { t } from './language/text.ts';

/** An error response. `message` is a sentence for the person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** JSON pointer of the wrong field; empty when there is none. */
  readonly param: string;
  /** The network's code of its refusal; null if no response of a network refused it. */
  readonly networkCode: string | null;
  /** What is there in place of what was read, after a conflict; null means nothing any more; absent means the service does not say. */
  readonly current: unknown;

  constructor(
    status: number,
    answer: {
      error?: string;
      code?: string;
      param?: string;
      values?: Values;
      networkCode?: string;
      current?: unknown;
    },
  ) {
    const { code = 'unknown', param = '', error, values, networkCode = null } = answer;
    super(
      findingWords({
        code,
        param,
        values,
        message: error ?? t('the service responded with {status}', { status }),
      }),
    );
    this.status = status;
    this.code = code;
    this.param = param;
    this.networkCode = networkCode;
    this.current = answer.current;
  }
}

/** There was no response. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Only for a POST: the same key is served once. */
  idempotencyKey?: string;
  /** The request outlives the page. */
  keepalive?: boolean;
}

type Arguments<Id extends OperationId> =
  Partial<Input<Id>> extends Input<Id>
    ? [input?: Input<Id>, options?: CallOptions]
    : [input: Input<Id>, options?: CallOptions];

/**
 * Calls an operation of the service.
 * @param id such as `createPost`: its method, address, input and response belong to it
 * @param args what the operation takes, and options of the request
 * @throws ApiError, Unreachable; TypeError when an id in the address is missing
 */
export async function call<Id extends OperationId>(id: Id, ...args: Arguments<Id>): Promise<Reply<Id>> {
  const [input = {}, options = {}] = args;
  return send({ ...requestOf(id, input), ...options });
}

/** @throws ApiError, Unreachable */
async function send<Result>(request: OperationRequest & CallOptions): Promise<Result> {
  const { method, address, body, isForm, signal, idempotencyKey, keepalive = false } = request;
  let response: Response;
  try {
    response = await fetch(address, {
      method,
      headers: {
        // the browser names the type of a form, with its boundary
        ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: isForm ? formOf(body) : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
      ...(keepalive && { keepalive }),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new Unreachable(t('The service cannot be reached. Check the connection, then try again.'), {
      cause,
    });
  }
  const result = (await response.json().catch(() => ({}))) as Result;
  if (response.ok) return result;
  await readWords();
  throw failed(response.status, result as object);
}

function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined) form.set(name, value instanceof Blob ? value : textOf(value));
  return form;
}

/** Errors that say that the session has ended, or that the person has another role or reaches other accounts, or was removed from the workspace. */
const SESSION_CHANGED = new Set(['unauthorized', 'not_a_member', 'insufficient_role', 'held_to_accounts']);

/** Called when the session may have changed; the shell then reads it again, and shows the sign-in when it has ended. */
export const signedOut = new EventTarget();

function failed(status: number, body: object): ApiError {
  const error = new ApiError(status, body);
  if (SESSION_CHANGED.has(error.code)) signedOut.dispatchEvent(new Event('signed-out'));
  return error;
}

/** Uploads a file with its progress. @param onProgress from 0 to 1 */
export function upload(
  file: File,
  {
    workspace,
    onProgress,
    signal,
  }: { workspace: string; onProgress: (part: number) => void; signal?: AbortSignal },
): Promise<Reply<'uploadMedia'>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest(); // fetch does not report the progress of an upload
    const form = new FormData();
    form.set('workspace', workspace);
    form.set('file', file);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total),
    );
    request.addEventListener('load', () => {
      const body = parsed(request.responseText);
      if (request.status === 200) resolve(body as Reply<'uploadMedia'>);
      else void readWords().then(() => reject(failed(request.status, body)));
    });
    request.addEventListener('error', () =>
      reject(new Unreachable(t('The upload was interrupted. Check the connection, then try again.'))),
    );
    request.addEventListener('abort', () =>
      reject(new DOMException('The upload was cancelled', 'AbortError')),
    );
    signal?.addEventListener('abort', () => request.abort());
    const { method, path } = operationTable.uploadMedia;
    request.open(method, path);
    request.send(form);
  });
}

function parsed(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    return {};
  }
}

/** A sentence for a person about anything that was thrown. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

type Schemas = components['schemas'];

export type { Input, Reply };

export type Session = Reply<'readSession'>;
export type Workspace = Session['workspaces'][number];
export type Account = Schemas['Account'];
export type Platform = Account['platform'];
export type Post = Schemas['Post'];
export type PostStatus = Post['status'];
export type Delivery = Schemas['Delivery'];
export type DeliveryStatus = Delivery['status'];
export type Preview = Reply<'validatePost'>;
export type ApiKey = Reply<'listKeys'>['keys'][number];
export type Webhook = Schemas['WebhookEndpoint'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type Conversation = Schemas['Conversation'];
export type InboxMessage = Schemas['InboxMessage'];
export type ConnectLink = Schemas['ConnectLink'];
export type PostingSchedule = Schemas['PostingSchedule'];
