import t from 'tap';
import { effectIdOf } from '../../src/engine/actor.ts';
import { DoneEffects } from '../../src/engine/done-effects.ts';
import type { EffectRow } from '../../store/effects.ts';

const effect = (at: number, seq: number, more: Partial<EffectRow> = {}): EffectRow => ({
  id: effectIdOf(at, seq, 0),
  workspaceId: 'ws_1',
  actorId: 'dlv_1',
  family: 'post_1',
  type: 'publish',
  params: { checkpoint: null },
  tries: 1,
  started: false,
  claim: 'clm_1',
  ...more,
});
const isStarted = ([first]: EffectRow[]) => first!.started;

void t.test('effects of later steps are new, also when the numbers of steps begin again', async (t) => {
  const done = new DoneEffects();
  for (const [index, seq] of [1, 2, 3, 300, 600, 900, 1_020, 1_023, 1_024, 1_030, 1_500].entries())
    t.notOk(isStarted(done.add([effect(1_000 + index, seq)])), `step ${seq}`);
});

void t.test('several effects of one step are not repeats of each other', async (t) => {
  const done = new DoneEffects();
  const both = [effect(1_000, 1), { ...effect(1_000, 1), id: effectIdOf(1_000, 1, 1) }];
  t.same(
    done.add(both).map(({ started }) => started),
    [false, false],
  );
});

void t.test('an actor that went back asks again, and gets what came of its steps', async (t) => {
  const done = new DoneEffects();
  const [first, second] = [effect(1_000, 1), effect(1_010, 3, { params: { checkpoint: 'container' } })];
  done.add([first]);
  done.ended(first, { type: 'outcome.progress' });
  done.add([second]);
  done.ended(second, { type: 'outcome.published' });

  const [again] = done.add([effect(5_000, 1)]);
  t.match(again, { started: true, tries: 2, earlier: { type: 'outcome.progress' } });
  const [later] = done.add([effect(5_010, 3, { params: { checkpoint: 'container' } })]);
  t.match(later, { started: true, earlier: { type: 'outcome.published' } });
  t.notOk(isStarted(done.add([effect(5_020, 4)])), 'it is where no step was before');
});

void t.test('a claim that comes back has the same effect', async (t) => {
  const done = new DoneEffects();
  const one = effect(1_000, 1);
  done.add([one]);
  done.ended(one, { type: 'outcome.published' });
  t.match(done.add([one]), [{ started: true, earlier: { type: 'outcome.published' } }]);
});

void t.test('a step with other parameters has no earlier result, and counts as started', async (t) => {
  const done = new DoneEffects();
  const one = effect(1_000, 1);
  done.add([one]);
  done.ended(one, { type: 'outcome.published' });
  const [again] = done.add([effect(5_000, 1, { params: { checkpoint: 'another' } })]);
  t.ok(again!.started);
  t.equal(again!.earlier, undefined);
});

void t.test('actors are forgotten when there are many others', async (t) => {
  const done = new DoneEffects(2);
  done.add([effect(1_000, 1)]);
  done.add([effect(1_000, 1, { actorId: 'dlv_2' }), effect(1_000, 1, { actorId: 'dlv_3' })]);
  t.notOk(isStarted(done.add([effect(5_000, 1)])));
});
