/**
 * Calls of the service from its own pages: the session's cookie goes along by itself. The shapes are those of
 * `GET /v1/openapi.json`, as far as pages use them.
 */
import type { ShownNetwork } from './parts/network.tsx';

/** An error answer. `message` is a sentence for the person who looks at the page. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** JSON pointer of the field at fault; empty when there is none. */
  readonly param: string;

  constructor(status: number, answer: { error?: string; code?: string; param?: string }) {
    super(sentence(answer.error ?? `the service answered ${status}`));
    this.status = status;
    this.code = answer.code ?? 'unknown';
    this.param = answer.param ?? '';
  }
}

/** Nothing came back. */
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
  options: { body?: object; signal?: AbortSignal | undefined; idempotencyKey?: string } = {},
): Promise<Result> {
  const { body, signal, idempotencyKey } = options;
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
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new Unreachable('The service cannot be reached. Check the connection, then try again.', { cause });
  }
  const answer = (await response.json().catch(() => ({}))) as Result;
  if (!response.ok) throw failed(response.status, answer as object);
  return answer;
}

/** Called when a call finds the session gone; the shell shows the sign-in. */
export const signedOut = new EventTarget();

function failed(status: number, answer: object): ApiError {
  const error = new ApiError(status, answer);
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
    const request = new XMLHttpRequest(); // fetch does not tell how far an upload is
    const form = new FormData();
    form.set('workspace', workspace);
    form.set('file', file);
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total === 0 ? 0 : loaded / total),
    );
    request.addEventListener('load', () => {
      const answer = parsed(request.responseText);
      if (request.status === 200) resolve(answer as { url: string });
      else reject(failed(request.status, answer));
    });
    request.addEventListener('error', () =>
      reject(new Unreachable('The upload broke off. Check the connection, then try again.')),
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

/** The API's sentences begin small and end without a full stop, so that they can be quoted. */
export function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?)]$/.test(begun) ? begun : `${begun}.`;
}

/** What to tell a person of anything that was thrown. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

export interface Session {
  user: { name: string; email: string | null } | null;
  workspaces: Workspace[];
  setup: { needsKey: boolean } | null;
  networks: ShownNetwork[];
}
export interface Workspace {
  slug: string;
  name: string;
  timezone: string;
}
export interface Account {
  id: string;
  platform: string;
  displayName: string;
  username: string;
  avatarUrl: string | null;
  url: string | null;
  status: 'healthy' | 'expiring' | 'needs_reconnect';
  warning: { code: string; message: string; expiresAt: string | null } | null;
  connectedAt: string;
  onUnknown: 'retry' | 'hold';
}
export type DeliveryStatus =
  | 'pending'
  | 'sending'
  | 'processing'
  | 'retrying'
  | 'verifying'
  | 'published'
  | 'failed'
  | 'cancelled';
export interface Delivery {
  accountId: string;
  platform: string;
  status: DeliveryStatus;
  attempt: number;
  nextAttemptAt: string | null;
  networkPostId: string | null;
  url: string | null;
  error: string | null;
  /** How the published post is otherwise than was asked for. */
  warnings: string[];
}
export type PostStatus = 'draft' | 'scheduled' | 'publishing' | 'published' | 'failed';
export interface Post {
  id: string;
  content: string;
  status: PostStatus;
  scheduledAt: string | null;
  scheduledLocal: string | null;
  timezone: string;
  publishedAt: string | null;
  accountIds: string[];
  media: string[];
  error: string | null;
  warnings: string[];
  deliveries: Delivery[];
  createdAt: string;
  updatedAt: string;
}
export interface Preview {
  valid: boolean;
  scheduledAt: string | null;
  scheduledLocal: string | null;
  timezone: string;
  warnings: string[];
  accounts: {
    accountId: string;
    platform: string;
    text: string;
    title: string | null;
    media: string[];
    warnings: string[];
    refusals: { code: string; param: string; message: string }[];
  }[];
}
export interface ApiKey {
  id: string;
  name: string;
  hint: string;
  createdAt: string;
  lastUsedAt: string | null;
}
export interface Webhook {
  id: string;
  url: string;
  events: string[];
  retries: boolean;
  active: boolean;
  createdAt: string;
}
export interface WebhookDelivery {
  id: string;
  event: string;
  eventId: string;
  status: 'sending' | 'retrying' | 'delivered' | 'failed';
  createdAt: string;
  tries: {
    attempt: number;
    startedAt: string;
    finishedAt: string | null;
    statusCode: number | null;
    error: string | null;
  }[];
}
