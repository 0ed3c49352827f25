/**
 * Direct messages (API v2, "Direct Messages"). They are those of the older, readable kind: chats that people have moved to
 * X's encrypted ones are not in any of these lists. Every message that a list returns costs the operator money, and no call
 * lists conversations, so one list of the newest messages gives both. No call takes an idempotency key.
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, at, type Lost, type NetworkResponse, textAt } from '../lib/http.ts';
import { changeProblem, readProblem } from '../lib/read-problem.ts';
import { authorization } from '../lib/request.ts';
import type { Message, MessagesPort, MessagesStep, OutgoingMessage } from '../port/messages.ts';
import type { AccessProblem, Missing, Page } from '../port/read.ts';
import { messageOf, readError } from './errors.ts';
import { conversationsIn, messageIn } from './message-rows.ts';
import { askByNames } from './names.ts';
import { addressOf, postRequest } from './request.ts';
import { uploadForMessage } from './message-media.ts';
import { listOf } from './words.ts';

/** The most that X gives on a page. */
const PER_PAGE = 100;
const MAX_CHARACTERS = 10_000;
const MAX_IMAGE_BYTES = 5_000_000;
const FIELDS = {
  'dm_event.fields': 'id,text,event_type,created_at,dm_conversation_id,attachments,entities',
  'user.fields': 'name,username',
  'media.fields': 'type',
  expansions: 'sender_id,participant_ids,attachments.media_keys',
};

const READING = { readError, scope: 'dm.read' };
const WRITING = { readError, scope: 'dm.write' };
const PROFILES = { readError, scope: 'users.read' };

export const messages: MessagesPort = {
  noPrivateReplies: true,
  limits: {
    textBytes: null,
    textChars: MAX_CHARACTERS,
    buttonTextChars: MAX_CHARACTERS,
    choices: 0,
    labelChars: 0,
    // a GIF or video is processed for a while before a message may name it, which a send does not wait for
    files: {
      most: 1,
      withText: true,
      kinds: { image: { types: ['image/jpeg', 'image/png', 'image/webp'], maxBytes: MAX_IMAGE_BYTES } },
    },
  },

  async conversations(step) {
    const found = await newest(step, '/2/dm_events', step.cursor);
    if (found.kind !== 'page') return found;
    const { items, includes, ...page } = found;
    return { ...page, items: conversationsIn(items, includes) };
  },

  async recent(step) {
    return withoutIncludes(await newest(step, '/2/dm_events', step.cursor));
  },

  async messages(step) {
    const { conversation, cursor } = step;
    const path =
      'id' in conversation
        ? `/2/dm_conversations/${encodeURIComponent(conversation.id)}/dm_events`
        : `/2/dm_conversations/with/${encodeURIComponent(conversation.personId)}/dm_events`;
    return withoutIncludes(await newest(step, path, cursor));
  },

  async message(step) {
    const { account, messageId, fetch, signal } = step;
    const query = new URLSearchParams(FIELDS).toString();
    const address = addressOf(account, `/2/dm_events/${encodeURIComponent(messageId)}?${query}`);
    const answer = await askByNames(fetch, new Request(address, { headers: authorization(account) }), signal);
    if (answer.kind === 'lost' || answer.status >= 300) return readProblem(READING, answer, step);
    const found = messageIn(at(answer.json, 'data') ?? null, at(answer.json, 'includes'), account);
    return found ?? { kind: 'missing', reason: messageOf(answer, step) };
  },

  async send(step) {
    const { account, to, message, fetch, signal, open } = step;
    if ('commentId' in to) {
      return { kind: 'rejected', reason: 'X has no private answer to a reply' };
    }
    if ((message.choices ?? []).length > 0) {
      return { kind: 'rejected', reason: 'messages on X have no choices to tap' };
    }
    const text = textOf(message);
    const length = Array.from(text).length;
    if (length > MAX_CHARACTERS) {
      const reason = `the message has ${length} characters, and X takes ${MAX_CHARACTERS}`;
      return { kind: 'rejected', reason };
    }
    const [file] = message.files ?? [];
    const upload = file && open ? await uploadForMessage({ ...step, open }, file.item) : null;
    if (upload && 'kind' in upload) return upload;
    const path = `/2/dm_conversations/with/${encodeURIComponent(to.personId)}/messages`;
    const body = {
      ...(text === '' ? {} : { text }),
      ...(upload && { attachments: [{ media_id: upload.id }] }),
    };
    const answer = await ask(fetch, postRequest(account, path, body), signal);
    const id =
      answer.kind === 'response' && answer.status < 300 ? textAt(answer.json, 'data', 'dm_event_id') : null;
    if (id !== null) return { kind: 'sent', id, personId: to.personId };
    const problem = changeProblem(WRITING, answer, step);
    return problem.kind === 'missing' ? { ...problem, kind: 'rejected' } : problem;
  },

  async profile(step) {
    const { account, personId, fetch, signal } = step;
    const path = `/2/users/${encodeURIComponent(personId)}?user.fields=name,username,profile_image_url`;
    const request = new Request(addressOf(account, path), { headers: authorization(account) });
    const answer = await ask(fetch, request, signal);
    if (answer.kind === 'lost' || answer.status >= 300) return readProblem(PROFILES, answer, step);
    const user = at(answer.json, 'data');
    const id = textAt(user, 'id');
    if (id === null) return { kind: 'missing', reason: messageOf(answer, step) };
    return {
      kind: 'profile',
      id,
      username: textAt(user, 'username'),
      name: textAt(user, 'name'),
      avatarUrl: textAt(user, 'profile_image_url'),
    };
  },
};

/** Messages on X have no buttons: the link follows the text. */
function textOf({ text, button }: OutgoingMessage): string {
  return button === undefined ? text : `${text}\n${button.title}: ${button.url}`;
}

type Newest = Page<Message> & { includes: Json | undefined };

async function newest(
  step: MessagesStep,
  path: string,
  cursor: string | null,
): Promise<Newest | Missing | AccessProblem> {
  const { account, fetch, signal, maxReads = PER_PAGE } = step;
  const query = new URLSearchParams({
    max_results: String(Math.min(maxReads, PER_PAGE)),
    event_types: 'MessageCreate',
    ...FIELDS,
    ...(cursor === null ? {} : { pagination_token: cursor }),
  });
  const request = new Request(addressOf(account, `${path}?${query.toString()}`), {
    headers: authorization(account),
  });
  const answer = await askByNames(fetch, request, signal);
  const rows = rowsIn(answer);
  if (rows === null || answer.kind === 'lost') return readProblem(READING, answer, step);
  const includes = at(answer.json, 'includes');
  return {
    kind: 'page',
    items: rows.flatMap((row) => messageIn(row, includes, account) ?? []),
    cursor: textAt(answer.json, 'meta', 'next_token'),
    reads: rows.length,
    includes,
  };
}

/** An empty list has no `data`, only its count. */
function rowsIn(answer: NetworkResponse | Lost): Json[] | null {
  if (answer.kind === 'lost' || answer.status !== 200) return null;
  const rows = at(answer.json, 'data');
  return rows === undefined && at(answer.json, 'meta', 'result_count') !== 0 ? null : listOf(rows);
}

function withoutIncludes(result: Newest | Missing | AccessProblem): Page<Message> | Missing | AccessProblem {
  if (result.kind !== 'page') return result;
  const { includes: _, ...page } = result;
  return page;
}
