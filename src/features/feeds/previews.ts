/** Reading a feed because a person asks what it has, before its items become posts. */
import { Problem } from '../../api/problem.ts';
import type { WorkspaceNetworks } from '../../base/workspace-networks.ts';
import { createRateLimiter } from '../../base/rate.ts';
import type { FeedReading, ReadFeedOf } from './read.ts';

/** Feeds that a workspace may have read by request on each node, a minute. */
const READS_PER_MINUTE = 30;

export interface FeedPreviews {
  /** Reads a feed. @param of.now epoch ms. @throws Problem rate_limited */
  request(
    url: string,
    of: { workspaceId: string; networks: WorkspaceNetworks | undefined; now: number },
  ): Promise<Exclude<FeedReading, { kind: 'unchanged' }>>;
}

export function feedPreviews(read: ReadFeedOf): FeedPreviews {
  const takeRequest = createRateLimiter({ requests: READS_PER_MINUTE, windowSeconds: 60 });
  return {
    request: async (url, { workspaceId, networks, now }) => {
      const { allowed, retryAfterSeconds } = takeRequest(workspaceId, now);
      if (!allowed)
        throw new Problem(
          'rate_limited',
          `this workspace has read ${READS_PER_MINUTE} feeds within a minute: try again in ${retryAfterSeconds} s`,
          { retryAfterSeconds, values: { seconds: retryAfterSeconds } },
        );
      const reading = await read(networks)(url, { before: { etag: null, lastModified: null }, now });
      if (reading.kind !== 'unchanged') return reading;
      return {
        kind: 'failed',
        problem: 'the server says that nothing has changed, although it was not asked',
        afterMs: null,
      };
    },
  };
}
