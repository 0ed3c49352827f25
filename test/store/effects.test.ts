import t from 'tap';
import { effectsOf, markStarted } from '../../store/effects.ts';
import { readActorRows } from '../../store/turns.ts';
import { stage } from '../support/stage.ts';

const NOW = 1_777_000_000_000;
const effect = (id: string, node: string) => ({ id, type: 'send', params: {}, tries: 1, node, at: NOW });

void t.test('the start of several effects of one actor is recorded in one write', async (t) => {
  const { sql, clock, createPost } = await stage(t);
  const dueAt = clock() + 60_000; // nothing else writes these actors until then
  const [first, second] = [await createPost({ dueAt }), await createPost({ dueAt })];
  const give = (id: string, effects: object[]) =>
    sql`update actors set effects = ${JSON.stringify(effects)}::text::json where id = ${id}`;
  await give(first, [
    effect('1', 'here'),
    effect('2', 'elsewhere'),
    effect('3', 'here'),
    effect('4', 'here'),
  ]);
  await give(second, [effect('1', 'elsewhere')]);
  const [before] = await readActorRows(sql, [first]);

  const asked = [first, first, first, second].map((actorId, index) => ({
    actorId,
    id: ['1', '2', '3', '1'][index]!,
  }));
  const marked = await markStarted(sql, asked, 'here', NOW + 5);

  t.strictSame(
    [...marked],
    [{ actorId: first, ids: ['1', '3'], rev: before!.rev + 1 }],
    'only those of this node',
  );
  const [after] = await readActorRows(sql, [first]);
  t.strictSame(
    after!.effects!.map(({ id, startedAt }) => [id, startedAt]),
    [
      ['1', NOW + 5],
      ['2', undefined],
      ['3', NOW + 5],
      ['4', undefined],
    ],
  );
  const started = effectsOf(after!, { nodeId: 'here', claim: 'clm_1' });
  t.strictSame(
    started.map((one) => one.started),
    [true, true, false],
  );
});
