/**
 * What a site's own members did with its posts: clicks, sign-ups, feedback, and mails that were opened. The Admin API gives no views,
 * likes or comments, so that none of the common numbers is known. Includes that an older site does not know are left out by it.
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, at, textAt } from '../lib/http.ts';
import { instantOf, namedCounts } from '../lib/numbers.ts';
import { numbersProblem } from '../lib/numbers-problem.ts';
import type { InsightsPort, PostNumbers } from '../port/insights.ts';
import { readError } from './errors.ts';
import { call } from './request.ts';

/** A site allows 100, and the list contains the posts' texts. Halves are whole pages too: a cursor is how many posts were read. */
const PER_PAGE = 64;
const OF_MAIL = ['email_count', 'delivered_count', 'opened_count', 'failed_count'];
const COUNTS = ['clicks', 'signups', 'conversions', 'positive_feedback', 'negative_feedback'];
const INCLUDE = ['email', ...COUNTS.map((name) => `count.${name}`)].join(',');

export const insights: InsightsPort = {
  metrics: [], // counts come as a whole
  covers: 'own',
  posts: {
    perPage: PER_PAGE,
    requests: 1,
    async read(step) {
      const { account, cursor, fetch, signal, now, limit = PER_PAGE } = step;
      const from = Number(cursor ?? 0);
      const query = new URLSearchParams({
        limit: String(limit),
        page: String(Math.floor(from / limit) + 1),
        order: 'published_at desc',
        filter: 'status:[published,sent]',
        include: INCLUDE,
      });
      const answer = await ask(fetch, call(account, now, 'GET', `/posts/?${query.toString()}`), signal);
      const isRead = answer.kind === 'response' && answer.status === 200;
      const posts = isRead ? at(answer.json, 'posts') : null;
      if (!isRead || !Array.isArray(posts)) return numbersProblem({ readError }, answer, step);
      const hasNext = typeof at(answer.json, 'meta', 'pagination', 'next') === 'number';
      const next = hasNext && posts.length > 0 ? String(from + limit) : null;
      return { kind: 'page', items: posts.flatMap(postIn), cursor: next };
    },
  },
};

function postIn(post: Json): PostNumbers[] {
  const networkPostId = textAt(post, 'id');
  const publishedAt = instantOf(textAt(post, 'published_at'));
  if (networkPostId === null || publishedAt === null) return [];
  return [
    {
      networkPostId,
      url: textAt(post, 'url'),
      text: textAt(post, 'title') ?? '',
      publishedAt,
      mediaKind: null,
      views: null,
      likes: null,
      comments: null,
      shares: null,
      all: { ...namedCounts(at(post, 'count'), COUNTS), ...namedCounts(at(post, 'email'), OF_MAIL) },
    },
  ];
}
