/**
 * An import of posts from a file. Its rows are checked (a dry run), or made into posts, some at a time, in their order. Posts and the
 * result of their rows are one commit with the step of this actor, so that a crash makes no post twice. An import can be taken back:
 * its posts that are not out are removed.
 */
import { assign, setup } from 'xstate';
import { by } from './by.ts';
import { effect, now } from './durable.ts';

/** How often an import without a plan looks whether there is one, ms. */
export const PLAN_AGAIN_MS = 3_600_000;
/** It is stopped when it has looked so often in vain, which takes a week: most of its times have passed. */
export const MAX_LOOKS = 7 * 24;

/** Who takes an import back. A type, not an interface: XState requires an index signature for JSON. */
type Removal = {
  userId: string;
  /** The caller may not remove what has a time. */
  draftsOnly: boolean;
};

/** Some rows of an import, after a row. */
export type RowsWork = { importId: string; after: number };
export type RemovalWork = RowsWork & Removal;

export type ImportInput = {
  importId: string;
  /** Who sent the file. */
  userId: string;
  dryRun: boolean;
  /** How many rows it has. */
  rows: number;
  /** The accounts that its rows name. */
  accountIds: string[];
};

export type ImportContext = ImportInput & {
  /** The last row with a result, as a spreadsheet counts: the heading is row 1. */
  after: number;
  /** Rows that can be imported, or were. */
  accepted: number;
  /** Rows that cannot. */
  refused: number;
  /** Posts that were removed, and that were not, because they are out or were changed. */
  removed: number;
  kept: number;
  removal: Removal | null;
  /** How often in a row it found no plan. */
  looks: number;
  /** When it looks for a plan again, epoch ms; null if it does not. */
  nextAt: number | null;
  /** When all rows had their results, epoch ms; null if some have none. */
  endedAt: number | null;
  /** Why it is paused, or was stopped. */
  reason: 'plan' | 'person' | null;
};

export type ImportEvent =
  /** Rows have their results. `after`: the last of them; `isLast`: there are no more. */
  | { type: 'rows.done'; after: number; accepted: number; refused: number; isLast: boolean }
  /** The plan of the workspace does not include publishing. */
  | { type: 'rows.unplanned' }
  /** The person who sent the file may not create posts in the workspace any more. */
  | { type: 'rows.disallowed' }
  | ({ type: 'remove' } & Removal)
  | { type: 'posts.removed'; after: number; removed: number; kept: number; isLast: boolean };

type RowsDone = Extract<ImportEvent, { type: 'rows.done' }>;
type PostsRemoved = Extract<ImportEvent, { type: 'posts.removed' }>;

const workOf = ({ context: { importId, after } }: { context: ImportContext }): RowsWork => ({
  importId,
  after,
});

export const imports = setup({
  types: {
    context: {} as ImportContext,
    events: {} as ImportEvent,
    input: {} as ImportInput,
  },
  actions: {
    checkImportRows: effect<RowsWork>(),
    createImportPosts: effect<RowsWork>(),
    removeImportPosts: effect<RemovalWork>(),
    keepRows: assign(({ context }, { after, accepted, refused }: RowsDone) => ({
      after,
      accepted: context.accepted + accepted,
      refused: context.refused + refused,
    })),
    keepEnd: assign(() => ({ endedAt: now() })),
    pause: assign(({ context }) => ({
      looks: context.looks + 1,
      nextAt: now() + PLAN_AGAIN_MS,
      reason: 'plan' as const,
    })),
    look: assign({ nextAt: null }),
    goOn: assign({ looks: 0, nextAt: null, reason: null }),
    stopWithoutPlan: assign(() => ({ endedAt: now(), nextAt: null, reason: 'plan' as const })),
    stopWithoutPerson: assign(() => ({ endedAt: now(), nextAt: null, reason: 'person' as const })),
    keepRemoval: assign((_, { userId, draftsOnly }: Removal) => ({
      removal: { userId, draftsOnly },
      after: 0,
      nextAt: null,
      removed: 0,
      kept: 0,
    })),
    keepRemoved: assign(({ context }, { after, removed, kept }: PostsRemoved) => ({
      after,
      removed: context.removed + removed,
      kept: context.kept + kept,
    })),
  },
  guards: {
    isDryRun: ({ context }) => context.dryRun,
    isLast: (_, { isLast }: { isLast: boolean }) => isLast,
    hasLookedEnough: ({ context }) => context.looks >= MAX_LOOKS,
  },
  delays: {
    untilLook: ({ context }) => Math.max(0, (context.nextAt ?? now()) - now()),
  },
}).createMachine({
  id: 'import',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    after: 0,
    accepted: 0,
    refused: 0,
    removed: 0,
    kept: 0,
    removal: null,
    looks: 0,
    nextAt: null,
    endedAt: null,
    reason: null,
  }),
  initial: 'starting',
  states: {
    starting: {
      always: [{ guard: 'isDryRun', target: 'checking' }, { target: 'creating' }],
    },
    checking: {
      description: 'Each row is checked as a post would be, and nothing is created.',
      entry: { type: 'checkImportRows', params: workOf },
      on: {
        'rows.done': [
          { guard: by('isLast'), target: 'checked', actions: [by('keepRows'), 'keepEnd'] },
          { target: 'checking', reenter: true, actions: by('keepRows') },
        ],
        'rows.disallowed': { target: 'stopped', actions: 'stopWithoutPerson' },
        remove: { target: 'removing', actions: by('keepRemoval') },
      },
    },
    checked: {
      description: 'Each row has a verdict. Nothing was created.',
      on: { remove: { target: 'removing', actions: by('keepRemoval') } },
    },
    creating: {
      description: 'The rows are made into posts, in their order.',
      entry: { type: 'createImportPosts', params: workOf },
      on: {
        'rows.done': [
          { guard: by('isLast'), target: 'finished', actions: [by('keepRows'), 'goOn', 'keepEnd'] },
          { target: 'creating', reenter: true, actions: [by('keepRows'), 'goOn'] },
        ],
        'rows.unplanned': [
          { guard: 'hasLookedEnough', target: 'stopped', actions: 'stopWithoutPlan' },
          { target: 'paused', actions: 'pause' },
        ],
        'rows.disallowed': { target: 'stopped', actions: 'stopWithoutPerson' },
        remove: { target: 'removing', actions: by('keepRemoval') },
      },
    },
    paused: {
      description: 'The plan of the workspace does not include publishing. It continues when it does.',
      after: { untilLook: { target: 'creating', actions: 'look' } },
      on: { remove: { target: 'removing', actions: by('keepRemoval') } },
    },
    finished: {
      description: 'Each row is a post, or has a problem.',
      on: { remove: { target: 'removing', actions: by('keepRemoval') } },
    },
    stopped: {
      description:
        'Some rows were not made into posts: there was no plan for a week, or the person may not create posts any more.',
      on: { remove: { target: 'removing', actions: by('keepRemoval') } },
    },
    removing: {
      description: 'Its posts that are not out are removed.',
      entry: {
        type: 'removeImportPosts',
        params: ({ context }) => ({ ...workOf({ context }), ...context.removal! }),
      },
      on: {
        'posts.removed': [
          { guard: by('isLast'), target: 'removed', actions: by('keepRemoved') },
          { target: 'removing', reenter: true, actions: by('keepRemoved') },
        ],
      },
    },
    removed: { type: 'final', description: 'Its posts that were not out are removed.' },
  },
});
