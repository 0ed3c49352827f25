/** How a round ends, and what may begin another. */
import { by } from '../by.ts';
import { endOf } from './context.ts';
import { base, sendAfresh, sendAfterDoubt, sendAfterLook } from './setup.ts';

const keepRound = { guard: by('isNewRound'), actions: by('keepRound') } as const;

export const failing = base.createStateConfig({
  description: 'It failed. Whether nothing is live decides which end that is.',
  always: [{ guard: 'mayBeLive', target: 'unresolved' }, { target: 'failed' }],
});

export const cancelling = base.createStateConfig({
  description: 'It was cancelled. Whether nothing is live decides which end that is.',
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
    'Ended without anybody knowing whether the post is live. A person says what is there, or a new round looks first.',
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
