/** Drafts and articles. */
import type { World } from '../simulator.ts';
import { picturesIn } from '../shared/markdown.ts';
import { Refusal, textOf } from './responses.ts';
import {
  type Article,
  MAX_TAGS,
  MAX_TITLE,
  type State,
  type User,
  type Variables,
  objectId,
} from './state.ts';

export function createDraft(world: World<State>, input: Variables): Article {
  const title = textOf(input['title']);
  const tags = (Array.isArray(input['tags']) ? input['tags'] : []) as { slug?: string; name?: string }[];
  const settings = input['settings'] as Variables | undefined;
  const cover = input['coverImageOptions'] as Variables | undefined;
  if (title.trim() === '') throw new Refusal('BAD_USER_INPUT', 'Title is required');
  if (title.length > MAX_TITLE)
    throw new Refusal('BAD_USER_INPUT', `Title is longer than ${MAX_TITLE} characters`);
  if (typeof input['contentMarkdown'] !== 'string' || input['contentMarkdown'].trim() === '') {
    throw new Refusal('BAD_USER_INPUT', 'Content is required');
  }
  if (tags.length > MAX_TAGS) throw new Refusal('BAD_USER_INPUT', `A post can have up to ${MAX_TAGS} tags`);
  if (tags.some(({ slug }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug ?? ''))) {
    throw new Refusal('BAD_USER_INPUT', 'Tag slug is not valid');
  }
  const id = objectId(`draft ${world.nextNumber()}`);
  const draft: Article = {
    id,
    publicationId: textOf(input['publicationId']),
    title,
    slug: settings?.['slugOverridden'] === true ? textOf(input['slug']) : `untitled-${id}`,
    markdown: input['contentMarkdown'],
    tags: tags.map(({ slug = '', name }) => ({ slug, name: name ?? slug })),
    cover: textOf(cover?.['coverImageURL']) || null,
    originalUrl: textOf(input['originalArticleURL']) || null,
    at: world.now(),
  };
  world.state.drafts.push(draft);
  return draft;
}

export function publishDraft(world: World<State>, user: User, input: Variables): Article {
  const { state } = world;
  const draft = state.drafts.find(({ id }) => id === input['draftId']);
  if (!draft || !user.publicationIds.includes(draft.publicationId))
    throw new Refusal('NOT_FOUND', 'Draft not found');
  state.drafts = state.drafts.filter((other) => other !== draft);
  const taken = (slug: string) =>
    state.posts.some((post) => post.publicationId === draft.publicationId && post.slug === slug);
  const slug = taken(draft.slug) ? `${draft.slug}-${world.nextNumber()}` : draft.slug;
  const post: Article = { ...draft, id: objectId(`post of ${draft.id}`), slug, at: world.now() };
  state.posts.push(post);
  const pictures = [...(post.cover === null ? [] : [post.cover]), ...picturesIn(post.markdown)];
  world.record({
    account: post.publicationId,
    id: post.id,
    text: post.markdown,
    media: pictures.map((url) => state.pictures[url] ?? { url, type: 'picture of another place', bytes: 0 }),
    details: {
      title: post.title,
      tags: post.tags,
      cover: post.cover,
      originalArticleUrl: post.originalUrl,
      url: addressOf(world, post),
    },
  });
  return post;
}

export function asDraft({ id, title, slug, at }: Article) {
  return { id, title, slug, updatedAt: new Date(at).toISOString() };
}

export function postBody(world: World<State>, post: Article) {
  const { id, slug, title, at } = post;
  return { id, slug, url: addressOf(world, post), title, publishedAt: new Date(at).toISOString() };
}

function addressOf({ state }: World<State>, { publicationId, slug }: Article): string {
  return `${state.publications.find(({ id }) => id === publicationId)?.url}/${slug}`;
}
