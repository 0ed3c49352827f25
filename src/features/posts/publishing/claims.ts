/**
 * A delivery is published as one post of its network, and no other delivery is published as the same one. Before the turn that
 * learns the post's id it is claimed; where another delivery holds that post, the answer proves nothing about this one, and
 * its chart is given an event that says so.
 */
import type { DeliveryContext } from '../../../../machines/delivery/index.ts';
import type { Tx } from '../../../../store/connect.ts';
import { type Claim, claimNetworkPosts } from '../../../../store/network-posts.ts';
import { Problem } from '../../../api/problem.ts';
import type { Actor } from '../../../engine/actor.ts';
import type { Admit } from '../../../engine/take.ts';

/** Answers that name a post, and what each becomes where another delivery holds it. */
const NAMING = { 'outcome.published': 'outcome.taken', 'finding.live': 'finding.taken' } as const;

/** @param onLive hears the accounts on which posts are live, before the turn that says so is committed */
export const admitNetworkPosts =
  (onLive: (accountIds: string[]) => void = () => undefined): Admit =>
  async (tx, results, now, actors) => {
    const claims = results.flatMap(({ actorId, event }): Claim[] => {
      const networkPostId = postNamedIn(event);
      const { accountId } = actors.get(actorId)!.snapshot.context as DeliveryContext;
      return networkPostId === null ? [] : [{ deliveryId: actorId, accountId, networkPostId }];
    });
    if (claims.length === 0) return results;
    const claimed = await claimNetworkPosts(tx, claims, now);
    onLive(claims.flatMap(({ deliveryId, accountId }) => (claimed.has(deliveryId) ? [] : [accountId])));
    return results.map((result) => {
      const networkPostId = postNamedIn(result.event);
      if (networkPostId === null || !claimed.has(result.actorId)) return result;
      const type = NAMING[result.event.type as keyof typeof NAMING];
      const reason = `the network named its post ${networkPostId}, which another post of ours became`;
      return { ...result, event: { type, reason } };
    });
  };

/**
 * Claims the post that an event by hand names, if it names one.
 * @throws Problem as `claimForPerson`
 */
export async function admitByHand(
  tx: Tx,
  { actor, event }: { actor: Pick<Actor, 'id' | 'snapshot'>; event: { type: string } },
  now: number,
): Promise<void> {
  const networkPostId = postNamedIn(event);
  if (networkPostId === null) return;
  const { accountId } = actor.snapshot.context as DeliveryContext;
  await claimForPerson(tx, { deliveryId: actor.id, accountId, networkPostId }, now);
}

/**
 * Claims the post that a person says is the delivery's.
 * @throws Problem network_post_taken when another delivery holds it
 */
export async function claimForPerson(tx: Tx, claim: Claim, now: number): Promise<void> {
  const claimed = await claimNetworkPosts(tx, [claim], now);
  if (claimed.size === 0) return;
  throw new Problem(
    'network_post_taken',
    `${claim.networkPostId} is another post of this service; look for the copy of this one`,
    { param: '/networkPostId' },
  );
}

function postNamedIn(event: { type: string; networkPostId?: unknown }): string | null {
  return event.type in NAMING && typeof event.networkPostId === 'string' ? event.networkPostId : null;
}
