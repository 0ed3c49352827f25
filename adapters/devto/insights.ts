/**
 * Counts of articles, from the account's own list (Forem API v1, "articles/me"), which alone has the views. Followers could only
 * be counted by reading all of them, so they are not known.
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, textAt } from '../lib/http.ts';
import { instantOf, namedCounts } from '../lib/numbers.ts';
import { numbersProblem } from '../lib/numbers-problem.ts';
import type { InsightsPort, PostNumbers } from '../port/insights.ts';
import { readError } from './errors.ts';
import { call } from './request.ts';

/**
 * The list contains the articles' texts, so a page is far smaller than DEV allows. Halves of it are whole pages too: DEV counts
 * pages, and a cursor is how many articles were read.
 */
const PER_PAGE = 64;
const COUNTS = ['page_views_count', 'public_reactions_count', 'comments_count'];

export const insights: InsightsPort = {
  metrics: [], // counts come as a whole
  covers: 'own',
  posts: {
    perPage: PER_PAGE,
    requests: 1,
    async read(step) {
      const { account, cursor, fetch, signal, limit = PER_PAGE } = step;
      const from = Number(cursor ?? 0);
      const page = Math.floor(from / limit) + 1;
      const path = `/articles/me/published?page=${page}&per_page=${limit}`;
      const answer = await ask(fetch, call(account, 'GET', path), signal);
      const isRead = answer.kind === 'response' && answer.status === 200 && Array.isArray(answer.json);
      if (!isRead) return numbersProblem({ readError }, answer, step);
      const rows = answer.json as Json[];
      const next = rows.length < limit ? null : String(from + limit);
      return { kind: 'page', items: rows.flatMap(postIn), cursor: next };
    },
  },
};

function postIn(article: Json): PostNumbers[] {
  const networkPostId = textAt(article, 'id');
  const publishedAt = instantOf(textAt(article, 'published_at'));
  if (networkPostId === null || publishedAt === null) return [];
  const all = namedCounts(article, COUNTS);
  return [
    {
      networkPostId,
      url: textAt(article, 'url'),
      text: textAt(article, 'title') ?? '',
      publishedAt,
      mediaKind: null,
      views: all['page_views_count'] ?? null,
      likes: all['public_reactions_count'] ?? null,
      comments: all['comments_count'] ?? null,
      shares: null,
      all,
    },
  ];
}
