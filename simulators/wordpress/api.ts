/** The API's routes, below `/wp-json` and below `/?rest_route=`. */
import type { Route, World } from '../simulator.ts';
import type { Exchange } from '../exchange.ts';
import { noRoute } from './answers.ts';
import { callerOf, userBody, withUser } from './callers.ts';
import { listComments } from './comments.ts';
import { deleteMedia, listMedia, mediaById, upload } from './library.ts';
import { createPost, deletePost, listPosts, postBody, updatePost, withPost } from './posts.ts';
import { NAME, type State } from './state.ts';
import { createTag, listTags } from './tags.ts';

type Verb = 'get' | 'post' | 'delete';

interface Resource {
  call: string;
  method: Verb;
  path: RegExp;
  /** In msw's pattern. */
  pattern: string;
  answer: (exchange: Exchange) => Response | Promise<Response>;
}

function resources(world: World<State>): Resource[] {
  const resource = (
    method: Verb,
    pattern: string,
    answer: (exchange: Exchange) => Response | Promise<Response>,
  ): Resource => ({
    call: `${method.toUpperCase()} ${pattern}`,
    method,
    pattern,
    path: new RegExp(`^${pattern.replaceAll(':id', '(?<id>\\d+)')}/?$`),
    answer,
  });
  return [
    resource('get', '/', () => index(world)),
    resource('get', '/wp/v2/users/me', (exchange) =>
      withUser(world, exchange, (user) => Response.json(userBody(world, user))),
    ),
    resource('get', '/wp/v2/posts', (exchange) => listPosts(world, exchange)),
    resource('post', '/wp/v2/posts', (exchange) =>
      withUser(world, exchange, (user) => createPost(world, user, exchange), 'rest_cannot_create'),
    ),
    resource('get', '/wp/v2/posts/:id', (exchange) =>
      withPost(world, exchange, (post) => Response.json(postBody(world, post)), 'rest_forbidden_context'),
    ),
    resource('post', '/wp/v2/posts/:id', (exchange) =>
      withPost(world, exchange, (post, user) => updatePost(world, post, user, exchange), 'rest_cannot_edit'),
    ),
    resource('delete', '/wp/v2/posts/:id', (exchange) =>
      withPost(world, exchange, (post) => deletePost(world, post, exchange), 'rest_cannot_delete'),
    ),
    resource('get', '/wp/v2/comments', (exchange) => listComments(world, exchange)),
    resource('get', '/wp/v2/media', (exchange) =>
      withUser(world, exchange, () => listMedia(world, exchange), 'rest_forbidden_context'),
    ),
    resource('post', '/wp/v2/media', (exchange) =>
      withUser(world, exchange, () => upload(world, exchange), 'rest_cannot_create'),
    ),
    resource('get', '/wp/v2/media/:id', (exchange) =>
      withUser(world, exchange, () => mediaById(world, exchange), 'rest_forbidden_context'),
    ),
    resource('delete', '/wp/v2/media/:id', (exchange) =>
      withUser(world, exchange, () => deleteMedia(world, exchange), 'rest_cannot_delete'),
    ),
    resource('post', '/wp/v2/media/:id/post-process', (exchange) =>
      withUser(world, exchange, () => mediaById(world, exchange), 'rest_cannot_edit'),
    ),
    resource('get', '/wp/v2/tags', (exchange) => listTags(world, exchange)),
    resource('post', '/wp/v2/tags', (exchange) =>
      withUser(world, exchange, () => createTag(world, exchange), 'rest_cannot_create'),
    ),
  ];
}

export function apiRoutes(world: World<State>): Route[] {
  const pretty = resources(world).map(({ call, method, pattern, answer }): Route => ({
    call,
    method,
    path: `/wp-json${pattern}`,
    account: (exchange) => callerOf(world, exchange),
    answer,
  }));
  const plain = (['post', 'delete'] as const).map((method): Route => ({
    call: 'rest_route',
    method,
    path: '/',
    account: (exchange) => callerOf(world, exchange),
    answer: (exchange) =>
      answerPlain(world, exchange, method, exchange.url.searchParams.get('rest_route') ?? ''),
  }));
  const stray = (['get', 'post', 'delete'] as const).map((method): Route => ({
    call: 'rest_no_route',
    method,
    path: '/wp-json/*',
    account: () => null,
    answer: () => noRoute(),
  }));
  return [...pretty, ...plain, ...stray];
}

export function answerPlain(
  world: World<State>,
  exchange: Exchange,
  method: Verb,
  route: string,
): Response | Promise<Response> {
  for (const resource of resources(world)) {
    const found = resource.method === method ? resource.path.exec(route) : null;
    if (found !== null) return resource.answer({ ...exchange, params: { ...found.groups } });
  }
  return noRoute();
}

function index(world: World<State>): Response {
  const { baseUrl } = world;
  return Response.json({
    name: NAME.replaceAll('&', '&amp;'),
    description: 'By the sea',
    url: baseUrl,
    home: baseUrl,
    gmt_offset: '1',
    timezone_string: 'Europe/Oslo',
    namespaces: ['oembed/1.0', 'wp/v2'],
    authentication: {
      'application-passwords': {
        endpoints: { authorization: `${baseUrl}/wp-admin/authorize-application.php` },
      },
    },
    site_icon_url: '',
  });
}
