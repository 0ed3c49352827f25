import t from 'tap';
import { lockInto } from '../../src/engine/take.ts';
import { stage } from '../support/stage.ts';

void t.test('an effect that was given up while it could not run is not run again', async (t) => {
  let runs = 0;
  let ran: () => void;
  const failed = new Promise<void>((resolve) => {
    ran = resolve;
  });
  const publish = async (): Promise<{ type: string }> => {
    runs += 1;
    ran();
    throw new Error('the database is down');
  };
  const { sql, node, createPost } = await stage(t, { handlers: { publish } });
  await node.start();
  const id = await createPost();
  await failed;
  const [delivery] = await sql<{ id: string }[]>`select id from actors where parent_id = ${id}`;
  await node.command(async (tx, turn) => {
    t.equal(turn.dropEffects((await lockInto(tx, turn, delivery!.id))!), 1);
    return { result: null };
  });
  const before = runs;
  while (node.pendingEffects > 0) await new Promise((resolve) => setTimeout(resolve, 5));
  t.equal(runs, before, 'it was let go of without being run');
});
