/** How many requests a full refresh takes. Pure: from what each network's port says about its calls. */
import type { InsightsPort } from '../../../adapters/port/insights.ts';

interface RefreshSize {
  accounts: number;
  postsPerAccount: number;
  /** Of these, how many are in the network's second list (reels). Default: none. */
  inSecondList?: number;
}

interface RefreshCalls {
  /** `pages`: lists with their numbers; `ids`: batches of known ids; `none`: the network has no numbers of posts. */
  way: 'pages' | 'ids' | 'none';
  posts: number;
  accounts: number;
  total: number;
}

/** The fewest requests by which every post and account is read once. The posts are known from earlier. */
export function callsOfRefresh(port: InsightsPort, size: RefreshSize): RefreshCalls {
  const { way, posts } = postCalls(port, size);
  const accounts = accountCalls(port, size.accounts);
  return { way, posts, accounts, total: posts + accounts };
}

function postCalls(
  { posts, byId }: InsightsPort,
  { accounts, postsPerAccount, inSecondList = 0 }: RefreshSize,
): Pick<RefreshCalls, 'way' | 'posts'> {
  const all = accounts * postsPerAccount;
  const first = postsPerAccount - (posts?.more ? inSecondList : 0);
  const pages = posts
    ? accounts *
      (pagesOf(first, posts.perPage) * posts.requests +
        (posts.more ? pagesOf(inSecondList, posts.more.perPage) * posts.more.requests : 0))
    : Infinity;
  const ids = byId
    ? byId.mixesAccounts
      ? Math.ceil(all / byId.perCall)
      : accounts * Math.ceil(postsPerAccount / byId.perCall)
    : Infinity;
  if (pages === Infinity && ids === Infinity) return { way: 'none', posts: 0 };
  return ids < pages ? { way: 'ids', posts: ids } : { way: 'pages', posts: pages };
}

/** An empty list takes a call to be found empty. */
function pagesOf(rows: number, perPage: number): number {
  return Math.max(1, Math.ceil(rows / perPage));
}

/** Figures of accounts and their days, where the one does not come with the other. */
function accountCalls({ account, followers, daily }: InsightsPort, accounts: number): number {
  const days = daily && account?.days !== true ? accounts : 0;
  const each = account ? accounts * account.requests : Infinity;
  // one call for the followers of many accounts is enough if sums come with the days, or the network has no sums
  const isEnough = account?.sums !== true || daily?.sums === true;
  const together = followers && isEnough ? Math.ceil(accounts / followers.perCall) : Infinity;
  const figures = Math.min(each, together);
  return (figures === Infinity ? 0 : figures) + days;
}
