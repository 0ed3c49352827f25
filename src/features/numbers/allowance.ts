/** The limits of reading numbers: calls within the network's rate limit, and money where the network charges for responses. */
import type { AccountAccess } from '../../../adapters/port/account.ts';
import type { InsightsPort, InsightsProblem } from '../../../adapters/port/insights.ts';
import type { Sql } from '../../../store/connect.ts';
import { giveBackReads, takeReads } from '../../../store/paid-reads.ts';
import { type Budgets, isBelow } from '../accounts/index.ts';
import type { SandboxChoice } from '../../base/workspace-networks.ts';
import { priceSetting } from './settings.ts';
import { DAY_MS } from '../../base/durations.ts';

export interface AllowanceDeps {
  sql: Sql;
  budgets: Pick<Budgets, 'reserve' | 'blocked'>;
  clock: () => number;
  /** What addresses of simulated networks begin with. */
  sandbox: Pick<SandboxChoice, 'origin'>;
}

/** Of one account. */
export class Allowance {
  readonly #deps: AllowanceDeps;
  readonly #account: AccountAccess;
  readonly #port: InsightsPort;

  constructor(deps: AllowanceDeps, { account, port }: { account: AccountAccess; port: InsightsPort }) {
    this.#deps = deps;
    this.#account = account;
    this.#port = port;
  }

  /** @returns why these calls may not be made now; null if they may */
  async takeCalls(requests: number): Promise<InsightsProblem | null> {
    const { budgets, clock } = this.#deps;
    const account = this.#account;
    const now = clock();
    const blocked = await budgets.blocked({ account, now });
    if (blocked) return { kind: 'rate_limited', ...blocked };
    for (const limit of this.#port.limits ?? []) {
      for (let request = 0; request < requests; request += 1) {
        const place = { account: sharedBy(account, limit.of), name: 'numbers', now, latestAt: now };
        const waitMs = await budgets.reserve({ ...place, max: limit.max, windowMs: limit.windowMs });
        if (waitMs === null) {
          const reason = `what numbers may take of the calls to ${account.platform} is used up`;
          return { kind: 'budget', reason, afterMs: Math.min(limit.windowMs, 3_600_000) };
        }
      }
    }
    return null;
  }

  /**
   * @param cost millionths of a US dollar
   * @returns why it may not be spent: the day's money does not last; null if it may
   */
  async takeMoney(cost: number): Promise<InsightsProblem | null> {
    const { price } = this.#port;
    if (!price || cost === 0) return null;
    const { platform } = this.#account;
    const perDay = this.#isSimulated() ? (price.simulatedPerDay ?? price.perDay) : price.perDay;
    const reads = await takeReads(this.#deps.sql, {
      ...this.#today('numbers'),
      wanted: cost,
      most: perDay,
      least: cost,
    });
    if (reads >= cost) return null;
    const reason =
      perDay === 0
        ? `${platform} charges for numbers, and ${priceSetting(platform)} is 0`
        : `what numbers of ${platform} may cost in a day is used up (${priceSetting(platform)})`;
    return { kind: 'budget', reason, afterMs: DAY_MS - (this.#deps.clock() % DAY_MS) };
  }

  async giveBack(cost: number): Promise<void> {
    if (cost > 0) await giveBackReads(this.#deps.sql, { ...this.#today('numbers'), reads: cost });
  }

  /** Where the network charges, everything about a post is read once in a UTC day. @returns whether this is the first time */
  async takePost(networkPostId: string): Promise<boolean> {
    if (!this.#port.price) return true;
    const reads = await takeReads(this.#deps.sql, {
      ...this.#today(`post ${networkPostId}`),
      wanted: 1,
      most: 1,
      least: 1,
    });
    return reads === 1;
  }

  async giveBackPost(networkPostId: string): Promise<void> {
    if (this.#port.price)
      await giveBackReads(this.#deps.sql, { ...this.#today(`post ${networkPostId}`), reads: 1 });
  }

  #isSimulated(): boolean {
    const { origin } = this.#deps.sandbox;
    return origin !== null && isBelow(origin, this.#account.endpoints);
  }

  #today(what: string) {
    const { platform, remoteId } = this.#account;
    const day = new Date(this.#deps.clock()).toISOString().slice(0, 10);
    return { platform: `${platform} ${what}`, remoteId, day };
  }
}

/** The network said that it returns nothing, so it charges nothing. A response that was lost may be charged for. */
export const isUncharged = ({ kind }: InsightsProblem): boolean => kind !== 'network_down';

/** Accounts that share an app's limit share its budget. */
const sharedBy = (account: AccountAccess, of: 'account' | 'app'): AccountAccess =>
  of === 'app' ? { ...account, id: 'app', remoteId: 'app' } : account;
