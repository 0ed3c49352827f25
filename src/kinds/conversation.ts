/** The kind `conversation`. machines/conversation.ts makes the decisions. */
import { conversation as machine, type ConversationContext } from '../../machines/conversation.ts';
import type { Persisted } from '../../machines/durable.ts';
import { describeConversations } from '../../store/conversations.ts';
import { defineKind, type HandlersOf, statusOf } from '../engine/kind.ts';
import { isoOf, isoOrNull } from '../base/time.ts';
import { describeBy } from './views/titles.ts';
import { withContext } from './with-context.ts';
import { initialValues } from './initial-values.ts';

/** What a conversation's actor decides, as users see it. Times are epoch ms. */
export function projectConversation(snapshot: Persisted) {
  const { unread, flagged, pausedUntil, optedOutAt, lastActAt, windowMs, humanWindowMs } =
    snapshot.context as ConversationContext;
  const { waitingSince, snoozedUntil } = snapshot.context as ConversationContext;
  const after = (ms: number | null) => (ms === null || lastActAt === null ? null : lastActAt + ms);
  return {
    done: statusOf(snapshot) === 'done',
    unread,
    flagged,
    pausedUntil,
    windowEndsAt: after(windowMs),
    humanUntil: after(humanWindowMs),
    optedOutAt,
    waitingSince,
    snoozedUntil,
  };
}

/** Nobody has said anything about automatic messages. */
const CONSENT = { optedOutAt: null, consentAt: null };
/** Nobody waits, and it is not snoozed. */
const WAIT = { wroteAt: null, answeredAt: null, waitingSince: null, snoozedUntil: null };

export const conversation = defineKind({
  name: 'conversation',
  idPrefix: 'conv',
  machine,
  version: 3,
  upgrades: { 1: withContext(CONSENT), 2: withContext(WAIT) },
  defaults: { 1: initialValues(machine), 2: initialValues(machine), 3: initialValues(machine) },
  listColumns: (snapshot) => {
    const { windowEndsAt, snoozedUntil } = projectConversation(snapshot);
    const status = statusOf(snapshot);
    return { status, shelf: status, plannedAt: snoozedUntil ?? windowEndsAt, reachedAt: null, reason: null };
  },
  feedEvent: {
    change: ({ id, snapshot }, before) => {
      const { windowEndsAt, humanUntil, pausedUntil, optedOutAt, flagged, ...others } =
        projectConversation(snapshot);
      const { waitingSince, snoozedUntil, ...rest } = others;
      const data = {
        id,
        accountId: snapshot.context.accountId,
        ...rest,
        flagged: flagged && { ...flagged, at: isoOf(flagged.at) },
        windowEndsAt: isoOrNull(windowEndsAt),
        humanUntil: isoOrNull(humanUntil),
        pausedUntil: isoOrNull(pausedUntil),
        optedOutAt: isoOrNull(optedOutAt),
        waitingSince: isoOrNull(waitingSince),
        snoozedUntil: isoOrNull(snoozedUntil),
      };
      const type = before === null ? 'conversation.created' : 'conversation.updated';
      return { type, resource: { type: 'conversation', id }, data };
    },
  },
  announcements: {},
  effects: {
    readPerson: { answers: ['person.named'], with: 'network' },
    endSnooze: { answers: ['snooze.ended'], with: 'network' },
  },
  restingStates: ['open', 'done'],
  retention: null,
  view: {
    remembers: { accountId: 'accountId' },
    describe: describeBy(describeConversations),
    waitsForPerson: () => null,
    timers: {
      snooze: { title: 'End the snooze now', detail: 'It is listed as open again.' },
    },
    actions: (_, offer) => [
      ...offer.event(
        'send',
        { type: 'done' },
        {
          title: 'Done',
          detail: 'Nothing is to be done. A new message opens it again.',
        },
      ),
      ...offer.event('send', { type: 'reopen' }, { title: 'Open again', detail: 'It is listed as open.' }),
    ],
    explain: {
      sentence: ({ snapshot }, { now, when }) => {
        const { done, unread, windowEndsAt, pausedUntil, snoozedUntil, waitingSince } =
          projectConversation(snapshot);
        const open = `open with ${unread} unread ${unread === 1 ? 'message' : 'messages'}`;
        const state = done ? 'done' : snoozedUntil === null ? open : `snoozed until ${when(snoozedUntil)}`;
        const wait =
          waitingSince === null ? '' : ` The person waits for an answer since ${when(waitingSince)}.`;
        const window =
          windowEndsAt === null
            ? ''
            : windowEndsAt > now
              ? ` The network takes a reply until ${when(windowEndsAt)}.`
              : ` The network has taken no reply since ${when(windowEndsAt)}.`;
        const pause =
          pausedUntil !== null && pausedUntil > now ? ` Automations pause until ${when(pausedUntil)}.` : '';
        return `This conversation is ${state}.${wait}${window}${pause}`;
      },
    },
  },
});

export type ConversationHandlers = HandlersOf<typeof conversation>;
