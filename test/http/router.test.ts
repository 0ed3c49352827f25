import * as fc from 'fast-check';
import t from 'tap';
import { createRouter } from '../../src/faces/http/router.ts';

function paths() {
  const router = createRouter<string>();
  router.add('GET', '/v1/posts', 'list');
  router.add('POST', '/v1/posts', 'create');
  router.add('POST', '/v1/posts/validate', 'validate');
  router.add('GET', '/v1/posts/{id}', 'read');
  router.add('GET', '/v1/posts/{id}/comments', 'comments');
  router.add('DELETE', '/v1/posts/{post}/comments/{comment}', 'hide');
  return router;
}

void t.test('a path finds its route, and a parameter its value', async (t) => {
  const router = paths();
  t.same(router.find('GET', '/v1/posts'), { kind: 'found', value: 'list', params: {} });
  t.same(router.find('HEAD', '/v1/posts'), { kind: 'found', value: 'list', params: {} });
  t.same(router.find('GET', '/v1/posts/p1'), { kind: 'found', value: 'read', params: { id: 'p1' } });
  t.same(router.find('GET', '/v1/posts/validate/comments'), {
    kind: 'found',
    value: 'comments',
    params: { id: 'validate' },
  });
  t.same(router.find('DELETE', '/v1/posts/p/comments/c%20d'), {
    kind: 'found',
    value: 'hide',
    params: { post: 'p', comment: 'c d' },
  });
});

void t.test('a literal goes before a parameter, unless only the parameter has the method', async (t) => {
  const router = paths();
  t.match(router.find('POST', '/v1/posts/validate'), { value: 'validate' });
  t.match(router.find('GET', '/v1/posts/validate'), { value: 'read', params: { id: 'validate' } });
  t.same(router.find('PUT', '/v1/posts/validate'), {
    kind: 'wrong_method',
    allow: 'GET, HEAD, OPTIONS, POST',
  });
});

void t.test('a path without a route is unknown, and a parameter must not be empty', async (t) => {
  const router = paths();
  for (const path of [
    '',
    '/',
    '*',
    '/v1',
    '/v1/posts/',
    '/v1/posts/p/',
    '/v1/posts//comments',
    'v1/posts',
    '/v1/posts/a/b',
  ])
    t.same(router.find('GET', path), { kind: 'unknown' }, path);
});

void t.test('a parameter may contain any encoded character, also a slash, or is malformed', async (t) => {
  const router = paths();
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (id) => {
      const found = router.find('GET', `/v1/posts/${encodeURIComponent(id)}`);
      if (id.includes('\0')) t.same(found, { kind: 'malformed' });
      else t.same(found, { kind: 'found', value: 'read', params: { id } });
    }),
  );
  t.same(router.find('GET', '/v1/posts/%e9'), { kind: 'malformed' });
});

void t.test(
  'two routes of one method and shape are refused, whatever the names of their parameters',
  async (t) => {
    const router = paths();
    t.throws(() => router.add('GET', '/v1/posts/{other}', 'again'), /two routes are called GET/);
    t.doesNotThrow(() => router.add('PATCH', '/v1/posts/{other}', 'edit'));
  },
);
