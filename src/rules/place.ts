/** The effect of a rule's answer that waits: may it be sent, and when (machines/private-reply.ts)? */
import type { PrivateReplyEvent } from '../../machines/private-reply.ts';
import { findRuleState } from '../../store/comment-rules.ts';
import type { Db } from '../../store/connect.ts';
import { accountLoader, type Budgets } from '../accounts/index.ts';
import { claimPrivateAnswer } from '../comments/index.ts';
import type { PrivateReplyHandlers } from '../kinds/private-reply.ts';
import { allows } from '../plans/plan.ts';
import type { Sealer } from '../seal.ts';
import { Lines } from './lines.ts';
import { PRIVATE_ANSWER_WITHIN_MS } from '../comments/index.ts';
import type { Sql } from '../../store/connect.ts';

export interface PlaceDeps {
  sql: Sql;
  directory: Db;
  sealer: Sealer;
  clock: () => number;
  budgets: Pick<Budgets, 'reserve'>;
}

/** 750 private replies an hour are allowed; the rest is left to people (docs/contract.md, Limits). */
export const PRIVATE_REPLIES = { name: 'private_replies', max: 700, windowMs: 3_600_000 };

type PlaceEvent = Extract<PrivateReplyEvent, { type: `place.${string}` }>;

export function privateReplyHandlers(deps: PlaceDeps): PrivateReplyHandlers {
  const load = accountLoader(deps);
  const lines = new Lines();
  return {
    takePlace: async ({
      replyId,
      ruleId,
      accountId,
      commentId,
      commentedAt,
      hasPlace,
    }): Promise<PlaceEvent> => {
      const now = deps.clock();
      // places are taken in the order in which they were asked for: the reads before that end in any order
      const line = lines.enter(accountId);
      try {
        const [account, rule] = await Promise.all([load(accountId), findRuleState(deps.sql, ruleId)]);
        if (!account || !rule?.isActive) return { type: 'place.refused', reason: 'paused' };
        if (!allows(rule, 'rules', now)) return { type: 'place.refused', reason: 'plan' };
        if (now - commentedAt > PRIVATE_ANSWER_WITHIN_MS) return { type: 'place.refused', reason: 'too_old' };
        if (account.status === 'needs_reconnect')
          return { type: 'place.held', reason: account.reason ?? 'the account has to be connected again' };
        if (!hasPlace) {
          await line.turn;
          const afterMs = await deps.budgets.reserve({ account: account.access, ...PRIVATE_REPLIES, now });
          line.leave();
          // the network takes no answer any more when its turn comes
          if (now + afterMs - commentedAt > PRIVATE_ANSWER_WITHIN_MS)
            return { type: 'place.refused', reason: 'too_old' };
          if (afterMs > 0) return { type: 'place.wait', afterMs };
        }
        line.leave();
        const { platform, remoteId } = account.access;
        const isOurs = await claimPrivateAnswer(deps, { platform, remoteId, commentId }, replyId);
        return isOurs ? { type: 'place.granted' } : { type: 'place.refused', reason: 'answered' };
      } finally {
        line.leave();
      }
    },
  };
}
