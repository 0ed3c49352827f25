/** Webhook events that say what needs a person, each broken in one way. */
import { changesIn, type Mutant } from '../mutant.ts';

const FLOW = ['test/flows/webhooks.test.ts'];

export const outgoingEventMutants: Mutant[] = [
  ...changesIn('src/kinds/views/post-events.ts', FLOW, [
    ['a copy that may be live is announced as one that failed', "=== 'unresolved' ?", "=== 'failed' ?"],
    [
      'a post that waits for approval is announced as one that failed',
      "reason: 'approval'",
      "reason: 'failed'",
    ],
  ]),
  ...changesIn('src/kinds/index.ts', FLOW, [
    [
      'a kind reads bodies for the actors of another kind',
      'ids.filter((id) => id.startsWith(`${idPrefix}_`))',
      "ids.filter(() => idPrefix === 'post')",
    ],
  ]),
  ...changesIn('store/accounts.ts', FLOW, [
    [
      'posts that wait for another account are counted',
      "->> 'accountId' = a.id",
      "->> 'accountId' is not null",
    ],
    [
      'posts that wait are not counted',
      'return new Map(rows.map(({ accountId, waiting }) => [accountId, waiting]));',
      'return new Map();',
    ],
  ]),
  ...changesIn(
    'machines/delivery/ended.ts',
    ['test/machines/post.test.ts', ...FLOW],
    [
      [
        'a delivery that failed says nothing',
        "entry: [{ type: 'tell', params: ({ context }) => endOf(context, 'failed') }, needsAttention],",
        "entry: [{ type: 'tell', params: ({ context }) => endOf(context, 'failed') }],",
      ],
    ],
  ),
];
