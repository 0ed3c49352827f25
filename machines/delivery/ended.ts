/** The states in which a round has ended, and the events that start another. */
import { and } from 'xstate';
import { by } from '../by.ts';
import { endOf } from './context.ts';
import { base, giveUp, sendAfresh, sendAfterDoubt, sendAfterLook } from './setup.ts';

/** It ended without the whole post at the account: a person may want to act. */
const needsAttention = { type: 'announce', params: { event: 'post.needs_attention' } } as const;

const keepRound = { guard: by('isNewRound'), actions: by('keepRound') } as const;

export const failing = base.createStateConfig({
  description: 'It failed. If the post may be live, the result is unresolved.',
  always: [
    { guard: 'mayBeLive', target: 'unresolved' },
    { guard: 'hasLiveParts', target: 'partial' },
    { target: 'failed' },
  ],
});

export const cancelling = base.createStateConfig({
  description: 'It was cancelled. If the post may be live, the result is unresolved.',
  always: [
    { guard: 'mayBeLive', target: 'unresolved' },
    { guard: 'hasLiveParts', target: 'partial', actions: 'showStopped' },
    { target: 'cancelled' },
  ],
});

export const published = base.createStateConfig({
  type: 'final',
  entry: { type: 'tell', params: ({ context }) => endOf(context, 'published') },
});

/** A person found a part live after the round had ended: the next part waits for a new round. */
const toPartial = {
  target: '#delivery.partial',
  actions: ['clearDoubt', by('keepPart'), 'showStopped'],
} as const;
const toPublished = { target: '#delivery.published', actions: ['clearDoubt', by('keepPublished')] } as const;
const findLater = [
  { ...toPublished, guard: and(['mayBeLive', 'isLastPart']) },
  { ...toPartial, guard: 'mayBeLive' },
] as const;

export const partial = base.createStateConfig({
  description:
    'The first parts of the thread are live and the next one is not. A new round continues with it and repeats none.',
  entry: [{ type: 'tell', params: ({ context }) => endOf(context, 'published') }, needsAttention],
  on: {
    cancel: keepRound,
    send: [sendAfterDoubt, sendAfresh],
    'resolve.live': findLater,
  },
});

export const failed = base.createStateConfig({
  description: 'Ended without success. A new round may send again.',
  entry: [{ type: 'tell', params: ({ context }) => endOf(context, 'failed') }, needsAttention],
  on: {
    cancel: keepRound,
    send: [sendAfterDoubt, sendAfresh],
    'resolve.live': findLater,
  },
});

export const unresolved = base.createStateConfig({
  description:
    'Ended, and it is unknown whether the post is live. A person says what is there, or a new round starts with a lookup.',
  entry: [
    'showUnresolved',
    { type: 'tell', params: ({ context }) => endOf(context, 'failed') },
    needsAttention,
  ],
  on: {
    cancel: keepRound,
    send: sendAfterLook,
    'resolve.live': [{ ...toPublished, guard: 'isLastPart' }, toPartial],
    'resolve.absent': [
      { guard: 'hasLiveParts', target: 'partial', actions: ['showAbsent', 'startAfresh'] },
      { target: 'failed', actions: ['showAbsent', 'startAfresh'] },
    ],
    'resolve.give_up': giveUp,
  },
});

export const cancelled = base.createStateConfig({
  description: 'Cancelled before anything was live.',
  entry: { type: 'tell', params: ({ context }) => endOf(context, 'cancelled') },
  on: { cancel: keepRound, send: sendAfresh },
});
