/** Simulators refuse parameters that their calls do not know, and values of another type. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import t from 'tap';
import { strayIn, type KnownCall } from '../../simulators/known.ts';
import { networks } from '../../simulators/networks.ts';
import { createSandbox } from '../../simulators/sandbox.ts';
import type { World } from '../../simulators/simulator.ts';

const boat: KnownCall = {
  query: { view: { oneOf: ['full', 'short'] }, limit: 'number', ids: { listOf: 'number' } },
  body: {
    name: 'text',
    sails: { listOf: { object: { color: 'text' } } },
    fast: 'boolean',
    photo: 'file',
    owner: { object: { id: 'number' } },
    more: 'any',
  },
};

function stray(url: string, body?: object | FormData | URLSearchParams) {
  const isForm = body instanceof FormData || body instanceof URLSearchParams;
  const request = new Request(`https://boats.example${url}`, {
    method: 'POST',
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    ...(body === undefined || isForm ? {} : { headers: { 'content-type': 'application/json' } }),
  });
  return strayIn({ request, url: new URL(request.url), params: {} }, boat);
}

const query = (name: string, fault: 'unknown' | 'type') => ({ where: 'query', name, fault });
const body = (name: string, fault: 'unknown' | 'type') => ({ where: 'body', name, fault });

void t.test('what a call knows passes', async () => {
  equal(await stray('/?view=full&limit=5&ids=1,2'), null);
  equal(await stray('/?ids=1&ids=2'), null);
  equal(
    await stray('/', { name: 'Rosa', sails: [{ color: 'red' }], fast: true, owner: null, more: [1] }),
    null,
  );
  equal(await stray('/', new URLSearchParams({ name: 'Rosa', fast: 'true', owner: '{"id":1}' })), null);
  const form = new FormData();
  form.set('photo', new File(['x'], 'boat.png'));
  equal(await stray('/', form), null);
});

void t.test('an unknown name is found, at any depth', async () => {
  deepEqual(await stray('/?look=full'), query('look', 'unknown'));
  deepEqual(await stray('/', { mast: 1 }), body('mast', 'unknown'));
  deepEqual(await stray('/', { sails: [{ color: 'red' }, { mast: 1 }] }), body('sails.mast', 'unknown'));
  deepEqual(await stray('/', new URLSearchParams({ owner: '{"mast":1}' })), body('owner.mast', 'unknown'));
  deepEqual(await stray('/', { toString: 'x' }), body('toString', 'unknown'));
});

void t.test('a value of another type is found', async () => {
  deepEqual(await stray('/?view=half'), query('view', 'type'));
  deepEqual(await stray('/?limit=five'), query('limit', 'type'));
  deepEqual(await stray('/?ids=1,b'), query('ids', 'type'));
  deepEqual(await stray('/', { name: 7 }), body('name', 'type'));
  deepEqual(await stray('/', { fast: 'true' }), body('fast', 'type'));
  deepEqual(await stray('/', { sails: 'red' }), body('sails', 'type'));
  deepEqual(await stray('/', { owner: [1] }), body('owner', 'type'));
});

void t.test('every simulator has a table', async () => {
  const without = networks.filter(({ known }) => !known).map(({ platform }) => platform);
  deepEqual(without, ['hashnode'], 'Hashnode validates documents by a GraphQL schema of its own');
});

for (const network of networks) {
  const { known, platform } = network;
  if (!known) continue;
  void t.test(`${platform} refuses a parameter that it does not know, in its own form`, async () => {
    const sandbox = createSandbox({ baseUrl: 'http://sandbox.test', networks: [network] });
    const world = {
      baseUrl: `http://sandbox.test/${platform}`,
      state: network.initial(),
      now: Date.now,
      nextNumber: () => 1,
    } as unknown as World<unknown>;
    const routes = network.routes(world);
    const route = routes.find(({ call }) => typeof call === 'string' && call in known);
    ok(route, 'a call of the table is a route');
    const path = route.path.replaceAll(/:\w+/g, '1');
    const refused = await sandbox.fetch(`${world.baseUrl}${path}?mast=1`, {
      method: route.method.toUpperCase(),
    });
    match(refused.headers.get('x-sandbox-refused') ?? '', /^query mast: unknown$/);
    ok(refused.status >= 400 || platform === 'slack', String(refused.status));
    ok((await refused.text()).length > 2, 'the refusal has words');
  });

  void t.test(`${platform}: each row of the table is a call`, async () => {
    const routes = network.routes({
      baseUrl: `http://sandbox.test/${platform}`,
      state: network.initial(),
    } as unknown as World<unknown>);
    const names = routes.flatMap(({ call }) => (typeof call === 'string' ? [call] : []));
    // where the request says which call it is, its name is made while it runs
    if (names.length < routes.length) return;
    deepEqual(
      Object.keys(known).filter((call) => !names.includes(call)),
      [],
    );
  });
}
