/**
 * Sends a message in a conversation. The send is an actor, so it is never sent twice; the request waits until the outcome
 * is known, at most 30 seconds.
 */
import { Type } from 'typebox';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import { messageStatusOf } from '../../../machines/message-send.ts';
import { findConversation, touchConversations } from '../../../store/conversations.ts';
import {
  findAnswerAfter,
  findMessage,
  insertMessages,
  type MessageRow,
  type NewMessage,
} from '../../../store/direct-messages.ts';
import { countArrivals } from '../../../store/inbound.ts';
import type { Db, Tx } from '../../../store/connect.ts';
import { inProgress } from '../../api/idempotent.ts';
import { insistOnMessage } from '../../api/message-text.ts';
import type { Call } from '../../api/operation.ts';
import { requirePlan } from '../../api/plan.ts';
import { isSession, type Membership, workspaceOf } from '../../api/principal.ts';
import { notFound, Problem } from '../../api/problem.ts';
import { closed, idParams, resourceId, workspaceField } from '../../api/schemas.ts';
import { freeKey, startOnce, WAIT_MS, waitFor } from '../../api/start-once.ts';
import type { Turn } from '../../engine/turn.ts';
import { newActorId } from '../../base/ids.ts';
import { messageSend } from '../../kinds/message-send.ts';
import { type InboxContext, operation } from './context.ts';
import { saveDecisions } from './conversations.ts';
import { conversationIn } from './change.ts';
import { FilesField, filesOf, type MessageFile } from './files.ts';
import { conversationExample, InboxMessage, messageExample, publicMessage } from './schemas.ts';
import { tellRun } from './runs.ts';
import { lineOf } from './message-rows.ts';
import { HOUR_MS } from '../../base/durations.ts';
import { within } from '../../api/held.ts';

export const sendInboxMessage = operation({
  id: 'sendMessage',
  accountLimit: 'followed',
  rest: { method: 'post', path: '/v1/inbox/{id}/messages' },
  tool: { name: 'send_message' },
  scope: 'answer',
  tag: 'Inbox',
  summary: 'Answer a person',
  description:
    'Sends a direct message and waits until the network has taken it. It stops a run of an automation with this person and pauses automations for 12 hours. Between 24 hours and 7 days after the last message only a person who is signed in to the dashboard may answer, where the network allows it.',
  params: idParams('conversation'),
  body: Type.Object(
    {
      message: Type.Optional(
        Type.String({
          maxLength: 10_000,
          description:
            'Up to 1,000 bytes of UTF-8 on instagram, 2,000 characters on facebook. Required without attachments.',
          examples: ['Yes, in green and in blue!'],
        }),
      ),
      attachments: Type.Optional(FilesField),
      after: Type.Optional(
        resourceId('message', {
          description:
            'Id of the newest message that was seen. When an answer was sent after it, nothing is sent: 409 `answered_meanwhile`.',
        }),
      ),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ message: InboxMessage }),
  errors: {
    400: 'The text is empty or too long, or the network does not take a file: `param` names it',
    404: 'There is no such conversation, or message to send it after, in the workspace',
    409: 'The network takes no message any more, since the person wrote too long ago; an answer was sent after the message that was seen; or the first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
    502: 'The network refused the message: the error has its words',
    503: 'The network was busy or did not answer, and the message was not sent',
    504: 'No response came in time: the message is in the conversation, and its status is the outcome',
  },
  example: {
    params: { id: conversationExample.id },
    body: { message: 'Yes, in green and in blue!' },
    result: {
      message: { ...messageExample, direction: 'out', by: 'team', text: 'Yes, in green and in blue!' },
    },
  },
  handle: async (call) => {
    const workspace = workspaceOf(call, call.body.workspace);
    const { sql, adapters } = call.context;
    const { id } = call.params;
    const row = await findConversation(sql, { id, ...within(workspace) });
    if (!row) throw notFound('conversation', id);
    const adapter = adapters[row.platform]!;
    const { message: text = '', attachments: urls = [] } = call.body;
    if (urls.length === 0 || text !== '') insistOnMessage(adapter, text);
    const request = { workspaceId: workspace.id, urls, hasText: text !== '' };
    const attachments = await filesOf(call.context, adapter, request);
    const { body, replayed = false } = await begin(call, { id, workspace, adapter, text, attachments });
    const { messageId } = body;
    const ended = await waitFor(() => readEnded(sql, workspace, messageId), replayed ? 0 : WAIT_MS);
    if (ended === null && replayed) throw inProgress();
    if (ended === null) throw outcomeUnknown(messageId);
    const message = publicMessage(ended, { now: call.now, media: call.context.media });
    if (message.status === 'failed') {
      // the network may still show a message whose response was lost: a repeated request looks at it again
      if (ended.failure !== 'lost') await freeKey(sql, call, body);
      throw failureOf(row, ended);
    }
    if (message.status !== 'sent') throw outcomeUnknown(messageId);
    return { body: { message }, ...(replayed && { replayed }) };
  },
});

type SendCall = Call<InboxContext, { id: string }, unknown, { after?: string }>;

interface Sending {
  id: string;
  workspace: Membership;
  adapter: Manifest;
  text: string;
  attachments: MessageFile[];
}

/** Starts the send, or finds that of an earlier request with the same key. */
async function begin(call: SendCall, { id, workspace, adapter, text, attachments }: Sending) {
  return startOnce(call, {
    hasFailed: async (tx, { messageId }: { messageId: string }) =>
      (await readEnded(tx, workspace, messageId))?.status === 'failed',
    start: async (tx, turn: Turn) => {
      requirePlan(workspace, 'inbox', call.now);
      const actor = await conversationIn(tx, turn, { id, workspace });
      await call.agreed?.(tx);
      if (call.body.after !== undefined) await insistOnUpToDate(tx, { id, after: call.body.after });
      const current = (await findConversation(tx, { id, ...within(workspace) }))!;
      const byPerson = isSession(call.principal.keyId);
      const asHumanAgent = insistOnWindow(current, { adapter, byPerson, now: call.now });
      const messageId = newActorId(messageSend, turn.now);
      const message: NewMessage = {
        id: messageId,
        workspaceId: workspace.id,
        conversationId: id,
        accountId: current.accountId,
        networkId: null,
        direction: 'out',
        by: 'team',
        text,
        attachments,
        details: null,
        at: turn.now,
        seq: String(await countArrivals(tx, workspace.id, 1)),
      };
      await insertMessages(tx, [message]);
      const { accountId, personId } = current;
      const ids = { messageId, conversationId: id, accountId, personId };
      const send = { ...ids, byPerson, asHumanAgent, askedAt: turn.now };
      turn.deliver(actor, { type: 'send', send, at: turn.now } as { type: string });
      await tellRun(tx, turn, id, { type: 'human.replied' });
      await touchConversations(tx, [lineOf(message)]);
      await saveDecisions(tx, turn);
      return { messageId };
    },
  });
}

/** @throws Problem when an answer was sent after the newest message that the caller saw */
async function insistOnUpToDate(tx: Tx, { id, after }: { id: string; after: string }): Promise<void> {
  const found = await findAnswerAfter(tx, { conversationId: id, messageId: after });
  if (!found) throw notFound('message', after);
  if (found.answerId !== null)
    throw new Problem(
      'answered_meanwhile',
      `an answer was sent after the message that you saw (${found.answerId}): read it, then send yours with its id as \`after\`, or without \`after\``,
      { param: '/after' },
    );
}

const outcomeUnknown = (messageId: string) =>
  new Problem(
    'outcome_unknown',
    `no response came in time for message ${messageId}: read the conversation before you send it again`,
  );

/** Why it was not sent. A network that did not answer, or was busy, has refused nothing. */
function failureOf(
  { accountId }: { accountId: string },
  { error, failure, networkCode }: MessageRow,
): Problem {
  const message = error ?? 'the message was not sent';
  if (failure === 'busy' || failure === 'lost')
    return new Problem('network_busy', message, { accountId, retryAfterSeconds: 60 });
  return new Problem('network_refused', message, {
    accountId,
    ...(networkCode !== null && { networkCode }),
  });
}

/** The message with its status; null means its outcome is not known yet. @throws Problem 404 when it was deleted meanwhile */
async function readEnded(db: Db, workspace: Membership, id: string) {
  const row = await findMessage(db, { id, workspaceId: workspace.id });
  if (!row) throw notFound('message', id);
  const status = row.state === null ? 'sent' : messageStatusOf(row.state);
  return status === 'sending' ? null : { ...row, status };
}

/**
 * @returns whether only a person may send now
 * @throws Problem window_closed when the network takes no message any more
 */
function insistOnWindow(
  { windowEndsAt, humanUntil }: { windowEndsAt: string | null; humanUntil: string | null },
  { adapter, byPerson, now }: { adapter: Manifest; byPerson: boolean; now: number },
): boolean {
  const window = adapter.messages?.window;
  if (!window) return false;
  if (windowEndsAt === null)
    throw new Problem(
      'window_closed',
      'the person has not written yet: the network takes a message only after that',
      { values: { reason: 'not_written' } },
    );
  if (Date.parse(windowEndsAt) > now) return false;
  if (humanUntil !== null && Date.parse(humanUntil) > now) {
    if (byPerson) return true;
    throw new Problem(
      'window_closed',
      `the person wrote more than ${window.ms / HOUR_MS} hours ago: until ${humanUntil} only a person who is signed in to the dashboard may answer`,
      { values: { reason: 'people_only', hours: window.ms / HOUR_MS } },
    );
  }
  throw new Problem(
    'window_closed',
    `the network has taken no message since ${humanUntil ?? windowEndsAt}: the person has to write first`,
    { values: { reason: 'over', since: humanUntil ?? windowEndsAt } },
  );
}
