/** Home: everything that the first page of the dashboard shows, and the counts of its navigation (docs/dashboard.md, Home). */
import { listWaiting } from '../../../store/confirmations.ts';
import {
  countForHome,
  type FirstSteps,
  type HomeCounts,
  listAccountsToConnect,
  listAwaitedPosts,
  listPausedSeries,
  listStuckFeeds,
  listFlaggedConversations,
  listNextPosts,
  listUnresolvedDeliveries,
  listWaitingDeliveries,
  MAX_COUNTED,
  readFirstSteps,
} from '../../../store/home.ts';
import { listUnreadNotifications } from '../../../store/notifications.ts';
import { within } from '../../api/held.ts';
import { isSession, type Membership, type Principal, workspaceOf } from '../../api/principal.ts';
import { APPROVERS, roleAllows } from '../../api/roles.ts';
import { workspaceQuery } from '../../api/schemas.ts';
import { isoOf, startOfYesterday } from '../../base/time.ts';
import { type HomeContext, operation } from './context.ts';
import { type Findings, itemsOf, workingOf } from './items.ts';
import { nextOut } from './next-out.ts';
import { causesFor } from '../notifications/index.ts';
import { Home } from './schemas.ts';

/** As many items as a person looks through. The others are on their pages. */
const MAX_ITEMS = 20;

const example = {
  needsYou: {
    count: 1,
    items: [
      {
        code: 'account_needs_reconnect' as const,
        account: { id: 'acc_01JD0000000000000000000001', platform: 'bluesky', name: 'Café Luna' },
        waitingPosts: 2,
      },
    ],
  },
  unread: 2,
  openComments: 5,
  notifications: 1,
  confirmations: 0,
  nextOut: [
    {
      at: '2026-05-04T10:00:00.000Z',
      post: { id: 'post_01JD0000000000000000000001', text: 'Rye is back on Friday', platforms: ['bluesky'] },
    },
    { at: '2026-05-04T16:00:00.000Z', post: null },
  ],
  working: { count: 0, items: [] },
  sinceYesterday: { since: '2026-05-03T00:00:00.000Z', published: 12, failed: 1 },
  firstSteps: null,
};

export const readHome = operation({
  id: 'readHome',
  accountLimit: 'followed',
  dashboard: { method: 'get', path: '/app/api/home' },
  tag: 'Home',
  summary: 'What needs a person, and what happens next',
  description:
    'Items are listed for those who may act on them. The number of statements does not depend on how many accounts and posts there are.',
  query: workspaceQuery,
  result: Home,
  example: { query: {}, result: example },
  handle: async ({ context, principal, query, now }) => {
    const workspace = workspaceOf({ principal }, query.workspace);
    const reach = within(workspace);
    const since = startOfYesterday(workspace.timezone, now);
    const { sql } = context;
    const [counts, planned, firstSteps, notifications] = await Promise.all([
      countForHome(sql, { ...reach, since, now }),
      listNextPosts(sql, { ...reach, now }),
      firstStepsOf(context, workspace, principal),
      listUnreadNotifications(sql, { ...reach, causes: causesFor(workspace.role), userId: principal.userId }),
    ]);
    const found = await findItems(context, { principal, workspace, counts, now });
    const { items, count } = itemsOf({ ...found, planned });
    const { unread, openComments, published, failed } = counts;
    const body = {
      needsYou: { count, items: items.slice(0, MAX_ITEMS) },
      unread,
      openComments,
      notifications: notifications.length,
      confirmations: found.mayDecide ? counts.confirmations : 0,
      nextOut: nextOut(planned, { slots: counts.slots ?? [], timezone: workspace.timezone, now }),
      working: workingOf(found.waiting),
      sinceYesterday: { since: isoOf(since), published, failed },
      firstSteps,
    };
    return { body };
  },
});

interface HomeRequest {
  principal: Principal;
  workspace: Membership;
  counts: HomeCounts;
  now: number;
}

/** Reads what the person may act on. What there is none of is not read. */
async function findItems({ sql }: HomeContext, { principal, workspace, counts, now }: HomeRequest) {
  const { role, heldTo } = workspace;
  const reach = within(workspace);
  // decideConfirmation is for people alone, and concerns all accounts
  const mayDecide = isSession(principal.keyId) && heldTo === null && roleAllows(role, 'manage');
  const mayPublish = roleAllows(role, 'publish');
  const mayApprove = APPROVERS.includes(role);
  const mayAnswer = roleAllows(role, 'answer');
  const none = Promise.resolve([]);
  const [accounts, waiting, unresolved, awaited, series, feeds, flagged, calls] = await Promise.all([
    roleAllows(role, 'manage') || principal.isOperator === true ? listAccountsToConnect(sql, reach) : none,
    listWaitingDeliveries(sql, reach),
    mayPublish ? listUnresolvedDeliveries(sql, reach) : none,
    mayApprove && counts.awaited > 0 ? listAwaitedPosts(sql, reach) : none,
    mayPublish ? listPausedSeries(sql, reach) : none,
    mayPublish ? listStuckFeeds(sql, reach) : none,
    mayAnswer && counts.flagged > 0 ? listFlaggedConversations(sql, reach) : none,
    mayDecide && counts.confirmations > 0
      ? listWaiting(sql, { workspaceId: workspace.id, limit: MAX_COUNTED }, now)
      : none,
  ]);
  return {
    accounts: accounts.filter(({ status }) =>
      status === 'needs_app' ? principal.isOperator === true : roleAllows(role, 'manage'),
    ),
    waiting,
    doubts: mayPublish ? [...waiting.filter(({ mayBeLive }) => mayBeLive), ...unresolved] : [],
    awaited,
    series,
    feeds,
    flagged,
    calls,
    mayDecide,
    mayPublish,
    unlisted: {
      awaited: mayApprove ? counts.awaited - awaited.length : 0,
      flagged: mayAnswer ? counts.flagged - flagged.length : 0,
    },
  } satisfies Omit<Findings, 'planned'> & { mayDecide: boolean };
}

/**
 * null where all are done, or the networks of the workspace are real. A workspace of simulated networks takes no real account: there the
 * last step is a workspace of real networks.
 */
async function firstStepsOf(
  { sql, sandboxUrl }: HomeContext,
  workspace: Membership,
  { workspaces }: Principal,
): Promise<FirstSteps | null> {
  if (sandboxUrl === null || workspace.networks === 'real') return null;
  const steps = await readFirstSteps(sql, { ...within(workspace), sandboxUrl });
  const hasRealAccount =
    workspace.networks === 'simulated'
      ? workspaces.some(({ networks }) => networks === 'real')
      : steps.hasRealAccount;
  return steps.hasPublished && steps.hasAnswered && hasRealAccount ? null : { ...steps, hasRealAccount };
}
