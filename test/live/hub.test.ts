import * as fc from 'fast-check';
import t from 'tap';
import { createHub, type Follower } from '../../src/faces/live/hub.ts';
import type { LiveEvent } from '../../src/faces/live/messages.ts';
import { testDatabase } from '../support/database.ts';
import {
  commit,
  type Failures,
  makeWorkspace,
  numbers,
  posts,
  silent,
  unreliable,
  until,
} from './harness.ts';

/** A follower that keeps what it receives. */
function listener(): Follower & { seqs: number[]; events: LiveEvent[]; gaps: number[] } {
  const events: LiveEvent[] = [];
  const seqs: number[] = [];
  const gaps: number[] = [];
  return {
    events,
    seqs,
    gaps,
    onEvents(told) {
      events.push(...told);
      seqs.push(...told.map((event) => event.seq));
    },
    onGap: (oldest) => void gaps.push(oldest),
  };
}

const fates = ['published', 'published', 'published', 'twice', 'noticed', 'lost'] as const;

void t.test(
  'a follower gets each event once and in order, whatever the order of the commits’ notices',
  async (t) => {
    const { sql } = await testDatabase(t);
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            events: fc.integer({ min: 1, max: 4 }),
            fate: fc.constantFrom(...fates),
            /** Delivered only after this many later commits. */
            late: fc.integer({ min: 0, max: 5 }),
            /** A follower is added before it. */
            followed: fc.boolean(),
            /** The event loop turns after it. */
            breath: fc.boolean(),
          }),
          { minLength: 1, maxLength: 20 },
        ),
        fc.integer({ min: 0, max: 2 }),
        async (commits, failures) => {
          const failing = { left: 0 };
          const hub = createHub({ sql: unreliable(sql, failing), log: silent, gapWaitMs: 2, pollMs: 60_000 });
          const workspace = await makeWorkspace(sql);
          await commit(sql, workspace.id, posts(3)); // before there is a listener
          const followers: { listener: ReturnType<typeof listener>; from: number }[] = [];
          const follow = async () => {
            const one = listener();
            followers.push({ listener: one, from: (await hub.follow(workspace, one)).position });
          };
          await follow();
          failing.left = failures;

          const untold: { at: number; tell: () => void }[] = [];
          let last = 3;
          for (const [index, { events, fate, late, followed, breath }] of commits.entries()) {
            if (followed) await follow();
            const written = await commit(sql, workspace.id, posts(events));
            last += events;
            const tell = () => {
              if (fate === 'published' || fate === 'twice') hub.publish(written);
              if (fate === 'twice') hub.publish(written);
              if (fate === 'noticed') hub.notice(workspace.id, written[0]!.lastSeq);
            };
            untold.push({ at: index + late, tell });
            for (const due of untold.filter(({ at }) => at === index)) due.tell();
            if (breath) await new Promise((resolve) => setImmediate(resolve));
          }
          for (const due of untold.filter(({ at }) => at >= commits.length)) due.tell();
          hub.notice(workspace.id, String(last));

          for (const { listener, from } of followers) {
            await until(() => listener.seqs.length >= last - from);
            if (JSON.stringify(listener.seqs) !== JSON.stringify(numbers(from + 1, last)))
              throw new Error(`after ${from} came ${listener.seqs.join(', ')}, wanted all to ${last}`);
          }
          hub.close();
        },
      ),
      { numRuns: 40 },
    );
    t.pass();
  },
);

void t.test(
  'commits of many connections reach two nodes in order, one with the events and one with notices only',
  async (t) => {
    const { sql } = await testDatabase(t);
    const workspace = await makeWorkspace(sql);
    const here = createHub({ sql, log: silent, gapWaitMs: 2, pollMs: 60_000 });
    const there = createHub({ sql, log: silent, gapWaitMs: 2, pollMs: 60_000 });
    t.teardown(() => [here, there].forEach((hub) => hub.close()));
    const [near, far] = [listener(), listener()];
    await here.follow(workspace, near);
    await there.follow(workspace, far);

    const lane = async () => {
      for (let turn = 0; turn < 40; turn += 1) {
        const written = await commit(sql, workspace.id, posts(3));
        here.publish(written);
        there.notice(workspace.id, written[0]!.lastSeq);
      }
    };
    await Promise.all([lane(), lane(), lane(), lane()]);
    await until(() => near.seqs.length >= 480 && far.seqs.length >= 480);
    t.same(near.seqs, numbers(1, 480));
    t.same(far.seqs, numbers(1, 480));
    t.same(
      far.events.map((event) => event.text),
      near.events.map((event) => event.text),
      'an event that was read says the same as one that was told',
    );
  },
);

void t.test(
  'a commit that arrives while a workspace gets its first follower is neither lost nor delivered twice',
  async (t) => {
    const { sql } = await testDatabase(t);
    for (const asked of ['before', 'after']) {
      const workspace = await makeWorkspace(sql);
      const answered = Promise.withResolvers<void>();
      const committed = Promise.withResolvers<void>();
      const slow = new Proxy(sql, {
        async apply(target, self, args: unknown[]) {
          if (asked === 'after') await committed.promise;
          const rows: unknown = await Reflect.apply(target, self, args);
          answered.resolve();
          await committed.promise;
          return rows;
        },
      });
      const hub = createHub({ sql: slow, log: silent, pollMs: 60_000 });
      const one = listener();
      const opening = hub.follow(workspace, one);
      if (asked === 'before') await answered.promise;
      const first = await commit(sql, workspace.id, posts(2));
      const second = await commit(sql, workspace.id, posts(1));
      hub.publish(second);
      hub.publish(first);
      committed.resolve();
      const following = await opening;
      await until(() => following.position === 3);
      hub.publish(await commit(sql, workspace.id, posts(1)));
      t.same(one.seqs, [4], `when Postgres was asked ${asked} the commits`);
      hub.close();
    }
  },
);

void t.test('a repeated notice takes no memory and costs no query', async (t) => {
  const { sql } = await testDatabase(t);
  const workspace = await makeWorkspace(sql);
  const failing: Failures = { left: 0 };
  const hub = createHub({ sql: unreliable(sql, failing), log: silent, pollMs: 60_000 });
  t.teardown(() => hub.close());
  const one = listener();
  await hub.follow(workspace, one);
  failing.left = 1;
  for (let index = 0; index < 300; index += 1) {
    const written = await commit(sql, workspace.id, posts(1));
    hub.publish(written);
    hub.publish(written);
    hub.notice(workspace.id, written[0]!.lastSeq);
  }
  t.same(one.seqs, numbers(1, 300));
  t.equal(failing.left, 1, 'nothing was asked');
});

void t.test('an event is one JSON message with its workspace, its number and its post', async (t) => {
  const { sql } = await testDatabase(t);
  const workspace = await makeWorkspace(sql);
  const hub = createHub({ sql, log: silent });
  t.teardown(() => hub.close());
  const one = listener();
  await hub.follow(workspace, one);
  hub.publish(await commit(sql, workspace.id, ['post_a'], { status: 'published' }));
  t.same(JSON.parse(one.events[0]!.text), {
    type: 'event',
    workspace: workspace.slug,
    seq: 1,
    at: '2026-11-21T10:00:00.000Z',
    event: 'post.updated',
    resource: { type: 'post', id: 'post_a' },
    postId: 'post_a',
    data: { status: 'published' },
  });
});

void t.test('a commit without a notice is found by asking Postgres at an interval', async (t) => {
  const { sql } = await testDatabase(t);
  const workspace = await makeWorkspace(sql);
  const hub = createHub({ sql, log: silent, gapWaitMs: 1, pollMs: 10 });
  t.teardown(() => hub.close());
  const one = listener();
  await hub.follow(workspace, one);
  await commit(sql, workspace.id, posts(2));
  await until(() => one.seqs.length === 2);
  t.same(one.seqs, [1, 2]);
});

void t.test('a gap of thousands of events is read page by page', async (t) => {
  const { sql } = await testDatabase(t);
  const workspace = await makeWorkspace(sql);
  const hub = createHub({ sql, log: silent, gapWaitMs: 1, pollMs: 60_000 });
  t.teardown(() => hub.close());
  const one = listener();
  await hub.follow(workspace, one);
  for (let index = 0; index < 60; index += 1)
    await commit(sql, workspace.id, posts(index % 2 === 0 ? 1 : 99));
  hub.notice(workspace.id, '3000');
  await until(() => one.seqs.length >= 3_000);
  t.same(one.seqs, numbers(1, 3_000));
});

void t.test('a thousand commits that wait for an earlier one are delivered when it comes', async (t) => {
  const { sql } = await testDatabase(t);
  const workspace = await makeWorkspace(sql);
  const hub = createHub({ sql, log: silent, gapWaitMs: 60_000, pollMs: 60_000 });
  t.teardown(() => hub.close());
  const one = listener();
  await hub.follow(workspace, one);
  const first = await commit(sql, workspace.id, posts(1));
  for (let index = 0; index < 1_000; index += 1) hub.publish(await commit(sql, workspace.id, posts(1)));
  t.same(one.seqs, [], 'nothing is told out of order');
  hub.publish(first);
  hub.notice(workspace.id, '1001');
  await until(() => one.seqs.length >= 1_001);
  t.same(one.seqs, numbers(1, 1_001));
});

void t.test(
  'events that were deleted before their delivery are reported as a gap, and later ones are delivered',
  async (t) => {
    const { sql } = await testDatabase(t);
    const workspace = await makeWorkspace(sql);
    const hub = createHub({ sql, log: silent, gapWaitMs: 1, pollMs: 60_000 });
    t.teardown(() => hub.close());
    const one = listener();
    const following = await hub.follow(workspace, one);
    await commit(sql, workspace.id, posts(4));
    await commit(sql, workspace.id, posts(2));
    await sql`delete from feed where last_seq = 4`;
    hub.notice(workspace.id, '6');
    await until(() => one.seqs.length > 0);
    t.same([one.gaps, one.seqs], [[5], [5, 6]]);

    await commit(sql, workspace.id, posts(2));
    await sql`delete from feed`;
    hub.notice(workspace.id, '8');
    await until(() => following.position === 8);
    t.same(
      [one.gaps, one.seqs],
      [
        [5, 9],
        [5, 6],
      ],
      'also when nothing is left',
    );
  },
);

void t.test('a notice of an event that does not exist delays nothing', async (t) => {
  const { sql } = await testDatabase(t);
  const workspace = await makeWorkspace(sql);
  const hub = createHub({ sql, log: silent, gapWaitMs: 1, pollMs: 60_000 });
  t.teardown(() => hub.close());
  const one = listener();
  await hub.follow(workspace, one);
  hub.notice(workspace.id, '1000');
  hub.notice('ws_unknown', '7');
  hub.publish(await commit(sql, workspace.id, posts(1)));
  hub.publish(await commit(sql, workspace.id, posts(1)));
  t.same(one.seqs, [1, 2]);
});

void t.test('a follower that fails affects neither the commit nor other followers', async (t) => {
  const { sql } = await testDatabase(t);
  const workspace = await makeWorkspace(sql);
  const faults: object[] = [];
  const hub = createHub({ sql, log: { ...silent, error: (fault: object) => faults.push(fault) } });
  t.teardown(() => hub.close());
  const one = listener();
  await hub.follow(workspace, {
    ...listener(),
    onEvents() {
      throw new Error('out of order');
    },
  });
  await hub.follow(workspace, one);
  hub.publish(await commit(sql, workspace.id, posts(1)));
  t.same(one.seqs, [1]);
  t.match(faults, [{ workspace: workspace.id, err: { message: 'out of order' } }]);
});

void t.test(
  'a workspace cannot be followed while Postgres is down, and can as soon as it is back',
  async (t) => {
    const { sql } = await testDatabase(t);
    const workspace = await makeWorkspace(sql);
    const failing = { left: 1 };
    const hub = createHub({ sql: unreliable(sql, failing), log: silent });
    t.teardown(() => hub.close());
    const one = listener();
    await t.rejects(hub.follow(workspace, one), { message: 'the database is away' });
    await hub.follow(workspace, one);
    hub.publish(await commit(sql, workspace.id, posts(1)));
    t.same(one.seqs, [1]);
  },
);

void t.test(
  'a follower that stopped receives nothing more, and a workspace without followers is dropped',
  async (t) => {
    const { sql } = await testDatabase(t);
    const workspace = await makeWorkspace(sql);
    const hub = createHub({ sql, log: silent, lingerMs: 5, pollMs: 60_000 });
    t.teardown(() => hub.close());
    const [one, two] = [listener(), listener()];
    const first = await hub.follow(workspace, one);
    hub.publish(await commit(sql, workspace.id, posts(1)));
    first.stop();
    const second = await hub.follow(workspace, two);
    t.same(
      second.recent(0)?.map((event) => event.seq),
      [1],
      'it is kept for those who come back at once',
    );
    second.stop();
    await until(() => first.recent(0) === null);
    hub.publish(await commit(sql, workspace.id, posts(1)));
    t.same([one.seqs, two.seqs], [[1], []]);
  },
);

void t.test('simultaneous replays of the same page read it once', async (t) => {
  const { sql } = await testDatabase(t);
  const workspace = await makeWorkspace(sql);
  await commit(sql, workspace.id, posts(5));
  let queries = 0;
  const counted = new Proxy(sql, {
    apply(target, self, args: unknown[]) {
      queries += 1;
      return Reflect.apply(target, self, args) as unknown;
    },
  });
  const hub = createHub({ sql: counted, log: silent, pollMs: 60_000 });
  t.teardown(() => hub.close());
  const following = await hub.follow(workspace, listener());
  queries = 0;
  const pages = await Promise.all(numbers(1, 100).map(() => following.read(2)));
  t.equal(queries, 1);
  t.ok(pages.every((page) => page.map((event) => event.seq).join() === '3,4,5'));
});
