/** What each field of the schema is answered with. Only fields that a document asks for are sent. */
import { followersAt } from '../numbers/curve.ts';
import type { World } from '../simulator.ts';
import { asDraft, createDraft, postBody, publishDraft } from './articles.ts';
import { countsBody } from './numbers.ts';
import { confirmUpload, promiseUpload } from './pictures.ts';
import { Refusal } from './responses.ts';
import { type Article, type State, type User, type Variables } from './state.ts';

interface Input {
  input: Variables;
}

/** @param publication the publication that the operation is for; null if it names none */
export function resolvers(world: World<State>, user: User, publication: string | null) {
  const allowed =
    <Args, Result>(resolve: (args: Args) => Result) =>
    (args: Args) => {
      if (publication !== null) mustBeAllowed(world, user, publication);
      return resolve(args);
    };
  return {
    me: () => meBody(world, user),
    publication: allowed(({ id }: { id?: string }) => publicationBody(world, id ?? '')),
    draft: allowed(({ id }: { id: string }) => {
      const draft = world.state.drafts.find((one) => one.id === id);
      if (!draft) throw new Refusal('NOT_FOUND', 'Draft not found');
      return asDraft(draft);
    }),
    createDraft: allowed(({ input }: Input) => ({ draft: asDraft(createDraft(world, input)) })),
    publishDraft: allowed(({ input }: Input) => ({ post: postOf(world, publishDraft(world, user, input)) })),
    createImageUploadURL: ({ input }: Input) => ({ presignedPut: promiseUpload(world, input) }),
    confirmImageUpload: ({ input }: Input) => confirmUpload(world, input),
  };
}

function mustBeAllowed({ state }: World<State>, { publicationIds }: User, publicationId: string): void {
  const publication = state.publications.find(({ id }) => id === publicationId);
  if (!publication || !publicationIds.includes(publicationId))
    throw new Refusal('NOT_FOUND', 'Publication not found');
  if (!publication.pro) throw new Refusal('FORBIDDEN', 'Publication does not have an active Pro plan.');
}

function meBody(world: World<State>, { id, username, name, publicationIds }: User) {
  return {
    id,
    username,
    name,
    profilePicture: `${world.baseUrl}/cdn/${username}.png`,
    publications: ({ first }: { first: number }) => ({
      edges: publicationIds.slice(0, first).map((one) => ({ node: publicationBody(world, one) })),
    }),
  };
}

function publicationBody(world: World<State>, id: string) {
  const { drafts, posts, publications } = world.state;
  const publication = publications.find((one) => one.id === id);
  if (!publication) return null;
  const ours = ({ publicationId }: Article) => publicationId === id;
  return {
    id,
    title: publication.title,
    url: publication.url,
    followersCount: () => followersAt(id, world.now()),
    post: ({ slug }: { slug: string }) => {
      const post = posts.find((one) => ours(one) && one.slug === slug);
      return post ? postOf(world, post) : null;
    },
    posts: ({ first, after }: { first: number; after?: string | null }) => {
      const all = posts.filter(ours).toReversed();
      const from = 1 + all.findIndex((post) => post.id === after);
      const page = all.slice(from, from + first);
      return {
        edges: page.map((post) => ({ node: postOf(world, post) })),
        pageInfo: { hasNextPage: from + page.length < all.length, endCursor: page.at(-1)?.id ?? null },
      };
    },
    drafts: ({ first }: { first: number }) => ({
      edges: drafts
        .filter(ours)
        .toReversed()
        .slice(0, first)
        .map((draft) => ({ node: asDraft(draft) })),
    }),
  };
}

const postOf = (world: World<State>, post: Article) => ({
  ...postBody(world, post),
  ...countsBody(world, post),
});
