/** The one GraphQL endpoint: which operation was asked, and by whom. */
import type { Exchange, Route, World } from '../simulator.ts';
import { followersAt } from '../numbers/curve.ts';
import { asNode, createDraft, postBody, publishDraft } from './articles.ts';
import { inputOf, publicationIn, userOf } from './callers.ts';
import { countsBody } from './numbers.ts';
import { promise } from './pictures.ts';
import { data, error, page, refusal, textOf } from './responses.ts';
import { type Article, MAX_BYTES, type State, type User, type Variables } from './state.ts';

/** Operations by what their query asks for, the more special ones first. */
const OPERATIONS = [
  ['createImageUploadURL', /createImageUploadURL\s*\(/],
  ['createDraft', /createDraft\s*\(/],
  ['publishDraft', /publishDraft\s*\(/],
  ['me', /\bme\s*\{/],
  ['publication.drafts', /\bdrafts\s*\(/],
  ['publication.posts', /\bposts\s*\(/],
  ['publication.followers', /\bfollowersCount\b/],
  ['publication.post', /\bpost\s*\(/],
  ['draft', /\bdraft\s*\(/],
] as const;

type Operation = (typeof OPERATIONS)[number][0];

interface Asked {
  operation: Operation | null;
  variables: Variables;
}

async function read(request: Request): Promise<Asked> {
  const body = (await request.json().catch(() => null)) as { query?: string; variables?: Variables } | null;
  const query = body?.query ?? '';
  const operation = OPERATIONS.find(([, form]) => form.test(query))?.[0] ?? null;
  return { operation, variables: body?.variables ?? {} };
}

export function graphqlRoute(world: World<State>): Route {
  return {
    call: async ({ request }) => (await read(request.clone())).operation ?? 'unknown',
    method: 'post',
    path: '/graphql/',
    account: async ({ request }) => {
      const user = userOf(world, request);
      if (!user) return null;
      const { variables } = await read(request.clone());
      return publicationIn(world, variables) ?? user.publicationIds[0] ?? null;
    },
    answer: async ({ request }: Exchange) => {
      const bytes = (await request.clone().arrayBuffer()).byteLength;
      if (bytes > MAX_BYTES) return page(413);
      const { operation, variables } = await read(request);
      const user = userOf(world, request);
      if (!user) return error(401, undefined);
      const asked = publicationIn(world, variables);
      if (asked !== null) {
        const publication = world.state.publications.find(({ id }) => id === asked);
        if (!publication || !user.publicationIds.includes(asked))
          return refusal('NOT_FOUND', 'Publication not found');
        if (!publication.pro) return refusal('FORBIDDEN', 'Publication does not have an active Pro plan.');
      }
      return perform(world, user, operation, variables);
    },
  };
}

function perform(
  world: World<State>,
  user: User,
  operation: Operation | null,
  variables: Variables,
): Response {
  const { drafts, posts, publications } = world.state;
  const ours = ({ publicationId }: Article) => publicationId === variables['id'];
  switch (operation) {
    case 'createImageUploadURL':
      return promise(world, inputOf(variables));
    case 'createDraft':
      return createDraft(world, inputOf(variables));
    case 'publishDraft':
      return publishDraft(world, user, inputOf(variables));
    case 'me': {
      const own = publications.filter(({ id }) => user.publicationIds.includes(id));
      return data({
        me: {
          id: user.id,
          username: user.username,
          name: user.name,
          profilePicture: `${world.baseUrl}/cdn/${user.username}.png`,
          publications: { edges: own.map(({ id, title, url }) => ({ node: { id, title, url } })) },
        },
      });
    }
    case 'publication.drafts':
      return data({
        publication: { drafts: { edges: drafts.filter(ours).toReversed().slice(0, 20).map(asNode) } },
      });
    case 'publication.posts': {
      const publication = publications.find(({ id }) => id === variables['id']);
      const all = posts.filter(ours).toReversed();
      const from = 1 + all.findIndex(({ id }) => id === variables['after']);
      const page = all.slice(from, from + Number(variables['first'] ?? 20));
      const edges = page.map((post) => ({ node: { ...postBody(world, post), ...countsBody(world, post) } }));
      const pageInfo = { hasNextPage: from + page.length < all.length, endCursor: page.at(-1)?.id ?? null };
      return data({
        publication: {
          id: publication?.id ?? null,
          title: publication?.title ?? null,
          posts: { edges, pageInfo },
        },
      });
    }
    case 'publication.followers': {
      const followersCount = followersAt(textOf(variables['id']), world.now());
      return data({ publication: { followersCount } });
    }
    case 'publication.post': {
      const post = posts.find((post) => ours(post) && post.slug === variables['slug']);
      return data({ publication: { post: post ? postBody(world, post) : null } });
    }
    case 'draft': {
      const draft = drafts.find(({ id }) => id === variables['id']);
      return draft
        ? data({ draft: { id: draft.id, slug: draft.slug } })
        : refusal('NOT_FOUND', 'Draft not found');
    }
    case null:
      return refusal('GRAPHQL_VALIDATION_FAILED', 'Cannot query that field.', 400);
    default:
      return operation satisfies never;
  }
}
