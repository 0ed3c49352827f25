/** The editor of automations, without a browser: the outline of steps, undoing, the picture, and the talk that tries it. */
import t from 'tap';
import { play } from '../../src/features/flows/play.ts';
import { checkSteps, idFromPath } from '../../src/features/flows/check.ts';
import { compileFlow } from '../../src/kinds/flow-words.ts';
import { BLOCKS, parseFlow, stepsFor, triggerOf } from '../../web/src/features/automations/blocks.ts';
import {
  areEqual,
  changedSteps,
  compared,
  linesOfTerms,
} from '../../web/src/features/automations/compare.ts';
import { findingOf, findingText } from '../../web/src/features/automations/finding.ts';
import { changed, historyOf, MAX_UNDO, redone, undone } from '../../web/src/features/automations/history.ts';
import {
  branchesBeside,
  branchesOf,
  copies,
  countSteps,
  doesBranch,
  everyPlace,
  exchanged,
  insert,
  listAt,
  moved,
  movedTo,
  parseSteps,
  placeOf,
  refusedIn,
  remove,
  replace,
  withChoice,
  withoutChoice,
} from '../../web/src/features/automations/outline.ts';
import { litPath, pictureOf, stateOfStep, stepOfState } from '../../web/src/features/automations/picture.ts';
import type {
  ConditionStep,
  MessageStep,
  Step,
  Talk,
  Trigger,
} from '../../web/src/features/automations/shapes.ts';
import {
  acted,
  at,
  emptyTrial,
  later,
  linesOf,
  offsetMs,
  offsetOf,
  lineText,
  talkBody,
  testFiles,
  testOf,
  trialOf,
  withoutLast,
} from '../../web/src/features/automations/try-talk.ts';

import { stepText, stepTitle } from '../../web/src/features/automations/words.ts';

const message = (id: string): MessageStep => ({ id, type: 'message', text: id });
const asked = (id: string, yes: Step[] = [], no: Step[] = []): ConditionStep => ({
  id,
  type: 'condition',
  check: 'replied',
  yes,
  no,
});
const question = (id: string, ...lists: Step[][]): MessageStep => ({
  ...message(id),
  choices: lists.map((steps, index) => ({ label: `choice ${index}`, steps })),
});
/** The ids of steps with their branches: `a b(c|d)`. */
const shape = (steps: readonly Step[]): string =>
  steps
    .map((step) => {
      if (step.type === 'condition') return `${step.id}(${shape(step.yes)}|${shape(step.no)})`;
      if (step.type !== 'message' || !step.choices) return step.id;
      return `${step.id}(${step.choices.map((choice) => shape(choice.steps)).join('|')})`;
    })
    .join(' ');
const ids = () => {
  let count = 0;
  return () => `n${(count += 1)}`;
};

const flow: Step[] = [
  message('a'),
  message('b'),
  asked('c', [message('d'), message('e')], [question('q', [], [message('f')])]),
];

void t.test('places of steps are pointers, and lists are found by them', async (t) => {
  t.equal(shape(flow), 'a b c(d e|q(|f))');
  t.same(
    everyPlace(flow).map(({ step, path, level }) => [step.id, path, level]),
    [
      ['a', '/steps/0', 0],
      ['b', '/steps/1', 0],
      ['c', '/steps/2', 0],
      ['d', '/steps/2/yes/0', 1],
      ['e', '/steps/2/yes/1', 1],
      ['q', '/steps/2/no/0', 1],
      ['f', '/steps/2/no/0/choices/1/steps/0', 2],
    ],
  );
  t.equal(shape(listAt(flow, { stepId: 'q', branch: 1 })), 'f');
  t.same(listAt(flow, { stepId: 'gone', branch: 'yes' }), []);
  t.equal(countSteps(flow), 7);
});

void t.test('what follows a step that begins to branch goes into its first branch', async (t) => {
  t.equal(shape(insert(flow, null, 1, [asked('x')])), 'a x(b c(d e|q(|f))|)');
  t.equal(shape(insert(flow, null, 2, [message('x')])), 'a b x c(d e|q(|f))');
  // the first branch ends with a step that branches: it goes on to the end of the tree
  t.equal(shape(insert(flow, null, 1, [asked('x', [question('y', [], [])])])), 'a x(y(b c(d e|q(|f))|)|)');
  t.equal(shape(replace(flow, 'a', withChoice(message('a'), 'Yes'))), 'a(b c(d e|q(|f)))');
  t.equal(shape(insert(flow, { stepId: 'q', branch: 0 }, 0, [message('x')])), 'a b c(d e|q(x|f))');
});

void t.test('a step is removed with its branches, or one of them takes its place', async (t) => {
  t.equal(shape(remove(flow, 'a')), 'b c(d e|q(|f))');
  t.equal(shape(remove(flow, 'c')), 'a b');
  t.equal(shape(remove(flow, 'c', 'yes')), 'a b d e');
  t.equal(shape(remove(flow, 'c', 'no')), 'a b q(|f)');
  t.equal(shape(remove(flow, 'gone')), shape(flow));
});

void t.test('moving keeps every step, and a step that branches stays the last', async (t) => {
  const go = (id: string, direction: 'up' | 'down' | 'in' | 'out') => {
    const next = moved(flow, id, direction);
    return next && shape(next);
  };
  t.equal(go('a', 'down'), 'b a c(d e|q(|f))');
  t.equal(go('b', 'up'), 'b a c(d e|q(|f))');
  t.equal(go('b', 'down'), 'a c(b d e|q(|f))', 'past a step that branches: into its first branch');
  t.equal(go('c', 'up'), 'a c(b d e|q(|f))');
  t.equal(go('b', 'in'), 'a c(b d e|q(|f))');
  t.equal(go('a', 'in'), null);
  t.equal(go('e', 'out'), 'a b e c(d|q(|f))');
  t.equal(go('a', 'out'), null);
  t.equal(go('a', 'up'), null);
  t.equal(go('q', 'out'), null, 'it would take what follows with it');
  t.same(
    branchesBeside(flow, 'e').map(({ name }) => name),
    ['no'],
  );
  t.equal(shape(movedTo(flow, 'e', { stepId: 'q', branch: 0 })), 'a b c(d|q(e|f))');
  t.equal(shape([exchanged(flow[2]!)]), 'c(q(|f)|d e)');
});

void t.test(
  'whatever is done in any order, no step branches in the middle of a list or is there twice',
  async (t) => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const makeId = ids();
    let steps: Step[] = [];
    for (let turn = 0; turn < 2_000; turn += 1) {
      const places = everyPlace(steps);
      const place = places[random(Math.max(1, places.length))];
      const block = BLOCKS[random(BLOCKS.length)]!.block;
      const added = stepsFor(block, makeId, place ? listAt(steps, place.list).slice(place.index) : []);
      const list = place?.list ?? null;
      if (random(2) === 0) {
        if (refusedIn(steps, list, added) === null) steps = insert(steps, list, place?.index ?? 0, added);
      } else if (place && random(3) === 0)
        steps = remove(steps, place.step.id, random(2) === 0 ? 'yes' : null);
      else if (place)
        steps = moved(steps, place.step.id, (['up', 'down', 'in', 'out'] as const)[random(4)]!) ?? steps;
      const now = everyPlace(steps);
      t.equal(new Set(now.map(({ step }) => step.id)).size, now.length);
      for (const { step, list: own, index } of now)
        if (doesBranch(step) && index !== listAt(steps, own).length - 1)
          t.fail(`${step.id} branches in the middle`);
    }
  },
);

void t.test('limits are said before anything is put', async (t) => {
  const many = Array.from({ length: 40 }, (_, index) => message(`m${index}`));
  t.match(refusedIn(many, null, [message('x')]), 'up to 40 steps; this makes 41');
  let deep: Step[] = [];
  for (let level = 0; level < 6; level += 1) deep = [asked(`l${level}`, deep)];
  t.equal(refusedIn(deep, { stepId: 'l0', branch: 'yes' }, [message('x')]), null);
  t.match(refusedIn(deep, { stepId: 'l0', branch: 'yes' }, [asked('x')]), '6 levels');
});

void t.test('copies have ids of their own, and JSON comes back as steps', async (t) => {
  t.equal(shape(copies([flow[2]!], ids())), 'n1(n2 n3|n4(|n5))');
  t.equal(shape(parseSteps(JSON.stringify(flow), ids())!), 'n1 n2 n3(n4 n5|n6(|n7))');
  t.same(parseSteps(JSON.stringify(flow), String), flow, 'ids stay where they are wanted');
  t.equal(shape(parseSteps(JSON.stringify({ trigger: {}, steps: [message('a')] }), ids())!), 'n1');
  t.equal(shape(parseSteps(JSON.stringify(message('a')), ids())!), 'n1');
  for (const text of [
    '',
    'hello',
    '[]',
    '{}',
    '[{"type":"message"}]',
    '[{"type":"condition","check":"replied"}]',
    'null',
  ])
    t.equal(parseSteps(text, ids()), null, text);
});

void t.test(
  'a step of a type that the page does not know is shown as such, and stays as it is',
  async (t) => {
    const poll = { id: 'p', type: 'poll', question: 'Which?', options: ['a', 'b'] };
    const given = [message('a'), { ...asked('c'), yes: [poll], no: [] }, poll];
    const read = parseSteps(JSON.stringify(given), String)!;
    t.same(read, given, 'nothing of it is lost');
    const unknown = read[2]!;
    t.equal(stepTitle(unknown), 'Unknown step');
    t.equal(stepText(unknown), '{"type":"poll","question":"Which?","options":["a","b"]}');
    t.same(branchesOf(unknown), []);
    t.ok(
      JSON.stringify(pictureOf({ trigger: { type: 'any_message' }, steps: read })).includes('Unknown step'),
    );
    t.equal(parseSteps('[{"type":7}]', String), null);
  },
);

void t.test('choices come and go with their steps', async (t) => {
  const one = withChoice({ ...message('a'), button: { title: 'Open', url: 'https://example.org' } }, 'Yes');
  t.same(one, { id: 'a', type: 'message', text: 'a', choices: [{ label: 'Yes', steps: [] }] });
  t.same(withoutChoice(one, 0), message('a'));
  t.equal(shape([withoutChoice(question('q', [message('x')], [message('y')]), 0)]), 'q(y)');
});

void t.test('every block passes the service’s own checks once its texts are written', async (t) => {
  for (const { block } of BLOCKS) {
    const steps = stepsFor(block, ids(), []);
    const link = { ...message('link'), button: { title: 'Open', url: 'https://example.org' } };
    const { refusals } = checkSteps([link, ...steps], { makeId: idFromPath, platform: 'instagram' });
    const open = refusals.filter(
      ({ message: text }) => !/text must not be empty|fewer than 1|minLength|keyword/.test(text),
    );
    t.same(open, [], block);
  }
});

void t.test(
  'a follow gate gives what follows to all who come through, and a person to the others',
  async (t) => {
    const gate = stepsFor('gate', ids(), [message('link')]);
    const steps = insert([message('link')], null, 0, gate);
    const checked = checkSteps(steps, { makeId: idFromPath, platform: 'instagram' });
    t.same(checked.refusals, []);
    const talk = (follows: 'yes' | 'no', taps: { label: string; isFollower: boolean }[]) =>
      play({
        machine: compileFlow(checked.steps!),
        trigger: { type: 'any_message' },
        steps: checked.steps!,
        contact: { username: null, name: null, follows },
        acts: [
          { atMs: 0, act: { kind: 'message', text: 'hi' } },
          ...taps.flatMap(({ label, isFollower }, index) => [
            ...(isFollower ? [{ atMs: 1_000 * (index + 1), act: { kind: 'follow' as const } }] : []),
            { atMs: 1_000 * (index + 1), act: { kind: 'tap' as const, label } },
          ]),
        ],
        untilMs: 60_000,
      });
    const last = (played: ReturnType<typeof talk>) => played.messages.at(-1)?.text;
    t.equal(last(talk('yes', [])), 'link');
    t.equal(last(talk('no', [{ label: 'I follow now', isFollower: true }])), 'link');
    const late = [
      { label: 'I follow now', isFollower: false },
      { label: 'Again', isFollower: true },
    ];
    t.equal(last(talk('no', late)), 'link');
    const never = talk(
      'no',
      late.map((tap) => ({ ...tap, isFollower: false })),
    );
    t.equal(never.end?.reason, 'handoff');
  },
);

void t.test('typing is undone as a whole, and everything can be undone and redone', async (t) => {
  let history = historyOf('');
  for (const [index, text] of ['h', 'he', 'hey'].entries())
    history = changed(history, text, { at: 1_000 + index * 300, field: 'text' });
  history = changed(history, 'hey!', { at: 9_000, field: 'text' });
  history = changed(history, 'moved', { at: 9_001, field: null });
  t.equal(changed(history, 'moved', { at: 9_002, field: null }), history, 'no change is no entry');
  const back = [history.now];
  for (let turn = 0; turn < 4; turn += 1) {
    history = undone(history);
    back.push(history.now);
  }
  t.same(back, ['moved', 'hey!', 'hey', '', '']);
  history = redone(redone(redone(redone(history))));
  t.equal(history.now, 'moved');
  t.same(
    changed(undone(history), 'other', { at: 9_003, field: null }).future,
    [],
    'a change ends what could be redone',
  );
  for (let turn = 0; turn < 300; turn += 1) history = changed(history, `${turn}`, { at: turn, field: null });
  t.equal(history.past.length, MAX_UNDO);
});

void t.test('the picture has every step once, nothing overlaps, and a trial lights its way', async (t) => {
  const chart = pictureOf({ trigger: { type: 'any_message' }, steps: flow });
  const { nodes, arrows, width, height } = chart.layout;
  t.same(new Set(nodes.map(({ id }) => stepOfState(id))), new Set([null, 'a', 'b', 'c', 'd', 'e', 'f', 'q']));
  t.equal(nodes.length, 8);
  t.equal(arrows.length, 7);
  for (const one of nodes) {
    t.ok(one.x >= 0 && one.x + one.width <= width && one.y + one.height <= height, one.id);
    for (const other of nodes)
      if (one !== other)
        t.ok(
          one.x + one.width <= other.x ||
            other.x + other.width <= one.x ||
            one.y + one.height <= other.y ||
            other.y + other.height <= one.y,
          `${one.id} and ${other.id}`,
        );
  }
  const placeOf = (stepId: string) => nodes.find(({ id }) => id === stateOfStep(stepId))!;
  t.equal(placeOf('d').x, placeOf('q').x, 'branches that do not branch are one below the other');
  t.ok(placeOf('q').y > placeOf('e').y);
  t.same([...litPath(['a', 'b'], false).active], [stateOfStep('b')]);
  t.same([...litPath(['a', 'b'], true).active], []);
  t.ok(
    arrows.every(({ rows }) => rows.length === 1),
    'each arrow can be lit',
  );
});

void t.test('a talk is written as requests and test files have it', async (t) => {
  let trial = acted(emptyTrial, { say: 'hi "you"' });
  trial = acted(later(trial, 7_200_000), { tap: 'Yes' });
  const starting = {
    ...({ name: '', accountId: '', reentry: 'once', cooldownHours: 24 } as const),
    requireTests: false,
    tests: [],
    trigger: { type: 'any_message' } as const,
    steps: flow,
  };
  t.match(talkBody(trial, starting, 'instagram'), {
    transcript: [
      { at: '+0m', say: 'hi "you"' },
      { at: '+2h5s', tap: 'Yes' },
    ],
    until: '+2h5s',
  });
  const talk = {
    messages: [{ at: '+0m', stepId: 'a', text: 'Hello', button: null, choices: ['Yes'] }],
    path: ['a'],
    end: { reason: 'completed', at: '+2h5s', detail: null },
    waiting: null,
    warnings: [],
  } as Talk;
  t.same(
    linesOf(trial, talk).map(({ by }) => by),
    ['person', 'flow', 'person'],
  );
  const made = testOf(trial, talk, 'one');
  t.same(made, {
    name: 'one',
    contact: { username: 'ann', name: 'Ann Lee', follows: 'no' },
    talk: [{ say: 'hi "you"' }, { after: '2h5s' }, { tap: 'Yes' }, { end: 'completed' }],
  });
  const [first, ...rest] = made.talk;
  const bot = { bot: { text: 'Hello', choices: ['Yes'] } };
  const full = { ...made, talk: [first!, bot, ...rest] };
  const { test } = testFiles({ test: full, flow: starting }, { file: 'x', platform: 'instagram' });
  t.equal(
    test,
    [
      'flow: x.flow.yaml',
      'contact: {"username":"ann","name":"Ann Lee","follows":"no"}',
      'tests:',
      '  - name: "one"',
      '    talk:',
      String.raw`      - say: "hi \"you\""`,
      '      - bot: {"text":"Hello","choices":["Yes"]}',
      '      - after: 2h5s',
      '      - tap: "Yes"',
      '      - end: completed',
      '',
    ].join('\n'),
  );
  t.same(trialOf(full), trial, 'a test is played again as it was recorded');
  const bare = testOf(
    acted(acted(emptyTrial, { openRef: true }), { click: true }),
    { ...talk, end: null },
    '',
  );
  t.same(bare.talk, ['openRef', { after: '5s' }, 'click']);
  t.equal(bare.talk.map(lineText).join(', '), 'openRef, after: 5s, click');
  t.equal(withoutLast(trial).nowMs, 0);
  t.equal(at(trial, '+1h').nowMs, trial.nowMs, 'time never goes back');
  for (const ms of [0, 5_000, 60_000, 3_600_000, 90_061_000]) t.equal(offsetMs(offsetOf(ms)), ms);
});

void t.test(
  'versions are compared line by line, and steps that are not what they were are counted',
  async (t) => {
    const terms = { trigger: { type: 'keyword', keywords: ['a'] } as Trigger, steps: flow };
    t.ok(areEqual(terms, terms));
    t.equal(changedSteps(flow, flow), 0);
    const changed = replace(flow, 'd', {
      ...message('d'),
      text: 'other',
      button: { title: 'Open', url: 'https://x.y' },
    });
    const second = { trigger: { ...terms.trigger, match: 'exact' } as Trigger, steps: remove(changed, 'f') };
    const lines = compared(terms, second);
    t.same(
      lines.filter(({ sign }) => sign !== ' ').map(({ sign, text }) => `${sign} ${text}`),
      [
        '- Start: Somebody writes “a”',
        '+ Start: Somebody writes “a” alone',
        '- Message: d',
        '+ Message: other',
        '+ Link “Open”: https://x.y',
        '- Message: f',
        '+ the end',
      ],
    );
    // the lines of each are there, in their order
    const of = (sign: string) => lines.filter((line) => line.sign === ' ' || line.sign === sign);
    const plain = (list: readonly { depth: number; text: string }[]) =>
      list.map(({ depth, text }) => [depth, text]);
    t.same(plain(of('-')), plain(linesOfTerms(terms)));
    t.same(plain(of('+')), plain(linesOfTerms(second)));
    t.equal(changedSteps(flow, second.steps), 2, 'one is another, one is gone');
    t.equal(changedSteps(flow, movedTo(flow, 'd', { stepId: 'c', branch: 'no' })), 1);
    t.equal(changedSteps([], flow), countSteps(flow));
  },
);

void t.test('what the service says is put beside the innermost step', async (t) => {
  const given = { code: 'invalid', message: 'steps.2.no.0.text: text must not be empty', blocks: true };
  const found = findingOf({ ...given, path: '/automation/steps/2/no/0/text' }, flow);
  t.match(found, { stepId: 'q', path: '/steps/2/no/0/text', message: 'Text must not be empty.' });
  t.equal(findingText([found], 'text'), 'Text must not be empty.');
  t.equal(findingText([found], 'url'), undefined);
  t.equal(findingOf({ ...given, path: '/trigger/keywords' }, flow).stepId, null);
  t.equal(findingOf({ ...given, path: '/steps/20' }, flow).stepId, null);
});

void t.test('a flow that was being written is read back, and a trigger keeps its words', async (t) => {
  const written = {
    name: 'x',
    accountId: 'acc_1',
    trigger: { type: 'keyword', keywords: ['a'] },
    steps: flow,
    reentry: 'once',
    cooldownHours: 24,
  };
  t.same(parseFlow(JSON.stringify(written)), { ...written, requireTests: false, tests: [] });
  const more = { ...written, requireTests: true, tests: [{ name: 'one', talk: ['click'] }] };
  t.same(parseFlow(JSON.stringify(more)), more);
  for (const text of ['', 'null', '{}', JSON.stringify({ ...written, steps: null })])
    t.equal(parseFlow(text), null, text);
  t.same(triggerOf('story_reply', { type: 'keyword', keywords: ['a'], match: 'exact' }), {
    type: 'story_reply',
    keywords: ['a'],
  });
  t.same(triggerOf('any_message', { type: 'keyword', keywords: ['a'] }), { type: 'any_message' });
  t.same(triggerOf('keyword', { type: 'ref', ref: 'x' }), {
    type: 'keyword',
    keywords: [],
    match: 'contains',
  });
  t.equal(placeOf(flow, 'f')?.path, '/steps/2/no/0/choices/1/steps/0');
});
