/** The talks of every template pass, go through all its branches, and see each step that is broken. */
import t from 'tap';
import { everyStep, type Step } from '../../machines/flow/steps.ts';
import { readTests, type TestPart } from '../../src/cli/flow-files.ts';
import { ruleRunner } from '../../src/cli/rule-talk.ts';
import { missedBranches } from '../../src/features/flows/coverage.ts';
import { runTalkTest } from '../../src/features/flows/talk-test.ts';
import { TEMPLATES, templateIds, templates } from '../../src/features/flows/templates.ts';
import { warningsOf } from '../../src/features/flows/warnings.ts';

const parts = await readTests(TEMPLATES);
type FlowPart = Extract<TestPart, { kind: 'flow' }>;
const flowParts = parts.filter((part): part is FlowPart => part.kind === 'flow');

const failuresOf = ({ flow, tests }: FlowPart, steps: readonly Step[] = flow.steps) =>
  tests.tests.flatMap((test) => runTalkTest(test, { ...flow, steps: [...steps] }, tests.contact).failures);

/** The same steps with one broken: another text or note, a longer time, the branches the other way round. */
function broken(steps: readonly Step[], id: string): Step[] {
  return steps.flatMap((step): Step[] => {
    if (step.id !== id) return [insideOf(step, (inner) => broken(inner, id))];
    switch (step.type) {
      case 'message':
        return [{ ...step, text: 'Something else' }];
      case 'wait':
        return [{ ...step, minutes: step.minutes + 1 }];
      case 'condition':
        return [{ ...step, yes: step.no, no: step.yes }];
      case 'handoff':
        return [];
      default:
        return step satisfies never;
    }
  });
}

function insideOf(step: Step, change: (steps: Step[]) => Step[]): Step {
  if (step.type === 'condition') return { ...step, yes: change(step.yes), no: change(step.no) };
  if (step.type !== 'message' || !step.choices) return step;
  return { ...step, choices: step.choices.map(({ label, steps }) => ({ label, steps: change(steps) })) };
}

void t.test('every template has talks, and they pass', async (t) => {
  t.equal(templates().length, 10);
  const runRule = await ruleRunner();
  for (const part of parts) {
    const failures =
      part.kind === 'flow'
        ? failuresOf(part)
        : part.tests.tests.flatMap((test) => runRule(test, part.rule as object).failures);
    t.strictSame(failures, [], part.file);
  }
  for (const { id, rule, automation } of templates()) {
    const own = parts.filter(({ file }) => file.endsWith(`/${id}.test.yaml`));
    t.equal(
      own.some(({ kind }) => kind === 'rule'),
      rule !== null,
      id,
    );
    t.equal(
      own.some(({ kind }) => kind === 'flow'),
      automation !== null,
      id,
    );
  }
});

void t.test('the talks go through every branch, and see each step that is broken', async (t) => {
  t.equal(flowParts.length, templateIds.length - 1);
  for (const part of flowParts) {
    const { flow, tests, file } = part;
    const played = tests.tests.map((test) => runTalkTest(test, flow, tests.contact).played);
    t.strictSame(missedBranches(flow.steps, played), [], file);
    t.strictSame(missedBranches(flow.steps, []).length > 0, flow.steps.some(branches), file);
    for (const { step } of everyStep(flow.steps))
      t.ok(failuresOf(part, broken(flow.steps, step.id)).length > 0, `${file}: ${step.id}`);
  }
});

const branches = (step: Step) =>
  step.type === 'condition' || (step.type === 'message' && step.choices !== undefined);

void t.test('no template says something too late', async (t) => {
  for (const { trigger, steps } of flowParts.map(({ flow }) => flow)) {
    const warnings = warningsOf({ trigger, steps }, { platform: 'instagram', hasEntry: true });
    t.strictSame(
      warnings.filter(({ code }) => code === 'too_late'),
      [],
    );
  }
});
