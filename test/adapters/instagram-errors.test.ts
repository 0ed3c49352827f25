import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import type { PublishStep } from '../../adapters/port/publish.ts';
import { manifest as instagram } from '../../adapters/instagram/manifest.ts';
import type { Checkpoint, Outcome } from '../../machines/outcome.ts';
import { START } from '../contract/drive.ts';
import { host, open, post, noneHeld } from '../contract/media.ts';

const HOUR = 3_600_000;
const CONTAINER = '17900000000000010';
const counts = { anew: 0, unfetched: 0, missed: 0 };
const wait = { madeAt: START, since: START, lookedAt: START };
const processing = { ...counts, stage: 'processing', containerId: CONTAINER, ...wait };
const publishing = { ...processing, stage: 'publishing' };

interface GraphError {
  code: number;
  error_subcode?: number;
  is_transient?: boolean;
  message?: string;
  error_user_title?: string;
  error_user_msg?: string;
}

const refusal = (error: GraphError, status = 400, headers = {}) =>
  Response.json(
    { error: { message: 'In their words.', type: 'OAuthException', fbtrace_id: 'Axyz', ...error } },
    { status, headers },
  );
const status = (code: string, text = code) =>
  Response.json({ id: CONTAINER, status_code: code, status: text });

/** One step on a network that gives the same response to each kind of call. */
function take(
  checkpoint: Checkpoint | null,
  answers: { post?: Response; get?: Response },
  files = ['photo.jpg'],
): Promise<Outcome> {
  const facts = { id: 'acc_1', platform: 'instagram' as const, limits: {} };
  const step: PublishStep = {
    account: {
      ...facts,
      remoteId: '17841400000000003',
      username: 'cafe_luna',
      endpoints: { graph: 'https://graph.test' },
      credentials: { accessToken: 'IGAAgeheim' },
    },
    plan: instagram.publish.plan(post('Hello', files), facts),
    options: {},
    deliveryId: 'delivery-1',
    checkpoint,
    now: START,
    fetch: async (input, init) => {
      const { method } = new Request(input, init);
      const answer = method === 'POST' ? answers.post : answers.get;
      ok(answer, `an answer to ${method}`);
      return answer.clone();
    },
    signal: new AbortController().signal,
    heldIds: noneHeld,
    open,
    host,
  };
  return instagram.publish.publish(step);
}

type Kind = Outcome['kind'];
/** Code, subcode, then the outcome of creating a container, of polling it, and of publishing a finished one. */
const ROWS: [code: number, subcode: number | null, make: Kind, look: Kind, publish: Kind][] = [
  [-2, 2207003, 'retry', 'retry', 'unknown'],
  [-2, 2207020, 'progress', 'progress', 'progress'],
  [24, 2207006, 'progress', 'progress', 'progress'],
  [-1, 2207001, 'retry', 'retry', 'unknown'],
  [-1, 2207032, 'progress', 'progress', 'progress'],
  [-1, 2207053, 'progress', 'progress', 'progress'],
  [1, 2207082, 'progress', 'progress', 'progress'],
  [1, 2207057, 'rejected', 'rejected', 'rejected'],
  [4, 2207051, 'retry', 'retry', 'unknown'],
  [9, 2207042, 'retry', 'retry', 'retry'],
  [24, 2207008, 'rejected', 'progress', 'progress'],
  [25, 2207050, 'rejected', 'rejected', 'rejected'],
  [100, 2207023, 'rejected', 'rejected', 'rejected'],
  [100, 2207028, 'rejected', 'rejected', 'rejected'],
  [100, 2207040, 'rejected', 'rejected', 'rejected'],
  [1, 2207077, 'rejected', 'rejected', 'rejected'],
  [352, 2207026, 'rejected', 'rejected', 'rejected'],
  [1, 2207081, 'rejected', 'rejected', 'rejected'],
  [9004, 2207052, 'progress', 'progress', 'progress'],
  [9007, 2207027, 'retry', 'progress', 'progress'],
  [36_000, 2207004, 'rejected', 'rejected', 'rejected'],
  [36_001, 2207005, 'rejected', 'rejected', 'rejected'],
  [36_003, 2207009, 'rejected', 'rejected', 'rejected'],
  [36_004, 2207010, 'rejected', 'rejected', 'rejected'],
  [100, 33, 'rejected', 'progress', 'progress'],
  [100, null, 'rejected', 'rejected', 'rejected'],
  [190, 458, 'reauthorize', 'reauthorize', 'reauthorize'],
  [190, 460, 'reauthorize', 'reauthorize', 'reauthorize'],
  [190, 463, 'reauthorize', 'reauthorize', 'reauthorize'],
  [190, 467, 'reauthorize', 'reauthorize', 'reauthorize'],
  [3, null, 'reauthorize', 'reauthorize', 'reauthorize'],
  [10, null, 'reauthorize', 'reauthorize', 'reauthorize'],
  [200, null, 'reauthorize', 'reauthorize', 'reauthorize'],
  [299, null, 'reauthorize', 'reauthorize', 'reauthorize'],
  [1, null, 'retry', 'retry', 'unknown'],
  [2, null, 'retry', 'retry', 'unknown'],
  [-1, null, 'retry', 'retry', 'unknown'],
  [-2, null, 'retry', 'retry', 'unknown'],
  [4, null, 'retry', 'retry', 'retry'],
  [17, null, 'retry', 'retry', 'retry'],
  [32, null, 'retry', 'retry', 'retry'],
  [613, null, 'retry', 'retry', 'retry'],
  [80_002, null, 'retry', 'retry', 'retry'],
  [368, null, 'retry', 'retry', 'retry'],
  [12_345, null, 'rejected', 'rejected', 'rejected'],
];

void t.test('each row of the error table has its outcome for each call', async () => {
  for (const [code, subcode, make, look, publish] of ROWS) {
    const error = { code, ...(subcode === null ? {} : { error_subcode: subcode }) };
    const row = `${code}/${subcode}`;
    equal((await take(null, { post: refusal(error) })).kind, make, `make ${row}`);
    equal((await take(processing, { get: refusal(error) })).kind, look, `look ${row}`);
    const finished = { post: refusal(error), get: status('FINISHED') };
    equal((await take(publishing, finished)).kind, publish, `publish ${row}`);
  }
});

void t.test('a missing permission names ads_read, which Pages of a Business Manager need', async () => {
  for (const [code, isNamed] of [
    [10, true],
    [200, true],
    [299, false],
    [190, false],
    [100, false],
  ] as const) {
    const outcome = await take(null, { post: refusal({ code }) });
    const reason = 'reason' in outcome ? outcome.reason : '';
    ok(reason?.includes('In their words.'), reason);
    const words = /Business Manager, add the permission ads_read to the Meta app, then connect again/;
    equal(words.test(reason ?? ''), isNamed, `${code}: ${reason}`);
  }
});

void t.test('after any error of media_publish, a published container is looked up', async () => {
  for (const [code, subcode, , , publish] of ROWS) {
    const error = { code, ...(subcode === null ? {} : { error_subcode: subcode }) };
    const outcome = await take(publishing, { post: refusal(error), get: status('PUBLISHED') });
    // "Not ready" leads back to polling, which finds it too.
    equal(outcome.kind, code === 9007 ? 'progress' : 'unknown', `${code}/${subcode} (${publish})`);
  }
});

void t.test(
  'a refusal of media_publish is unknown if the container cannot be read, unless it came first',
  async () => {
    const unreadable = refusal({ code: 100, error_subcode: 33 });
    const toldAs = async (error: GraphError) =>
      (await take(publishing, { post: refusal(error), get: unreadable })).kind;
    equal(await toldAs({ code: 24, error_subcode: 2207008 }), 'unknown');
    equal(await toldAs({ code: 36_003, error_subcode: 2207009 }), 'unknown');
    equal(await toldAs({ code: 190, error_subcode: 463 }), 'reauthorize');
    equal(await toldAs({ code: 17 }), 'retry');
    equal(await toldAs({ code: 9, error_subcode: 2207042 }), 'retry');
  },
);

void t.test('responses without an error object are judged by their status', async () => {
  const rows: [Response, Kind, Kind][] = [
    [new Response('<html>Bad gateway</html>', { status: 502 }), 'retry', 'unknown'],
    [new Response('', { status: 429 }), 'retry', 'retry'],
    [new Response('', { status: 401 }), 'reauthorize', 'reauthorize'],
    [new Response('', { status: 404 }), 'rejected', 'rejected'],
    [Response.json({}), 'retry', 'unknown'],
    [Response.json({ id: '' }), 'retry', 'unknown'],
    [Response.json([]), 'retry', 'unknown'],
    [new Response(''), 'retry', 'unknown'],
  ];
  for (const [answer, make, publish] of rows) {
    equal((await take(null, { post: answer })).kind, make);
    equal((await take(publishing, { post: answer, get: status('FINISHED') })).kind, publish);
  }
});

void t.test('an error that the network calls transient is temporary, whatever its code', async () => {
  equal((await take(null, { post: refusal({ code: 100, is_transient: true }) })).kind, 'retry');
  equal((await take(null, { post: refusal({ code: 12_345, is_transient: true }) })).kind, 'retry');
  equal((await take(null, { post: refusal({ code: 12_345 }, 500) })).kind, 'retry');
});

void t.test('a throttle waits as long as the network says, in each of its ways to say it', async () => {
  const usage = { '17841400000000003': [{ type: 'instagram', estimated_time_to_regain_access: 7 }] };
  const waitOf = async (error: GraphError, headers = {}) => {
    const outcome = await take(null, { post: refusal(error, 400, headers) });
    return 'afterMs' in outcome ? outcome.afterMs : undefined;
  };
  equal(await waitOf({ code: 80_002 }, { 'x-business-use-case-usage': JSON.stringify(usage) }), 7 * 60_000);
  equal(await waitOf({ code: 4 }, { 'retry-after': '77' }), 77_000);
  equal(await waitOf({ code: 4 }), undefined);
  for (const broken of ['{', '{}', 'null', '{"1":[{}]}', '{"1":{}}']) {
    equal(await waitOf({ code: 4 }, { 'x-business-use-case-usage': broken }), undefined, broken);
  }
  equal(await waitOf({ code: 9, error_subcode: 2207042 }), 8 * HOUR);
  equal(await waitOf({ code: 368 }), HOUR);
});

void t.test('a reason is the network’s message for the user with the code, without the token', async () => {
  const told = async (error: GraphError) => {
    const outcome = await take(null, { post: refusal(error) });
    return 'reason' in outcome ? outcome.reason : '';
  };
  const big = {
    code: 36_000,
    error_subcode: 2207004,
    message: 'Too large.',
    error_user_msg: 'Keep it below 8 MiB.',
  };
  equal(await told(big), 'Keep it below 8 MiB. (36000/2207004)');
  equal(await told({ code: 100, message: 'Invalid  \n parameter' }), 'Invalid parameter (100)');
  ok((await told({ code: 100, message: 'x'.repeat(5000) })).length <= 500);
  const token = `IGAA${'geheim'.repeat(20)}`;
  equal(await told({ code: 190, message: `The token ${token} is over` }), 'The token (token) is over (190)');
});

void t.test('a failed container is judged by the subcode in its status text', async () => {
  const failed = async (text: string) => take(processing, { get: status('ERROR', text) });
  const withCode = (subcode: number) => failed(`Error: Media upload has failed with error code ${subcode}`);
  for (const subcode of [2207026, 2207077, 2207004, 2207009, 2207050, 2207051]) {
    equal((await withCode(subcode)).kind, 'rejected', String(subcode));
  }
  const anew = {
    kind: 'progress',
    checkpoint: { ...counts, anew: 1, stage: 'making', children: [] },
    afterMs: 10_000,
  };
  for (const subcode of [2207001, 2207003, 2207020, 2207032, 2207053, 2207082, 2207999]) {
    deepEqual(await withCode(subcode), anew, String(subcode));
  }
  deepEqual(await failed('Error'), anew);
  deepEqual(await take(processing, { get: Response.json({ status_code: 'ERROR' }) }), anew);
  const unfetched = { ...counts, unfetched: 1, stage: 'making', children: [] };
  deepEqual(await withCode(2207052), { kind: 'progress', checkpoint: unfetched, afterMs: 20_000 });
});

void t.test('containers are created again three times, then the post fails', async () => {
  const spoilt = refusal({ code: -1, error_subcode: 2207032, message: 'Create failed.' });
  const waits: number[] = [];
  let outcome = await take(null, { post: spoilt });
  while (outcome.kind === 'progress') {
    waits.push(outcome.afterMs);
    outcome = await take(outcome.checkpoint, { post: spoilt });
  }
  deepEqual(waits, [10_000, 60_000, 300_000]);
  deepEqual(outcome, { kind: 'rejected', reason: 'Create failed. (-1/2207032)' });
});

void t.test(
  'a URL that Instagram could not fetch is offered three times, and earlier items are kept',
  async () => {
    const unfetched = refusal({ code: 9004, error_subcode: 2207052, message: 'Only photo or video.' });
    const files = ['photo.jpg', 'photo-2.jpg'];
    const waits: number[] = [];
    let outcome = await take(
      { ...counts, stage: 'making', children: [CONTAINER] },
      { post: unfetched },
      files,
    );
    while (outcome.kind === 'progress') {
      waits.push(outcome.afterMs);
      deepEqual(outcome.checkpoint['children'], [CONTAINER]);
      outcome = await take(outcome.checkpoint, { post: unfetched }, files);
    }
    deepEqual(waits, [20_000, 60_000]);
    deepEqual(outcome, { kind: 'rejected', reason: 'media/1: Only photo or video. (9004/2207052)' });
  },
);

void t.test('a container that is not found is read again twice, then created again', async () => {
  const gone = { get: refusal({ code: 24, error_subcode: 2207008 }) };
  const first = await take(processing, gone);
  deepEqual(first, { kind: 'progress', checkpoint: { ...processing, missed: 1 }, afterMs: 20_000 });
  const second = await take({ ...processing, missed: 1 }, gone);
  deepEqual(second, { kind: 'progress', checkpoint: { ...processing, missed: 2 }, afterMs: 60_000 });
  const third = await take({ ...processing, missed: 2 }, gone);
  deepEqual(third, {
    kind: 'progress',
    checkpoint: { ...counts, anew: 1, stage: 'making', children: [] },
    afterMs: 10_000,
  });
  const found = await take({ ...processing, missed: 2 }, { get: status('IN_PROGRESS') });
  deepEqual(found, { kind: 'progress', checkpoint: processing, afterMs: 3000 });
});
