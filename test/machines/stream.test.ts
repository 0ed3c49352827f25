/** A network's stream of events: when it is opened again, what the accounts learn of it, and when it is closed. */
import t from 'tap';
import { type StreamContext, type StreamEvent, waitAfter } from '../../machines/stream.ts';
import { explain } from '../../src/features/introspection/explain.ts';
import { stateName } from '../../src/engine/state-name.ts';
import { kinds } from '../../src/kinds/index.ts';
import { SAMPLE_AT, walk } from '../support/machine-samples.ts';
import { World, WORLD_START } from '../support/machine-world.ts';

const ID = 'stream_1';
const SECOND = 1_000;
const HOUR = 3_600_000;

function source(heardAt: number | null = null) {
  const world = new World();
  world.start('stream', ID, { platform: 'x', heardAt });
  const state = () => stateName(world.value(ID) as never);
  const context = () => world.snapshot(ID).context as StreamContext;
  const tell = (event: StreamEvent) => world.tell(ID, event);
  /** Gives the effect that was asked for last its result. */
  const answer = (event: StreamEvent) => world.answer(world.asked.at(-1)!, event);
  const opened = () => tell({ type: 'stream.opened', at: world.now });
  const refuse = (reason: string, isTemporary = false) =>
    answer({ type: 'stream.refused', reason, isTemporary });
  const end = () => answer({ type: 'stream.ended', reason: 'the connection ended' });
  const askedFor = () => world.asked.map(({ type }) => type);
  return { world, state, context, tell, answer, opened, refuse, end, askedFor };
}

void t.test('one that ends is opened again, and waits longer while nothing is heard', async (t) => {
  const { world, state, context, opened, end, askedFor, tell } = source();
  t.equal(state(), 'connected.opening');
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    opened();
    t.equal(state(), 'connected.open');
    end();
    t.equal(state(), 'waiting');
    t.same(askedFor(), []);
    t.equal(context().nextAt, world.now + seconds * SECOND);
    world.elapse(seconds * SECOND - 1);
    t.equal(state(), 'waiting');
    world.elapse(1);
    t.equal(state(), 'connected.opening');
    t.same(askedFor(), ['readStream']);
  }
  opened();
  tell({ type: 'stream.heard', at: world.now });
  end();
  t.equal(context().nextAt, world.now + SECOND);
  t.equal(waitAfter(1_000), 60 * SECOND, 'it is tried for ever');
});

void t.test('it knows since when nothing was heard', async (t) => {
  const { world, context, opened, tell, end } = source(WORLD_START - HOUR);
  t.equal(context().heardAt, WORLD_START - HOUR);
  opened();
  t.equal(context().heardAt, WORLD_START);
  world.elapse(HOUR);
  tell({ type: 'stream.heard', at: world.now });
  end();
  world.elapse(60 * SECOND);
  t.equal(context().heardAt, WORLD_START + HOUR, 'while it is closed nothing is heard');
});

void t.test('the accounts learn of a refusal once, and of its end', async (t) => {
  const { world, state, context, opened, refuse, answer, askedFor } = source();
  refuse('403: no access to this product');
  t.equal(state(), 'reporting');
  t.same(askedFor(), ['tellAccounts']);
  t.equal(context().problem, '403: no access to this product');
  answer({ type: 'accounts.told' });
  t.equal(state(), 'refused');
  world.elapse(SECOND);
  refuse('403: no access to this product');
  t.equal(state(), 'refused', 'no news');
  world.elapse(2 * SECOND);
  opened();
  t.equal(state(), 'connected.recovered');
  t.equal(context().problem, null);
  t.same(askedFor(), ['readStream', 'tellAccounts']);
  answer({ type: 'accounts.told' });
  t.equal(state(), 'connected.open');
  t.same(askedFor(), ['readStream']);
});

void t.test('while the accounts are told, the stream may end, and the wait goes on', async (t) => {
  const { world, state, opened, refuse, answer, askedFor } = source();
  refuse('403');
  world.elapse(HOUR);
  t.equal(state(), 'reporting', 'as long as that takes');
  answer({ type: 'accounts.told' });
  world.elapse(0);
  t.equal(state(), 'connected.opening', 'its time has come long ago');
  opened();
  world.answer(world.asked[0]!, { type: 'stream.ended', reason: 'the connection ended' });
  t.equal(state(), 'waiting');
  t.same(askedFor(), ['tellAccounts']);
  answer({ type: 'accounts.told' });
  t.equal(state(), 'waiting');
});

void t.test('what soon ends by itself is no news before the third try', async (t) => {
  const { world, state, context, refuse } = source();
  refuse('429: another node has just lost it', true);
  t.equal(state(), 'refused');
  t.match(context(), { problem: null, reason: '429: another node has just lost it' });
  world.elapse(SECOND);
  refuse('429', true);
  t.equal(state(), 'refused');
  world.elapse(2 * SECOND);
  refuse('429', true);
  t.equal(state(), 'reporting');
  t.equal(context().problem, '429');
});

void t.test('without accounts it is closed, until one needs it', async (t) => {
  const { world, state, context, tell, answer, opened, askedFor } = source();
  opened();
  answer({ type: 'stream.unneeded' });
  t.equal(state(), 'idle');
  t.match(context(), { heardAt: null, nextAt: null });
  t.same(askedFor(), []);
  world.elapse(24 * HOUR);
  t.equal(state(), 'idle', 'it waits for nothing');
  tell({ type: 'stream.needed' });
  t.equal(state(), 'connected.opening');
});

void t.test('an account that comes while it is found to be unneeded is not forgotten', async (t) => {
  const { world, state, tell, answer, opened, context } = source();
  opened();
  tell({ type: 'stream.needed' });
  const steps = world.journal.length;
  tell({ type: 'stream.needed' });
  t.equal(world.journal.length, steps, 'the second one is no step');
  answer({ type: 'stream.unneeded' });
  t.equal(state(), 'connected.opening');
  t.equal(context().isAsked, false);
  t.equal(context().heardAt, WORLD_START, 'what was sent meanwhile is asked for');
});

void t.test('what is heard is not in the journal', async (t) => {
  const { world, opened, tell } = source();
  opened();
  const steps = world.journal.length;
  tell({ type: 'stream.heard', at: world.now + SECOND });
  t.equal(world.journal.length, steps);
});

void t.test('each state has a sentence', async (t) => {
  const said = new Set<string>();
  for (const { snapshot } of walk('stream').values()) {
    const state = stateName(snapshot.value);
    const row = {
      id: ID,
      parentId: null,
      kind: 'stream',
      version: 1,
      seq: 1,
      status: 'active' as const,
      value: snapshot.value,
      postId: null,
      accountId: null,
      platform: 'x',
      error: null,
      updatedAt: SAMPLE_AT,
      nextAt: null,
      mail: 0,
      effects: 1,
      oldestEffectAt: null,
    };
    const { summary } = explain({
      kinds,
      root: { snapshot, row },
      children: [],
      names: new Map(),
      timezone: 'UTC',
      now: SAMPLE_AT,
    });
    t.match(summary, /^(The stream|X refuses|No account on X) .*\.$/, state);
    t.notMatch(summary, /undefined|null|NaN|\.\./, state);
    said.add(summary.slice(0, 20));
  }
  t.equal(said.size, 5);
});
