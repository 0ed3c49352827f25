/** Meanings of Telegram's errors. The error code decides first, the description last. */
import { each, errorReader, type Meaning } from '../lib/error-rules.ts';
import { at, retryAfterMs, textAt, type NetworkResponse } from '../lib/http.ts';

/** Bad Request descriptions about the bot's rights in the chat, not about the post. Telegram changes the wording. */
const NOT_ADMITTED =
  /not enough rights|have no rights|need administrator rights|chat_write_forbidden|chat_admin_required|chat not found|channel_private|peer_id_invalid/;

export const { readError, readPublishError, isServerError, messageOf } = errorReader({
  network: 'Telegram',
  message: ({ json, status }) =>
    textAt(json, 'description') ?? (at(json, 'ok') === false ? `error ${status}` : null),
  code: codeIn,
  codes: {
    ...each([401, 404], {
      kind: 'reauthorize',
      advice: "The bot's token is not valid any more: set a new one",
    }),
    403: { kind: 'reauthorize', advice: 'Add the bot to the channel and connect it again' },
    409: 'retry',
    429: 'limited',
  },
  special: (response) =>
    codeIn(response) === null ? notTheBotApi(response.status) : byDescription(response),
  limitedMs: ({ headers, json }, now) => {
    const seconds = at(json, 'parameters', 'retry_after');
    return typeof seconds === 'number' ? seconds * 1000 : retryAfterMs(headers, now);
  },
});

/** The code of Telegram's own error; null if something else responded. */
function codeIn({ json, status }: NetworkResponse): string | null {
  return at(json, 'ok') === false ? (textAt(json, 'error_code') ?? String(status)) : null;
}

function byDescription(response: NetworkResponse): Meaning {
  const code = Number(codeIn(response));
  if (code < 400 || code >= 500) return 'server_error';
  const description = textAt(response.json, 'description') ?? '';
  if (code !== 400 || !NOT_ADMITTED.test(description.toLowerCase())) return 'rejected';
  return {
    kind: 'reauthorize',
    advice: 'Make the bot an administrator of the channel, then connect it again',
  };
}

/**
 * A proxy or another server responded: its 4xx shows that Telegram did not get the post, any other status proves
 * nothing.
 */
function notTheBotApi(status: number): Meaning | null {
  const reason = `Telegram's address gave a response that is not Telegram's (status ${status})`;
  if (status === 413) return { kind: 'rejected', reason: `${reason}: the file is too large on the way` };
  if (status === 429) return { kind: 'limited', reason };
  return { kind: status >= 300 && status < 500 && status !== 408 ? 'retry' : 'server_error', reason };
}
