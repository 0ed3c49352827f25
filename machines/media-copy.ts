/**
 * A copy of a file in a message: networks delete theirs within days. It is tried three times. Until there is a copy, and where there
 * will be none, the file is shown at the network's address as long as that works. An actor of the same kind deletes the copies of
 * messages that were deleted.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';
import { effect, now } from './durable.ts';

/** Waits before the second and the third try, ms; there is no fourth. */
export const COPY_AGAIN_MS = [60_000, 15 * 60_000] as const;

/** A type, not an interface: XState requires an index signature for JSON. */
export type CopiedFile = {
  messageId: string;
  /** Of the attachment in the message. */
  place: number;
};

export type MediaCopyInput = { accountId: string } & (
  | {
      file: CopiedFile;
      /** Tries of a program without such actors, and when the next one is due, epoch ms. Absent if there were none. */
      known?: { tries: number; nextAt: number };
    }
  /** The copies of these messages are deleted. */
  | { deletedIds: string[] }
);

export type MediaCopyContext = {
  accountId: string;
  /** null means that copies are deleted. */
  file: CopiedFile | null;
  deletedIds: string[];
  /** Tries that failed. */
  tries: number;
  /** When it is tried again, epoch ms; null if it is being tried, or never again. */
  nextAt: number | null;
  reason: string | null;
};

export type MediaCopyEvent =
  | { type: 'copy.done' }
  /** The message was deleted, or the network names no address any more. */
  | { type: 'copy.gone' }
  | { type: 'copy.failed'; reason: string }
  /** Too many other files are being copied. */
  | { type: 'copy.later'; afterMs: number }
  | { type: 'files.removed' }
  /** Some are left: the store refused, or one is being copied. */
  | { type: 'files.left'; afterMs: number; reason: string | null };

export const mediaCopy = setup({
  types: {
    context: {} as MediaCopyContext,
    events: {} as MediaCopyEvent,
    input: {} as MediaCopyInput,
  },
  actions: {
    copyFile: effect<CopiedFile>(),
    removeFiles: effect<{ messageIds: string[] }>(),
    begin: assign({ nextAt: null }),
    keepFailure: assign(({ context }, { reason }: { reason: string }) => ({
      tries: context.tries + 1,
      reason,
    })),
    planRetry: assign(({ context }) => ({ nextAt: now() + (COPY_AGAIN_MS[context.tries - 1] ?? 0) })),
    planAfter: assign((_, { afterMs }: { afterMs: number }) => ({ nextAt: now() + afterMs })),
    keepLeft: assign((_, { afterMs, reason }: { afterMs: number; reason: string | null }) => ({
      nextAt: now() + afterMs,
      reason,
    })),
  },
  guards: {
    removes: ({ context }) => context.file === null,
    isKnown: ({ context }) => context.nextAt !== null,
    /** The try that fails now was not the last one. */
    hasTries: ({ context }) => context.tries < COPY_AGAIN_MS.length,
  },
  delays: {
    untilNext: ({ context }) => Math.max(0, (context.nextAt ?? now()) - now()),
  },
}).createMachine({
  id: 'media_copy',
  options: { maxIterations: 100 },
  context: ({ input }) => {
    const earlier = 'file' in input ? input.known : undefined;
    return {
      accountId: input.accountId,
      file: 'file' in input ? input.file : null,
      deletedIds: 'deletedIds' in input ? input.deletedIds : [],
      tries: earlier?.tries ?? 0,
      nextAt: earlier?.nextAt ?? null,
      reason: null,
    };
  },
  initial: 'starting',
  states: {
    starting: {
      always: [
        { guard: 'removes', target: 'removing' },
        { guard: 'isKnown', target: 'waiting' },
        { target: 'copying' },
      ],
    },
    copying: {
      description: 'The file is downloaded from the network and stored.',
      entry: ['begin', { type: 'copyFile', params: ({ context }) => context.file! }],
      on: {
        'copy.done': 'copied',
        'copy.gone': 'gone',
        'copy.failed': [
          { guard: 'hasTries', target: 'waiting', actions: [by('keepFailure'), 'planRetry'] },
          { target: 'failed', actions: by('keepFailure') },
        ],
        'copy.later': { target: 'queued', actions: by('planAfter') },
      },
    },
    queued: {
      description: 'Waits, because the service copies as many files at once as it may.',
      after: { untilNext: 'copying' },
    },
    waiting: {
      description: 'It could not be copied, and is tried again.',
      after: { untilNext: 'copying' },
    },
    removing: {
      description: 'The copies of messages that were deleted are deleted.',
      entry: [
        'begin',
        { type: 'removeFiles', params: ({ context: { deletedIds } }) => ({ messageIds: deletedIds }) },
      ],
      on: {
        'files.removed': 'removed',
        'files.left': { target: 'left', actions: by('keepLeft') },
      },
    },
    left: {
      description: 'Some copies could not be deleted yet, and are tried again.',
      after: { untilNext: 'removing' },
    },
    copied: { type: 'final', description: 'There is a copy.' },
    failed: { type: 'final', description: 'It could not be copied.' },
    gone: { type: 'final', description: 'The message was deleted before there was a copy.' },
    removed: { type: 'final', description: 'The copies are deleted.' },
  },
});
