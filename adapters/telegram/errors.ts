/** What Telegram's answer to a send means. Decided by status and error code first, by the description last. */
import type { Outcome } from '../../machines/outcome.ts';
import type { AccountAccess } from '../port/account.ts';
import { at, brief, retryAfterMs, textAt, withoutSecrets, type Answer, type Lost } from '../lib/http.ts';

/** Bad Request descriptions that speak of the bot's place in the chat, not of the post. Telegram changes wordings. */
const NOT_ADMITTED =
  /not enough rights|have no rights|need administrator rights|chat_write_forbidden|chat_admin_required|chat not found|channel_private|peer_id_invalid/;

/** Judges the answer to sendMessage, sendPhoto, sendVideo or sendAnimation. */
export function readSent(
  answer: Answer | Lost,
  { account, chatId, now }: { account: AccountAccess; chatId: string; now: number },
): Outcome {
  if (answer.kind === 'lost') {
    const reason = `Telegram: ${answer.reason}`;
    return answer.sent ? { kind: 'unknown', reason } : { kind: 'retry', reason };
  }
  const { status, json } = answer;
  if (status >= 200 && status < 300 && at(json, 'ok') === true) {
    const id = textAt(json, 'result', 'message_id');
    if (id === null) return { kind: 'unknown', reason: 'Telegram accepted the post without telling its id' };
    return { kind: 'published', networkPostId: id, url: addressOf(answer, account, chatId) };
  }
  return at(json, 'ok') === false ? refused(answer, account, now) : notTheBotApi(answer, now);
}

function refused(answer: Answer, account: AccountAccess, now: number): Outcome {
  const { status, json } = answer;
  const code = Number(textAt(json, 'error_code') ?? status);
  const description = textAt(json, 'description') ?? `error ${status}`;
  const reason = said(description, account);
  const newChatId = textAt(json, 'parameters', 'migrate_to_chat_id');
  switch (code) {
    case 400:
      // The group got a new id. Nothing was posted: the same step goes to the new one.
      if (newChatId !== null) return { kind: 'progress', checkpoint: { chatId: newChatId }, afterMs: 0 };
      return NOT_ADMITTED.test(description.toLowerCase())
        ? {
            kind: 'reauthorize',
            reason: `${reason}. Make the bot an administrator of the channel, then connect it again`,
          }
        : { kind: 'rejected', reason };
    case 401:
    case 404:
      return {
        kind: 'reauthorize',
        reason: `${reason}. The bot's token is not valid any more: set a new one`,
      };
    case 403:
      return { kind: 'reauthorize', reason: `${reason}. Add the bot to the channel and connect it again` };
    case 409:
      return { kind: 'retry', reason };
    case 429:
      return waits(answer, reason, now);
    default:
      return code >= 400 && code < 500 ? { kind: 'rejected', reason } : { kind: 'unknown', reason };
  }
}

function waits({ headers, json }: Answer, reason: string, now: number): Outcome {
  const seconds = at(json, 'parameters', 'retry_after');
  const afterMs = typeof seconds === 'number' ? seconds * 1000 : retryAfterMs(headers, now);
  return { kind: 'retry', reason, ...(afterMs === undefined ? {} : { afterMs }) };
}

/** A proxy or another server answered: its 4xx shows that Telegram did not get the post, anything else proves nothing. */
function notTheBotApi(answer: Answer, now: number): Outcome {
  const { status } = answer;
  const reason = `Telegram's address gave an answer that is not Telegram's (status ${status})`;
  if (status === 413) return { kind: 'rejected', reason: `${reason}: the file is too large on the way` };
  if (status === 429) return waits(answer, reason, now);
  const refusedUnread = status >= 300 && status < 500 && status !== 408;
  return refusedUnread ? { kind: 'retry', reason } : { kind: 'unknown', reason };
}

/** `message_id` is 0 while a large video is still being processed: live, but its address is not known yet. */
function addressOf({ json }: Answer, { credentials }: AccountAccess, chatId: string): string | null {
  const id = textAt(json, 'result', 'message_id');
  if (id === '0') return null;
  const username = textAt(json, 'result', 'chat', 'username') ?? credentials['chatUsername'];
  if (username) return `https://t.me/${encodeURIComponent(username)}/${id}`;
  const inner = /^-100(\d+)$/.exec(textAt(json, 'result', 'chat', 'id') ?? chatId)?.[1];
  return inner === undefined ? null : `https://t.me/c/${inner}/${id}`;
}

function said(description: string, { credentials }: AccountAccess): string {
  return `Telegram: ${brief(withoutSecrets(description, credentials, ['token']))}`;
}
