/** Counts of a publication's articles, and its followers. Views may be null means not every blog has them. */
import type { Json } from '../../machines/outcome.ts';
import { at, textAt } from '../lib/http.ts';
import { countAt, instantOf, namedCounts } from '../lib/numbers.ts';
import { numbersProblem } from '../lib/numbers-problem.ts';
import { limit, MINUTE_MS } from '../port/budget.ts';
import type { InsightsPort, InsightsStep, PostNumbers } from '../port/insights.ts';
import { readError } from './errors.ts';
import { call } from './graphql.ts';

const PER_PAGE = 20;
const COUNTS = ['views', 'reactionCount', 'responseCount', 'replyCount'];

export const insights: InsightsPort = {
  metrics: [], // fields are asked as a whole
  covers: 'own',
  /** A fraction of the 20,000 queries a minute that are announced. */
  limits: [limit(500, MINUTE_MS, 'step')],
  posts: {
    perPage: PER_PAGE,
    requests: 1,
    async read(step) {
      const { cursor, limit: first = PER_PAGE } = step;
      const read = await call(step, {
        query:
          'query($id: ObjectId!, $first: Int!, $after: String){ publication(id:$id){ posts(first:$first, after:$after){ edges{ node{ id title url publishedAt views reactionCount responseCount replyCount } } pageInfo{ hasNextPage endCursor } } } }',
        variables: { id: publicationOf(step), first, after: cursor },
      });
      const posts = at(read.data, 'publication', 'posts');
      const edges = at(posts, 'edges');
      if (!Array.isArray(edges)) return problem(step, read);
      const hasNext = at(posts, 'pageInfo', 'hasNextPage') === true;
      const next = hasNext ? textAt(posts, 'pageInfo', 'endCursor') : null;
      return { kind: 'page', items: edges.flatMap((edge) => postIn(at(edge, 'node'))), cursor: next };
    },
  },
  account: {
    requests: 1,
    async read(step) {
      const read = await call(step, {
        query: 'query($id: ObjectId!){ publication(id:$id){ followersCount } }',
        variables: { id: publicationOf(step) },
      });
      const followers = countAt(read.data, 'publication', 'followersCount');
      if (followers === null) return problem(step, read);
      const none = { views: null, reach: null, engagement: null, profileViews: null };
      return { kind: 'account', followers, ...none, all: { followersCount: followers } };
    },
  },
};

function postIn(node: Json | undefined): PostNumbers[] {
  const networkPostId = textAt(node, 'id');
  const publishedAt = instantOf(textAt(node, 'publishedAt'));
  if (networkPostId === null || publishedAt === null) return [];
  const all = namedCounts(node, COUNTS);
  return [
    {
      networkPostId,
      url: textAt(node, 'url'),
      text: textAt(node, 'title') ?? '',
      publishedAt,
      mediaKind: null,
      views: all['views'] ?? null,
      likes: all['reactionCount'] ?? null,
      comments: all['responseCount'] ?? null,
      shares: null,
      all,
    },
  ];
}

const publicationOf = ({ account }: InsightsStep): string =>
  account.credentials['publicationId'] ?? account.remoteId;

function problem(step: InsightsStep, read: Awaited<ReturnType<typeof call>>) {
  if (!('failed' in read)) return { kind: 'not_available', reason: 'Hashnode shows no such blog' } as const;
  return numbersProblem({ readError }, read.failed, step);
}
