/** Accounts whose networks will refuse a post: they are left out when the caller says so (docs/contract.md, Accounts that refuse). */
import type { PostRow } from '../../../store/posts.ts';
import type { SkippedAccount } from '../../../store/post-extras.ts';
import { invalid } from '../../api/problem.ts';
import { deliveryView } from '../../kinds/views/delivery.ts';
import type { Content } from './content.ts';
import type { AccountPlan, Timing } from './draft.ts';
import { extrasOf } from './overrides.ts';

/** Why a network will refuse the post of an account; null if nothing says so. */
function refusalOf({ account, refusals, warningDetails = [] }: AccountPlan): SkippedAccount | null {
  const found = refusals[0] ?? warningDetails.find(({ willRefuse }) => willRefuse === true);
  if (!found) return null;
  const { message, code, param } = found;
  return { accountId: account.id, platform: account.platform, error: message, code, param };
}

/** Whether a create takes what was planned. @param skips accounts that refuse are left out */
export const isTaken = (plans: readonly AccountPlan[], skips: boolean): boolean =>
  skips
    ? plans.some((plan) => refusalOf(plan) === null)
    : plans.every(({ refusals }) => refusals.length === 0);

/** Accounts on which a post is live: nothing is sent to them any more. */
export const liveAccounts = ({ deliveries }: Pick<PostRow, 'deliveries'>): ReadonlySet<string> =>
  new Set(
    deliveries
      .map(deliveryView)
      .filter(({ status }) => status === 'published')
      .map(({ accountId }) => accountId),
  );

/**
 * Leaves out the accounts whose networks will refuse the post, with their overrides. Of a draft none is left out: they are listed.
 * @param live accounts that are judged no more
 * @returns the content with `extras.skipped`, and the plans of the accounts that are left
 * @throws Problem 400 if none is left
 */
export function skipRefused(
  content: Content,
  plans: AccountPlan[],
  { timing, live }: { timing: Timing; live: ReadonlySet<string> },
): { content: Content; plans: AccountPlan[] } {
  const skipped = plans.flatMap((plan) => (live.has(plan.account.id) ? [] : (refusalOf(plan) ?? [])));
  if (skipped.length === 0) return { content, plans };
  const all = [...(content.extras.skipped ?? []), ...skipped];
  if (timing.kind === 'draft')
    return { content: { ...content, extras: { ...content.extras, skipped: all } }, plans };
  const out = new Set(skipped.map(({ accountId }) => accountId));
  const left = plans.filter(({ account }) => !out.has(account.id));
  if (left.length === 0) throw noneLeft(skipped);
  const accounts = left.map(({ account }) => account);
  const extras = { ...extrasOf(content, accounts), skipped: all };
  return { content: { ...content, accountIds: accounts.map(({ id }) => id), extras }, plans: left };
}

const MAX_NAMED = 5;

function noneLeft(skipped: SkippedAccount[]) {
  const sentences = skipped
    .slice(0, MAX_NAMED)
    .map(({ accountId, platform, error }) => `${platform} (${accountId}): ${error}`);
  return invalid('/accountIds', `every account would refuse the post. ${sentences.join(' ')}`, {
    code: 'all_refused',
  });
}
