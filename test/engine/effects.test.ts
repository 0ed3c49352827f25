import t from 'tap';
import { EffectRunner } from '../../src/engine/effects.ts';
import type { Result } from '../../src/engine/effect-run.ts';

const effect = {
  id: '1',
  workspaceId: 'ws_1',
  actorId: 'dlv_1',
  family: 'post_1',
  claim: 'clm_1',
  type: 'publish',
  params: {},
  tries: 2,
  started: false,
};
const answer: typeof globalThis.fetch = () => Promise.resolve(new Response('ok'));

void t.test('calls recorded before a handler threw are stored with the run that ends', async (t) => {
  let runs = 0;
  const result = await new Promise<Result>((resolve) => {
    const runner = new EffectRunner({
      concurrency: 1,
      onResult: resolve,
      onFault: () => undefined,
      retryDelayMs: () => 1,
      mark: async () => true,
      handlers: {
        publish: async (_: never, { recorder }) => {
          const fetch = recorder.watch({ fetch: answer, clock: () => 0, credentials: {} });
          runs += 1;
          await fetch(`https://example.org/${runs}`);
          if (runs === 1) throw new Error('the database is away');
          return { type: 'outcome.published' };
        },
      },
    });
    runner.add([effect]);
  });
  t.match(result, {
    event: { type: 'outcome.published' },
    attempt: {
      type: 'publish',
      tries: 2,
      recorded: { exchanges: [{ url: 'https://example.org/1' }, { url: 'https://example.org/2' }] },
    },
  });
});

void t.test('an effect that made no call has no attempt', async (t) => {
  const result = await new Promise<Result>((resolve) => {
    const handlers = { publish: async () => ({ type: 'outcome.published' }) };
    const runner = new EffectRunner({
      concurrency: 1,
      onResult: resolve,
      onFault: () => t.fail('no fault'),
      mark: async () => true,
      handlers,
    });
    runner.add([effect]);
  });
  t.notOk('attempt' in result);
});

void t.test('what a handler has told its actor itself is dropped', async (t) => {
  const left = await new Promise<string>((resolve) => {
    const runner = new EffectRunner({
      concurrency: 1,
      onResult: () => t.fail('the actor has it already'),
      onFault: () => t.fail('no fault'),
      onLeft: ({ id }) => resolve(id),
      mark: async () => true,
      handlers: {
        publish: async (_: never, { markAnswered }) => {
          markAnswered();
          return { type: 'outcome.published' };
        },
      },
    });
    runner.add([effect]);
  });
  t.equal(left, effect.id);
});
