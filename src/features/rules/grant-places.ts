/** The effect of a queue of private replies that grants places (machines/reply-queue.ts). */
import type { Granted, GrantWork } from '../../../machines/reply-queue.ts';
import { type SkipReason, waitsForPlace } from '../../../machines/private-reply.ts';
import { hasBroadcastEnded } from '../../../store/broadcasts.ts';
import { claimAnswers } from '../../../store/answered-comments.ts';
import type { Sql } from '../../../store/connect.ts';
import {
  countWaiting,
  type Entry,
  listFirst,
  listQueueAccounts,
  type PlaceState,
  queueIdOf,
  readPlaceStates,
  seatOf,
} from '../../../store/reply-queue.ts';
import type { Run } from '../../engine/effect-run.ts';
import { stateName } from '../../engine/state-name.ts';
import { lockAllInto } from '../../engine/take.ts';
import type { Turn } from '../../engine/turn.ts';
import { allows } from '../../base/plans/plan.ts';
import type { ReplyQueueHandlers } from '../../kinds/reply-queue.ts';
import { claimPrivateAnswer, PRIVATE_ANSWER_WITHIN_MS } from '../comments/index.ts';
import type { AskDeps } from './ask-for-place.ts';
import { PRIVATE_REPLIES } from './pace.ts';
import { type GrantPlan, planGrants } from './places.ts';
import { linesOf, sentBy } from './queue-state.ts';

/** Places that are granted in one commit. */
const MAX_TOGETHER = 100;

export const grantHandler =
  (deps: AskDeps): ReplyQueueHandlers['grantPlaces'] =>
  async (work, run) => {
    const chosen = await choose(deps, work);
    const { event, isAnswered } = await commitGrant(deps, work, chosen, run);
    if (isAnswered) run.markAnswered();
    return event;
  };

/** The messages that get a place, those that are no longer sent, and the state of the queue after that. */
interface Chosen {
  plan: GrantPlan;
  entries: readonly Entry[];
  granted: readonly string[];
  refused: ReadonlyMap<string, SkipReason>;
  waiting: number;
  sent: number;
  /** Somebody left or got no place: there may be one for the next. */
  isMore: boolean;
}

/**
 * Chooses who gets a place, and claims their comments. It may run again after a crash, or beside itself on another node: claims
 * whose replies still wait are made again.
 */
async function choose(deps: AskDeps, { platform, remoteId, holds, lastSeat }: GrantWork): Promise<Chosen> {
  const { sql, directory } = deps;
  const now = deps.clock();
  const account = { platform, remoteId };
  const queueId = queueIdOf(account);
  const [waiting, accounts] = await Promise.all([
    countWaiting(sql, queueId),
    listQueueAccounts(sql, account),
  ]);
  const workspaceIds = waiting.map(({ workspaceId }) => workspaceId);
  const entries = await listFirst(sql, { queueId, workspaceIds, limit: MAX_TOGETHER });
  const lines = linesOf({ queueId, waiting, accounts, holds, now }).map((line) => ({
    ...line,
    firstLive: idsIn(entries, line.workspaceId, true),
    firstQueued: idsIn(entries, line.workspaceId, false),
  }));
  let plan: GrantPlan = { chosen: [], trials: [], lastSeat, nextAt: null, because: null };
  let sent: number[] = [];
  let states = new Map<string, PlaceState>();
  let refused = new Map<string, SkipReason>();
  const since = now - PRIVATE_REPLIES.windowMs;
  const claimed = await claimAnswers(directory, { ...account, since, now }, async (before) => {
    sent = await sentBy(sql, queueId, before);
    plan = planGrants({ lines, sent, lastSeat, now, limit: MAX_TOGETHER });
    // replies that a fault holds may have been stopped meanwhile
    const isHeld = new Set(
      lines.flatMap(({ workspaceId, heldUntil }) => ((heldUntil ?? now) > now ? workspaceId : [])),
    );
    const chosen = new Set(plan.chosen);
    const looked = entries.filter(({ id, workspaceId }) => chosen.has(id) || isHeld.has(workspaceId));
    states = await readPlaceStates(
      sql,
      looked.map(({ id }) => id),
    );
    refused = await refusalsOf(sql, looked, { states, now });
    return plan.chosen.flatMap((id) =>
      refused.has(id) ? [] : { commentId: states.get(id)!.commentId, holder: id },
    );
  });
  let isTakenOver = false;
  for (const id of plan.chosen) {
    if (refused.has(id) || claimed.has(id)) continue;
    // a failed reply loses its claim, so the next lookup finds the claim of this reply
    const comment = { ...account, commentId: states.get(id)!.commentId };
    if (await claimPrivateAnswer(deps, comment, id)) isTakenOver = true;
    else refused.set(id, 'answered');
  }
  return {
    plan,
    entries,
    granted: plan.chosen.filter((id) => claimed.has(id)),
    refused,
    waiting: waiting.reduce((sum, { live, queued }) => sum + live + queued, 0),
    sent: sent.length,
    isMore: refused.size > 0 || isTakenOver,
  };
}

/** The entries of a workspace that are about a live broadcast, or about none. */
const idsIn = (entries: readonly Entry[], workspaceId: string, isLive: boolean): string[] =>
  entries.flatMap((one) => (one.workspaceId === workspaceId && one.isLive === isLive ? one.id : []));

/** The messages that are not sent any more, each with the reason. */
async function refusalsOf(
  sql: Sql,
  entries: readonly Entry[],
  { states, now }: { states: ReadonlyMap<string, PlaceState>; now: number },
): Promise<Map<string, SkipReason>> {
  const refused = new Map<string, SkipReason>();
  for (const { id, isLive } of entries) {
    const reason =
      refusalOf(states.get(id), now) ??
      (isLive && (await hasBroadcastEnded(sql, id)) ? ('live_over' as const) : null);
    if (reason !== null) refused.set(id, reason);
  }
  return refused;
}

/** Why a message is not sent any more when its place comes; null if it is. */
function refusalOf(state: PlaceState | undefined, now: number): SkipReason | null {
  if (!state?.isActive || state.plan === null) return 'paused';
  if (!allows({ plan: state.plan, trialEndsAt: state.trialEndsAt }, 'rules', now)) return 'plan';
  if (state.hasOptedOut) return 'opted_out';
  return now > state.commentedAt + PRIVATE_ANSWER_WITHIN_MS ? 'too_old' : null;
}

/** Grants the places and gives the queue the result, in one commit; neither when another node has granted them. */
async function commitGrant(
  { node }: AskDeps,
  { platform, remoteId }: GrantWork,
  { plan, entries, granted, refused, waiting, sent, isMore }: Chosen,
  { effect }: Run,
): Promise<{ event: Granted; isAnswered: boolean }> {
  const queueId = queueIdOf({ platform, remoteId });
  return node().command(async (tx, turn: Turn) => {
    const actors = await lockAllInto(tx, turn, [queueId, ...granted, ...refused.keys()]);
    const queue = actors.get(queueId);
    const isOurs = queue?.effects.some(({ id, tries }) => id === effect.id && tries === effect.tries);
    const seats = new Set<string>();
    let count = 0;
    const deliver = (id: string, event: { type: string }) => {
      const reply = actors.get(id);
      // the rule was paused or has ended since it was read
      if (!reply || !waitsForPlace(stateName(reply.snapshot.value))) return false;
      turn.deliver(reply, event);
      return true;
    };
    if (isOurs) {
      for (const id of granted) {
        if (!deliver(id, { type: 'place.granted' })) continue;
        count += 1;
        seats.add(seatOf(queueId, entries.find((one) => one.id === id)!.workspaceId));
      }
      for (const [id, reason] of refused) deliver(id, { type: 'place.refused', reason } as { type: string });
    }
    const again = isMore || count < granted.length;
    const event: Granted = {
      type: 'places.granted',
      granted: count,
      refused: refused.size,
      waiting: waiting - granted.length - refused.size,
      sent: sent + count,
      trials: plan.trials.filter((seat) => seats.has(seat)),
      lastSeat: plan.lastSeat,
      nextAt: again ? turn.now : plan.nextAt,
      because: again ? 'more' : plan.because,
    };
    const isAnswered = isOurs ? turn.answer(queue!, effect.id, event) : false;
    return { result: { event, isAnswered } };
  });
}
