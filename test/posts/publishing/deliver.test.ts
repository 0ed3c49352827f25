/** What a step came to when it, or an earlier try of it, was interrupted: nothing may be forgotten without a look. */
import t from 'tap';
import type { PublishStep, Repeatable } from '../../../adapters/port/publish.ts';
import type { Outcome } from '../../../machines/outcome.ts';
import { createBudgets } from '../../../src/accounts/budgets/budgets.ts';
import { Recorder } from '../../../src/engine/recorder.ts';
import { createMediaMemory, DEFAULT_MEDIA_MEMORY } from '../../../src/media/memory.ts';
import { deliveryHandlers } from '../../../src/posts/publishing/deliver.ts';
import type { WorkStore } from '../../../src/posts/publishing/work-store.ts';
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
}

/** Runs one `publish` effect over an adapter that answers as told. */
async function publish(given: Given) {
  const { tries = 1, started = false, repeatable = 'yes', outcome, gone } = given;
  const steps: PublishStep[] = [];
  let marked = 0;
  const adapter = manifestOf('mastodon', {
    evidence: 'own_list',
    repeatable: () => repeatable,
    publish: async (step) => {
      steps.push(step);
      if (given.throws) throw new TypeError(`a bug near ${CREDENTIALS.accessToken}`);
      return outcome ?? { kind: 'published', networkPostId: '7', url: null };
    },
    verify: async () => ({ kind: 'absent' }),
  });
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
          },
    post: async () => (gone === 'post' ? null : { content: 'Hello', media: [], options: {} }),
    markStarted: async () => {
      marked += 1;
      return given.takenOver !== true;
    },
  } as unknown as WorkStore;
  const { publish: handler } = deliveryHandlers({
    store,
    clock: () => NOW,
    adapters: { mastodon: adapter },
    fetch: () => Promise.reject(new Error('no network')),
    open: () => Promise.reject(new Error('no media')),
    host: () => Promise.reject(new Error('no media')),
    memory: createMediaMemory(DEFAULT_MEDIA_MEMORY),
    refresher: { refresh: () => Promise.reject(new Error('no refresh')) },
    budgets: createBudgets({ limits: {} }),
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
    type: 'publish',
    params,
    tries,
    started,
  };
  const run = handler(params, { effect, signal: new AbortController().signal, recorder: new Recorder() });
  return { told: await run, sent: steps.length, marked };
}

const failures: Outcome[] = [
  { kind: 'retry', reason: '429' },
  { kind: 'rejected', reason: 'too long' },
  { kind: 'expired', reason: 'token over' },
  { kind: 'reauthorize', reason: 'sign in' },
];

void t.test('a first try is told as it ended', async (t) => {
  t.match(await publish({}), { told: { type: 'outcome.published' }, sent: 1, marked: 0 });
  for (const outcome of failures)
    t.match((await publish({ outcome })).told, { type: `outcome.${outcome.kind}` });
});

void t.test(
  'a failure of a repeated try says nothing of the first: a look comes before anything else',
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
  'a step that must not be repeated blindly is marked first, and never taken a second time',
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
  'a step that never was repeatable and left no mark did not run: no lookup is needed',
  async (t) => {
    t.match(await publish({ repeatable: 'no', tries: 2 }), {
      told: { type: 'outcome.published' },
      sent: 1,
      marked: 1,
    });
  },
);

void t.test(
  'a step that is repeatable no longer may have run without a mark, so a lookup comes first',
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

void t.test('an adapter that throws proves nothing, and no credential is told', async (t) => {
  const leak: Outcome = { kind: 'rejected', reason: `bad token ${CREDENTIALS.accessToken}` };
  t.match((await publish({ throws: true })).told, { type: 'outcome.unknown' });
  for (const given of [{ outcome: leak }, { throws: true }])
    t.notMatch(JSON.stringify((await publish(given)).told), CREDENTIALS.accessToken);
});
