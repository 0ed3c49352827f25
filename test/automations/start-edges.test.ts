/** The edges of what starts an automation (src/features/flows/start-runs.ts), to the millisecond. */
import t from 'tap';
import { WINDOW_MS } from '../../machines/flow/setup.ts';
import { MAX_RUNS_AN_HOUR } from '../../src/features/flows/start-runs.ts';
import { HOUR, NOW } from '../comments/scene.ts';
import { startScene } from './start-scene.ts';

const any = { type: 'any_message' };
/** They begin, end what they began, and may begin again. */
const AGAIN = ['price', 'STOP', 'START'];

void t.test('what is as old as the reply window starts nothing, and a moment younger it does', async (t) => {
  const { automation, hear, runs, outcome } = await startScene(t);
  await automation('auto_1', any);
  await hear([{ person: 'ann', text: 'too old', at: NOW - WINDOW_MS }]);
  t.strictSame(await runs(), []);
  t.match(await outcome('too old'), { did: 'nothing', why: 'too_old' });
  await hear([{ person: 'bob', text: 'just in time', at: NOW - WINDOW_MS + 1 }]);
  t.strictSame(await runs(), ['bob in auto_1']);
});

void t.test('a person is taken again when the cooldown has passed, and not a moment before', async (t) => {
  const { automation, hear, runs, outcome, stopRun } = await startScene(t);
  await automation('auto_1', any, { reentry: 'always', cooldownHours: 1 });
  await hear([{ person: 'ann', text: 'first', at: NOW }]);
  await stopRun();
  const early = NOW + HOUR - 1;
  await hear([{ person: 'ann', text: 'too early', at: early }], early);
  t.strictSame(await runs(), ['ann in auto_1']);
  t.match(await outcome('too early'), { did: 'nothing', why: 'cooldown' });
  await hear([{ person: 'ann', text: 'again', at: early + 1 }], early + 1);
  t.strictSame(await runs(), ['ann in auto_1', 'ann in auto_1']);
});

void t.test('a person who triggers an automation twice in one turn is taken once', async (t) => {
  const { automation, hear, runs, outcome } = await startScene(t);
  await automation('auto_1', { type: 'keyword', keywords: ['price'] });
  const said = [...AGAIN, 'the price'];
  await hear(said.map((text, place) => ({ person: 'ann', text, at: NOW + place })));
  t.strictSame(await runs(), ['ann in auto_1']);
  t.match(await outcome('the price'), { did: 'nothing', why: 'once' });
});

void t.test('the limit of starts within an hour counts those of the same turn', async (t) => {
  const { automation, hear, runs, outcome } = await startScene(t);
  await automation(
    'auto_1',
    { type: 'keyword', keywords: ['price'] },
    { reentry: 'always', cooldownHours: 0 },
  );
  const said = [...Array.from({ length: MAX_RUNS_AN_HOUR + 1 }, () => AGAIN).flat(), 'the price'];
  await hear(said.map((text, place) => ({ person: 'ann', text, at: NOW + place })));
  t.equal((await runs()).length, MAX_RUNS_AN_HOUR + 1);
  t.match(await outcome('the price'), { did: 'nothing', why: 'loop' });
});

void t.test('two triggers of a person in one turn start one run', async (t) => {
  const { automation, hear, runs, outcome } = await startScene(t);
  await automation('auto_1', { type: 'keyword', keywords: ['price'] });
  await automation('auto_2', { type: 'keyword', keywords: ['hours'] });
  await hear([
    { person: 'ann', text: 'the price', at: NOW },
    { person: 'ann', text: 'the hours', at: NOW + 1 },
    { person: 'bob', text: 'your hours', at: NOW + 1 },
  ]);
  t.strictSame((await runs()).toSorted(), ['ann in auto_1', 'bob in auto_2']);
  t.match(await outcome('the price'), { did: 'started' });
  t.notMatch(await outcome('the hours'), { did: 'started' });
});
