/** Every path that the documentation names is a route of the service or of the sandbox, with that method. */
import { deepEqual, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { networks } from '../../adapters/networks.ts';
import { networks as simulated } from '../../simulators/networks.ts';
import type { World } from '../../simulators/simulator.ts';
import { projectRoot } from '../../src/install/pinned.js';
import { startService } from '../support/service.ts';
import { isRoute, type KnownRoute, type NamedPath, pathsIn } from './paths.ts';

/** Paths that are no routes, and why they are named. A reason that fits nothing any more is an error. */
const OTHERS: { [path: string]: string } = {
  '/steps/0/choices/1/steps/0/text': 'a place in a body, as a JSON pointer',
  'GET /mcp': 'the page says that it is refused',
};

const pages = [
  ...readdirSync(join(projectRoot, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  'README.md',
  'CONTRIBUTING.md',
  'clients/typescript/README.md',
  'clients/n8n/README.md',
];

void t.test('paths are found as calls, alone and in addresses', async () => {
  const found = (text: string) =>
    pathsIn('a.md', text).map(({ method, path, isSandbox }) => [
      method,
      path,
      ...(isSandbox ? ['sandbox'] : []),
    ]);
  deepEqual(found('`GET /v1/posts?limit=5`, then `PATCH, DELETE /v1/posts/{id}`.'), [
    ['GET', '/v1/posts'],
    ['PATCH', '/v1/posts/{id}'],
    ['DELETE', '/v1/posts/{id}'],
  ]);
  deepEqual(found('`GET`, `POST /v1/saved-replies` and `/l/<code>`'), [
    ['GET', '/v1/saved-replies'],
    ['POST', '/v1/saved-replies'],
    [null, '/l/<code>'],
  ]);
  deepEqual(found('curl -X PUT $BASE/v1/a -d 1; open http://127.0.0.1:3000/app>'), [
    ['PUT', '/v1/a'],
    ['PUT', '/app'],
  ]);
  deepEqual(found('curl -F file=@a.jpg $BASE/v1/media/upload'), [['POST', '/v1/media/upload']]);
  deepEqual(found('curl -s "$SANDBOX/control/people?network=x"'), [['GET', '/control/people', 'sandbox']]);
  deepEqual(found('`POST …/{id}/retry` and `…/media`'), [
    ['POST', '…/{id}/retry'],
    [null, '…/media'],
  ]);
  deepEqual(found('https://example.org/v1/nothing and / and `/` and `// code`'), []);
});

void t.test('a path is a route by its method, and a parameter is no word', async () => {
  const routes = [
    { method: 'GET', path: '/v1/posts/{id}' },
    { method: 'POST', path: '/inbound/{platform}' },
    { method: 'GET', path: '/docs/{file}' },
  ];
  const is = (method: string | null, path: string) =>
    isRoute(routes, { method, path }, { platform: ['instagram'] });
  ok(is('GET', '/v1/posts/{id}') && is(null, '/v1/posts/post_01') && is('GET', '/docs/*.md'));
  ok(is('POST', '/inbound/instagram') && is(null, '/inbound/{platform}') && is(null, '/v1/posts/'));
  ok(!is('POST', '/v1/posts/{id}') && !is('GET', '/v1/posts') && !is('GET', '/v1/posts/drafts'));
  ok(is('GET', '…/{id}') && is('POST', '…/{platform}') && !is('GET', '…/events') && !is('PUT', '…/{id}'));
  ok(is(null, '/v1/posts') && is(null, '/v1') && !is(null, '/v2') && !is('POST', '/v1/posts/'));
  ok(!is('POST', '/webhooks/instagram') && !is('POST', '/inbound/myspace'));
});

void t.test('every path in the documentation exists', async (t) => {
  const { service, sandbox, baseUrl } = await startService(t, { platforms: Object.keys(networks) });
  const values = { platform: Object.keys(networks), kind: ['dm_run'] };
  const own = [...service.http.routes, ...pagesOfDashboard()];
  const theirs = simulated.flatMap((network) => routesOf(network));
  const llms = await (await fetch(`${baseUrl}/llms.txt`)).text();
  const named = [
    ...pages.flatMap((page) => pathsIn(page, readFileSync(join(projectRoot, page), 'utf8'))),
    ...pathsIn('/llms.txt', llms.replaceAll(baseUrl, '$BASE')),
  ];
  ok(named.length > 250, `${named.length} paths are named`);
  const used = new Set<string>();
  const wrong: string[] = [];
  for (const one of named) {
    const name = `${one.method === null ? '' : `${one.method} `}${one.path}`;
    if (!one.isSandbox && isRoute(own, one, values)) continue;
    const isOurs = own.some(({ path }) => path.split('/')[1] === one.path.split('/')[1]);
    if (!isOurs && (await isInSandbox(sandbox.url, theirs, one))) continue;
    if (name in OTHERS) used.add(name);
    else wrong.push(`${one.place}: ${name}`);
  }
  deepEqual(wrong, []);
  deepEqual([...used].toSorted(), Object.keys(OTHERS).toSorted(), 'each reason is needed');
});

/** Pages that the dashboard shows below `/app`. */
function pagesOfDashboard(): KnownRoute[] {
  const source = readFileSync(join(projectRoot, 'web/src/app/pages.tsx'), 'utf8');
  const paths = [...source.matchAll(/path: '(\/[^']*)'/g)].map(([, path = '']) => path);
  return ['', '/installation', '/reference', ...paths].map((path) => ({
    method: 'GET',
    path: `/app${path}`,
  }));
}

/** The calls of a simulated network, by their addresses with and without the version, and by their names. */
function routesOf(network: (typeof simulated)[number]): KnownRoute[] {
  const world = { baseUrl: 'http://sandbox.test', state: network.initial() } as unknown as World<unknown>;
  return network.routes(world).flatMap(({ call, method, path }) => {
    const [, verb, name] = (typeof call === 'string' && /^([A-Z]+) (\/.*)$/.exec(call)) || [];
    return [
      { method: method.toUpperCase(), path },
      { method: method.toUpperCase(), path: path.replace(/^\/:version(?=\/)/, '') },
      ...(verb !== undefined && name !== undefined ? [{ method: verb, path: name }] : []),
    ];
  });
}

/** Its pages and its control API are asked; an unknown one is a 404. */
async function isInSandbox(
  url: string,
  calls: KnownRoute[],
  { method, path, ...one }: NamedPath,
): Promise<boolean> {
  if (isRoute(calls, { ...one, method, path })) return true;
  const isPage = /^\/(?:control|people|samples|telegram)(?:\/|$)/.test(path);
  if (!isPage) return false;
  const response = await fetch(`${url}${path}`, {
    method: method ?? 'GET',
    ...(method === 'POST' && { body: '[]', headers: { 'content-type': 'application/json' } }),
  });
  await response.arrayBuffer();
  return response.status !== 404;
}
