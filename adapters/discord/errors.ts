/** What Discord's answer to a webhook call means. Decided by its error code first, then by the status. */
import type { Json, Outcome } from '../../machines/outcome.ts';
import type { AccountAccess } from '../port/account.ts';
import { at, brief, retryAfterMs, textAt, withoutSecrets, type Answer, type Lost } from '../lib/http.ts';

/** Discord's codes by what they ask for; all others of a 4xx concern the post as written. */
const DISCONNECTED = new Set([10015, 50027, 50001, 50013]);
const WRITE_LIMIT = new Set([20028, 20029]);

/** Judges the answer to a webhook's execution. */
export function readExecuted(answer: Answer | Lost, account: AccountAccess, now: number): Outcome {
  if (answer.kind === 'lost') {
    const reason = `Discord: ${answer.reason}`;
    return answer.sent ? { kind: 'unknown', reason } : { kind: 'retry', reason };
  }
  const { status, json } = answer;
  if (status >= 200 && status < 300) {
    const id = textAt(json, 'id');
    return id === null
      ? { kind: 'unknown', reason: 'Discord accepted the post without telling its id' }
      : { kind: 'published', networkPostId: id, url: addressOf(json, account) };
  }
  const reason = said(answer, account);
  const code = at(json, 'code');
  if (status >= 500) return { kind: 'unknown', reason };
  if (status === 429) return waits(answer, reason, now);
  if (typeof code !== 'number') return notTheApi(answer, reason);
  if (WRITE_LIMIT.has(code)) return waits(answer, reason, now);
  if (DISCONNECTED.has(code) || status === 401) {
    return {
      kind: 'reauthorize',
      reason: `${reason}. Make a new webhook for the channel and connect it again`,
    };
  }
  return status >= 400 ? { kind: 'rejected', reason } : { kind: 'retry', reason };
}

function waits({ headers, json }: Answer, reason: string, now: number): Outcome {
  const seconds = at(json, 'retry_after');
  const afterMs = typeof seconds === 'number' ? Math.ceil(seconds * 1000) : retryAfterMs(headers, now);
  return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
}

/**
 * An answer without Discord's code: its edge or a proxy refused the request before the channel saw it. A block of our
 * address (403) or a redirect passes; a login that is refused and a request that is too large do not.
 */
function notTheApi({ status }: Answer, reason: string): Outcome {
  if (status === 401) return { kind: 'reauthorize', reason };
  if (status === 400 || status === 413) return { kind: 'rejected', reason };
  return status === 408 ? { kind: 'unknown', reason } : { kind: 'retry', reason };
}

function addressOf(json: Json, { credentials }: AccountAccess): string | null {
  const { guildId } = credentials;
  const channelId = textAt(json, 'channel_id');
  const id = textAt(json, 'id');
  return guildId && channelId !== null ? `https://discord.com/channels/${guildId}/${channelId}/${id}` : null;
}

/** Discord's words, with the fields at fault: `Invalid Form Body (content: Must be 2000 or fewer in length.)`. */
function said({ status, json }: Answer, { credentials }: AccountAccess): string {
  const message = textAt(json, 'message') ?? `it answered status ${status}`;
  const faults = faultsIn(at(json, 'errors'), '');
  const text = faults.length === 0 ? message : `${message} (${faults.join('; ')})`;
  return `Discord: ${brief(withoutSecrets(text, credentials, ['webhookToken']))}`;
}

function faultsIn(node: Json | undefined, path: string): string[] {
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return [];
  return Object.entries(node).flatMap(([key, value]) => {
    if (key !== '_errors') return faultsIn(value, path === '' ? key : `${path}.${key}`);
    return Array.isArray(value)
      ? value.map((fault) => `${path}: ${textAt(fault, 'message') ?? 'invalid'}`)
      : [];
  });
}
