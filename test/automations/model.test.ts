/** Random automations and random talks: the compiled chart does what the steps say when they are run one by one. */
import { deepStrictEqual } from 'node:assert/strict';
import * as fc from 'fast-check';
import t from 'tap';
import { compile as compileSteps } from '../../machines/compiled/index.ts';
import { compileFlow, words } from '../../src/kinds/flow-words.ts';
import { checkSteps, idFromPath } from '../../src/features/flows/check.ts';
import { play } from '../../src/features/flows/play.ts';
import { property } from '../support/property.ts';
import { type DirectAct, runDirectly } from './direct.ts';

const LABELS = ['Yes', 'No', 'Später', 'I follow now'];
const TEXTS = ['yes!', 'NO', 'spater', 'guide please', 'hello', 'I follow now', 'Guide'];
const minutes = fc.constantFrom(1, 5, 59, 60, 600, 1_379, 1_380);

interface Level {
  depth: number;
  hasLink: boolean;
}

/** A list of steps as a request has it. */
function listOf({ depth, hasLink }: Level): fc.Arbitrary<object[]> {
  const message = fc.constant({ type: 'message', text: 'Hi {username}' });
  const linked = fc.constant({
    type: 'message',
    text: 'Here',
    button: { title: 'Open', url: 'https://example.org' },
  });
  const plain = fc.oneof(message, linked, fc.record({ type: fc.constant('wait'), minutes })) as fc.Arbitrary<{
    button?: object;
  }>;
  const before = fc.array(plain, { maxLength: 2 });
  if (depth === 0) return before;
  return before.chain((steps) => {
    const inner = listOf({ depth: depth - 1, hasLink: hasLink || steps.some(({ button }) => button) });
    const within = fc.option(minutes, { nil: undefined });
    const branches = { yes: inner, no: inner };
    const condition = (check: string, more: object) =>
      fc
        .record({ type: fc.constant('condition'), check: fc.constant(check), ...branches, ...more })
        .map((made) => JSON.parse(JSON.stringify(made)) as object);
    const canClick = hasLink || steps.some(({ button }) => button);
    const last = fc.oneof(
      fc.record({ type: fc.constant('handoff') }),
      condition('replied', { withinMinutes: within }),
      condition('keyword', { withinMinutes: within, keywords: fc.constant(['guide', 'no']) }),
      condition('follows', {}),
      fc.uniqueArray(fc.constantFrom(...LABELS), { minLength: 1, maxLength: 3 }).chain((labels) =>
        fc.tuple(...labels.map(() => inner)).map((lists) => ({
          type: 'message',
          text: 'Which?',
          choices: labels.map((label, index) => ({ label, steps: lists[index] })),
        })),
      ),
      ...(canClick ? [condition('clicked', { withinMinutes: within })] : []),
    );
    return fc.option(last, { nil: null }).map((one) => (one ? [...steps, one] : steps));
  });
}

const act: fc.Arbitrary<DirectAct> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...TEXTS).map((text) => ({ kind: 'message' as const, text })) },
  { weight: 3, arbitrary: fc.constantFrom(...LABELS).map((label) => ({ kind: 'tap' as const, label })) },
  { weight: 2, arbitrary: fc.constant({ kind: 'click' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'message' as const, text: null }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'react' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'human' as const }) },
);
const talk = fc.record({
  first: fc.option(fc.constantFrom(...TEXTS), { nil: null }),
  follows: fc.constantFrom('yes' as const, 'no' as const, 'unknown' as const),
  acts: fc.array(fc.tuple(fc.constantFrom(0, 1, 4, 5, 60, 700, 1_379, 1_440), act), { maxLength: 8 }),
});

const automation = listOf({ depth: 3, hasLink: false }).filter((steps) => steps.length > 0);

void t.test('a compiled automation sends the same messages and ends the same way', (t) => {
  const ends = new Map<string, number>();
  let refused = 0;
  property(t, { arbitrary: fc.tuple(automation, talk), runs: 1_500 }, ([given, { first, follows, acts }]) => {
    const { steps } = checkSteps(given, { makeId: idFromPath });
    if (!steps) {
      refused += 1; // more than 40 steps
      return;
    }
    let atMs = 0;
    const all: { atMs: number; act: DirectAct }[] = [
      { atMs: 0, act: { kind: 'message', text: first } },
      ...acts.map(([later, one]) => ({ atMs: (atMs += later * 60_000), act: one })),
    ];
    const machine = compileFlow(steps);
    const played = play({
      machine,
      trigger: { type: 'any_message' },
      steps,
      contact: { username: 'ann', name: null, follows },
      acts: all,
      untilMs: null,
    });
    const direct = runDirectly({
      steps,
      acts: all,
      follows,
      isSame: words.isLabel,
      hasKeyword: words.hasKeyword,
    });
    deepStrictEqual(
      {
        messages: played.messages.map(({ atMs: at, stepId }) => ({ atMs: at, stepId })),
        end: played.end && { reason: played.end.reason, atMs: played.end.atMs },
        path: played.path,
      },
      { messages: direct.messages, end: direct.end, path: direct.visited },
    );
    ends.set(direct.end.reason, (ends.get(direct.end.reason) ?? 0) + 1);
  });
  t.ok(refused < 150, 'most automations are taken');
  for (const reason of ['completed', 'handoff', 'window_closed', 'human_reply'])
    t.ok(ends.get(reason), `some runs end ${reason}`);
  t.end();
});

void t.test('every chart is compiled to steps', (t) => {
  property(t, { arbitrary: automation, runs: 100 }, (given) => {
    const { steps } = checkSteps(given, { makeId: idFromPath });
    if (steps) deepStrictEqual(compileSteps(compileFlow(steps)).reason, null);
  });
  t.end();
});
