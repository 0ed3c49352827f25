/**
 * A delivery brings one post to one account. There is exactly one delivery for each pair of post and account,
 * permanently. This keeps a second round (a retry by PATCH, a post moved to drafts and out again) from sending twice.
 *
 * sending (one step of the adapter) leads to `published`, or to one of these waits:
 * - processing: the network processes the media;
 * - limited: a rate limit is used up; no attempt is counted;
 * - refreshing: the token has expired;
 * - waiting_account: a person must connect the account again;
 * - retrying: a temporary failure, sent again after the waits of `RETRY_AFTER_MS`;
 * - verifying: the response was lost, so a lookup comes first. If it cannot show whether the post is live, the
 * delivery is `in_doubt`: the next copy is sent like a retry, unless the account's policy is to hold or a person says
 * what is there.
 * It ends as `published`, `failed`, `cancelled`, or `unresolved`: failed, and it is unknown whether the post is live.
 *
 * A thread is sent part by part in the same states, each below the one before it. When one is live the next starts like a new
 * post, with its own attempts. A thread whose first parts are live and whose next one is not ends as `partial`; a new round
 * continues there.
 */
import { cancelled, cancelling, failed, failing, partial, published, unresolved } from './ended.ts';
import { refreshing, sending } from './sending.ts';
import { base } from './setup.ts';
import { verifying } from './verifying.ts';
import { in_doubt, limited, processing, retrying, waiting_account } from './waiting.ts';

export type {
  DeliveryContext,
  DeliveryEnd,
  DeliveryEvent,
  DeliveryInput,
  LivePart,
  Ticket,
} from './context.ts';
export { visibleError as errorShown } from './context.ts';
export {
  ACCOUNT_PATIENCE_MS,
  MAX_CRASHES,
  MAX_CONTINUED,
  MAX_LIMITED_LOOKS,
  MAX_SHORT_WAITS,
  RETRY_AFTER_MS,
  SHORT_WAIT_MS,
  VERIFY_AFTER_MS,
} from './setup.ts';

export const delivery = base.createMachine({
  id: 'delivery',
  options: { maxIterations: 100 },
  context: ({ input }) => ({
    ...input,
    parts: input.parts ?? 1,
    liveParts: [],
    attempt: 1,
    checkpoint: null,
    cancelRequested: false,
    committed: false,
    outdated: false,
    lookup: 'lost',
    lastAnswer: null,
    doubt: null,
    looks: 0,
    crashes: 0,
    refreshes: 0,
    shortWaits: 0,
    refusedCredentials: 0,
    waitMs: 0,
    nextAttemptAt: null,
    ticket: null,
    waitUntil: null,
    networkPostId: null,
    url: null,
    error: null,
  }),
  initial: 'sending',
  states: {
    sending,
    processing,
    retrying,
    in_doubt,
    limited,
    waiting_account,
    refreshing,
    verifying,
    failing,
    cancelling,
    published,
    partial,
    failed,
    unresolved,
    cancelled,
  },
});
