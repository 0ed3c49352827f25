/** One request of a webhook. */
import { signed } from './bytes.ts';
import type { Callback, OutgoingEvent } from './event.ts';

interface Request {
  events: OutgoingEvent[];
  callback: Callback;
  wrongSecret: boolean;
}

/** Meta documents 5 seconds. */
const TIMEOUT_MS = 5_000;

/** Makes the request. A redirect is a failure, and so is every status but 200. */
export async function post(
  { events, callback, wrongSecret }: Request,
  fetch: typeof globalThis.fetch,
): Promise<{ status: number | 'failed'; body: string }> {
  const secret = wrongSecret ? `not ${callback.secret}` : callback.secret;
  const { body, headers } = signed(events, { ...callback, secret });
  try {
    const response = await fetch(callback.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return { status: response.status, body };
  } catch {
    return { status: 'failed', body }; // no connection, or no response in time: it is sent again
  }
}
