import t from 'tap';
import { ACCOUNT_PATIENCE_MS } from '../../machines/delivery/index.ts';
import { accepts } from '../../machines/durable.ts';
import { post as machine, type PostEvent } from '../../machines/post.ts';
import { dlv, type Answer, type Asked, type Script, targetOf, World } from '../support/machine-world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const live: Answer = { type: 'outcome.published', networkPostId: '7', url: 'https://example.com/7' };
const rejected: Answer = { type: 'outcome.rejected', reason: 'too long' };
const busy: Answer = { type: 'outcome.retry', reason: '429 too many requests' };
const lost: Answer = { type: 'outcome.unknown', reason: 'no answer' };

/** A network with these responses to each account's publishing calls, in order; the last one is repeated. */
const network =
  (answers: { [accountId: string]: Answer[] }): Script =>
  ({ type, params }) => {
    const list = answers[params['accountId'] as string] ?? [live];
    if (type !== 'publish') return null;
    return list.length > 1 ? list.shift()! : list[0]!;
  };
const publishing: Script = ({ type }) => (type === 'publish' ? live : null);
const announcedBy = (world: World, id: string) =>
  world.announced.flatMap(({ actorId, event }) => (actorId === id ? [event] : []));
const calls = (world: World) =>
  world.everAsked.filter(({ type }) => type === 'publish').map(({ params }) => params['accountId']);

void t.test('POST with draft: the post is saved and sends nothing, even when it has a time', async (t) => {
  const world = new World({ script: publishing });
  const id = world.post({ draft: true });
  t.match(world.postOf(id), { status: 'draft', scheduledAt: null });
  const placed = world.post({ draft: true, dueAt: world.now + HOUR });
  t.match(world.postOf(placed), { status: 'draft', scheduledAt: world.now + HOUR });
  world.elapse(DAY);
  t.equal(world.postOf(placed).status, 'draft', 'its time came and went');
  t.strictSame([world.everAsked, world.mail], [[], []]);
});

void t.test('POST with a time: the post is scheduled and sent at that time', async (t) => {
  const world = new World({ script: publishing });
  const id = world.post({ dueAt: world.now + 40 * DAY });
  t.equal(world.postOf(id).status, 'scheduled');
  t.strictSame(world.timersOf(id), [
    { timer: 'xstate.after.due.post.scheduled', dueAt: world.now + 40 * DAY },
  ]);
  world.elapse(40 * DAY - 1);
  t.equal(world.postOf(id).status, 'scheduled');
  t.equal(world.everAsked.length, 0);
  world.elapse(1);
  t.match(world.postOf(id), { status: 'published', publishedAt: world.now });
  t.strictSame(toldPosts(world), []);
});

void t.test(
  'POST with publishNow: the post is publishing at once, with a delivery for each account',
  async (t) => {
    const world = new World();
    const id = world.post({ accounts: ['acc_a', 'acc_b'] });
    t.equal(world.postOf(id).status, 'publishing');
    t.strictSame(calls(world), ['acc_a', 'acc_b']);
    t.strictSame([...world.rows.keys()], [id, dlv(id, 'acc_a'), dlv(id, 'acc_b')]);
  },
);

void t.test('POST with a time in the past: the post is publishing at once', async (t) => {
  for (const late of [0, 1, 30 * DAY]) {
    const world = new World();
    const id = world.post({ dueAt: world.now - late });
    t.match(world.postOf(id), { status: 'publishing', scheduledAt: world.now }, `${late} ms late`);
  }
});

for (const from of ['draft', 'scheduled', 'failed'] as const) {
  const stage = (script: Script = publishing) => {
    const world = new World({ script: network({ acc_a: [rejected], acc_b: [rejected] }) });
    const accounts = ['acc_a', 'acc_b'];
    const id = world.post({
      accounts,
      draft: from === 'draft',
      dueAt: from === 'scheduled' ? world.now + DAY : world.now,
    });
    world.settle();
    world.everAsked.length = 0;
    world.script = script;
    return { world, id };
  };

  void t.test(`PATCH of a ${from} post with publishNow publishes it at once`, async (t) => {
    const { world, id } = stage();
    t.equal(world.postOf(id).status, from);
    world.tell(id, { type: 'publish' });
    t.match(world.postOf(id), { status: 'publishing', scheduledAt: world.now });
    world.settle();
    t.match(world.postOf(id), { status: 'published', error: null });
    t.strictSame(calls(world), ['acc_a', 'acc_b']);
    t.strictSame(toldPosts(world), [], 'and an earlier time is forgotten');
  });

  void t.test(`PATCH of a ${from} post with a time schedules it`, async (t) => {
    const { world, id } = stage();
    world.tell(id, { type: 'schedule', at: world.now + HOUR });
    t.match(world.postOf(id), { status: 'scheduled', scheduledAt: world.now + HOUR });
    world.tell(id, { type: 'schedule', at: world.now + 2 * HOUR });
    t.strictSame(
      world.timersOf(id).map(({ dueAt }) => dueAt),
      [world.now + 2 * HOUR],
      'the last time counts, once',
    );
    world.elapse(2 * HOUR - 1);
    t.equal(world.postOf(id).status, 'scheduled');
    world.elapse(1);
    t.equal(world.postOf(id).status, 'published');
  });

  void t.test(`PATCH of a ${from} post with a time in the past publishes it at once`, async (t) => {
    const { world, id } = stage();
    world.tell(id, { type: 'schedule', at: world.now - HOUR });
    t.match(world.postOf(id), { status: 'publishing', scheduledAt: world.now });
    t.strictSame(world.timersOf(id), []);
  });

  void t.test(`PATCH of a ${from} post that edits leaves it ${from}`, async (t) => {
    const { world, id } = stage();
    const targets = [targetOf(id, 'acc_b'), targetOf(id, 'acc_c')];
    const before = world.timersOf(id);
    world.tell(id, { type: 'edit', targets });
    t.equal(world.postOf(id).status, from);
    t.strictSame(world.timersOf(id), before);
    world.tell(id, { type: 'publish' });
    t.strictSame(new Set(calls(world)), new Set(['acc_b', 'acc_c']));
  });

  void t.test(`PATCH of a ${from} post with accounts and a time changes both`, async (t) => {
    for (const event of [
      { type: 'publish' },
      { type: 'schedule', at: 0 },
      { type: 'schedule', at: Infinity },
    ]) {
      const { world, id } = stage();
      const at = 'at' in event ? { at: event.at === 0 ? world.now - 1 : world.now + HOUR } : {};
      world.tell(id, { ...event, ...at, targets: [targetOf(id, 'acc_c')] });
      world.elapse(HOUR);
      t.equal(world.postOf(id).status, 'published');
      t.strictSame(calls(world), ['acc_c']);
    }
  });
}

void t.test('publication ends on every account: published, and post.published once', async (t) => {
  const world = new World({ script: publishing });
  const id = world.post({ accounts: ['acc_a', 'acc_b'] });
  const [first, second] = world.asked as [Asked, Asked];
  world.answer(first, live);
  t.equal(world.postOf(id).status, 'publishing', 'one account is still under way');
  t.strictSame(world.announced, []);
  world.answer(second, live);
  t.match(world.postOf(id), { status: 'published', error: null, publishedAt: world.now });
  t.strictSame(world.announced, [{ actorId: id, event: 'post.published' }]);
});

void t.test(
  'publication finishes on one account of three: published, and the other two are listed',
  async (t) => {
    const world = new World({
      script: network({
        acc_b: [rejected],
        acc_c: [{ type: 'outcome.reauthorize', reason: 'sign in again', credentialsVersion: 1 }],
      }),
    });
    const id = world.post({ accounts: ['acc_a', 'acc_b', 'acc_c'] });
    world.settle();
    t.equal(world.postOf(id).status, 'publishing', 'acc_c waits for a person');
    world.elapse(ACCOUNT_PATIENCE_MS);
    t.match(world.postOf(id), {
      status: 'published',
      error: /^acc_b: too long\nacc_c: the account was not connected again within 7 days/,
    });
    t.strictSame(world.announced, [
      { actorId: dlv(id, 'acc_b'), event: 'post.needs_attention' },
      { actorId: dlv(id, 'acc_c'), event: 'post.needs_attention' },
      { actorId: id, event: 'post.published' },
    ]);
  },
);

void t.test(
  'publication ends on no account: failed, each error prefixed by its account, and post.failed',
  async (t) => {
    const world = new World({ script: network({ acc_a: [rejected], acc_b: [rejected] }) });
    const id = world.post({ accounts: ['acc_a', 'acc_b'] });
    world.settle();
    t.match(world.postOf(id), {
      status: 'failed',
      error: 'acc_a: too long\nacc_b: too long',
      publishedAt: null,
    });
    t.strictSame(announcedBy(world, id), ['post.failed']);
  },
);

void t.test('temporary failures are retried, only on the accounts that failed', async (t) => {
  const world = new World({ script: network({ acc_a: [busy], acc_b: [live], acc_c: [busy, busy, live] }) });
  const id = world.post({ accounts: ['acc_a', 'acc_b', 'acc_c'] });
  const waits: [minutes: number, accounts: string[]][] = [
    [5, ['acc_a', 'acc_c']],
    [10, ['acc_a', 'acc_c']],
    [15, ['acc_a']],
  ];
  world.settle();
  for (const [minutes, accounts] of waits) {
    world.everAsked.length = 0;
    t.equal(world.postOf(id).status, 'publishing');
    world.elapse(minutes * MINUTE - 1);
    t.strictSame(calls(world), [], `not before ${minutes} minutes`);
    world.elapse(1);
    t.strictSame(calls(world), accounts, `${minutes} minutes later`);
  }
  t.equal(world.postOf(id).error, 'acc_a: 429 too many requests');
  world.elapse(DAY);
  t.equal(world.postOf(id).status, 'published', 'and never again');
  t.strictSame(toldPosts(world), []);
});

void t.test(
  'a failed post that is retried sends only to the accounts that failed, in a new round',
  async (t) => {
    const world = new World({
      script: network({ acc_a: [busy, busy, busy, busy, live], acc_b: [rejected, busy, live] }),
    });
    const id = world.post({ accounts: ['acc_a', 'acc_b'] });
    world.elapse(HOUR);
    t.equal(world.postOf(id).status, 'failed');
    world.everAsked.length = 0;
    world.tell(id, { type: 'publish' });
    t.match(world.postOf(id), { status: 'publishing', error: null });
    world.settle();
    t.strictSame(calls(world), ['acc_a', 'acc_b']);
    t.equal(world.postOf(id).status, 'publishing', 'the retries start over');
    world.elapse(5 * MINUTE);
    t.match(world.postOf(id), { status: 'published', error: null });
    t.strictSame(announcedBy(world, id), ['post.failed', 'post.published']);
  },
);

void t.test(
  'a partly published post that leaves the drafts again goes only to the other accounts',
  async (t) => {
    const world = new World({ script: network({ acc_b: [rejected, live] }) });
    const id = world.post({ accounts: ['acc_a', 'acc_b'] });
    world.settle();
    const first = world.postOf(id).publishedAt;
    world.tell(id, { type: 'shelve' });
    t.match(world.postOf(id), { status: 'draft', error: null });
    world.everAsked.length = 0;
    world.elapse(HOUR);
    world.tell(id, {
      type: 'publish',
      targets: ['acc_a', 'acc_b', 'acc_c'].map((account) => targetOf(id, account)),
    });
    world.settle();
    t.strictSame(new Set(calls(world)), new Set(['acc_b', 'acc_c']));
    t.match(
      world.postOf(id),
      { status: 'published', error: null, publishedAt: first },
      'published since the first time',
    );
  },
);

void t.test(
  'a post that is live everywhere and leaves the drafts again is published without a call',
  async (t) => {
    const world = new World({ script: publishing });
    const id = world.post();
    world.settle();
    world.tell(id, { type: 'shelve', dueAt: world.now + HOUR });
    t.match(world.postOf(id), { status: 'draft', scheduledAt: world.now + HOUR });
    world.tell(id, { type: 'publish' });
    t.equal(world.postOf(id).status, 'published');
    t.equal(calls(world).length, 1);
  },
);

/** A post in each state in which a caller can find it, with the state of its delivery. */
const situations: { [name: string]: () => { world: World; id: string } } = {
  draft: () => {
    const world = new World();
    return { world, id: world.post({ draft: true, dueAt: world.now + HOUR }) };
  },
  scheduled: () => {
    const world = new World();
    return { world, id: world.post({ dueAt: world.now + HOUR }) };
  },
  'publishing (sending)': () => {
    const world = new World();
    return { world, id: world.post() };
  },
  'publishing (processing)': () =>
    publishingAfter([{ type: 'outcome.progress', checkpoint: { container: '9' }, afterMs: 5_000 }]),
  'publishing (retrying)': () => publishingAfter([busy]),
  'publishing (refreshing)': () =>
    publishingAfter([{ type: 'outcome.expired', reason: 'over', credentialsVersion: 1 }]),
  'publishing (limited)': () =>
    publishingAfter([{ type: 'outcome.limited', reason: 'slow down', afterMs: 1_000, ticket: null }]),
  'publishing (waiting for its account)': () =>
    publishingAfter([{ type: 'outcome.reauthorize', reason: 'signed out', credentialsVersion: 1 }]),
  'publishing (verifying, looking)': () => publishingAfter([lost]),
  'publishing (verifying, waiting)': () => publishingAfter([lost, { type: 'finding.retry', reason: '503' }]),
  published: () => publishingAfter([live]),
  failed: () => publishingAfter([rejected]),
};
const REFRESHED = { type: 'refresh.refreshed', credentialsVersion: 2, obtainedAt: 0, expiresAt: null };
/** What is running, except for events to accounts, which these worlds do not have. */
const toldPosts = (world: World) => world.mail.filter(({ actorId }) => !actorId.startsWith('acc_'));
function publishingAfter(answers: Answer[]): { world: World; id: string } {
  const world = new World();
  const id = world.post();
  for (const answer of answers) world.answer(world.askedBy(dlv(id, 'acc_a'))[0]!, answer);
  return { world, id };
}

for (const [name, situation] of Object.entries(situations)) {
  void t.test(`PATCH back to drafts: ${name} becomes draft, and nothing more is sent`, async (t) => {
    const { world, id } = situation();
    const sent = calls(world).length;
    world.tell(id, { type: 'shelve' });
    t.equal(world.postOf(id).status, 'draft');
    t.strictSame(world.timersOf(id), []);
    world.script = ({ type }) =>
      type === 'publish' ? busy : type === 'verify' ? { type: 'finding.absent' } : REFRESHED;
    world.elapse(DAY);
    t.equal(calls(world).length, sent, 'no further call leaves');
    t.equal(world.postOf(id).status, 'draft');
    const delivery = world.rows.get(dlv(id, 'acc_a'));
    if (name === 'published' || name === 'failed') t.equal(world.value(delivery!.id), name);
    else if (delivery) t.equal(world.value(delivery.id), 'cancelled');
    t.strictSame(toldPosts(world), []);
  });

  void t.test(`PATCH back to drafts and out again: ${name} is published by its one delivery`, async (t) => {
    const { world, id } = situation();
    world.tell(id, { type: 'shelve' });
    world.tell(id, { type: 'publish' });
    world.script = ({ type }) =>
      type === 'publish' ? live : type === 'verify' ? { type: 'finding.absent' } : REFRESHED;
    world.elapse(HOUR);
    t.match(world.postOf(id), { status: 'published', error: null });
    t.strictSame([...world.rows.keys()], [id, dlv(id, 'acc_a')]);
    t.strictSame(toldPosts(world), []);
  });

  void t.test(
    `DELETE: ${name} is removed, its time is cancelled, and deliveries that were not sent are not sent`,
    async (t) => {
      const { world, id } = situation();
      const sent = calls(world).length;
      world.tell(id, { type: 'remove' });
      t.equal(world.postOf(id).status, 'removed');
      t.equal(world.rows.get(id)?.status, 'done');
      t.strictSame(world.timersOf(id), []);
      world.script = ({ type }) =>
        type === 'publish' ? busy : type === 'verify' ? { type: 'finding.absent' } : REFRESHED;
      world.elapse(DAY);
      t.equal(calls(world).length, sent, 'no further call leaves');
      t.equal(world.postOf(id).status, 'removed');
      t.strictSame(toldPosts(world), []);
    },
  );
}

void t.test('a removed post is never changed on the network, and later ends are ignored', async (t) => {
  const world = new World();
  const id = world.post();
  world.tell(id, { type: 'remove' });
  world.answer(world.asked[0]!, live);
  t.equal(world.postOf(id).status, 'removed');
  t.equal(world.deliveryOf(dlv(id, 'acc_a')).status, 'published', 'what left in time stays live');
  t.strictSame(new Set(world.everAsked.map(({ type }) => type)), new Set(['publish']));
});

void t.test(
  'a publishing post accepts neither an edit nor a new time, and neither does a published one',
  async (t) => {
    const events: PostEvent[] = [{ type: 'edit' }, { type: 'publish' }, { type: 'schedule', at: 0 }];
    for (const name of ['publishing (sending)', 'published']) {
      const { world, id } = situations[name]!();
      for (const event of events) {
        t.equal(
          accepts(machine, world.snapshot(id) as never, event, world.now),
          false,
          `${event.type} while ${name}`,
        );
        const before = world.rows.get(id)!.snapshot;
        world.tell(id, event);
        t.equal(world.rows.get(id)!.snapshot, before);
      }
      t.equal(accepts(machine, world.snapshot(id) as never, { type: 'shelve' }, world.now), true);
    }
  },
);

void t.test('a failed end of an earlier round does not affect this round', async (t) => {
  const world = new World();
  const id = world.post();
  world.tell(id, { type: 'shelve' });
  world.tell(id, { type: 'publish' });
  const end = { type: 'delivery.ended', accountId: 'acc_a', error: 'too long' };
  for (const status of ['failed', 'cancelled']) {
    world.tell(id, { ...end, round: 1, status });
    t.equal(world.postOf(id).status, 'publishing');
  }
  world.tell(id, { ...end, round: 2, status: 'failed' });
  t.equal(world.postOf(id).status, 'failed');
});

void t.test(
  'a thread without one of its parts is sent again there, and its late end ends no later round',
  async (t) => {
    const world = new World();
    const id = world.post({ accounts: ['acc_a'] });
    const end = (round: number, error: string | null) =>
      world.tell(id, { type: 'delivery.ended', accountId: 'acc_a', round, status: 'published', error });
    end(1, 'part 2 is too long');
    t.match(world.postOf(id), { status: 'published', error: 'acc_a: part 2 is too long' });
    world.tell(id, { type: 'retry' });
    t.equal(world.postOf(id).status, 'publishing');
    end(1, 'part 2 is too long');
    t.equal(world.postOf(id).status, 'publishing', 'the late end of the first round');
    end(2, null);
    t.match(world.postOf(id), { status: 'published', error: null });
    t.equal(
      accepts(machine, world.snapshot(id) as never, { type: 'retry' }, world.now),
      false,
      'it is whole',
    );
  },
);

void t.test('a report that arrives after a later one of its round takes nothing back', async (t) => {
  const whole = { status: 'published', error: null };
  const partial = { status: 'published', error: 'part 2 is too long' };
  const failed = { status: 'failed', error: 'the outcome is unknown' };
  const rows = [
    [whole, failed],
    [whole, partial],
    [partial, failed],
  ] as const;
  for (const [known, late] of rows) {
    const world = new World();
    const id = world.post({ accounts: ['acc_a'] });
    const end = { type: 'delivery.ended', accountId: 'acc_a', round: 1 };
    world.tell(id, { ...end, ...known });
    world.tell(id, { ...end, ...late });
    const { status, context } = world.postOf(id);
    t.equal(status, 'published');
    t.strictSame(context.results['acc_a'], known, `${known.error} stays after ${late.error}`);
  }
});

void t.test('a live end of an earlier round counts in every round', async (t) => {
  for (const back of [false, true]) {
    const { world, id } = situations['publishing (sending)']!();
    world.tell(id, { type: 'shelve' });
    if (back) world.tell(id, { type: 'publish' });
    world.tell(id, {
      type: 'delivery.ended',
      accountId: 'acc_a',
      round: 1,
      status: 'published',
      error: null,
    });
    t.equal(world.postOf(id).status, back ? 'published' : 'draft');
    if (!back) world.tell(id, { type: 'publish' });
    t.equal(world.postOf(id).status, 'published');
    t.equal(calls(world).length, 1);
  }
});

void t.test(
  'a call that runs while the post is moved to drafts may still end live, and is then not repeated',
  async (t) => {
    const { world, id } = situations['publishing (sending)']!();
    world.tell(id, { type: 'shelve' });
    world.answer(world.asked[0]!, live);
    t.equal(world.postOf(id).status, 'draft');
    t.equal(world.deliveryOf(dlv(id, 'acc_a')).status, 'published');
    world.tell(id, { type: 'schedule', at: world.now + HOUR });
    world.elapse(HOUR);
    t.equal(world.postOf(id).status, 'published');
    t.equal(calls(world).length, 1);
  },
);

void t.test(
  'a call that runs while the post is moved to drafts and published again counts for the new round',
  async (t) => {
    const { world, id } = situations['publishing (sending)']!();
    world.tell(id, { type: 'shelve' });
    world.tell(id, { type: 'publish' });
    t.equal(world.asked.length, 1, 'no second call');
    world.answer(world.asked[0]!, live);
    t.match(world.postOf(id), { status: 'published', error: null });
    t.equal(calls(world).length, 1);
  },
);

void t.test(
  'an account that is removed from a post no longer counts, and is not started twice when it is added again',
  async (t) => {
    const world = new World();
    const id = world.post({ accounts: ['acc_a', 'acc_b'] });
    world.answer(world.askedBy(dlv(id, 'acc_a'))[0]!, rejected);
    world.tell(id, { type: 'shelve', targets: [targetOf(id, 'acc_b')] });
    world.tell(id, { type: 'publish' });
    world.answer(world.askedBy(dlv(id, 'acc_b'))[0]!, rejected);
    t.match(world.postOf(id), { status: 'failed', error: 'acc_b: too long' });
    world.script = publishing;
    world.tell(id, { type: 'publish', targets: [targetOf(id, 'acc_a'), targetOf(id, 'acc_b')] });
    world.settle();
    t.match(world.postOf(id), { status: 'published', error: null });
  },
);

void t.test('a cancel that is overtaken by a later round does not stop that round', async (t) => {
  let held = true;
  const world = new World({ reaches: () => !held });
  const id = world.post();
  world.tell(id, { type: 'shelve' });
  held = false; // the cancel is still in the mailbox
  world.tell(id, { type: 'publish' });
  t.equal(world.deliveryOf(dlv(id, 'acc_a')).context.round, 2);
  world.takeMailOf(dlv(id, 'acc_a'));
  world.answer(world.asked[0]!, busy);
  t.equal(world.deliveryOf(dlv(id, 'acc_a')).status, 'retrying');
  t.equal(world.postOf(id).status, 'publishing');
});

void t.test('a send that is overtaken by its own cancel is not sent', async (t) => {
  let held = false;
  const world = new World({ reaches: () => !held });
  const id = world.post();
  world.answer(world.asked[0]!, rejected);
  held = true;
  world.tell(id, { type: 'publish' });
  held = false; // the send is still in the mailbox
  world.tell(id, { type: 'shelve' });
  world.takeMailOf(dlv(id, 'acc_a'));
  world.elapse(DAY);
  t.equal(calls(world).length, 1);
  t.equal(world.postOf(id).status, 'draft');
  world.tell(id, { type: 'publish' });
  t.equal(calls(world).length, 2, 'the next round is');
});

void t.test('the account’s setting for unknown outcomes follows the post’s latest value', async (t) => {
  const { world, id } = situations['publishing (sending)']!();
  world.tell(id, { type: 'shelve' });
  world.tell(id, { type: 'publish', targets: [targetOf(id, 'acc_a', 'hold')] });
  world.answer(world.asked[0]!, lost);
  world.answer(world.asked[0]!, { type: 'finding.cannot_tell', reason: 'no evidence' });
  t.equal(world.postOf(id).status, 'failed');
  t.match(world.postOf(id).error, /^acc_a: outcome unknown, check the account before sending again/);
});

void t.test('a failed post that gets a new time has no error while it waits for it', async (t) => {
  const world = new World({ script: network({ acc_a: [rejected, live] }) });
  const id = world.post();
  world.settle();
  t.match(world.postOf(id), { status: 'failed', error: 'acc_a: too long' });
  world.tell(id, { type: 'schedule', at: world.now + HOUR });
  t.match(world.postOf(id), { status: 'scheduled', error: null });
});

void t.test('a retry sends again to the accounts that failed, and changes no time', async (t) => {
  const world = new World({
    script: network({ acc_b: [rejected, live], acc_c: [rejected, rejected, live] }),
  });
  const id = world.post({ accounts: ['acc_a', 'acc_b', 'acc_c'] });
  world.settle();
  const first = world.postOf(id);
  t.match(first, { status: 'published', error: 'acc_b: too long\nacc_c: too long' });
  world.now += HOUR;
  world.tell(id, { type: 'retry', accountIds: ['acc_b'] });
  t.equal(world.postOf(id).status, 'publishing');
  world.settle();
  t.strictSame(calls(world), ['acc_a', 'acc_b', 'acc_c', 'acc_b'], 'only where it was asked for');
  t.match(world.postOf(id), {
    status: 'published',
    error: 'acc_c: too long',
    scheduledAt: first.scheduledAt,
    publishedAt: first.publishedAt,
  });
  world.tell(id, { type: 'retry', accountIds: ['acc_a', 'acc_b'] });
  t.equal(calls(world).length, 4, 'what is live is not sent again');
  world.tell(id, { type: 'retry' });
  world.settle();
  world.tell(id, { type: 'retry' });
  world.settle();
  t.match(world.postOf(id), { status: 'published', error: null, scheduledAt: first.scheduledAt });
  t.equal(accepts(machine, world.snapshot(id) as never, { type: 'retry' }, world.now), false, 'all are live');
});

void t.test('a retry of a failed post sends to the accounts that an edit added', async (t) => {
  const world = new World({ script: network({ acc_a: [rejected, live] }) });
  const id = world.post();
  world.settle();
  world.tell(id, { type: 'edit', targets: [targetOf(id, 'acc_a'), targetOf(id, 'acc_b')] });
  world.tell(id, { type: 'retry', accountIds: ['acc_a'] });
  world.settle();
  t.same(new Set(calls(world)), new Set(['acc_a', 'acc_b']));
  t.equal(calls(world).length, 3);
  t.match(world.postOf(id), { status: 'published', error: null });
});

void t.test('a copy that a person finds later makes a failed post published', async (t) => {
  const unsure: Script = ({ type }) =>
    type === 'publish' ? lost : type === 'verify' ? { type: 'finding.cannot_tell', reason: 'no list' } : null;
  const world = new World({ script: unsure });
  const accounts = ['acc_a', 'acc_b'].map((account) => targetOf('post_1', account, 'hold'));
  const id = world.post({ accounts });
  world.settle();
  t.match(world.postOf(id), { status: 'failed', error: /acc_a: outcome unknown.*\nacc_b: outcome unknown/ });
  world.tell(dlv(id, 'acc_b'), { type: 'resolve.absent' });
  world.settle();
  t.match(world.postOf(id), { status: 'failed', error: /\nacc_b: a person checked the account/ });
  world.tell(dlv(id, 'acc_a'), { type: 'resolve.live', networkPostId: '7', url: null });
  world.settle();
  t.match(world.postOf(id), {
    status: 'published',
    error: 'acc_b: a person checked the account: the post is not live',
    publishedAt: world.now,
  });
  t.strictSame(announcedBy(world, id), ['post.failed', 'post.published']);
  t.strictSame(
    announcedBy(world, dlv(id, 'acc_b')),
    ['post.needs_attention', 'post.needs_attention'],
    'that it may be live, and that it is not',
  );
});

void t.test('a copy on an account that was removed from the post leaves it failed', async (t) => {
  const unsure: Script = ({ type }) =>
    type === 'publish' ? lost : type === 'verify' ? { type: 'finding.cannot_tell', reason: 'no list' } : null;
  const world = new World({ script: unsure });
  const [left, kept] = ['acc_a', 'acc_b'].map((account) => targetOf('post_1', account, 'hold'));
  const id = world.post({ accounts: [left!, kept!] });
  world.settle();
  world.tell(id, { type: 'edit', targets: [kept!] });
  world.tell(dlv(id, 'acc_a'), { type: 'resolve.live', networkPostId: '7', url: null });
  world.settle();
  t.match(world.postOf(id), { status: 'failed', error: /^acc_b: outcome unknown/ });
  t.strictSame(announcedBy(world, id), ['post.failed']);
});

const reading = (world: World) => world.everAsked.filter(({ type }) => type === 'readPages').length;
/** Pages are read at once, and every delivery succeeds. */
const pagesAndNetwork: Script = ({ type }) => {
  if (type === 'readPages') return { type: 'pages.read' };
  return type === 'publish' ? live : null;
};

void t.test('a post that links to pages reads them first, whatever sends it', async (t) => {
  const ways: { [way: string]: (world: World) => string } = {
    'POST with publishNow': (world) => world.post({ linksToPages: true }),
    'POST with a time': (world) => world.post({ linksToPages: true, dueAt: world.now + HOUR }),
    'PATCH of a draft with publishNow': (world) => {
      const id = world.post({ linksToPages: true, draft: true });
      world.tell(id, { type: 'publish' });
      return id;
    },
    'PATCH of a draft with a time in the past': (world) => {
      const id = world.post({ linksToPages: true, draft: true });
      world.tell(id, { type: 'schedule', at: world.now - 1 });
      return id;
    },
    'an edit that adds a link, with publishNow': (world) => {
      const id = world.post({ draft: true });
      world.tell(id, { type: 'publish', linksToPages: true });
      return id;
    },
    'an edit that adds a link to a scheduled post': (world) => {
      const id = world.post({ dueAt: world.now + HOUR });
      world.tell(id, { type: 'edit', linksToPages: true });
      return id;
    },
  };
  for (const [way, send] of Object.entries(ways)) {
    const world = new World();
    const id = send(world);
    world.elapse(HOUR);
    t.match(world.postOf(id), { status: 'publishing' }, `${way}: callers see it publishing`);
    t.strictSame(
      [reading(world), calls(world)],
      [1, []],
      `${way}: nothing is sent before the pages are read`,
    );
    world.answer(world.asked[0]!, { type: 'pages.read' });
    t.strictSame(calls(world), ['acc_a'], `${way}: then it is sent`);
    world.answer(world.asked[0]!, live);
    t.match(world.postOf(id), { status: 'published' }, way);
  }
});

void t.test('an edit that takes the link away reads nothing', async (t) => {
  const world = new World({ script: pagesAndNetwork });
  const id = world.post({ linksToPages: true, draft: true });
  world.tell(id, { type: 'publish', linksToPages: false });
  world.settle();
  t.match(world.postOf(id), { status: 'published' });
  t.equal(reading(world), 0);
});

void t.test('a retry reads no page again, and one after an edit does', async (t) => {
  const world = new World({
    script: (asked) =>
      asked.type === 'readPages'
        ? { type: 'pages.read' }
        : asked.type === 'publish' && calls(world).length < 3
          ? rejected
          : publishing(asked),
  });
  const id = world.post({ linksToPages: true, accounts: ['acc_a', 'acc_b'] });
  world.settle();
  t.match(world.postOf(id), { status: 'failed' });
  world.tell(id, { type: 'edit', linksToPages: true });
  world.tell(id, { type: 'retry', accountIds: ['acc_a'] });
  world.settle();
  t.equal(reading(world), 2);
  t.strictSame(calls(world), ['acc_a', 'acc_b', 'acc_a'], 'only the account that was requested');
  t.match(world.postOf(id), { status: 'published' });
  world.tell(id, { type: 'retry' });
  world.settle();
  t.equal(reading(world), 2, 'they were read');
  t.strictSame(calls(world), ['acc_a', 'acc_b', 'acc_a', 'acc_b']);
});

void t.test('a post is called back and removed while its pages are read', async (t) => {
  for (const [event, status] of [
    ['shelve', 'draft'],
    ['remove', 'removed'],
  ] as const) {
    const world = new World();
    const id = world.post({ linksToPages: true });
    const [asked] = world.asked;
    world.tell(id, { type: event });
    t.match(world.postOf(id), { status }, event);
    if (event === 'shelve') world.answer(asked!, { type: 'pages.read' });
    t.strictSame(calls(world), [], 'nothing is sent');
  }
});
