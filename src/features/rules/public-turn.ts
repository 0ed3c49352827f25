/**
 * The pace of public replies (machines/private-reply.ts). Networks take many of them within a short time for spam, even with
 * different texts. So they have a separate rate limit, and stop for a day when the network reports spam.
 */
import type { PrivateReplyEvent } from '../../../machines/private-reply.ts';
import { readAnswering, stopPublicReplies, takePublicTurn } from '../../../store/answering.ts';
import { findReplyState } from '../../../store/private-replies.ts';
import type { Sql } from '../../../store/connect.ts';
import type { accountLoader, Budgets } from '../accounts/index.ts';
import type { PrivateReplyHandlers } from '../../kinds/private-reply.ts';

export interface PublicTurnDeps {
  sql: Sql;
  clock: () => number;
  budgets: Pick<Budgets, 'reserve'>;
  /** A number from 0 to 1, for what is not to look like a machine's. */
  random: () => number;
}

/** How long public replies stop after the network took one for spam. */
export const BREAKER_MS = 24 * 3_600_000;
/** Each gap is longer by up to this part of it, at random. */
const JITTER = 1 / 3;

type TurnEvent = Extract<PrivateReplyEvent, { type: `turn.${string}` }>;

export function publicReplyHandlers(
  { sql, budgets, clock, random }: PublicTurnDeps,
  load: ReturnType<typeof accountLoader>,
): Pick<PrivateReplyHandlers, 'takeTurn' | 'tripBreaker'> {
  return {
    takeTurn: async ({ replyId, accountId, hasTurn, latestAt }): Promise<TurnEvent> => {
      const now = clock();
      const [account, reply, answering] = await Promise.all([
        load(accountId),
        findReplyState(sql, replyId),
        readAnswering(sql, accountId),
      ]);
      if (!account || !reply?.isActive) return { type: 'turn.skipped', reason: 'paused' };
      const late: TurnEvent = { type: 'turn.skipped', reason: 'late' };
      if (latestAt !== null && now > latestAt) return late;
      const wait = (afterMs: number, held: 'paced' | 'breaker'): TurnEvent =>
        latestAt !== null && now + afterMs > latestAt ? late : { type: 'turn.wait', afterMs, held };
      const off = (answering.publicRepliesOffUntil ?? 0) - now;
      if (off > 0) return wait(off, 'breaker');
      const gapMs = answering.publicReplySeconds * 1_000;
      if (!hasTurn && gapMs > 0) {
        const windowMs = Math.round(gapMs * (1 + JITTER * random()));
        const line = { name: 'public_replies', max: 1, windowMs };
        const afterMs = await budgets.reserve({ account: account.access, ...line, now, latestAt });
        if (afterMs === null) return late;
        if (afterMs > 0) return wait(afterMs, 'paced');
      }
      // count the replies that were posted, so that a restart changes nothing
      const againMs = await takePublicTurn(sql, { accountId, gapMs, now });
      return againMs > 0 ? wait(againMs, 'paced') : { type: 'turn.granted' };
    },
    tripBreaker: async ({ accountId, reason }) => {
      await stopPublicReplies(sql, { accountId, reason, until: clock() + BREAKER_MS });
      return { type: 'breaker.tripped' };
    },
  };
}
