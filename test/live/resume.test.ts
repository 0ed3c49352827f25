import t from 'tap';
import {
  type Client,
  type Failures,
  commit,
  KEY,
  makeWorkspace,
  connectSlowClient,
  numbers,
  posts,
  type Running,
  seqsOf,
  start,
  until,
} from './harness.ts';

/** Commits and notifies like several writers at once, until it is stopped: out of order, and some without a notice. */
function publishing({ sql, hub, workspace }: Running): { last: () => number; stop: () => Promise<number> } {
  const stopping = new AbortController();
  let last = 0;
  const lane = async (index: number) => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const written = await commit(sql, workspace.id, posts(1 + (turn % 3)));
      last = Math.max(last, Number(written[0]!.lastSeq));
      if ((turn + index) % 7 === 0) continue;
      if ((turn + index) % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
      hub.publish(written);
    }
  };
  const lanes = [0, 1, 2].map(lane);
  return {
    last: () => last,
    async stop() {
      stopping.abort();
      await Promise.all(lanes);
      hub.notice(workspace.id, String(last));
      return last;
    },
  };
}

async function caughtUp(client: Client, last: number): Promise<void> {
  await until(() => client.seqs().at(-1) === last);
}

void t.test(
  'a client that resumes while events are created gets every event after its number, once and in order',
  async (t) => {
    for (const recent of [2, 512]) {
      const running = await start(t, { hub: { recent } });
      const { client, workspace, say } = running;
      for (let index = 0; index < 40; index += 1) await say(posts(5));
      const writers = publishing(running);
      const resumed: { from: number; one: Client }[] = [];
      for (let from = 0; from <= 200; from += 4) {
        const one = await client({ query: `?workspace=${workspace.slug}&after=${from}` });
        resumed.push({ from, one });
      }
      // and some from where the feed is at this moment
      for (let index = 0; index < 20; index += 1) {
        const from = writers.last() - index;
        resumed.push({ from, one: await client({ query: `?workspace=${workspace.slug}&after=${from}` }) });
      }
      const last = await writers.stop();
      for (const { from, one } of resumed) {
        await caughtUp(one, last);
        t.match(await one.take('subscribed'), { resumedFrom: from });
        t.same(one.seqs(), numbers(from + 1, last), `after ${from} of ${last}`);
      }
      for (const { one } of resumed) one.socket.close();
      await Promise.all(resumed.map(({ one }) => one.closed));
    }
  },
);

void t.test(
  'a feed can be resumed at every position, to its end and beyond the events in memory',
  async (t) => {
    const { client, say, workspace } = await start(t, { hub: { recent: 6 } });
    for (let index = 0; index < 10; index += 1) await say(posts(3));
    const watcher = await client({ query: `?workspace=${workspace.slug}` });
    await watcher.take('subscribed');
    for (let index = 0; index < 10; index += 1) await say(posts(3));
    for (const from of numbers(0, 60)) {
      const one = await client({ query: `?workspace=${workspace.slug}&after=${from}` });
      t.match(await one.take('subscribed'), { seq: 60, resumedFrom: from });
      one.send({ type: 'ping' });
      const { positions } = await one.take('pong');
      if ((positions as { [slug: string]: number })[workspace.slug] !== 60) await caughtUp(one, 60);
      t.same(one.seqs(), from === 60 ? [] : numbers(from + 1, 60), `after ${from}`);
    }
  },
);

void t.test(
  'a client that reconnects again and again with its last number gets everything once',
  async (t) => {
    const running = await start(t, { hub: { recent: 8 } });
    const writers = publishing(running);
    const seen: number[] = [];
    for (let visit = 0; visit < 30; visit += 1) {
      const one = await running.client({
        query: `?workspace=${running.workspace.slug}&after=${seen.at(-1) ?? 0}`,
      });
      await until(() => one.seqs().length >= 5);
      one.socket.terminate();
      seen.push(...one.seqs());
    }
    await writers.stop();
    t.same(seen, numbers(1, seen.length));
  },
);

void t.test(
  'a client that received more from another node than this one knows gets nothing twice',
  async (t) => {
    const { client, sql, workspace, hub } = await start(t, { hub: { pollMs: 60_000 } });
    const here = await client({ query: `?workspace=${workspace.slug}` });
    await here.take('subscribed');
    const written = await commit(sql, workspace.id, posts(5)); // the notice of it is still on its way
    const moved = await client({ query: `?workspace=${workspace.slug}&after=3` });
    t.match(await moved.take('subscribed'), { seq: 5, resumedFrom: 3 });
    hub.publish(written);
    hub.publish(await commit(sql, workspace.id, posts(2)));
    await until(() => here.seqs().length >= 7 && moved.seqs().length >= 4);
    t.same(moved.seqs(), numbers(4, 7));
    t.same(here.seqs(), numbers(1, 7));
  },
);

void t.test(
  'a number that is no longer stored is reported with the oldest stored one, and new events follow',
  async (t) => {
    const { client, sql, say, workspace } = await start(t);
    await say(posts(4));
    await say(posts(4));
    await sql`delete from feed where last_seq = 4`;
    const late = await client({ query: `?workspace=${workspace.slug}&after=3` });
    t.match(await late.take('error'), {
      code: 'feed_gap',
      param: '/after',
      workspace: workspace.slug,
      oldest: 5,
    });
    t.match(await late.take('subscribed'), { seq: 8, resumedFrom: null });
    const early = await client({ query: `?workspace=${workspace.slug}&after=4` });
    t.match(await early.take('subscribed'), { seq: 8, resumedFrom: 4 });
    await say(posts(1));
    await until(() => late.seqs().length >= 1 && early.seqs().length >= 5);
    t.same([late.seqs(), early.seqs()], [[9], numbers(5, 9)]);
  },
);

void t.test('a number that does not exist yet is reported, and new events follow', async (t) => {
  const { client, say, workspace } = await start(t);
  await say(posts(2));
  const one = await client({ query: `?workspace=${workspace.slug}&after=900` });
  t.match(await one.take('error'), { code: 'feed_gap', error: /no event with the number 900/ });
  t.match(await one.take('subscribed'), { seq: 2, resumedFrom: null });
  await say(posts(1));
  await one.take('event');
  t.same(one.seqs(), [3]);
});

void t.test('events deleted during a live subscription or a replay are reported as a gap', async (t) => {
  const { client, sql, workspace, hub, say } = await start(t, { hub: { recent: 1, pollMs: 60_000 } });
  const one = await client({ query: `?workspace=${workspace.slug}` });
  await one.take('subscribed');
  await commit(sql, workspace.id, posts(3));
  await sql`delete from feed`;
  hub.publish(await commit(sql, workspace.id, posts(2)));
  t.match(await one.take('error'), { code: 'feed_gap', oldest: 4 });
  t.match(await one.take('subscribed'), { seq: 3, resumedFrom: null });
  await until(() => one.seqs().length >= 2);
  t.same(one.seqs(), [4, 5]);

  // a gap in the middle, which only a replay finds
  for (let index = 0; index < 4; index += 1) await say(posts(2));
  await sql`delete from feed where last_seq = 9`;
  const two = await client({ query: `?workspace=${workspace.slug}&after=5` });
  t.match(await two.take('subscribed'), { seq: 13, resumedFrom: 5 });
  t.match(await two.take('error'), { code: 'feed_gap', oldest: 10 });
  t.match(await two.take('subscribed'), { seq: 13, resumedFrom: null });
  await say(posts(1));
  await until(() => two.seqs().length >= 3);
  t.same(two.seqs(), [6, 7, 14]);
});

void t.test('a replay waits while Postgres is down and then continues', async (t) => {
  const failing: Failures = { left: 0 };
  const { client, say, workspace } = await start(t, { failing, hub: { recent: 1, pollMs: 60_000 } });
  const watcher = await client({ query: `?workspace=${workspace.slug}` });
  await watcher.take('subscribed');
  for (let index = 0; index < 5; index += 1) await say(posts(2));
  const one = await client();
  await one.take('ready');
  Object.assign(failing, { after: 1, left: 1 });
  one.send({ type: 'subscribe', after: 1 });
  await one.take('subscribed');
  await caughtUp(one, 10);
  t.same(one.seqs(), numbers(2, 10));
  t.equal(failing.left, 0);

  failing.left = 1;
  one.send({ type: 'subscribe', after: 3 });
  t.match(await one.take('error'), { code: 'unavailable' }, 'where it begins cannot be found out');
  one.send({ type: 'subscribe', after: 3 });
  t.match(await one.take('subscribed'), { seq: 10, resumedFrom: 3 });
});

void t.test(
  'an event that is committed at the moment in which a subscription is replaced is not lost',
  async (t) => {
    const { client, sql, workspace, keys, hub } = await start(t);
    let inThatMoment = (): void => {};
    keys.set(KEY, {
      ...keys.get(KEY)!,
      get workspaces() {
        inThatMoment();
        return [workspace];
      },
    });
    const one = await client({ query: `?workspace=${workspace.slug}` });
    await one.take('subscribed');
    const written = await commit(sql, workspace.id, posts(1));
    inThatMoment = () => hub.publish(written);
    one.send({ type: 'subscribe', posts: ['post_9'] });
    t.match(await one.take('subscribed'), { seq: 1, resumedFrom: 1 });
    t.same(one.seqs(), [1]);

    const more = await commit(sql, workspace.id, ['post_9']);
    inThatMoment = () => hub.publish(more);
    one.send({ type: 'unsubscribe' });
    await one.take('unsubscribed');
    t.same(one.seqs(), [1, 2]);
  },
);

void t.test('large and small events come in order', async (t) => {
  const { client, say, workspace } = await start(t);
  const one = await client({ query: `?workspace=${workspace.slug}` });
  await one.take('subscribed');
  for (let index = 0; index < 50; index += 1)
    await say(posts(3), index % 2 === 0 ? {} : { filler: 'ü'.repeat(30_000) });
  await caughtUp(one, 150);
  t.same(one.seqs(), numbers(1, 150));
});

/** 8 KB, so that buffers fill soon. */
const filler = { filler: 'x'.repeat(8_000) };

void t.test(
  'a slow reader is closed with the reason, and resumes with nothing lost or repeated',
  async (t) => {
    const { port, client, live, say, workspace } = await start(t);
    const slow = await connectSlowClient(port, `?workspace=${workspace.slug}`);
    const quick = await client({ query: `?workspace=${workspace.slug}` });
    await quick.take('subscribed');
    let maxBytes = 0;
    let last = 0;
    while (live.stats().slow === 0) {
      last = await say(posts(1 + (last % 23)), filler);
      maxBytes = Math.max(maxBytes, live.stats().bufferedBytes);
    }
    t.ok(maxBytes < 2 * 1024 * 1024, `at most ${maxBytes} bytes waited`);
    t.equal(live.stats().sockets, 1);

    slow.read();
    const { code, reason } = await slow.closed;
    t.equal(code, 1013);
    t.match(reason, /^too slow: resume with after=\d+$/);
    const after = Number(reason.split('=')[1]);
    const before = seqsOf(slow.said);
    t.same(before, numbers(1, after), 'everything up to the number in the reason was sent');

    last = await say(posts(3));
    const again = await client({ query: `?workspace=${workspace.slug}&after=${after}` });
    await caughtUp(again, last);
    t.same([...before, ...again.seqs()], numbers(1, last));
    await caughtUp(quick, last);
    t.same(quick.seqs(), numbers(1, last), 'a reader that keeps up notices nothing');
  },
);

void t.test('a slow reader is also found when nothing more is published', async (t) => {
  const { port, live, hub, sql, workspace } = await start(t, {
    live: { maxBufferedBytes: 20_000, sweepMs: 10 },
  });
  const slow = await connectSlowClient(port, `?workspace=${workspace.slug}`);
  while (live.stats().slow === 0) {
    // the kernel accepts more data at intervals
    if (live.stats().bufferedBytes <= 20_000) hub.publish(await commit(sql, workspace.id, posts(4), filler));
    else await new Promise((resolve) => setImmediate(resolve));
  }
  slow.read();
  t.match(await slow.closed, { code: 1013, reason: /^too slow/ });
});

void t.test('a slow reader of several workspaces gets the number to resume at for each', async (t) => {
  const { port, live, say, sql, workspace, keys } = await start(t, { live: { maxBufferedBytes: 20_000 } });
  const second = await makeWorkspace(sql);
  keys.set(KEY, { ...keys.get(KEY)!, workspaces: [workspace, second] });
  const slow = await connectSlowClient(port, `?workspace=${workspace.slug}`, [
    { type: 'subscribe', workspace: second.slug },
  ]);
  while (live.stats().slow === 0) await say(posts(20), filler);
  slow.read();
  t.match(await slow.closed, {
    code: 1013,
    reason: 'too slow: resume with after=the seq of the last event you got',
  });
});

void t.test('a replay is as fast as its reader, keeps little in memory, and is complete', async (t) => {
  const { port, sql, workspace, live } = await start(t);
  for (let index = 0; index < 75; index += 1) await commit(sql, workspace.id, posts(20), filler);
  const slow = await connectSlowClient(port, `?workspace=${workspace.slug}&after=0`);
  await until(() => live.stats().bufferedBytes > 64 * 1024);
  t.ok(live.stats().bufferedBytes < 128 * 1024);
  slow.read();
  await until(() => seqsOf(slow.said).length >= 1_500);
  t.same(seqsOf(slow.said), numbers(1, 1_500));
  t.equal(live.stats().slow, 0);
});

void t.test('two hundred subscribers all get everything', async (t) => {
  const running = await start(t);
  const { client, workspace } = running;
  const clients = await Promise.all(
    numbers(1, 200).map(async (index) => {
      const one = await client(index % 2 === 0 ? { query: `?workspace=${workspace.slug}` } : {});
      if (index % 2 === 1) one.send({ type: 'subscribe', workspace: workspace.slug });
      await one.take('subscribed');
      return one;
    }),
  );
  const writers = publishing(running);
  await until(() => writers.last() >= 300);
  const last = await writers.stop();
  await Promise.all(clients.map((one) => caughtUp(one, last)));
  const wanted = JSON.stringify(numbers(1, last));
  t.equal(clients.filter((one) => JSON.stringify(one.seqs()) === wanted).length, 200);
});
