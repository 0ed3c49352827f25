import { deepEqual, equal, ok } from 'node:assert/strict';
import t from 'tap';
import type { PublishStep } from '../../adapters/port/publish.ts';
import { manifest as instagram } from '../../adapters/instagram/manifest.ts';
import type { Checkpoint, Finding } from '../../machines/outcome.ts';
import { START } from '../contract/drive.ts';
import { host, open, post, noneHeld } from '../contract/media.ts';

const MINUTE = 60_000;
const CONTAINER = '17900000000000010';
const publishing = {
  stage: 'publishing',
  anew: 0,
  unfetched: 0,
  missed: 0,
  containerId: CONTAINER,
  madeAt: START,
  since: START,
  lookedAt: START + 3000,
};

const status = (code: string) => Response.json({ id: CONTAINER, status_code: code });
const refusal = (code: number, subcode?: number, status = 400) =>
  Response.json({ error: { message: 'In their words.', code, error_subcode: subcode } }, { status });
const unreadable = refusal(100, 33);

interface Listed {
  id: string;
  caption?: string;
  timestamp: string;
  permalink?: string;
}
const listed = (id: string, afterMs: number, caption = 'Hello'): Listed => ({
  id,
  caption,
  timestamp: new Date(START + afterMs).toISOString().replace(/\.\d+Z/, '+0000'),
  permalink: `https://www.instagram.com/p/${id}/`,
});

interface Look {
  checkpoint: Checkpoint | null;
  now: number;
  text: string;
}

/** A lookup on a network with this container and this list. */
async function look(
  container: Response | Error,
  list: Response | Error | Listed[] = [],
  { checkpoint = publishing, now = START + 4000, text = 'Hello' }: Partial<Look> = {},
) {
  const facts = { id: 'acc_1', platform: 'instagram' as const, limits: {} };
  const requests: Request[] = [];
  const step: PublishStep = {
    account: {
      ...facts,
      remoteId: '17841400000000003',
      username: 'cafe_luna',
      endpoints: { graph: 'https://graph.test' },
      credentials: { accessToken: 'IGAAgeheim' },
    },
    plan: instagram.publish.plan(post(text, ['photo.jpg']), facts),
    options: {},
    deliveryId: 'delivery-1',
    checkpoint,
    now,
    heldIds: noneHeld,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      requests.push(request);
      equal(request.method, 'GET', 'a look changes nothing');
      const rows = Array.isArray(list) ? Response.json({ data: list }) : list;
      const answer = request.url.includes(CONTAINER) ? container : rows;
      if (answer instanceof Error) throw answer;
      return answer.clone();
    },
    signal: new AbortController().signal,
    open,
    host,
  };
  return { finding: await instagram.publish.verify(step), requests };
}
const findingOf = async (...facts: Parameters<typeof look>): Promise<Finding> =>
  (await look(...facts)).finding;

const nameless: Finding = { kind: 'live', networkPostId: null, url: null };
const liveAs = (id: string): Finding => ({
  kind: 'live',
  networkPostId: id,
  url: `https://www.instagram.com/p/${id}/`,
});

void t.test('nothing is live before media_publish, so no request is made', async () => {
  const processing = { ...publishing, stage: 'processing' };
  for (const checkpoint of [null, processing]) {
    const { finding, requests } = await look(new Error('asked'), [], { checkpoint });
    deepEqual(finding, checkpoint ? { kind: 'absent', checkpoint } : { kind: 'absent' });
    equal(requests.length, 0);
  }
});

void t.test('a finished container is not published, and publishing continues with it', async () => {
  const checkpoint = { ...publishing, lookedAt: START + 4000 };
  deepEqual(await findingOf(status('FINISHED')), { kind: 'absent', checkpoint });
});

void t.test('an expired or failed container is not published, and the work starts again', async () => {
  deepEqual(await findingOf(status('EXPIRED')), { kind: 'absent' });
  deepEqual(await findingOf(status('ERROR')), { kind: 'absent' });
});

void t.test('a published container is live under the id of the one post that matches', async () => {
  const list = [listed('18000000000000021', 5000, 'Something else'), listed('18000000000000020', 3000)];
  const { finding, requests } = await look(status('PUBLISHED'), list);
  deepEqual(finding, liveAs('18000000000000020'));
  const address = new URL(requests[1]?.url ?? '');
  equal(address.pathname, '/v26.0/17841400000000003/media');
  equal(address.searchParams.get('since'), String(START / 1000));
  equal(requests[1]?.headers.get('authorization'), 'Bearer IGAAgeheim');
});

void t.test(
  'the network’s times are whole seconds, so a post of the container’s second matches',
  async () => {
    const checkpoint = { ...publishing, madeAt: START + 999 };
    deepEqual(await findingOf(status('PUBLISHED'), [listed('1', 0)], { checkpoint }), liveAs('1'));
  },
);

void t.test('a post that differs slightly is never taken for ours', async () => {
  const later = { now: START + 2 * MINUTE };
  const misses = {
    'the same words before the container was made': [listed('1', -1000)],
    'other words at the right time': [listed('1', 3000, 'Hello!')],
    'other capitals': [listed('1', 3000, 'hello')],
    'the beginning of the words': [listed('1', 3000, 'Hell')],
    'two posts with the same words': [listed('1', 3000), listed('2', 4000)],
    'a post without words': [{ id: '1', timestamp: new Date(START).toISOString() }],
    'a post without a time': [{ id: '1', caption: 'Hello', timestamp: '' }],
    'an empty list': [],
  };
  for (const [what, list] of Object.entries(misses)) {
    deepEqual(await findingOf(status('PUBLISHED'), list, later), nameless, what);
  }
});

void t.test('a post without text cannot be found by its text', async () => {
  deepEqual(await findingOf(status('PUBLISHED'), [listed('1', 3000, '')], { text: '' }), nameless);
});

void t.test('a post is found by the text it was created with, whatever was edited since', async () => {
  const checkpoint = { ...publishing, text: 'Hello' };
  const list = [listed('edited', 3000, 'Good evening'), listed('ours', 3000)];
  deepEqual(await findingOf(status('PUBLISHED'), list, { checkpoint, text: 'Good evening' }), liveAs('ours'));
  deepEqual(await findingOf(unreadable, list, { checkpoint, text: 'Good evening' }), liveAs('ours'));
});

void t.test('Instagram trims the ends of a caption', async () => {
  deepEqual(await findingOf(status('PUBLISHED'), [listed('1', 3000)], { text: ' Hello\n' }), liveAs('1'));
});

void t.test('a new post may take a minute to appear in the list', async () => {
  const early = await findingOf(status('PUBLISHED'), []);
  equal(early.kind, 'retry');
  equal('afterMs' in early && early.afterMs, 10_000);
});

void t.test('a list that keeps failing does not hide for ever that the post is live', async () => {
  for (const list of [refusal(2, undefined, 500), new TypeError('fetch failed'), Response.json({})]) {
    equal((await findingOf(status('PUBLISHED'), list)).kind, 'retry');
    deepEqual(await findingOf(status('PUBLISHED'), list, { now: START + 11 * MINUTE }), nameless);
  }
  deepEqual(await findingOf(status('PUBLISHED'), refusal(10)), nameless);
});

void t.test('the list is read page by page', async () => {
  const pages = [
    {
      data: [listed('3', 9000, 'Other')],
      paging: { cursors: { after: 'two' }, next: 'https://graph.test/next' },
    },
    { data: [listed('2', 3000)], paging: { cursors: { after: 'three' } } },
  ];
  const asked: (string | null)[] = [];
  const facts = { id: 'acc_1', platform: 'instagram' as const, limits: {} };
  const finding = await instagram.publish.verify({
    account: {
      ...facts,
      remoteId: '1',
      username: '',
      endpoints: { graph: 'https://graph.test' },
      credentials: {},
    },
    plan: instagram.publish.plan(post('Hello', ['photo.jpg']), facts),
    options: {},
    deliveryId: 'delivery-1',
    checkpoint: publishing,
    now: START + 4000,
    fetch: async (input, init) => {
      const { url } = new Request(input, init);
      if (url.includes(CONTAINER)) return status('PUBLISHED');
      asked.push(new URL(url).searchParams.get('after'));
      return Response.json(pages[asked.length - 1]);
    },
    signal: new AbortController().signal,
    heldIds: noneHeld,
    open,
    host,
  });
  deepEqual(finding, liveAs('2'));
  deepEqual(asked, [null, 'two']);
});

void t.test('when a container cannot be read, the list decides', async () => {
  deepEqual(await findingOf(unreadable, [listed('1', 3000)]), liveAs('1'));

  const early = await findingOf(unreadable, []);
  equal(early.kind, 'retry', 'a new post may not be listed yet');

  const now = START + 2 * MINUTE;
  const checkpoint = { ...publishing, missed: 1, lookedAt: now };
  deepEqual(await findingOf(unreadable, [], { now }), { kind: 'absent', checkpoint });
  const often = { ...publishing, missed: 2 };
  deepEqual(await findingOf(unreadable, [], { now, checkpoint: often }), { kind: 'absent' });
});

void t.test('an unreadable container never means absent while a listed post may be ours', async () => {
  const now = START + 2 * MINUTE;
  const doubts = {
    'two posts with the same words': [listed('1', 3000), listed('2', 4000)],
    'one a little too early, as by a clock that is wrong': [listed('1', -2 * MINUTE)],
  };
  for (const [what, list] of Object.entries(doubts)) {
    equal((await findingOf(unreadable, list, { now })).kind, 'cannot_tell', what);
  }
  equal((await findingOf(unreadable, [], { now, text: '' })).kind, 'cannot_tell', 'a post without words');
  equal(
    (await findingOf(unreadable, refusal(2, undefined, 500), { now })).kind,
    'retry',
    'a list that fails',
  );
});

void t.test('a lookup that fails says why', async () => {
  const rows: [Response | Error, Finding['kind']][] = [
    [refusal(190, 463, 401), 'reauthorize'],
    [refusal(10), 'reauthorize'],
    [refusal(4), 'retry'],
    [refusal(2, undefined, 500), 'retry'],
    [new TypeError('fetch failed'), 'retry'],
    [Response.json({}), 'retry'],
    [Response.json({ status_code: 'SOMETHING_NEW' }), 'retry'],
    [refusal(100), 'cannot_tell'],
  ];
  for (const [answer, kind] of rows) {
    const finding = await findingOf(answer);
    equal(finding.kind, kind);
    ok('reason' in finding && finding.reason.length > 5);
  }
});
