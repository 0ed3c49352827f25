/** The effect of a rule's answer that waits: may it be sent, and when (machines/private-reply.ts)? */
import { HELD_FOR_MS, type PrivateReplyEvent } from '../../../machines/private-reply.ts';
import type { PlaceDeps } from './place-deps.ts';
import { type Answering, holdMessages, readAnswering, takeTrial } from '../../../store/answering.ts';
import { claimPlace } from '../../../store/answered-comments.ts';
import { hasBroadcastEnded } from '../../../store/broadcasts.ts';
import { findReplyState } from '../../../store/private-replies.ts';
import { accountLoader, type LoadedAccount } from '../accounts/index.ts';
import { claimPrivateAnswer, PRIVATE_ANSWER_WITHIN_MS } from '../comments/index.ts';
import type { PrivateReplyHandlers } from '../../kinds/private-reply.ts';
import { allows } from '../../base/plans/plan.ts';
import { FreePlaces } from './free-places.ts';
import { Lines } from './lines.ts';
import { paceOf, PRIVATE_REPLIES } from './pace.ts';
import { publicReplyHandlers } from './public-turn.ts';
import { queueCounts } from './queue-counts.ts';

type PlaceEvent = Extract<PrivateReplyEvent, { type: `place.${string}` }>;
type Asked = Parameters<PrivateReplyHandlers['takePlace']>[0];

export function privateReplyHandlers(deps: PlaceDeps): PrivateReplyHandlers {
  const load = accountLoader(deps);
  const places = new FreePlaces();
  const lines = new Lines();
  const counts = queueCounts(deps);
  return {
    takePlace: async (asked): Promise<PlaceEvent> => {
      const { accountId, replyId } = asked;
      const now = deps.clock();
      // places are taken in the order in which they were asked for: the reads before that end in any order
      const line = lines.enter(accountId);
      try {
        const [account, reply, answering] = await Promise.all([
          load(accountId),
          findReplyState(deps.sql, replyId),
          readAnswering(deps.sql, accountId),
        ]);
        if (!account || !reply?.isActive) return { type: 'place.refused', reason: 'paused' };
        if (!allows(reply, 'rules', now)) return { type: 'place.refused', reason: 'plan' };
        if (reply.hasOptedOut) return { type: 'place.refused', reason: 'opted_out' };
        if (asked.isLive && (await hasBroadcastEnded(deps.sql, replyId)))
          return { type: 'place.refused', reason: 'live_over' };
        const refused = await heldOrLate(deps, asked, { account, answering, line, counts, now });
        if (refused) return refused;
        line.leave();
        return await claim(deps, asked, { account, places, now });
      } finally {
        line.leave();
      }
    },
    holdQueue: async ({ accountId, reason, forMs }) => {
      await holdMessages(deps.sql, { accountId, reason, until: deps.clock() + forMs });
      return { type: 'queue.held' };
    },
    ...publicReplyHandlers(deps, load),
  };
}

/** Why it is not to be sent now; null: it may ask for the comment. */
async function heldOrLate(
  { sql, budgets }: PlaceDeps,
  { accountId, commentedAt, hasPlace, isLive }: Asked,
  {
    account,
    answering,
    line,
    counts,
    now,
  }: {
    account: LoadedAccount;
    answering: Answering;
    line: ReturnType<Lines['enter']>;
    counts: ReturnType<typeof queueCounts>;
    now: number;
  },
): Promise<PlaceEvent | null> {
  const latestAt = commentedAt + PRIVATE_ANSWER_WITHIN_MS;
  if (now > latestAt) return { type: 'place.refused', reason: 'too_old' };
  if (account.status === 'needs_reconnect')
    return { type: 'place.held', reason: account.reason ?? 'the account has to be connected again' };
  const { heldUntil, heldReason, evenPace } = answering;
  if (heldUntil !== null) {
    const isTrial = await takeTrial(sql, { accountId, now, until: now + HELD_FOR_MS });
    if (!isTrial) return { type: 'place.held', reason: heldReason ?? 'the account cannot send' };
  }
  // a live broadcast does not wait for the others
  if (hasPlace || isLive) return null;
  const pace = paceOf(evenPace);
  await line.turn;
  await counts.keep({ accountId, account: account.access, pace, movedUpAt: answering.movedUpAt, now });
  const afterMs = await budgets.reserve({ account: account.access, ...pace, now, latestAt });
  line.leave();
  // the network takes no answer any more when its turn comes
  if (afterMs === null) return { type: 'place.refused', reason: 'too_old' };
  return afterMs > 0 ? { type: 'place.wait', afterMs } : null;
}

/** Claims the comment, and counts the message within the hour of the network account. */
async function claim(
  databases: Pick<PlaceDeps, 'sql' | 'directory'>,
  { replyId, commentId, isLive }: Asked,
  { account, places, now }: { account: LoadedAccount; places: FreePlaces; now: number },
): Promise<PlaceEvent> {
  const { platform, remoteId } = account.access;
  const comment = { platform, remoteId, commentId };
  const key = `${platform} ${remoteId}`;
  const { max, windowMs } = PRIVATE_REPLIES;
  const asker = { key, replyId, isLive };
  // one at least: whoever is behind more than the hour takes asks again when the last place becomes free
  const limit = { max: Math.max(1, max - places.ahead(asker, now)), windowMs };
  const wanted = { ...comment, holder: replyId, limit, now };
  let claimed = await claimPlace(databases.directory, wanted);
  // one that has failed loses its claim
  if (claimed.kind === 'other' && (await claimPrivateAnswer(databases, comment, replyId)))
    claimed = await claimPlace(databases.directory, wanted);
  if (claimed.kind === 'full') {
    const afterMs = places.next(asker, { freeAt: claimed.freeAt, now }) - now;
    return { type: 'place.wait', afterMs };
  }
  places.done(key, replyId);
  return claimed.kind === 'claimed'
    ? { type: 'place.granted' }
    : { type: 'place.refused', reason: 'answered' };
}
