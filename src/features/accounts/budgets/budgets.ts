/**
 * Rate limits that a network sets for an account or for our app, as budgets that all nodes share. A step takes what it
 * costs before it is run. A budget that is used up is no failure: the delivery is told when its turn is, and waits.
 *
 * Fairness: an account waits in its own line first, and takes at most half of what all accounts of an app share.
 */
import type { AccountAccess } from '../../../../adapters/port/account.ts';
import type { Ticket } from '../../../../machines/delivery/index.ts';
import type { Limit } from '../../../../adapters/port/budget.ts';
import { LIMITS, type LimitTable } from './limits.ts';
import { LocalMeter, type Meter, type Rule } from './meter.ts';

type Reservation =
  | { kind: 'granted' }
  /** Nothing may be sent for `afterMs`; `ticket`: what is paid by then. */
  | { kind: 'wait'; afterMs: number; ticket: Ticket | null; reason: string };

export interface Budgets {
  /**
   * Takes what a step costs.
   * @param step.first it begins a try of the post: what is counted by posts is paid now
   * @param step.ticket what was paid when it was told to wait; now: epoch ms
   */
  take(step: {
    account: AccountAccess;
    first: boolean;
    ticket: Ticket | null;
    now: number;
  }): Promise<Reservation>;
  /** Whether the network said to wait. @returns null when it did not */
  blocked(look: { account: AccountAccess; now: number }): Promise<{ afterMs: number; reason: string } | null>;
  /**
   * Takes a place in a budget of its own, beside those of the network's manifest: the place is kept.
   * @param call.latestAt a place after this instant, epoch ms, is of no use and is not taken; null or absent means any is
   * @returns after how many ms it comes; 0: now; null means too late
   */
  reserve(call: {
    account: AccountAccess;
    name: string;
    max: number;
    windowMs: number;
    now: number;
    latestAt?: number | null;
  }): Promise<number | null>;
  /** The network said to wait: nothing of this account (or app, where it is about that) is sent until then, on any node. */
  block(limit: { account: AccountAccess; afterMs: number; now: number }): Promise<void>;
}

/** A server that says to wait for years is not believed. */
const LONGEST_BLOCK_MS = 24 * 3_600_000;
/** The part of an app's budget that one account may take. */
const FAIR_SHARE = 0.5;

/** @param options.meter default: of this process alone; limits: default the networks' own */
export function createBudgets(options: { meter?: Meter; limits?: LimitTable } = {}): Budgets {
  const { meter = new LocalMeter(), limits = LIMITS } = options;

  return {
    async take({ account, first, ticket, now }) {
      const skipped = ticket === null ? 0 : ticket === 'account' ? 1 : 2;
      const stages = stagesOf(account, limits, first).slice(skipped);
      const place = await meter.take({ blocks: blocksOf(account, limits), stages, now });
      if (place.at <= now) return { kind: 'granted' };
      const afterMs = place.at - now;
      if (place.paid === null) return { kind: 'wait', afterMs, ticket, reason: waitingReason(account) };
      const paid: Ticket = place.paid + skipped >= 2 ? 'app' : 'account';
      const whose = paid === 'app' ? 'all accounts together' : 'this account';
      const reason = `the rate limit of ${account.platform} for ${whose} is used up; it goes on when its turn comes`;
      return { kind: 'wait', afterMs, ticket: paid, reason };
    },
    async reserve({ account, name, max, windowMs, now, latestAt = null }) {
      const rule = ownRule(account, { name, max, windowMs });
      const latest = latestAt === null ? {} : { latestAt };
      const { at } = await meter.take({ blocks: [], stages: [[rule]], now, ...latest });
      if (latestAt !== null && at > latestAt) return null;
      return Math.max(0, at - now);
    },
    async blocked({ account, now }) {
      const until = await meter.blockedUntil(blocksOf(account, limits), now);
      return until > now ? { afterMs: until - now, reason: waitingReason(account) } : null;
    },
    async block({ account, afterMs, now }) {
      if (afterMs <= 0) return;
      const [ofAccount, ofApp] = blocksOf(account, limits) as [string, string];
      const key = limits[account.platform]?.retryAfter === 'app' ? ofApp : ofAccount;
      await meter.block(key, now + Math.min(afterMs, LONGEST_BLOCK_MS), now);
    },
  };
}

const waitingReason = ({ platform }: AccountAccess) => `${platform} asked to wait; it goes on by itself`;

/** The account as the network counts it: connected in two workspaces it is still one. */
const accountKey = ({ platform, remoteId }: AccountAccess) => `${platform}:account:${remoteId}`;
/** A budget of an account beside those of the network's manifest. */
const ownRule = (
  account: AccountAccess,
  { name, max, windowMs }: { name: string; max: number; windowMs: number },
): Rule => ({ key: `${accountKey(account)}:${name}`, most: max, windowMs });
const appKey = (account: AccountAccess, limits: LimitTable) =>
  `${account.platform}:app:${limits[account.platform]?.appOf?.(account) ?? ''}`;

function blocksOf(account: AccountAccess, limits: LimitTable): string[] {
  return [accountKey(account), appKey(account, limits)].map((key) => `${key}:until`);
}

/** First what is the account's own, then what all share. */
function stagesOf(account: AccountAccess, limits: LimitTable, first: boolean): [Rule[], Rule[]] {
  const all = limits[account.platform]?.limits ?? [];
  const due = all.filter(({ counts }) => counts === 'step' || first);
  const ruleOf = (key: string, { max, windowMs, counts }: Limit): Rule => ({
    key: `${key}:${counts}`,
    most: max,
    windowMs,
  });
  const own = due.filter(({ of }) => of === 'account');
  const shared = due.filter(({ of }) => of === 'app');
  const shares = shared.map((one) => ({ ...one, max: Math.max(1, Math.floor(one.max * FAIR_SHARE)) }));
  return [
    [...own, ...shares].map((one) => ruleOf(accountKey(account), one)),
    shared.map((one) => ruleOf(appKey(account, limits), one)),
  ];
}
