/** A delivery of a thread: each part is sent like a post of its own, and none is sent twice. */
import * as fc from 'fast-check';
import t from 'tap';
import type { LivePart } from '../../machines/delivery/index.ts';
import { deliveryView } from '../../src/kinds/views/delivery.ts';
import { type Answer, World } from '../support/machine-world.ts';

const ID = 'dlv_1';
const POST = 'post_1';
const PARTS = 3;

const published = (part: number): Answer => ({
  type: 'outcome.published',
  networkPostId: `n${part}`,
  url: `https://example.com/n${part}`,
});
const REJECTED = { type: 'outcome.rejected', reason: 'too long' };
const UNKNOWN = { type: 'outcome.unknown', reason: 'no answer' };
const ABSENT = { type: 'finding.absent' };
const CANNOT_TELL = { type: 'finding.cannot_tell', reason: 'no evidence' };
const SEND = { type: 'send', round: 2, parts: PARTS };

function after(events: Answer[], onUnknown: 'retry' | 'hold' = 'retry'): World {
  const world = new World({ reaches: () => false });
  world.start('delivery', ID, {
    deliveryId: ID,
    postId: POST,
    accountId: 'acc_a',
    platform: 'x',
    onUnknown,
    round: 1,
    parts: PARTS,
  });
  for (const event of events) tell(world, event);
  return world;
}
function tell(world: World, event: Answer): void {
  world.asked.length = 0;
  world.tell(ID, event);
}
const stateOf = (world: World) => world.value(ID);
const viewOf = (world: World) => deliveryView(world.snapshot(ID));
const ends = (world: World) =>
  world.mail.filter(({ actorId }) => actorId === POST).map(({ event }) => event as Answer);
const lastAsked = (world: World) => world.everAsked.at(-1)!;
const liveIn = ({ params }: { params: { [name: string]: unknown } }) =>
  (params['liveParts'] as LivePart[]).map(({ networkPostId }) => networkPostId);

void t.test('each part is a step of its own, below those that are live', async (t) => {
  const world = after([]);
  t.same(liveIn(lastAsked(world)), []);
  for (const part of [1, 2]) {
    tell(world, published(part));
    t.equal(stateOf(world), 'sending');
    t.match(lastAsked(world), { type: 'publish', params: { attempt: 1, checkpoint: null } });
    t.equal(liveIn(lastAsked(world)).length, part);
    t.same(ends(world), [], 'the post hears of the end alone');
  }
  tell(world, published(3));
  t.equal(stateOf(world), 'published');
  t.match(ends(world), [{ status: 'published', error: null }]);
  t.match(viewOf(world), {
    networkPostId: 'n1',
    url: 'https://example.com/n1',
    thread: [
      { status: 'published', networkPostId: 'n2', error: null },
      { status: 'published', networkPostId: 'n3', error: null },
    ],
  });
});

void t.test('a post of one part asks for what it asked before there were threads', async (t) => {
  const world = new World({ reaches: () => false });
  const input = { deliveryId: ID, postId: POST, accountId: 'acc_a', platform: 'x' };
  world.start('delivery', ID, { ...input, onUnknown: 'retry', round: 1 });
  t.notOk('liveParts' in lastAsked(world).params);
  tell(world, published(1));
  t.notOk('thread' in viewOf(world));
});

void t.test('the attempts of a part are its own', async (t) => {
  const retry = { type: 'outcome.retry', reason: '503' };
  const backoff = { type: 'xstate.after.backoff.delivery.retrying' };
  const progress = { type: 'outcome.progress', checkpoint: { container: '9' }, afterMs: 0 };
  const world = after([retry, backoff, progress, retry, backoff, published(1)]);
  t.match(lastAsked(world), { type: 'publish', params: { attempt: 1, checkpoint: null } });
  tell(world, retry);
  t.equal(stateOf(world), 'retrying', 'it is tried again');
});

void t.test('a part that is refused ends the thread there, and a new round continues with it', async (t) => {
  const world = after([published(1), REJECTED]);
  t.equal(stateOf(world), 'partial');
  t.match(ends(world), [{ status: 'published', error: 'too long', round: 1 }]);
  t.match(viewOf(world), {
    status: 'published',
    error: 'too long',
    thread: [
      { status: 'failed', error: 'too long' },
      { status: 'pending', error: null },
    ],
  });
  tell(world, SEND);
  t.match(lastAsked(world), { type: 'publish', params: { checkpoint: null } });
  t.same(liveIn(lastAsked(world)), ['n1'], 'part 1 is not sent again');
  tell(world, published(2));
  tell(world, published(3));
  t.match(ends(world).at(-1), { status: 'published', error: null, round: 2 });
});

void t.test('the response to a part is lost: it is looked up below its parent', async (t) => {
  const world = after([published(1), UNKNOWN]);
  t.match(lastAsked(world), { type: 'verify' });
  t.same(liveIn(lastAsked(world)), ['n1']);
  tell(world, { type: 'finding.live', networkPostId: 'n2', url: null });
  t.equal(stateOf(world), 'sending');
  t.same(liveIn(lastAsked(world)), ['n1', 'n2']);
  const absent = after([published(1), { type: 'outcome.interrupted', reason: 'stopped' }, ABSENT]);
  t.match(lastAsked(absent), { type: 'publish' });
  t.same(liveIn(lastAsked(absent)), ['n1'], 'the same part again');
});

void t.test('a person decides what became of a part', async (t) => {
  const live = { type: 'resolve.live', networkPostId: 'n2', url: null };
  const held = [published(1), UNKNOWN, CANNOT_TELL];
  t.equal(stateOf(after(held, 'hold')), 'unresolved');
  t.match(viewOf(after(held, 'hold')), { status: 'published', thread: [{ status: 'failed' }, {}] });
  const found = after([...held, live], 'hold');
  t.equal(stateOf(found), 'partial', 'the next part waits for a round of the post');
  tell(found, SEND);
  t.same(liveIn(lastAsked(found)), ['n1', 'n2']);
  t.equal(stateOf(after([...held, { type: 'resolve.absent' }], 'hold')), 'partial');
  t.equal(stateOf(after([...held, { type: 'resolve.give_up' }], 'hold')), 'partial');
  const inDoubt = after([published(1), UNKNOWN, CANNOT_TELL, live]);
  t.equal(stateOf(inDoubt), 'sending', 'during a round the thread continues');
  t.same(liveIn(lastAsked(inDoubt)), ['n1', 'n2']);
});

void t.test('a cancel stops a thread after the part that is under way', async (t) => {
  const world = after([{ type: 'cancel', round: 1 }, published(1)]);
  t.equal(stateOf(world), 'partial');
  t.match(ends(world), [{ status: 'published', error: 'the thread was stopped after part 1 of 3' }]);
  t.equal(stateOf(after([{ type: 'cancel', round: 1 }, REJECTED])), 'failed', 'nothing is live');
});

void t.test('whatever happens, no part that is live is asked for again', async (t) => {
  const anything = fc.constantFrom(
    'live',
    'outcome.retry',
    'outcome.rejected',
    'outcome.unknown',
    'outcome.interrupted',
    'finding.absent',
    'finding.cannot_tell',
    'finding.retry',
    'timer',
    'send',
    'cancel',
    'resolve.live',
    'resolve.absent',
    'resolve.give_up',
  );
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 40 }), (steps) => {
      const world = after([]);
      let round = 1;
      let made = 0;
      for (const step of steps) {
        if (world.rows.get(ID)!.status === 'done') break;
        const before = liveIn(lastAsked(world)).length;
        if (step === 'timer') {
          const [timer] = world.timersOf(ID);
          if (timer) tell(world, { type: timer.timer });
        } else if (step === 'live') {
          const type = lastAsked(world).type === 'verify' ? 'finding.live' : 'outcome.published';
          tell(world, { type, networkPostId: `n${(made += 1)}`, url: null });
        } else if (step === 'send') tell(world, { type: 'send', round: (round += 1), parts: PARTS });
        else if (step === 'cancel') tell(world, { type: 'cancel', round });
        else tell(world, { type: step, reason: 'why', networkPostId: `n${(made += 1)}`, url: null });
        const live = liveIn(lastAsked(world));
        t.ok(live.length >= before && new Set(live).size === live.length);
      }
    }),
    { numRuns: 300 },
  );
});
