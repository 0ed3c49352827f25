/**
 * DEV as its API v1 shows it: articles of one account for each API key. Simulated: the headers it insists on, slugs that
 * change when a draft is published, the refusals of duplicates, Liquid and front matter, the budget of new articles.
 * Not simulated: organisations, followers, comments.
 */
import { known } from './known.ts';
import { createHash } from 'node:crypto';
import { noNumbers } from '../numbers/network.ts';
import type { SimulatedNetwork } from '../simulator.ts';
import { bodyOf, userBody } from './article-body.ts';
import { create, update } from './articles.ts';
import { accountIn, articleOf, route } from './callers.ts';
import { error, refusal } from './errors.ts';
import { devtoNumbers } from './history.ts';
import { listOf } from './reads.ts';
import { type State, userFor } from './state.ts';

export const devto: SimulatedNetwork<State> = {
  platform: 'devto',
  initial: () => ({ users: [], keys: {}, articles: [], numbers: noNumbers() }),
  endpoints: (baseUrl) => ({ api: `${baseUrl}/api` }),
  connect: (world, name) => {
    const user = userFor(world, name);
    const apiKey = createHash('sha256')
      .update(`sandbox devto key ${user.id}`)
      .digest('base64url')
      .slice(0, 24);
    world.state.keys[apiKey] = user.id;
    return {
      remoteId: String(user.id),
      username: user.username,
      displayName: user.name,
      url: `${world.baseUrl}/${user.username}`,
      endpoints: { api: `${world.baseUrl}/api` },
      credentials: { apiKey },
      limits: {},
    };
  },
  routes: (world) => [
    route(world, 'GET /users/me', 'get', '/api/users/me', (user) => Response.json(userBody(world, user))),
    route(world, 'POST /articles', 'post', '/api/articles', (user, exchange) =>
      create(world, user, exchange),
    ),
    ...(['/articles/me', '/articles/me/:which'] as const).map((path) =>
      route(world, `GET ${path}`, 'get', `/api${path}`, (user, exchange) => listOf(world, user, exchange)),
    ),
    route(world, 'PUT /articles/:id', 'put', '/api/articles/:id', (user, exchange) =>
      update(world, user, exchange),
    ),
    route(world, 'PUT /articles/:id/unpublish', 'put', '/api/articles/:id/unpublish', (user, { params }) => {
      const article = articleOf(world, user, params['id']);
      if (!article) return error(404, undefined);
      article.published = false;
      return new Response(null, { status: 204 });
    }),
    {
      call: 'GET /articles/:id',
      method: 'get',
      path: '/api/articles/:id',
      account: ({ request }) => accountIn(world, request),
      answer: ({ params }) => {
        const article = world.state.articles.find(({ id }) => String(id) === params['id']);
        return article?.published ? Response.json(bodyOf(world, article)) : error(404, undefined);
      },
    },
  ],
  numbers: devtoNumbers,
  error,
  /** Keys work until they are deleted. */
  known,
  refuse: ({ name }) => refusal(422, `param is invalid: ${name}`),
  expiredToken: () => null,
};
