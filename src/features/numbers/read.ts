/**
 * The effect `readNumbers`: reads some pages of an account's posts, then the account itself, then what the pages miss, and
 * stores each page before the next is read. It decides nothing: its event reports the progress, or the problem.
 */
import type {
  AccountNumbers,
  CountsOfPosts,
  DailyNumbers,
  DaySeries,
  FollowersOf,
  InsightsPort,
  InsightsProblem,
  PostNumbers,
} from '../../../adapters/port/insights.ts';
import type { MetricsEvent, NumbersProblem, ReadWork, Refused } from '../../../machines/metrics.ts';
import {
  type AccountDay,
  readAccountNumbers,
  saveAccountDays,
  saveAccountNumbers,
} from '../../../store/account-numbers.ts';
import { readAccounts } from '../../../store/accounts.ts';
import { findOwnPosts } from '../../../store/network-posts.ts';
import {
  findMissedPosts,
  findUntrackedPosts,
  markPosts,
  type PlaceOfPosts,
  saveCounts,
  type SavedPost,
  savePosts,
  trackPosts,
  youngestPost,
} from '../../../store/tracked-posts.ts';
import type { MetricsHandlers } from '../../kinds/metrics.ts';
import { Allowance, type AllowanceDeps, isUncharged } from './allowance.ts';
import { numbersAs, type NumbersStep, type ReadDeps } from './as-account.ts';
import { bucketOf, newPostKey } from './keys.ts';
import { reachOf } from './reach.ts';
import { askTwice, readPage } from './refused.ts';
import { DAY_MS } from '../../base/durations.ts';

/** Pages that one effect reads: what follows is another effect, so that a stop of the service costs little. */
const PAGES = 5;
/** Of the network's budget numbers take at most so much, as its headers report it. */
const MAX_USED = 0.5;
/** Posts that are asked for by id in one refresh. */
const MAX_MISSED = 500;
/** Calls by ids in one refresh: where each post is a call of its own, the others follow with the next one. */
const MAX_CALLS_BY_ID = 100;
/** So many posts are refused, and none is answered, before it is taken for a refusal of the call itself. */
const MAX_REFUSED = 3;
/** A text as the table of posts shows it. */
const MAX_TEXT = 500;
/** Networks that charge are asked once a day at most. */
const PAID_EVERY_MS = DAY_MS;

type NumbersDeps = ReadDeps & AllowanceDeps;

type ReadEvent = Extract<MetricsEvent, { type: `read.${string}` }>;

/** What a refresh has learnt so far. */
interface Progress {
  without: Refused[];
  cursor: string | null;
  changed: boolean;
}

/** The network refused these posts: what else it has can be asked for. Any other problem meets the next call too. */
const isOfPosts = ({ kind }: InsightsProblem): boolean =>
  kind === 'not_available' ||
  kind === 'gone' ||
  kind === 'metric_refused' ||
  kind === 'page_refused' ||
  kind === 'needs_permission';

/** Ends a refresh: what was stored until then stays. */
class Stopped {
  readonly problem: InsightsProblem;
  constructor(problem: InsightsProblem) {
    this.problem = problem;
  }
}

export function numbersHandlers(deps: NumbersDeps): MetricsHandlers {
  return {
    readNumbers: async (work, { signal }) => {
      const [account] = await readAccounts(deps.sql, [work.accountId]);
      if (!account) return { type: 'read.gone' };
      const place = { workspaceId: account.workspaceId, accountId: account.id, platform: account.platform };
      await trackOwn(deps, place);
      const progress: Progress = { without: work.without, cursor: work.cursor, changed: false };
      const answer = await numbersAs<{ kind: 'read'; isWhole: boolean }>(
        deps,
        { accountId: work.accountId, signal },
        async (step) => {
          try {
            return { kind: 'read', isWhole: await new Refresh(deps, { work, place, step, progress }).run() };
          } catch (fault) {
            if (fault instanceof Stopped) return fault.problem;
            throw fault;
          }
        },
      );
      return eventOf(deps, answer, { accountId: work.accountId, progress, place });
    },
  };
}

async function eventOf(
  deps: NumbersDeps,
  answer: { kind: 'read'; isWhole: boolean } | InsightsProblem | { kind: 'account_gone'; reason: string },
  { accountId, progress, place }: { accountId: string; progress: Progress; place: PlaceOfPosts },
): Promise<ReadEvent> {
  const { without, cursor, changed } = progress;
  if (answer.kind === 'account_gone') return { type: 'read.gone' };
  if (answer.kind === 'read') {
    if (!answer.isWhole) return { type: 'read.more', without, cursor };
    // a post that was published meanwhile is read soon
    await trackOwn(deps, place);
    const youngestAt = await youngestPost(deps.sql, accountId);
    const price = deps.adapters[place.platform]?.insights?.price;
    return { type: 'read.done', without, changed, youngestAt, leastWaitMs: price ? PAID_EVERY_MS : 0 };
  }
  const problem = PROBLEM_OF[answer.kind];
  const afterMs = 'afterMs' in answer ? answer.afterMs : undefined;
  const reason =
    answer.kind === 'needs_permission'
      ? `${answer.reason} Connect the account again and allow ${answer.scope}.`
      : answer.reason;
  return { type: 'read.failed', problem, reason, without, cursor, ...(afterMs !== undefined && { afterMs }) };
}

const PROBLEM_OF: { [kind in InsightsProblem['kind']]: NumbersProblem } = {
  rate_limited: 'rate_limited',
  budget: 'budget',
  network_down: 'network_down',
  needs_permission: 'needs_permission',
  not_available: 'not_available',
  gone: 'not_available',
  metric_refused: 'not_available',
  page_refused: 'not_available',
  expired: 'network_down',
  reauthorize: 'network_down',
};

/** Posts of this service are tracked where the network lists none, too. */
async function trackOwn({ sql, clock }: NumbersDeps, place: PlaceOfPosts): Promise<void> {
  const found = await findUntrackedPosts(sql, { accountId: place.accountId, limit: MAX_MISSED });
  const posts = found.map((post) => ({ ...post, key: newPostKey(clock()) }));
  await trackPosts(sql, place, posts);
}

interface RefreshParts {
  work: ReadWork;
  place: PlaceOfPosts;
  step: NumbersStep;
  progress: Progress;
}

/** One effect's part of a refresh. */
class Refresh {
  readonly #deps: NumbersDeps;
  readonly #work: ReadWork;
  readonly #place: PlaceOfPosts;
  readonly #step: NumbersStep;
  readonly #progress: Progress;
  readonly #port: InsightsPort;
  readonly #allowance: Allowance;

  constructor(deps: NumbersDeps, { work, place, step, progress }: RefreshParts) {
    this.#deps = deps;
    this.#work = work;
    this.#place = place;
    this.#step = step;
    this.#progress = progress;
    this.#port = step.port;
    this.#allowance = new Allowance(deps, step);
  }

  /**
   * The account is read before the posts that need calls of their own, so that no failure of theirs keeps its numbers away.
   * @returns false when there are more pages. @throws Stopped
   */
  async run(): Promise<boolean> {
    if (await this.#isReadToday()) {
      await this.#readMissed();
      return true;
    }
    const { posts } = this.#port;
    const pages = posts ? await this.#readPagesApart(posts) : true;
    if (pages === false) return false;
    await this.#readAccount();
    if (pages instanceof Stopped) throw pages;
    await this.#readMissed();
    return true;
  }

  /**
   * Where a list of posts is refused, the account's own numbers can still be had. A network that charges is not asked for
   * them: they say that its posts have been read on that day.
   * @returns as `#readPages`; the refusal of a list, which ends the refresh after the account was read. @throws Stopped
   */
  async #readPagesApart(posts: NonNullable<InsightsPort['posts']>): Promise<boolean | Stopped> {
    try {
      return await this.#readPages(posts);
    } catch (fault) {
      if (fault instanceof Stopped && !this.#port.price && isOfPosts(fault.problem)) return fault;
      throw fault;
    }
  }

  /** Where the network charges, nothing is read twice in a UTC day, for any request. */
  async #isReadToday(): Promise<boolean> {
    if (!this.#port.price || this.#progress.cursor !== null) return false;
    const [numbers] = await readAccountNumbers(this.#deps.sql, [this.#place.accountId]);
    return numbers !== undefined && dayOf(numbers.fetchedAt) === dayOf(this.#now);
  }

  get #now(): number {
    return this.#deps.clock();
  }

  /** @returns whether the pages of this refresh have all been read */
  async #readPages(posts: NonNullable<InsightsPort['posts']>): Promise<boolean> {
    const { depth, begunAt } = this.#work;
    const reach = reachOf(this.#work, this.#port.price);
    for (let pages = 0; pages < PAGES; pages += 1) {
      await this.#pay(posts.requests);
      const limit = this.#port.price?.leastPerPage ?? null;
      const { price } = this.#port;
      const paid = (price?.listed ?? price?.post ?? 0) * (limit ?? 0);
      await this.#payMoney(paid);
      const { answer, without, notAvailable } = await readPage(posts, {
        ...this.#step,
        now: this.#now,
        without: this.#progress.without,
        cursor: this.#progress.cursor,
        ...(limit !== null && { limit }),
      });
      this.#progress.without = without;
      if (answer.kind !== 'page') {
        if (isUncharged(answer)) await this.#allowance.giveBack(paid);
        throw new Stopped(answer);
      }
      await this.#savePage(answer.items, new Set(notAvailable));
      await this.#allowance.giveBack(paid - (answer.cost ?? paid));
      const oldest = answer.items.reduce((at, { publishedAt }) => Math.min(at, publishedAt), Infinity);
      const isEnough = depth === 'page' || oldest < begunAt - reach;
      const begins = posts.more?.cursor;
      const isSecond = begins !== undefined && (this.#progress.cursor ?? '').startsWith(begins);
      // read enough of the first list, then the second one
      this.#progress.cursor =
        isEnough && answer.cursor !== null ? (isSecond ? null : (begins ?? null)) : answer.cursor;
      this.#stopAtHalf(answer);
      if (this.#progress.cursor === null) return true;
    }
    return false;
  }

  async #savePage(items: readonly PostNumbers[], notAvailable: ReadonlySet<string>): Promise<void> {
    const { sql } = this.#deps;
    const now = this.#now;
    const ids = items.flatMap(({ networkPostId, otherIds = [] }) => [networkPostId, ...otherIds]);
    const own = await findOwnPosts(sql, { accountId: this.#place.accountId, networkPostIds: ids });
    const saved = items.flatMap((item): SavedPost[] => {
      // a post is tracked by the id that its delivery knows
      const match = [item.networkPostId, ...(item.otherIds ?? [])].find((id) => own.has(id));
      if (match === undefined && this.#port.covers === 'own') return [];
      const { views, likes, comments, shares, url, text, mediaKind, publishedAt } = item;
      return [
        {
          key: newPostKey(now),
          networkPostId: match ?? item.networkPostId,
          postId: match === undefined ? null : own.get(match)!,
          url,
          text: text.slice(0, MAX_TEXT).replaceAll('\0', ''),
          mediaKind,
          publishedAt,
          views,
          likes,
          comments,
          shares,
          allCounts: JSON.stringify(item.all),
          state: notAvailable.has(item.networkPostId) ? 'not_available' : 'ok',
          bucket: bucketOf(publishedAt, now),
        },
      ];
    });
    if ((await savePosts(sql, this.#place, saved, now)) > 0) this.#progress.changed = true;
  }

  /**
   * Posts that no page showed: asked for by their ids. Where each is a call of its own, a refused one is not asked for again,
   * unless all were refused: then it is not about the posts. @throws Stopped
   */
  async #readMissed(): Promise<void> {
    const { byId, price } = this.#port;
    const { sql } = this.#deps;
    if (!byId) return;
    const { accountId } = this.#place;
    const { begunAt } = this.#work;
    const from = begunAt - Math.max(reachOf(this.#work, price), 7 * DAY_MS);
    // networks that charge for reads are called at most once for a post on a UTC day
    const fetchedBefore = price ? Math.floor(begunAt / DAY_MS) * DAY_MS : begunAt;
    const limit = Math.min(MAX_MISSED, byId.perCall * MAX_CALLS_BY_ID);
    const missed = await findMissedPosts(sql, { accountId, from, fetchedBefore, limit });
    const refused: string[] = [];
    let isAnswered = false;
    let first: InsightsProblem | null = null;
    for (let start = 0; start < missed.length; start += byId.perCall) {
      const ids = missed.slice(start, start + byId.perCall).map(({ networkPostId }) => networkPostId);
      const answer = await this.#readByIds(byId, ids);
      if (answer.kind === 'counts') {
        isAnswered = true;
        this.#stopAtHalf(answer);
        continue;
      }
      const isOfOne = answer.kind === 'not_available' || answer.kind === 'page_refused';
      if (ids.length > 1 || !isOfOne) throw new Stopped(answer);
      first ??= answer;
      refused.push(...ids);
      if (!isAnswered && refused.length >= MAX_REFUSED) break;
    }
    if (first !== null && !isAnswered) throw new Stopped(first);
    await markPosts(sql, { accountId, networkPostIds: refused, state: 'not_available', now: this.#now });
  }

  /** One call by ids: its counts are stored, and posts that are gone are marked. */
  async #readByIds(
    byId: NonNullable<InsightsPort['byId']>,
    networkPostIds: string[],
  ): Promise<CountsOfPosts | InsightsProblem> {
    const { sql } = this.#deps;
    const { accountId } = this.#place;
    await this.#pay(1);
    const paid = (this.#port.price?.post ?? 0) * networkPostIds.length;
    await this.#payMoney(paid);
    const { answer, without } = await askTwice<CountsOfPosts>(this.#progress.without, (fewer) =>
      byId.read({ ...this.#step, now: this.#now, without: fewer, networkPostIds }),
    );
    this.#progress.without = without;
    if (answer.kind !== 'counts') {
      if (isUncharged(answer)) await this.#allowance.giveBack(paid);
      return answer;
    }
    const now = this.#now;
    const counts = answer.items.map(({ all, ...post }) => ({
      ...post,
      allCounts: JSON.stringify(all),
      bucketOf: (publishedAt: number) => bucketOf(publishedAt, now),
    }));
    if ((await saveCounts(sql, this.#place, counts, now)) > 0) this.#progress.changed = true;
    await markPosts(sql, { accountId, networkPostIds: answer.gone, state: 'gone', now });
    return answer;
  }

  /** Followers, sums and days. */
  async #readAccount(): Promise<void> {
    const { account, followers, daily, price } = this.#port;
    const step = { ...this.#step, now: this.#now };
    const paid = account || followers ? (price?.account ?? 0) : 0;
    await this.#payMoney(paid);
    if (account) {
      await this.#pay(account.requests);
      const { answer, without } = await askTwice<AccountNumbers>(this.#progress.without, (fewer) =>
        account.read({ ...step, without: fewer }),
      );
      this.#progress.without = without;
      if (answer.kind !== 'account') {
        if (isUncharged(answer)) await this.#allowance.giveBack(paid);
        throw new Stopped(answer);
      }
      await this.#saveAccount(answer);
      if (answer.days) await this.#saveDays(answer.days, null, 0);
      this.#stopAtHalf(answer);
      if (answer.lacks && !daily) throw new Stopped(answer.lacks);
    } else if (followers) {
      await this.#pay(1);
      const { remoteId } = step.account;
      const { answer, without } = await askTwice<FollowersOf>(this.#progress.without, (fewer) =>
        followers.read({ ...step, without: fewer, remoteIds: [remoteId] }),
      );
      this.#progress.without = without;
      if (answer.kind !== 'followers') {
        if (isUncharged(answer)) await this.#allowance.giveBack(paid);
        throw new Stopped(answer);
      }
      const found = answer.items.find((item) => item.remoteId === remoteId);
      await this.#saveAccount({ followers: found?.followers ?? null, ...NO_SUMS });
    }
    if (daily && account?.days !== true) await this.#readDays(daily);
  }

  async #readDays(daily: NonNullable<InsightsPort['daily']>): Promise<void> {
    const { depth, begunAt } = this.#work;
    // each network has its own time zone for days: read until tomorrow, so that today is included everywhere
    const to = dayOf(begunAt + DAY_MS);
    const from = dayOf(begunAt - (depth === 'page' ? 7 : 88) * DAY_MS);
    await this.#pay(1);
    const { answer, without } = await askTwice<DailyNumbers>(this.#progress.without, (fewer) =>
      daily.read({ ...this.#step, now: this.#now, without: fewer, from, to }),
    );
    this.#progress.without = without;
    if (answer.kind !== 'daily') throw new Stopped(answer);
    await this.#saveDays(answer.series, answer.zone, daily.lateDays);
    this.#stopAtHalf(answer);
  }

  async #saveAccount(numbers: {
    followers: number | null;
    views: number | null;
    reach: number | null;
    engagement: number | null;
    profileViews: number | null;
  }): Promise<void> {
    const { workspaceId, accountId } = this.#place;
    const fetchedAt = this.#now;
    const { followers, views, reach, engagement, profileViews } = numbers;
    const row = { followers, views, reach, engagement, profileViews };
    await saveAccountNumbers(this.#deps.sql, { workspaceId, accountId, fetchedAt, ...row });
    // networks report only today's followers, so they are counted each day
    if (followers !== null) {
      const day = {
        metric: 'followers',
        day: dayOf(fetchedAt),
        zone: 'UTC',
        value: followers,
        isFinal: true,
      };
      await saveAccountDays(this.#deps.sql, this.#place, [day]);
    }
  }

  async #saveDays(series: readonly DaySeries[], zone: string | null, lateDays: number): Promise<void> {
    const last = dayOf(this.#now - (lateDays + 1) * DAY_MS);
    // a network may have several names for a number: the first one in its response is shown
    const visited = new Set<string>();
    const days = series.flatMap(({ means, days: all }): AccountDay[] => {
      if (visited.has(means) || means === 'followers') return [];
      visited.add(means);
      return all.map(({ day, value }) => ({
        metric: means,
        day,
        zone,
        value: Math.round(value),
        isFinal: day <= last,
      }));
    });
    await saveAccountDays(this.#deps.sql, this.#place, days);
  }

  /** @throws Stopped when numbers may make no such call now */
  async #pay(requests: number): Promise<void> {
    const problem = await this.#allowance.takeCalls(requests);
    if (problem) throw new Stopped(problem);
  }

  /** @throws Stopped when the day's money does not last */
  async #payMoney(cost: number): Promise<void> {
    const problem = await this.#allowance.takeMoney(cost);
    if (problem) throw new Stopped(problem);
  }

  #stopAtHalf({ used }: { used?: number }): void {
    if (used === undefined || used < MAX_USED) return;
    const { platform } = this.#step.account;
    const reason = `half of the calls that ${platform} allows are used; the rest is for publishing`;
    throw new Stopped({ kind: 'budget', reason, afterMs: 3_600_000 });
  }
}

const NO_SUMS = { views: null, reach: null, engagement: null, profileViews: null };

/** The UTC day of an instant. */
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
