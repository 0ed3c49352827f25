/** Reacts to refused calls for numbers: which metric names to leave out, and how to request a refused page in parts. Pure. */
import type {
  InsightsPort,
  InsightsProblem,
  InsightsStep,
  PostsPage,
  RefusedMetric,
} from '../../../adapters/port/insights.ts';

/**
 * The names to leave out from now on. A refusal that does not say which name it means rules out all that were asked: what the
 * list says without them remains.
 */
function learnt(
  without: readonly RefusedMetric[],
  problem: Extract<InsightsProblem, { kind: 'metric_refused' }>,
): RefusedMetric[] {
  const { metric, mediaKind, metrics: requestedNames } = problem;
  const names = metric === null ? requestedNames : [metric];
  const isRefused = (name: string) =>
    without.some((refused) => refused.metric === name && refused.mediaKind === mediaKind);
  return [
    ...without,
    ...names.filter((name) => !isRefused(name)).map((name) => ({ metric: name, mediaKind })),
  ];
}

/**
 * Makes a call, and once more without the name that it was refused.
 * @returns what came, and the names to leave out at the next call
 */
export async function askTwice<Answer extends { kind: string }>(
  without: RefusedMetric[],
  call: (without: RefusedMetric[]) => Promise<Answer | InsightsProblem>,
): Promise<{ answer: Answer | InsightsProblem; without: RefusedMetric[] }> {
  const first = await call(without);
  if (!isRefused(first)) return { answer: first, without };
  const fewer = learnt(without, first);
  return { answer: await call(fewer), without: fewer };
}

function isRefused(answer: { kind: string }): answer is Extract<InsightsProblem, { kind: 'metric_refused' }> {
  return answer.kind === 'metric_refused';
}

interface ReadPage {
  answer: PostsPage | InsightsProblem;
  without: RefusedMetric[];
  /** Posts that spoil a page, read without their numbers. They are not asked again. */
  notAvailable: string[];
}

/**
 * Reads one page of posts. A page that the network refuses is read in halves, down to the post that spoils it, which is then
 * read without its numbers. The posts of the halves are one page here; the last half's cursor follows.
 */
export async function readPage(
  posts: NonNullable<InsightsPort['posts']>,
  step: InsightsStep & { cursor: string | null; limit?: number },
): Promise<ReadPage> {
  const limit = step.limit ?? posts.perPage;
  const { answer, without } = await askTwice(step.without, (fewer) =>
    posts.read({ ...step, limit, without: fewer }),
  );
  if (answer.kind !== 'page_refused') return { answer, without, notAvailable: [] };
  const next = { ...step, without };
  if (limit === 1) {
    const plain = await posts.read({ ...next, limit, plain: true });
    const ids = plain.kind === 'page' ? plain.items.map(({ networkPostId }) => networkPostId) : [];
    return { answer: plain, without, notAvailable: ids };
  }
  const half = Math.ceil(limit / 2);
  const one = await readPage(posts, { ...next, limit: half });
  const { cursor } = one.answer.kind === 'page' ? one.answer : { cursor: null };
  if (one.answer.kind !== 'page' || cursor === null) return one;
  const other = await readPage(posts, { ...next, cursor, without: one.without, limit: limit - half });
  const notAvailable = [...one.notAvailable, ...other.notAvailable];
  // the result of the first half is stored, so the next call starts after it
  if (other.answer.kind !== 'page') return { ...one, notAvailable };
  const items = [...one.answer.items, ...other.answer.items];
  return { answer: { ...other.answer, items }, without: other.without, notAvailable };
}
