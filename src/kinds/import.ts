/** The kind `import`: posts made of the rows of a file. machines/import.ts makes the decisions. */
import { type ImportContext, imports as machine } from '../../machines/import.ts';
import { describeImports, pruneImports } from '../../store/imports.ts';
import { DAY_MS } from '../base/durations.ts';
import { counted } from '../base/grammar.ts';
import { defineKind, type HandlersOf, statusOf } from '../engine/kind.ts';
import type { Spanning } from '../engine/kind-view.ts';
import { butFailed } from './views/but-failed.ts';
import { describeBy } from './views/titles.ts';

/** It names the accounts of its rows, and nothing of what is posted there. */
const spanning: Spanning = {
  accountsOf: ({ accountIds = [] }) => accountIds as string[],
  context: (context, reaches) => ({
    ...context,
    accountIds: ((context['accountIds'] ?? []) as string[]).filter(reaches),
  }),
  event: (event, reaches) => {
    const { input } = event as { input?: { accountIds: string[] } };
    if (input === undefined) return event;
    return { ...event, input: { ...input, accountIds: input.accountIds.filter(reaches) } };
  },
  params: (_, params) => params,
};

export const imports = defineKind({
  name: 'import',
  idPrefix: 'import',
  machine,
  version: 1,
  upgrades: {},
  listColumns: (snapshot) => {
    const { nextAt, endedAt, reason } = snapshot.context as ImportContext;
    return { status: statusOf(snapshot), shelf: null, plannedAt: nextAt, reachedAt: endedAt, reason };
  },
  feedEvent: null,
  announcements: {},
  effects: {
    checkImportRows: { answers: ['rows.'], with: 'network' },
    createImportPosts: { answers: ['rows.'], with: 'network' },
    removeImportPosts: { answers: ['posts.removed'], with: 'network' },
  },
  restingStates: ['checked', 'finished', 'stopped'],
  // as long as the journal, so that an import can be taken back when its posts were planned far ahead
  retention: { label: 'imports', retentionMs: 90 * DAY_MS, prune: pruneImports },
  view: {
    remembers: { error: 'reason' },
    describe: describeBy(describeImports),
    waitsForPerson: (state) =>
      state === 'paused'
        ? 'The plan of the workspace does not include publishing: set another plan, or take the import back.'
        : null,
    timers: {
      untilLook: { title: 'Look for a plan now', detail: 'The wait is skipped.', isNextTry: true },
    },
    actions: () => [],
    spanning,
    explain: {
      sentence: ({ row, snapshot }, { failureOf, when }) => {
        const context = snapshot.context as ImportContext;
        const next = context.nextAt === null ? '' : ` It looks again at ${when(context.nextAt)}.`;
        return `${sentenceOf(statusOf(snapshot), context)}${next}${butFailed(failureOf(row))}`;
      },
    },
  },
});

function sentenceOf(state: string, context: ImportContext): string {
  const { rows, accepted, refused, removed, kept } = context;
  const done = `${accepted + refused} of ${counted(rows, 'row')}`;
  const problems = refused === 0 ? 'none has a problem' : `${refused} with a problem`;
  switch (state) {
    case 'checking':
      return `This file is being checked: ${done}.`;
    case 'checked':
      return `This file was checked and nothing was created: ${counted(rows, 'row')}, ${problems}.`;
    case 'finished':
      return `This file was imported: ${counted(accepted, 'post')} of ${counted(rows, 'row')}, ${problems}.`;
    case 'paused':
      return `This import waits at ${done}, because the plan of the workspace does not include publishing.`;
    case 'stopped':
      return context.reason === 'plan'
        ? `This import was stopped at ${done}: the workspace had no plan for publishing for a week.`
        : `This import was stopped at ${done}: the person who sent the file may not create posts in the workspace any more.`;
    case 'removing':
      return `This import is being taken back: ${counted(removed, 'post')} removed so far.`;
    case 'removed':
      return `This import was taken back: ${counted(removed, 'post')} removed, ${kept} kept because they are out or were changed.`;
    default:
      return `This file is being imported: ${done}.`;
  }
}

export type ImportHandlers = HandlersOf<typeof imports>;
