/** The kind `receiver`: what people write to one account, and how it arrives. machines/receiver.ts makes the decisions. */
import { receiver as machine, type ReceiverContext } from '../../machines/receiver.ts';
import type { Persisted } from '../../machines/durable.ts';
import { redactText } from '../base/redact.ts';
import { defineKind, type HandlersOf, statusOf } from '../engine/kind.ts';
import type { ExplainTools } from '../engine/kind-view.ts';
import { stateName } from '../engine/state-name.ts';
import { describeByAccount } from './views/titles.ts';
import { butFailed } from './views/but-failed.ts';
import { DAY_MS } from '../base/durations.ts';

/** The actor of what an account receives. */
export const receiverIdOf = (accountId: string): string => accountId.replace(/^acc_/, 'receiver_');

function withSweeps(snapshot: Persisted): Persisted {
  const context = { ...(snapshot.context as object), sweepAt: 0, sweepProblem: null } as never;
  if (typeof snapshot.value === 'string') return { ...snapshot, context };
  const active = snapshot.value['active'] as object;
  return { ...snapshot, context, value: { active: { ...active, sweeping: 'waiting' } } };
}

function withPlaces(snapshot: Persisted): Persisted {
  const context = { ...(snapshot.context as object), placeAt: null, isPlaceAsked: false } as never;
  if (typeof snapshot.value === 'string') return { ...snapshot, context };
  const active = snapshot.value['active'] as object;
  return { ...snapshot, context, value: { active: { ...active, placing: 'off' } } };
}

export const receiver = defineKind({
  name: 'receiver',
  idPrefix: 'receiver',
  machine,
  version: 3,
  // version 1 did not sweep, and version 2 did not ask what comments stand below: loops did, by rows whose times are kept
  upgrades: { 1: withSweeps, 2: withPlaces },
  listColumns: (snapshot) => {
    const { problem, unread } = snapshot.context as ReceiverContext;
    const isEnded = statusOf(snapshot) === 'ended';
    const status = isEnded ? 'ended' : (unread?.code ?? (problem === null ? 'ok' : 'incomplete'));
    const reason = unread?.reason ?? problem;
    // no list reads these times, and both are in indexes: a read that finds nothing would write all indexes of its row
    return { status, shelf: null, plannedAt: null, reachedAt: null, reason };
  },
  feedEvent: null,
  announcements: {},
  effects: {
    subscribeAccount: { answers: ['subscription.'], with: 'network' },
    readAccount: { answers: ['read.'], with: 'network' },
    sweepAccount: { answers: ['sweep.'], with: 'network' },
    placeComments: { answers: ['place.'], with: 'network' },
  },
  restingStates: [],
  isEndless: true,
  // a check or a read that finds what is known already is no news
  routine: {
    events: [
      'xstate.after.',
      'heard',
      'read',
      'pause.over',
      'read.',
      'subscription.',
      'sweep.',
      'place',
      'place.',
    ],
    fields: [
      'checkedAt',
      'quietAt',
      'nextCheckAt',
      'readAt',
      'begunAt',
      'nextReadAt',
      'readsAgain',
      'failures',
      'sweepAt',
      'placeAt',
      'isPlaceAsked',
    ],
  },
  retention: { label: 'endedReceivers', retentionMs: DAY_MS },
  view: {
    remembers: { accountId: 'accountId', error: 'problem' },
    describe: describeByAccount,
    waitsForPerson: (state) =>
      state.includes('reading.refused')
        ? 'the network refuses the access: connect the account again, then it continues by itself'
        : null,
    timers: {
      untilCheck: {
        title: 'Check the subscription now',
        detail: 'Asks the network which events it sends for this account.',
      },
      untilRead: {
        title: 'Read now',
        detail: 'Reads at once what the network did not send as an event.',
        isNextTry: true,
      },
      untilSweep: {
        title: 'Sweep now',
        detail: 'Reads the comments of the posts that rules watch, as far as they are due.',
      },
      untilPlace: {
        title: 'Ask now what comments stand below',
        detail: 'Asks the network again, for comments that rules wait to compare.',
        isNextTry: true,
      },
    },
    actions: () => [],
    explain: {
      sentence: ({ row, snapshot }, tools) => {
        if (statusOf(snapshot) === 'ended') return 'The account was disconnected: nothing of it is received.';
        const context = snapshot.context as ReceiverContext;
        const but = butFailed(tools.failureOf(row));
        const { sweepProblem } = context;
        const sweeps =
          sweepProblem === null
            ? ''
            : ` Posts that rules watch could not be swept: ${sentence(sweepProblem)}`;
        return `${reported(context)} ${read(context, stateName(snapshot.value), tools)}${sweeps}${but}`;
      },
    },
  },
});

/** A reason may come without a full stop. */
const sentence = (reason: string): string => {
  const text = redactText(reason);
  return /[.!?]$/.test(text) ? text : `${text}.`;
};

/** Whether reports arrive. */
function reported({ via, problem }: ReceiverContext): string {
  const missing = problem === null ? '' : ` Not everything arrives: ${sentence(problem)}`;
  switch (via) {
    case null:
      return 'The account is being subscribed at the network.';
    case 'webhook':
      return `The network reports by webhook what people write.${missing}`;
    case 'stream':
      return `The network reports by a stream what people write.${missing}`;
    case 'polling':
      return `The network does not call this service, so the account is read instead.${missing}`;
    default:
      return via satisfies never;
  }
}

/** When it was read last, and why not since. */
function read(
  { via, paceMs, readAt, nextReadAt, unread }: ReceiverContext,
  state: string,
  { now, span }: Pick<ExplainTools, 'now' | 'span'>,
): string {
  if (via === null) return 'It is read after that.';
  if (paceMs === null) return 'It has nothing that could be read.';
  const last = readAt === null ? 'It was never read to the end' : `It was last read ${span(readAt - now)}`;
  const why = unread === null ? '.' : `; the network has not been read since: ${sentence(unread.reason)}`;
  if (state.includes('reading.reading')) return `${last}${why} It is being read now.`;
  return `${last}${why}${nextReadAt === null ? '' : ` It is read again ${span(nextReadAt - now)}.`}`;
}

export type ReceiverHandlers = HandlersOf<typeof receiver>;
