/** An item of a feed becomes one post, for those who may, and what was there before becomes none. */
import { changesIn, type Mutant } from '../mutant.ts';

const flows = ['test/feeds/feeds.test.ts'];
const machine = ['test/machines/feed.test.ts'];

export const feedMutants: Mutant[] = [
  ...changesIn('src/features/feeds/work.ts', flows, [
    [
      'what a feed has at its first read is posted',
      'backfill === null ? 0 : Math.max(0, fresh.length - backfill)',
      '0',
    ],
    ['an item that is stored is new', '!stored.has(key)', 'key !== null'],
    [
      'a feed of who may not approve publishes',
      "row.mayApprove ? (found.role ?? 'viewer') : 'viewer'",
      "found.role ?? 'viewer'",
    ],
    ['two posts take one slot', "found.row.mode === 'next_slot' ? 1 : MAX_TOGETHER", 'MAX_TOGETHER'],
  ]),
  ...changesIn('machines/feed.ts', machine, [
    [
      'what an earlier round of a feed reports counts',
      'isCurrent: ({ context }, { round }: { round: number }) => context.round === round',
      'isCurrent: (_, { round }: { round: number }) => round > 0',
    ],
    ['a person is told at each failure', ' && !context.isTold', ''],
  ]),
];
