/** Listing articles. */
import type { World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { withoutDropped } from '../numbers/network.ts';
import { articleCounts, bodyOf } from './article-body.ts';
import { error } from './errors.ts';
import type { State, User } from './state.ts';

export function listOf(world: World<State>, user: User, { params, url }: Exchange): Response {
  const { state } = world;
  const which = params['which'] ?? 'published';
  if (!['published', 'unpublished', 'all'].includes(which)) return error(404, undefined);
  const page = Number(url.searchParams.get('page') ?? 1);
  const perPage = Math.min(Number(url.searchParams.get('per_page') ?? 30), 1000);
  const found = state.articles
    .filter(({ userId }) => userId === user.id)
    .filter(({ published }) => which === 'all' || published === (which === 'published'))
    .toReversed()
    .slice((page - 1) * perPage, page * perPage);
  return Response.json(
    found.map((article) =>
      withoutDropped(state.numbers, {
        ...bodyOf(world, article),
        tag_list: article.tags,
        tags: article.tags.join(', '),
        published: article.published,
        page_views_count: articleCounts(article, world.now()).views,
      }),
    ),
  );
}
