/** The compiled steps of automations are those of XState, to the character: the templates, walked over at random. */
import t from 'tap';
import type { FlowEvent } from '../../machines/flow/setup.ts';
import { everyStep } from '../../machines/flow/steps.ts';
import { checkSteps, idFromPath } from '../../src/features/flows/check.ts';
import { templates } from '../../src/features/flows/templates.ts';
import { compileFlow } from '../../src/kinds/flow-words.ts';
import { compareSteps, newTally } from '../support/compare-steps.ts';
import { SAMPLE_AT } from '../support/machine-samples.ts';
import { seedOf } from '../support/property.ts';
import { Random } from '../support/random.ts';

const WALKS = 100;

void t.test('random steps of every template are those of XState', async (t) => {
  const random = new Random(seedOf(t));
  const tally = newTally();
  for (const { id, automation } of templates()) {
    if (!automation) continue;
    const { steps } = checkSteps(automation.steps, { makeId: idFromPath });
    const all = everyStep(steps!).map(({ step }) => step);
    const labels = all.flatMap((step) => (step.type === 'message' ? (step.choices ?? []) : []));
    const events: FlowEvent[] = [
      ...labels.map(({ label }): FlowEvent => ({ type: 'person.tapped', text: label })),
      { type: 'person.replied', text: 'guide' },
      { type: 'person.replied', text: null },
      { type: 'person.reacted' },
      ...all.map((step): FlowEvent => ({ type: 'link.clicked', stepId: step.id })),
      ...Array.from({ length: 6 }, (): FlowEvent => ({ type: 'message.sent' })),
      { type: 'message.unknown', reason: 'no response' },
      { type: 'message.refused', reason: 'blocked' },
      { type: 'message.too_late' },
      { type: 'message.held', reason: 'it must be connected again' },
      { type: 'follows.known', follows: 'yes' },
      { type: 'follows.known', follows: 'no' },
      { type: 'human.replied' },
      { type: 'stop', reason: 'STOP' },
    ];
    const input = { runId: 'run_1', actedAt: SAMPLE_AT, names: { username: 'ann', firstName: 'Ann' } };
    const inputs = ['guide', null].map((triggerText) => ({ ...input, triggerText, disclosure: triggerText }));
    const machine = compileFlow(steps!);
    compareSteps({ name: id, machine, inputs, events, rows: [], steps: [] }, WALKS, random, tally);
  }
  t.ok(tally.steps > 1_000, `${tally.steps} steps were compared`);
});
