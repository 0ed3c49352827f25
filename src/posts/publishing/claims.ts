/**
 * A delivery is published as one post of its network, and no other delivery is published as the same one. The turn that
 * learns the post's id claims it; where another delivery holds that post, the answer proves nothing about this one, and
 * its chart is given an event that says so.
 */
import { type Claim, claimNetworkPosts } from '../../../store/network-posts.ts';
import type { Admit } from '../../engine/take.ts';

/** Answers that name a post, and what each becomes where another delivery holds it. */
const NAMING = { 'outcome.published': 'outcome.taken', 'finding.live': 'finding.taken' } as const;

export const admitNetworkPosts: Admit = async (tx, results, now) => {
  const claims = results.flatMap(({ actorId, event }): Claim[] => {
    const networkPostId = postNamedIn(event);
    return networkPostId === null ? [] : [{ deliveryId: actorId, networkPostId }];
  });
  if (claims.length === 0) return results;
  const taken = await claimNetworkPosts(tx, claims, now);
  return results.map((result) => {
    const networkPostId = postNamedIn(result.event);
    if (networkPostId === null || !taken.has(result.actorId)) return result;
    const type = NAMING[result.event.type as keyof typeof NAMING];
    const reason = `the network named its post ${networkPostId}, which another post of ours became`;
    return { ...result, event: { type, reason } };
  });
};

function postNamedIn(event: { type: string; networkPostId?: unknown }): string | null {
  return event.type in NAMING && typeof event.networkPostId === 'string' ? event.networkPostId : null;
}
