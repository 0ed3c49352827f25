/** A post as responses show it. */
import type { World } from '../simulator.ts';
import { error } from './errors.ts';
import { MEMBERS, type Post, type Site, type State } from './state.ts';

/** The words that the page shows. */
export function textOf(html: string): string {
  return html
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll('<br>', '\n')
    .replaceAll('</p><p>', '\n\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .trim();
}

export function found(world: World<State>, site: Site, is: (post: Post) => boolean): Response {
  const post = world.state.posts.find((post) => post.site === site.name && is(post));
  return post ? Response.json(bodyOf(world, post)) : error(404, undefined);
}

export function bodyOf(world: World<State>, post: Post) {
  const { id, uuid, title, slug, status, html, tags, featureImage, canonicalUrl, email } = post;
  const time = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    posts: [
      {
        id,
        uuid,
        title,
        slug,
        status,
        html,
        visibility: 'public',
        url: addressOf(world, post),
        feature_image: featureImage,
        feature_image_alt: post.featureImageAlt,
        canonical_url: canonicalUrl,
        created_at: time(post.createdAt),
        updated_at: time(post.updatedAt),
        published_at: time(post.publishedAt),
        tags: tags.map((name) => ({
          name,
          slug: name.toLowerCase(),
          visibility: name.startsWith('#') ? 'internal' : 'public',
        })),
        newsletter: email === null ? null : { slug: email.newsletter },
        email: email === null ? null : { ...email, email_count: MEMBERS },
      },
    ],
  };
}

export function addressOf({ baseUrl }: World<State>, { site, uuid, slug, status }: Post): string {
  if (status === 'sent') return `${baseUrl}/${site}/email/${uuid}/`;
  return status === 'published' ? `${baseUrl}/${site}/${slug}/` : `${baseUrl}/${site}/p/${uuid}/`;
}
