/** Reads everything that a network reports about one post, when a person opens it. */
import type { InsightsProblem, PostDetail } from '../../../adapters/port/insights.ts';
import { readRefusedNames } from '../../../store/account-numbers.ts';
import { type PlaceOfPosts, saveCounts, type TrackedPost } from '../../../store/tracked-posts.ts';
import type { Turn } from '../../engine/turn.ts';
import { metricsIdOf } from '../../kinds/metrics.ts';
import { Allowance, isUncharged } from './allowance.ts';
import { type MissingAccount, numbersAs, type NumbersStep } from './as-account.ts';
import type { NumbersContext } from './context.ts';
import { tellNumbers } from './fresh.ts';
import { bucketOf } from './keys.ts';
import { askTwice } from './refused.ts';

const WAIT_MS = 10_000;
/** Nothing more can be said than what is stored. */
const NOTHING: InsightsProblem = { kind: 'not_available', reason: '' };

type Post = Pick<TrackedPost, 'networkPostId' | 'mediaKind' | 'publishedAt'> & {
  all: { [metric: string]: number } | null;
};

/**
 * Names that the network refuses are left out from then on. Where it charges, a post is read once in a UTC day, within what a day
 * may cost; its numbers are stored, so that they can be shown again.
 */
export async function readDetail(
  context: NumbersContext,
  place: PlaceOfPosts,
  post: Post,
): Promise<PostDetail | InsightsProblem | MissingAccount> {
  const { sql, node } = context;
  const { accountId, workspaceId } = place;
  const names = await readRefusedNames(sql, metricsIdOf(accountId));
  let without = names;
  const signal = AbortSignal.timeout(WAIT_MS);
  const detail = await numbersAs<PostDetail>(context, { accountId, signal }, async ({ port, ...step }) => {
    const allowance = new Allowance(context, { account: step.account, port });
    const { networkPostId, mediaKind, publishedAt } = post;
    if (!port.post || !(await allowance.takePost(networkPostId))) return NOTHING;
    const price = port.price?.post ?? 0;
    const refusal = (await allowance.takeCalls(1)) ?? (await allowance.takeMoney(price));
    if (refusal) {
      await allowance.giveBackPost(networkPostId);
      return refusal;
    }
    const detail = await askTwice<PostDetail>(without, (fewer) =>
      port.post!({ ...step, networkPostId, mediaKind, publishedAt, without: fewer }),
    );
    without = detail.without;
    const { answer } = detail;
    if (answer.kind === 'post') {
      await allowance.giveBack(price - (answer.cost ?? price));
      if (port.price) await keep(sql, place, { post, answer, now: step.now });
    } else if (isUncharged(answer)) {
      await allowance.giveBack(price);
      await allowance.giveBackPost(networkPostId);
    }
    return answer;
  });
  if (without.length > names.length)
    await node.command(async (tx, turn: Turn) => {
      await tellNumbers(tx, turn, [{ id: accountId, workspaceId }], { type: 'refused', without });
      return { result: undefined };
    });
  return detail;
}

/** Numbers that were paid for, beside those that are stored; series are not. */
async function keep(
  sql: NumbersContext['sql'],
  place: PlaceOfPosts,
  { post, answer, now }: { post: Post; answer: PostDetail; now: NumbersStep['now'] },
): Promise<void> {
  const { networkPostId } = post;
  const { views, likes, comments, shares } = answer;
  const allCounts = JSON.stringify({ ...post.all, ...numbersIn(answer.all) });
  const row = { networkPostId, views, likes, comments, shares, allCounts };
  await saveCounts(sql, place, [{ ...row, bucketOf: (at) => bucketOf(at, now) }], now);
}

/** What is a number among these. */
export function numbersIn(values: { [name: string]: unknown }): { [name: string]: number } {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}
