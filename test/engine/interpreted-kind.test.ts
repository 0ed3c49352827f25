import t from 'tap';
import { setup } from 'xstate';
import { effect } from '../../machines/durable.ts';
import { lockInto } from '../../src/engine/take.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Log } from '../../src/base/log.ts';
import { bareKind } from '../support/bare-kind.ts';
import { silent, stage } from '../support/stage.ts';

/** Waits for two things at once: final states of regions are not compiled. */
const machine = setup({
  types: { events: {} as { type: 'left' } | { type: 'right' } },
  actions: { announce: effect<{ event: string }>() },
}).createMachine({
  id: 'pair',
  options: { maxIterations: 10 },
  initial: 'waiting',
  states: {
    waiting: {
      type: 'parallel',
      onDone: 'over',
      states: {
        left: { initial: 'open', states: { open: { on: { left: 'done' } }, done: { type: 'final' } } },
        right: { initial: 'open', states: { open: { on: { right: 'done' } }, done: { type: 'final' } } },
      },
    },
    over: { type: 'final' },
  },
});

void t.test(
  'a node logs for debugging which kinds are not compiled, and their actors are stepped all the same',
  async (t) => {
    const { sql, newNode, workspaceId } = await stage(t);
    const lines: object[] = [];
    const debug = (fields: object, message: string) => lines.push({ ...fields, message });
    const pair = bareKind({ name: 'pair', version: 1, upgrades: {}, machine });
    const node = newNode({ kinds: { ...kinds, pair }, log: { ...silent, debug } as unknown as Log });
    await node.start();
    t.strictSame(lines, [
      {
        kind: 'pair',
        reason: 'pair.waiting.left.done is final, but no state of the top',
        message: 'steps of this kind are not compiled',
      },
    ]);

    await node.command(async (_, turn) => {
      turn.start({ kind: 'pair', id: 'pair_1', workspaceId, input: {} });
      return { result: null };
    });
    const give = (type: string) =>
      node.command(async (tx, turn) => {
        turn.deliver((await lockInto(tx, turn, 'pair_1'))!, { type });
        return { result: null };
      });
    const stored = async () => {
      const [row] = await sql<{ status: string; value: unknown }[]>`
      select status, snapshot -> 'value' as value from actors where id = 'pair_1'`;
      return row;
    };
    await give('left');
    t.strictSame(await stored(), { status: 'active', value: { waiting: { left: 'done', right: 'open' } } });
    await give('right');
    t.strictSame(await stored(), { status: 'done', value: 'over' });
  },
);
