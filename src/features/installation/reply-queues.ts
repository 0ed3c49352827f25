/**
 * The queues of private replies, for operators: a network account has one for all workspaces that connected it. Shown are numbers, times
 * and why messages wait, and nothing that people wrote (docs/people.md, Operators).
 */
import { type Static, Type } from 'typebox';
import {
  listBusyQueues,
  listQueueAccounts,
  listWaitingWorkspaces,
  type QueueAccount,
  type QueueWorkspace,
  seatOf,
} from '../../../store/reply-queue.ts';
import type { ReplyQueueContext, WaitReason } from '../../../machines/reply-queue.ts';
import { instant, nullable, text } from '../../api/schemas.ts';
import { isoOf, isoOrNull } from '../../base/time.ts';
import { WAITS } from '../../kinds/reply-queue.ts';
import { ofInstallation, operation } from './context.ts';

const MAX_QUEUES = 100;

const QueueView = Type.Object({
  id: Type.String(),
  platform: Type.String(),
  account: nullable(text('Its handle at the network; null if it is connected nowhere any more.')),
  waiting: Type.Integer({ description: 'How many messages wait, over all workspaces.' }),
  sentLastHour: Type.Integer({ description: 'In the hour before the last place that was granted.' }),
  nextAt: nullable(instant('When the next place comes; null while places are being granted.')),
  because: nullable(text('Why it does not come now.')),
  workspaces: Type.Array(
    Type.Object({
      slug: Type.String(),
      name: Type.String(),
      live: Type.Integer({
        description: 'How many of its messages wait that are of live broadcasts: they come first.',
      }),
      queued: Type.Integer({ description: 'How many others wait.' }),
      heldUntil: nullable(
        instant('Until when a fault of its account holds its messages. Then one of them tries.'),
      ),
      fault: nullable(text('Why its account cannot send, in the network’s words.')),
    }),
  ),
});

const example: Static<typeof QueueView> = {
  id: 'rqueue_01jd0000000000000000000001',
  platform: 'instagram',
  account: '@cafe.luna',
  waiting: 41,
  sentLastHour: 700,
  nextAt: '2026-05-04T08:05:00.000Z',
  because: WAITS.full,
  workspaces: [{ slug: 'cafe-luna', name: 'Café Luna', live: 1, queued: 40, heldUntil: null, fault: null }],
};

export const listReplyQueues = operation({
  ...ofInstallation,
  id: 'listReplyQueues',
  dashboard: { method: 'get', path: '/app/api/installation/reply-queues' },
  summary: 'List queues of private replies',
  description:
    'Up to 100 queues of the cell in which messages wait, the next place first, with how many each workspace has there and why they wait.',
  result: Type.Object({ queues: Type.Array(QueueView) }),
  example: { result: { queues: [example] } },
  handle: async ({ context: { sql } }) => {
    const queues = await listBusyQueues(sql, MAX_QUEUES);
    const ids = queues.map(({ id }) => id);
    const [waiting, accounts] = await Promise.all([
      listWaitingWorkspaces(sql, ids),
      Promise.all(queues.map(({ context }) => listQueueAccounts(sql, context))),
    ]);
    return {
      body: {
        queues: queues.map(({ id, state, context, title }, index) => {
          const workspaces = waiting
            .filter(({ queueId }) => queueId === id)
            .map((one) => workspaceView(one, { context, accounts: accounts[index]! }));
          return {
            id,
            platform: context.platform,
            account: title,
            waiting: workspaces.reduce((sum, { live, queued }) => sum + live + queued, 0),
            sentLastHour: context.sent,
            nextAt: isoOrNull(context.nextAt),
            because: WAITS[state as WaitReason] ?? null,
            workspaces,
          };
        }),
      },
    };
  },
});

function workspaceView(
  { queueId, workspaceId, slug, name, live, queued }: QueueWorkspace,
  { context: { holds }, accounts }: { context: ReplyQueueContext; accounts: readonly QueueAccount[] },
) {
  const hold = holds[seatOf(queueId, workspaceId)];
  const account = accounts.find((one) => one.workspaceId === workspaceId);
  const reconnect = account?.needsPerson === true ? 'the account has to be connected again' : null;
  return {
    slug,
    name,
    live,
    queued,
    heldUntil: hold === undefined ? null : isoOf(hold.until),
    fault: reconnect === null ? null : (account?.reason ?? reconnect),
  };
}
