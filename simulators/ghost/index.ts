/**
 * Ghost sites, one for each account, by their Admin API. Simulated: the signed token of each call, `source=html`, fields
 * that are unknown, slugs made unique silently, the time of the last change that an update must repeat, and mails that
 * only the change from draft to published sends. Not simulated: members, pages, scheduling, the public site.
 */
import { known } from './known.ts';
import { noNumbers } from '../numbers/network.ts';
import type { SimulatedNetwork } from '../simulator.ts';
import { error, page } from './errors.ts';
import { ghostNumbers, list } from './numbers.ts';
import { upload } from './pictures.ts';
import { found } from './post-body.ts';
import { create, update } from './posts.ts';
import { accountIn, remoteIdOf, route, siteFor, siteNamed } from './sites.ts';
import { ARCHIVED, NEWSLETTERS, type State } from './state.ts';

export const ghost: SimulatedNetwork<State> = {
  platform: 'ghost',
  initial: () => ({ sites: [], posts: [], pictures: {}, numbers: noNumbers() }),
  /** Each site is a folder of this address. */
  endpoints: (baseUrl) => ({ admin: baseUrl }),
  connect: (world, name) => {
    const site = siteFor(world, name);
    const admin = `${world.baseUrl}/${site.name}`;
    const { host, pathname } = new URL(admin);
    return {
      remoteId: remoteIdOf(world, site),
      username: `${host}${pathname}`,
      displayName: site.title,
      url: `${admin}/`,
      endpoints: { admin },
      credentials: { keyId: site.keyId, secret: site.secret },
      limits: {},
    };
  },
  routes: (world) => [
    {
      call: 'GET /site/',
      method: 'get',
      path: '/:site/ghost/api/admin/site/',
      account: accountIn(world),
      answer: ({ params }) => {
        const site = siteNamed(world, params['site']);
        if (!site) return page(404);
        const { title } = site;
        const url = `${world.baseUrl}/${site.name}/`;
        return Response.json({
          site: { title, description: '', logo: null, icon: null, url, version: '6.0' },
        });
      },
    },
    route(world, 'GET /newsletters/', 'get', '/newsletters/', () =>
      Response.json({
        newsletters: [...NEWSLETTERS, ARCHIVED].map((slug) => ({
          id: slug,
          name: slug,
          slug,
          status: slug === ARCHIVED ? 'archived' : 'active',
        })),
        meta: {
          pagination: { page: 1, limit: 50, pages: 1, total: NEWSLETTERS.length + 1, next: null, prev: null },
        },
      }),
    ),
    route(world, 'POST /images/upload/', 'post', '/images/upload/', (_, exchange) => upload(world, exchange)),
    route(world, 'GET /posts/', 'get', '/posts/', (site, exchange) => list(world, site, exchange)),
    route(world, 'POST /posts/', 'post', '/posts/', (site, exchange) => create(world, site, exchange)),
    route(world, 'PUT /posts/:id/', 'put', '/posts/:id/', (site, exchange) => update(world, site, exchange)),
    route(world, 'GET /posts/slug/:slug/', 'get', '/posts/slug/:slug/', (site, { params }) =>
      found(world, site, (post) => post.slug === params['slug']),
    ),
    route(world, 'GET /posts/:id/', 'get', '/posts/:id/', (site, { params }) =>
      found(world, site, (post) => post.id === params['id']),
    ),
    route(world, 'DELETE /posts/:id/', 'delete', '/posts/:id/', (site, { params }) => {
      world.state.posts = world.state.posts.filter(
        (post) => post.site !== site.name || post.id !== params['id'],
      );
      return new Response(null, { status: 204 });
    }),
  ],
  numbers: ghostNumbers,
  error,
  /** Keys work until they are replaced. */
  known,
  expiredToken: () => null,
};
