/** Refreshes of numbers, over the real service and the sandbox: one at a time, within budgets, and what refusals lead to. */
import t, { type Test } from 'tap';
import { networks } from '../../adapters/networks.ts';
import { FIRST_LOOK_MS } from '../../machines/metrics.ts';
import type { InsightsPort } from '../../adapters/port/insights.ts';
import type { Manifest } from '../../adapters/port/manifest.ts';
import type { NumbersSettings } from '../../src/features/numbers/settings.ts';
import { withNumbersSettings } from '../../src/features/numbers/settings.ts';
import { metricsIdOf } from '../../src/kinds/metrics.ts';
import { eventually } from '../support/eventually.ts';
import { type RunningService, startService } from '../support/service.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Source {
  platform: string;
  state: string;
  reason: string | null;
  fetchedAt: string | null;
  nextAt: string | null;
}

/** One account with posts of two months. */
async function numbered(
  t: Test,
  platform: string,
  options: NonNullable<Parameters<typeof startService>[1]> = {},
) {
  const running = await startService(t, { ...options, platforms: [platform] });
  const accountId = running.accounts[platform]!;
  const [row] = await running.service.sql<{ id: string }[]>`
    select remote_id as id from accounts where id = ${accountId}`;
  running.sandbox.sandbox.numbers.makeHistory(platform, row!.id, { days: 60, posts: 12 });
  return { running, accountId, ...reads(t, running) };
}

function reads(t: Test, running: Pick<RunningService, 'call'>) {
  const performance = async (query = '') => {
    const answer = await running.call('GET', `/v1/performance?days=90&limit=200${query}`);
    t.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body as {
      posts: { [name: string]: unknown }[];
      totals: { [platform: string]: { posts: number } };
      sources: Source[];
    };
  };
  const source = async (query = ''): Promise<Source> => (await performance(query)).sources[0]!;
  return { performance, source };
}

/** A network whose calls for numbers a test changes. */
function changed(
  platform: keyof typeof networks,
  change: (own: InsightsPort) => InsightsPort,
): { [platform: string]: Manifest } {
  const manifest: Manifest = networks[platform];
  return { ...networks, [platform]: { ...manifest, insights: change(manifest.insights!) } };
}

/** Publishes a post now, and waits until it is live. */
async function publishes({ call, until }: RunningService, accountId: string): Promise<void> {
  const { body } = await call('POST', '/v1/posts', {
    content: 'Rye is back on Friday.',
    accountIds: [accountId],
    publishNow: true,
  });
  await until(body.post.id, ({ status }) => status === 'published');
}

async function staysHealthy(t: Test, { call }: RunningService): Promise<void> {
  const { body } = await call('GET', '/v1/accounts');
  t.match(body.accounts, [{ status: 'healthy' }]);
}

/** How often a call of a network came since the last time. @param status of those that count; absent: any */
function countCalls({ sandbox }: RunningService, call: string, status?: number): () => number {
  const all = () =>
    sandbox.sandbox.calls
      .entries()
      .filter((one) => one.call === call && (status === undefined || one.status === status)).length;
  let before = all();
  return () => {
    const now = all();
    const since = now - before;
    before = now;
    return since;
  };
}

void t.test('two nodes refresh an account once, whoever asks meanwhile', async (t) => {
  const gate = Promise.withResolvers<void>();
  t.teardown(() => gate.resolve());
  let read = 0;
  const adapters = changed('bluesky', (own) => ({
    ...own,
    posts: {
      ...own.posts!,
      read: async (step) => {
        read += 1;
        await gate.promise;
        return own.posts!.read(step);
      },
    },
  }));
  const { running, performance } = await numbered(t, 'bluesky', { adapters });
  const second = await running.secondNode();
  const onSecond = async () => {
    const response = await fetch(`${second.baseUrl}/v1/performance?days=90&refresh=1`, {
      headers: { authorization: `Bearer ${running.key}` },
    });
    return (await response.json()) as { sources: Source[] };
  };
  // each of them waits for its ten seconds and then says what it lacks
  const answers = await Promise.all([performance('&refresh=1'), onSecond(), performance(), onSecond()]);
  t.equal(read, 1);
  for (const { sources } of answers)
    t.match(sources, [{ state: 'ok', fetchedAt: null, reason: 'the numbers are being read' }]);
  gate.resolve();
  await eventually(async () => (await performance()).sources[0]!.fetchedAt !== null);
  t.equal((await performance()).totals['bluesky']!.posts, 12);
  t.equal(read, 1);
});

void t.test('numbers that may take no more calls wait, and publishing goes on', async (t) => {
  const limits = [{ of: 'account', max: 2, windowMs: 30 * 60_000, counts: 'step' }] as const;
  const adapters = changed('mastodon', (own) => ({ ...own, limits: [...limits] }));
  const { running, accountId, source } = await numbered(t, 'mastodon', { adapters });
  // a page of posts and the account
  t.match(await source(), { state: 'ok' });
  const calls = countCalls(running, 'GET /api/v1/accounts/:id/statuses');
  t.match(await source('&refresh=1'), { state: 'budget', reason: /used up/ });
  t.equal(calls(), 0);
  await publishes(running, accountId);
  await staysHealthy(t, running);
  running.advance(HOUR + 60_000);
  await eventually(async () => (await source('&refresh=1')).state === 'ok');
  t.equal(calls(), 1);
});

void t.test('at half of what a network allows numbers stop, and publishing goes on', async (t) => {
  const adapters = changed('mastodon', (own) => ({
    ...own,
    posts: {
      ...own.posts!,
      read: async (step) => {
        const answer = await own.posts!.read(step);
        return answer.kind === 'page' ? { ...answer, used: 0.5 } : answer;
      },
    },
  }));
  const { running, accountId, performance } = await numbered(t, 'mastodon', { adapters });
  await publishes(running, accountId);
  const { sources, posts } = await performance();
  t.match(sources, [{ state: 'budget', reason: /half of the calls/, fetchedAt: null }]);
  t.equal(posts.length, 1, 'what was read until then is kept');
  await publishes(running, accountId);
  await staysHealthy(t, running);
});

void t.test('numbers wait for a network that asked publishing to wait', async (t) => {
  const { running, accountId, source } = await numbered(t, 'mastodon');
  const { sandbox, call, service } = running;
  const limited = { status: 429, retryAfterSeconds: 1_800, times: 1 };
  sandbox.sandbox.faults.add({ kind: 'status', network: 'mastodon', ...limited });
  const asked = { content: 'Rye is back on Friday.', accountIds: [accountId], publishNow: true };
  const { id } = (await call('POST', '/v1/posts', asked)).body.post;
  const isWaiting = () => service.sql`
    select from actors where parent_id = ${id} and snapshot ->> 'value' in ('retrying', 'limited')`;
  await eventually(async () => (await isWaiting()).length > 0);
  const calls = countCalls(running, 'GET /api/v1/accounts/:id/statuses');
  t.match(await source(), { state: 'rate_limited', reason: /asked to wait/ });
  t.equal(calls(), 0);
  running.advance(HOUR);
  await eventually(async () => (await source('&refresh=1')).state === 'ok');
});

void t.test('a missing permission is a state of the numbers alone', async (t) => {
  const { running, accountId, performance, source } = await numbered(t, 'facebook');
  running.sandbox.sandbox.faults.add({
    kind: 'status',
    network: 'facebook',
    call: 'posts',
    status: 403,
    code: 10,
  });
  const { sources } = await performance();
  t.match(sources, [{ state: 'needs_permission', reason: /read_insights/, fetchedAt: null }]);
  t.ok(Date.parse(sources[0]!.nextAt!) > Date.now() + 20 * HOUR, 'it is not asked again before a day');
  await publishes(running, accountId);
  running.advance(3 * DAY);
  await eventually(async () => (await source()).state === 'needs_permission');
  await staysHealthy(t, running);
  running.sandbox.sandbox.faults.clear('facebook');
  t.match(await source('&refresh=1'), { state: 'ok', reason: null });
  t.ok((await performance()).posts.length >= 12);
});

void t.test('a metric that the network refuses is left out from then on, over restarts too', async (t) => {
  const { running, accountId, performance } = await numbered(t, 'instagram', { restarts: true });
  const before = await performance();
  t.ok(before.posts.every(({ views }) => typeof views === 'number'));
  const lists = countCalls(running, 'own_media');
  running.sandbox.sandbox.numbers.dropMetric('instagram', 'views');
  const after = await performance('&refresh=1');
  t.match(after.sources, [{ state: 'ok' }]);
  t.equal(lists(), 2, 'once with the name, and once without it');
  for (const [index, post] of after.posts.entries()) {
    t.equal(post['views'], null);
    t.equal(typeof post['likes'], typeof before.posts[index]!['likes']);
  }
  await performance('&refresh=1');
  t.equal(lists(), 1, 'without it at once');
  await running.restart();
  await performance('&refresh=1');
  t.equal(lists(), 1, 'a service that was started again remembers it');
  const [row] = await running.service.sql<{ without: { metric: string }[] }[]>`
    select snapshot #> '{context,without}' as without from actors where id = ${metricsIdOf(accountId)}`;
  t.match(row!.without, [{ metric: 'views' }]);
});

void t.test('a name that is refused to a request for one post is left out from then on', async (t) => {
  const { running, accountId, performance } = await numbered(t, 'instagram');
  const { posts } = await performance();
  const insights = async (index: number) => {
    const id = String(posts[index]!['networkPostId']);
    const { status, body } = await running.call(
      'GET',
      `/v1/post-insights?accountId=${accountId}&postId=${id}`,
    );
    t.equal(status, 200);
    return body as { metrics: { [name: string]: unknown }; error: string | null };
  };
  t.type((await insights(0)).metrics['profile_visits'], 'number');
  running.sandbox.sandbox.numbers.dropMetric('instagram', 'profile_visits');
  const calls = countCalls(running, 'media_insights');
  const { metrics, error } = await insights(0);
  t.equal(error, null);
  t.equal(metrics['profile_visits'], undefined);
  t.type(metrics['reach'], 'number', 'the others come');
  t.equal(calls(), 2, 'once with the name, and once without it');
  t.equal((await insights(0)).error, null);
  t.equal(calls(), 1, 'without it at once');
  const [row] = await running.service.sql<{ without: { metric: string; mediaKind: string | null }[] }[]>`
    select snapshot #> '{context,without}' as without from actors where id = ${metricsIdOf(accountId)}`;
  t.match(row!.without, [{ metric: 'profile_visits', mediaKind: /./ }]);
  await performance('&refresh=1');
  t.equal((await insights(0)).error, null);
  t.equal(calls(), 1, 'a refresh in between forgets nothing');
});

void t.test('a post that goes live during a refresh is looked at soon', async (t) => {
  const gate = Promise.withResolvers<void>();
  t.teardown(() => gate.resolve());
  let isReading = false;
  const adapters = changed('bluesky', (own) => ({
    ...own,
    posts: {
      ...own.posts!,
      // the list is late: the new post is not on it
      read: async () => {
        isReading = true;
        await gate.promise;
        return { kind: 'page', items: [], cursor: null };
      },
    },
  }));
  const { running, accountId, source } = await numbered(t, 'bluesky', { adapters, gatherPublishedMs: 10 });
  const asked = source();
  await eventually(() => isReading);
  await publishes(running, accountId);
  gate.resolve();
  const { nextAt, fetchedAt } = await asked;
  t.type(fetchedAt, 'string');
  t.ok(Date.parse(nextAt!) - Date.now() <= FIRST_LOOK_MS * 1.1, `next at ${nextAt}`);
});

const priced = (x: NumbersSettings[string]) => withNumbersSettings(networks, { x });
const untilTomorrow = (now: number) => DAY - (now % DAY);

void t.test('x is read once in a UTC day, whoever asks', async (t) => {
  const { running, performance, source } = await numbered(t, 'x', { adapters: priced({ centsPerDay: 100 }) });
  // an hour into a day, so that the test ends on it
  running.advance(untilTomorrow(running.service.context.clock()) + HOUR);
  const lists = countCalls(running, 'GET /2/users/:id/tweets', 200);
  t.match(await source('&refresh=1'), { state: 'ok' });
  const read = lists();
  t.ok(read > 0);
  running.advance(20 * HOUR);
  t.match(await source('&refresh=1'), { state: 'ok' });
  t.equal(lists(), 0, 'another time on the same day');
  running.advance(4 * HOUR);
  await performance('&refresh=1');
  t.ok(lists() > 0, 'on the next day');
});

// its access token has ended by then: what was paid for the refused call is given back
void t.test('what x may cost in a UTC day is kept, and publishing goes on', async (t) => {
  // a page of five posts costs half a cent
  const { running, accountId, performance, source } = await numbered(t, 'x', {
    adapters: priced({ centsPerDay: 0.6 }),
  });
  const { clock } = running.service.context;
  running.advance(untilTomorrow(clock()) + HOUR);
  const lists = countCalls(running, 'GET /2/users/:id/tweets', 200);
  const { sources, posts } = await performance('&refresh=1');
  t.match(sources, [{ state: 'budget', reason: /X_NUMBERS_CENTS_PER_DAY/ }]);
  t.equal(lists(), 1);
  t.equal(posts.length, 5, 'what was paid for is kept');
  const tomorrow = clock() + untilTomorrow(clock());
  t.ok(Math.abs(Date.parse(sources[0]!.nextAt!) - tomorrow) < 10 * 60_000, 'until the UTC day ends');
  await publishes(running, accountId);
  running.advance(20 * HOUR);
  t.match(await source('&refresh=1'), { state: 'budget' });
  t.equal(lists(), 0);
  running.advance(4 * HOUR);
  await eventually(async () => (await performance('&refresh=1')).posts.length === 10);
  t.equal(lists(), 1, 'the next day pays for the next page');
});

void t.test('with a budget of 0 nothing of x is read', async (t) => {
  const { running, source } = await numbered(t, 'x', { adapters: priced({ centsPerDay: 0 }) });
  const lists = countCalls(running, 'GET /2/users/:id/tweets', 200);
  t.match(await source(), { state: 'budget', reason: /X_NUMBERS_CENTS_PER_DAY is 0/ });
  t.equal(lists(), 0);
});

void t.test('everything about a post of x is read once in a UTC day, and paid for', async (t) => {
  const { running, accountId, performance } = await numbered(t, 'x', {
    adapters: priced({ centsPerDay: 100 }),
  });
  running.advance(untilTomorrow(running.service.context.clock()) + HOUR);
  const { posts } = await performance('&refresh=1');
  const calls = countCalls(running, 'GET /2/tweets', 200);
  const spent = async () => {
    const [row] = await running.service.sql<{ used: number }[]>`
      select used from paid_reads where platform = 'x numbers'`;
    return row!.used;
  };
  const insights = async () => {
    const { networkPostId } = posts[0]!;
    const { body } = await running.call(
      'GET',
      `/v1/post-insights?accountId=${accountId}&postId=${String(networkPostId)}`,
    );
    return body as { metrics: { [name: string]: unknown }; error: string | null };
  };
  const before = await spent();
  const first = await insights();
  t.type(first.metrics['url_link_clicks'], 'number');
  t.equal(calls(), 1);
  t.equal((await spent()) - before, 5_000, 'half a cent');
  const second = await insights();
  t.equal(second.error, null);
  t.equal(second.metrics['url_link_clicks'], first.metrics['url_link_clicks'], 'from the store');
  t.equal(calls(), 0);
  t.equal((await spent()) - before, 5_000);
  running.advance(24 * HOUR);
  await performance('&refresh=1');
  calls();
  await insights();
  t.equal(calls(), 1, 'on the next day');
});

void t.test('a look at one post of x keeps to what a day may cost', async (t) => {
  const { running, accountId, performance } = await numbered(t, 'x', {
    adapters: priced({ centsPerDay: 3 }),
  });
  running.advance(untilTomorrow(running.service.context.clock()) + HOUR);
  // three pages of five posts cost 1.2 cents, the account one, and a post half a cent
  const { posts } = await performance('&refresh=1');
  const errors = [];
  for (const { networkPostId } of posts.slice(0, 3)) {
    const { body } = await running.call(
      'GET',
      `/v1/post-insights?accountId=${accountId}&postId=${String(networkPostId)}`,
    );
    errors.push(body.error);
  }
  t.match(errors, [null, /X_NUMBERS_CENTS_PER_DAY/, /X_NUMBERS_CENTS_PER_DAY/]);
});
