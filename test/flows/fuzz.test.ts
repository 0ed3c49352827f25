import * as fc from 'fast-check';
import t from 'tap';
import { routesOf } from '../../src/api/operation.ts';
import { operations } from '../../src/service/operations.ts';
import { startService } from '../support/service.ts';

const RUNS = 60;

/** Bodies from nearly right to quite wrong: known fields with values of every type, and unknown fields. */
const fields = [
  'content',
  'accountIds',
  'scheduledAt',
  'publishNow',
  'useNextSlot',
  'draft',
  'media',
  'workspace',
  'pinterestLink',
  'tiktokSettings',
  'articleSettings',
  'name',
  'slug',
  'timezone',
  'slots',
  'url',
  'events',
  'retries',
  'active',
  'nope',
];

void t.test('generated requests never get a 500', async (t) => {
  const { call, accounts, baseUrl } = await startService(t);
  const ids = Object.values(accounts);
  const value = fc.oneof(
    { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
    fc.boolean(),
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom(
      '2026-05-04T10:00:00',
      '2026-13-01',
      'Europe/Berlin',
      'https://example.org/a.jpg',
      'http://[::1]/a.png',
      '\u0000',
      '\ud800',
    ),
    fc.array(fc.oneof(fc.constantFrom(...ids), fc.string({ maxLength: 20 })), { maxLength: 4 }),
    fc.constantFrom([{ day: 'mon', time: '25:00' }], [{ day: 'mon', time: '10:00' }], ['post.published']),
  );
  const body = fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 6 });
  const query = fc.dictionary(
    fc.constantFrom('workspace', 'status', 'limit', 'nope'),
    fc.string({ maxLength: 12 }),
    { maxKeys: 2 },
  );
  const id = fc.oneof(
    fc.constantFrom('post_x', 'hook_x', '%00', '..', '%E0%A4%A'),
    fc.string({ maxLength: 30 }).map(encodeURIComponent),
  );

  for (const operation of operations) {
    const [route] = routesOf(operation);
    if (!route) continue;
    await fc.assert(
      fc.asyncProperty(body, query, id, async (generatedBody, generatedQuery, generatedId) => {
        const search = new URLSearchParams(generatedQuery).toString();
        const path = `${route.path.replace('{id}', generatedId || 'x')}${search ? `?${search}` : ''}`;
        const sendsBody = operation.body !== undefined;
        const answer = await call(route.method.toUpperCase(), path, sendsBody ? generatedBody : undefined);
        if (answer.status >= 500) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
        if (answer.status >= 400 && typeof answer.body?.error !== 'string')
          throw new Error('an error without a sentence');
      }),
      { numRuns: RUNS },
    );
    t.pass(operation.id);
  }
  t.equal((await fetch(`${baseUrl}/healthz`)).status, 200);
});
