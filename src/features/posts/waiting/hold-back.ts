/** Holds a post back from an account that has to be connected again, under the locks of the post and its deliveries. */
import type { DeliveryContext, DeliveryEvent } from '../../../../machines/delivery/index.ts';
import type { Tx } from '../../../../store/connect.ts';
import type { Call } from '../../../api/operation.ts';
import { isSession, type Membership } from '../../../api/principal.ts';
import { Problem } from '../../../api/problem.ts';
import type { Turn } from '../../../engine/turn.ts';
import { insistOnUpdate } from '../allowed.ts';
import type { Hosted } from '../approval/foreign-files.ts';
import { changeLocked } from '../change.ts';
import type { PostsContext } from '../context.ts';
import { lockFamily } from '../family.ts';
import { heldBackAs } from './held-back.ts';

const DRAFT = { kind: 'draft', at: null } as const;

/** @throws Problem 404 for an unknown post, 409 not_waiting for one that does not wait for the account */
export async function holdBack(
  call: Pick<Call<PostsContext>, 'context' | 'principal' | 'now'>,
  { tx, turn }: { tx: Tx; turn: Turn },
  { id, workspace, hosted }: { id: string; workspace: Membership; hosted: Hosted },
  accountId: string,
): Promise<void> {
  const { principal } = call;
  const { row, post, deliveries } = await lockFamily(tx, turn, { id, workspace });
  insistOnUpdate({ principal, workspace }, row.status, DRAFT);
  const delivery = deliveries.get(accountId);
  const snapshots = [...deliveries.values()].map(({ snapshot }) => snapshot);
  const becomes = heldBackAs(snapshots, accountId);
  if (delivery === undefined || becomes === null)
    throw new Problem(
      'not_waiting',
      'the post does not wait for this account: it has gone on, or has ended',
      {
        accountId,
      },
    );
  if (becomes === 'draft') {
    await changeLocked(
      call,
      { tx, turn },
      { actor: post, before: row, workspace, timing: DRAFT, body: {}, hosted },
    );
    return;
  }
  const { round } = delivery.snapshot.context as DeliveryContext;
  const event: DeliveryEvent = { type: 'cancel', round };
  const { userId, keyId } = principal;
  const hand = {
    userId,
    ...(!isSession(keyId) && { keyId }),
    reason: 'the post was held back from this account',
  };
  turn.deliver(delivery, event, hand);
}
