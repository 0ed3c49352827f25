/**
 * Sends a message in a conversation. The send is an actor, so it is never sent twice; the request waits until the outcome
 * is known, at most 30 seconds.
 */
import { Type } from 'typebox';
import { messageStatusOf } from '../../machines/message-send.ts';
import { findConversation, touchConversations } from '../../store/conversations.ts';
import { findMessage, insertMessages, type NewMessage } from '../../store/direct-messages.ts';
import { countArrivals } from '../../store/inbound.ts';
import { dropAnswer } from '../../store/idempotency.ts';
import type { Sql } from '../../store/connect.ts';
import { idempotent, inProgress } from '../api/idempotent.ts';
import { isSession, requireAnswerPlan, type Workspace, workspaceOf } from '../api/principal.ts';
import { invalid, notFound, Problem } from '../api/problem.ts';
import { closed, idParams, workspaceField } from '../api/schemas.ts';
import { newActorId } from '../ids.ts';
import { messageSend } from '../kinds/message-send.ts';
import { operation } from './context.ts';
import { saveDecisions } from './conversations.ts';
import { conversationIn } from './operations.ts';
import { conversationExample, InboxMessage, messageExample, publicMessage } from './schemas.ts';
import { lineOf } from './take-messages.ts';

/** How long a request waits for the outcome, ms. */
const WAIT_MS = 30_000;
const LOOK_EVERY_MS = 50;
/** How long a message may be: bytes of UTF-8 that Instagram takes; characters that Messenger takes. */
export const LIMITS: { readonly [platform: string]: { bytes?: number; characters?: number } } = {
  instagram: { bytes: 1_000 },
  facebook: { characters: 2_000 },
};

export const sendInboxMessage = operation({
  id: 'sendMessage',
  rest: { method: 'post', path: '/v1/inbox/{id}/messages' },
  tool: { name: 'send_message' },
  tag: 'Inbox',
  summary: 'Answer a person',
  description:
    'Sends a direct message and waits until the network has taken it. It stops a run of an automation with this person and pauses automations for 12 hours. Between 24 hours and 7 days after the last message only a person who is signed in to the dashboard may answer, where the network allows it.',
  params: idParams('conversation'),
  body: Type.Object(
    {
      message: Type.String({
        minLength: 1,
        maxLength: 10_000,
        description: 'Up to 1,000 bytes of UTF-8 on instagram, 2,000 characters on facebook.',
        examples: ['Yes, in green and in blue!'],
      }),
      ...workspaceField,
    },
    closed,
  ),
  result: Type.Object({ message: InboxMessage }),
  errors: {
    404: 'There is no such conversation in the workspace',
    409: 'The network takes no message any more, since the person wrote too long ago; or the first request with this Idempotency-Key is still running',
    422: 'The Idempotency-Key was used with another request',
    502: 'The network refused the message: the error has its words',
    504: 'No response came in time: the message is in the conversation, and its status says what became of it',
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
    requireAnswerPlan(workspace);
    const { sql, node } = call.context;
    const { id } = call.params;
    const row = await findConversation(sql, { id, workspaceId: workspace.id });
    if (!row) throw notFound('conversation', id);
    insistOnLength(row.platform, call.body.message);
    const start = () =>
      idempotent({ ...call, context: { node } }, async (tx, turn) => {
        const actor = await conversationIn(tx, turn, { id, workspace });
        const current = (await findConversation(tx, { id, workspaceId: workspace.id }))!;
        const asHumanAgent = insistOnWindow(current, {
          byPerson: isSession(call.principal.keyId),
          now: call.now,
        });
        const messageId = newActorId(messageSend, turn.now);
        const message: NewMessage = {
          id: messageId,
          workspaceId: workspace.id,
          conversationId: id,
          accountId: current.accountId,
          networkId: null,
          direction: 'out',
          by: 'team',
          text: call.body.message,
          attachments: [],
          details: null,
          at: turn.now,
          seq: String(await countArrivals(tx, workspace.id, 1)),
        };
        await insertMessages(tx, [message]);
        const send = {
          messageId,
          conversationId: id,
          accountId: current.accountId,
          personId: current.personId,
          byPerson: isSession(call.principal.keyId),
          asHumanAgent,
          askedAt: turn.now,
        };
        turn.deliver(actor, { type: 'send', send, at: turn.now } as { type: string });
        await touchConversations(tx, [lineOf(message)]);
        await saveDecisions(tx, turn);
        return { result: { messageId } };
      });
    let reply = await start();
    if (reply.replayed && (await statusOf(sql, workspace, reply.body.messageId)) === 'failed') {
      await freeKey(sql, call); // the answer was lost; a failed send may be repeated under its key
      reply = await start();
    }
    const { messageId } = reply.body;
    if (reply.replayed && (await statusOf(sql, workspace, messageId)) === 'sending') throw inProgress();
    const ended = await settled(sql, workspace, messageId);
    const shown = publicMessage(ended);
    if (shown.status === 'failed') {
      await freeKey(sql, call);
      throw new Problem('network_refused', shown.error ?? 'the network refused the message', {
        accountId: row.accountId,
      });
    }
    if (shown.status !== 'sent') throw outcomeUnknown(messageId);
    return { body: { message: shown }, ...(reply.replayed && { replayed: true }) };
  },
});

const outcomeUnknown = (messageId: string) =>
  new Problem(
    'outcome_unknown',
    `no response came in time for message ${messageId}: read the conversation before you send it again`,
  );

type Freed = { idempotency: { key: string } | null; principal: { userId: string } };

async function freeKey(sql: Sql, { idempotency, principal }: Freed): Promise<void> {
  if (idempotency) await dropAnswer(sql, { userId: principal.userId, key: idempotency.key });
}

async function statusOf(sql: Sql, workspace: Workspace, id: string) {
  const row = await findMessage(sql, { id, workspaceId: workspace.id });
  return row?.state ? messageStatusOf(row.state) : 'sent';
}

/** Waits until the outcome of a send is known, at most 30 seconds. */
async function settled(sql: Sql, workspace: Workspace, id: string) {
  for (const deadline = performance.now() + WAIT_MS; ;) {
    const row = await findMessage(sql, { id, workspaceId: workspace.id });
    if (!row) throw notFound('message', id);
    if (row.state === null || messageStatusOf(row.state) !== 'sending') return row;
    if (performance.now() > deadline) throw outcomeUnknown(id);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** @throws Problem when the text is too long for the network */
function insistOnLength(platform: string, message: string): void {
  const { bytes, characters } = LIMITS[platform] ?? {};
  const size = Buffer.byteLength(message);
  if (bytes !== undefined && size > bytes)
    throw invalid(
      '/message',
      `message has ${size} bytes; ${platform} takes up to ${bytes} (an emoji has four and more)`,
    );
  const length = Array.from(message).length;
  if (characters !== undefined && length > characters)
    throw invalid('/message', `message has ${length} characters; ${platform} takes up to ${characters}`);
}

/**
 * @returns whether only a person may send now
 * @throws Problem window_closed when the network takes no message any more
 */
function insistOnWindow(
  {
    windowEndsAt,
    humanUntil,
    platform,
  }: { windowEndsAt: string | null; humanUntil: string | null; platform: string },
  { byPerson, now }: { byPerson: boolean; now: number },
): boolean {
  if (!(platform in LIMITS)) return false; // the network has no window
  if (windowEndsAt === null)
    throw new Problem(
      'window_closed',
      'the person has not written yet: the network takes a message only after that',
    );
  if (Date.parse(windowEndsAt) > now) return false;
  if (humanUntil !== null && Date.parse(humanUntil) > now) {
    if (byPerson) return true;
    throw new Problem(
      'window_closed',
      `the person wrote more than 24 hours ago: until ${humanUntil} only a person who is signed in to the dashboard may answer`,
    );
  }
  throw new Problem(
    'window_closed',
    `the network has taken no message since ${humanUntil ?? windowEndsAt}: the person has to write first`,
  );
}
