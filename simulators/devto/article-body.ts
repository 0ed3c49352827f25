/** An article as responses show it. */
import { countsOf } from '../numbers/curve.ts';
import type { World } from '../simulator.ts';
import type { Article, State, User } from './state.ts';

export function bodyOf(
  { state, baseUrl, now }: Pick<World<State>, 'state' | 'baseUrl' | 'now'>,
  article: Article,
) {
  const counts = articleCounts(article, now());
  const user = state.users.find(({ id }) => id === article.userId);
  const url = addressOf({ state, baseUrl }, article);
  return {
    type_of: 'article',
    id: article.id,
    title: article.title,
    description: article.body.slice(0, 100),
    slug: article.slug,
    path: url.slice(baseUrl.length),
    url,
    canonical_url: article.canonicalUrl ?? url,
    cover_image: article.mainImage,
    created_at: new Date(article.createdAt).toISOString(),
    edited_at: null,
    published_at: article.publishedAt === null ? null : new Date(article.publishedAt).toISOString(),
    comments_count: counts.comments,
    public_reactions_count: counts.likes,
    reading_time_minutes: 1,
    tag_list: article.tags.join(', '),
    tags: article.tags,
    body_markdown: article.body,
    ai_disclosure_level: article.disclosure ?? 'not_disclosed',
    user: { username: user?.username, name: user?.name },
  };
}

/** A draft has none. */
export function articleCounts({ id, publishedAt }: Article, now: number) {
  return countsOf(`devto ${id}`, { publishedAt: publishedAt ?? now, now });
}

export function addressOf(
  { state, baseUrl }: Pick<World<State>, 'state' | 'baseUrl'>,
  article: Article,
): string {
  const user = state.users.find(({ id }) => id === article.userId);
  return `${baseUrl}/${user?.username}/${article.slug}`;
}

export function slugOf({ id, title }: Article): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `${words}-${id.toString(36)}`;
}

export function userBody({ baseUrl }: World<State>, { id, username, name }: User) {
  return {
    type_of: 'user',
    id,
    username,
    name,
    summary: '',
    twitter_username: null,
    github_username: null,
    website_url: null,
    location: '',
    joined_at: 'Jan  1, 2020',
    profile_image: `${baseUrl}/${username}.png`,
  };
}
