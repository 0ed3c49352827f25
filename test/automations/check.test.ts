import t from 'tap';
import { checkSteps, idFromPath } from '../../src/features/flows/check.ts';
import { tooLate, warningsOf, unreachable } from '../../src/features/flows/warnings.ts';

const message = { type: 'message', text: 'Hi' };
const messages = (count: number) => Array.from({ length: count }, () => message);
const linked = { ...message, button: { title: 'Open', url: 'https://example.org' } };
const refusalsOf = (given: unknown, platform?: string) =>
  checkSteps(given, { makeId: idFromPath, ...(platform !== undefined && { platform }) }).refusals;
const pathsOf = (given: unknown, platform?: string) => refusalsOf(given, platform).map(({ path }) => path);
const taken = (given: unknown) => {
  const { steps, refusals } = checkSteps(given, { makeId: idFromPath });
  if (!steps) throw new Error(JSON.stringify(refusals));
  return steps;
};
/** Conditions inside one another. */
const nested = (levels: number): object[] =>
  levels === 0 ? [] : [{ type: 'condition', check: 'replied', yes: nested(levels - 1), no: [] }];

void t.test('steps get ids where they have none, and keep those they have', async (t) => {
  const steps = taken([
    { ...message, id: '1' },
    { ...message },
    { id: 'ask', ...message, choices: [{ label: 'Yes', steps: [{ ...message, id: 'kept' }, message] }] },
  ]);
  t.strictSame(steps[0]?.id, '1');
  t.strictSame(steps[1]?.id, '1-2', 'another step has the made id');
  t.match(steps[2], { id: 'ask', choices: [{ steps: [{ id: 'kept' }, { id: '2-choices-0-steps-1' }] }] });
  t.strictSame(taken(steps), steps, 'sent back, they stay');
});

void t.test('whatever comes in, each refusal names the path', async (t) => {
  for (const given of [null, 7, 'steps', {}, [null], [[]], [{ type: 'toString' }], [{ type: 5 }]])
    t.ok(pathsOf(given).length > 0, JSON.stringify(given));
  t.strictSame(pathsOf([]), ['/steps']);
  t.strictSame(pathsOf([{ type: 'message', text: ' ' }]), ['/steps/0/text']);
  t.strictSame(pathsOf([{ ...message, text: 'ä'.repeat(501) }]), ['/steps/0/text']);
  t.strictSame(pathsOf([{ ...message, text: 'ä'.repeat(500) }]), []);
  t.strictSame(pathsOf([{ ...linked, text: 'ä'.repeat(641) }]), ['/steps/0/text']);
  t.strictSame(pathsOf([{ ...linked, text: 'ä'.repeat(640) }]), [], 'characters, not bytes');
  t.strictSame(pathsOf([{ ...linked, button: { title: 'Open', url: 'javascript:1' } }]), [
    '/steps/0/button/url',
  ]);
  t.strictSame(pathsOf([{ ...linked, choices: [{ label: 'Yes', steps: [] }] }]), ['/steps/0/choices']);
  t.strictSame(
    pathsOf([
      {
        ...message,
        choices: [
          { label: 'Yes', steps: [] },
          { label: 'yes!', steps: [] },
        ],
      },
    ]),
    ['/steps/0/choices/1/label'],
  );
  t.strictSame(pathsOf([{ type: 'wait', minutes: 1_381 }]), ['/steps/0/minutes']);
  t.strictSame(
    pathsOf([
      { ...message, id: 'a' },
      { ...message, id: 'a' },
    ]),
    ['/steps/1/id'],
  );
  t.strictSame(pathsOf([...nested(1), message]), ['/steps/1'], 'a step that branches is the last');
});

void t.test('40 steps and 6 levels are taken, one more is refused', async (t) => {
  t.strictSame(pathsOf(messages(40)), []);
  t.strictSame(pathsOf(messages(41)), ['/steps/40']);
  t.strictSame(pathsOf(nested(6)), []);
  t.strictSame(pathsOf([{ ...message }, ...nested(7)]), [
    `/steps/1/yes${'/0/yes'.repeat(6)}`,
    `/steps/1/yes${'/0/yes'.repeat(5)}/0/no`,
  ]);
});

void t.test('a condition needs what it asks about', async (t) => {
  const condition = (more: object) => ({ type: 'condition', yes: [], no: [], ...more });
  t.strictSame(pathsOf([condition({ check: 'keyword' })]), ['/steps/0']);
  t.strictSame(pathsOf([condition({ check: 'replied', keywords: ['a'] })]), ['/steps/0/keywords']);
  t.strictSame(pathsOf([condition({ check: 'keyword', keywords: ['\u200B'] })]), ['/steps/0/keywords/0']);
  t.strictSame(pathsOf([condition({ check: 'clicked' })]), ['/steps/0']);
  t.strictSame(pathsOf([linked, condition({ check: 'clicked' })]), []);
  t.strictSame(pathsOf([condition({ check: 'follows' })], 'instagram'), []);
  t.strictSame(pathsOf([condition({ check: 'follows' })], 'facebook'), ['/steps/0']);
  t.strictSame(pathsOf([condition({ check: 'follows', withinMinutes: 5 })]), ['/steps/0/withinMinutes']);
});

void t.test('a message that comes after the window is a warning with its path', async (t) => {
  const late = (given: unknown) => tooLate(taken(given)).map(({ path }) => path);
  const day = [
    { type: 'wait', minutes: 1_380 },
    { type: 'wait', minutes: 60 },
  ];
  t.strictSame(late([...day, message]), ['/steps/2']);
  t.strictSame(late([day[0], { type: 'wait', minutes: 59 }, message]), []);
  const condition = (check: string, more: object = {}) => ({
    type: 'condition',
    check,
    yes: [message],
    no: [message],
    ...more,
  });
  t.strictSame(late([...day, condition('follows')]), ['/steps/2/yes/0', '/steps/2/no/0']);
  t.strictSame(late([...day, condition('replied')]), ['/steps/2/no/0'], 'an answer opens the window');
  t.strictSame(late([condition('replied')]), [], 'the default ends before the window does');
  t.strictSame(late([{ type: 'wait', minutes: 60 }, condition('replied', { withinMinutes: 1_380 })]), [
    '/steps/1/no/0',
  ]);
  t.strictSame(late([...day, condition('keyword', { keywords: ['a'] })]), []);
  t.strictSame(late([linked, ...day, condition('clicked')]), ['/steps/3/yes/0', '/steps/3/no/0']);
});

void t.test('steps behind a hand-off are warnings, in every list', async (t) => {
  const dead = (steps: unknown) => unreachable(taken(steps)).map(({ path }) => path);
  const handoff = { type: 'handoff' };
  t.strictSame(dead([message, handoff]), []);
  t.strictSame(dead([handoff, message, message]), ['/steps/1'], 'the first of them');
  const choices = [
    { label: 'a', steps: [handoff, message] },
    { label: 'b', steps: [message] },
  ];
  t.strictSame(dead([{ ...message, choices }]), ['/steps/0/choices/0/steps/1']);
  const yes = [handoff, message];
  t.strictSame(dead([message, { type: 'condition', check: 'follows', yes, no: [message] }]), [
    '/steps/1/yes/1',
  ]);
  t.strictSame(dead([handoff, { type: 'condition', check: 'follows', yes, no: yes }]), [
    '/steps/1',
    '/steps/1/yes/1',
    '/steps/1/no/1',
  ]);
  const warnings = warningsOf(
    { trigger: { type: 'any_message' }, steps: taken([handoff, message]) },
    { platform: 'instagram', hasEntry: false },
  );
  t.match(warnings, [{ code: 'unreachable', path: '/steps/1', message: /hand-off before it ends the flow/ }]);
});

void t.test('a flow without a way to a person, and a ref link without an entry, are warnings', async (t) => {
  const codes = (type: 'ref' | 'any_message', steps: unknown, hasEntry: boolean) =>
    warningsOf({ trigger: { type }, steps: taken(steps) }, { platform: 'instagram', hasEntry }).map(
      ({ code }) => code,
    );
  t.strictSame(codes('any_message', [message], false), ['no_human']);
  t.strictSame(codes('ref', [{ type: 'handoff' }], false), ['ref_needs_entry']);
  t.strictSame(codes('ref', [{ type: 'handoff' }], true), []);
});
