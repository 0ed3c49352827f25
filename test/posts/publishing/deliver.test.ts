/** The result of a step when it, or an earlier try of it, was interrupted: nothing may be lost without a lookup. */
import t from 'tap';
import { HOUR_MS, limit } from '../../../adapters/port/budget.ts';
import type { Manifest } from '../../../adapters/port/manifest.ts';
import type { PublishStep, Repeatable } from '../../../adapters/port/publish.ts';
import type { Outcome } from '../../../machines/outcome.ts';
import { type Budgets, createBudgets } from '../../../src/features/accounts/budgets/budgets.ts';
import { Recorder } from '../../../src/engine/recorder.ts';
import { createMediaMemory, DEFAULT_MEDIA_MEMORY } from '../../../src/features/media/memory.ts';
import { deliveryHandlers } from '../../../src/features/posts/publishing/deliver.ts';
import type { LoadedAccount, WorkStore } from '../../../src/features/posts/publishing/work-store.ts';
import { manifestOf } from '../../support/manifest.ts';
import { silent } from '../../support/stage.ts';

const NOW = Date.parse('2026-05-04T08:00:00Z');
const CREDENTIALS = { accessToken: 'a-secret-token' };

interface Given {
  tries?: number;
  started?: boolean;
  repeatable?: Repeatable;
  outcome?: Outcome;
  /** Another node has the effect. */
  takenOver?: boolean;
  gone?: 'account' | 'post';
  throws?: boolean;
  /** What is known about the account's access, if it can expire. */
  access?: Partial<Pick<LoadedAccount, 'status' | 'reason' | 'obtainedAt' | 'expiresAt'>>;
  budgets?: Budgets;
  /** Warnings of the post's plan. */
  warnings?: string[];
}

/** The handlers of a delivery, and an effect for them, with an adapter that returns the given results. */
function stageOf(given: Given) {
  const { tries = 1, started = false, repeatable = 'yes', outcome, gone } = given;
  const steps: PublishStep[] = [];
  let marked = 0;
  let lookups = 0;
  const port = manifestOf('mastodon', {
    evidence: 'own_list',
    repeatable: () => repeatable,
    publish: async (step) => {
      steps.push(step);
      if (given.throws) throw new TypeError(`a bug near ${CREDENTIALS.accessToken}`);
      return outcome ?? { kind: 'published', networkPostId: '7', url: null };
    },
    verify: async () => {
      lookups += 1;
      return { kind: 'absent' };
    },
  });
  const refresh = () => Promise.reject(new Error('no refresh'));
  const { warnings } = given;
  const plan: Manifest['publish']['plan'] = (...post) => {
    const made = port.publish.plan(...post);
    return warnings ? { ...made, warnings } : made;
  };
  const adapter: Manifest = { ...port, publish: { ...port.publish, plan }, app: { refresh } };
  const access = {
    id: 'acc_1',
    platform: 'mastodon' as const,
    limits: {},
    remoteId: '1',
    username: 'rosa',
    endpoints: {},
    credentials: CREDENTIALS,
  };
  const store = {
    account: async () =>
      gone === 'account'
        ? null
        : {
            access,
            credentialsVersion: 1,
            status: 'healthy',
            reason: null,
            obtainedAt: NOW,
            expiresAt: null,
            ...given.access,
          },
    post: async () => (gone === 'post' ? null : { content: 'Hello', media: [], options: {}, extras: {} }),
  } as unknown as WorkStore;
  const markStarted = async () => {
    marked += 1;
    return given.takenOver !== true;
  };
  const handlers = deliveryHandlers({
    store,
    clock: () => NOW,
    adapters: { mastodon: adapter },
    fetch: () => Promise.reject(new Error('no network')),
    open: () => Promise.reject(new Error('no media')),
    host: () => Promise.reject(new Error('no media')),
    memory: createMediaMemory(DEFAULT_MEDIA_MEMORY),
    refresher: { refresh },
    budgets: given.budgets ?? createBudgets({ limits: {} }),
    log: silent,
  });
  const params = {
    deliveryId: 'dlv_1',
    postId: 'post_1',
    accountId: 'acc_1',
    attempt: 1,
    checkpoint: null,
    ticket: null,
  };
  const effect = {
    id: '1',
    workspaceId: 'ws_1',
    actorId: 'dlv_1',
    family: 'post_1',
    claim: 'clm_1',
    type: 'publish',
    params,
    tries,
    started,
  };
  const run = {
    effect,
    signal: new AbortController().signal,
    recorder: new Recorder(),
    markStarted,
    markAnswered: () => undefined,
  };
  return { handlers, params, run, counts: () => ({ sent: steps.length, marked, lookups }) };
}

/** Runs one `publish` effect. */
async function publish(given: Given) {
  const { handlers, params, run, counts } = stageOf(given);
  return { told: await handlers.publish(params, run), ...counts() };
}

/** Runs one `verify` effect. */
async function verify(given: Given) {
  const { handlers, params, run, counts } = stageOf(given);
  return { told: await handlers.verify(params, run), ...counts() };
}

const failures: Outcome[] = [
  { kind: 'retry', reason: '429' },
  { kind: 'rejected', reason: 'too long' },
  { kind: 'expired', reason: 'token over' },
  { kind: 'reauthorize', reason: 'sign in' },
];

void t.test('the result of a first try is returned', async (t) => {
  t.match(await publish({}), { told: { type: 'outcome.published' }, sent: 1, marked: 0 });
  for (const outcome of failures)
    t.match((await publish({ outcome })).told, { type: `outcome.${outcome.kind}` });
});

void t.test('a refusal says what the plan predicted of it, and no other result does', async (t) => {
  const warnings = [
    'content: X counts 281 characters and takes 280, so it will refuse the post: shorten it.',
  ];
  for (const outcome of failures) {
    const { told } = await publish({ outcome, warnings });
    const { reason } = told as { reason: string };
    const says = reason.endsWith(' X counts 281 characters and takes 280: shorten it.');
    t.equal(says, outcome.kind === 'rejected', outcome.kind);
  }
});

void t.test(
  'a failure of a repeated try proves nothing about the first: a lookup comes before anything else',
  async (t) => {
    for (const outcome of failures)
      t.match((await publish({ outcome, tries: 2 })).told, { type: 'outcome.interrupted' }, outcome.kind);
    const progress: Outcome = { kind: 'progress', checkpoint: { file: '1' }, afterMs: 0 };
    t.match((await publish({ outcome: progress, tries: 2 })).told, { type: 'outcome.progress' });
    t.match((await publish({ tries: 2 })).told, { type: 'outcome.published' });
    for (const gone of ['account', 'post'] as const)
      t.match(
        (await publish({ gone, tries: 2 })).told,
        { type: 'outcome.interrupted' },
        `the ${gone} is gone`,
      );
  },
);

void t.test(
  'a step that must not be repeated without a check is marked first, and never run a second time',
  async (t) => {
    t.match(await publish({ repeatable: 'no' }), {
      told: { type: 'outcome.published' },
      sent: 1,
      marked: 1,
    });
    t.match(await publish({ repeatable: 'no', started: true, tries: 2 }), {
      told: { type: 'outcome.interrupted' },
      sent: 0,
    });
  },
);

void t.test(
  'a step that was never repeatable and left no mark did not run, so no lookup is needed',
  async (t) => {
    t.match(await publish({ repeatable: 'no', tries: 2 }), {
      told: { type: 'outcome.published' },
      sent: 1,
      marked: 1,
    });
  },
);

void t.test(
  'a step that is no longer repeatable may have run without a mark, so a lookup comes first',
  async (t) => {
    t.match(await publish({ repeatable: 'no_longer', tries: 2 }), {
      told: { type: 'outcome.interrupted' },
      sent: 0,
    });
    t.match(
      await publish({ repeatable: 'no_longer' }),
      { told: { type: 'outcome.published' }, sent: 1, marked: 1 },
      'the first run is marked',
    );
  },
);

void t.test('an effect that another node took over is not run', async (t) => {
  await t.rejects(publish({ repeatable: 'no', takenOver: true }), /taken over/);
});

void t.test('an adapter that throws proves nothing, and no credential is reported', async (t) => {
  const leak: Outcome = { kind: 'rejected', reason: `bad token ${CREDENTIALS.accessToken}` };
  t.match((await publish({ throws: true })).told, { type: 'outcome.unknown' });
  for (const given of [{ outcome: leak }, { throws: true }])
    t.notMatch(JSON.stringify((await publish(given)).told), CREDENTIALS.accessToken);
});

void t.test('a budget that is used up keeps a step from running, and from being marked', async (t) => {
  const limits = { mastodon: { limits: [limit(1, HOUR_MS, 'post')] } };
  const budgets = createBudgets({ limits });
  t.match(await publish({ budgets, repeatable: 'no' }), { told: { type: 'outcome.published' }, sent: 1 });
  t.match(await publish({ budgets, repeatable: 'no' }), {
    told: { type: 'outcome.limited', afterMs: HOUR_MS, ticket: 'account' },
    sent: 0,
    marked: 0,
  });
  t.match(
    await publish({ budgets, tries: 2 }),
    { told: { type: 'outcome.published' }, sent: 1 },
    'what may have arrived is seen to its end',
  );
});

void t.test('a network that asks to wait gets no calls, neither steps nor lookups', async (t) => {
  const budgets = createBudgets({ limits: {} });
  t.match(await verify({ budgets }), { told: { type: 'finding.absent' }, lookups: 1 });
  await publish({ budgets, outcome: { kind: 'retry', reason: '429', afterMs: HOUR_MS } });
  t.match(await publish({ budgets }), { told: { type: 'outcome.limited', afterMs: HOUR_MS }, sent: 0 });
  t.match(await verify({ budgets }), { told: { type: 'finding.limited', afterMs: HOUR_MS }, lookups: 0 });
});

void t.test('an access that is broken or about to end costs no call', async (t) => {
  const broken: Given = { access: { status: 'needs_reconnect', reason: 'revoked by Rosa' } };
  const ending = { access: { obtainedAt: NOW - HOUR_MS, expiresAt: NOW + 30_000 } };
  const good = { access: { obtainedAt: NOW - HOUR_MS, expiresAt: NOW + 90_000 } };
  t.match(await publish(broken), {
    told: { type: 'outcome.reauthorize', reason: 'revoked by Rosa', credentialsVersion: 1 },
    sent: 0,
  });
  t.match(await verify(broken), { told: { type: 'finding.reauthorize' }, lookups: 0 });
  t.match(await publish(ending), { told: { type: 'outcome.expired', credentialsVersion: 1 }, sent: 0 });
  t.match(await verify(ending), { told: { type: 'finding.expired' }, lookups: 0 });
  t.match(await publish(good), { told: { type: 'outcome.published' }, sent: 1 });
});
