/** Counts the results of a post on its accounts. Pure. */
import type { Delivery, Post } from '../../base/api.ts';

/** Out on one account or more, and failed or without a part of its thread on another. */
export const isPartial = ({ status, deliveries }: Pick<Post, 'status' | 'deliveries'>): boolean =>
  status === 'published' && deliveries.some((one) => one.status === 'failed' || isCut(one));

/** Its thread is live without all of its parts. */
const isCut = ({ status, error }: Delivery) => status === 'published' && error !== null;

/** Whether sending again can change something: an account failed, and the post is not under way. */
export const canRetry = (post: Pick<Post, 'status' | 'deliveries'>): boolean =>
  post.status === 'failed' || isPartial(post);

/** On how many of its accounts a post is out, with all its parts. */
export function published({ deliveries }: Pick<Post, 'deliveries'>): { out: number; of: number } {
  return {
    out: deliveries.filter((one) => one.status === 'published' && !isCut(one)).length,
    of: deliveries.length,
  };
}
