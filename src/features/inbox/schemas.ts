/** Conversations and messages as responses show them (docs/contract.md, Comments and inbox). */
import { Type } from 'typebox';
import type { ConversationRow } from '../../../store/conversations.ts';
import type { MessageRow } from '../../../store/direct-messages.ts';
import { messageStatusOf } from '../../../machines/message-send.ts';
import { choice, instant, model, nullable, text } from '../../api/schemas.ts';
import { isoOf } from '../../base/time.ts';

const status = choice(
  ['sending', 'sent', 'failed', 'unknown'],
  'unknown: nothing shows whether the person has it; it is not sent again by itself.',
);
const failure = nullable(text('Why it failed, or that it may have arrived; null if neither.'));

export const Conversation = model(
  'Conversation',
  Type.Object(
    {
      id: text('Id of the conversation.'),
      accountId: text('The account that the person wrote to.'),
      platform: text('The network.'),
      contact: Type.Object(
        {
          id: text("The network's own id of the person, valid for this account alone."),
          username: nullable(text('Their handle; null means the network did not say.')),
          name: nullable(text('Their name; null means the network did not say.')),
          avatarUrl: nullable(text('Their picture. It expires within days.')),
        },
        { description: 'The other person.' },
      ),
      lastMessage: nullable(
        Type.Object({
          id: text('Id of the message.'),
          direction: choice(['in', 'out'], 'Who wrote it: the person (in) or the account (out).'),
          text: text('Its first 200 characters.'),
          createdAt: instant("When it was written, by the network's clock."),
          status,
          error: failure,
        }),
      ),
      updatedAt: instant('When the newest message was written.'),
      unread: Type.Integer({ description: 'Messages of the person that nobody has read.' }),
      done: Type.Boolean({ description: 'Nothing is to be done. A new message makes it false.' }),
      pausedUntil: nullable(instant('Automations pause until then, since a person answered.')),
      flagged: nullable(
        Type.Object(
          {
            note: nullable(text('What the automation says to the team.')),
            automationId: nullable(text('The automation.')),
            runId: nullable(text('The run.')),
            at: instant('When.'),
          },
          { description: 'An automation handed the conversation over to a person; null means no.' },
        ),
      ),
      windowEndsAt: nullable(
        instant(
          'Until then the network takes a message. null if it takes one at any time, or the person has not written yet.',
        ),
      ),
      humanUntil: nullable(instant('Until then it takes a message that a signed-in person writes.')),
      optedOutAt: nullable(
        instant(
          'Since then the person gets no automatic messages: they wrote a stop word, or somebody of the team set it. null if they get them.',
        ),
      ),
      assigneeId: nullable(text('The member who answers it; null if it is assigned to nobody.')),
      waitingSince: nullable(
        instant(
          'When the person wrote the first message that neither the team nor an automation has answered; null if none waits for an answer.',
        ),
      ),
      snoozedUntil: nullable(
        instant(
          'Until then it is put aside, or until the person writes: it is not among the open ones of the dashboard. null if it is not.',
        ),
      ),
      labels: Type.Array(Type.String(), { description: 'Words of the team, as they were set.' }),
    },
    { description: 'What an account and one person wrote to each other.' },
  ),
);

export const InboxMessage = model(
  'InboxMessage',
  Type.Object(
    {
      id: text('Id of the message.'),
      direction: choice(['in', 'out'], 'Who wrote it: the person (in) or the account (out).'),
      text: text('Its text. Empty where it has none, or was deleted.'),
      attachments: Type.Array(
        Type.Object({
          type: text(
            "The network's own word: image, video, audio, file, share, story_reply, story_mention …",
          ),
          url: nullable(text('Where it is shown; null if the network named no address.')),
          expired: Type.Boolean({ description: 'The network does not show it any more.' }),
        }),
      ),
      createdAt: instant("When it was written, by the network's clock."),
      by: choice(
        ['contact', 'team', 'automation', 'other_tool'],
        'Who wrote it: the person, somebody of the team, an automation, or a tool other than this service.',
      ),
      status,
      error: failure,
      networkCode: Type.Optional(
        text("The network's code of its refusal, such as `10/2534022`. Absent means it refused nothing."),
      ),
      runId: Type.Optional(text('The run of the automation that sent it. Absent means none did.')),
      referral: Type.Optional(
        Type.Object(
          {
            source: nullable(text('ADS, SHORTLINK …')),
            ref: nullable(text('Its code.')),
            adId: nullable(Type.String()),
            title: nullable(Type.String()),
            mediaUrl: nullable(Type.String()),
          },
          {
            description:
              'The ad or link that the person opened before the message, or (without text) instead of one.',
          },
        ),
      ),
      tap: Type.Optional(text('The label of the choice or button that was tapped. Absent means none.')),
      reaction: Type.Optional(text('How the person reacted to it. Absent means not.')),
      edited: Type.Optional(Type.Literal(true)),
      deleted: Type.Optional(Type.Literal(true, { description: 'Its writer took it back.' })),
      standby: Type.Optional(
        Type.Literal(true, {
          description:
            'Another app answers first in this conversation: the network may refuse a message of this service.',
        }),
      ),
      unsupported: Type.Optional(
        Type.Literal(true, { description: 'The network shows its content only in its own app.' }),
      ),
    },
    { description: 'A message of a conversation.' },
  ),
);

export function publicConversation(row: ConversationRow) {
  const { id, accountId, platform, personId, username, name, avatarUrl, flagged, ...rest } = row;
  const {
    lastMessage,
    lastState,
    lastError,
    updatedAt,
    unread,
    done,
    pausedUntil,
    windowEndsAt,
    humanUntil,
    optedOutAt,
    assigneeId,
    waitingSince,
    snoozedUntil,
    labels,
  } = rest;
  return {
    id,
    accountId,
    platform,
    contact: { id: personId, username, name, avatarUrl },
    lastMessage: lastMessage && { ...lastMessage, ...sentOf({ state: lastState, error: lastError }) },
    updatedAt,
    unread,
    done,
    pausedUntil,
    flagged: flagged && { ...flagged, at: isoOf(flagged.at) },
    windowEndsAt,
    humanUntil,
    optedOutAt,
    assigneeId,
    waitingSince,
    snoozedUntil,
    labels,
  };
}

/** What became of a message. @param send its actor's state; null means the network reported the message itself */
const sentOf = ({ state, error }: { state: string | null; error: string | null }) =>
  state === null ? { status: 'sent' as const, error: null } : { status: messageStatusOf(state), error };

/** How long networks show a story, ms. */
const STORY_MS = 24 * 3_600_000;
const isStory = (type: string) => /^(ig_)?story/.test(type);

/** @param about.now epoch ms; media: knows the addresses of copies */
export function publicMessage(
  row: MessageRow,
  { now, media }: { now: number; media: { addressOf: (name: string) => string } },
) {
  const {
    id,
    direction,
    text: written,
    attachments,
    createdAt,
    by,
    state,
    error,
    networkCode,
    details,
    deleted,
    copies,
  } = row;
  const story = details?.story;
  const storyType = story && `story_${story.kind}`;
  // an event of a mention has the story among the attachments too
  const isShown = attachments.some(({ type }) => type === storyType);
  const all = story && !isShown ? [...attachments, { type: storyType!, url: story.url }] : attachments;
  const isOver = Date.parse(createdAt) + STORY_MS < now;
  const urlOf = ({ type, url }: { type: string; url: string | null }, place: number) => {
    const copy = copies?.[place];
    if (copy !== undefined) return media.addressOf(copy);
    return isStory(type) && isOver ? null : url;
  };
  return {
    id,
    direction,
    text: written,
    attachments: all.map((attachment, place) => {
      const url = urlOf(attachment, place);
      return { type: attachment.type, url, expired: url === null };
    }),
    createdAt,
    by,
    ...sentOf({ state, error }),
    ...(networkCode !== null && { networkCode }),
    ...(details?.step && { runId: details.step.runId }),
    ...(details?.referral && { referral: details.referral }),
    ...(details?.tap && { tap: details.tap.label }),
    ...(details?.reaction !== undefined && { reaction: details.reaction }),
    ...(details?.edited && { edited: true as const }),
    ...(deleted && { deleted: true as const }),
    ...(details?.standby && { standby: true as const }),
    ...(details?.unsupported && { unsupported: true as const }),
  };
}

export const conversationExample = {
  id: 'conv_01JD0000000000000000000001',
  accountId: 'acc_01JD0000000000000000000001',
  platform: 'instagram',
  contact: { id: '1234500000000001', username: 'fan1', name: 'Fan One', avatarUrl: null },
  lastMessage: {
    id: 'msg_01JD0000000000000000000001',
    direction: 'in',
    text: 'Do you have it in green?',
    createdAt: '2026-05-04T08:00:00.000Z',
    status: 'sent',
    error: null,
  },
  updatedAt: '2026-05-04T08:00:00.000Z',
  unread: 1,
  done: false,
  pausedUntil: null,
  flagged: null,
  windowEndsAt: '2026-05-05T08:00:00.000Z',
  humanUntil: '2026-05-11T08:00:00.000Z',
  optedOutAt: null,
  assigneeId: null,
  waitingSince: '2026-05-04T08:00:00.000Z',
  snoozedUntil: null,
  labels: [] as string[],
};

export const messageExample = {
  id: 'msg_01JD0000000000000000000001',
  direction: 'in',
  text: 'Do you have it in green?',
  attachments: [],
  createdAt: '2026-05-04T08:00:00.000Z',
  by: 'contact',
  status: 'sent',
  error: null,
};
