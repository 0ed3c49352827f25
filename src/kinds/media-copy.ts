/** The kind `media_copy`: copies of files in messages, and their deletion. machines/media-copy.ts makes the decisions. */
import {
  mediaCopy as machine,
  type MediaCopyContext,
  type MediaCopyInput,
} from '../../machines/media-copy.ts';
import { copyIdOf } from '../../store/message-copies.ts';
import { newActorId } from '../base/ids.ts';
import { redactText } from '../base/redact.ts';
import { defineKind, type HandlersOf, statusOf } from '../engine/kind.ts';
import type { Turn } from '../engine/turn.ts';
import { describeByAccount } from './views/titles.ts';
import { butFailed } from './views/but-failed.ts';
import { DAY_MS } from '../base/durations.ts';

/** Messages whose copies one actor deletes. */
const MAX_REMOVED = 200;

export const mediaCopy = defineKind({
  name: 'media_copy',
  idPrefix: 'copy',
  machine,
  version: 1,
  upgrades: {},
  listColumns: (snapshot) => {
    const { nextAt, reason } = snapshot.context as MediaCopyContext;
    return { status: statusOf(snapshot), shelf: null, plannedAt: nextAt, reachedAt: null, reason };
  },
  feedEvent: null,
  announcements: {},
  effects: {
    copyFile: { answers: ['copy.'], with: 'network' },
    removeFiles: { answers: ['files.'], with: 'network' },
  },
  restingStates: [],
  // in a flood of pictures a file may wait for its place many times
  routine: { events: ['copy.later', 'xstate.after.untilNext.media_copy.queued'], fields: ['nextAt'] },
  retention: { label: 'mediaCopies', retentionMs: 2 * DAY_MS },
  view: {
    remembers: { accountId: 'accountId', error: 'reason' },
    describe: describeByAccount,
    waitsForPerson: () => null,
    timers: {
      untilNext: { title: 'Try again now', detail: 'The wait is skipped.', isNextTry: true },
    },
    actions: (_, offer) =>
      offer.answers(
        [
          {
            event: 'copy.failed',
            title: 'Give up this try',
            detail: 'As if the file could not be downloaded: it is tried again while tries are left.',
            make: ({ reason }) => ({ type: 'copy.failed', reason }),
          },
        ],
        { harmless: true },
      ),
    explain: {
      sentence: ({ row, snapshot }, { failureOf, when }) => {
        const { nextAt, reason } = snapshot.context as MediaCopyContext;
        const but = butFailed(failureOf(row));
        const why = reason === null ? '' : `: "${redactText(reason)}"`;
        const again = nextAt === null ? '' : ` It is tried again at ${when(nextAt)}.`;
        return `${SENTENCES[statusOf(snapshot)] ?? SENTENCES['copying']}${why}.${again}${but}`;
      },
    },
  },
});

const AT_NETWORK = 'until then the file is shown at the address of the network, as long as that works';
const SENTENCES: { [state: string]: string } = {
  copying: `This file of a message is being copied; ${AT_NETWORK}`,
  queued: `This file of a message waits until other files are copied; ${AT_NETWORK}`,
  waiting: `This file of a message could not be copied; ${AT_NETWORK}`,
  copied: 'This file of a message was copied, and the copy is shown',
  failed:
    'This file of a message could not be copied in three tries, so it is shown at the address of the network, as long as that works',
  gone: 'This file was not copied, because its message was deleted',
  removing: 'The copies of files in messages that were deleted are being deleted',
  left: 'Some copies of files in messages that were deleted are not deleted yet',
  removed: 'The copies of files in messages that were deleted are deleted',
};

/** Copies a file. Part of the turn that stores the message, or that takes over from a program without such actors. */
export function startCopy(
  turn: Turn,
  workspaceId: string,
  input: Extract<MediaCopyInput, { file: unknown }>,
): void {
  turn.start({ kind: mediaCopy.name, id: copyIdOf(input.file), workspaceId, input });
}

/**
 * Deletes the copies of messages that are deleted in the same transaction.
 * @param deletedIds messages whose copies were marked (`markCopiesDeleted`)
 */
export function removeCopies(
  turn: Turn,
  { workspaceId, accountId }: { workspaceId: string; accountId: string },
  deletedIds: readonly string[],
): void {
  for (let from = 0; from < deletedIds.length; from += MAX_REMOVED) {
    const input: MediaCopyInput = { accountId, deletedIds: deletedIds.slice(from, from + MAX_REMOVED) };
    const id = newActorId(mediaCopy, turn.now);
    turn.start({ kind: mediaCopy.name, id, workspaceId, input });
  }
}

export type MediaCopyHandlers = HandlersOf<typeof mediaCopy>;
