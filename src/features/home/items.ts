/** What needs a person, as items of Home. Pure. */
import type { ConfirmationRow } from '../../../store/confirmations.ts';
import type {
  listAccountsToConnect,
  listAwaitedPosts,
  listFlaggedConversations,
  listNextPosts,
  listPausedSeries,
  listStuckFeeds,
  listWaitingDeliveries,
} from '../../../store/home.ts';
import { MAX_COUNTED } from '../../../store/home.ts';
import { isoOf, isoOrNull } from '../../base/time.ts';
import { expiresAt } from '../media/index.ts';
import type { Home, HomeItem } from './schemas.ts';

type Rows<Read extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Read>>;

/** What was read for a person who may act on it. */
export interface Findings {
  accounts: Rows<typeof listAccountsToConnect>;
  waiting: Rows<typeof listWaitingDeliveries>;
  /** Deliveries whose post may be live. */
  doubts: Rows<typeof listWaitingDeliveries>;
  awaited: Rows<typeof listAwaitedPosts>;
  flagged: Rows<typeof listFlaggedConversations>;
  series: Rows<typeof listPausedSeries>;
  feeds: Rows<typeof listStuckFeeds>;
  calls: ConfirmationRow[];
  planned: Rows<typeof listNextPosts>;
  mayPublish: boolean;
  /** How many there are beside those that were read. */
  unlisted: { awaited: number; flagged: number };
}

/** How many lines each list of Home has. */
const MAX_WORKING = 5;

/** The items in the order in which they are shown: what goes on without a person if nobody comes is first. */
export function itemsOf(findings: Findings): { items: HomeItem[]; count: number } {
  const items = [
    ...findings.doubts.map(doubtItem),
    ...findings.accounts.map(accountItem),
    ...findings.calls.map(callItem),
    ...findings.series.map(seriesItem),
    ...findings.feeds.map(feedItem),
    ...findings.flagged.map(conversationItem),
    ...findings.awaited.map(awaitedItem),
    ...(findings.mayPublish ? findings.planned.flatMap(fileItems) : []),
  ];
  const { awaited, flagged } = findings.unlisted;
  return { items, count: Math.min(items.length + awaited + flagged, MAX_COUNTED) };
}

type Delivery = Findings['doubts'][number];

const deliveredOf = ({ postId, text, accountId, platform, accountName }: Delivery) => ({
  post: { id: postId, text },
  account: { id: accountId, platform, name: accountName },
});

const doubtItem = (delivery: Delivery): HomeItem => ({
  code: 'post_may_be_live',
  ...deliveredOf(delivery),
  nextAttemptAt: isoOrNull(delivery.at),
});

function accountItem(row: Findings['accounts'][number]): HomeItem {
  const { id, platform, name, status, endsAt, waitingPosts } = row;
  const account = { id, platform, name };
  if (status === 'expiring') return { code: 'account_expires', account, endsAt: isoOrNull(endsAt) };
  return { code: `account_${status}`, account, waitingPosts };
}

function callItem({ id, keyName, tool, plan, expiresAt: endsAt }: ConfirmationRow): HomeItem {
  const { title = tool } = plan as { title?: string };
  return {
    code: 'call_awaits_confirmation',
    confirmationId: id,
    keyName,
    title,
    expiresAt: isoOf(endsAt),
  };
}

function conversationItem({ id, platform, name, note, at }: Findings['flagged'][number]): HomeItem {
  return { code: 'conversation_handed_over', conversationId: id, platform, name, note, at: isoOf(at) };
}

function awaitedItem({ id, text, accountIds, at }: Findings['awaited'][number]): HomeItem {
  return {
    code: 'post_awaits_approval',
    post: { id, text },
    accounts: accountIds.length,
    at: isoOrNull(at),
  };
}

const seriesItem = ({ id, text, reason, error }: Findings['series'][number]): HomeItem => ({
  code: 'series_paused',
  series: { id, text },
  reason,
  error,
});

const feedItem = ({ id, title, isUnplanned, error }: Findings['feeds'][number]): HomeItem => ({
  code: 'feed_failed',
  feed: { id, title },
  reason: isUnplanned ? 'plan' : 'unreadable',
  error,
});

/** One item for a post, however many of its files expire. */
function fileItems({ id, text, media, at }: Findings['planned'][number]): HomeItem[] {
  const ends = media.map((address) => expiresAt(address)).filter((end) => end !== null && end <= at);
  if (ends.length === 0) return [];
  const fileEndsAt = isoOf(Math.min(...(ends as number[])));
  return [{ code: 'file_expires', post: { id, text }, fileEndsAt, at: isoOf(at) }];
}

/** What goes on by itself and asks nobody. */
export function workingOf(waiting: Findings['waiting']): Home['working'] {
  const alone = waiting.filter(({ mayBeLive, state }) => state === 'verifying' || !mayBeLive);
  return {
    count: Math.min(alone.length, MAX_COUNTED),
    items: alone.slice(0, MAX_WORKING).map((delivery) => ({
      ...deliveredOf(delivery),
      state: delivery.state,
      at: isoOf(delivery.at!),
    })),
  };
}
