/** Counts the results of a post on its accounts. Pure. */
import type { Post } from '../../base/api.ts';

/** Out on one account or more, and failed on another. */
export const isPartial = ({ status, deliveries }: Pick<Post, 'status' | 'deliveries'>): boolean =>
  status === 'published' && deliveries.some((one) => one.status === 'failed');

/** Whether sending again can change something: an account failed, and the post is not under way. */
export const canRetry = (post: Pick<Post, 'status' | 'deliveries'>): boolean =>
  post.status === 'failed' || isPartial(post);

/** On how many of its accounts a post is out. */
export function published({ deliveries }: Pick<Post, 'deliveries'>): { out: number; of: number } {
  return { out: deliveries.filter(({ status }) => status === 'published').length, of: deliveries.length };
}
