/** What charts of automations cost without Postgres: compiling the largest one, and steps beside those of a delivery. */
import { compilationOf } from '../../machines/compiled/index.ts';
import { delivery } from '../../machines/delivery/index.ts';
import { type ConditionStep, everyStep, type Step } from '../../machines/flow/steps.ts';
import { compile } from '../../src/engine/definitions.ts';
import { checkSteps } from '../../src/features/flows/check.ts';
import { MAX_LEVELS, MAX_STEPS } from '../../src/features/flows/step-schemas.ts';
import { dmRun, STEPS_VERSION } from '../../src/kinds/dm-run.ts';
import { compileFlow } from '../../src/kinds/flow-words.ts';
import type { Persisted, Step as Taken } from '../../machines/step.ts';
import { program } from '../program.ts';
import type { MachineInput, MachineResult } from './input.ts';

const AT = Date.parse('2026-05-04T08:00:00Z');

/** From the first message to the last: what each step of it hears. */
const FLOW_EVENTS = [
  { type: 'message.sent' },
  { type: 'message.sent' },
  { type: 'link.clicked', stepId: 'button' },
  { type: 'message.sent' },
];

/** Takes the steps of a compiled machine. */
interface Stepper {
  start(input: unknown, at: number): Taken;
  step(from: Persisted, event: { type: string }, at: number): Taken | null;
}

await program(async ({ what, passes }: MachineInput): Promise<MachineResult> => {
  if (what === 'compile') return measureCompile(passes);
  const [life, steps] = what === 'flow' ? [flowLife(), FLOW_EVENTS.length + 1] : [deliveryLife(), 2];
  const us = cpuUs(life, passes * 100) / steps;
  return { us, firstUs: null, cachedUs: null };
});

function measureCompile(passes: number): MachineResult {
  const definitionOf = (number: number) => ({
    id: `def_${number}`,
    workspaceId: 'ws',
    kind: dmRun.name,
    version: STEPS_VERSION,
    json: { steps: largest(number) },
  });
  const checked = checkSteps(largest(0), { makeId: () => 'none' });
  const count = everyStep(largest(0)).length;
  if (checked.steps === null || count !== MAX_STEPS)
    throw new Error(`this is not the largest automation: ${count}`);
  let number = 0;
  // a machine is compiled twice over: its chart by XState, and the steps of that chart
  const compileNext = () => {
    number += 1;
    const made = compile(dmRun, definitionOf(number));
    if (!('machine' in made) || compilationOf(made.machine).steps === null) throw new Error('not compiled');
  };
  const startedAt = performance.now();
  compileNext();
  const firstUs = (performance.now() - startedAt) * 1000;
  const us = cpuUs(compileNext, passes);
  const known = definitionOf(number);
  const cachedUs = cpuUs(() => compile(dmRun, known), passes * 1_000);
  return { us, firstUs, cachedUs };
}

/** The largest automation that is accepted. @param number makes its texts different from those of others */
function largest(number: number): Step[] {
  let serial = 0;
  const message = (): Step => {
    serial += 1;
    return { id: `m${serial}`, type: 'message', text: `Message ${serial} of ${number}, {first_name}` };
  };
  const level = (depth: number): Step[] => {
    if (depth === MAX_LEVELS) return Array.from({ length: MAX_STEPS - serial }, message);
    const condition: ConditionStep = {
      id: `c${(serial += 1)}`,
      type: 'condition',
      check: 'keyword',
      keywords: ['yes', 'please'],
      yes: [],
      no: [message(), { id: `w${(serial += 1)}`, type: 'wait', minutes: 60 }],
    };
    const before = [message(), message()];
    condition.yes = level(depth + 1);
    return [...before, condition];
  };
  return level(0);
}

function flowLife(): () => void {
  const steps: Step[] = [
    { id: 'hello', type: 'message', text: 'Hi {first_name}' },
    { id: 'button', type: 'message', text: 'Here', button: { title: 'Go', url: 'https://example.com' } },
    {
      id: 'clicked',
      type: 'condition',
      check: 'clicked',
      yes: [{ id: 'thanks', type: 'message', text: 'Thanks' }],
      no: [],
    },
  ];
  const machine: Stepper = compilationOf(compileFlow(steps)).steps!;
  const input = {
    runId: 'run_01',
    names: { username: 'ann', firstName: 'Ann' },
    triggerText: 'hello',
    actedAt: AT,
    disclosure: null,
    automationId: 'auto_01',
    version: 1,
    accountId: 'acc_01',
    conversationId: 'conv_01',
  };
  return () => {
    let { snapshot } = machine.start(input, AT);
    for (const [index, event] of FLOW_EVENTS.entries())
      ({ snapshot } = machine.step(snapshot, event, AT + 1_000 * (index + 1))!);
    if (snapshot.value !== 'completed') throw new Error('the run is not completed');
  };
}

function deliveryLife(): () => void {
  const machine: Stepper = compilationOf(delivery).steps!;
  const input = {
    deliveryId: 'dlv_01',
    postId: 'post_01',
    accountId: 'acc_01',
    platform: 'mastodon',
    onUnknown: 'retry',
  };
  const outcome = { type: 'outcome.published', networkPostId: '1', url: null };
  return () => {
    const { snapshot } = machine.start(input, AT);
    const ended = machine.step(snapshot, outcome, AT + 1_000)!;
    if (ended.snapshot.status !== 'done') throw new Error('the delivery has not ended');
  };
}

/** CPU of one call, after some to warm up. */
function cpuUs(work: () => unknown, calls: number): number {
  for (let call = 0; call < calls / 2; call += 1) work();
  const start = process.cpuUsage();
  for (let call = 0; call < calls; call += 1) work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / calls;
}
