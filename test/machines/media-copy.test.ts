/** When a file of a message is copied, tried again and given up, and when copies are deleted. */
import t from 'tap';
import {
  COPY_AGAIN_MS,
  type CopiedFile,
  type MediaCopyContext,
  type MediaCopyInput,
} from '../../machines/media-copy.ts';
import { mediaCopy } from '../../src/kinds/media-copy.ts';
import { World } from '../support/machine-world.ts';

const ID = 'copy_1_0';
const file: CopiedFile = { messageId: 'dm_1', place: 0 };
const DAY = 24 * 3_600_000;

function started(input: MediaCopyInput = { accountId: 'acc_1', file }) {
  const world = new World();
  world.start('media_copy', ID, input);
  const context = () => world.snapshot(ID).context as MediaCopyContext;
  const result = (event: { type: string; [field: string]: unknown }) =>
    world.answer(world.asked.at(-1)!, event);
  const shown = () => mediaCopy.listColumns!(world.snapshot(ID), { shelf: null, now: world.now });
  return { world, context, result, shown };
}

void t.test('a file is tried three times, a minute and a quarter of an hour apart', async (t) => {
  const { world, result, shown } = started();
  t.match(world.asked, [{ type: 'copyFile', params: file }]);
  for (const waitMs of COPY_AGAIN_MS) {
    result({ type: 'copy.failed', reason: '503' });
    t.match(shown(), { status: 'waiting', plannedAt: world.now + waitMs, reason: '503' });
    world.elapse(waitMs - 1);
    t.equal(world.asked.length, 0);
    world.elapse(1);
    t.match(shown(), { status: 'copying', plannedAt: null });
  }
  result({ type: 'copy.failed', reason: 'it is no picture' });
  t.match(shown(), { status: 'failed', plannedAt: null, reason: 'it is no picture' });
  t.equal(world.everAsked.length, 3);
  t.equal(world.rows.get(ID)!.status, 'done');
  world.elapse(DAY);
  t.equal(world.everAsked.length, 3);
});

void t.test('a file that waits for others costs no try, and writes no journal step', async (t) => {
  const { world, result, context } = started();
  for (let count = 0; count < 5; count += 1) {
    result({ type: 'copy.later', afterMs: 4_000 });
    t.equal(world.value(ID), 'queued');
    world.elapse(4_000);
    t.equal(world.value(ID), 'copying');
  }
  t.equal(context().tries, 0);
  t.ok(world.journal.length <= 1, 'only the start');
  result({ type: 'copy.done' });
  t.equal(world.value(ID), 'copied');
  t.equal(world.rows.get(ID)!.status, 'done');
});

void t.test('a file whose message was deleted is not copied', async (t) => {
  const { world, result } = started();
  result({ type: 'copy.gone' });
  t.equal(world.value(ID), 'gone');
  t.equal(world.rows.get(ID)!.status, 'done');
});

void t.test('copies are deleted until none is left', async (t) => {
  const { world, result, shown } = started({ accountId: 'acc_1', deletedIds: ['dm_1', 'dm_2'] });
  for (const reason of ['the disk is full', null]) {
    t.match(world.asked, [{ type: 'removeFiles', params: { messageIds: ['dm_1', 'dm_2'] } }]);
    result({ type: 'files.left', afterMs: 60_000, reason });
    t.match(shown(), { status: 'left', plannedAt: world.now + 60_000, reason });
    world.elapse(60_000);
  }
  result({ type: 'files.removed' });
  t.equal(world.value(ID), 'removed');
  t.equal(world.rows.get(ID)!.status, 'done');
});

void t.test('tries of a program without the actor count, and the next one is when it was due', async (t) => {
  const at = new World().now;
  const { world, result } = started({ accountId: 'acc_1', file, known: { tries: 2, nextAt: at + 60_000 } });
  t.equal(world.value(ID), 'waiting');
  world.elapse(60_000);
  t.equal(world.value(ID), 'copying');
  result({ type: 'copy.failed', reason: '503' });
  t.equal(world.value(ID), 'failed');
});
