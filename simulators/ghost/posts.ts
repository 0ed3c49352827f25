/** Creating and changing posts. */
import { createHash } from 'node:crypto';
import type { World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { error, refusal } from './errors.ts';
import { bodyOf } from './post-body.ts';
import { fill, freeSlug, read } from './post-fields.ts';
import { publish } from './publishing.ts';
import { NEWSLETTERS, type Post, type Site, type State } from './state.ts';

export async function create(world: World<State>, site: Site, { request, url }: Exchange): Promise<Response> {
  const given = await read(request);
  if (given instanceof Response) return given;
  const now = world.now();
  const number = world.nextNumber();
  const post: Post = {
    id: createHash('sha256').update(`post ${number}`).digest('hex').slice(0, 24),
    uuid: createHash('sha256').update(`uuid ${number}`).digest('hex').slice(0, 32),
    site: site.name,
    title: '(Untitled)',
    html: '',
    slug: '',
    status: 'draft',
    tags: [],
    featureImage: null,
    featureImageAlt: null,
    canonicalUrl: null,
    createdAt: now,
    updatedAt: now,
    publishedAt: null,
    email: null,
  };
  const wrong = fill(post, given, url);
  if (wrong) return wrong;
  post.slug = freeSlug(world, post);
  world.state.posts.push(post);
  if (post.status === 'published') publish(world, site, post, null);
  return Response.json(bodyOf(world, post), { status: 201 });
}

export async function update(
  world: World<State>,
  site: Site,
  { request, url, params }: Exchange,
): Promise<Response> {
  const given = await read(request);
  if (given instanceof Response) return given;
  const post = world.state.posts.find(({ id, site: name }) => id === params['id'] && name === site.name);
  if (!post) return error(404, undefined);
  if (given['updated_at'] !== new Date(post.updatedAt).toISOString()) {
    return refusal(
      409,
      'UpdateCollisionError',
      'Saving failed! Someone else is editing this post.',
      null,
      'updated_at differs',
    );
  }
  const newsletter = url.searchParams.get('newsletter');
  if (newsletter !== null && !NEWSLETTERS.includes(newsletter)) {
    // as Ghost 6.65 does
    return refusal(500, 'InternalServerError', 'The post does not have a newsletter relation');
  }
  const before = post.status;
  const changed = { ...post };
  const wrong = fill(changed, given, url);
  if (wrong) return wrong;
  Object.assign(post, changed);
  // Two changes within a millisecond are two changes.
  post.updatedAt = Math.max(world.now(), post.updatedAt + 1);
  if (before === 'draft' && post.status === 'published') {
    const segment = url.searchParams.get('email_segment') ?? 'all';
    if (newsletter !== null) {
      post.email = {
        id: `email-${world.nextNumber()}`,
        status: 'pending',
        newsletter,
        recipient_filter: segment,
      };
    }
    publish(world, site, post, given['email_only'] === true ? 'sent' : null);
  }
  return Response.json(bodyOf(world, post));
}
