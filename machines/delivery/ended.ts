/** The states in which a round has ended, and the events that start another. */
import { by } from '../by.ts';
import { endOf } from './context.ts';
import { base, sendAfresh, sendAfterDoubt, sendAfterLook } from './setup.ts';

const keepRound = { guard: by('isNewRound'), actions: by('keepRound') } as const;

export const failing = base.createStateConfig({
  description: 'It failed. If the post may be live, the result is unresolved.',
  always: [{ guard: 'mayBeLive', target: 'unresolved' }, { target: 'failed' }],
});

export const cancelling = base.createStateConfig({
  description: 'It was cancelled. If the post may be live, the result is unresolved.',
  always: [{ guard: 'mayBeLive', target: 'unresolved' }, { target: 'cancelled' }],
});

export const published = base.createStateConfig({
  type: 'final',
  entry: { type: 'tell', params: ({ context }) => endOf(context, 'published') },
});

export const failed = base.createStateConfig({
  description: 'Ended without success. A new round may send again.',
  entry: { type: 'tell', params: ({ context }) => endOf(context, 'failed') },
  on: {
    cancel: keepRound,
    send: [sendAfterDoubt, sendAfresh],
    'resolve.live': {
      guard: 'mayBeLive',
      target: 'published',
      actions: ['clearDoubt', by('keepPublished')],
    },
  },
});

export const unresolved = base.createStateConfig({
  description:
    'Ended, and it is unknown whether the post is live. A person says what is there, or a new round starts with a lookup.',
  entry: ['showUnresolved', { type: 'tell', params: ({ context }) => endOf(context, 'failed') }],
  on: {
    cancel: keepRound,
    send: sendAfterLook,
    'resolve.live': { target: 'published', actions: ['clearDoubt', by('keepPublished')] },
    'resolve.absent': { target: 'failed', actions: ['showAbsent', 'startAfresh'] },
    'resolve.give_up': { target: 'failed', actions: 'showGivenUp' },
  },
});

export const cancelled = base.createStateConfig({
  description: 'Cancelled before anything was live.',
  entry: { type: 'tell', params: ({ context }) => endOf(context, 'cancelled') },
  on: { cancel: keepRound, send: sendAfresh },
});
