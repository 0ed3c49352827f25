/**
 * Notes of posts: likes, reblogs and replies together. Lists have their sum alone, and telling them apart takes a call for each
 * post, so that none of the common numbers is known. There are no views, and no number of followers for other apps.
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, at, type Lost, type NetworkResponse, textAt } from '../lib/http.ts';
import { countAt, namedCounts } from '../lib/numbers.ts';
import { numbersProblem } from '../lib/numbers-problem.ts';
import { HOUR_MS, limit } from '../port/budget.ts';
import type {
  InsightsPort,
  InsightsProblem,
  InsightsStep,
  PostDetail,
  PostNumbers,
} from '../port/insights.ts';
import { readError } from './errors.ts';
import { getRequest } from './request.ts';

const PER_PAGE = 20;
const COUNTS = ['note_count'];
const OF_POST = ['total_notes', 'total_likes', 'total_reblogs'];
const NONE = { views: null, likes: null, comments: null, shares: null };

export const insights: InsightsPort = {
  metrics: [], // counts come as a whole
  covers: 'own',
  /** A fifth of the 1,000 an hour that all users of the installation share. */
  limits: [limit(200, HOUR_MS, 'step', 'app')],
  posts: {
    perPage: PER_PAGE,
    requests: 1,
    async read(step) {
      const { account, cursor, fetch, signal, limit: most = PER_PAGE } = step;
      const from = Number(cursor ?? 0);
      const query = new URLSearchParams({ npf: 'true', limit: String(most), offset: String(from) });
      const answer = await ask(fetch, getRequest(account, `/posts?${query.toString()}`), signal);
      const posts = rowsIn(answer);
      if (posts === null || answer.kind === 'lost') return problem(step, answer);
      const total = countAt(answer.json, 'response', 'total_posts') ?? Infinity;
      const next = from + posts.length;
      const isLast = posts.length === 0 || next >= total;
      return { kind: 'page', items: posts.flatMap(postIn), cursor: isLast ? null : String(next) };
    },
  },
  post: readNotes,
};

/** Notes by their type, of one post. */
async function readNotes(
  step: InsightsStep & { networkPostId: string },
): Promise<PostDetail | InsightsProblem> {
  const { account, fetch, signal, networkPostId } = step;
  const query = new URLSearchParams({ id: networkPostId, mode: 'conversation' });
  const answer = await ask(fetch, getRequest(account, `/notes?${query.toString()}`), signal);
  const response = answer.kind === 'response' && answer.status === 200 ? at(answer.json, 'response') : null;
  const all: PostDetail['all'] = namedCounts(response ?? undefined, OF_POST);
  const notes = all['total_notes'];
  if (notes === undefined) return problem(step, answer);
  return { kind: 'post', networkPostId, ...NONE, all: { note_count: notes, ...all } };
}

function rowsIn(answer: NetworkResponse | Lost): Json[] | null {
  if (answer.kind === 'lost' || answer.status !== 200) return null;
  const posts = at(answer.json, 'response', 'posts');
  return Array.isArray(posts) ? posts : null;
}

function postIn(post: Json): PostNumbers[] {
  // ids have 64 bits, which a number would round
  const networkPostId = textAt(post, 'id_string');
  const seconds = countAt(post, 'timestamp');
  if (networkPostId === null || seconds === null) return [];
  const content = at(post, 'content');
  const words = (Array.isArray(content) ? content : []).flatMap((block) => textAt(block, 'text') ?? []);
  return [
    {
      networkPostId,
      url: textAt(post, 'post_url'),
      text: textAt(post, 'summary') ?? words.join('\n'),
      publishedAt: seconds * 1000,
      mediaKind: null,
      ...NONE,
      all: namedCounts(post, COUNTS),
    },
  ];
}

function problem(step: InsightsStep, answer: NetworkResponse | Lost): InsightsProblem {
  return numbersProblem({ readError, refused: 'gone' }, answer, step);
}
