/** What a plan costs in a month (docs/contract.md, Workspaces and plans). Troupe takes no payment: these numbers are only shown. */
import type { Plan } from './plan.ts';

interface Tier {
  /** The last account of this tier; null if there is no last one. */
  upTo: number | null;
  /** For each account of this tier and month, in currency units. */
  each: number;
}

/** Prices of the Developer plan. Each account costs what its own tier says, whatever the number of others. */
const DEVELOPER_TIERS: readonly Tier[] = [
  { upTo: 20, each: 5 },
  { upTo: 100, each: 3 },
  { upTo: null, each: 2 },
];

/** The Starter plan: one price for up to this many accounts. */
export const STARTER = { accounts: 5, perMonth: 29 } as const;

/**
 * The price of a plan in a month, in currency units.
 * @param accounts how many are connected: a whole number from 0
 * @returns null where no price is known: Pro, Agency, Starter with more accounts than it is for; 0 for a trial and no plan
 * @throws RangeError for a number that cannot be one of accounts
 */
export function monthlyPrice(plan: Plan, accounts: number): number | null {
  if (!Number.isSafeInteger(accounts) || accounts < 0)
    throw new RangeError(`${accounts} is not a number of accounts: give a whole number from 0`);
  switch (plan) {
    case 'none':
    case 'trial':
      return 0;
    case 'starter':
      return accounts <= STARTER.accounts ? STARTER.perMonth : null;
    case 'developer':
      return developerBill(accounts).reduce((sum, { price }) => sum + price, 0);
    case 'pro':
    case 'agency':
      return null;
    default:
      return plan satisfies never;
  }
}

/** How many accounts are in each tier of the Developer plan, and what they cost in a month, in currency units. */
export function developerBill(
  accounts: number,
): (Tier & { from: number; accounts: number; price: number })[] {
  let before = 0;
  return DEVELOPER_TIERS.map(({ upTo, each }) => {
    const from = before + 1;
    const inTier = Math.max(0, Math.min(accounts, upTo ?? accounts) - before);
    before = upTo ?? before;
    return { from, upTo, each, accounts: inTier, price: inTier * each };
  });
}
