/**
 * The stream by which a network sends the events of all accounts of an app, over a connection that this service keeps open
 * (docs/receiving.md, X). It is open while an account of the network receives, and opened again after a wait when it ended. Its
 * actor belongs to the installation: networks let an app open one stream.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';
import { effect, now } from './durable.ts';

/** The wait before the first new try, ms; each further failure doubles it, up to the last one. */
const AGAIN_MS = { first: 1_000, last: 60_000 };
/** A refusal that may end by itself is reported to the accounts after this many tries. */
const TRIES_UNREPORTED = 2;

export type StreamInput = {
  platform: string;
  /**
   * When the last event arrived, epoch ms: later events are requested or read. 0 means the time is unknown; null means no events were
   * missed.
   */
  heardAt: number | null;
};

export type StreamContext = StreamInput & {
  /** Why it cannot be opened, a sentence for people; the accounts show the same one. null means there is no problem. */
  problem: string | null;
  /** Why the last connection ended, or there was none; null means it has not ended. */
  reason: string | null;
  /** Consecutive tries that received no event. */
  failures: number;
  /** When it is opened again, epoch ms; null means it does not wait. */
  nextAt: number | null;
  /** An account has asked for it since it was opened. */
  isAsked: boolean;
};

export type StreamEvent =
  /** An account receives by it. */
  | { type: 'stream.needed' }
  /** It is open since then, epoch ms. */
  | { type: 'stream.opened'; at: number }
  /** An event arrived, and all earlier ones are stored. Epoch ms. */
  | { type: 'stream.heard'; at: number }
  /** No account receives by it. */
  | { type: 'stream.unneeded' }
  | { type: 'stream.ended'; reason: string }
  /** `isTemporary`: it may work soon without an action of a person. */
  | { type: 'stream.refused'; reason: string; isTemporary: boolean }
  | { type: 'accounts.told' };

type Refused = { reason: string; isTemporary: boolean };

/** The wait after a failure. Pure. @param failures in a row before this one */
export const waitAfter = (failures: number): number =>
  Math.min(AGAIN_MS.first * 2 ** failures, AGAIN_MS.last);

export const stream = setup({
  types: {
    context: {} as StreamContext,
    events: {} as StreamEvent,
    input: {} as StreamInput,
  },
  actions: {
    /** Opens the stream and reads it. It ends with the connection; `stream.opened` and `stream.heard` come before that. */
    readStream: effect<{ platform: string }>(),
    /** Has the accounts of the network look whether they receive. */
    tellAccounts: effect<{ platform: string }>(),
    begin: assign({ nextAt: null, isAsked: false }),
    keepOpened: assign((_, { at }: { at: number }) => ({ heardAt: at, reason: null })),
    keepHeard: assign((_, { at }: { at: number }) => ({ heardAt: at, failures: 0 })),
    keepFailure: assign(({ context }, { reason }: { reason: string }) => ({
      reason,
      failures: context.failures + 1,
      nextAt: now() + waitAfter(context.failures),
    })),
    keepProblem: assign((_, { reason }: { reason: string }) => ({ problem: reason })),
    clearProblem: assign({ problem: null }),
    noteAsked: assign({ isAsked: true }),
    forget: assign({ heardAt: null, problem: null, reason: null, failures: 0 }),
  },
  guards: {
    isAsked: ({ context }) => context.isAsked,
    isFirstAsk: ({ context }) => !context.isAsked,
    hasProblem: ({ context }) => context.problem !== null,
    isNews: ({ context: { problem, failures } }, { reason, isTemporary }: Refused) =>
      reason !== problem && (!isTemporary || failures >= TRIES_UNREPORTED),
  },
  delays: {
    untilNext: ({ context }) => Math.max(0, (context.nextAt ?? now()) - now()),
  },
}).createMachine({
  id: 'stream',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    problem: null,
    reason: null,
    failures: 0,
    nextAt: null,
    isAsked: false,
  }),
  initial: 'connected',
  states: {
    idle: {
      description: 'No account receives by the stream.',
      on: { 'stream.needed': 'connected' },
    },
    connected: {
      entry: ['begin', { type: 'readStream', params: ({ context: { platform } }) => ({ platform }) }],
      initial: 'opening',
      on: {
        'stream.needed': { guard: 'isFirstAsk', actions: 'noteAsked' },
        'stream.opened': { actions: by('keepOpened') },
        'stream.heard': { actions: by('keepHeard') },
        'stream.ended': { target: 'waiting', actions: by('keepFailure') },
        'stream.refused': [
          { guard: by('isNews'), target: 'reporting', actions: [by('keepFailure'), by('keepProblem')] },
          { target: 'refused', actions: by('keepFailure') },
        ],
        'stream.unneeded': [
          // an account may have come after the look that found none
          { guard: 'isAsked', target: 'connected', reenter: true },
          { target: 'idle', actions: 'forget' },
        ],
      },
      states: {
        opening: {
          description: 'The stream is being opened.',
          on: {
            'stream.opened': [
              { guard: 'hasProblem', target: 'recovered', actions: [by('keepOpened'), 'clearProblem'] },
              { target: 'open', actions: by('keepOpened') },
            ],
          },
        },
        recovered: {
          description: 'It is open again; the accounts that were read in the meantime are notified.',
          entry: { type: 'tellAccounts', params: ({ context: { platform } }) => ({ platform }) },
          on: { 'accounts.told': 'open' },
        },
        open: { description: 'The network sends the events of all accounts.' },
      },
    },
    reporting: {
      description: 'The network refuses the stream; the accounts are notified, and are read instead.',
      entry: { type: 'tellAccounts', params: ({ context: { platform } }) => ({ platform }) },
      on: { 'accounts.told': 'refused' },
    },
    refused: {
      description: 'The network refuses the stream, for the given reason; it is tried again.',
      after: { untilNext: 'connected' },
    },
    waiting: {
      description: 'The stream ended; it is opened again.',
      after: { untilNext: 'connected' },
    },
  },
});
