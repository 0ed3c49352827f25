/**
 * How many comments a site's posts have. WordPress counts nothing else by itself, and its lists of posts do not say this number
 * either: the comments of all posts of a page are read, without their texts, and counted. Comments that wait for approval are not
 * among them.
 */
import type { Json } from '../../machines/outcome.ts';
import { ask, type NetworkResponse, textAt } from '../lib/http.ts';
import { countOf, instantOf } from '../lib/numbers.ts';
import { numbersProblem } from '../lib/numbers-problem.ts';
import type { InsightsPort, InsightsProblem, InsightsStep, PostNumbers } from '../port/insights.ts';
import { codeOf, readError } from './errors.ts';
import { plain } from './html.ts';
import { userIdOf } from './remote-id.ts';
import { getRequest } from './site.ts';

const PER_PAGE = 50;
/** A site returns no more at once. */
const COMMENTS_PER_PAGE = 100;
/** A page of posts with more pages of comments is refused, so that it is read in halves: a single post's are counted by the site. */
const MAX_PAGES = 10;
const TOTAL = 'x-wp-total';

export const insights: InsightsPort = {
  metrics: [], // comments are counted, not asked for by a name
  covers: 'own',
  posts: {
    perPage: PER_PAGE,
    requests: 2,
    async read(step) {
      const { account, cursor, fetch, signal, limit = PER_PAGE, plain: isPlain = false } = step;
      const offset = Number(cursor ?? 0);
      const request = getRequest(account, '/wp/v2/posts', {
        author: userIdOf(account.remoteId),
        per_page: String(limit),
        offset: String(offset),
        _fields: 'id,link,title,date_gmt',
      });
      const answer = await ask(fetch, request, signal);
      const rows = rowsIn(answer);
      if (rows === null || answer.kind === 'lost') return numbersProblem({ readError }, answer, step);
      const posts = rows.flatMap(postIn);
      const counted =
        isPlain || posts.length === 0
          ? null
          : await countComments(
              step,
              posts.map(({ networkPostId }) => networkPostId),
            );
      if (counted !== null && 'kind' in counted) return counted;
      const total = totalIn(answer);
      const read = offset + rows.length;
      const hasNext = rows.length > 0 && (total === null ? rows.length === limit : read < total);
      const items = posts.map((post) => withComments(post, counted));
      return { kind: 'page', items, cursor: hasNext ? String(read) : null };
    },
  },
};

/** Comments by the post's id. */
type Counted = ReadonlyMap<string, number>;

/** @returns null where the site lets nobody read comments: then they are not known */
async function countComments(
  step: InsightsStep,
  posts: readonly string[],
): Promise<Counted | InsightsProblem | null> {
  const counted = new Map(posts.map((id) => [id, 0]));
  for (let page = 1; ; page += 1) {
    const request = getRequest(step.account, '/wp/v2/comments', {
      post: posts.join(','),
      per_page: String(COMMENTS_PER_PAGE),
      page: String(page),
      _fields: 'id,post',
    });
    const answer = await ask(step.fetch, request, step.signal);
    const rows = rowsIn(answer);
    if (rows === null || answer.kind === 'lost') return withoutComments(answer, step);
    const total = totalIn(answer);
    if (posts.length === 1 && total !== null) return new Map([[posts[0]!, total]]);
    const pages = total === null ? 1 : Math.ceil(total / COMMENTS_PER_PAGE);
    if (pages > MAX_PAGES)
      return { kind: 'page_refused', reason: `these posts have ${total} comments, too many for one look` };
    for (const row of rows) {
      const id = textAt(row, 'post') ?? '';
      if (counted.has(id)) counted.set(id, counted.get(id)! + 1);
    }
    if (page < pages && rows.length > 0) continue;
    // what takes the header away leaves a full page without an end
    return total === null && rows.length === COMMENTS_PER_PAGE ? null : counted;
  }
}

/** What a refused list of comments means. */
function withoutComments(
  answer: Parameters<typeof numbersProblem>[1],
  step: InsightsStep,
): InsightsProblem | null {
  // one of the posts has a password: it spoils the list of all
  if (answer.kind === 'response' && codeOf(answer) === 'rest_cannot_read_post')
    return { kind: 'page_refused', reason: 'the site does not show the comments of one of these posts' };
  const problem = numbersProblem({ readError }, answer, step);
  // plugins that turn comments off take the list away
  return problem.kind === 'not_available' ? null : problem;
}

function rowsIn(answer: { kind: string } | NetworkResponse): Json[] | null {
  if (answer.kind !== 'response') return null;
  const { status, json } = answer as NetworkResponse;
  return status === 200 && Array.isArray(json) ? json : null;
}

/** How many rows the whole list has; null means a cache or a proxy took the header away. */
function totalIn(answer: NetworkResponse): number | null {
  return countOf(answer.headers.get(TOTAL) ?? undefined);
}

function postIn(row: Json): PostNumbers[] {
  const networkPostId = textAt(row, 'id');
  const publishedAt = instantOf(utc(textAt(row, 'date_gmt')));
  if (networkPostId === null || publishedAt === null) return [];
  return [
    {
      networkPostId,
      url: textAt(row, 'link'),
      text: plain(textAt(row, 'title', 'rendered') ?? ''),
      publishedAt,
      mediaKind: null,
      views: null,
      likes: null,
      comments: null,
      shares: null,
      all: {},
    },
  ];
}

/** `2026-05-04T10:00:00`, without a zone. */
function utc(text: string | null): string | null {
  return text === null || /(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`;
}

function withComments(post: PostNumbers, counted: Counted | null): PostNumbers {
  const comments = counted?.get(post.networkPostId);
  return comments === undefined ? post : { ...post, comments, all: { comments } };
}
