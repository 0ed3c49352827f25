/** Copies of files in messages: how many at once, what is deleted when a message is, and what older programs left. */
import t, { type Test } from 'tap';
import { copyHandlers, moveCopies, removeDeletedCopies } from '../../src/features/inbox/copies.ts';
import { removeCopies, startCopy } from '../../src/kinds/media-copy.ts';
import { copyIdOf, findOrphanedCopies, insertCopies, markCopiesDeleted } from '../../store/message-copies.ts';
import { eventually } from '../support/eventually.ts';
import { stage } from '../support/stage.ts';

const url = 'https://network.example/picture.jpg';

/** A node that copies files of messages into a store in memory. */
async function copying(t: Test, { isHeld = false } = {}) {
  const world = await stage(t);
  const { sql, clock, workspaceId, newNode } = world;
  const accountId = await world.addAccount('instagram');
  const files = new Set<string>();
  const held: (() => void)[] = [];
  let refuses: string | null = null;
  let most = 0;
  let running = 0;
  const media = {
    copyPrivately: async (_: string, copy: { random: string; isWanted(name: string): Promise<boolean> }) => {
      running += 1;
      most = Math.max(most, running);
      try {
        const name = `p-${copy.random}.jpg`;
        if (!(await copy.isWanted(name))) return null;
        if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
        if (refuses !== null) throw new Error(refuses);
        files.add(name);
        return name;
      } finally {
        running -= 1;
      }
    },
    removePrivate: async (name: string) => {
      if (refuses !== null) throw new Error(refuses);
      files.delete(name);
    },
  };
  const handlers = copyHandlers({ sql, media, clock, random: () => 0 });
  const node = newNode({ handlers });
  await node.start();
  await sql`insert into conversations (id, workspace_id, account_id, person_id, last_seq, updated_at)
    values ('conv_1', ${workspaceId}, ${accountId}, 'p1', 0, now())`;
  const store = async (...ids: string[]) => {
    for (const id of ids)
      await sql`
        insert into direct_messages
          (id, workspace_id, conversation_id, account_id, direction, by, text, attachments, network_at, seq)
        values (${id}, ${workspaceId}, 'conv_1', ${accountId}, 'in', 'contact', '',
          ${JSON.stringify([{ type: 'image', url }])}::text::json, now(), ${Number(id.slice(3))})`;
  };
  /** Messages with a picture each arrive. */
  const arrive = async (...ids: string[]) => {
    await store(...ids);
    await node.command(async (tx, turn) => {
      const places = ids.map((messageId) => ({ messageId, place: 0 }));
      for (const file of await insertCopies(tx, { workspaceId, files: places }))
        startCopy(turn, workspaceId, { accountId, file });
      return { result: null };
    });
  };
  /** Messages are deleted. */
  const remove = (...ids: string[]) =>
    node.command(async (tx, turn) => {
      await tx`delete from direct_messages where id = any(${ids}::text[])`;
      removeCopies(turn, { workspaceId, accountId }, await markCopiesDeleted(tx, ids));
      return { result: null };
    });
  const states = async () => {
    const rows = await sql<{ id: string; state: string }[]>`
      select id, snapshot ->> 'value' as state from actors where kind = 'media_copy' order by id`;
    return rows.map(({ state }) => state);
  };
  const left = async () => (await sql`select from message_copies`).count;
  const pass = (ms: number) => {
    clock.advance(ms);
    node.wake();
  };
  return {
    ...world,
    accountId,
    node,
    media,
    files,
    held,
    store,
    arrive,
    remove,
    states,
    left,
    pass,
    most: () => most,
    refuse: (reason: string | null) => void (refuses = reason),
  };
}

const all = (states: string[], state: string) => states.length > 0 && states.every((one) => one === state);

void t.test('a node copies eight files at once, and the others wait without a journal step', async (t) => {
  const { arrive, held, states, pass, most, files, sql } = await copying(t, { isHeld: true });
  const ids = Array.from({ length: 20 }, (_, index) => `dm_${100 + index}`);
  await arrive(...ids);
  await eventually(async () => (await states()).filter((one) => one === 'queued').length === 12);
  await eventually(async () => held.length === 8);
  await eventually(async () => {
    for (const resume of held.splice(0)) resume();
    pass(2_000);
    return all(await states(), 'copied');
  });
  t.equal(most(), 8);
  t.equal(files.size, 20);
  const events = await sql<{ event: string; count: number }[]>`
    select event ->> 'type' as event, count(*)::int as count from journal group by 1 order by 1`;
  t.strictSame(
    events.map(({ event, count }) => `${event} ${count}`),
    ['copy.done 20', 'started 20'],
  );
});

void t.test('a copy is deleted with its message, also while the store refuses for a while', async (t) => {
  const { arrive, remove, states, pass, files, left, refuse } = await copying(t);
  await arrive('dm_1', 'dm_2');
  await eventually(async () => all(await states(), 'copied'));
  refuse('the store is away');
  await remove('dm_1');
  await eventually(async () => (await states()).includes('left'));
  t.equal(files.size, 2);
  refuse(null);
  pass(60_000);
  await eventually(async () => (await states()).includes('removed'));
  t.equal(files.size, 1, 'the other one stays');
  t.equal(await left(), 1);
});

void t.test('an actor that waits ends with its message; one that is copying leaves no file', async (t) => {
  const { arrive, remove, states, pass, files, left, held, refuse, sql } = await copying(t, { isHeld: true });
  await arrive('dm_1');
  await eventually(() => held.length === 1);
  await remove('dm_1');
  await eventually(async () => (await states()).includes('left'));
  t.equal(await left(), 1, 'its name is known until the file is deleted');
  held.shift()!();
  await eventually(async () => (await states()).includes('gone'));
  pass(60_000);
  await eventually(async () => (await states()).includes('removed'));
  t.equal(files.size, 0);
  t.equal(await left(), 0);

  await arrive('dm_2');
  await eventually(() => held.length === 1);
  refuse('503');
  held.shift()!();
  await eventually(async () => (await states()).includes('waiting'));
  refuse(null);
  await remove('dm_2');
  t.equal((await sql`select from actors where id = ${copyIdOf({ messageId: 'dm_2', place: 0 })}`).count, 0);
  t.equal((await sql`select from due where actor_id = 'copy_2_0'`).count, 0);
  await eventually(async () => (await left()) === 0);
});

void t.test('copies of messages that went with their account are deleted too', async (t) => {
  const { arrive, states, files, left, sql, media, refuse } = await copying(t);
  await arrive('dm_1', 'dm_2');
  await eventually(async () => all(await states(), 'copied'));
  await sql`delete from direct_messages where id = 'dm_1'`;
  t.equal(await findOrphanedCopies(sql, 10), 1);
  refuse('the store is away');
  t.match(await removeDeletedCopies({ sql, media }, null), {
    count: 1,
    removed: 0,
    reason: 'the store is away',
  });
  refuse(null);
  t.match(await removeDeletedCopies({ sql, media }, ['dm_2']), { count: 0, removed: 0 }, 'of other messages');
  t.match(await removeDeletedCopies({ sql, media }, null), { count: 0, removed: 1 });
  t.equal(files.size, 1);
  t.equal(await left(), 1);
});

void t.test('what older programs were to copy becomes an actor once, however many nodes start', async (t) => {
  const { sql, store, clock, newNode, node, states, pass, files } = await copying(t);
  const now = clock();
  const at = (ms: number | null) => (ms === null ? null : new Date(ms));
  await store('dm_1', 'dm_2', 'dm_3', 'dm_4', 'dm_5');
  for (const [id, tries, next, kept, gone] of [
    ['dm_1', 0, now, null, false],
    ['dm_2', 2, now + 600_000, null, false],
    ['dm_3', 1, null, now, false],
    ['dm_4', 3, null, null, false],
    ['dm_5', 0, now, null, true],
  ] as const)
    await sql`insert into message_copies (message_id, place, tries, next_at, kept_at, gone)
      values (${id}, 0, ${tries}, ${at(next)}, ${at(kept)}, ${gone})`;
  const counts = await Promise.all([node, newNode()].map((one) => moveCopies({ node: one })));
  t.equal(counts[0]! + counts[1]!, 2);
  t.equal(await moveCopies({ node }), 0);
  await eventually(async () => (await states()).join() === 'copied,waiting');
  t.equal(files.size, 1);
  pass(599_000);
  t.equal((await states())[1], 'waiting', 'an older program may be copying it until then');
  pass(1_000);
  await eventually(async () => all(await states(), 'copied'));
});
