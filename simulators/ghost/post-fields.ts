/** What the API accepts of the fields of a post. */
import type { Json } from '../../machines/outcome.ts';
import type { World } from '../simulator.ts';
import { invalid, refusal } from './errors.ts';
import {
  FIELDS,
  MAX_ALT,
  MAX_CANONICAL,
  MAX_SLUG,
  MAX_TAG,
  MAX_TITLE,
  type Post,
  type State,
} from './state.ts';

type Given = { [name: string]: Json };

export async function read(request: Request): Promise<Given | Response> {
  const body = (await request.json().catch(() => null)) as { posts?: Given[] } | null;
  const given = body?.posts?.[0];
  if (!given) return refusal(400, 'BadRequestError', "No root key ('posts') provided.");
  const unknown = Object.keys(given).find((name) => !FIELDS.has(name));
  if (unknown !== undefined) {
    return invalid(unknown, `Validation (AdditionalProperties) failed for ${unknown}`);
  }
  return given;
}

/** Takes over what was given; the refusal where something does not fit. */
export function fill(post: Post, given: Given, url: URL): Response | null {
  const text = (name: string) => (typeof given[name] === 'string' ? given[name] : null);
  const most = (name: string, limit: number) =>
    Array.from(text(name) ?? '').length > limit
      ? invalid(name, `Value in [posts.${name}] exceeds maximum length of ${limit} characters.`)
      : null;
  const tooLong =
    most('feature_image_alt', MAX_ALT) ??
    most('title', MAX_TITLE) ??
    most('slug', MAX_SLUG) ??
    most('canonical_url', MAX_CANONICAL);
  if (tooLong) return tooLong;
  if (given['title'] !== undefined && text('title')?.trim() === '') {
    return invalid('title', 'Value in [posts.title] cannot be blank.');
  }
  const tags = Array.isArray(given['tags']) ? given['tags'].map(tagName) : null;
  if (tags?.some((tag) => Array.from(tag).length > MAX_TAG)) {
    return invalid('tags', `Value in [tags.name] exceeds maximum length of ${MAX_TAG} characters.`);
  }
  post.title = text('title') ?? post.title;
  post.slug = text('slug') ?? post.slug;
  post.status = text('status') ?? post.status;
  post.featureImage = text('feature_image') ?? post.featureImage;
  post.featureImageAlt = text('feature_image_alt') ?? post.featureImageAlt;
  post.canonicalUrl = text('canonical_url') ?? post.canonicalUrl;
  post.tags = tags ?? post.tags;
  // HTML is read only where the query says that it is the source.
  if (url.searchParams.get('source') === 'html') post.html = text('html') ?? post.html;
  return null;
}

function tagName(tag: Json): string {
  const name = typeof tag === 'object' && tag !== null && !Array.isArray(tag) ? tag['name'] : tag;
  return typeof name === 'string' ? name : '';
}

/** A slug that is taken gets a number, and nobody is told. */
export function freeSlug({ state }: World<State>, { slug, title, site }: Post): string {
  const wanted = slug || title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
  const taken = (one: string) => state.posts.some((post) => post.site === site && post.slug === one);
  let number = 1;
  let free = wanted;
  while (taken(free)) free = `${wanted}-${(number += 1)}`;
  return free;
}
