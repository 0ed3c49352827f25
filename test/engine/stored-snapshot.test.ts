import { isDeepStrictEqual } from 'node:util';
import t from 'tap';
import { setup } from 'xstate';
import type { Persisted } from '../../machines/durable.ts';
import type { Kind } from '../../src/engine/kind.ts';
import { withDefaults, withoutDefaults } from '../../src/engine/stored-snapshot.ts';
import { upgrade } from '../../src/engine/upgrade.ts';
import { kinds } from '../../src/kinds/index.ts';
import { initialValues } from '../../src/kinds/initial-values.ts';
import { stage } from '../support/stage.ts';

/** The same in versions 4 and 5. */
const DELIVERY = {
  parts: 1,
  liveParts: [],
  attempt: 1,
  checkpoint: null,
  cancelRequested: false,
  committed: false,
  outdated: false,
  lookup: 'lost',
  lastAnswer: null,
  doubt: null,
  looks: 0,
  crashes: 0,
  refreshes: 0,
  shortWaits: 0,
  refusedCredentials: 0,
  waitMs: 0,
  nextAttemptAt: null,
  ticket: null,
  waitUntil: null,
  networkPostId: null,
  url: null,
  error: null,
};

/** The same in versions 4 and 5. */
const POST = {
  draft: false,
  round: 0,
  results: {},
  started: [],
  error: null,
  publishedAt: null,
  linksToPages: false,
  firstComments: {},
  approval: null,
};

/** Rows in databases depend on these values: an entry that is here is never changed, only added to. */
const RELEASED: { [kind: string]: { [version: number]: object } } = {
  delivery: {
    3: {
      attempt: 1,
      checkpoint: null,
      cancelRequested: false,
      committed: false,
      outdated: false,
      lookup: 'lost',
      lastAnswer: null,
      doubt: null,
      looks: 0,
      crashes: 0,
      refreshes: 0,
      shortWaits: 0,
      refusedCredentials: 0,
      waitMs: 0,
      nextAttemptAt: null,
      ticket: null,
      waitUntil: null,
      networkPostId: null,
      url: null,
      error: null,
    },
    4: DELIVERY,
    5: DELIVERY,
  },
  post: {
    1: { draft: false, round: 0, results: {}, started: [], error: null, publishedAt: null },
    2: {
      draft: false,
      round: 0,
      results: {},
      started: [],
      error: null,
      publishedAt: null,
      linksToPages: false,
    },
    3: {
      draft: false,
      round: 0,
      results: {},
      started: [],
      error: null,
      publishedAt: null,
      linksToPages: false,
      firstComments: {},
    },
    4: POST,
    5: POST,
    6: { ...POST, removedFrom: null },
  },
  conversation: {
    1: { unread: 0, lastActAt: null, pausedUntil: null, flagged: null, naming: 'unknown' },
    2: {
      unread: 0,
      lastActAt: null,
      pausedUntil: null,
      flagged: null,
      naming: 'unknown',
      optedOutAt: null,
      consentAt: null,
    },
    3: {
      unread: 0,
      lastActAt: null,
      pausedUntil: null,
      flagged: null,
      naming: 'unknown',
      optedOutAt: null,
      consentAt: null,
      wroteAt: null,
      answeredAt: null,
      waitingSince: null,
      snoozedUntil: null,
    },
  },
  message_send: {
    1: {
      attempt: 0,
      refreshes: 0,
      refusedCredentials: 0,
      looks: 0,
      waitMs: 0,
      networkId: null,
      error: null,
      asHumanAgent: false,
    },
    2: {
      attempt: 0,
      refreshes: 0,
      refusedCredentials: 0,
      looks: 0,
      waitMs: 0,
      networkId: null,
      error: null,
      asHumanAgent: false,
      reportTo: null,
      reported: false,
    },
    3: {
      attempt: 0,
      refreshes: 0,
      refusedCredentials: 0,
      looks: 0,
      waitMs: 0,
      networkId: null,
      error: null,
      asHumanAgent: false,
      reportTo: null,
      reported: false,
      failedLooks: 0,
      doubt: null,
      isLost: false,
      failure: null,
      networkCode: null,
    },
  },
  dm_run: { 1: { disclosure: null, sent: 0, early: [], clicked: [], reason: null, endedAt: null } },
  private_reply: {
    1: {
      hasPlace: false,
      waitMs: 0,
      nextAt: null,
      tries: 0,
      longWaits: 0,
      doubt: null,
      messageId: null,
      publicReplyId: null,
      publicReplyError: null,
      messagedAt: null,
      hasTurn: false,
      publicReplyHeld: null,
      publicReplySkipped: null,
      announced: false,
      reason: null,
      isLive: false,
      isTest: false,
      publicReplyLateMinutes: null,
      isTracked: false,
      skip: null,
    },
    2: {
      waitMs: 0,
      nextAt: null,
      tries: 0,
      longWaits: 0,
      doubt: null,
      messageId: null,
      publicReplyId: null,
      publicReplyError: null,
      messagedAt: null,
      hasTurn: false,
      publicReplyHeld: null,
      publicReplySkipped: null,
      announced: false,
      reason: null,
      isLive: false,
      isTest: false,
      publicReplyLateMinutes: null,
      isTracked: false,
      skip: null,
      queueId: null,
    },
    3: {
      waitMs: 0,
      behindTries: 0,
      nextAt: null,
      tries: 0,
      longWaits: 0,
      doubt: null,
      messageId: null,
      publicReplyId: null,
      publicReplyError: null,
      messagedAt: null,
      hasTurn: false,
      publicReplyHeld: null,
      publicReplySkipped: null,
      announced: false,
      reason: null,
      isLive: false,
      isBehind: false,
      isTest: false,
      publicReplyLateMinutes: null,
      isTracked: false,
      skip: null,
      queueId: null,
    },
  },
  comment_rule: {
    1: { trackLinks: false },
    2: { trackLinks: false, then: null },
    3: { trackLinks: false, then: null, lastActive: null },
  },
  mail: { 1: { attempt: 1, isRepeated: false, nextAt: null, reason: null } },
  push: { 1: { attempt: 1, isRepeated: false, nextAt: null, reason: null } },
  webhook_send: { 1: { attempt: 1, waitMs: 0, nextAttemptAt: null, error: null } },
};

void t.test('the defaults of a version have the values with which it was released', async (t) => {
  for (const { name, version, defaults } of Object.values(kinds) as Kind[]) {
    t.equal(defaults !== undefined, name in RELEASED, `${name}: add its defaults to this test`);
    for (const [number, released] of Object.entries(RELEASED[name] ?? {})) {
      const values = defaults![Number(number)]!;
      t.strictSame(
        Object.fromEntries(Object.keys(released).map((field) => [field, values[field]])),
        released,
      );
    }
    if (defaults)
      t.strictSame(defaults[version], RELEASED[name]![version], `${name}: what it stores today as well`);
  }
});

const snapshotWith = (context: object) =>
  ({ status: 'active', value: 'sending', context }) as unknown as Persisted;

void t.test(
  'a snapshot of an older version is read and upgraded as it was when that version was released',
  async (t) => {
    for (const [name, versions] of Object.entries(RELEASED)) {
      const kind = (kinds as { [name: string]: Kind })[name]!;
      for (const version of Object.keys(versions)
        .map(Number)
        .filter((one) => one < kind.version))
        for (const value of Object.keys(kind.machine!.config.states!)) {
          const upgraded = (whole: Persisted) => {
            let snapshot = whole;
            for (let from = version; from < kind.version; from += 1)
              snapshot = kind.upgrades[from]!(snapshot);
            return snapshot;
          };
          const own = { id: 'one', text: 'stored' };
          const read = withDefaults(kinds, { kind: name, version }, { ...snapshotWith(own), value });
          const before = { ...snapshotWith({ ...versions[version], ...own }), value };
          t.same(upgraded(read), upgraded(before), `${name} ${version} in ${value}`);
        }
    }
  },
);

void t.test(
  'a field of a new actor whose value is neither plain nor empty cannot be a default',
  async (t) => {
    const machine = setup({}).createMachine({ id: 'odd', context: () => ({ limits: { perHour: 5 } }) });
    t.throws(() => initialValues(machine), /odd: limits of a new actor is neither plain nor empty/);
  },
);

void t.test('a field with its default value is not stored, and comes back when it is read', async (t) => {
  const { delivery } = kinds;
  const whole = snapshotWith({ accountId: 'acc_1', ...delivery.defaults![3], error: '502', attempt: 2 });
  const stored = withoutDefaults(delivery, 3, whole);
  t.strictSame(stored.context, { accountId: 'acc_1', error: '502', attempt: 2 });
  t.ok(isDeepStrictEqual(withDefaults(kinds, { kind: 'delivery', version: 3 }, stored), whole));
  t.equal(
    withDefaults(kinds, { kind: 'delivery', version: 3 }, whole),
    whole,
    'one that is stored whole stays',
  );
  t.equal(withDefaults(kinds, { kind: 'delivery', version: 2 }, stored), stored, 'an older version has none');
  t.equal(withDefaults(kinds, { kind: 'unknown', version: 1 }, stored), stored, 'nor has an unknown kind');
});

void t.test('lists and objects that are read do not share their default', async (t) => {
  const of = { kind: 'post', version: 1 };
  const [one, other] = [withDefaults(kinds, of, snapshotWith({})), withDefaults(kinds, of, snapshotWith({}))];
  (one.context as { started: string[] }).started.push('acc_1');
  t.strictSame((other.context as { started: string[] }).started, []);
  const used = withoutDefaults(kinds.post, 1, snapshotWith({ results: { a: 1 }, started: [] }));
  t.strictSame(used.context, { results: { a: 1 } });
});

void t.test('a machine starts with every field that has a default', async (t) => {
  const { sql, createPost, clock } = await stage(t);
  const id = await createPost({ dueAt: clock() + 60_000 });
  const [row] = await sql<{ snapshot: Persisted }[]>`select snapshot from actors where id = ${id}`;
  t.notOk('results' in (row!.snapshot.context as object), 'the default is not in the row');
  const whole = withDefaults(kinds, { kind: 'post', version: kinds.post.version }, row!.snapshot);
  t.strictSame(Object.keys(whole.context as object).sort(), [
    'approval',
    'draft',
    'dueAt',
    'error',
    'firstComments',
    'linksToPages',
    'postId',
    'publishedAt',
    'removedFrom',
    'results',
    'round',
    'started',
    'targets',
  ]);
});

void t.test('a rule of an older version keeps when it was active, or says that it was not', async (t) => {
  const lastActive = { since: 1_000, until: 2_000 };
  const before = (context: object) =>
    ({ ...snapshotWith({ revision: 0, trackLinks: false, ...context }), value: 'paused' }) as Persisted;
  for (const version of [1, 2])
    for (const [stored, kept] of [
      [{ lastActive }, lastActive],
      [{}, null],
    ] as const) {
      const { settled } = upgrade(kinds.comment_rule, version, before(stored), 3_000);
      t.strictSame((settled.snapshot.context as { lastActive?: unknown }).lastActive, kept);
    }
});
