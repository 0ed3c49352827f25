/**
 * The effects of a rule's answer (machines/private-reply.ts): `takePerson` reserves the message for the person, `takePlace`
 * asks the queue for a place, `holdQueue` reports that the account cannot send.
 */
import type { PrivateReplyEvent } from '../../../machines/private-reply.ts';
import { HELD_FOR_MS } from '../../../machines/reply-queue.ts';
import { readAccounts } from '../../../store/accounts.ts';
import { holdMessages } from '../../../store/answering.ts';
import { hasBroadcastEnded } from '../../../store/broadcasts.ts';
import {
  findAnsweredComment,
  findReplyState,
  type Reservation,
  reservePerson,
} from '../../../store/private-replies.ts';
import { hasQueue, queueIdOf, seatOf } from '../../../store/reply-queue.ts';
import { accountLoader } from '../accounts/index.ts';
import { PRIVATE_ANSWER_WITHIN_MS } from '../comments/index.ts';
import type { PrivateReplyHandlers } from '../../kinds/private-reply.ts';
import type { ReplyQueueHandlers } from '../../kinds/reply-queue.ts';
import { allows } from '../../base/plans/plan.ts';
import type { Sealer } from '../../base/seal.ts';
import type { Turn } from '../../engine/turn.ts';
import { type AskDeps, placeAsker, tellQueue } from './ask-for-place.ts';
import { personOf } from './count-near-misses.ts';
import { grantHandler } from './grant-places.ts';
import { publicReplyHandlers, type PublicTurnDeps } from './public-turn.ts';

interface PlaceDeps extends AskDeps, PublicTurnDeps {
  sealer: Sealer;
}

type PersonEvent = Extract<PrivateReplyEvent, { type: `person.${string}` }>;
type PlaceEvent = Extract<PrivateReplyEvent, { type: `place.${string}` }>;

export function privateReplyHandlers(deps: PlaceDeps): PrivateReplyHandlers & ReplyQueueHandlers {
  const { sql, node, clock } = deps;
  const load = accountLoader(deps);
  const ask = placeAsker(deps);
  return {
    takePerson: ({ replyId }) => takePerson(deps, replyId),
    takePlace: async ({ accountId, replyId, commentedAt, isLive }): Promise<PlaceEvent> => {
      const now = clock();
      const [account, reply] = await Promise.all([load(accountId), findReplyState(sql, replyId)]);
      if (!account || !reply?.isActive) return { type: 'place.refused', reason: 'paused' };
      if (!allows(reply, 'rules', now)) return { type: 'place.refused', reason: 'plan' };
      if (reply.hasOptedOut) return { type: 'place.refused', reason: 'opted_out' };
      if (isLive && (await hasBroadcastEnded(sql, replyId)))
        return { type: 'place.refused', reason: 'live_over' };
      const { platform, remoteId } = account.access;
      const network = { platform, remoteId };
      const { workspaceId } = reply;
      const { at } = await ask({ id: replyId, isLive, account: network, workspaceId });
      // the network would no longer accept an answer at the time of its place
      if (at > commentedAt + PRIVATE_ANSWER_WITHIN_MS) return { type: 'place.refused', reason: 'too_old' };
      return { type: 'place.asked', queueId: queueIdOf(network), at };
    },
    holdQueue: async ({ accountId, reason }) => {
      const [account] = await readAccounts(sql, [accountId]);
      if (account)
        await node().command(async (tx, turn: Turn) => {
          await holdMessages(tx, { accountId, reason, until: turn.now + HELD_FOR_MS });
          const queueId = queueIdOf(account);
          const seat = seatOf(queueId, account.workspaceId);
          if (await hasQueue(tx, queueId)) tellQueue(turn, account, { type: 'account.failed', seat });
          return { result: null };
        });
      return { type: 'queue.held' };
    },
    grantPlaces: grantHandler(deps),
    ...publicReplyHandlers(deps, load),
  };
}

const PERSON_EVENTS: { [found in Reservation]: PersonEvent } = {
  reserved: { type: 'person.reserved' },
  had: { type: 'person.answered' },
  waits: { type: 'person.waits' },
};

/** Reserves the message of the rule for the author of a comment, unless another comment of theirs got it or still waits for it. */
async function takePerson({ node }: Pick<AskDeps, 'node'>, replyId: string): Promise<PersonEvent> {
  const reservation = await node().command(async (tx) => {
    const comment = await findAnsweredComment(tx, replyId);
    // its rule was deleted: the request for a place, which follows, is refused
    if (!comment) return { result: 'reserved' as const };
    const { ruleId, workspaceId, commentId, fromId, fromUsername } = comment;
    const person = personOf({ id: commentId, fromId, fromUsername });
    return { result: await reservePerson(tx, { ruleId, person, workspaceId, replyId }) };
  });
  return PERSON_EVENTS[reservation];
}
