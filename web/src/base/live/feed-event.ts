import type { LiveEvent } from '../../../../clients/typescript/src/live-messages.ts';

/** One event of the live feed (docs/live.md). */
export type FeedEvent = Omit<LiveEvent, 'type'>;
