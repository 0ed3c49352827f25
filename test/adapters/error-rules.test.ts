/** How responses are classified for every network: the order of the rules, the waits, and what may be live. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import * as fc from 'fast-check';
import t from 'tap';
import { each, type ErrorContext, errorReader, type ErrorRules } from '../../adapters/lib/error-rules.ts';
import { type NetworkResponse, type Lost, textAt } from '../../adapters/lib/http.ts';
import { findingOf, lostOutcome, progressOf, retry } from '../../adapters/lib/outcome.ts';
import type { Json } from '../../machines/outcome.ts';
import { property } from '../support/property.ts';

const NOW = Date.UTC(2026, 4, 4, 10);
const TOKEN = 'token-that-is-secret';
const context: ErrorContext = { account: { credentials: { accessToken: TOKEN } }, now: NOW };

const rules: ErrorRules = {
  network: 'Boats',
  message: ({ json }) => textAt(json, 'message'),
  code: ({ json }) => textAt(json, 'code'),
  codes: {
    ...each([7, 8], 'expired'),
    broken: 'server_error',
    full: { kind: 'retry', afterMs: (now) => now - NOW + 5000, advice: 'Wait until it is empty' },
  },
  special: ({ status, json }) => (status === 403 && textAt(json, 'scope') === 'no' ? 'reauthorize' : null),
  statuses: { '3xx': 'rejected', 410: { kind: 'rejected', reason: 'Boats has closed' } },
};
const { readError, readPublishError, isServerError, messageOf } = errorReader(rules);

function response(
  status: number,
  json: Json = null,
  headers: { [name: string]: string } = {},
): NetworkResponse {
  return { kind: 'response', status, json, text: JSON.stringify(json), headers: new Headers(headers) };
}
const lost = (sent: boolean): Lost => ({ kind: 'lost', sent, reason: 'no answer in time' });

void t.test('the code decides before the special case, and the special case before the status', async () => {
  equal(readError(response(500, { code: 7 }), context).kind, 'expired');
  equal(readError(response(403, { code: 8, scope: 'no' }), context).kind, 'expired');
  equal(readError(response(403, { scope: 'no' }), context).kind, 'reauthorize');
  equal(readError(response(403, { scope: 'yes' }), context).kind, 'rejected');
  equal(readError(response(302), context).kind, 'rejected');
  deepEqual(readError(response(410, { message: 'Gone.' }), context), {
    kind: 'rejected',
    reason: 'Boats has closed',
  });
});

void t.test('the HTTP status decides if a network has no rule', async () => {
  const { readError: read } = errorReader({ network: 'Boats', message: () => null });
  const kinds = [200, 302, 400, 401, 404, 408, 422, 429, 500, 503].map((status) => [
    status,
    read(response(status), context).kind,
  ]);
  deepEqual(kinds, [
    [200, 'retry'],
    [302, 'retry'],
    [400, 'rejected'],
    [401, 'expired'],
    [404, 'rejected'],
    [408, 'retry'],
    [422, 'rejected'],
    [429, 'retry'],
    [500, 'retry'],
    [503, 'retry'],
  ]);
});

void t.test('a wait comes from the rule, from the network, or from Retry-After', async () => {
  const later = { 'retry-after': '90' };
  const wait = (answer: NetworkResponse, own: ErrorRules = rules) => {
    const failure = errorReader(own).readError(answer, context);
    return failure.kind === 'retry' ? failure.afterMs : 'none';
  };
  equal(wait(response(400, { code: 'full' }, later)), 5000);
  equal(wait(response(429, null, later)), 90_000);
  equal(wait(response(503, null, later)), 90_000);
  equal(wait(response(503)), undefined);
  const limited = { ...rules, limitedMs: () => 7000 };
  equal(wait(response(429, null, later), limited), 7000);
  equal(wait(response(503, null, later), limited), 90_000);
});

void t.test('only a definite refusal means that a post is not live', async () => {
  const kinds = (answer: NetworkResponse | Lost) => [
    readError(answer, context).kind,
    readPublishError(answer, context).kind,
  ];
  deepEqual(kinds(lost(true)), ['retry', 'unknown']);
  deepEqual(kinds(lost(false)), ['retry', 'retry']);
  deepEqual(kinds(response(200)), ['retry', 'unknown'], 'success without what was asked for');
  deepEqual(kinds(response(502)), ['retry', 'unknown']);
  deepEqual(kinds(response(408)), ['retry', 'unknown']);
  deepEqual(kinds(response(200, { code: 'broken' })), ['retry', 'unknown']);
  deepEqual(kinds(response(500, { code: 7 })), ['expired', 'expired'], 'its own code is certain');
  deepEqual(kinds(response(429)), ['retry', 'retry']);
  deepEqual(kinds(response(422)), ['rejected', 'rejected']);
});

void t.test('a server error is a 5xx, the network’s own timeout, or a code that says so', async () => {
  deepEqual(
    [500, 503, 408, 429, 404, 200].map((status) => isServerError(response(status))),
    [true, true, true, false, false, false],
  );
  ok(isServerError(response(400, { code: 'broken' })));
  ok(!isServerError(response(500, { code: 7 })));
});

void t.test('a reason names the network, ends with advice and holds no secret', async () => {
  const said = (answer: NetworkResponse) => readError(answer, context).reason;
  equal(said(response(400, { message: `No: ${TOKEN}` })), 'Boats: No: (hidden)');
  equal(said(response(400, { code: 'full', message: 'Full.' })), 'Boats: Full. Wait until it is empty');
  equal(said(response(404)), 'Boats responded without a reason (status 404)');
  equal(said(response(200)), 'Boats responded without the expected content (status 200)');
  equal(messageOf(response(400, { message: '  ' })), 'Boats responded without a reason (status 400)');
});

void t.test('a code that is named like a method is handled like any other', async () => {
  for (const code of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) {
    equal(readError(response(422, { code, message: 'No' }), context).kind, 'rejected');
  }
});

const anyResponse = fc
  .record({
    status: fc.integer({ min: 200, max: 599 }),
    code: fc.constantFrom(null, '7', 'broken', 'full', 'other'),
    message: fc.oneof(fc.constant(null), fc.string({ maxLength: 2000 }), fc.constant(`see ${TOKEN}`)),
    retryAfter: fc.option(fc.integer({ min: 0, max: 100_000 })),
  })
  .map(({ status, code, message, retryAfter }) =>
    response(status, { code, message }, retryAfter === null ? {} : { 'retry-after': String(retryAfter) }),
  );
const anyLoss = fc.boolean().map(lost);

void t.test('every publish error is the plain error or unknown', async (test) => {
  property(test, { arbitrary: fc.oneof(anyResponse, anyLoss), runs: 500 }, (answer) => {
    const failure = readError(answer, context);
    const publishing = readPublishError(answer, context);
    if (publishing.kind === 'unknown') {
      equal(publishing.reason, failure.reason);
      equal(failure.kind, 'retry', 'what may be live is never refused');
    } else deepEqual(publishing, failure);
  });
});

void t.test(
  'every reason is short and holds no secret, and no wait is negative, for any response at all',
  async (test) => {
    property(test, { arbitrary: anyResponse, runs: 500 }, (answer) => {
      const failure = readError(answer, context);
      ok(failure.reason.length <= 530, failure.reason);
      ok(!failure.reason.includes(TOKEN));
      if (failure.kind === 'retry' && failure.afterMs !== undefined) ok(failure.afterMs >= 0);
    });
  },
);

void t.test('outcomes are built without empty fields', async () => {
  deepEqual(retry('busy'), { kind: 'retry', reason: 'busy' });
  deepEqual(retry('busy', 0), { kind: 'retry', reason: 'busy', afterMs: 0 });
  const progress = progressOf<{ id: string | null }>(({ id }) => id !== null);
  deepEqual(progress({ id: null }), { kind: 'progress', checkpoint: { id: null }, afterMs: 0 });
  deepEqual(progress({ id: '1' }, 5), {
    kind: 'progress',
    checkpoint: { id: '1' },
    afterMs: 5,
    committed: true,
  });
  deepEqual(lostOutcome('Boats', lost(true)), { kind: 'unknown', reason: 'Boats: no answer in time' });
  deepEqual(lostOutcome('Boats', lost(false)), { kind: 'retry', reason: 'Boats: no answer in time' });
});

void t.test('a refused lookup proves nothing, and any other failure stays the same', async () => {
  deepEqual(findingOf({ kind: 'rejected', reason: 'no' }), { kind: 'cannot_tell', reason: 'no' });
  deepEqual(findingOf({ kind: 'expired', reason: 'old' }), { kind: 'expired', reason: 'old' });
  deepEqual(findingOf(retry('busy', 5)), { kind: 'retry', reason: 'busy', afterMs: 5 });
});
