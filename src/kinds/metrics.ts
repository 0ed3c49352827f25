/** The kind `metrics`: the numbers of one account. machines/metrics.ts makes the decisions. */
import { metrics as machine, type MetricsContext } from '../../machines/metrics.ts';
import { defineKind, type HandlersOf, statusOf } from '../engine/kind.ts';
import { redactText } from '../base/redact.ts';
import { describeByAccount } from './views/titles.ts';
import { butFailed } from './views/but-failed.ts';
import { DAY_MS } from '../base/durations.ts';

/** The actor of an account's numbers. */
export const metricsIdOf = (accountId: string): string => accountId.replace(/^acc_/, 'metrics_');

export const metrics = defineKind({
  name: 'metrics',
  idPrefix: 'metrics',
  machine,
  version: 1,
  upgrades: {},
  listColumns: (snapshot) => {
    const { problem, reason, fetchedAt, nextAt } = snapshot.context as MetricsContext;
    const status = statusOf(snapshot) === 'ended' ? 'ended' : (problem ?? 'ok');
    return { status, shelf: null, plannedAt: nextAt, reachedAt: fetchedAt, reason };
  },
  feedEvent: null,
  announcements: {},
  effects: { readNumbers: { answers: ['read.'], with: 'network' } },
  restingStates: [],
  isEndless: true,
  retention: { label: 'endedNumbers', retentionMs: DAY_MS },
  view: {
    remembers: { accountId: 'accountId', error: 'reason' },
    describe: describeByAccount,
    waitsForPerson: () => null,
    timers: { untilNext: { title: 'Read now', detail: 'The numbers are read at once.' } },
    actions: (_, offer) =>
      offer.answers([
        {
          event: 'read.failed',
          title: 'Give up this refresh',
          detail: 'As if the network had been down: it is tried again later.',
          make: ({ reason }) => ({
            type: 'read.failed',
            problem: 'network_down',
            reason,
            without: [],
            cursor: null,
          }),
        },
      ]),
    explain: {
      sentence: ({ row, snapshot }, { failureOf }) => {
        const { reason, fetchedAt } = snapshot.context as MetricsContext;
        const read = fetchedAt === null ? 'never read' : `last read at ${new Date(fetchedAt).toISOString()}`;
        const why = reason === null ? '' : `: "${redactText(reason)}"`;
        const but = butFailed(failureOf(row));
        return `The numbers of this account are ${statusOf(snapshot)}, ${read}${why}.${but}`;
      },
    },
  },
});

export type MetricsHandlers = HandlersOf<typeof metrics>;
