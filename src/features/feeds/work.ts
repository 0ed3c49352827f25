/** The effects of a feed: it is read, and the posts of its items are made (machines/feed.ts). */
import type { FeedContext, FeedEvent, ItemsWork, ReadWork } from '../../../machines/feed.ts';
import { readAccounts } from '../../../store/accounts.ts';
import type { Sql, Tx } from '../../../store/connect.ts';
import { readWorkspaceFor } from '../../../store/directory.ts';
import {
  countWaitingItems,
  type FeedRow,
  insertItems,
  storedKeys,
  listWaitingItems,
  readFeeds,
  saveReading,
  type SettledItem,
  settleItems,
  skipWaitingItems,
  type WaitingItem,
} from '../../../store/feeds.ts';
import type { Membership, Principal } from '../../api/principal.ts';
import { Problem } from '../../api/problem.ts';
import type { Guard } from '../../base/outbound/guard.ts';
import { whyNot } from '../../base/plans/plan.ts';
import type { Run } from '../../engine/effect-run.ts';
import type { Node } from '../../engine/node.ts';
import { lockInto } from '../../engine/take.ts';
import type { Turn } from '../../engine/turn.ts';
import type { FeedHandlers } from '../../kinds/feed.ts';
import { hostAddress } from '../media/index.ts';
import {
  contentOf,
  createPostIn,
  inNextSlot,
  type NewPost,
  prepareTimedPost,
  type PreparingContext,
} from '../posts/index.ts';
import type { FeedContent } from './items.ts';
import { feedReaders, type FeedReading, type ReadFeedOf, type Validators } from './read.ts';
import { textOf } from './template.ts';

/** Items whose posts are made in one commit. */
const MAX_TOGETHER = 10;
/** Pictures have to be downloaded. After this time the posts so far are committed, ms: an effect has two minutes. */
const MAX_PREPARING_MS = 20_000;
/** Problems that are not of the item: the effect runs again. */
const TEMPORARY = new Set<string>(['busy', 'internal', 'unavailable', 'storage_unavailable']);

interface Deps extends PreparingContext {
  sql: Sql;
  directory: Sql;
  node: () => Pick<Node, 'command'>;
  /** Epoch ms. */
  clock: () => number;
  read: ReadFeedOf;
}

/** @param deps.userAgent how this service names itself to the servers of feeds */
export function feedHandlers({
  userAgent,
  guard,
  ...more
}: Omit<Deps, 'read' | 'guard'> & { guard: Guard; userAgent: string }): FeedHandlers {
  const deps: Deps = { ...more, guard, read: feedReaders(guard, userAgent) };
  return {
    readFeed: (work, run) => readFeed(deps, work, run),
    makeFeedPosts: (work, run) => makePosts(deps, work, run),
  };
}

type ReadEvent = Extract<FeedEvent, { type: `read.${string}` }>;
type ItemsEvent = Extract<FeedEvent, { type: `items.${string}` }>;

/** A feed with its workspace, as the person reaches it who said last what becomes of its items. */
interface Source {
  row: FeedRow;
  workspace: Membership;
}

/** @returns undefined where the feed or its workspace was deleted */
async function findWith({ sql, directory }: Deps, feedId: string): Promise<Source | undefined> {
  const [row] = await readFeeds(sql, [feedId]);
  const found =
    row && (await readWorkspaceFor(directory, { workspaceId: row.workspaceId, userId: row.setBy }));
  if (!row || !found) return undefined;
  // a feed goes on without the person, and its posts wait for an approval then
  const role = row.mayApprove ? (found.role ?? 'viewer') : 'viewer';
  return { row, workspace: { ...found, role, heldTo: null } };
}

async function readFeed(deps: Deps, work: ReadWork, run: Run): Promise<ReadEvent> {
  const { feedId, round, backfill } = work;
  const found = await findWith(deps, feedId);
  if (!found) return { type: 'read.outdated' };
  const { row, workspace } = found;
  const now = deps.clock();
  const refused = whyNot(workspace, 'publishing', now);
  if (refused !== null) return { type: 'read.refused', round, error: refused };
  const { etag, lastModified } = row;
  const reading = await deps.read(workspace.networks)(row.url, {
    before: { etag, lastModified },
    now,
    signal: run.signal,
  });
  // one that was cut off because the service stops says nothing of the feed
  run.signal.throwIfAborted();
  if (reading.kind === 'failed') {
    const { problem, afterMs } = reading;
    return { type: 'read.failed', round, problem, afterMs };
  }
  const isKnown = backfill === null && (await saysNothingNew(deps, row, reading));
  if (!isKnown) return keepReading(deps, { work, run, row }, reading);
  return readEvent(round, await countWaitingItems(deps.sql, feedId), reading);
}

type Success = Exclude<FeedReading, { kind: 'failed' }>;

const readEvent = (round: number, waiting: number, reading: Success): ReadEvent =>
  reading.kind === 'unchanged'
    ? { type: 'read.unchanged', round, waiting }
    : { type: 'read.done', round, waiting, notice: reading.problem };

/** Whether nothing of a reading has to be stored. */
async function saysNothingNew({ sql }: Deps, row: FeedRow, reading: Success): Promise<boolean> {
  if (reading.kind === 'unchanged') return true;
  const { title, validators, items } = reading;
  const isSame =
    row.title === title && row.etag === validators.etag && row.lastModified === validators.lastModified;
  if (!isSame) return false;
  const keys = items.map(({ key }) => key);
  return (await storedKeys(sql, { feedId: row.id, keys })).size === keys.length;
}

/** Stores what a feed says, with the step of its actor. */
function keepReading(
  deps: Deps,
  { work, run, row }: { work: ReadWork; run: Run; row: FeedRow },
  reading: Success,
): Promise<ReadEvent> {
  const { feedId, round, backfill } = work;
  return commit<ReadEvent>(deps, { work, run, outdated: { type: 'read.outdated' } }, async (tx, turn) => {
    if (backfill !== null) await skipWaitingItems(tx, feedId);
    if (reading.kind === 'content') await keepItems(tx, { row, backfill, now: turn.now }, reading);
    return readEvent(round, await countWaitingItems(tx, feedId), reading);
  });
}

async function keepItems(
  tx: Tx,
  { row, backfill, now }: { row: FeedRow; backfill: number | null; now: number },
  { title, validators, items }: FeedContent & { validators: Validators },
): Promise<void> {
  const { id: feedId, workspaceId } = row;
  await saveReading(tx, { feedId, title, ...validators });
  const current = items.map(({ key }) => key);
  const stored = await storedKeys(tx, { feedId, keys: current });
  // a feed has its newest items first
  const fresh = items.filter(({ key }) => !stored.has(key)).toReversed();
  const skipped = backfill === null ? 0 : Math.max(0, fresh.length - backfill);
  await insertItems(tx, fresh, { feedId, workspaceId, current, skipped, now });
}

async function makePosts(deps: Deps, work: ItemsWork, run: Run): Promise<ItemsEvent> {
  const { feedId, round } = work;
  const found = await findWith(deps, feedId);
  if (!found) return { type: 'items.outdated' };
  const refused = whyNot(found.workspace, 'publishing', deps.clock());
  if (refused !== null) return { type: 'items.refused', round, error: refused };
  const accountIds = await connectedOf(deps, found.row);
  if (accountIds.length === 0) return { type: 'items.no_account', round };
  // the slot of a post is taken for the others when it is committed
  const limit = found.row.mode === 'next_slot' ? 1 : MAX_TOGETHER;
  const items = await listWaitingItems(deps.sql, { feedId, limit });
  const prepared = await prepareAll(deps, { ...found, row: { ...found.row, accountIds } }, items);
  return commit<ItemsEvent>(deps, { work, run, outdated: { type: 'items.outdated' } }, async (tx, turn) => {
    const settled: SettledItem[] = [];
    // oxlint-disable-next-line no-await-in-loop -- in one transaction
    for (const one of prepared) settled.push(await settle(tx, turn, one));
    const count = await settleItems(tx, { feedId, items: settled });
    if (count !== settled.length) throw new Error(`${feedId} has items with results that waited for them`);
    const refusal = settled.at(-1)?.problem ?? null;
    return { type: 'items.done', round, waiting: await countWaitingItems(tx, feedId), refusal };
  });
}

/** The accounts of a feed that are still connected. */
async function connectedOf({ sql }: Deps, { accountIds, workspaceId }: FeedRow): Promise<string[]> {
  const accounts = await readAccounts(sql, accountIds);
  const connected = new Set(accounts.flatMap((one) => (one.workspaceId === workspaceId ? [one.id] : [])));
  return accountIds.filter((id) => connected.has(id));
}

/** The post of an item, checked, or why there is none. */
interface PreparedItem {
  item: WaitingItem;
  made: { post: NewPost; takesSlot: boolean } | Problem;
}

async function prepareAll(deps: Deps, found: Source, items: readonly WaitingItem[]): Promise<PreparedItem[]> {
  const startedAt = deps.clock();
  const prepared: PreparedItem[] = [];
  for (const item of items) {
    if (prepared.length > 0 && deps.clock() - startedAt > MAX_PREPARING_MS) break;
    // oxlint-disable-next-line no-await-in-loop -- each may download a picture
    prepared.push({ item, made: await orProblem(() => prepare(deps, found, item)) });
  }
  return prepared;
}

const TIMINGS = {
  draft: { kind: 'draft', at: null },
  next_slot: { kind: 'slot' },
  publish: { kind: 'now' },
} as const;

async function prepare(deps: Deps, { row, workspace }: Source, item: WaitingItem) {
  const now = deps.clock();
  const image = await pictureOf(deps, { row, workspace, item, now });
  const { accountIds } = row;
  const written = { content: textOf(row.template, item), accountIds, media: image === null ? [] : [image] };
  const principal: Principal = { userId: row.setBy, keyId: '', workspaces: [workspace] };
  // accounts that refuse it are left out of its post, and listed there
  const call = { context: deps, principal, now, body: { skipRefused: true } };
  return prepareTimedPost(call, workspace, {
    content: contentOf(written, {}),
    timing: TIMINGS[row.mode],
  });
}

/** The picture of an item, hosted here: its address may have another one when the post goes out. null if there is none, or none can be had. */
async function pictureOf(
  deps: Deps,
  { row, workspace, item, now }: Source & { item: WaitingItem; now: number },
): Promise<string | null> {
  const { image: url } = item;
  if (url === null || deps.guard.check(url, workspace.networks) !== null) return null;
  // the library names the feed as who brought the picture
  const principal = { userId: row.setBy, userName: row.title ?? row.url };
  const hosted = await orProblem(() =>
    hostAddress(deps, { url, workspaceId: workspace.id, param: '/media/0', principal, now }),
  );
  return hosted instanceof Problem ? null : hosted;
}

async function settle(tx: Tx, turn: Turn, { item: { key }, made }: PreparedItem): Promise<SettledItem> {
  if (made instanceof Problem) return { key, postId: null, problem: made.message };
  const { post, takesSlot } = made;
  const timed = takesSlot ? await orProblem(() => inNextSlot({ now: turn.now }, tx, post)) : post;
  if (timed instanceof Problem) return { key, postId: null, problem: timed.message };
  await createPostIn(tx, turn, timed);
  return { key, postId: timed.id, problem: null };
}

/** What the work returns, or the problem of the item that it throws. @throws what is not about the item */
async function orProblem<T>(work: () => Promise<T>): Promise<T | Problem> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Problem && !TEMPORARY.has(thrown.kind)) return thrown;
    throw thrown;
  }
}

/**
 * Works and gives the feed the result, in one commit; neither if the feed is in another round by then, because it was changed. So a kill
 * makes no post twice and leaves none out.
 */
async function commit<Answer extends FeedEvent>(
  { node }: Deps,
  of: { work: { feedId: string; round: number }; run: Run; outdated: Answer },
  inTurn: (tx: Tx, turn: Turn) => Promise<Answer>,
): Promise<Answer> {
  const { work, run, outdated } = of;
  const { event, isAnswered } = await node().command(async (tx, turn: Turn) => {
    const actor = await lockInto(tx, turn, work.feedId);
    const isCurrent =
      actor?.status === 'active' && (actor.snapshot.context as FeedContext).round === work.round;
    if (!actor || !isCurrent) return { result: { event: outdated, isAnswered: false } };
    const answer = await inTurn(tx, turn);
    return { result: { event: answer, isAnswered: turn.answer(actor, run.effect.id, answer) } };
  });
  if (isAnswered) run.markAnswered();
  return event;
}
