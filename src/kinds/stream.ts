/** The kind `stream`: a network's stream of events. machines/stream.ts makes the decisions. */
import { networks, type Platform } from '../../adapters/networks.ts';
import { stream as machine, type StreamContext } from '../../machines/stream.ts';
import { listStreamsOf } from '../../store/streams.ts';
import { redactText } from '../base/redact.ts';
import { defineKind, type HandlersOf, statusOf } from '../engine/kind.ts';
import { butFailed } from './views/but-failed.ts';
import { stateName } from '../engine/state-name.ts';

const nameOf = (platform: string | null): string => networks[platform as Platform]?.name ?? 'a network';

export const stream = defineKind({
  name: 'stream',
  idPrefix: 'stream',
  machine,
  version: 1,
  upgrades: {},
  listColumns: (snapshot) => {
    const { reason } = snapshot.context as StreamContext;
    // no list reads when the last event arrived; that column is in an index, and the time changes every few seconds
    return { status: statusOf(snapshot), shelf: null, plannedAt: null, reachedAt: null, reason };
  },
  feedEvent: null,
  announcements: {},
  effects: {
    readStream: {
      answers: ['stream.ended', 'stream.refused', 'stream.unneeded'],
      with: 'network',
      isOpenEnded: true,
    },
    tellAccounts: { answers: ['accounts.told'], with: 'network' },
  },
  restingStates: [],
  isEndless: true,
  // that something was heard is no news
  routine: { events: ['stream.heard', 'stream.needed'], fields: ['heardAt', 'failures', 'isAsked'] },
  shared: listStreamsOf,
  // at most one row for each network, which keeps nothing of a workspace
  retention: null,
  view: {
    remembers: { platform: 'platform', error: 'reason' },
    describe: async (_, rows) =>
      new Map(rows.map(({ id, platform }) => [id, { title: `Stream of ${nameOf(platform)}` }])),
    waitsForPerson: () => null,
    timers: {
      untilNext: {
        title: 'Open now',
        detail: 'Opens the stream at once, without the rest of the wait.',
        isNextTry: true,
      },
    },
    actions: () => [],
    explain: {
      sentence: ({ row, snapshot }, { failureOf, span, when, now }) => {
        const { platform, heardAt, nextAt, reason } = snapshot.context as StreamContext;
        const name = nameOf(platform);
        const but = butFailed(failureOf(row));
        const lastSign = !heardAt ? '' : ` Something was last heard ${span(heardAt - now)}.`;
        const why = reason === null ? '' : `: "${redactText(reason)}"`;
        const again = nextAt === null ? '' : ` It is opened again at ${when(nextAt)}.`;
        return `${sentenceOf(stateName(snapshot.value), name)}${why}.${lastSign}${again}${but}`;
      },
    },
  },
});

/** What a state means, without its full stop. */
function sentenceOf(state: string, name: string): string {
  switch (state) {
    case 'idle':
      return `No account on ${name} receives by the stream, so it is closed`;
    case 'connected.open':
    case 'connected.recovered':
      return `The stream is open: ${name} sends by it what people write`;
    case 'reporting':
    case 'refused':
      return `${name} refuses the stream, and the accounts are read instead`;
    case 'waiting':
      return 'The stream ended';
    default:
      return 'The stream is being opened';
  }
}

export type StreamHandlers = HandlersOf<typeof stream>;
