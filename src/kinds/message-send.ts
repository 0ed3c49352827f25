/** The kind `message_send`: one outgoing direct message. machines/message-send.ts makes the decisions. */
import {
  messageSend as machine,
  type MessageSendContext,
  messageStatusOf,
} from '../../machines/message-send.ts';
import type { Persisted } from '../../machines/durable.ts';
import { describeMessages } from '../../store/direct-messages.ts';
import { defineKind, type HandlersOf } from '../engine/kind.ts';
import { stateName } from '../engine/state-name.ts';
import { redactText } from '../base/redact.ts';
import { describeBy } from './views/titles.ts';
import { withContext } from './with-context.ts';
import { butFailed } from './views/but-failed.ts';
import { initialValues } from './initial-values.ts';

/** No run of an automation waits for it. */
const REPORT = { reportTo: null, reported: false };
/** No try may have arrived, and nothing has failed. */
const NO_DOUBT = { failedLooks: 0, doubt: null, isLost: false, failure: null, networkCode: null };

/**
 * Upgrades a snapshot of version 2, which did not keep whether a try that failed may have arrived all the same, nor why it
 * ended: what has been called before is taken as if it may have.
 */
function withDoubt(snapshot: Persisted): Persisted {
  const context = snapshot.context as MessageSendContext;
  const { attempt, error } = context;
  const state = stateName(snapshot.value);
  const isLost = state === 'looking' || state === 'lookingAgain' || state === 'unknown';
  const hasBeenCalled = attempt > 1 || !['sending', 'failed'].includes(state);
  const mayHaveArrived = state !== 'sent' && hasBeenCalled;
  const doubt = mayHaveArrived
    ? `the message may have arrived: ${error ?? 'an earlier version of this service sent it'}`
    : null;
  const answered = state === 'lookingAgain' ? 1 : 0;
  return {
    ...snapshot,
    context: { ...NO_DOUBT, ...(context as object), isLost, doubt, looks: answered } as never,
  };
}

export const messageSend = defineKind({
  name: 'message_send',
  idPrefix: 'msg',
  machine,
  version: 3,
  upgrades: { 1: withContext(REPORT), 2: withDoubt },
  defaults: { 1: initialValues(machine), 2: initialValues(machine), 3: initialValues(machine) },
  listColumns: (snapshot) => {
    const { error } = snapshot.context as MessageSendContext;
    const status = messageStatusOf(stateName(snapshot.value));
    return { status, shelf: null, plannedAt: null, reachedAt: null, reason: error };
  },
  feedEvent: {
    change: ({ id, snapshot }, before) => {
      const status = messageStatusOf(stateName(snapshot.value));
      const { conversationId, accountId, error } = snapshot.context;
      if (before && messageStatusOf(stateName(before.value)) === status) return null;
      const data = { id, conversationId, status, error };
      return {
        type: before ? 'message.updated' : 'message.created',
        resource: { type: 'message', id },
        accountIds: [accountId],
        data,
      };
    },
  },
  announcements: {},
  effects: {
    sendMessage: { answers: ['message.'], with: 'network' },
    findMessage: { answers: ['lookup.'], with: 'network' },
    renewForMessage: { answers: ['access.'], with: 'network' },
  },
  restingStates: ['failed', 'unknown'],
  retention: null,
  view: {
    remembers: { accountId: 'accountId', error: 'error' },
    describe: describeBy(describeMessages),
    waitsForPerson: () => null,
    timers: {
      again: {
        title: 'Send again now',
        detail: 'The wait is skipped; the attempt counts as the next one.',
        isNextTry: true,
      },
      secondLook: {
        title: 'Look again now',
        detail: 'Looks at once whether the person has it.',
        isNextTry: true,
      },
    },
    actions: (_, offer) =>
      offer.answers([
        {
          event: 'message.unknown',
          title: 'Stop waiting and look',
          detail: 'The response counts as lost: a lookup shows whether the person has the message.',
          make: ({ reason }) => ({ type: 'message.unknown', reason }),
        },
      ]),
    explain: {
      sentence: ({ row, snapshot }, { failureOf }) => {
        const { attempt, error } = snapshot.context as MessageSendContext;
        const why = error === null ? '' : `: "${redactText(error)}"`;
        const but = butFailed(failureOf(row));
        const state = STATE_WORDS[stateName(snapshot.value)] ?? stateName(snapshot.value);
        return `This message is ${state}, attempt ${attempt}${why}.${but}`;
      },
    },
  },
});

/** States whose names are no words. */
const STATE_WORDS: { [state: string]: string } = {
  lookingAgain: 'waiting to be looked for again',
  looking: 'being looked for',
};

export type MessageSendHandlers = HandlersOf<typeof messageSend>;
