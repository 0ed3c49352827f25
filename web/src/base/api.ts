/**
 * Calls of the service from the dashboard; the browser sends the session's cookie by itself. The types of responses are
 * generated from the service's own description (`npm run openapi`).
 */
import type { components, operations } from './api-types.ts';
import { plainFinding } from './parts/plain-words.ts';

/** An error response. `message` is a sentence for the person. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** JSON pointer of the wrong field; empty when there is none. */
  readonly param: string;
  /** The network's code of its refusal; null: no response of a network refused it. */
  readonly networkCode: string | null;

  constructor(
    status: number,
    answer: { error?: string; code?: string; param?: string; networkCode?: string },
  ) {
    const { code = 'unknown', param = '', error, networkCode = null } = answer;
    super(plainFinding({ code, param, message: error ?? `the service responded with ${status}` }));
    this.status = status;
    this.code = code;
    this.param = param;
    this.networkCode = networkCode;
  }
}

/** There was no response. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * @param path such as `/v1/posts`
 * @throws ApiError, Unreachable
 */
export async function call<Result>(
  method: Method,
  path: string,
  options: {
    body?: object;
    signal?: AbortSignal | undefined;
    idempotencyKey?: string;
    /** The request outlives the page. */
    keepalive?: boolean;
  } = {},
): Promise<Result> {
  const { body, signal, idempotencyKey, keepalive = false } = options;
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
      ...(keepalive && { keepalive }),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new Unreachable('The service cannot be reached. Check the connection, then try again.', { cause });
  }
  const result = (await response.json().catch(() => ({}))) as Result;
  if (!response.ok) throw failed(response.status, result as object);
  return result;
}

/** Called when the session has ended; the shell then shows the sign-in. */
export const signedOut = new EventTarget();

function failed(status: number, body: object): ApiError {
  const error = new ApiError(status, body);
  if (status === 401 && error.code === 'unauthorized') signedOut.dispatchEvent(new Event('signed-out'));
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
): Promise<{ url: string }> {
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
      if (request.status === 200) resolve(body as { url: string });
      else reject(failed(request.status, body));
    });
    request.addEventListener('error', () =>
      reject(new Unreachable('The upload was interrupted. Check the connection, then try again.')),
    );
    request.addEventListener('abort', () =>
      reject(new DOMException('The upload was cancelled', 'AbortError')),
    );
    signal?.addEventListener('abort', () => request.abort());
    request.open('POST', '/v1/media/upload');
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

/** What an operation responds with, by its operationId. */
export type Reply<Id extends keyof operations> =
  operations[Id]['responses'][200]['content']['application/json'];

/** What an operation takes as its body. */
export type BodyOf<Id extends 'resolveDelivery'> =
  operations[Id]['requestBody']['content']['application/json'];

export type Session = Reply<'readSession'>;
export type Workspace = Session['workspaces'][number];
export type Account = Schemas['Account'];
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
