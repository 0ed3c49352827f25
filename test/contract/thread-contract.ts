/** What adapters of networks with threads must do: a part stands below its parent, once, and is found there alone. */
import { deepEqual, equal, notEqual, ok } from 'node:assert/strict';
import type { Test } from 'tap';
import type { ThreadParent } from '../../adapters/port/publish.ts';
import { drive, live, look, setScene, type Disturbance, type Scene, type SceneFacts } from './drive.ts';
import { post } from './media.ts';

const ROOT = post('Boats at noon');
const PART = post('Bring a coat');
const PART_ID = 'delivery-1-2';
const HOWS: Disturbance['how'][] = ['stopped before', 'stopped after', 'refused', 'timed out'];

/** Networks without threads get the parts as one post: nothing of their adapters is about threads. */
const TAKE_THREADS = ['x', 'threads', 'bluesky', 'mastodon'];

export async function threadContract(t: Test, make: () => SceneFacts): Promise<void> {
  const { adapter } = make();
  await t.test(
    adapter.publish.thread ? 'takes threads' : 'takes no threads: their parts become one post',
    async () => equal(adapter.publish.thread === true, TAKE_THREADS.includes(adapter.platform)),
  );
  if (!adapter.publish.thread) return;
  await t.test('a part stands below its parent, below the first part and below a later one', async () => {
    const scene = setScene(make());
    const first = await parentOf(scene);
    const second = await drive(scene, { post: PART, deliveryId: PART_ID, parent: first });
    const third = await drive(scene, {
      post: post('And a hat'),
      deliveryId: 'delivery-1-3',
      parent: { ...first, parentId: second.networkPostId! },
    });
    equal(new Set([first.rootId, second.networkPostId, third.networkPostId]).size, 3);
    deepEqual(parentsIn(scene), [null, first.rootId, second.networkPostId]);
  });

  const clean = setScene(make());
  const { calls } = await drive(clean, { post: PART, deliveryId: PART_ID, parent: await parentOf(clean) });
  for (const call of calls.keys())
    for (const how of HOWS)
      await t.test(`a part is published exactly once when its call ${call + 1} is ${how}`, async () => {
        const scene = setScene(make());
        const parent = await parentOf(scene);
        const disturb = { call: call + 1, how };
        const driven = await drive(scene, { post: PART, deliveryId: PART_ID, parent, disturb });
        equal(driven.status, 'published', driven.error ?? '');
        equal(live(scene), 2);
        deepEqual(parentsIn(scene), [null, parent.rootId]);
        notEqual(driven.networkPostId, parent.rootId);
      });

  await t.test('a part below a post that is not there is refused', async () => {
    const scene = setScene(make());
    const { rootId } = await parentOf(scene);
    const gone = rootId.replace(/\w{4}$/, '2222');
    const parent = { parentId: gone, rootId: gone };
    const driven = await drive(scene, { post: PART, deliveryId: PART_ID, parent });
    equal(driven.status, 'failed');
    ok(driven.error);
    equal(live(scene), 1);
  });

  if (adapter.publish.evidence === 'record_key') return; // the key alone is the evidence
  await t.test('the same words elsewhere are no evidence for a part, nor a part for a post', async () => {
    const scene = setScene(make());
    const parent = await parentOf(scene);
    const elsewhere = await drive(scene, { post: PART, deliveryId: PART_ID });
    const part = await look(scene, PART, elsewhere.checkpoint, { parent });
    ok(part.kind !== 'live' || part.networkPostId === null, 'a post of its own is not the part');

    const other = setScene(make());
    const below = await parentOf(other);
    const made = await drive(other, { post: PART, deliveryId: PART_ID, parent: below });
    const found = await look(other, PART, made.checkpoint, { parent: below });
    equal(
      found.kind === 'live' && found.networkPostId,
      made.networkPostId,
      'the part is found below its parent',
    );
    const { networkPostId } = await drive(other, { post: post('Another boat'), deliveryId: 'delivery-9' });
    const beside = { parentId: networkPostId!, rootId: networkPostId! };
    const moved = await look(other, PART, made.checkpoint, { parent: beside });
    ok(moved.kind !== 'live' || moved.networkPostId === null, 'nor below another post');
    const alone = await look(other, PART, made.checkpoint);
    ok(alone.kind !== 'live' || alone.networkPostId === null, 'a part is no post of its own');
  });
}

async function parentOf(scene: Scene): Promise<ThreadParent> {
  const { networkPostId } = await drive(scene, { post: ROOT });
  ok(networkPostId);
  return { parentId: networkPostId, rootId: networkPostId };
}

const parentsIn = ({ sandbox, account }: Scene) =>
  sandbox.ledger
    .entries({ network: account.platform, account: account.remoteId })
    .map(({ details }) => details['replyTo'] ?? details['reply_to'] ?? null);
